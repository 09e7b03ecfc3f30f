"""The easy opponent for La Agencia: looks at the table, not into the future.

It plays what looks best at a glance, as the table lies now, with a rough idea of what is still to
come. It counts no cards, small differences escape it, and for the Hall or the Garden, or for whom
to swap with, it takes the first idea that is not bad.
"""

from collections.abc import Sequence
from random import Random

from engine.agencia.state import Step
from engine.agencia.view import AgenciaView
from engine.game import Action, Event
from engine.players.agencia.normal import KnowsValues, gain, imagine
from engine.players.agencia.policy import Judgement
from engine.players.agencia.world import World, numbered

CARELESSNESS = 3.0
"""Differences up to this much information may escape it."""

IDEAS = 1
"""How many ways the hand could go on come to its mind."""


class EasyAgenciaPlayer(KnowsValues, frozen=True):
    """Takes what looks good enough."""

    def choose(
        self,
        view: AgenciaView,
        legal: Sequence[Action],
        rng: Random,
        seen: Sequence[Event] = (),
    ) -> Action:
        """One of `legal`."""
        (seat,) = view.to_act
        if view.step == Step.PLAY:
            world = World.of(imagine(view, seat, self.values, rng))
            return legal[Judgement(world.terms, rng, CARELESSNESS).position(world, seat)]
        choices = [numbered(action) for action in legal]
        gains = [0.0] * len(legal)
        for _ in range(IDEAS):
            world = World.of(imagine(view, seat, self.values, rng))
            for index, choice in enumerate(choices):
                gains[index] += gain(world, seat, choice, rng)
        return legal[gains.index(max(gains))]
