"""How long a computer opponent may think."""

from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Self

import msgspec


class Budget(msgspec.Struct, frozen=True):
    """The limits of one decision; whichever is reached first ends it."""

    seconds: float | None
    """Of the clock on the wall, so that a busy machine makes the choice weaker and not later."""

    iterations: int
    """Imagined worlds. With this limit alone the same chance gives the same choice."""

    least: int = 1
    """Worlds that are imagined even when the time is over, so that haste is not blindness."""

    at_ease: Callable[[], None] | None = None
    """Called once there is time for more than the least: from then on nothing is urgent."""

    def worlds(self) -> Iterator[int]:
        """The numbers of the worlds that there is time for."""
        end = None if self.seconds is None else perf_counter() + self.seconds
        for number in range(self.iterations):
            yield number
            if number + 1 < self.least:
                continue
            if end is not None and perf_counter() >= end:
                return
            if number + 1 == self.least and self.at_ease is not None:
                self.at_ease()


class Thinker(msgspec.Struct, frozen=True):
    """What a player is that thinks for as long as it may."""

    budget: Budget

    def hurried(self, waited: float, at_ease: Callable[[], None] | None = None) -> Self:
        """The same player when so many of its seconds have passed before it could begin.

        `at_ease` is called when it has imagined the least that it must, see `Budget`.
        """
        seconds = self.budget.seconds
        left = None if seconds is None else max(0.0, seconds - waited)
        budget = msgspec.structs.replace(self.budget, seconds=left, at_ease=at_ease)
        return msgspec.structs.replace(self, budget=budget)
