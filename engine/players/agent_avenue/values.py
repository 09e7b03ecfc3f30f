"""How likely the team that is to play wins: a sum of learned weights, looked up in tables.

The weights were fitted by matches of the computer against itself (`python -m bench.fit_values`):
a logistic regression on what lies open, one for each mode. They are public arithmetic; no hidden
card enters them.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from math import exp
from pathlib import Path

import msgspec

from engine.agent_avenue.board import HOMES, SPACES
from engine.agent_avenue.cards import AGENT_IDS, AgentId
from engine.agent_avenue.options import DISCARDS
from engine.agent_avenue.race import Race
from engine.agent_avenue.state import MatchState

COLLECTED = AGENT_IDS[:6]
"""The agents of which there are several, so that the number in play matters."""

COUNTS = 3
"""0, 1, 2 and more: a third Codebreaker or Daredevil ends the match, others change little."""

PLACE_VALUE: dict[str, int] = {
    card: COUNTS**i if card in COLLECTED else 0 for i, card in enumerate(AGENT_IDS)
}
"""What one more of an agent adds to the number of a team's collection."""

PROFILES = COUNTS ** len(COLLECTED)

PAIRS = tuple((i, j) for i in range(len(COLLECTED)) for j in range(i + 1, len(COLLECTED)))
DECK_BINS = (4, 10, 18)
"""With more cards than these in the deck the weights of the next bin count."""

GAPS = SPACES + 1
FILE = Path(__file__).with_name("values.json")

TO_PLAY, WAITING = 0, 1
"""The roles of the two teams at the beginning of a turn; weights stand for each of them."""


class Weights(msgspec.Struct):
    """What is learned. Everything adds up to the log-odds that the team to play wins."""

    gap: list[list[float]]
    """By bin of the deck and by the gap of the team to play."""

    copies: list[list[list[list[float]]]]
    """By role, gap of the team to play, agent and its copies in play."""

    pairs: list[list[list[float]]]
    """By role, pair of agents and their copies (3 × the first's + the second's)."""

    discards: list[list[float]]
    """By role, discards that the team has left."""

    spaces: list[list[float]]
    """By role, space of the meeple; zero in simple mode."""

    kept: list[dict[str, list[float]]]
    """By role, ongoing black market card, and what decides its worth (`_matters`)."""

    take: dict[str, float]
    """What taking a black market card adds for the team that takes it, on average."""


class Values:
    """Weights made ready for looking up."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.tables = [_table(weights, role) for role in (TO_PLAY, WAITING)]
        """By role, profile and gap of the team to play."""

    def log_odds(self, match: MatchState, to_play: int) -> float:
        """The log-odds that a team wins if it is the next to play."""
        gap = min(max(match.gaps[to_play], 1), SPACES - 1)
        z = self.weights.gap[deck_bin(match.deck)][gap]
        for role, team in ((TO_PLAY, to_play), (WAITING, 1 - to_play)):
            z += self.tables[role][profile(match.in_play[team])][gap]
            z += self.weights.discards[role][discards_left(match, team)]
            if match.black_market:
                z += self.market(match, team, role) + self.guarded(match, team, role)
        return z

    def market(self, race: Race, team: int, role: int) -> float:
        """What the space and the ongoing cards of a team add, Security System apart."""
        kept = self.weights.kept[role]
        z = self.weights.spaces[role][race.spaces[team]]
        for card in race.ongoing[team]:
            if card != "security_system":
                z += kept[card][matters(card, race, team)]
        return z

    def guarded(self, race: Race, team: int, role: int) -> float:
        """What a Security System adds: it depends on where the other team stands."""
        if "security_system" not in race.ongoing[team]:
            return 0.0
        index = matters("security_system", race, team)
        return self.weights.kept[role]["security_system"][index]


@cache
def values(mode: str) -> Values:
    """The values for a mode, made ready once."""
    stored = msgspec.json.decode(FILE.read_bytes(), type=dict[str, Weights])
    return Values(stored[mode])


def logistic(z: float) -> float:
    """The probability with these log-odds."""
    return 1 / (1 + exp(-z)) if z > -30 else 0.0


def deck_bin(deck: int) -> int:
    """0 when the deck is almost empty, up to 3."""
    first, second, third = DECK_BINS
    if deck > second:
        return 3 if deck > third else 2
    return 1 if deck > first else 0


def profile(in_play: Mapping[AgentId, int]) -> int:
    """The number of a team's collection of agents."""
    number = 0
    for card, count in in_play.items():
        number += PLACE_VALUE[card] * (count if count < COUNTS else COUNTS - 1)
    return number


def discards_left(match: MatchState, team: int) -> int:
    """How often a team may still discard."""
    left = match.discards_left
    seats = match.teams[team]
    if len(seats) == 1:
        return left[seats[0]]
    return min(left[seats[0]] + left[seats[1]], DISCARDS[1])  # the teams may be a guess


def matters(card: str, race: Race, team: int) -> int:
    """What the worth of an ongoing card depends on: a small number."""
    in_play = race.in_play[team]
    match card:
        case "masterplan":
            return min(len(in_play), 7)
        case "security_system":
            return (HOMES[team] - race.spaces[1 - team]) % SPACES
        case "getaway_car":
            return (HOMES[0] - race.spaces[team]) % (HOMES[1] - HOMES[0])
        case _:
            return min(in_play.get(DEPENDS_ON[card], 0), COUNTS - 1)


DEPENDS_ON: Mapping[str, AgentId] = {
    "distraction_device": "saboteur",
    "watchtower": "enforcer",
    "sinister_twin": "double_agent",
    "supercomputer": "codebreaker",
    "leader_of_the_pack": "daredevil",
}
"""The ongoing cards that change the movement or the meaning of one agent."""

MATTERS: Mapping[str, int] = {
    "masterplan": 8,
    "security_system": SPACES,
    "getaway_car": HOMES[1] - HOMES[0],
    **dict.fromkeys(DEPENDS_ON, COUNTS),
}
"""How many values `matters` has for a card."""


def _table(weights: Weights, role: int) -> list[list[float]]:
    """The sum of the weights of a collection, by its profile and the gap."""
    return [
        [_collection(weights, role, gap, counts) for gap in range(GAPS)]
        for counts in (_counts(number) for number in range(PROFILES))
    ]


def _counts(number: int) -> Sequence[int]:
    return [number // COUNTS**i % COUNTS for i in range(len(COLLECTED))]


def _collection(weights: Weights, role: int, gap: int, counts: Sequence[int]) -> float:
    copies, pairs = weights.copies[role][gap], weights.pairs[role]
    return sum(copies[i][count] for i, count in enumerate(counts)) + sum(
        pairs[number][COUNTS * counts[i] + counts[j]] for number, (i, j) in enumerate(PAIRS)
    )
