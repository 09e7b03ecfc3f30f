"""A computer opponent for La Agencia."""

from collections.abc import Sequence
from random import Random

from engine.agencia.actions import AgenciaAction
from engine.agencia.view import AgenciaView


class AgenciaPlayer:
    """Chooses at random."""

    def choose(
        self, view: AgenciaView, legal: Sequence[AgenciaAction], rng: Random
    ) -> AgenciaAction:
        """One of `legal`."""
        return rng.choice(legal)
