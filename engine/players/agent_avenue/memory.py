"""What a seat remembers of the events it saw, as far as the view does not show it any more."""

from collections import defaultdict
from collections.abc import Sequence

from engine.agent_avenue.cards import AgentId, MarketId
from engine.agent_avenue.events import (
    Discarded,
    Moved,
    Played,
    Recruited,
    Returned,
    Revealed,
    Took,
    TurnBegan,
)
from engine.game import Event, Seat


class Memory:
    """Facts from the events that one seat has seen, in their order."""

    def __init__(self, seat: Seat, active: int, seen: Sequence[Event]) -> None:
        """`active` is the team whose turn it is now."""
        self.team_of: dict[Seat, int] = {}
        """The teams of the seats that have acted."""

        self.own_discards: list[AgentId] = []
        self.took: list[MarketId] = []
        """Black market cards that were taken, in order."""

        self.moved: set[int] = set()
        """Teams whose meeple has moved since the last Recruit step and that took nothing since."""

        self.held: defaultdict[Seat, list[AgentId]] = defaultdict(list)
        """Cards that are, for all this seat knows, in another hand."""

        self._seat = seat
        self.first = self._active = _first_team(active, seen)
        for event in seen:
            self._remember(event)

    def _remember(self, event: Event) -> None:
        match event:
            case TurnBegan(team=team):
                self._active = team
            case Discarded(seat=seat, card=card):
                if card is not None:
                    self.own_discards.append(card)
                else:
                    self.held.pop(seat, None)  # it may have been one of them
            case Played(seat=seat, face_up=up):
                self.team_of[seat] = self._active
                self._left_hand(seat, up)
            case Recruited():
                self._recruited(event)
            case Moved(team=team):
                self.moved.add(team)
            case Took(team=team, seat=seat, card=card):
                self.team_of[seat] = team
                self.took.append(card)
                self.moved.discard(team)
            case Revealed(seat=seat, card=card) if seat != self._seat:
                self.held[seat].extend((card, card))
            case Returned(seat=seat, card=card) if seat != self._seat:
                self.held[seat].append(card)
            case _:
                pass

    def _recruited(self, event: Recruited) -> None:
        if event.seat is not None:
            self.team_of[event.seat] = event.team
        if event.by not in ("face_up", "face_down"):
            if event.seat is not None:
                self._left_hand(event.seat, event.card)
            return
        if event.seat is not None:
            self.moved.clear()
        if event.by == "face_down":
            for seat, team in self.team_of.items():
                if team == self._active:
                    self._left_hand(seat, event.card)

    def _left_hand(self, seat: Seat, card: AgentId | None) -> None:
        if card is not None and card in self.held.get(seat, ()):
            self.held[seat].remove(card)


def _first_team(active: int, seen: Sequence[Event]) -> int:
    """The team that began the match."""
    for event in seen:
        if isinstance(event, TurnBegan):
            return event.team if event.turn % 2 else 1 - event.team
    return active
