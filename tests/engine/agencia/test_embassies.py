"""The reference's 'More embassies'."""

import pytest

from engine.agencia.actions import Place, Side
from engine.agencia.embassies import EMBASSIES, PLAIN
from engine.agencia.events import (
    AgentsResolved,
    InfiltratorResolved,
    Placed,
    RewardRaised,
)

from .table import hand, of, place, play, table, target


def successes(events):
    return [event.success for event in of(AgentsResolved, events)]


def changes(events):
    return [event.change for event in of(AgentsResolved, events)]


def test_there_are_seven_house_embassies():
    assert list(EMBASSIES) == [
        "open_doors",
        "cold_shoulder",
        "rich_archives",
        "paper_shredder",
        "double_game",
        "counter_espionage",
        "revolving_door",
    ]


def test_each_changes_the_rules_in_its_own_way():
    effects = [*EMBASSIES.values(), PLAIN]
    assert len(set(map(repr, effects))) == 8


def test_the_view_names_the_embassy_to_everyone():
    match = table("", "", "", embassy="double_game")
    assert {match.view(viewer).embassy for viewer in (None, 0, 1, 2)} == {"double_game"}
    assert table("", "", "").view(None).embassy is None


def test_open_doors_the_hall_holds_n_plus_2():
    match = table("1", "2", "3", embassy="open_doors")
    events = hand(match, "hall", "2", "3", "1")
    assert of(Placed, events)[0].limit == 5
    assert successes(events) == [True, True, False]


def test_open_doors_the_garden_asks_for_n_plus_2():
    match = table("1", "4", "I", embassy="open_doors")
    assert successes(hand(match, "garden", "4", "I", "1")) == [False, True]


def test_cold_shoulder_the_hall_holds_n_minus_1():
    match = table("1", "1", "1", embassy="cold_shoulder")
    events = hand(match, "hall", "1", "1", "1")
    assert of(Placed, events)[0].limit == 2
    assert successes(events) == [True, True, False]


def test_cold_shoulder_the_garden_asks_for_n_minus_1():
    match = table("1", "1", "1", embassy="cold_shoulder")
    assert successes(hand(match, "garden", "1", "1", "1")) == [False, True, True]


def test_rich_archives_agents_that_succeed_take_1_more():
    match = table("1", "2", "4", embassy="rich_archives")
    assert changes(hand(match, "hall", "2", "4", "1")) == [2, -2, 2]
    assert match.information == [7, 7, 3]


def test_paper_shredder_agents_that_fail_pay_1_more():
    match = table("1", "2", "4", embassy="paper_shredder")
    assert changes(hand(match, "hall", "2", "4", "1")) == [1, -3, 1]
    assert match.information == [6, 6, 2]


def test_paper_shredder_who_cannot_pay_pays_what_is_left():
    match = table("1", "2", "4", embassy="paper_shredder")
    match.information = [0, 0, 2]
    assert changes(hand(match, "hall", "2", "4", "1")) == [1, -2, 1]


def test_double_game_a_recruiter_that_succeeds_puts_2_on_the_reward_tile():
    match = table("R", "1", "5", embassy="double_game")
    hand(match, "hall", "1", "5", "R")
    assert of(RewardRaised, target(match, 1)) == [RewardRaised(0, 2, 2)]
    assert match.reward == 2


def test_double_game_a_recruiter_that_finds_nobody_puts_nothing_there():
    match = table("R", "R", "R", embassy="double_game")
    hand(match, "hall", "R", "R", "R")
    assert match.reward == 0


def test_counter_espionage_an_infiltrator_that_finds_no_recruiter_pays_1():
    match = table("1", "I", "I", embassy="counter_espionage")
    match.information = [5, 5, 0]
    events = hand(match, "hall", "I", "I", "1")
    assert of(InfiltratorResolved, events) == [
        InfiltratorResolved(1, False, 0, 1),
        InfiltratorResolved(2, False, 0, 0),  # had nothing left
    ]
    assert match.information == [6, 4, 0]


def test_counter_espionage_an_infiltrator_that_finds_one_pays_nothing():
    match = table("R", "I", "1", embassy="counter_espionage")
    hand(match, "hall", "I", "1", "R")
    assert match.information[1] == 5


@pytest.mark.parametrize("side", ["hall", "garden"])
def test_revolving_door_the_ambassador_may_not_choose_the_same_side_as_before(side):
    match = table("1 2 3", "1 2 3", "1 2 3", embassy="revolving_door")
    assert match.legal(0) == (Place(Side.HALL), Place(Side.GARDEN))
    other = "garden" if side == "hall" else "hall"
    events = hand(match, side, "1", "1", "1")
    # The only side left is taken without asking, and the next seat is to play.
    assert of(Placed, events)[1] == Placed(1, Side(other), 3)
    assert (match.full().side, match.full().step, match.to_act()) == (other, "play", (2,))
    assert of(Placed, play(match, "2", "2", "2"))[0].side == side


def test_without_an_embassy_the_same_side_may_be_chosen_again():
    match = table("1 2", "1 2", "1 2")
    hand(match, "hall", "1", "1", "1")
    assert match.legal(1) == (Place(Side.HALL), Place(Side.GARDEN))
    place(match, "hall")
