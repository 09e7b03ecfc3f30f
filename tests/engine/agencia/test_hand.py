"""The reference's 'A hand', steps A, B, D and E."""

import pytest

from engine.agencia.actions import Place, Play, Side, Target
from engine.agencia.cards import Card
from engine.agencia.events import AmbassadorPassed, CardPlayed, Drew, Placed, RoundBegan
from engine.agencia.slots import Slot
from engine.game import IllegalAction

from .table import hand, idle_hand, of, place, play, table, target


def test_the_ambassador_chooses_hall_or_garden():
    match = table("", "", "", ambassador=1)
    assert match.legal(1) == (Place(Side.HALL), Place(Side.GARDEN))
    assert match.legal(0) == match.legal(2) == ()
    (placed,) = place(match, "garden")
    assert placed == Placed(seat=1, side=Side.GARDEN, limit=3)
    assert match.full().side == "garden"


def test_nobody_else_chooses_the_side():
    match = table("", "", "", ambassador=1)
    for seat in (0, 2):
        with pytest.raises(IllegalAction, match="not your turn"):
            match.apply(seat, Place(Side.HALL))


def test_from_the_ambassadors_left_clockwise_ending_with_the_ambassador():
    match = table("", "", "", "", ambassador=2)
    place(match, "hall")
    order = []
    while match.hands_done == 0:
        (seat,) = match.to_act()
        order.append(seat)
        match.apply(seat, Play(Slot.OPEN))
    assert order == [3, 0, 1, 2]


def test_everyone_plays_one_card_from_one_of_the_four_positions():
    match = table("", "", "")
    place(match, "hall")
    assert match.legal(1) == tuple(Play(slot) for slot in ("open", "hidden", "own", "blind"))


@pytest.mark.parametrize("slot", Slot)
def test_a_played_card_lies_face_up_for_all_before_the_next_one_chooses(slot):
    match = table("", "2 R 4 I", "")
    card = match.slots[1][slot]
    place(match, "hall")
    (played,) = match.apply(1, Play(slot))
    assert played == CardPlayed(seat=1, slot=slot, card=card)
    assert match.to_act() == (2,)
    for viewer in (None, 0, 1, 2):
        assert played.seen_by(viewer) == played
        assert match.view(viewer).played == (None, card, None)
        assert match.view(viewer).slots[1][slot] is None


def test_each_step_takes_only_its_own_kind_of_action():
    match = table("1", "R", "1")
    with pytest.raises(IllegalAction, match="Hall or the Garden"):
        match.apply(0, Play(Slot.OPEN))
    place(match, "hall")
    for wrong in (Place(Side.GARDEN), Target(0)):
        with pytest.raises(IllegalAction, match="four cards"):
            match.apply(1, wrong)
    play(match, "R", "1", "1")
    for wrong in (Place(Side.GARDEN), Play(Slot.OWN)):
        with pytest.raises(IllegalAction, match="swap with"):
            match.apply(1, wrong)


@pytest.mark.parametrize("slot", Slot)
def test_everyone_draws_the_top_card_into_the_position_the_played_card_came_from(slot):
    match = table("1 2 3 4", "1 2 3 4", "1 2 3 4")
    others = {other: match.slots[1][other] for other in Slot if other != slot}
    place(match, "garden")
    events = [event for seat in (1, 2, 0) for event in match.apply(seat, Play(slot))]
    assert match.slots[1] == {**others, slot: Card.AGENTS_5}
    assert [draw.seat for draw in of(Drew, events)] == [1, 2, 0]


@pytest.mark.parametrize(
    ("slot", "shown_to"),
    [
        ("open", [None, 0, 1, 2, 3]),
        ("hidden", []),
        ("own", [1]),
        ("blind", [0, 2, 3]),
    ],
)
def test_a_drawn_card_is_shown_under_the_visibility_of_its_position(slot, shown_to):
    match = table("1", "1 2 3 4", "1", "1")
    place(match, "hall")
    events = list(match.apply(1, Play(Slot(slot))))
    events += play(match, "1", "1", "1")
    draw = next(event for event in of(Drew, events) if event.seat == 1)
    assert draw.card == Card.AGENTS_5
    for viewer in (None, 0, 1, 2, 3):
        card = Card.AGENTS_5 if viewer in shown_to else None
        assert draw.seen_by(viewer) == Drew(seat=1, slot=Slot(slot), card=card)
        assert match.view(viewer).slots[1][Slot(slot)] == card


def test_the_tile_passes_clockwise():
    match = table("", "", "", ambassador=1)
    ambassadors = []
    for _ in range(4):
        ambassadors.append(match.ambassador)
        idle_hand(match)
    assert ambassadors == [1, 2, 0, 1]


def test_a_new_hand_has_no_side_until_the_new_ambassador_has_chosen():
    match = table("1", "1", "1")
    events = hand(match, "hall", "1", "1", "1")
    assert of(AmbassadorPassed, events) == [AmbassadorPassed(seat=1, round=1, hand=2)]
    assert (match.full().side, match.full().step, match.to_act()) == (None, "place", (1,))


def test_a_round_ends_when_the_tile_comes_back_to_the_first_ambassador():
    match = table("1 2 3 4", "1 2 3 4", "1 2 3 4", ambassador=1)
    assert of(RoundBegan, hand(match, "hall", "1", "1", "1")) == []
    assert of(RoundBegan, hand(match, "hall", "2", "2", "2")) == []
    assert of(RoundBegan, hand(match, "hall", "3", "3", "3")) == [RoundBegan(2)]
    assert (match.round, match.hand, match.ambassador) == (2, 1, 1)


def test_while_a_target_is_chosen_a_card_that_has_left_play_is_not_shown_as_played():
    match = table("R", "I", "R", "1", "2")
    hand(match, "hall", "I", "R", "1", "2", "R")
    assert match.full().played == tuple(
        map(Card, ("recruiter", "infiltrator", "recruiter", "agents_1", "agents_2"))
    )
    target(match, 0)
    assert match.full().played == (None, None, "recruiter", "agents_1", "agents_2")
    assert match.full().step == "target"
