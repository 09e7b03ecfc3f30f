"""A hand told line by line, with every point that moves."""

import re

import pytest

from cogs.agencia.story import hands, tell, tell_resolution
from engine.agencia.embassies import EMBASSIES
from engine.agencia.game import Options
from engine.game import Resign

from .watched import FACE, NAMES, Watched, moments, watch

POINTS = re.compile(r": ([+−]\d+|0)\.$")


def last_hand(watched: Watched) -> list[str]:
    """How the hand before the present one is told."""
    return tell(watched.scene(), hands(watched.scene())[-2])


def test_the_rulebooks_example() -> None:
    watched = watch("5 4 3 1", "2 1 3 4", "5 4 R 1", "1 2 3 4", "1 5 2 3")
    watched.place("hall").play("2", "R", "4", "5", "1").target(4)
    assert last_hand(watched) == [
        "Ana chose the Hall: room for 5 Agents.",
        "Played: Ben Agents 2 (Open), Cleo Recruiter (In hand), Dan Agents 4 (Facing out), "
        "Eve Agents 5 (Face down), Ana Agents 1 (Facing out).",
        "Recruiter of Cleo: finds Agents.",
        "Cleo swaps Recruiter for Agents 5 of Eve; both are discarded.",
        "Reward tile: +1, now 1.",
        "Agents 2 of Ben enter the Hall (2 of 5): +1.",
        "Agents 4 of Dan do not fit into the Hall (2 of 5): −2.",
        "Agents 1 of Ana enter the Hall (3 of 5): +1.",
    ]


def test_a_garden_with_an_infiltrator() -> None:
    watched = watch("I", "R", "2", "3").place("garden").play("R", "2", "3", "I")
    assert last_hand(watched) == [
        "Ana chose the Garden: at least 4 Agents must come.",
        "Played: Ben Recruiter (Open), Cleo Agents 2 (Open), Dan Agents 3 (Open), "
        "Ana Infiltrator (Open).",
        "Infiltrator of Ana: finds a Recruiter and takes what the Reward tile shows: 0.",
        "Ana swaps Infiltrator for Recruiter of Ben; both are discarded.",
        "Agents 2 of Cleo make it 2 in the Garden, 4 are needed: −1.",
        "Agents 3 of Dan make it 5 in the Garden, 4 are enough: +2.",
    ]


def test_cards_that_find_nobody() -> None:
    watched = watch("I", "R", "R").place("hall").play("R", "R", "I")
    # Ana's Infiltrator has two Recruiters to choose from and takes Ben's; Cleo's finds no Agents.
    watched.target(1)
    assert last_hand(watched)[-1] == "Recruiter of Cleo: finds no Agents and is discarded."
    watched = watch("I", "1", "2").place("hall").play("1", "2", "I")
    assert last_hand(watched)[2] == ("Infiltrator of Ana: finds no Recruiter and is discarded.")


def test_an_exposed_infiltrator_pays() -> None:
    watched = watch("I", "1", "2", embassy="counter_espionage").place("hall").play("1", "2", "I")
    assert last_hand(watched)[2] == ("Infiltrator of Ana: finds no Recruiter and pays: −1.")


def test_who_has_nothing_pays_nothing() -> None:
    watched = watch("I", "1", "2", embassy="counter_espionage")
    watched.match.information[0] = 0
    watched.place("hall").play("1", "2", "I")
    assert last_hand(watched)[2].endswith("finds no Recruiter and pays: 0.")


def test_nobody_is_said_to_have_chosen_the_only_side_that_was_left() -> None:
    watched = watch("1", "2", "3", embassy="revolving_door").place("hall").play_on(until=2)
    told = [tell(watched.scene(), hand)[0] for hand in hands(watched.scene())]
    assert told == [
        "Ana chose the Hall: room for 3 Agents.",
        "Only the Garden was left to Ben: at least 3 Agents must come.",
        "Only the Hall was left to Cleo: room for 3 Agents.",
    ]
    last = [event for version, event in watched.events if version == watched.version - 1]
    assert FACE.told(watched.scene(), last)[-1] == told[-1]


def test_a_resignation_is_told() -> None:
    watched = watch("", "", "").apply(1, Resign())
    scene = watched.scene()
    assert tell_resolution(scene, hands(scene)[-1]) == [
        "Ben gave up; the first possible choice is made there from now on."
    ]


@pytest.mark.parametrize("embassy", [None, *EMBASSIES])
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_points_told_are_the_points_that_moved(seats: int, embassy: str | None) -> None:
    """For everybody, in every hand; and the Reward tile is always told as it is."""
    information, told, reward = [5] * seats, [5] * seats, 0
    for watched in moments(seats, 7, Options(embassy=embassy)):
        information = watched.match.information
    for hand in hands(watched.scene()):
        for line in tell_resolution(watched.scene(), hand):
            if found := re.search(r"Reward tile: \+(\d), now (\d+)", line):
                reward += int(found[1])
                assert reward == int(found[2])
            elif found := POINTS.search(line):
                seat = next(seat for seat, name in enumerate(NAMES) if f"of {name}" in line)
                told[seat] += int(found[1].replace("−", "-"))
    assert told == information
    assert reward == watched.match.reward
