"""What happens in a match, step by step, and who may see it.

Everything is public unless an event says otherwise in its own `seen_by`.
"""

from engine.agent_avenue.cards import AgentId, MarketId
from engine.agent_avenue.conditions import Condition
from engine.game import Event, Seat


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """A team's turn begins; turns count from 1 (the first begins with the match, unannounced)."""

    turn: int
    team: int


class Discarded(Event, frozen=True, tag="discarded"):
    """A card was put away face down: only its owner knows which."""

    seat: Seat
    card: AgentId | None

    def seen_by(self, viewer: Seat | None) -> "Discarded":
        return self if viewer == self.seat else Discarded(self.seat, None)


class Drew(Event, frozen=True, tag="drew"):
    """A seat drew: the number is public, the cards are not."""

    seat: Seat
    cards: tuple[AgentId | None, ...]

    def seen_by(self, viewer: Seat | None) -> "Drew":
        return self if viewer == self.seat else Drew(self.seat, (None,) * len(self.cards))


class Played(Event, frozen=True, tag="played"):
    """A seat laid its card or cards on the table; the face-down one is seen by this seat alone."""

    seat: Seat
    face_up: AgentId | None
    face_down: AgentId | None
    hidden: bool
    """Whether a card was laid face down."""

    def seen_by(self, viewer: Seat | None) -> "Played":
        if viewer == self.seat:
            return self
        return Played(self.seat, self.face_up, None, self.hidden)


class Recruited(Event, frozen=True, tag="recruited"):
    """An agent came into play for a team."""

    team: int
    seat: Seat | None
    """Who decided it; None for the card that the opponents left to the active team."""

    card: AgentId
    copy: int
    """The number of copies that the team now has in play."""

    by: str
    """`face_up`, `face_down`, or the black market card that recruited it."""


class Moved(Event, frozen=True, tag="moved"):
    """A meeple moved: by an agent's value, by Getaway Car or by Surveillance Truck."""

    team: int
    steps: int
    """Spaces forward, negative for backward, never 0."""

    by: str


class Took(Event, frozen=True, tag="took"):
    """A team took a card of the supply; `replacement` is what now lies in its place."""

    team: int
    seat: Seat
    card: MarketId
    replacement: MarketId | None


class Ignored(Event, frozen=True, tag="ignored"):
    """An instant ability could not be carried out."""

    team: int
    card: MarketId


class Revealed(Event, frozen=True, tag="revealed"):
    """Double Trouble: a seat shows that it holds two of this agent."""

    seat: Seat
    card: AgentId


class Returned(Event, frozen=True, tag="returned"):
    """Spycation or Mind Control: an agent leaves `team`'s play for the hand of `seat`."""

    team: int
    card: AgentId
    owner: int
    """The team of `seat`."""

    seat: Seat


class Resigned(Event, frozen=True, tag="resigned"):
    """A seat gave the match up for its team."""

    seat: Seat


class Ended(Event, frozen=True, tag="ended"):
    """The match is over."""

    winners: tuple[Seat, ...]
    conditions: tuple[Condition, ...]
