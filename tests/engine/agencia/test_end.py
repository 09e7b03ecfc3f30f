"""The reference's 'End': scores, ties, shared victory; and what a finished match refuses."""

import pytest

from engine.agencia.actions import Place, Side
from engine.agencia.cards import Card
from engine.agencia.events import Ended, Score
from engine.agencia.rules import end
from engine.agencia.slots import Slot
from engine.game import IllegalAction, Resign

from .table import cards, idle_hand, of, table, to_the_end


def counted(*seats):
    """A match that ends with this information and these decks: (information, cards)."""
    match = table(*[""] * len(seats))
    match.information = [information for information, _ in seats]
    match.decks = [cards(deck) for _, deck in seats]
    end(match, [])
    return match


def test_the_match_ends_after_the_last_round():
    match = table("", "", "", ambassador=2)
    for _ in range(11):
        idle_hand(match)
        assert not match.over
        assert match.winners == match.scores == ()
    idle_hand(match)
    assert match.over
    view = match.view(None)
    assert (view.step, view.to_act, view.legal) == ("over", (), {})


def test_round_hand_ambassador_and_side_stay_those_of_the_last_hand():
    match = table("", "", "", ambassador=2)
    to_the_end(match)
    view = match.view(None)
    assert (view.round, view.hand, view.ambassador, view.side) == (4, 3, 1, "hall")


def test_the_last_hand_is_replaced_too_so_four_cards_are_in_each_deck():
    match = table("", "", "")
    to_the_end(match)
    assert [len(deck) for deck in match.decks] == [4, 4, 4]
    assert all(match.slots[seat][slot] for seat in range(3) for slot in Slot)


def test_score_is_information_plus_the_values_in_the_own_deck():
    match = counted((7, "5 4 R I"), (2, "1 2 3 4"), (0, "R R I 1"))
    assert match.scores == (Score(7, 6, 13), Score(2, 6, 8), Score(0, 3, 3))
    assert match.winners == (0,)


def test_the_four_positions_do_not_count():
    match = table("5 4 3 2", "", "")
    end(match, [])
    assert match.scores[0].deck == 1 + 1 + 1 + 0


def test_highest_wins():
    assert counted((4, "1"), (5, "1"), (3, "4")).winners == (1,)


def test_at_a_tie_the_higher_value_in_the_deck():
    assert counted((5, "1"), (3, "5"), (4, "4")).winners == (1,)


def test_then_the_victory_is_shared():
    assert counted((5, "1"), (3, "5"), (3, "4 1")).winners == (1, 2)


def test_the_end_is_told_with_winners_and_scores():
    match = table("", "", "")
    events = []
    while not match.over:
        (seat,) = match.to_act()
        events += match.apply(seat, match.legal(seat)[0])
    assert events[-1] == Ended(match.winners, match.scores)
    assert len(of(Ended, events)) == 1
    assert match.full().scores == match.scores


def test_at_the_end_all_cards_are_shown():
    match = table("", "", "")
    to_the_end(match)
    for viewer in (None, 0, 1, 2):
        assert match.view(viewer) == match.full()
        assert list(match.view(viewer).decks) == match.decks
        assert list(match.view(viewer).slots) == match.slots


@pytest.mark.parametrize("action", [Resign(), Place(Side.HALL)])
def test_a_match_that_is_over_takes_no_further_action(action):
    match = table("", "", "")
    to_the_end(match)
    with pytest.raises(IllegalAction, match="over"):
        match.apply(0, action)


def test_values_of_the_options_count_in_the_deck():
    match = table("", "", "", information_values={Card.INFILTRATOR: 9})
    match.decks[1] = cards("I")
    end(match, [])
    assert match.scores[1] == Score(5, 9, 14)
