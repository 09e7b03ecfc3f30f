"""What a finished match counts as: who came where, what decided it, and with which cards."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

import msgspec

from engine.game import Event, Game, Seat, State


class Outcome(msgspec.Struct, frozen=True):
    """The end of a match for the records. It says nothing about people."""

    teams: Sequence[Sequence[Seat]]
    """Who has played together; every seat stands in one of them."""

    places: Sequence[int]
    """Of each team: 1 has won, a higher number has lost to every lower one, equal ones share."""

    how: str = ""
    """A key of the game's own: what decided the match."""

    cards: Sequence[Mapping[str, int]] = ()
    """Of each team: how often it has recruited or played each card, whatever the game counts."""


@runtime_checkable
class Ranks(Protocol):
    """What a game has as well, if its matches end with more than winners and losers."""

    def outcome(self, options: Any, view: Any, events: Sequence[Event]) -> Outcome:
        """The outcome of a match that is over, from its full view and everything that happened."""
        ...


def outcome(game: Game, options: Any, state: State, events: Sequence[Event]) -> Outcome:
    """The outcome of a match that is over; where a game ranks nobody, winners beat losers."""
    if isinstance(game, Ranks):
        return game.outcome(options, state.full(), events)
    seats = range(state.seats)
    return Outcome(
        teams=[(seat,) for seat in seats],
        places=[1 if seat in state.winners else 2 for seat in seats],
    )
