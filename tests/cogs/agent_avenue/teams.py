"""Matches of teams in a `World`: who sits where, who is called, what everybody presses."""

import re
from collections.abc import AsyncIterator
from random import Random

from tests.cogs.agent_avenue.duel import choices, over
from tests.world import Person, Shown, World

SEATS = {"1v1": 2, "2v1": 3, "2v2": 4}
GREEN, BLUE = "Join ▲ green", "Join ● blue"


def party(world: World, humans: int) -> list[Person]:
    """So many people; in a match of teams the first and the third are green."""
    others = [world.person("Kit")] if humans > 3 else []
    return [world.ana, world.ben, world.eve, *others][:humans]


async def fill(world: World, mode: str, teams: str, people: list[Person]) -> Shown:
    """The first one opens a lobby, the others join in the order of the seats, computers follow."""
    lobby = await people[0].play(mode=mode, teams=teams)
    for seat, person in enumerate(people[1:], 1):
        await person.press(lobby, "Join" if teams == "1v1" else (GREEN, BLUE)[seat % 2])
    for _ in range(SEATS[teams] - len(people)):
        await people[0].press(lobby, "Add computer")
    return lobby


async def start(world: World, people: list[Person], *, mode: str = "simple", teams: str) -> None:
    """A match with these people, and computers in the seats that are left."""
    await people[0].press(await fill(world, mode, teams, people), "Start")


def called(world: World) -> list[Person]:
    """Whom the table says is to act."""
    (line,) = [line for line in world.table.text.splitlines() if line.startswith("→")]
    users = [int(user) for user in re.findall(r"<@(\d+)>", line)]
    return [person for person in world.people if person.id in users]


async def presses(
    world: World, rng: Random, dying_after: int | None = None, *, discards: float = 0.2
) -> AsyncIterator[Person]:
    """The rest of a match, press by press; a proposal is mostly confirmed.

    If wished, the bot dies in each press, after so many requests, and starts again. `discards` is
    the probability of a discard where one is possible.
    """
    proposed: str | None = None
    while not over(world):
        person = rng.choice(called(world))
        at_table = choices(world.table)
        message = world.table if at_table else person.hand
        labels = at_table or choices(person.hand)
        if "Discard a card" in " ".join(message.buttons) and rng.random() < discards:
            labels = [label for label in message.buttons if label.startswith("Discard")]
        again = proposed in labels and rng.random() < 0.7
        label = proposed if again and proposed else rng.choice(labels)
        proposed = label if at_table else None
        if dying_after is None:
            await person.press(message, label)
        else:
            with world.dying(dying_after, lost=False):
                await person.press(message, label, answered=False)
            await world.restart()
        yield person
