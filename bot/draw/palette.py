"""Colours: the house style, contrast as WCAG measures it, and palettes for small PNG files."""

import threading
from collections.abc import Iterable, Iterator
from functools import lru_cache

from PIL import Image

from bot.draw.plain import Laid, plain_parts
from bot.same import Same

Colour = tuple[int, int, int]


def colour(code: str) -> Colour:
    """A colour from its web notation, `#rrggbb`."""
    value = int(code.removeprefix("#"), 16)
    return value >> 16, value >> 8 & 255, value & 255


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """`one` with a `share` (0 to 1) of `other`."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def _luminance(shade: Colour) -> float:
    def linear(channel: int) -> float:
        value = channel / 255
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(channel) for channel in shade)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """The contrast ratio of two colours, 1 to 21 (WCAG 2, 'contrast ratio')."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


NIGHT = colour("#161d30")
"""Behind everything: reads as a card of its own on Discord's dark and its light theme."""
DUSK = colour("#26304b")
"""Panels on the night."""
INK = colour("#1b2136")
"""Writing on light grounds."""
PAPER = colour("#f8efdd")
"""Cards, and writing on dark grounds."""
SAND = colour("#e5d2a6")
SAND_SHADE = colour("#cdb582")
GOLD = colour("#f0b93a")
"""The one highlight: what counts now."""
MARKET = colour("#3a2150")
"""Everything of a shady trade."""

# The sides of a match: each has a colour to fill with (white stands out on it) and a pale tint.
GREEN = colour("#1d7a4b")
GREEN_TINT = colour("#c4e3c6")
BLUE = colour("#2a5fc4")
BLUE_TINT = colour("#c6d8f6")


KEPT = 384
"""How many sprites, and how many texts, a palette keeps as they look on what they cover."""

Below = int | bytes
"""What something covers of a picture: the number of the only colour, or that of each pixel."""


class Palette:
    """At most 252 colours that a picture is reduced to, so that its PNG is small.

    Holds the given colours and, for each pair that meets at a smooth edge, some steps between.
    Four more entries are the `edge` colour, ever less transparent, for a picture's round corners.
    """

    EDGE_ALPHAS = (0, 64, 128, 191)

    def __init__(
        self, colours: Iterable[Colour], blends: Iterable[tuple[Colour, Colour]], edge: Colour
    ) -> None:
        entries = list(dict.fromkeys([*colours, *_steps(blends)]))
        self.first_edge = len(entries)
        if self.first_edge > 256 - len(self.EDGE_ALPHAS):
            raise ValueError(f"{self.first_edge} colours are too many for one palette")
        self.transparency = bytes([255] * self.first_edge + list(self.EDGE_ALPHAS))
        self._entries = entries
        self.colours = bytes(_flat([*entries, *[edge] * len(self.EDGE_ALPHAS)]))
        """Red, green and blue of each entry."""
        self._pattern = Image.new("P", (1, 1))
        # Unused entries repeat the first one: they must not attract any colour of their own.
        self._pattern.putpalette(_flat([*entries, *[entries[0]] * (256 - len(entries))]))
        self._lock = threading.Lock()
        self._laid = lru_cache(KEPT)(self._lay)
        self._inked = lru_cache(KEPT)(self._ink)
        self._ramp = lru_cache(KEPT)(self._make_ramp)

    def plain(self, size: tuple[int, int], ground: Colour) -> Image.Image:
        """A picture of one colour, which has to be among those given."""
        image = Image.new("P", size, self.number(ground))
        image.putpalette(self.colours)
        return image

    def number(self, colour: Colour) -> int:
        """The number of a colour that is among those given."""
        return self._entries.index(colour)

    def laid(self, sprite: Image.Image, below: Below) -> Laid:
        """How a sprite looks on what it covers. It is kept: do not change it, and do not draw on
        the sprite any more."""
        return self._laid(Same(sprite), below)

    def _lay(self, sprite: Same[Image.Image], below: Below) -> Laid:
        mixed = self._mixable(below, sprite.it.size)
        mixed.paste(sprite.it, (0, 0), sprite.it)
        image = self.reduce(mixed)
        return Laid(image, plain_parts(image))

    def inked(self, mask: Image.Image, ink: Colour, below: Below) -> Laid:
        """How an ink looks on what it covers, laid on through a mask.

        It is kept: do not change it, nor the mask.
        """
        return self._inked(Same(mask), ink, below)

    def _ink(self, mask: Same[Image.Image], ink: Colour, below: Below) -> Laid:
        if isinstance(below, int):
            numbers = mask.it.tobytes().translate(self._ramp(below, ink))
            return Laid(Image.frombytes("P", mask.it.size, numbers))
        mixed = self._mixable(below, mask.it.size)
        mixed.paste(ink, (0, 0), mask.it)
        return Laid(self.reduce(mixed))

    def _mixable(self, below: Below, size: tuple[int, int]) -> Image.Image:
        """A part of a picture in colours that can be mixed."""
        if isinstance(below, int):
            return Image.new("RGB", size, self._entries[below])
        image = Image.frombytes("P", size, below)
        image.putpalette(self.colours)
        return image.convert("RGB")

    def _make_ramp(self, ground: int, ink: Colour) -> bytes:
        """The colour's number for each strength of the ink, from 0 to 255."""
        ramp = Image.new("RGB", (256, 1), self._entries[ground])
        strengths = Image.frombytes("L", (256, 1), bytes(range(256)))
        ramp.paste(ink, (0, 0), strengths)
        return self.reduce(ramp).tobytes()

    def reduce(self, image: Image.Image) -> Image.Image:
        """The picture in the nearest colours of this palette."""
        with self._lock:  # Pillow keeps a look-up table inside the pattern
            indexed = image.quantize(palette=self._pattern, dither=Image.Dither.NONE)
        indexed.putpalette(self.colours)
        return indexed


def _steps(blends: Iterable[tuple[Colour, Colour]], between: int = 2) -> Iterator[Colour]:
    for one, other in blends:
        for step in range(1, between + 1):
            yield mix(one, other, step / (between + 1))


def _flat(entries: Iterable[Colour]) -> list[int]:
    return [channel for entry in entries for channel in entry]
