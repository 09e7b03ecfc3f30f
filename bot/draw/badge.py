"""A drawing on a coloured badge: the pictures of the application emojis."""

import io
from collections.abc import Callable

from PIL import Image

from bot.draw.palette import Colour
from bot.draw.pen import Pen, sprite

SIZE = 128
"""The width and height that Discord shows an emoji from, in pixels."""

_RIM = 14
_CORNER = 22


def badge(glyph: Callable[[int], Image.Image], ground: Colour) -> bytes:
    """A PNG with the drawing (made for a width in pixels) on a badge of the ground's colour."""

    def paint(pen: Pen) -> None:
        pen.box(0, 0, SIZE, SIZE, ground, _CORNER)

    image = sprite(SIZE, SIZE, paint)
    drawing = glyph(SIZE - 2 * _RIM)
    image.alpha_composite(drawing, ((SIZE - drawing.width) // 2, (SIZE - drawing.height) // 2))
    png = io.BytesIO()
    image.save(png, "PNG", optimize=True)
    return png.getvalue()
