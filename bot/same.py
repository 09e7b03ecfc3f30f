"""Caching by identity."""

from typing import Generic, TypeVar

T = TypeVar("T")


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
