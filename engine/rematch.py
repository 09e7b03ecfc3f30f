"""A rematch: the same game with the same options, in which whoever has lost begins."""

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from engine.game import Event, Game, Seat, State
from engine.outcome import outcome


@runtime_checkable
class Begins(Protocol):
    """What a game has as well, if it can be agreed before the deal who begins.

    It is an option of the game, so records and the terms of a fair deal hold it.
    """

    def begun_by(self, options: Any, seat: Seat | None) -> Any:
        """The options with which this seat, or its team, begins; for None chance decides."""
        ...


def losers(game: Game, options: Any, state: State, events: Sequence[Event]) -> Sequence[Seat]:
    """Who has come last in a match that is over, together; nobody where all share the victory.

    Of several teams in the last place it is the one with the lowest seat.
    """
    ended = outcome(game, options, state, events)
    last = max(ended.places)
    if last == 1:
        return ()
    return min(
        tuple(seats)
        for seats, place in zip(ended.teams, ended.places, strict=True)
        if place == last
    )


def options_after(game: Game, options: Any, beginners: Sequence[Seat]) -> Any:
    """The options of a rematch that these seats, a team, are to begin."""
    if not isinstance(game, Begins):
        return options
    return game.begun_by(options, beginners[0] if beginners else None)
