"""Finished pictures, kept by what they show."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from functools import partial, wraps
from hashlib import blake2b
from typing import TypeVar

import msgspec

from bot.metrics import PICTURES_DRAWN, PICTURES_KEPT

Content = TypeVar("Content", bound=msgspec.Struct)


class PictureCache:
    """The most recently used pictures, up to a number of bytes. Safe to use from any thread."""

    def __init__(self, max_bytes: int = 8 * 1024 * 1024) -> None:
        self._max_bytes = max_bytes
        self._pictures: OrderedDict[bytes, bytes] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()
        self.drawn, self.kept = 0, 0
        """How many pictures have been drawn so far, and how many were there already."""

    def __len__(self) -> int:
        return len(self._pictures)

    @property
    def bytes_held(self) -> int:
        """The size of all the pictures held."""
        return self._bytes

    def get(self, kind: str, content: msgspec.Struct, draw: Callable[[], bytes]) -> bytes:
        """The picture of this kind and content, drawn only if it is not here already.

        `content` has to hold everything that the picture depends on.
        """
        key = _key(kind, content)
        with self._lock:
            if key in self._pictures:
                PICTURES_KEPT.inc()
                self.kept += 1
                self._pictures.move_to_end(key)
                return self._pictures[key]
            PICTURES_DRAWN.inc()
            self.drawn += 1
        picture = draw()  # outside the lock: two threads may draw the same, none waits for another
        self._keep(key, picture)
        return picture

    def _keep(self, key: bytes, picture: bytes) -> None:
        with self._lock:
            self._bytes += len(picture) - len(self._pictures.pop(key, b""))
            self._pictures[key] = picture
            while self._bytes > self._max_bytes:
                _, oldest = self._pictures.popitem(last=False)
                self._bytes -= len(oldest)


PICTURES = PictureCache()
"""The pictures drawn lately in this process, of all games and matches."""


def kept(draw: Callable[[Content], bytes]) -> Callable[[Content], bytes]:
    """Let a function that draws what it is given draw nothing twice."""
    kind = f"{draw.__module__}.{draw.__qualname__}"

    @wraps(draw)
    def get(content: Content) -> bytes:
        return PICTURES.get(kind, content, partial(draw, content))

    return get


def _key(kind: str, content: msgspec.Struct) -> bytes:
    encoded = msgspec.msgpack.encode((kind, content), order="sorted")
    return blake2b(encoded, digest_size=16).digest()
