"""High Card, a game as small as can be that has everything a game needs.

2 to 4 players. Everyone is dealt a card that only its owner sees. In turn, everyone keeps it or
changes it for a spare one. Then all cards are shown, and the highest wins.
"""

from collections.abc import Hashable, Mapping, Sequence
from copy import deepcopy
from random import Random
from typing import Any, ClassVar, Literal

import msgspec

from engine.game import (
    Action,
    Chance,
    Event,
    IllegalAction,
    IllegalSetup,
    Level,
    Log,
    Player,
    Resign,
    Seat,
    View,
)

HIGHEST = 9


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing can be chosen."""


class Deal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cards, all different: one for each seat, then a spare one for each."""

    cards: tuple[int, ...]


class Decide(Action, frozen=True, tag="decide"):
    """Keep the own card, or change it."""

    what: Literal["keep", "change"]


class Decided(Event, frozen=True, tag="decided"):
    """A seat has decided; `card` is what it holds now, for its owner's eyes only."""

    seat: Seat
    changed: bool
    card: int | None

    def seen_by(self, viewer: Seat | None) -> Event:
        return self if viewer == self.seat else Decided(self.seat, self.changed, None)


class HighCardView(View, frozen=True, kw_only=True):
    """What a viewer may see: the cards it does not see are None."""

    hands: Sequence[int | None]


class Match:
    """One match in progress."""

    def __init__(self, deal: Deal, seats: int) -> None:
        self.seats = seats
        self.hands, self.spares = list(deal.cards[:seats]), list(deal.cards[seats:])
        self.turn = 0
        self.resigned: set[Seat] = set()

    @property
    def over(self) -> bool:
        return not self.to_act()

    @property
    def winners(self) -> Sequence[Seat]:
        staying = [seat for seat in range(self.seats) if seat not in self.resigned]
        return [max(staying, key=lambda seat: self.hands[seat])] if self.over and staying else []

    def to_act(self) -> Sequence[Seat]:
        return [seat for seat in range(self.turn, self.seats) if seat not in self.resigned][:1]

    def legal(self, seat: Seat) -> Sequence[Action]:
        return [Decide("keep"), Decide("change")] if seat in self.to_act() else []

    def decision(self, seat: Seat) -> Hashable | None:
        return "card" if seat in self.to_act() else None

    def apply(self, seat: Seat, action: Action) -> Sequence[Event]:
        resigns = isinstance(action, Resign) and not self.over and seat in range(self.seats)
        if not resigns and action not in self.legal(seat):
            raise IllegalAction("It is not your turn.")
        log: list[Event] = []
        self.carry_out(seat, action, log)
        return log

    def carry_out(self, seat: Seat, action: Action, log: Log = None) -> None:
        if isinstance(action, Resign):
            self.resigned.add(seat)
            return
        if changed := action == Decide("change"):
            self.hands[seat] = self.spares[seat]
        self.turn = seat + 1
        if log is not None:
            log.append(Decided(seat, changed, self.hands[seat]))

    def view(self, viewer: Seat | None) -> HighCardView:
        return self._view([viewer])

    def full(self) -> HighCardView:
        return self._view(range(self.seats))

    def _view(self, seers: Sequence[Seat | None]) -> HighCardView:
        return HighCardView(
            game=HighCard.id,
            over=self.over,
            winners=self.winners,
            to_act=self.to_act(),
            legal={str(seat): self.legal(seat) for seat in self.to_act() if seat in seers},
            hands=[c if self.over or s in seers else None for s, c in enumerate(self.hands)],
        )

    def copy(self) -> "Match":
        return deepcopy(self)


class Cautious:
    """The computer: keeps what is better than average."""

    def choose(
        self, view: Any, legal: Sequence[Action], rng: Random, seen: Sequence[Event] = ()
    ) -> Action:
        (seat,) = view.to_act
        return Decide("keep" if view.hands[seat] > HIGHEST / 2 else "change")


class HighCard:
    """The rules."""

    id = "high-card"
    options_type, deal_type, action_type = Options, Deal, Decide | Resign
    player = Cautious()
    players: ClassVar[Mapping[Level, Player]] = dict.fromkeys(("easy", "normal", "hard"), player)

    def seat_counts(self, options: Options) -> Sequence[int]:
        return 2, 3, 4

    def deal(self, rng: Chance, options: Options, seats: int) -> Deal:
        cards = list(range(1, HIGHEST + 1))
        rng.shuffle(cards)
        return Deal(tuple(cards[: 2 * seats]))

    def new(self, deal: Deal, options: Options, seats: int) -> Match:
        if seats not in self.seat_counts(options):
            raise IllegalSetup(f"seats: High Card is for 2 to 4 players, not for {seats}")
        if len(set(deal.cards) & set(range(1, HIGHEST + 1))) != 2 * seats:
            raise IllegalSetup(f"deal.cards: not {2 * seats} different cards from 1 to {HIGHEST}")
        return Match(deal, seats)


GAME = HighCard()
