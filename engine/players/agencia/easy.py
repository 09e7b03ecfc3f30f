"""The easy opponent for La Agencia: looks at the table, not into the future.

It takes what looks best to it at a glance, as the table lies now, and does not ask what those who
play after it will do. It counts no cards, and small differences escape it.
"""

from collections.abc import Sequence
from random import Random

from engine.agencia.view import AgenciaView
from engine.game import Action, Event
from engine.players.agencia.normal import gain, imagine

WORLDS = 2
"""How many ways the unseen cards could lie come to its mind."""


class EasyAgenciaPlayer:
    """Takes the choice that gains most in the first worlds that come to its mind."""

    def choose(
        self,
        view: AgenciaView,
        legal: Sequence[Action],
        rng: Random,
        seen: Sequence[Event] = (),
    ) -> Action:
        """One of `legal`."""
        (seat,) = view.to_act
        gains = [0.0] * len(legal)
        for _ in range(WORLDS):
            world = imagine(view, seat, rng)
            for index, action in enumerate(legal):
                gains[index] += gain(world, seat, action, rng)
        return legal[gains.index(max(gains))]
