"""Animated pictures: small enough to share, whatever they are made of."""

import io
from collections.abc import Sequence
from random import Random

import pytest
from PIL import Image

from bot.draw import animation
from bot.draw.animation import MAX_BYTES, MOST_FRAMES, animate, sampled


def picture(shade: int, size: tuple[int, int] = (720, 900)) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", size, (shade, shade, 255 - shade)).save(file, "PNG")
    return file.getvalue()


def dotted(place: int) -> bytes:
    """With a dot that is elsewhere in each."""
    image = Image.new("RGB", (720, 900))
    image.paste((255, 255, 255), (place * 10, 0, place * 10 + 10, 10))
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def noise(rng: Random, size: tuple[int, int]) -> bytes:
    """What compresses worst."""
    file = io.BytesIO()
    Image.frombytes("RGB", size, rng.randbytes(size[0] * size[1] * 3)).save(file, "PNG")
    return file.getvalue()


def frames(gif: bytes) -> list[Image.Image]:
    image = Image.open(io.BytesIO(gif))
    found: list[Image.Image] = []
    for number in range(getattr(image, "n_frames", 1)):
        image.seek(number)
        found.append(image.convert("RGB"))
    return found


@pytest.mark.parametrize(
    ("count", "most", "kept"),
    [(1, 5, [0]), (5, 5, [0, 1, 2, 3, 4]), (9, 5, [0, 2, 4, 6, 8]), (100, 3, [0, 50, 99])],
)
def test_the_first_and_the_last_are_always_among_those_that_are_kept(
    count: int, most: int, kept: Sequence[int]
) -> None:
    assert sampled(count, most) == kept


def test_each_picture_becomes_one_of_the_animation_in_order() -> None:
    shown = frames(animate([picture(shade) for shade in (0, 120, 250)]))
    blues = [image.getpixel((5, 5))[2] for image in shown]  # type: ignore[index]
    assert blues == sorted(blues, reverse=True)
    assert len(set(blues)) == 3


def test_it_says_how_long_each_stands_and_begins_anew() -> None:
    image = Image.open(io.BytesIO(animate([picture(shade) for shade in (0, 250)])))
    assert image.info["loop"] == 0
    assert image.info["duration"] == animation.FRAME_MS
    image.seek(1)
    assert image.info["duration"] == animation.LAST_MS


def test_pictures_of_several_heights_fit_on_one_ground() -> None:
    first, last = frames(animate([picture(200), picture(200, (720, 1200))]))
    assert first.size == last.size == (600, 1000)
    assert first.getpixel((300, 990)) != last.getpixel((300, 990))


def test_there_are_never_more_pictures_than_the_most() -> None:
    assert len(frames(animate([dotted(place) for place in range(MOST_FRAMES + 20)]))) == MOST_FRAMES


def test_what_is_too_large_becomes_smaller_and_shorter() -> None:
    rng = Random(1)
    gif = animate([noise(rng, (240, 320)) for _ in range(30)])
    assert len(gif) <= MAX_BYTES
    assert 4 <= len(frames(gif)) < 30


def test_what_can_never_be_small_enough_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(1)
    monkeypatch.setattr(animation, "ATTEMPTS", animation.ATTEMPTS[-1:])
    with pytest.raises(ValueError, match="too large"):
        animate([noise(rng, (360, 2400)) for _ in range(4)])
