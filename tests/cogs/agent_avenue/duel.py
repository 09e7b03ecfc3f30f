"""Matches of Agent Avenue played in a `World` by reading and pressing what people see."""

from collections.abc import AsyncIterator, Sequence
from random import Random
from typing import TypeVar

import pytest

from engine.agent_avenue.cards import AGENT_DECK, MARKET_IDS, AgentId, MarketId
from engine.agent_avenue.game import AgentAvenue
from engine.agent_avenue.options import Deal, Options
from tests.world import Person, Shown, World, called, over

Card = TypeVar("Card")


async def start(world: World, *, against_computer: bool = False, mode: str = "simple") -> Shown:
    """Ana opens a lobby, somebody joins, Ana starts; the lobby's message."""
    lobby = await world.ana.play(mode=mode)
    if against_computer:
        await world.ana.press(lobby, "Add computer")
    else:
        await world.ben.press(lobby, "Join")
    await world.ana.press(lobby, "Start")
    return lobby


def stack(
    monkeypatch: pytest.MonkeyPatch,
    *top: AgentId,
    first: int = 0,
    market: Sequence[MarketId] = (),
) -> None:
    """Deal these cards first from now on (four to Ana, four to Ben, the deck), then the others.

    The same for the black market, of which three are revealed.
    """
    agents, black_market = _on_top(top, AGENT_DECK), _on_top(market, MARKET_IDS)

    def deal(_: object, rng: Random, options: Options, seats: int) -> Deal:
        if options.mode == "simple":
            return Deal(first, agents)
        return Deal(first, agents, black_market)

    monkeypatch.setattr(AgentAvenue, "deal", deal)


def _on_top(top: Sequence[Card], cards: Sequence[Card]) -> tuple[Card, ...]:
    rest = list(cards)
    for card in top:
        rest.remove(card)
    return (*top, *rest)


def picks(hand: Shown) -> list[str]:
    """The labels of the cards that a hand offers to play face up."""
    return [label for label, custom_id in hand.buttons.items() if ":pick:up." in custom_id]


def downs(hand: Shown) -> list[str]:
    """The labels of the cards that a hand offers to play face down."""
    return [label for label, custom_id in hand.buttons.items() if ":play:" in custom_id]


async def offer(person: Person, rng: Random) -> None:
    """Play two cards from the hand."""
    await person.press(person.hand, rng.choice(picks(person.hand)))
    await person.press(person.hand, rng.choice(downs(person.hand)))


async def play(person: Person, face_up: str, face_down: str) -> None:
    """Play these two cards from the hand."""
    await person.press(person.hand, face_up)
    await person.press(person.hand, face_down)


STANDING = {"hand", "rules", "why", "again"}
"""The verbs of buttons that decide nothing."""


def choices(message: Shown) -> list[str]:
    """The labels of the buttons with which something is decided; discarding left out."""
    return [
        label
        for label, custom_id in message.buttons.items()
        if custom_id.split(":")[2] not in STANDING and not custom_id.endswith((":discard", ":back"))
    ]


async def decide(world: World, rng: Random) -> Person:
    """One decision, by whoever is called, at the table or from the hand; who that was."""
    person = called(world)
    version = (await world.match()).version
    if choices(world.table):
        await person.press(world.table, rng.choice(choices(world.table)))
    while (await world.match()).version == version:
        await person.press(person.hand, rng.choice(choices(person.hand)))
    return person


async def decisions(world: World, rng: Random) -> AsyncIterator[Person]:
    """The rest of the match, decision by decision."""
    while not over(world):
        yield await decide(world, rng)
