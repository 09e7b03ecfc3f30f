"""Matches and labels for the tests of Agent Avenue's pictures."""

from collections.abc import Iterator
from random import Random

from cogs.agent_avenue.picture import HandLabels, PersonLabel, SideLabel, TableLabels
from engine.agent_avenue import GAME
from engine.agent_avenue.cards import AGENTS, BLACK_MARKET
from engine.agent_avenue.match import AgentAvenueMatch
from engine.agent_avenue.options import Mode, Options

NAMES = {
    card: known.name
    for known_cards in (AGENTS, BLACK_MARKET)
    for card, known in known_cards.items()
}
SIDES = (
    SideLabel((PersonLabel("Ana", "Green"),), "G"),
    SideLabel((PersonLabel("Ben", "Blue"),), "B"),
)
TABLE = TableLabels(SIDES, NAMES, status="Ana chooses", hands="Hands")
HAND = HandLabels(SIDES, NAMES, face_up="Face up", face_down="Face down")

Teams = tuple[tuple[int, ...], tuple[int, ...]]
DUEL: Teams = ((0,), (1,))
PAIRS: Teams = ((0, 2), (1, 3))


def people(seats: int) -> list[tuple[int, PersonLabel]]:
    """The seats of a match in which the teams alternate."""
    return [(seat % 2, PersonLabel(f"Person {seat}", "?")) for seat in range(seats)]


def moments(
    seed: int,
    *,
    mode: Mode = "simple",
    teams: Teams = DUEL,
) -> Iterator[AgentAvenueMatch]:
    """A random match, at its beginning and after each action. It is the same object each time."""
    rng = Random(seed)
    options = Options(mode=mode, teams=teams)
    seats = len(teams[0]) + len(teams[1])
    match = GAME.new(GAME.deal(rng, options, seats), options, seats)
    yield match
    while not match.over:
        seat = rng.choice(match.to_act())
        match.apply(seat, rng.choice(match.legal(seat)))
        yield match
