"""La Agencia: Misión Embajada: the game that the registry offers."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import UNSET, UnsetType

from engine.agencia.actions import AgenciaAction
from engine.agencia.cards import AGENCY, ROUNDS, START_INFORMATION, VALUES, Card
from engine.agencia.embassies import EMBASSIES, PLAIN
from engine.agencia.match import Match
from engine.agencia.outcome import outcome
from engine.agencia.rules import PLACES
from engine.agencia.slots import SLOTS
from engine.agencia.view import AgenciaView
from engine.game import Chance, Event, IllegalSetup, Level, Player, Seat
from engine.outcome import Outcome
from engine.players.agencia import PLAYERS

LARGEST_VALUE = 10**12
"""Where information values stop, so that every JSON reader still has the exact sums."""

SORTED_AGENCY = sorted(AGENCY)

Value = Annotated[int, msgspec.Meta(ge=0, le=LARGEST_VALUE)]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is agreed on before a match."""

    embassy: str | None = None
    """The id of one of `EMBASSIES`. Whoever offers a random one draws it before."""

    information_values: Mapping[Card, Value] | None = None
    """Information values that replace those of the card table."""

    first: Seat | UnsetType = UNSET
    """The first Ambassador, where that is agreed before the deal; else chance decides."""

    @property
    def values(self) -> Mapping[Card, int]:
        """The information value of each card in the match."""
        return {**VALUES, **(self.information_values or {})}


class Deal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All the chance there is in a match."""

    ambassador: Seat
    """The first Ambassador."""

    decks: Sequence[Sequence[Card]]
    """Each seat's 8 cards in draw order; the first four go to the positions."""


class Agencia:
    """The rules of La Agencia: Misión Embajada, for 3 to 6 players."""

    id: ClassVar[str] = "la-agencia"
    options_type: ClassVar[type[Options]] = Options
    deal_type: ClassVar[type[Deal]] = Deal
    action_type: ClassVar[Any] = AgenciaAction  # a union is no type
    players: ClassVar[Mapping[Level, Player]] = PLAYERS
    player: ClassVar[Player] = PLAYERS["normal"]

    def seat_counts(self, options: Options) -> Sequence[int]:
        """3 to 6 players, whatever the options."""
        return tuple(ROUNDS)

    def begun_by(self, options: Options, seat: Seat | None) -> Options:
        """The seat is the first Ambassador."""
        return msgspec.structs.replace(options, first=UNSET if seat is None else seat)

    def deal(self, rng: Chance, options: Options, seats: int) -> Deal:
        """Shuffle everyone's agency, seat by seat, and draw the first Ambassador."""
        decks = [list(AGENCY) for _ in range(seats)]
        for deck in decks:
            rng.shuffle(deck)
        drawn = rng.randrange(seats)  # even where it decides nothing
        ambassador = drawn if options.first is UNSET else options.first
        return Deal(ambassador=ambassador, decks=tuple(map(tuple, decks)))

    def new(self, deal: Deal, options: Options, seats: int) -> Match:
        """A match before its first Ambassador's choice (rulebook, Getting ready)."""
        check_setup(deal, options, seats)
        return Match(
            seats=seats,
            rounds=ROUNDS[seats],
            first=deal.ambassador,
            embassy_id=options.embassy,
            embassy=EMBASSIES[options.embassy] if options.embassy is not None else PLAIN,
            values=options.values,
            active=deal.ambassador,
            choices=PLACES,
            information=[START_INFORMATION] * seats,
            slots=[dict(zip(SLOTS, deck, strict=False)) for deck in deal.decks],
            decks=[list(deck[len(SLOTS) :]) for deck in deal.decks],
            played=[None] * seats,
            came_from=[None] * seats,
        )

    def outcome(self, options: Options, view: AgenciaView, events: Sequence[Event]) -> Outcome:
        """Everybody's place, what decided it, and the cards that were played."""
        return outcome(view, events)


def check_setup(deal: Deal, options: Options, seats: int) -> None:
    """Raise `IllegalSetup`, naming the place, for what no match can start from."""
    if seats not in ROUNDS:
        raise IllegalSetup(f"seats: La Agencia is for 3 to 6 players, not for {seats}")
    if options.embassy is not None and options.embassy not in EMBASSIES:
        known = ", ".join(EMBASSIES)
        raise IllegalSetup(f"options.embassy: {options.embassy!r} is none of {known}")
    for card, value in (options.information_values or {}).items():
        if not 0 <= value <= LARGEST_VALUE:
            raise IllegalSetup(f"options.information_values.{card}: not from 0 to {LARGEST_VALUE}")
    if not 0 <= deal.ambassador < seats:
        raise IllegalSetup(f"deal.ambassador: there is no seat {deal.ambassador}")
    if options.first not in (UNSET, deal.ambassador):
        raise IllegalSetup(f"deal.ambassador: the options say that it is seat {options.first}")
    if len(deal.decks) != seats:
        raise IllegalSetup(f"deal.decks: {len(deal.decks)} decks for {seats} seats")
    for seat, deck in enumerate(deal.decks):
        if sorted(deck) != SORTED_AGENCY:
            raise IllegalSetup(f"deal.decks[{seat}]: not the 8 cards of an agency")


GAME = Agencia()
