"""Matches, labels and scenes for tests that look at Agent Avenue's texts and pictures alone."""

from collections.abc import Iterator, Sequence
from random import Random

from bot.face import Scene, Sitter, seen
from bot.i18n import translator
from cogs.agent_avenue.picture import HandLabels, PersonLabel, SideLabel, TableLabels
from engine.agent_avenue import GAME
from engine.agent_avenue.cards import AGENTS, BLACK_MARKET
from engine.agent_avenue.match import AgentAvenueMatch
from engine.agent_avenue.options import Mode, Options
from engine.game import Event

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


def scene(
    match: AgentAvenueMatch,
    viewer: int | None = None,
    *,
    events: Sequence[Event] = (),
) -> Scene:
    """A match as a viewer sees it; Ana, Ben, Cleo and Dan sit in its seats."""
    names = ("Ana", "Ben", "Cleo", "Dan")[: match.seats]
    mode = "advanced" if match.black_market or match.supply else "simple"
    return Scene(
        id="8K2P",
        options=Options(mode, match.teams),
        viewer=viewer,
        view=match.view(viewer),
        events=seen([(0, event) for event in events], viewer),
        sitters=[
            Sitter(seat, name, name, f"<@{seat}>", computer=False, dms_closed=False)
            for seat, name in enumerate(names)
        ],
        decision=0,
        t=translator("en"),
        table_link=None,
        place="<#1>",
    )
