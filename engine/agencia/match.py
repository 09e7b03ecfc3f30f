"""A match as the rest of the program meets it: check, carry out, go on to the next decision."""

from collections.abc import Hashable, Sequence

from engine.agencia import rules, view
from engine.agencia.actions import AgenciaAction, Place, Play, Target
from engine.agencia.events import Resigned
from engine.agencia.state import State, Step
from engine.agencia.view import AgenciaView
from engine.game import Action, Event, IllegalAction, Resign, Seat

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
        return () if self.active is None else (self.active,)

    def legal(self, seat: Seat) -> Sequence[AgenciaAction]:
        """The legal actions of a seat, in the order of the record format's tables."""
        return rules.legal(self, seat)

    def decision(self, seat: Seat) -> Hashable | None:
        """The hand and the step: in no hand does a seat decide the same kind of thing twice."""
        return (self.hands_done, self.step) if seat == self.active else None

    def apply(self, seat: Seat, action: Action) -> Sequence[Event]:
        """Carry out an action and everything up to the next choice that somebody has."""
        self._check(seat, action)
        log: list[Event] = []
        if isinstance(action, Resign):
            self.resigned |= {seat}
            log.append(Resigned(seat))
        else:
            self._carry_out(seat, action, log)
        self._play_on(log)
        return log

    def view(self, viewer: Seat | None) -> AgenciaView:
        """What a seat, or a bystander (None), may see now."""
        return view.seen(self, viewer)

    def full(self) -> AgenciaView:
        """All positions and everybody's legal actions."""
        return view.full(self)

    def _check(self, seat: Seat, action: Action) -> None:
        """Raise `IllegalAction`, with the reason, unless the seat may do this now."""
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
        if action not in rules.legal(self, seat):
            raise IllegalAction("That player has no card in play that yours can be swapped with.")

    def _carry_out(self, seat: Seat, action: Action, log: list[Event]) -> None:
        match action:
            case Place(side=side):
                rules.place(self, side, log)
            case Play(slot=slot):
                rules.play(self, seat, slot, log)
            case Target(whom=whom):
                rules.target(self, seat, whom, log)
            case _:
                raise AssertionError(f"no step asks for {action}")

    def _play_on(self, log: list[Event]) -> None:
        """Take the decisions that nobody has to take.

        Those are the only side or target there is, and everything for a seat that has resigned,
        for which the first legal action is taken.
        """
        while (seat := self.active) is not None:
            choices = rules.legal(self, seat)
            if len(choices) > 1 and seat not in self.resigned:
                return
            self._carry_out(seat, choices[0], log)
