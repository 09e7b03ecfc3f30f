"""One picture, from blank to PNG."""

from collections.abc import Sequence
from functools import cache
from typing import Literal

from PIL import Image

from bot.draw.fonts import CAP_HEIGHT, Weight
from bot.draw.palette import Below, Colour, Palette
from bot.draw.pen import Pen, sprite
from bot.draw.plain import Laid, Layers
from bot.draw.png import encode
from bot.draw.text import LINE, Fitted, fit, text_mask, text_width

Align = Literal["left", "middle", "right"]
Box = tuple[int, int, int, int]
"""Left, top, width, height in pixels."""

CORNER = 28
"""Radius of a picture's own round corners."""


class Canvas:
    """Something to draw on: shapes come as sprites, text is fitted into boxes."""

    def __init__(self, image: Image.Image) -> None:
        self.image = image

    def place(self, shape: Image.Image, x: float, y: float) -> None:
        """Lay a sprite on the picture, its top left corner at this point."""
        self.image.alpha_composite(shape, (round(x), round(y)))

    def write(
        self,
        text: str,
        box: Box,
        fill: Colour,
        *,
        size: int,
        least: int | None = None,
        weight: Weight = "Bold",
        lines: int = 1,
        align: Align = "middle",
        hyphens: bool = False,
    ) -> None:
        """Write the text into the box, vertically centred, as large as it fits.

        `hyphens`: it is a label in which soft hyphens count.
        """
        _, _, width, height = box
        fitted = fit(
            text,
            weight,
            size,
            least=size if least is None else least,
            width=width,
            height=height,
            lines=lines,
            hyphens=hyphens,
        )
        self._lines(fitted, box, fill, weight, align)

    def _lines(self, fitted: Fitted, box: Box, fill: Colour, weight: Weight, align: Align) -> None:
        left, top, width, height = box
        pitch = fitted.size * LINE
        inked = pitch * (len(fitted.lines) - 1) + CAP_HEIGHT * fitted.size
        baseline = top + (height - inked) / 2 + CAP_HEIGHT * fitted.size
        for number, line in enumerate(fitted.lines):
            spare = width - text_width(line, weight, fitted.size)
            x = left + {"left": 0, "middle": spare / 2, "right": spare}[align]
            y = baseline + number * pitch
            mask = text_mask(line, weight, fitted.size)
            if mask is not None:
                self._ink(mask.image, fill, round(x) + mask.left, round(y) + mask.top)

    def _ink(self, mask: Image.Image, fill: Colour, left: int, top: int) -> None:
        """Lay a colour on the picture where the mask says so."""
        self.image.paste(fill, (left, top), mask)


class Page(Canvas):
    """A whole picture, in the colours of a palette from the beginning.

    How something looks on what it covers is worked out once; then it is copied, which takes a
    fraction of the time. Most of it lies on one colour only.
    """

    def __init__(self, width: int, height: int, ground: Colour, palette: Palette) -> None:
        super().__init__(palette.plain((width, height), ground))
        self._palette = palette
        self.layers = Layers((width, height), palette.number(ground))

    def place(self, shape: Image.Image, x: float, y: float) -> None:
        """Lay a sprite on the picture, its top left corner at this point."""
        left, top = round(x), round(y)
        self._lay(self._palette.laid(shape, self._below(left, top, shape)), left, top)

    def _ink(self, mask: Image.Image, fill: Colour, left: int, top: int) -> None:
        self._lay(self._palette.inked(mask, fill, self._below(left, top, mask)), left, top)

    def _below(self, left: int, top: int, shape: Image.Image) -> Below:
        """What a shape covers."""
        box = left, top, left + shape.width, top + shape.height
        known = self.layers.colour(*box)
        if known is not None:
            return known
        pixels = self.image.crop(box).tobytes()
        return pixels[0] if pixels == pixels[:1] * len(pixels) else pixels

    def _lay(self, laid: Laid, left: int, top: int) -> None:
        self.image.paste(laid.image, (left, top))
        self.layers.add(laid, left, top)

    def png(self) -> bytes:
        """The finished picture; its corners are round from now on."""
        self._round_corners()
        return encode(self.image, self._palette.colours, self._palette.transparency)

    def _round_corners(self) -> None:
        right, bottom = self.image.width - CORNER, self.image.height - CORNER
        corners = _corners(self._palette.first_edge, len(self._palette.EDGE_ALPHAS))
        spots = (0, 0), (right, 0), (right, bottom), (0, bottom)
        for spot, (edge, mask) in zip(spots, corners, strict=True):
            self.image.paste(edge, spot, mask)


@cache
def _corners(first: int, levels: int) -> list[tuple[Image.Image, Image.Image]]:
    """For each corner, clockwise from the top left: the edge, and a mask of where it is.

    The edge has the colours from `first` on, by how little of a pixel is covered.
    """

    def quarter(pen: Pen) -> None:
        pen.disc(CORNER, CORNER, CORNER, (255, 255, 255))

    cover = sprite(CORNER, CORNER, quarter).getchannel("A")
    level = [min(value * levels // 255, levels) for value in range(256)]
    edge = _translated(cover, [first + min(each, levels - 1) for each in level])
    mask = _translated(cover, [255 if each < levels else 0 for each in level])
    return [(edge.rotate(-90 * turn), mask.rotate(-90 * turn)) for turn in range(4)]


def _translated(image: Image.Image, values: Sequence[int]) -> Image.Image:
    return Image.frombytes("L", image.size, image.tobytes().translate(bytes(values)))
