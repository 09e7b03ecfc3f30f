"""A match of Agent Avenue, as the engine's `State` protocol asks for it."""

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from engine.agent_avenue.actions import RECRUITS, Discard, Play, Recruit, Take, Use
from engine.agent_avenue.end import check_resign, resign
from engine.agent_avenue.market import (
    ability_choices,
    check_take,
    check_use,
    market_choices,
    take,
    use,
)
from engine.agent_avenue.state import MatchState
from engine.agent_avenue.turn import (
    check_discard,
    check_play,
    check_recruit,
    discard,
    play,
    play_choices,
    recruit,
)
from engine.agent_avenue.view import AgentAvenueView, view
from engine.game import Action, Event, IllegalAction, Log, Resign, Seat


class AgentAvenueMatch(MatchState):
    """One match in progress."""

    __slots__ = ()

    def to_act(self) -> tuple[Seat, ...]:
        """The seats that may act now, ascending."""
        return self.acting

    def legal(self, seat: Seat) -> Sequence[Action]:
        """The legal actions of a seat, in the order of the record format's table and the cards'."""
        if seat not in self.acting:
            return ()
        step = self.step
        return RECRUITS if step == "recruit" else _CHOICES[step](self, seat)

    def decision(self, seat: Seat) -> Hashable | None:
        """What the seat is deciding: changes with its own discard, not with its teammate's."""
        if seat not in self.acting:
            return None
        market = (self.revealed, self.supply)  # differs after every card that was taken
        return self.turn, self.step, self.face_up, market, self.discards_left[seat]

    def apply(self, seat: Seat, action: Action) -> Sequence[Event]:
        """Check an action, carry it out, and return everything that happened."""
        if self.over:
            raise IllegalAction("The match is over.")
        try:
            check, carry_out = _RULES[type(action)]
        except KeyError:
            raise IllegalAction("Agent Avenue has no such action.") from None
        check(self, seat, action)
        log: list[Event] = []
        carry_out(self, seat, action, log)
        return log

    def carry_out(self, seat: Seat, action: Action, log: Log = None) -> None:
        """Do what a legal action does, and all that follows from it without a further decision."""
        _ACTIONS[type(action)](self, seat, action, log)

    def view(self, viewer: Seat | None) -> AgentAvenueView:
        """What a seat, or a bystander (None), may see now."""
        if viewer is None:
            return view(self, (), {})
        own = {str(viewer): self.legal(viewer)} if viewer in self.acting else {}
        return view(self, (viewer,), own)

    def full(self) -> AgentAvenueView:
        """Everything, for records and tests."""
        every = {str(seat): self.legal(seat) for seat in self.acting}
        return view(self, range(self.seats), every)


_CHOICES: dict[str, Callable[[MatchState, Seat], Sequence[Action]]] = {
    "play": play_choices,
    "market": market_choices,
    "ability": ability_choices,
}
"""The legal actions of an acting seat, by step; to recruit there are always the same two."""

# Any: each function takes the action class it is listed under.
Check = Callable[[MatchState, Seat, Any], None]
CarryOut = Callable[[MatchState, Seat, Any, Log], None]

_RULES: dict[type[Action], tuple[Check, CarryOut]] = {
    Discard: (check_discard, discard),
    Play: (check_play, play),
    Recruit: (check_recruit, recruit),
    Take: (check_take, take),
    Use: (check_use, use),
    Resign: (check_resign, resign),
}
"""The rule that refuses each kind of action where it is not legal, and the one that carries it out.
"""

_ACTIONS = {kind: carry_out for kind, (_, carry_out) in _RULES.items()}
"""The latter alone."""
