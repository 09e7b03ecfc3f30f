"""Reference, Turn: Recruit."""

import pytest

from engine.agent_avenue.actions import Play, Recruit
from engine.agent_avenue.events import Moved, Recruited, TurnBegan
from engine.agent_avenue.prospect import prospect
from engine.game import IllegalAction

from .arrange import arrange, of, offer, pick, recruits


def test_the_opponent_takes_one_of_the_two_cards_the_active_player_gets_the_other():
    match = arrange()
    offer(match, "enforcer", "saboteur")
    pick(match, "face_up")
    assert match.view(None).in_play == [{"saboteur": 1}, {"enforcer": 1}]

    match = arrange()
    offer(match, "enforcer", "saboteur")
    pick(match, "face_down")
    assert match.view(None).in_play == [{"enforcer": 1}, {"saboteur": 1}]


def test_without_seeing_the_face_down_one():
    match = arrange()
    offer(match, "enforcer", "saboteur")
    assert match.view(1).table.face_up == "enforcer"
    assert match.view(1).table.face_down is None
    assert match.view(0).table.face_down == "saboteur"


def test_only_the_opponent_recruits():
    match = arrange()
    offer(match, "enforcer", "saboteur")
    assert match.legal(0) == ()
    assert match.legal(1) == (Recruit("face_up"), Recruit("face_down"))
    with pytest.raises(IllegalAction, match="other team"):
        match.apply(0, Recruit("face_up"))
    with pytest.raises(IllegalAction, match="not the moment"):
        match.apply(1, Play("enforcer", "mole"))


def test_both_lie_face_up_in_front_of_their_owners_and_the_table_is_empty():
    match = arrange()
    offer(match, "enforcer", "saboteur")
    events = pick(match, "face_down")
    assert of(events, Recruited) == [
        Recruited(1, 1, "saboteur", 1, "face_down"),
        Recruited(0, None, "enforcer", 1, "face_up"),
    ]
    table = match.full().table
    assert table.face_up is None
    assert table.face_down is None


def test_then_both_meeples_move_positive_is_clockwise():
    match = arrange()
    events = recruits(match, "enforcer", "saboteur")
    assert sorted(of(events, Moved), key=lambda event: event.team) == [
        Moved(0, 1, "enforcer"),
        Moved(1, -1, "saboteur"),
    ]
    assert match.view(None).spaces == (2, 7)


def test_every_step_forward_lowers_the_own_gap_and_raises_the_others():
    match = arrange()
    recruits(match, "enforcer", "saboteur")
    assert match.view(None).gaps == (5, 9)


@pytest.mark.parametrize(
    ("card", "values"),
    [
        ("double_agent", [-1, 6, -1, -1, -1, -1]),
        ("enforcer", [1, 2, 3, 3, 3, 3]),
        ("codebreaker", [0, 0, 0, 0, 0, 0]),
        ("saboteur", [-1, -1, -2, -2, -2, -2]),
        ("daredevil", [2, 3, 0, 0, 0, 0]),
        ("sentinel", [0, 2, 6, 6, 6, 6]),
        ("sidekick", [4]),
        ("mole", [-3]),
    ],
)
def test_the_value_for_the_number_of_copies_in_play_4th_to_6th_count_as_3rd(card, values):
    for copy, value in enumerate(values, start=1):
        in_play = {card: copy - 1} if copy > 1 else {}
        match = arrange(in_play=[in_play, {}])
        view = match.view(None)
        other = "sentinel" if card != "sentinel" else "codebreaker"  # the first one does not move
        events = recruits(match, card, other)
        assert of(events, Recruited)[1] == Recruited(0, None, card, copy, "face_up")
        assert (match.view(None).spaces[0] - view.spaces[0] - value) % 14 == 0
        assert of(events, Moved) == ([Moved(0, value, card)] if value else [])
        assert prospect(view, 0, card)[:2] == (copy, value)


def test_no_number_and_0_are_no_movement():
    match = arrange(in_play=[{"daredevil": 2}, {}])
    assert of(recruits(match, "daredevil", "codebreaker"), Moved) == []


def test_two_identical_cards_may_still_be_taken_one_each():
    match = arrange(hands=[["sentinel"] * 4, ["mole"]])
    offer(match, "sentinel", "sentinel")
    pick(match, "face_down")
    assert match.view(None).in_play == [{"sentinel": 1}, {"sentinel": 1}]


def test_if_nobody_has_won_or_lost_the_opponents_turn_begins():
    match = arrange()
    events = recruits(match, "enforcer", "saboteur")
    assert events[-1] == TurnBegan(2, 1)
    assert match.view(None).active == 1
    assert match.view(None).step == "play"
    assert match.to_act() == (1,)
