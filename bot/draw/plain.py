"""Where a picture has one colour only, known from what has been laid on it.

To look at all its pixels instead would take as long as the rest of the drawing.
"""

from collections.abc import Iterable
from itertools import takewhile
from typing import NamedTuple

from PIL import Image

LEAST_SHARE = 1 / 4
"""Of an image: what is smaller is not worth knowing of."""


class Box(NamedTuple):
    """A part of a picture: its edges in pixels, right and bottom being the first ones outside."""

    left: int
    top: int
    right: int
    bottom: int


class Plain(NamedTuple):
    """A part of an image in mode P that has the colour of this number and no other."""

    box: Box
    colour: int


class Laid(NamedTuple):
    """An image as it is laid on a picture, and what is known of it."""

    image: Image.Image
    plain: tuple[Plain, ...] = ()


class Layers:
    """What lies on a picture that had one colour at first, and where."""

    def __init__(self, size: tuple[int, int], colour: int) -> None:
        whole = Box(0, 0, *size)
        self._layers: list[tuple[Box, tuple[Plain, ...]]] = [(whole, (Plain(whole, colour),))]

    def add(self, laid: Laid, left: int, top: int) -> None:
        """Another one, on top of all."""
        width, height = laid.image.size
        self._layers.append((Box(left, top, left + width, top + height), laid.plain))

    def colour(self, left: int, top: int, right: int, bottom: int) -> int | None:
        """The number of the only colour in this part of the picture; None if that is not known."""
        for box, plain in reversed(self._layers):
            x, y, x_end, y_end = box
            if left < x_end and x < right and top < y_end and y < bottom:
                inner = left - x, top - y, right - x, bottom - y
                return next((part.colour for part in plain if _holds(part.box, *inner)), None)
        return None


def _holds(box: Box, left: int, top: int, right: int, bottom: int) -> bool:
    return box.left <= left and box.top <= top and right <= box.right and bottom <= box.bottom


def plain_parts(image: Image.Image) -> tuple[Plain, ...]:
    """The parts of an image in mode P, around its middle, that have one colour only.

    One is as wide as it can be, one as tall: a panel has both, between its round corners.
    """
    wide = _around_middle(image)
    (top, left, bottom, right), colour = _around_middle(image.transpose(Image.Transpose.TRANSPOSE))
    tall = Plain(Box(left, top, right, bottom), colour)
    least = LEAST_SHARE * image.width * image.height
    return tuple(part for part in (wide, tall) if _area(part.box) >= least)


def _around_middle(image: Image.Image) -> Plain:
    """The rows around the middle that have its colour for as long as the middle one has it."""
    pixels, (width, height) = image.tobytes(), image.size
    rows = [pixels[start : start + width] for start in range(0, len(pixels), width)]
    middle, x, y = rows[height // 2], width // 2, height // 2
    colour = middle[x : x + 1]
    left, right = len(middle[:x].rstrip(colour)), width - len(middle[x:].lstrip(colour))
    same = [row[left:right] == colour * (right - left) for row in rows]
    top = y - _run(reversed(same[:y]))
    bottom = y + _run(same[y:])
    return Plain(Box(left, top, right, bottom), colour[0])


def _run(same: Iterable[bool]) -> int:
    """How many of the first ones are true."""
    return sum(1 for _ in takewhile(bool, same))


def _area(box: Box) -> int:
    return (box.right - box.left) * (box.bottom - box.top)
