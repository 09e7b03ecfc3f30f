"""A match as the rest of the program meets it: check, carry out, go on to the next decision."""

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from engine.agencia import rules, view
from engine.agencia.actions import Place, Play, Target
from engine.agencia.state import State, Step
from engine.agencia.view import AgenciaView
from engine.game import Action, Event, IllegalAction, Log, Resign, Seat

EXPECTED: dict[Step, tuple[type[Action], str]] = {
    Step.PLACE: (Place, "Choose the Hall or the Garden first."),
    Step.PLAY: (Play, "Play one of your four cards now."),
    Step.TARGET: (Target, "Choose a player for your card to swap with."),
}
"""The kind of action each step asks for, and what to say to another kind."""


class Match(State):
    """One match in progress."""

    __slots__ = ()

    def to_act(self) -> Sequence[Seat]:
        """The seat that has to decide; empty when the match is over."""
        active = self.active
        return () if active is None else (active,)

    def legal(self, seat: Seat) -> Sequence[Action]:
        """The legal actions of a seat, in the order of the record format's tables."""
        return self.choices if seat == self.active else ()

    def decision(self, seat: Seat) -> Hashable | None:
        """The hand and the step: in no hand does a seat decide the same kind of thing twice."""
        return (self.hands_done, self.step) if seat == self.active else None

    def apply(self, seat: Seat, action: Action) -> Sequence[Event]:
        """Check an action, carry it out, and return everything that happened."""
        if seat != self.active or action not in self.choices:
            self._refuse_unless_resigning(seat, action)
        log: list[Event] = []
        ACTIONS[type(action)](self, seat, action, log)
        if self.resigned:
            self._go_on_for_resigned(log)
        return log

    def carry_out(self, seat: Seat, action: Action, log: Log = None) -> None:
        """Do what a legal action does, and everything up to the next choice that somebody has.

        What nobody has to decide is done, too: the only side or target there is, and everything
        for a seat that has resigned, for which the first legal action is taken.
        """
        ACTIONS[type(action)](self, seat, action, log)
        if self.resigned:
            self._go_on_for_resigned(log)

    def view(self, viewer: Seat | None) -> AgenciaView:
        """What a seat, or a bystander (None), may see now."""
        return view.seen(self, viewer)

    def full(self) -> AgenciaView:
        """All positions and everybody's legal actions."""
        return view.full(self)

    def _go_on_for_resigned(self, log: Log) -> None:
        """Take the first legal action as long as a seat is to act that has resigned."""
        while (active := self.active) is not None and active in self.resigned:
            first = self.choices[0]
            ACTIONS[type(first)](self, active, first, log)

    def _refuse_unless_resigning(self, seat: Seat, action: Action) -> None:
        """Raise `IllegalAction`, with the reason, for what is no choice of the seat's."""
        if self.over:
            raise IllegalAction("The match is over.")
        if not 0 <= seat < self.seats:
            raise IllegalAction(f"There is no seat {seat} in this match.")
        if seat in self.resigned:
            raise IllegalAction("You have resigned from this match.")
        if isinstance(action, Resign):
            return
        if seat != self.active:
            raise IllegalAction("It is not your turn.")
        kind, asked = EXPECTED[self.step]
        if not isinstance(action, kind):
            raise IllegalAction(asked)
        raise IllegalAction("That player has no card in play that yours can be swapped with.")


# Any: each function takes the action class it is listed under.
ACTIONS: dict[type[Action], Callable[[State, Seat, Any, Log], None]] = {
    Place: rules.place,
    Play: rules.play,
    Target: rules.target,
    Resign: rules.resign,
}
"""The rule that carries out each kind of action."""
