"""A fair deal: all chance of a match, drawn from a secret and from what the players' joins add.

Nothing here depends on a language's random numbers: docs/fair-deal.md writes the construction down
so that anybody can check a deal without this program.
"""

import hashlib
import hmac
import itertools
from collections.abc import Iterable, Iterator, MutableSequence
from typing import Any

import msgspec

from engine import registry

SECRET_BYTES = 32

HEADER = "safehouse deal 1"
"""The first line of the terms: which construction it is."""


def commitment(secret: bytes) -> str:
    """What is shown before anybody joins, and binds whoever deals to the secret: its SHA-256."""
    return hashlib.sha256(secret).hexdigest()


class Terms(msgspec.Struct, frozen=True):
    """What a deal is derived from besides the secret."""

    game: str
    options: msgspec.Struct
    """The game's own options."""

    seats: int
    contributions: tuple[int, ...]
    """What the joins add: Discord's ids, ascending."""

    def lines(self) -> list[str]:
        """The terms line by line: header, game, options, seats, then the contributions."""
        options = msgspec.json.encode(self.options, order="sorted").decode()
        return [HEADER, self.game, options, str(self.seats), *map(str, self.contributions)]

    def text(self) -> str:
        """The terms as they are hashed, without a newline at the end."""
        return "\n".join(self.lines())


def seed(secret: bytes, terms: str) -> bytes:
    """What all draws follow from: HMAC-SHA-256 of the terms, the secret being the key."""
    return hmac.digest(secret, terms.encode(), "sha256")


def deal(secret: bytes, terms: Terms) -> Any:
    """The deal that follows from the secret and the terms, as the game's own type."""
    draws = Draws(seed(secret, terms.text()))
    return registry.game(terms.game).deal(draws, terms.options, terms.seats)


def ascending(contributions: Iterable[int]) -> tuple[int, ...]:
    """Contributions as the terms list them: in the order of the numbers, each once.

    So whoever deals has no order to choose.
    """
    return tuple(sorted(set(contributions)))


class Draws:
    """Chance that follows from a seed: the bytes of HMAC-SHA-256(seed, 0), (seed, 1), …"""

    def __init__(self, seed: bytes) -> None:
        self._bytes = _stream(seed)

    def randrange(self, stop: int, /) -> int:
        """A number from 0 to `stop` - 1, each as likely as the others.

        As few bytes as can hold `stop` - 1, the highest first. Where they exceed the largest
        multiple of `stop` they are thrown away, since the remainders would not be equally likely.
        """
        size = ((stop - 1).bit_length() + 7) // 8
        values = 256**size
        while (value := self._number(size)) >= values - values % stop:
            pass
        return value % stop

    def shuffle(self, x: MutableSequence[Any], /) -> None:
        """Fisher and Yates: from the last place to the second, swap with one up to it."""
        for place in range(len(x) - 1, 0, -1):
            other = self.randrange(place + 1)
            x[place], x[other] = x[other], x[place]

    def _number(self, size: int) -> int:
        return int.from_bytes(bytes(itertools.islice(self._bytes, size)))


def _stream(seed: bytes) -> Iterator[int]:
    for block in itertools.count():
        yield from hmac.digest(seed, block.to_bytes(8), "sha256")
