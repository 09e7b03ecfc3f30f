"""Put a match of Agent Avenue into the situation that a rule speaks of, and play a turn in it."""

from collections.abc import Mapping, Sequence
from random import Random

from engine.agent_avenue import GAME
from engine.agent_avenue.actions import Play, Recruit, Take
from engine.agent_avenue.match import AgentAvenueMatch
from engine.agent_avenue.options import Options
from engine.game import Event

TWO = ((0,), (1,))
TWO_AGAINST_TWO = ((0, 2), (1, 3))
TWO_AGAINST_ONE = ((0, 2), (1,))

HAND = ("enforcer", "sentinel", "saboteur", "mole")
DECK = ("enforcer",) * 20


def arrange(
    *,
    mode: str | None = None,
    teams: tuple[tuple[int, ...], tuple[int, ...]] = TWO,
    active: int = 0,
    hands: Sequence[Sequence[str]] | None = None,
    deck: Sequence[str] = DECK,
    in_play: Sequence[Mapping[str, int]] = ({}, {}),
    moved: tuple[int, int] = (0, 0),
    supply: Sequence[str] = (),
    market_deck: Sequence[str] = (),
    ongoing: Sequence[Sequence[str]] = ((), ()),
) -> AgentAvenueMatch:
    """A match before the active team's Play step.

    `moved` says how far each meeple has moved forward from its home; hands that are not given hold
    four different agents. With a supply or ongoing cards the match is an advanced one.
    """
    if mode is None:
        mode = "advanced" if supply or any(ongoing) else "simple"
    options = Options(mode, teams)
    (seats,) = GAME.seat_counts(options)
    match = GAME.new(GAME.deal(Random(0), options, seats), options, seats)
    match.active = active
    match.acting = match.teams[active]
    hands = [HAND] * seats if hands is None else hands
    match.hands = [list(hand) for hand in hands]
    match.agents, match.drawn = tuple(deck), 0
    for team, steps in enumerate(moved):
        match.advance(team, steps)
    match.in_play = [dict(agents) for agents in in_play]
    match.supply = tuple(supply)
    revealed = [*(card for cards in ongoing for card in cards), *supply]
    match.black_market, match.revealed = (*revealed, *market_deck), len(revealed)
    for team, cards in enumerate(ongoing):
        for card in cards:
            match.keep(team, card)
    return match


def offer(match: AgentAvenueMatch, face_up: str, face_down: str) -> Sequence[Event]:
    """The active single player lays these two cards."""
    (seat,) = match.to_act()
    return match.apply(seat, Play(face_up, face_down))


def play_apart(match: AgentAvenueMatch, face_up: str, face_down: str) -> Sequence[Event]:
    """The lower seat of the active team of two plays face up, the other one face down."""
    first, second = match.to_act()
    return [
        *match.apply(first, Play(face_up=face_up)),
        *match.apply(second, Play(face_down=face_down)),
    ]


def pick(match: AgentAvenueMatch, which: str) -> Sequence[Event]:
    """The other side takes the `face_up` or the `face_down` card."""
    return match.apply(match.to_act()[0], Recruit(which))


def recruits(match: AgentAvenueMatch, active: str, other: str) -> Sequence[Event]:
    """A whole turn in which the active single player gets one agent and the other side another.

    The hand of the active player is made to hold both.
    """
    (seat,) = match.to_act()
    match.hands[seat] = [active, other, *match.hands[seat][2:]]
    return [*offer(match, active, other), *pick(match, "face_down")]


def take(match: AgentAvenueMatch, card: str) -> Sequence[Event]:
    """Whoever landed on a corner takes this card."""
    return match.apply(match.to_act()[0], Take(card))


def of(events: Sequence[Event], kind: type[Event]) -> list[Event]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]
