"""Everything that lies on the table: plain data, without rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Self

from engine.agencia.actions import Side
from engine.agencia.cards import ROUNDS, Card
from engine.agencia.embassies import Embassy
from engine.agencia.events import Score
from engine.agencia.slots import Slot
from engine.game import Action, Seat


class Step(StrEnum):
    """What is being waited for."""

    PLACE = "place"
    PLAY = "play"
    TARGET = "target"
    OVER = "over"


CLOCKWISE: dict[int, tuple[tuple[Seat, ...], ...]] = {
    seats: tuple((*range(left, seats), *range(left)) for left in range(seats)) for seats in ROUNDS
}
"""Number of players -> for each seat, all seats from it on."""


@dataclass(slots=True, kw_only=True)
class State:
    """One match in progress. Seats sit clockwise in the order of their numbers."""

    seats: int
    rounds: int
    first: Seat
    """The first Ambassador."""

    embassy_id: str | None
    embassy: Embassy
    values: Mapping[Card, int]
    """The information value of each card in this match."""

    active: Seat | None
    """The one seat that has to decide."""

    choices: Sequence[Action]
    """What it may choose from, in the order of the record format's tables."""

    information: list[int]
    slots: list[dict[Slot, Card | None]]
    """Per seat, the card in each position; None where it was played and not replaced yet."""

    decks: list[list[Card]]
    """Per seat, in draw order."""

    played: list[Card | None]
    """Per seat, the played card while it is in play."""

    came_from: list[Slot | None]
    """Per seat, the position from which its card of this hand came."""

    step: Step = Step.PLACE
    hands_done: int = 0
    """The number of hands completed before this one, over all rounds."""

    plays: int = 0
    """How many seats have played in this hand."""

    side: Side | None = None
    side_before: Side | None = None
    """Where the hand before this one was played."""

    reward: int = 0
    """The information on the Reward tile."""

    resigned: frozenset[Seat] = field(default_factory=frozenset[Seat])
    scores: tuple[Score, ...] = ()
    winners: tuple[Seat, ...] = ()

    @property
    def over(self) -> bool:
        """True once the match has ended."""
        return self.step is Step.OVER

    @property
    def round(self) -> int:
        """The number of the round, from 1."""
        return self.hands_done // self.seats + 1

    @property
    def hand(self) -> int:
        """The number of the hand within its round, from 1."""
        return self.hands_done % self.seats + 1

    @property
    def ambassador(self) -> Seat:
        """The seat that holds the Embassy tile."""
        return (self.first + self.hands_done) % self.seats

    @property
    def limit(self) -> int:
        """What the Hall holds and the Garden asks for."""
        return self.seats + self.embassy.room

    def clockwise(self) -> Sequence[Seat]:
        """All seats from the Ambassador's left to the Ambassador."""
        return CLOCKWISE[self.seats][(self.first + self.hands_done + 1) % self.seats]

    def copy(self) -> Self:
        """An independent copy."""
        twin = object.__new__(type(self))
        twin.seats = self.seats
        twin.rounds = self.rounds
        twin.first = self.first
        twin.embassy_id = self.embassy_id
        twin.embassy = self.embassy
        twin.values = self.values
        twin.active = self.active
        twin.choices = self.choices
        twin.information = self.information.copy()
        twin.slots = [slots.copy() for slots in self.slots]
        twin.decks = [deck.copy() for deck in self.decks]
        twin.played = self.played.copy()
        twin.came_from = self.came_from.copy()
        twin.step = self.step
        twin.hands_done = self.hands_done
        twin.plays = self.plays
        twin.side = self.side
        twin.side_before = self.side_before
        twin.reward = self.reward
        twin.resigned = self.resigned
        twin.scores = self.scores
        twin.winners = self.winners
        return twin
