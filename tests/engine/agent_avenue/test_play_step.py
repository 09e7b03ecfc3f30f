"""Reference, Turn: Play."""

import pytest

from engine.agent_avenue.actions import Discard, Play, Recruit
from engine.agent_avenue.events import Discarded, Drew, Played
from engine.game import IllegalAction

from .arrange import arrange, offer, pick

ALIKE = [["sentinel"] * 4, ["enforcer", "sentinel", "saboteur", "mole"]]


def test_the_active_player_plays_two_cards_one_face_up_and_one_face_down():
    match = arrange()
    events = offer(match, "enforcer", "mole")
    assert events[0] == Played(0, "enforcer", "mole", hidden=True)
    table = match.full().table
    assert (table.face_up, table.face_down) == ("enforcer", "mole")
    assert match.view(None).step == "recruit"
    assert match.to_act() == (1,)


def test_only_the_active_player_plays():
    match = arrange(active=1)
    with pytest.raises(IllegalAction, match="not for you"):
        match.apply(0, Play("enforcer", "mole"))
    match.apply(1, Play("enforcer", "mole"))


def test_both_cards_come_from_the_hand():
    match = arrange()
    for cards in [("enforcer", "daredevil"), ("daredevil", "enforcer")]:
        with pytest.raises(IllegalAction, match="no Daredevil in your hand"):
            match.apply(0, Play(*cards))


def test_the_two_cards_have_different_names():
    match = arrange(hands=[["sentinel", "sentinel", "sentinel", "mole"]] * 2)
    with pytest.raises(IllegalAction, match="different names"):
        match.apply(0, Play("sentinel", "sentinel"))
    plays = [action for action in match.legal(0) if isinstance(action, Play)]
    assert plays == [Play("sentinel", "mole"), Play("mole", "sentinel")]


def test_only_when_all_cards_in_hand_have_the_same_name_may_two_identical_ones_be_played():
    match = arrange(hands=ALIKE)
    plays = [action for action in match.legal(0) if isinstance(action, Play)]
    assert plays == [Play("sentinel", "sentinel")]
    offer(match, "sentinel", "sentinel")
    assert match.full().table.face_up == match.full().table.face_down == "sentinel"


def test_one_card_alone_is_not_enough_for_a_single_player():
    match = arrange()
    for action in (Play(face_up="mole"), Play(face_down="mole"), Play()):
        with pytest.raises(IllegalAction, match="two cards"):
            match.apply(0, action)


def test_then_draw_up_to_4_not_between_the_two_cards():
    match = arrange(deck=["daredevil", "codebreaker", "sidekick"])
    events = offer(match, "sentinel", "enforcer")
    assert events[1:] == [Drew(0, ("daredevil", "codebreaker"))]
    assert match.full().hands[0] == ("saboteur", "mole", "daredevil", "codebreaker")


def test_with_an_empty_deck_nothing_is_drawn_and_play_continues():
    match = arrange(deck=["daredevil"])
    assert offer(match, "sentinel", "enforcer")[1:] == [Drew(0, ("daredevil",))]
    pick(match, "face_up")
    events = offer(match, "sentinel", "enforcer")
    assert not [event for event in events if isinstance(event, Drew)]
    assert len(match.full().hands[1]) == 2


def test_a_card_leaves_the_hand_at_its_first_occurrence_and_new_ones_go_to_the_end():
    hand = ["mole", "sentinel", "enforcer", "sentinel"]
    match = arrange(hands=[hand] * 2, deck=["daredevil", "codebreaker"])
    offer(match, "sentinel", "mole")
    assert match.full().hands[0] == ("enforcer", "sentinel", "daredevil", "codebreaker")


def test_optional_before_playing_discard_1_card_face_down_and_draw_1():
    match = arrange(deck=["daredevil", "sidekick"])
    events = match.apply(0, Discard("sentinel"))
    assert events == [Discarded(0, "sentinel"), Drew(0, ("daredevil",))]
    assert match.full().hands[0] == ("enforcer", "saboteur", "mole", "daredevil")
    assert match.view(None).step == "play"
    assert match.to_act() == (0,)


def test_exactly_1_is_drawn_also_from_a_hand_of_5():
    match = arrange(hands=[["mole", "enforcer", "enforcer", "enforcer", "sentinel"]] * 2)
    match.apply(0, Discard("mole"))
    assert len(match.full().hands[0]) == 5


def test_any_number_of_times_in_a_turn_at_most_4_times_in_a_match():
    match = arrange()
    assert match.view(None).discards_left == [4, 4]
    for left in (3, 2, 1, 0):
        card = match.full().hands[0][0]
        match.apply(0, Discard(card))
        assert match.view(None).discards_left == [left, 4]
    with pytest.raises(IllegalAction, match="used up"):
        match.apply(0, Discard("enforcer"))
    assert not [action for action in match.legal(0) if isinstance(action, Discard)]


def test_discards_used_in_one_turn_are_missing_in_the_next():
    match = arrange(in_play=[{"saboteur": 2}, {"saboteur": 2}])
    match.apply(0, Discard("mole"))
    offer(match, "sentinel", "saboteur")
    pick(match, "face_up")
    offer(match, "sentinel", "saboteur")
    pick(match, "face_up")
    assert match.to_act() == (0,)
    assert match.view(None).discards_left == [3, 4]


def test_not_while_the_agent_deck_is_empty():
    match = arrange(deck=["daredevil"])
    match.apply(0, Discard("mole"))
    with pytest.raises(IllegalAction, match="deck is empty"):
        match.apply(0, Discard("enforcer"))
    assert not [action for action in match.legal(0) if isinstance(action, Discard)]


def test_not_after_playing():
    match = arrange()
    offer(match, "enforcer", "mole")
    with pytest.raises(IllegalAction, match="not the moment"):
        match.apply(0, Discard("sentinel"))


def test_a_discard_must_be_in_hand():
    match = arrange()
    with pytest.raises(IllegalAction, match="no Sidekick"):
        match.apply(0, Discard("sidekick"))


def test_a_discarded_card_is_gone_for_good():
    match = arrange(deck=["daredevil", "enforcer", "enforcer"])
    match.apply(0, Discard("mole"))
    assert match.full().hands[0] == ("enforcer", "sentinel", "saboteur", "daredevil")
    assert match.agents[match.drawn :] == ("enforcer", "enforcer")


def test_nothing_but_play_and_discard_in_the_play_step():
    match = arrange()
    with pytest.raises(IllegalAction, match="nothing to recruit"):
        match.apply(1, Recruit("face_up"))


def test_legal_actions_come_in_the_order_of_the_record_formats_table():
    match = arrange(hands=[["mole", "enforcer", "enforcer"], ["mole"] * 4])
    assert match.legal(0) == (
        Discard("enforcer"),
        Discard("mole"),
        Play("enforcer", "mole"),
        Play("mole", "enforcer"),
    )
    assert match.legal(1) == ()
