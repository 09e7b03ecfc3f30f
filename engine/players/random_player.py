"""The opponent that does anything: any game, for tests, statistics and benchmarks."""

from collections.abc import Sequence
from random import Random
from typing import Any

from engine.game import Action, Event


class RandomPlayer:
    """Chooses among the legal actions with equal chances."""

    # Any: the view of whichever game; it is not looked at.
    def choose(
        self, view: Any, legal: Sequence[Action], rng: Random, seen: Sequence[Event] = ()
    ) -> Action:
        """One of `legal`."""
        return legal[int(rng.random() * len(legal))]
