"""Hypothesis strategies: matches of any kind, and every action there is."""

from itertools import product
from random import Random

from hypothesis import strategies as st

from engine.agent_avenue import GAME
from engine.agent_avenue.actions import Discard, Play, Recruit, Take, Use
from engine.agent_avenue.cards import AGENT_DECK, AGENT_IDS, MARKET_IDS
from engine.agent_avenue.match import AgentAvenueMatch
from engine.agent_avenue.options import Deal, Options
from engine.game import Action

TEAMS = [
    ((0,), (1,)),
    ((1,), (0,)),
    ((0, 2), (1,)),
    ((1,), (0, 2)),
    ((0,), (1, 2)),
    ((0, 2), (1, 3)),
    ((3, 2), (0, 1)),
]

OPTIONS = st.builds(
    Options, mode=st.sampled_from(["simple", "advanced"]), teams=st.sampled_from(TEAMS)
)

EVERY_ACTION: list[Action] = [
    *(Discard(card) for card in AGENT_IDS),
    *(Play(up, down) for up, down in product(AGENT_IDS, AGENT_IDS)),
    *(Play(face_up=card) for card in AGENT_IDS),
    *(Play(face_down=card) for card in AGENT_IDS),
    Play(),
    Recruit("face_up"),
    Recruit("face_down"),
    *(Take(card) for card in MARKET_IDS),
    *(Use(card) for card in AGENT_IDS),
    *(Use(card, recruit=again) for card in AGENT_IDS for again in (True, False)),
]
"""Whatever can be written down, legal or not; resigning apart."""


@st.composite
def deals(draw, options: Options) -> Deal:
    """Any deal for these options."""
    first = draw(st.sampled_from([0, 1]))
    agents = tuple(draw(st.permutations(AGENT_DECK)))
    if options.mode == "simple":
        return Deal(first, agents)
    return Deal(first, agents, tuple(draw(st.permutations(MARKET_IDS))))


def opened(deal: Deal, options: Options) -> AgentAvenueMatch:
    """The match that starts from a deal."""
    (seats,) = GAME.seat_counts(options)
    return GAME.new(deal, options, seats)


def other_world(match: AgentAvenueMatch, viewer: int | None, rng: Random) -> AgentAvenueMatch:
    """A match that differs in what the viewer cannot know, and in nothing else.

    The cards that the viewer does not see change places among themselves: in the other hands, in
    the deck, and face down on the table.
    """
    twin = match.copy()
    hands = [seat for seat in range(match.seats) if seat != viewer]
    hidden = [card for seat in hands for card in match.hands[seat]]
    hidden += match.agents[match.drawn :]
    face_down = match.face_down is not None and match.face_down_seat != viewer
    if face_down:
        hidden.append(match.face_down)
    rng.shuffle(hidden)
    if face_down:
        twin.face_down = hidden.pop()
    for seat in hands:
        twin.hands[seat] = [hidden.pop() for _ in match.hands[seat]]
    twin.agents = match.agents[: match.drawn] + tuple(hidden)
    black_market = list(match.black_market[match.revealed :])
    rng.shuffle(black_market)
    twin.black_market = match.black_market[: match.revealed] + tuple(black_market)
    return twin
