"""The shapes that every picture shares: panels, the marks of the sides, figures, cards."""

from functools import cache, lru_cache

from PIL import Image

from bot.draw.palette import BLUE, DUSK, GOLD, GREEN, INK, NIGHT, PAPER, Colour
from bot.draw.pen import Pen, Point, arc, curve, sprite

SIDES = (GREEN, BLUE)
"""The colours of side 0 (mark: triangle) and side 1 (mark: disc)."""


@lru_cache(maxsize=48)
def panel(
    width: int,
    height: int,
    fill: Colour,
    radius: int = 14,
    edge: Colour | None = None,
    rim: int = 4,
) -> Image.Image:
    """A plain rectangle with round corners, with a rim if an `edge` colour is given.

    Put together from its corners, since drawing large ones smoothly takes time and memory. Lay it
    on something, or draw on a copy: it is kept for the next one.
    """
    corners = _corners(fill, radius, edge, rim)
    image = Image.new("RGBA", (width, height), edge or fill)
    if edge is not None:
        image.paste(fill, (rim, rim, width - rim, height - rim))
    for left, right in ((0, 0), (width - radius, radius)):
        for top, bottom in ((0, 0), (height - radius, radius)):
            part = corners.crop((right, bottom, right + radius, bottom + radius))
            image.paste(part, (left, top))
    return image


@cache
def _corners(fill: Colour, radius: int, edge: Colour | None, rim: int) -> Image.Image:
    def paint(pen: Pen) -> None:
        size = 2 * radius
        pen.box(0, 0, size, size, edge or fill, radius)
        if edge is not None:
            pen.box(rim, rim, size - rim, size - rim, fill, radius - rim)

    return sprite(2 * radius, 2 * radius, paint)


@cache
def mark(side: int, size: int, fill: Colour) -> Image.Image:
    """The sign of a side: a triangle for side 0, a disc for side 1."""
    return sprite(size, size, lambda pen: draw_mark(pen, side, fill), units=100)


def draw_mark(pen: Pen, side: int, fill: Colour) -> None:
    """The mark in a square of 100 units."""
    if side == 0:
        pen.line([(50, 16), (90, 84), (10, 84), (50, 16)], fill, 12)
        pen.polygon([(50, 16), (90, 84), (10, 84)], fill)
    else:
        pen.disc(50, 50, 44, fill)


_HATS: tuple[list[Point], list[Point]] = (
    # side 0: a pointed hat; side 1: a bowler. With the marks, three ways to tell them apart.
    [
        (30, 27),
        *curve((30, 27), (36, 4), (44, -2), (50, 6)),
        *curve((50, 6), (56, -2), (64, 4), (70, 27)),
    ],
    [(28, 27), *curve((28, 27), (28, -6), (72, -6), (72, 27))],
)
_COAT: list[Point] = [
    *curve((50, 46), (66, 46), (78, 52), (82, 66)),
    *curve((82, 66), (88, 84), (94, 98), (96, 112)),
    (4, 112),
    *curve((4, 112), (6, 98), (12, 84), (18, 66)),
    *curve((18, 66), (22, 52), (34, 46), (50, 46)),
]


@cache
def figure(side: int, width: int) -> Image.Image:
    """The playing figure of a side, a little spy in hat and coat; 1.2 times as high as wide.

    The coat leaves room for a mark and a letter.
    """

    def paint(pen: Pen) -> None:
        colour = SIDES[side]
        body = pen.at(4, 6)
        hat = _HATS[side]
        brim = (50, 30)
        # the pale rim that sets the figure off from any ground
        body.line([*_COAT, _COAT[0]], PAPER, 8)
        body.disc(50, 38, 20, PAPER)
        body.line([*hat, hat[0]], PAPER, 8)
        body.ellipse(*brim, 36, 10, PAPER)
        body.polygon(_COAT, colour)
        body.disc(50, 38, 16, PAPER)
        body.box(34, 34, 66, 41, INK, 3)
        body.polygon(hat, colour)
        body.ellipse(*brim, 32, 6, colour)
        body.box(33, 20, 67, 26, PAPER)

    return sprite(width, round(width * 1.15), paint, units=108)


@cache
def card_back(width: int, height: int) -> Image.Image:
    """The back of a card: a spy that gives nothing away."""

    def paint(pen: Pen) -> None:
        pen.box(0, 0, width, height, PAPER, 14)
        pen.box(5, 5, width - 5, height - 5, NIGHT, 10)
        zoom = min(width / 160, height / 144)
        centre = pen.at(width / 2, height / 2, zoom)
        centre.disc(0, 0, 62, DUSK)
        incognito(centre, PAPER, GOLD)

    return sprite(width, height, paint)


def incognito(pen: Pen, fill: Colour, band: Colour) -> None:
    """Hat and glasses around the origin, about 100 units wide."""
    crown = [
        (-30, -8),
        *curve((-30, -8), (-24, -44), (-12, -46), (0, -40)),
        *curve((0, -40), (12, -46), (24, -44), (30, -8)),
    ]
    pen.polygon(crown, fill)
    pen.polygon([(-28, -18), (28, -18), (30, -8), (-30, -8)], band)
    pen.ellipse(0, -4, 50, 7, fill)
    for side in (-1, 1):
        pen.disc(side * 20, 22, 15, fill)
        pen.line([(side * 34, 18), (side * 46, 10)], fill, 4)
    bridge = arc(0, 24, 8, 200, 340)
    pen.line(bridge, fill, 4)
