"""One picture, from blank to PNG."""

from collections.abc import Sequence
from functools import cache
from typing import Literal

from PIL import Image

from bot.draw.fonts import CAP_HEIGHT, Weight
from bot.draw.palette import Colour, Palette
from bot.draw.pen import Pen, sprite
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

    Most of what is laid on it lies on one colour only. How that looks is worked out once for each
    sprite and colour; then it is copied, which takes a fraction of the time.
    """

    def __init__(self, width: int, height: int, ground: Colour, palette: Palette) -> None:
        super().__init__(palette.plain((width, height), ground))
        self._palette = palette

    def place(self, shape: Image.Image, x: float, y: float) -> None:
        """Lay a sprite on the picture, its top left corner at this point."""
        left, top = round(x), round(y)
        below, ground = self._below(shape, left, top)
        if ground is not None:
            self.image.paste(self._palette.laid_on(ground, shape), (left, top))
            return
        mixed = below.convert("RGB")
        mixed.paste(shape, (0, 0), shape)
        self.image.paste(self._palette.reduce(mixed), (left, top))

    def _ink(self, mask: Image.Image, fill: Colour, left: int, top: int) -> None:
        below, ground = self._below(mask, left, top)
        if ground is not None:
            self.image.paste(self._palette.inked(ground, fill, mask), (left, top))
            return
        mixed = below.convert("RGB")
        mixed.paste(fill, (0, 0), mask)
        self.image.paste(self._palette.reduce(mixed), (left, top))

    def _below(self, shape: Image.Image, left: int, top: int) -> tuple[Image.Image, int | None]:
        """The part of the picture that a shape covers, and its colour if it has but one."""
        below = self.image.crop((left, top, left + shape.width, top + shape.height))
        least, most = below.getextrema()
        return below, least if isinstance(least, int) and least == most else None

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
