"""What a seat knows of all the cards, from the events it saw and what it sees now.

Who pays attention knows a lot: every card that goes under a deck was played for all to see, so
that after four draws from a deck everybody can tell what comes next. Only the cards that have never
been seen are unknown, and each of those is one of the agency that its first owner began with.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random

from engine.agencia.actions import Side
from engine.agencia.cards import AGENCY, ROUNDS, Card
from engine.agencia.embassies import EMBASSIES, PLAIN
from engine.agencia.events import (
    AgentsResolved,
    AmbassadorPassed,
    CardPlayed,
    Drew,
    InfiltratorResolved,
    Placed,
    RecruiterResolved,
    Resigned,
    Swapped,
)
from engine.agencia.match import Match
from engine.agencia.slots import Slot
from engine.agencia.view import AgenciaView
from engine.game import Event, Seat
from engine.players.agencia.normal import cards_played


class Piece:
    """One cardboard card: what it is, if that has been seen, and whose agency it came from."""

    __slots__ = ("card", "origin")

    def __init__(self, origin: Seat) -> None:
        self.card: Card | None = None
        self.origin = origin


class Forgotten(ValueError):
    """The events are not those of the whole match, so the cards cannot be followed."""


class Memory:
    """Where every card is."""

    def __init__(
        self, view: AgenciaView, seen: Sequence[Event], values: Mapping[Card, int]
    ) -> None:
        seats = len(view.information)
        self.view = view
        self.values = values
        self.slots = [{slot: Piece(seat) for slot in Slot} for seat in range(seats)]
        self.decks = [
            [Piece(seat) for _ in range(len(AGENCY) - len(Slot))] for seat in range(seats)
        ]
        self.pieces = [[*self.slots[seat].values(), *self.decks[seat]] for seat in range(seats)]
        """By the agency that they came from."""

        self.played: list[Piece | None] = [None] * seats
        self.came_from: list[Slot | None] = [None] * seats
        self.resigned: frozenset[Seat] = frozenset()
        self.side_before: Side | None = None
        self._side: Side | None = None
        hands = 0
        for event in seen:
            hands += isinstance(event, AmbassadorPassed)
            self._remember(event)
        played = sum(slot is not None for slot in self.came_from)
        if hands != (view.round - 1) * seats + view.hand - 1 or played != cards_played(view):
            raise Forgotten
        self._look()
        self.unknown = [self._left(pieces) for pieces in self.pieces]
        """For each agency, the cards in it that have not been seen."""

    def _remember(self, event: Event) -> None:
        match event:
            case Placed(side=side):
                self._side = side
            case CardPlayed(seat=seat, slot=slot, card=card):
                piece = self.slots[seat][slot]
                piece.card = card
                self.played[seat] = piece
                self.came_from[seat] = slot
            case Swapped(seat=seat, whom=whom):
                played = self.played
                played[seat], played[whom] = played[whom], played[seat]
                self._discard(seat)
                self._discard(whom)
            case (
                InfiltratorResolved(seat=seat, found=False)
                | RecruiterResolved(seat=seat, found=False)
                | AgentsResolved(seat=seat)
            ):
                self._discard(seat)
            case Drew(seat=seat, slot=slot, card=card):
                piece = self.decks[seat].pop(0)
                piece.card = card or piece.card
                self.slots[seat][slot] = piece
                self.came_from[seat] = None
            case AmbassadorPassed():
                self.side_before, self._side = self._side, None
            case Resigned(seat=seat):
                self.resigned |= {seat}
            case _:
                pass

    def _discard(self, seat: Seat) -> None:
        piece = self.played[seat]
        assert piece is not None, "only a card in play is discarded"
        self.decks[seat].append(piece)
        self.played[seat] = None

    def _look(self) -> None:
        """What lies in the positions now, as far as this seat sees it."""
        for slots, seen in zip(self.slots, self.view.slots, strict=True):
            for slot, card in seen.items():
                if card is not None:
                    slots[slot].card = card

    def _left(self, pieces: Sequence[Piece]) -> list[Card]:
        left = Counter(AGENCY)
        left.subtract(piece.card for piece in pieces if piece.card is not None)
        return list(left.elements())

    def imagine(self, rng: Random) -> Match:
        """A match that looks to this seat, now and so far, like the one it plays in."""
        view = self.view
        cards: dict[Piece, Card] = {}
        for pieces, unknown in zip(self.pieces, self.unknown, strict=True):
            rng.shuffle(unknown)
            left = iter(unknown)
            for piece in pieces:
                cards[piece] = piece.card or next(left)
        seats = len(view.information)
        playing = list(self.came_from)
        return Match(
            seats=seats,
            rounds=ROUNDS[seats],
            first=(view.ambassador - view.hand + 1) % seats,
            embassy_id=view.embassy,
            embassy=PLAIN if view.embassy is None else EMBASSIES[view.embassy],
            values=self.values,
            active=view.to_act[0],
            choices=view.legal[str(view.to_act[0])],
            information=list(view.information),
            slots=[
                {
                    slot: None if slot == playing[seat] else cards[piece]
                    for slot, piece in slots.items()
                }
                for seat, slots in enumerate(self.slots)
            ],
            decks=[[cards[piece] for piece in deck] for deck in self.decks],
            played=list(view.played),
            came_from=playing,
            step=view.step,
            hands_done=(view.round - 1) * seats + view.hand - 1,
            plays=cards_played(view),
            side=view.side,
            side_before=self.side_before,
            reward=view.reward,
            resigned=self.resigned,
        )
