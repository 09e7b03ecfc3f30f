"""Whoever presses whatever is there, in every mode and with every team: the match goes on.

The bot answers every press, no request of its own is refused, and a restart shows nothing.
"""

import re
from random import Random

import pytest

from tests.cogs.agent_avenue.duel import choices, over
from tests.world import Person, Shown, World

SEATS = {"1v1": 2, "2v1": 3, "2v2": 4}


async def lobby_of(world: World, people: list[Person], mode: str, teams: str) -> None:
    """The first one opens a lobby, the others join, computers take what is left."""
    lobby = await people[0].play(mode=mode, teams=teams)
    for person in people[1:]:
        for label in [label for label in lobby.buttons if label.startswith("Join")]:
            if (await person.press(lobby, label)).private is None:
                break
    for _ in range(SEATS[teams] - len(people)):
        await people[0].press(lobby, "Add computer")
    await people[0].press(lobby, "Start")


def within_reach(world: World, people: list[Person]) -> list[tuple[Person, Shown, str]]:
    """Everything that anybody can press, at the table or in the own hand."""
    table = world.table
    at_table = [(person, table, label) for person in people for label in choices(table)]
    in_hand = [(person, person.hand, label) for person in people for label in person.hand.buttons]
    return at_table + in_hand


@pytest.mark.parametrize(
    ("mode", "teams", "humans"),
    [
        ("simple", "2v2", 4),
        ("simple", "2v1", 2),
        ("advanced", "1v1", 2),
        ("advanced", "2v1", 3),
        ("advanced", "2v2", 3),
    ],
)
async def test_the_match_goes_on_to_its_end(
    world: World, mode: str, teams: str, humans: int
) -> None:
    people = [world.ana, world.ben, world.eve, world.person("Kit")][:humans]
    await lobby_of(world, people, mode, teams)
    rng = Random(humans)
    presses = 0
    while not over(world):
        person, message, label = rng.choice(within_reach(world, people))
        await person.press(message, label)
        presses += 1
        if presses % 10 == 0:
            before = [world.seen_by(person) for person in people]
            await world.restart()
            assert [world.seen_by(person) for person in people] == before
    assert re.search(r" wins?: ", world.table.text)
