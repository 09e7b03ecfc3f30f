"""Finished pictures are kept by what they show."""

from concurrent.futures import ThreadPoolExecutor

import msgspec

from bot.draw.cache import PictureCache


class Content(msgspec.Struct, frozen=True):
    number: int
    names: dict[str, str] = {}


def test_the_same_content_is_drawn_once() -> None:
    cache = PictureCache()
    drawn: list[int] = []

    def draw() -> bytes:
        drawn.append(1)
        return b"picture"

    for _ in range(3):
        assert cache.get("table", Content(1, {"a": "A", "b": "B"}), draw) == b"picture"
    assert cache.get("table", Content(1, {"b": "B", "a": "A"}), draw) == b"picture"
    assert len(drawn) == 1


def test_other_content_and_another_kind_are_other_pictures() -> None:
    cache = PictureCache()
    assert cache.get("table", Content(1), lambda: b"1") == b"1"
    assert cache.get("table", Content(2), lambda: b"2") == b"2"
    assert cache.get("hand", Content(1), lambda: b"3") == b"3"
    assert len(cache) == 3


def test_the_picture_used_least_recently_goes_first() -> None:
    cache = PictureCache(max_bytes=20)
    cache.get("table", Content(1), lambda: b"1" * 10)
    cache.get("table", Content(2), lambda: b"2" * 10)
    cache.get("table", Content(1), lambda: b"!" * 10)  # used again
    cache.get("table", Content(3), lambda: b"3" * 10)
    assert cache.bytes_held == 20
    assert cache.get("table", Content(1), lambda: b"drawn again") == b"1" * 10
    assert cache.get("table", Content(2), lambda: b"drawn again") == b"drawn again"


def test_a_picture_larger_than_the_cache_is_drawn_but_not_kept() -> None:
    cache = PictureCache(max_bytes=5)
    assert cache.get("table", Content(1), lambda: b"x" * 10) == b"x" * 10
    assert (len(cache), cache.bytes_held) == (0, 0)


def test_many_threads_keep_the_count_right() -> None:
    cache = PictureCache(max_bytes=300)

    def fetch(number: int) -> bytes:
        return cache.get("table", Content(number % 40), lambda: bytes([number % 40]) * 10)

    with ThreadPoolExecutor(8) as pool:
        pictures = list(pool.map(fetch, range(2000)))
    assert pictures == [bytes([number % 40]) * 10 for number in range(2000)]
    assert cache.bytes_held == 10 * len(cache) <= 300
