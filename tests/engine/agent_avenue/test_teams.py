"""Reference, Team variant."""

import pytest

from engine.agent_avenue import GAME
from engine.agent_avenue.actions import Discard, Play, Recruit, Take, Use
from engine.agent_avenue.events import Drew, Played, Recruited, Took
from engine.agent_avenue.options import Options
from engine.game import IllegalAction

from .arrange import TWO_AGAINST_ONE, TWO_AGAINST_TWO, arrange, of, offer, pick, play_apart

HANDS = [
    ["enforcer", "sentinel", "saboteur", "mole"],
    ["daredevil", "codebreaker", "sentinel", "enforcer"],
    ["codebreaker", "daredevil", "enforcer", "double_agent"],
    ["saboteur", "double_agent", "saboteur", "sentinel"],
]


def teams(**arrangement):
    """Two against two (seats 0 and 2 against 1 and 3), each with an own hand."""
    return arrange(teams=TWO_AGAINST_TWO, **({"hands": HANDS} | arrangement))


def test_seats_of_each_number_of_players():
    assert GAME.seat_counts(Options("simple", TWO_AGAINST_TWO)) == (4,)
    assert GAME.seat_counts(Options("simple", TWO_AGAINST_ONE)) == (3,)


# Play


def test_either_teammate_goes_first_and_plays_1_card_face_up():
    for first in (0, 2):
        match = teams()
        assert match.to_act() == (0, 2)
        card = HANDS[first][0]
        events = match.apply(first, Play(face_up=card))
        assert events[0] == Played(first, card, None, hidden=False)
        assert match.view(None).table.face_up == card
        assert match.view(None).step == "play"
        assert match.to_act() == (2 - first,)


def test_the_other_then_plays_1_card_face_down():
    match = teams()
    match.apply(0, Play(face_up="enforcer"))
    events = match.apply(2, Play(face_down="daredevil"))
    assert events[0] == Played(2, None, "daredevil", hidden=True)
    assert match.full().table.face_down == "daredevil"
    assert match.view(None).step == "recruit"


def test_each_draws_after_the_own_card():
    match = teams(deck=["mole", "sidekick", "enforcer"])
    assert of(match.apply(2, Play(face_up="enforcer")), Drew) == [Drew(2, ("mole",))]
    assert of(match.apply(0, Play(face_down="mole")), Drew) == [Drew(0, ("sidekick",))]


def test_with_1_card_left_in_the_deck_the_one_who_plays_face_up_draws_it():
    match = teams(deck=["sidekick"])
    assert of(match.apply(2, Play(face_up="enforcer")), Drew) == [Drew(2, ("sidekick",))]
    assert of(match.apply(0, Play(face_down="mole")), Drew) == []


@pytest.mark.parametrize(
    ("face_up", "face_down"), [(None, "enforcer"), ("enforcer", "mole"), (None, None)]
)
def test_the_first_one_plays_face_up_only(face_up, face_down):
    cards = {"face_up": face_up, "face_down": face_down}
    with pytest.raises(IllegalAction, match="one card face up"):
        teams().apply(0, Play(**{key: card for key, card in cards.items() if card}))


def test_the_second_one_plays_face_down_only():
    match = teams()
    match.apply(0, Play(face_up="enforcer"))
    for action in (Play(face_up="daredevil"), Play("daredevil", "codebreaker")):
        with pytest.raises(IllegalAction, match="one card face down"):
            match.apply(2, action)


def test_nobody_plays_both_cards():
    match = teams()
    match.apply(0, Play(face_up="enforcer"))
    with pytest.raises(IllegalAction, match="not for you"):
        match.apply(0, Play(face_down="mole"))


def test_different_names():
    match = teams()
    match.apply(0, Play(face_up="enforcer"))
    with pytest.raises(IllegalAction, match="another name"):
        match.apply(2, Play(face_down="enforcer"))
    plays = [action.face_down for action in match.legal(2) if isinstance(action, Play)]
    assert plays == ["double_agent", "codebreaker", "daredevil"]


def test_unless_every_card_in_the_second_ones_hand_has_the_name_of_the_face_up_card():
    hands = [HANDS[0], HANDS[1], ["enforcer"] * 4, HANDS[3]]
    match = teams(hands=hands)
    match.apply(0, Play(face_up="enforcer"))
    plays = [action for action in match.legal(2) if isinstance(action, Play)]
    assert plays == [Play(face_down="enforcer")]
    match.apply(2, Play(face_down="enforcer"))


def test_a_hand_all_of_another_name_is_no_exception():
    hands = [HANDS[0], HANDS[1], ["mole"] * 4, HANDS[3]]
    match = teams(hands=hands)
    match.apply(0, Play(face_up="enforcer"))
    assert match.legal(2) == (Discard("mole"), Play(face_down="mole"))


def test_the_first_one_may_play_any_card():
    match = teams()
    plays = [action.face_up for action in match.legal(2) if isinstance(action, Play)]
    assert plays == ["double_agent", "enforcer", "codebreaker", "daredevil"]


# Discards


def test_each_may_discard_and_draw_before_playing_the_own_card():
    match = teams(deck=["mole"] * 9)
    match.apply(2, Discard("enforcer"))
    match.apply(0, Discard("enforcer"))
    assert match.to_act() == (0, 2)
    assert match.view(None).discards_left == [1, 2, 1, 2]


def test_also_when_the_teammate_has_already_played():
    match = teams()
    match.apply(0, Play(face_up="enforcer"))
    match.apply(2, Discard("enforcer"))
    assert match.to_act() == (2,)


def test_not_after_playing_the_own_card():
    match = teams()
    match.apply(0, Play(face_up="enforcer"))
    with pytest.raises(IllegalAction, match="not for you"):
        match.apply(0, Discard("mole"))


def test_at_most_2_times_per_match_each():
    match = teams()
    match.apply(0, Discard("mole"))
    match.apply(0, Discard("saboteur"))
    with pytest.raises(IllegalAction, match="used up"):
        match.apply(0, Discard("sentinel"))
    match.apply(2, Discard("enforcer"))


def test_a_single_player_facing_a_team_of_two_has_4():
    match = arrange(teams=TWO_AGAINST_ONE)
    assert match.view(None).discards_left == [2, 4, 2]


# A single player facing a team of two


def test_a_single_player_plays_both_cards_and_each_opponent_may_recruit():
    for recruiter in (0, 2):
        match = arrange(teams=TWO_AGAINST_ONE, active=1)
        offer(match, "enforcer", "mole")
        assert match.to_act() == (0, 2)
        events = match.apply(recruiter, Recruit("face_up"))
        assert of(events, Recruited)[0] == Recruited(0, recruiter, "enforcer", 1, "face_up")


# Recruit


def test_the_opposing_team_recruits_whoever_of_it_presses():
    for recruiter in (1, 3):
        match = teams()
        play_apart(match, "enforcer", "daredevil")
        assert match.to_act() == (1, 3)
        assert match.legal(1) == match.legal(3) == (Recruit("face_up"), Recruit("face_down"))
        match.apply(recruiter, Recruit("face_down"))
        assert match.view(None).in_play == [{"enforcer": 1}, {"daredevil": 1}]


def test_teammates_share_the_meeple_and_the_agents_in_play():
    match = teams()
    play_apart(match, "enforcer", "daredevil")
    pick(match, "face_down")
    match.apply(1, Play(face_up="enforcer"))
    match.apply(3, Play(face_down="saboteur"))
    pick(match, "face_up")
    view = match.view(None)
    assert view.in_play == [{"enforcer": 2}, {"daredevil": 1, "saboteur": 1}]
    assert view.spaces == (1 + 1 + 2, 8 + 2 - 1)


# Black market


def market():
    match = teams(moved=(1, 0), supply=["secret_recruit", "double_trouble", "masterplan"])
    play_apart(match, "enforcer", "codebreaker")
    pick(match, "face_down")
    assert match.to_act() == (0, 2)
    return match


@pytest.mark.parametrize("taker", [0, 2])
def test_any_seat_of_the_team_takes_and_the_ability_uses_its_own_hand(taker):
    match = market()
    events = match.apply(taker, Take("secret_recruit"))
    assert events[0] == Took(0, taker, "secret_recruit", None)
    assert match.to_act() == (taker,)
    hand = match.full().hands[taker]
    assert {use.card for use in match.legal(taker)} == set(hand) - {"enforcer"}
    chosen = match.legal(taker)[0]
    match.apply(taker, chosen)
    assert chosen.card not in match.full().hands[taker]


def test_the_teammate_does_not_choose_for_the_one_who_took():
    match = market()
    match.apply(2, Take("secret_recruit"))
    assert match.legal(0) == ()
    with pytest.raises(IllegalAction, match="Whoever took"):
        match.apply(0, Use("sentinel"))
