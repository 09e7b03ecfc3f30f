"""What happens in a match, in steps small enough to tell it line by line.

Every point that moves stands in an event. All of them are public except the card that is drawn.
"""

from collections.abc import Sequence

import msgspec

from engine.agencia.actions import Side
from engine.agencia.cards import Card
from engine.agencia.slots import Slot, sees
from engine.game import Event, Seat


class Score(msgspec.Struct, frozen=True):
    """A seat's final score."""

    points: int
    """Its information points."""

    deck: int
    """The information values of the cards in its deck; decides a tie."""

    total: int


class Placed(Event, frozen=True, tag="placed"):
    """The Ambassador laid the Embassy tile."""

    seat: Seat
    side: Side
    limit: int
    """What the Hall holds or the Garden asks for."""


class CardPlayed(Event, frozen=True, tag="card_played"):
    """A seat played a card; it lies face up for all to see."""

    seat: Seat
    slot: Slot
    card: Card


class InfiltratorResolved(Event, frozen=True, tag="infiltrator_resolved"):
    """An Infiltrator met a Recruiter (then a `Swapped` follows) or was discarded."""

    seat: Seat
    found: bool
    gained: int
    """Taken from the bank: what lies on the Reward tile."""

    paid: int
    """Paid to the bank: only an embassy asks for it."""


class RecruiterResolved(Event, frozen=True, tag="recruiter_resolved"):
    """A Recruiter met Agents (then `Swapped` and `RewardRaised` follow) or was discarded."""

    seat: Seat
    found: bool


class Swapped(Event, frozen=True, tag="swapped"):
    """Two seats swapped their played cards for good and discarded them."""

    seat: Seat
    """Whose Infiltrator or Recruiter brought it about."""

    whom: Seat
    gave: Card
    got: Card
    """What `seat` received and put under its deck."""


class RewardRaised(Event, frozen=True, tag="reward_raised"):
    """The bank added information to the Reward tile."""

    seat: Seat
    """Whose Recruiter brought it about."""

    by: int
    reward: int
    """What lies on the tile now."""


class AgentsResolved(Event, frozen=True, tag="agents_resolved"):
    """Agents fitted into the Hall or filled the Garden, or not."""

    seat: Seat
    card: Card
    side: Side
    success: bool
    change: int
    """The information the seat took from the bank; negative: what it paid."""

    count: int
    """The Agents that count in the Hall or the Garden after this card."""

    limit: int
    """What the Hall holds or the Garden asks for."""


class Drew(Event, frozen=True, tag="drew"):
    """A seat replaced its played card. `card` is null for those who do not see the position."""

    seat: Seat
    slot: Slot
    card: Card | None

    def seen_by(self, viewer: Seat | None) -> "Drew":
        if sees(viewer, self.seat, self.slot):
            return self
        return Drew(seat=self.seat, slot=self.slot, card=None)


class AmbassadorPassed(Event, frozen=True, tag="ambassador_passed"):
    """The Embassy tile went to the next seat: a new hand begins."""

    seat: Seat
    """The new Ambassador."""

    round: int
    hand: int
    """The number of the new hand within its round."""


class RoundBegan(Event, frozen=True, tag="round_began"):
    """The tile came back to the first Ambassador and another round is to be played."""

    round: int


class Resigned(Event, frozen=True, tag="resigned"):
    """A seat gave up; the engine plays its cards on."""

    seat: Seat


class Ended(Event, frozen=True, tag="ended"):
    """The last round is over and the information has been counted."""

    winners: Sequence[Seat]
    scores: Sequence[Score]
