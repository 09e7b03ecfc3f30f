"""How long a computer opponent may think."""

from collections.abc import Iterator
from time import perf_counter

import msgspec


class Budget(msgspec.Struct, frozen=True):
    """The limits of one decision; whichever is reached first ends it."""

    seconds: float | None
    """Of the clock on the wall, so that a busy machine makes the choice weaker and not later."""

    iterations: int
    """Imagined worlds. With this limit alone the same chance gives the same choice."""

    def worlds(self) -> Iterator[int]:
        """The numbers of the worlds that there is time for, at least one."""
        end = None if self.seconds is None else perf_counter() + self.seconds
        for number in range(self.iterations):
            yield number
            if end is not None and perf_counter() >= end:
                return
