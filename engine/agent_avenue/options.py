"""What a match starts from (Rulebook, Game setup): its options, its deal, and their checks."""

from functools import cache
from typing import Literal, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from engine.agent_avenue.cards import AGENT_DECK, AGENT_IDS, MARKET_IDS, AgentId, MarketId
from engine.game import Chance, IllegalSetup, Seat

HAND = 4
"""Cards in hand: what is dealt, and what a hand is filled up to."""

DISCARDS = {1: 4, 2: 2}
"""How often a seat may discard in a match, by the size of its team (Rulebook, Team Variant)."""

SUPPLY = 3
"""Black market cards that lie face up."""

_WEIGHTS: dict[str, int] = {card: 64**place for place, card in enumerate(AGENT_IDS)}
"""One of the next agent weighs more than all 38 cards can weigh without it."""

_WHOLE_DECK = sum(_WEIGHTS[card] for card in AGENT_DECK)
_SORTED_MARKET = sorted(MARKET_IDS)


Mode = Literal["simple", "advanced"]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The mode, and which seats form team 0 (green, home 1) and team 1 (blue, home 8)."""

    mode: Mode = "simple"
    teams: tuple[tuple[Seat, ...], tuple[Seat, ...]] = ((0,), (1,))
    first: Literal[0, 1] | UnsetType = UNSET
    """The team that starts, where that is agreed before the deal; else chance decides."""


class Deal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All the chance of a match: who starts and the order of the cards."""

    first: Literal[0, 1]
    """The team that starts."""

    agents: tuple[AgentId, ...]
    """All agents in draw order: 4 for each seat, seat 0 first; the rest is the deck."""

    black_market: tuple[MarketId, ...] | UnsetType = UNSET
    """Advanced mode only: all black market cards in draw order, the first 3 are the supply."""


def deal(rng: Chance, options: Options) -> Deal:
    """Shuffle the agents, toss for who starts, and shuffle the black market, if there is one.

    The toss is made even where it decides nothing, so that all other draws stay the same.
    """
    agents = list(AGENT_DECK)
    rng.shuffle(agents)
    first: Literal[0, 1] = 1 if rng.randrange(2) else 0
    if options.first is not UNSET:
        first = options.first
    if options.mode == "simple":
        return Deal(first, tuple(agents))
    black_market = list(MARKET_IDS)
    rng.shuffle(black_market)
    return Deal(first, tuple(agents), tuple(black_market))


class Seating(NamedTuple):
    """Who sits where, and what follows from it."""

    teams: tuple[tuple[Seat, ...], tuple[Seat, ...]]
    """The seats of each team, ascending."""

    team_of: tuple[int, ...]
    discards: tuple[int, ...]
    """How often each seat may discard in the match."""


@cache
def seating(teams: tuple[tuple[Seat, ...], tuple[Seat, ...]], seats: int) -> Seating:
    """Raises `IllegalSetup` unless two teams of 1 or 2 take up exactly the seats there are."""
    first, second = teams
    taken = len(first) + len(second)
    if not all(1 <= len(team) <= 2 for team in teams):
        raise IllegalSetup("options.teams: each of the two teams has 1 or 2 seats")
    if sorted(first + second) != list(range(taken)):
        raise IllegalSetup(
            f"options.teams: each seat from 0 to {taken - 1} belongs to one team, once"
        )
    if taken != seats:
        raise IllegalSetup(f"seats: the teams have {taken} seats, but there are {seats}")
    team_of = tuple(int(seat in second) for seat in range(seats))
    return Seating(
        teams=(tuple(sorted(first)), tuple(sorted(second))),
        team_of=team_of,
        discards=tuple(DISCARDS[len(teams[team])] for team in team_of),
    )


def check_deal(deal: Deal, options: Options) -> None:
    """Raise `IllegalSetup` unless the deal is one of the game with these options."""
    if options.first not in (UNSET, deal.first):
        raise IllegalSetup(f"deal.first: the options say that team {options.first} starts")
    _check_cards(deal, options.mode)


def _check_cards(deal: Deal, mode: Mode) -> None:
    """Raise `IllegalSetup` unless the deal has exactly the cards of the game in this mode."""
    if not _is_agent_deck(deal.agents):
        raise IllegalSetup(f"deal.agents: {_difference(deal.agents, AGENT_DECK)}")
    if mode == "simple":
        if deal.black_market is not UNSET:
            raise IllegalSetup("deal.black_market: only advanced mode has black market cards")
    elif deal.black_market is UNSET:
        raise IllegalSetup("deal.black_market: advanced mode needs all 15 black market cards")
    elif sorted(deal.black_market) != _SORTED_MARKET:
        raise IllegalSetup(f"deal.black_market: {_difference(deal.black_market, MARKET_IDS)}")


def _is_agent_deck(cards: tuple[str, ...]) -> bool:
    """Whether these are the 38 agents in any order; to sort them would take twice as long."""
    try:
        return (
            len(cards) == len(AGENT_DECK) and sum(map(_WEIGHTS.__getitem__, cards)) == _WHOLE_DECK
        )
    except KeyError:
        return False


def _difference(dealt: tuple[str, ...], cards: tuple[str, ...]) -> str:
    """The first card of which there are too many or too few."""
    if len(dealt) != len(cards):
        return f"needs {len(cards)} cards, has {len(dealt)}"
    wrong = next(card for card in cards if dealt.count(card) != cards.count(card))
    return f"needs {wrong} {cards.count(wrong)} times, has it {dealt.count(wrong)} times"
