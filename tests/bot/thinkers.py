"""Players by which one sees where and for how long they think; a worker imports nothing else."""

import os
import sys
import time
from collections.abc import Sequence
from multiprocessing import parent_process
from random import Random
from typing import Any

from bot.thinking import Thought
from engine.players.budget import Budget, Thinker

LONG = 600.0
"""Seconds after which no test is still running."""


def thought(player: Thinker, asked: float | None = None) -> Thought:
    """A decision that this player is asked for, now or at that time."""
    now = time.monotonic()
    return Thought(player, "view", ("first", "second"), (), 1, now if asked is None else asked)


def in_a_worker() -> bool:
    return parent_process() is not None


def niceness() -> int:
    """By how much this process, on Linux this thread, stands back."""
    return 0 if sys.platform == "win32" else os.nice(0)


class Teller(Thinker, frozen=True):
    """Tells its process, and by how much that stands back."""

    budget: Budget = Budget(seconds=1.0, iterations=1)

    def choose(self, view: Any, legal: Sequence[Any], rng: Random, seen: Sequence[Any]) -> Any:
        return os.getpid(), niceness()


class Waster(Teller, frozen=True):
    """Uses up all of its time, and tells how much that was."""

    def choose(self, view: Any, legal: Sequence[Any], rng: Random, seen: Sequence[Any]) -> Any:
        assert self.budget.seconds is not None
        time.sleep(self.budget.seconds)
        return self.budget.seconds


class Hanging(Teller, frozen=True):
    """Never decides in a worker."""

    def choose(self, view: Any, legal: Sequence[Any], rng: Random, seen: Sequence[Any]) -> Any:
        if in_a_worker():
            time.sleep(LONG)
        return legal[0]


class Dying(Teller, frozen=True):
    """Takes its worker along, once whoever is asked at the same moment has been asked."""

    def choose(self, view: Any, legal: Sequence[Any], rng: Random, seen: Sequence[Any]) -> Any:
        if in_a_worker():
            time.sleep(0.3)
            os._exit(1)
        return legal[0]


class Patient(Teller, frozen=True):
    """Tells how far it stood back for each of its worlds, two of which it must imagine."""

    budget: Budget = Budget(seconds=LONG, iterations=4, least=2)

    def choose(self, view: Any, legal: Sequence[Any], rng: Random, seen: Sequence[Any]) -> Any:
        return [niceness() for _ in self.budget.worlds()]
