"""A match of Agent Avenue, as the engine's `State` protocol asks for it."""

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from engine.agent_avenue.actions import Discard, Play, Recruit, Take, Use
from engine.agent_avenue.end import resign
from engine.agent_avenue.market import ability_choices, market_choices, take, use
from engine.agent_avenue.race import Log
from engine.agent_avenue.state import MatchState
from engine.agent_avenue.turn import discard, play, play_choices, recruit, recruit_choices
from engine.agent_avenue.view import AgentAvenueView, view
from engine.game import Action, Event, IllegalAction, Resign, Seat


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
        return _CHOICES[self.step](self, seat)

    def decision(self, seat: Seat) -> Hashable | None:
        """What the seat is deciding: changes with its own discard, not with its teammate's."""
        if seat not in self.acting:
            return None
        market = (self.revealed, self.supply)  # differs after every card that was taken
        return self.turn, self.step, self.face_up, market, self.discards_left[seat]

    def apply(self, seat: Seat, action: Action) -> Sequence[Event]:
        """Carry out an action and everything that follows from it without a further decision."""
        if self.over:
            raise IllegalAction("The match is over.")
        log: Log = []
        carry_out = _ACTIONS.get(type(action))
        if carry_out is None:
            raise IllegalAction("Agent Avenue has no such action.")
        carry_out(self, seat, action, log)
        return log

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
    "recruit": recruit_choices,
    "market": market_choices,
    "ability": ability_choices,
}
"""The legal actions of an acting seat, by step."""

# Any: each function takes the action class it is listed under.
_ACTIONS: dict[type[Action], Callable[[MatchState, Seat, Any, Log], None]] = {
    Discard: discard,
    Play: play,
    Recruit: recruit,
    Take: take,
    Use: use,
    Resign: resign,
}
"""The rule that carries out each kind of action."""
