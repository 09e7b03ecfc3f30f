"""What a seat can decide: the actions of the match record, and the table of all of them.

Every legal action is one of the shared instances built here, so that listing them costs nothing.
"""

from functools import cache
from itertools import combinations
from typing import ClassVar, Literal

from msgspec import UNSET, UnsetType

from engine.agent_avenue.cards import AGENT_IDS, MARKET_IDS, AgentId, MarketId
from engine.game import Action, Resign

Pick = Literal["face_up", "face_down"]


class Discard(Action, frozen=True, tag="discard"):
    """Play step, optional: put a card of the own hand away face down and draw one."""

    prepares: ClassVar[bool] = True

    card: AgentId


class Play(Action, frozen=True, tag="play"):
    """Play step: both cards by a single player; in a team of two, one card by each teammate."""

    face_up: AgentId | UnsetType = UNSET
    face_down: AgentId | UnsetType = UNSET


class Recruit(Action, frozen=True, tag="recruit"):
    """Recruit step: which of the two cards on the table the opposing team takes."""

    pick: Pick


class Take(Action, frozen=True, tag="take"):
    """Black market: the card of the supply that a team takes after landing on a corner."""

    asks: ClassVar[bool] = True  # an instant ability may

    card: MarketId


class Use(Action, frozen=True, tag="use"):
    """Black market: the choice that an instant ability asks of the seat that took it."""

    answers: ClassVar[bool] = True

    card: AgentId
    recruit: bool | UnsetType = UNSET
    """Spycation only: whether the agent is recruited at once."""


AgentAvenueAction = Discard | Play | Recruit | Take | Use | Resign

RECRUITS: tuple[Recruit, ...] = (Recruit("face_up"), Recruit("face_down"))
TAKES: dict[str, Take] = {card: Take(card) for card in MARKET_IDS}
USES: dict[str, Use] = {card: Use(card) for card in AGENT_IDS}
SPYCATIONS: dict[str, tuple[Use, Use]] = {
    card: (Use(card, recruit=True), Use(card, recruit=False)) for card in AGENT_IDS
}

_DISCARDS = {card: Discard(card) for card in AGENT_IDS}
_PAIRS = {(up, down): Play(up, down) for up in AGENT_IDS for down in AGENT_IDS}
_FACE_UP = {card: Play(face_up=card) for card in AGENT_IDS}
_FACE_DOWN = {card: Play(face_down=card) for card in AGENT_IDS}

Choices = tuple[Discard | Play, ...]


@cache
def face_up_choices(names: frozenset[AgentId], may_discard: bool) -> Choices:
    """Play step of a team of two, before either has played: any card may go face up."""
    own = _in_order(names)
    return _discards(own, may_discard) + tuple(_FACE_UP[card] for card in own)


@cache
def face_down_choices(names: frozenset[AgentId], face_up: AgentId, may_discard: bool) -> Choices:
    """Play step of the second teammate.

    Rulebook, Team Variant: a name other than the face-up card's, unless all in hand have it.
    """
    own = _in_order(names)
    others = tuple(card for card in own if card != face_up)
    return _discards(own, may_discard) + tuple(_FACE_DOWN[card] for card in others or own)


def _in_order(names: frozenset[AgentId]) -> tuple[AgentId, ...]:
    return tuple(card for card in AGENT_IDS if card in names)


def _discards(own: tuple[AgentId, ...], may_discard: bool) -> Choices:
    return tuple(_DISCARDS[card] for card in own) if may_discard else ()


def _pairs(own: tuple[AgentId, ...]) -> Choices:
    """What a single player may lay on the table from a hand with these names.

    Rulebook, Play: the two cards have different names, unless all in hand have the same.
    """
    return tuple(_PAIRS[up, down] for up in own for down in own if up != down or len(own) == 1)


SINGLE_CHOICES: dict[frozenset[AgentId], tuple[Choices, Choices]] = {
    frozenset(own): (_pairs(own), _discards(own, may_discard=True) + _pairs(own))
    for size in range(len(AGENT_IDS) + 1)
    for own in combinations(AGENT_IDS, size)
}
"""Play step of a single player, by the names in hand: without a discard, and where one is allowed.

A table, as looking up takes less time than calling a cached function, and this is what is asked
most often.
"""
