"""What a match starts from (Rulebook, Game setup): its options, its deal, and their checks."""

from random import Random
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from engine.agent_avenue.cards import AGENT_DECK, MARKET_IDS, AgentId, MarketId
from engine.game import IllegalSetup, Seat

HAND = 4
"""Cards in hand: what is dealt, and what a hand is filled up to."""

SUPPLY = 3
"""Black market cards that lie face up."""

_SORTED_AGENTS = sorted(AGENT_DECK)
_SORTED_MARKET = sorted(MARKET_IDS)


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The mode, and which seats form team 0 (green, home 1) and team 1 (blue, home 8)."""

    mode: Literal["simple", "advanced"] = "simple"
    teams: tuple[tuple[Seat, ...], tuple[Seat, ...]] = ((0,), (1,))

    @property
    def seats(self) -> int:
        """How many seats the two teams have together."""
        return len(self.teams[0]) + len(self.teams[1])


class Deal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All the chance of a match: who starts and the order of the cards."""

    first: Literal[0, 1]
    """The team that starts."""

    agents: tuple[AgentId, ...]
    """All agents in draw order: 4 for each seat, seat 0 first; the rest is the deck."""

    black_market: tuple[MarketId, ...] | UnsetType = UNSET
    """Advanced mode only: all black market cards in draw order, the first 3 are the supply."""


def deal(rng: Random, options: Options) -> Deal:
    """Shuffle the cards and toss for who starts."""
    agents = list(AGENT_DECK)
    rng.shuffle(agents)
    first: Literal[0, 1] = 1 if rng.random() < 0.5 else 0
    if options.mode == "simple":
        return Deal(first, tuple(agents))
    black_market = list(MARKET_IDS)
    rng.shuffle(black_market)
    return Deal(first, tuple(agents), tuple(black_market))


def check_options(options: Options, seats: int) -> None:
    """Raise `IllegalSetup` unless two teams of 1 or 2 take up exactly the seats there are."""
    if not all(1 <= len(team) <= 2 for team in options.teams):
        raise IllegalSetup("options.teams: each of the two teams has 1 or 2 seats")
    if sorted(options.teams[0] + options.teams[1]) != list(range(options.seats)):
        raise IllegalSetup(
            f"options.teams: each seat from 0 to {options.seats - 1} belongs to one team, once"
        )
    if options.seats != seats:
        raise IllegalSetup(f"seats: the teams have {options.seats} seats, but there are {seats}")


def check_deal(deal: Deal, options: Options) -> None:
    """Raise `IllegalSetup` unless the deal has exactly the cards of the game in this mode."""
    if sorted(deal.agents) != _SORTED_AGENTS:
        raise IllegalSetup(f"deal.agents: {_difference(deal.agents, AGENT_DECK)}")
    if options.mode == "simple":
        if deal.black_market is not UNSET:
            raise IllegalSetup("deal.black_market: only advanced mode has black market cards")
    elif deal.black_market is UNSET:
        raise IllegalSetup("deal.black_market: advanced mode needs all 15 black market cards")
    elif sorted(deal.black_market) != _SORTED_MARKET:
        raise IllegalSetup(f"deal.black_market: {_difference(deal.black_market, MARKET_IDS)}")


def _difference(dealt: tuple[str, ...], cards: tuple[str, ...]) -> str:
    """The first card of which there are too many or too few."""
    if len(dealt) != len(cards):
        return f"needs {len(cards)} cards, has {len(dealt)}"
    for card in cards:
        if dealt.count(card) != cards.count(card):
            return f"needs {card} {cards.count(card)} times, has it {dealt.count(card)} times"
    return "has a card that the game does not have"
