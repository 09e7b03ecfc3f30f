"""Whole matches played by people who hear text, labels and alt texts, and see nothing.

Their private messages have no pictures. Marks that only look like something are taken out of what
they hear, and every decision follows from words and numbers in it.
"""

import re
import unicodedata
from collections.abc import Sequence

from bot.rows import Preferences
from tests.cogs.agencia import evening
from tests.cogs.agent_avenue import duel
from tests.world import Person, Shown, World

NUMBER = re.compile(r"([+−]\d+)")
EFFECT = re.compile(
    r"\*\*(?P<card>[\w ]+?)(?: ×\d)?\*\*: for you (?P<mine>.*?); for \w+ (?P<other>.*)"
)
OFFER = re.compile(r"face up \(for you (?P<mine>.*?); for \w+ (?P<other>.*?)\)")
SPACES = re.compile(r"Ana on space (\d+), +Ben on space (\d+)")


def heard(message: Shown) -> str:
    """A message as a screen reader says it: no symbols that are only shapes."""
    said = "\n".join([message.text, *message.alts, *message.buttons])
    return "".join(char for char in said if unicodedata.category(char) not in ("So", "Co", "Cn"))


async def without_pictures(world: World, people: Sequence[Person]) -> None:
    for person in people:
        await world.bot.store.save_preferences(person.id, Preferences(pictures=False))


# Agent Avenue


def worth(effect: str) -> int:
    """How good an effect is for its side, from its words."""
    if "a win" in effect or "a catch" in effect:
        return 100
    if "a loss" in effect:
        return -100
    number = NUMBER.search(effect)
    return int(number[1].replace("−", "-")) if number else 0


async def recruit(person: Person, table: Shown) -> None:
    """Take the face-up card if it moves one further than it would the other."""
    offer = OFFER.search(heard(table))
    assert offer is not None
    pick = "face-up" if worth(offer["mine"]) >= worth(offer["other"]) else "face-down"
    await person.press(table, f"Recruit the {pick} card")


async def lay(person: Person) -> None:
    """Offer the two cards that would help oneself most against what they would do for the other."""
    hand = heard(person.hand)
    effects = [match for line in hand.splitlines() if (match := EFFECT.match(line))]
    assert effects, hand
    effects.sort(key=lambda effect: worth(effect["mine"]) - worth(effect["other"]))
    best = [effect["card"] for effect in effects]
    await person.press(person.hand, best[-1])
    second = [label for label in duel.downs(person.hand) if not label.startswith(best[-1])]
    await person.press(person.hand, (second or duel.downs(person.hand))[0])


async def test_a_match_of_agent_avenue_is_played_by_ear(world: World) -> None:
    people = [world.ana, world.ben]
    await without_pictures(world, people)
    await duel.start(world)
    while not duel.over(world):
        table, person = world.table, duel.called(world)
        assert [person.hand.alts for person in people] == [(), ()]
        state = (await world.match()).state.view(None)
        found = SPACES.search(heard(table))
        assert found is not None
        assert (int(found[1]), int(found[2])) == state.spaces  # type: ignore[attr-defined]
        if any(label.startswith("Recruit") for label in table.buttons):
            await recruit(person, table)
        else:
            await lay(person)
    assert re.search(r"(Ana|Ben) wins: ", heard(world.table))


# La Agencia


def known(person: Person) -> dict[str, str]:
    """What a private message says of the own positions, by their buttons' names."""
    (line,) = [line for line in heard(person.hand).splitlines() if line.startswith("In hand (")]
    parts = (part.partition(" (") for part in line.split(" · "))
    return {name: rest.partition("): ")[2].strip("*") for name, _, rest in parts}


async def decide(world: World, person: Person) -> None:
    """Choose by the cards that are known: many Agents for the Garden, and the largest first."""
    table, own = world.table, known(person)
    agents = {name: int(card[7:]) for name, card in own.items() if card.startswith("Agents ")}
    if "Hall" in table.buttons:
        await person.press(table, "Garden" if sum(agents.values()) > 4 else "Hall")
    elif "Open" in " ".join(table.buttons):
        position = max(agents, key=lambda name: agents[name], default="Facing out")
        await person.press(table, position)
    else:
        (first, *_) = evening.choices(table)
        assert first in heard(table)
        await person.press(table, first)


async def test_a_match_of_la_agencia_is_played_by_ear(world: World) -> None:
    people = evening.party(world, 3)
    await without_pictures(world, people)
    lobby = await evening.lobby(world)
    for person in people[1:]:
        await person.press(lobby, "Join")
    await world.ana.press(lobby, "Start")
    while not evening.over(world):
        person = evening.called(world)
        assert person.hand.alts == ()
        view = (await world.match()).state.view(None)
        said = heard(person.hand).partition("Information: ")[2]
        points = dict(re.findall(r"(\w+) (\d+)", said.splitlines()[0]))
        told = [int(points[name]) for name in ("Ana", "Ben", "Cleo")]
        assert told == list(view.information)  # type: ignore[attr-defined]
        await decide(world, person)
    assert re.search(r"wins? with \d+|share the victory", heard(world.table))
