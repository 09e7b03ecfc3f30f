"""Finished pictures, kept by what they show."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from hashlib import blake2b

import msgspec

from bot.metrics import PICTURES_DRAWN, PICTURES_KEPT


class PictureCache:
    """The most recently used pictures, up to a number of bytes. Safe to use from any thread."""

    def __init__(self, max_bytes: int = 8 * 1024 * 1024) -> None:
        self._max_bytes = max_bytes
        self._pictures: OrderedDict[bytes, bytes] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

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
                self._pictures.move_to_end(key)
                return self._pictures[key]
        PICTURES_DRAWN.inc()
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


def _key(kind: str, content: msgspec.Struct) -> bytes:
    encoded = msgspec.msgpack.encode((kind, content), order="sorted")
    return blake2b(encoded, digest_size=16).digest()
