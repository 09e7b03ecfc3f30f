"""Matches of La Agencia played in a `World` by reading and pressing what people see."""

import re
from collections.abc import AsyncIterator
from random import Random

from tests.world import Person, Shown, World, called, over

PRESSES = re.compile(r":(place|play|target):")
NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Fox")


def party(world: World, people: int) -> list[Person]:
    """So many people, Ana and Ben first."""
    others = [world.person(name) for name in NAMES[2:people]]
    return [world.ana, world.ben, *others][:people]


async def lobby(world: World, **options) -> Shown:
    """Ana opens a lobby for La Agencia."""
    answer = await world.ana.command("play la-agencia", **options)
    assert answer.message is not None
    return answer.message


async def start(world: World, people: int, computers: int = 0, **options) -> list[Person]:
    """Ana opens a lobby, the others join, Ana starts; who plays."""
    opened = await lobby(world, **options)
    players = party(world, people)
    for person in players[1:]:
        await person.press(opened, "Join")
    for _ in range(computers):
        await world.ana.press(opened, "Add computer")
    await world.ana.press(opened, "Start")
    return players


def choices(message: Shown) -> list[str]:
    """The labels of the buttons that decide something."""
    return [label for label, custom_id in message.buttons.items() if PRESSES.search(custom_id)]


async def decide(world: World, rng: Random) -> Person:
    """One decision, by whoever is called."""
    person = called(world)
    await person.press(world.table, rng.choice(choices(world.table)))
    return person


async def decisions(world: World, rng: Random) -> AsyncIterator[Person]:
    """The rest of the match, decision by decision."""
    while not over(world):
        yield await decide(world, rng)
