"""What every game offers: the protocol between the rules and everything around them.

A `Game` deals and opens matches; a `State` is one match in progress. Nothing outside the engine
looks into a state: people, pictures, records and computer opponents get a `view` of it, and the
events that led there as each viewer may see them.
"""

from collections.abc import Hashable, Mapping, MutableSequence, Sequence
from random import Random
from typing import Any, ClassVar, Literal, Protocol, Self, runtime_checkable

import msgspec

Seat = int
"""A person's place in a match: the index into the record's `seats`."""


Level = Literal["easy", "normal", "hard"]
"""How well a computer opponent plays."""


class IllegalAction(ValueError):
    """An action that the rules do not allow now. The message is a sentence a player can read."""


class IllegalSetup(ValueError):
    """Options, seats or a deal from which no match can start. The message names what is wrong."""


# Neither an action nor an event holds anything that could refer back to it. So the garbage
# collector need not look at them (`gc=False`): there are many, in simulations and in memory.


class Action(msgspec.Struct, frozen=True, gc=False, tag_field="do", forbid_unknown_fields=True):
    """One decision of one seat, exactly as the match record writes it (without the seat).

    A game's actions are subclasses, one per `do`; equal actions are equal values.
    """

    asks: ClassVar[bool] = False
    """Whether the same seat may have to choose again at once, as a part of this action."""

    answers: ClassVar[bool] = False
    """Whether it is such a choice."""

    prepares: ClassVar[bool] = False
    """Whether what the seat had to decide is still to be decided after it."""


class Resign(Action, frozen=True, tag="resign"):
    """Give the match up. Always possible while a match runs, never listed as legal."""


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="event"):
    """Something that happened. `seen_by` is how it looks to one viewer."""

    def seen_by(self, viewer: Seat | None) -> "Event | None":
        """The event as `viewer` (None: a bystander) may see it, or None if it may not at all.

        Public events return themselves; the others build a new event from what is allowed.
        """
        return self


Log = list[Event] | None
"""Where the rules write down what happens while they carry something out; None: nowhere."""


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What one viewer may see of a match. A game adds its own fields in its subclass.

    The fields are those of the replay output (see docs/record-format.md), so a view encodes to it.
    """

    format: int = 1
    game: str
    over: bool
    winners: Sequence[Seat]
    to_act: Sequence[Seat]
    legal: Mapping[str, Sequence[Action]]
    """The viewer's own legal actions, by its seat number as a string; empty for a bystander."""


class State(Protocol):
    """One match in progress. Mutable; only `apply` and `carry_out` change it."""

    seats: int

    @property
    def over(self) -> bool:
        """True once the match has ended; then no action is legal."""
        ...

    @property
    def winners(self) -> Sequence[Seat]:
        """The seats that have won, ascending; empty while the match runs."""
        ...

    def to_act(self) -> Sequence[Seat]:
        """The seats that may act now, ascending.

        Several may act at their own pace. Those of computers wait while a person's may act.
        """
        ...

    def legal(self, seat: Seat) -> Sequence[Action]:
        """The legal actions of a seat, in the order of the record format's tables.

        Never holds `Resign`. Empty for a seat that is not to act.
        """
        ...

    def decision(self, seat: Seat) -> Hashable | None:
        """What the seat is deciding now, None if nothing.

        Compares equal as long as it is the same decision, whatever others do meanwhile. A seat's
        own action always ends its decision.
        """
        ...

    def apply(self, seat: Seat, action: Action) -> Sequence[Event]:
        """Check an action, `carry_out` it, and return everything that happened.

        Raises `IllegalAction` and leaves the state untouched if the action is not legal.
        """
        ...

    def carry_out(self, seat: Seat, action: Action, log: Log = None) -> None:
        """Do what an action does, and everything that follows from it without a further decision.

        The action is one that is legal; nothing is checked. Computer opponents can play on in
        imagined matches like this, without a log.
        """
        ...

    def view(self, viewer: Seat | None) -> View:
        """What a seat, or a bystander (None), may see now."""
        ...

    def full(self) -> View:
        """Everything, for records and tests; never shown to anybody while the match runs."""
        ...

    def copy(self) -> Self:
        """An independent copy, cheap enough for search."""
        ...


class Player(Protocol):
    """A computer opponent: sees what a person in its seat would see, and nothing else.

    It keeps nothing between two decisions and can be pickled, so it can think in another process.
    """

    def choose(
        self, view: Any, legal: Sequence[Action], rng: Random, seen: Sequence[Event] = ()
    ) -> Action:
        """One of `legal`, the seat's legal actions, given what the seat may see.

        `seen` are the events of the match up to now as this seat may see them (`Event.seen_by`).
        Without them it is a player who has forgotten everything.
        """
        ...


@runtime_checkable
class WantsOptions(Protocol):
    """What else a player can be: one that wants to know what was agreed on before its match."""

    def told(self, options: Any) -> Player:
        """The same player, knowing the match's options, which everybody at the table knows."""
        ...


def informed(player: Player, options: Any) -> Player:
    """A player as it sits down to a match with these options."""
    return player.told(options) if isinstance(player, WantsOptions) else player


class Chance(Protocol):
    """What a deal may draw from: a `random.Random`, or the draws of a fair deal (`engine.fair`).

    Which draws a game makes, and in which order, is written down in docs/fair-deal.md: every deal
    of the past is checked by making them again, so they stay as they are.
    """

    def shuffle(self, x: MutableSequence[Any], /) -> None:
        """Bring a list into random order."""
        ...

    def randrange(self, stop: int, /) -> int:
        """A number from 0 to `stop` - 1."""
        ...


class Game(Protocol):
    """The rules of one game. Stateless: one instance serves every match."""

    id: ClassVar[str]
    """The id in records and commands, such as `agent-avenue`: at most 32 small letters, digits and
    hyphens, the first of them a letter."""

    options_type: ClassVar[type[msgspec.Struct]]
    """Its struct decodes a record's `options`; all fields have defaults."""

    deal_type: ClassVar[type[msgspec.Struct]]
    action_type: ClassVar[Any]
    """The union of the game's `Action` classes, `Resign` included."""

    player: ClassVar[Player]
    """The standard computer opponent: the normal one of `players`."""

    players: ClassVar[Mapping[Level, Player]]
    """The computer opponents; a game with one opponent names that one for all strengths."""

    def seat_counts(self, options: Any) -> Sequence[int]:
        """The numbers of seats a match with these options can have, ascending."""
        ...

    def deal(self, rng: Chance, options: Any, seats: int) -> Any:
        """Deal for a new match: the only place with chance."""
        ...

    def new(self, deal: Any, options: Any, seats: int) -> State:
        """A match at its first decision. Raises `IllegalSetup` for impossible deals or options."""
        ...
