"""Smooth vector shapes: drawn several times too large, then reduced."""

import math
from collections.abc import Callable, Iterable, Sequence

from PIL import Image, ImageDraw

from bot.draw.palette import Colour

Point = tuple[float, float]

_FINE = 4
_STEPS = 16
"""How many points a curve has."""


def sprite(
    width: int, height: int, paint: Callable[["Pen"], None], *, units: float | None = None
) -> Image.Image:
    """A small transparent picture on which `paint` has drawn.

    `units`: how many of the pen's units make up the width; by default a unit is a pixel.
    """
    image = Image.new("RGBA", (width * _FINE, height * _FINE))
    paint(Pen(image, _FINE * (width / units if units else 1)))
    return image.reduce(_FINE)


class Pen:
    """Draws filled shapes in units of its own; the origin is the top left corner."""

    def __init__(self, image: Image.Image, scale: float, x: float = 0, y: float = 0) -> None:
        self._image = image
        self._draw = ImageDraw.Draw(image)
        self._scale = scale
        self._x, self._y = x, y

    def at(self, x: float, y: float, zoom: float = 1) -> "Pen":
        """A pen for the same picture with its origin at this point and its units `zoom` as big."""
        return Pen(
            self._image, self._scale * zoom, self._x + x * self._scale, self._y + y * self._scale
        )

    def _point(self, x: float, y: float) -> Point:
        return self._x + x * self._scale, self._y + y * self._scale

    def polygon(self, points: Iterable[Point], fill: Colour) -> None:
        self._draw.polygon([self._point(x, y) for x, y in points], fill=fill)

    def ellipse(self, x: float, y: float, rx: float, ry: float, fill: Colour | None) -> None:
        """An ellipse around a point; `fill` None cuts a hole."""
        box = [*self._point(x - rx, y - ry), *self._point(x + rx, y + ry)]
        self._draw.ellipse(box, fill=fill or (0, 0, 0, 0))

    def disc(self, x: float, y: float, radius: float, fill: Colour | None) -> None:
        self.ellipse(x, y, radius, radius, fill)

    def box(
        self,
        left: float,
        top: float,
        right: float,
        bottom: float,
        fill: Colour,
        radius: float = 0,
        corners: tuple[bool, bool, bool, bool] = (True, True, True, True),
    ) -> None:
        """A rectangle with round corners (top left, top right, bottom right, bottom left)."""
        (x0, y0), (x1, y1) = self._point(left, top), self._point(right, bottom)
        self._draw.rounded_rectangle(
            (x0, y0, x1 - 1, y1 - 1), radius * self._scale, fill=fill, corners=corners
        )

    def line(self, points: Sequence[Point], fill: Colour, width: float) -> None:
        """A line with round ends and corners."""
        self._draw.line(
            [self._point(x, y) for x, y in points], fill=fill, width=round(width * self._scale)
        )
        for x, y in points:
            self.disc(x, y, width / 2, fill)

    def outline(self, points: Sequence[Point], fill: Colour, edge: Colour, width: float) -> None:
        """A polygon with a rounded rim of the given width around it."""
        self.line([*points, points[0]], edge, 2 * width)
        self.polygon(points, edge)
        self.polygon(points, fill)


def curve(start: Point, first: Point, second: Point, end: Point) -> list[Point]:
    """Points along a cubic Bézier curve, `start` left out so that curves can be joined."""

    def along(share: float) -> Point:
        rest = 1 - share
        a, b, c, d = rest**3, 3 * rest**2 * share, 3 * rest * share**2, share**3
        return (
            a * start[0] + b * first[0] + c * second[0] + d * end[0],
            a * start[1] + b * first[1] + c * second[1] + d * end[1],
        )

    return [along(step / _STEPS) for step in range(1, _STEPS + 1)]


def arc(x: float, y: float, radius: float, start: float, end: float) -> list[Point]:
    """Points along a circle from one angle to another, in degrees clockwise from the right."""
    steps = max(2, math.ceil(abs(end - start) / 8))
    angles = (math.radians(start + (end - start) * step / steps) for step in range(steps + 1))
    return [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles]
