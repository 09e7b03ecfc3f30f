"""Caching by identity."""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Generic, TypeVar

T = TypeVar("T")
Result = TypeVar("Result")

KEPT = 64
"""How many results `once` keeps of each function."""


class Same(Generic[T]):
    """Something as the key of a cache, equal to nothing but itself.

    As long as the cache has the key it holds the thing, so nothing else can take its identity.
    """

    def __init__(self, it: T) -> None:
        self.it = it

    def __hash__(self) -> int:
        return id(self.it)

    def __eq__(self, other: object) -> bool:
        return type(other) is Same and other.it is self.it  # pyright: ignore[reportUnknownMemberType]


def once(work: Callable[[T], Result]) -> Callable[[T], Result]:
    """Let a function work once for the same thing, as long as that is one of the newest."""

    @lru_cache(KEPT)
    def kept(same: Same[T]) -> Result:
        return work(same.it)

    @wraps(work)
    def get(it: T) -> Result:
        return kept(Same(it))

    return get
