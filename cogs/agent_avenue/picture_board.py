"""The ring of 14 spaces (Rulebook, Game setup) with both meeples, and what lies in its centre."""

from collections.abc import Callable
from functools import cache, lru_cache

from PIL import Image

from bot.draw.canvas import Canvas
from bot.draw.palette import (
    BLUE_TINT,
    DUSK,
    GOLD,
    GREEN_TINT,
    INK,
    MARKET,
    NIGHT,
    PAPER,
    SAND,
    SAND_SHADE,
    Colour,
    mix,
)
from bot.draw.pen import Pen, sprite
from bot.draw.shapes import SIDES, draw_mark, figure, incognito, mark, panel
from cogs.agent_avenue.picture_glyphs import WHITE, crown
from engine.agent_avenue.board import CORNERS, HOMES, SPACES

WIDTH = 720
MARGIN = 16
TILE = (166, 96)
GAP = 8
BOARD_HEIGHT = 5 * TILE[1] + 4 * GAP
CENTRE = (
    MARGIN + TILE[0] + GAP,
    TILE[1] + GAP,
    2 * TILE[0] + GAP,
    3 * TILE[1] + 2 * GAP,
)
"""The field inside the ring: left, top (from the top of the ring), width, height."""

_STRIPE = 46
"""Width of the column on a space that holds its number (and a home's mark and letter)."""
_FIGURE = 58

# column and row of each space, as printed: home 1 in the middle of the left side
_PLACES: dict[int, tuple[int, int]] = {
    14: (0, 3),
    1: (0, 2),
    2: (0, 1),
    3: (0, 0),
    4: (1, 0),
    5: (2, 0),
    6: (3, 0),
    7: (3, 1),
    8: (3, 2),
    9: (3, 3),
    10: (3, 4),
    11: (2, 4),
    12: (1, 4),
    13: (0, 4),
}

_TINTS = (GREEN_TINT, BLUE_TINT)


def corner_of(space: int) -> tuple[int, int]:
    """Left and top of a space, from the top left of the ring."""
    column, row = _PLACES[space]
    return column * (TILE[0] + GAP), row * (TILE[1] + GAP)


def place_board(
    canvas: Canvas, top: int, spaces: tuple[int, int], letters: tuple[str, str], *, market: bool
) -> None:
    """Draw the ring with both meeples; `market`: its corners are black market spaces."""
    canvas.place(_ring(letters, market), MARGIN, top)
    shared = spaces[0] == spaces[1]
    for side, space in enumerate(spaces):
        left, upper = corner_of(space)
        free = TILE[0] - _STRIPE
        offset = side * free // 2 if shared else free // 4
        meeple = _meeple(side, letters[side])
        canvas.place(
            meeple,
            MARGIN + left + _STRIPE + offset,
            top + upper + TILE[1] - meeple.height - 4,
        )


@lru_cache(maxsize=16)
def _meeple(side: int, letter: str) -> Image.Image:
    canvas = Canvas(figure(side, _FIGURE).copy())
    height = canvas.image.height
    canvas.place(mark(side, 18, WHITE), 10, height - 25)
    canvas.write(letter, (28, height - 30, 22, 28), WHITE, size=24, least=16)
    return canvas.image


@lru_cache(maxsize=8)
def _ring(letters: tuple[str, str], market: bool) -> Image.Image:
    canvas = Canvas(Image.new("RGBA", (4 * TILE[0] + 3 * GAP, BOARD_HEIGHT)))
    for space in range(1, SPACES + 1):
        canvas.place(_tile(space, letters, market), *corner_of(space))
    for space in range(1, SPACES + 1):
        _place_arrow(canvas, space)
    canvas.place(panel(CENTRE[2], CENTRE[3], DUSK), CENTRE[0] - MARGIN, CENTRE[1])
    return canvas.image


def _place_arrow(canvas: Canvas, space: int) -> None:
    """The way forward, clockwise, from one space to the next."""
    left, top = corner_of(space)
    next_left, next_top = corner_of(space % SPACES + 1)
    x, y = (left + next_left + TILE[0]) / 2, (top + next_top + TILE[1]) / 2
    turns = {(1, 0): 0, (0, 1): 1, (-1, 0): 2, (0, -1): 3}
    step = ((next_left > left) - (next_left < left), (next_top > top) - (next_top < top))
    canvas.place(arrow(turns[step], 24), x - 12, y - 12)


@cache
def arrow(turn: int, size: int) -> Image.Image:
    """A small arrow to the right, turned by so many quarters clockwise."""

    def paint(pen: Pen) -> None:
        pen.outline([(8, 5), (18, 12), (8, 19)], GOLD, NIGHT, 3)

    return sprite(size, size, paint, units=24).rotate(-90 * turn)


def _tile(space: int, letters: tuple[str, str], market: bool) -> Image.Image:
    if space in HOMES:
        return _home(HOMES.index(space), space, letters)
    stall = market and space in CORNERS
    ground = MARKET if stall else SAND
    canvas = Canvas(panel(*TILE, ground, 14, GOLD if stall else None).copy())
    scene = _stall if stall else _SCENES[space]
    canvas.place(sprite(TILE[0] - _STRIPE, TILE[1], scene), _STRIPE, 0)
    canvas.write(str(space), (4, 6, 44, 30), PAPER if stall else INK, size=26)
    return canvas.image


def _home(side: int, space: int, letters: tuple[str, str]) -> Image.Image:
    colour = SIDES[side]
    canvas = Canvas(panel(*TILE, _TINTS[side], 14, colour, 5).copy())
    height = TILE[1]
    stripe = sprite(
        _STRIPE,
        height,
        lambda pen: pen.box(0, 0, _STRIPE, height, colour, 14, (True, False, False, True)),
    )
    canvas.place(stripe, 0, 0)
    canvas.write(str(space), (0, 6, _STRIPE, 30), WHITE, size=26)
    canvas.place(mark(side, 24, WHITE), 11, 37)
    canvas.write(letters[side], (0, 62, _STRIPE, 30), WHITE, size=26)
    house = sprite(TILE[0] - _STRIPE, TILE[1], lambda pen: _own_house(pen, side))
    canvas.place(house, _STRIPE, 0)
    return canvas.image


def _own_house(pen: Pen, side: int) -> None:
    colour = mix(SIDES[side], _TINTS[side], 0.5)  # paler than the meeple that stands before it
    pen.box(24, 44, 96, 91, colour)
    pen.box(80, 16, 90, 40, colour)
    pen.polygon([(12, 50), (60, 12), (108, 50)], colour)
    draw_mark(pen.at(48, 26, 0.24), side, WHITE)
    pen.box(52, 64, 68, 91, WHITE)
    for left in (32, 76):
        pen.box(left, 60, left + 13, 74, GOLD)


def _gable(pen: Pen) -> None:
    pen.box(34, 46, 92, 96, SAND_SHADE)
    pen.polygon([(24, 50), (63, 18), (102, 50)], SAND_SHADE)
    pen.box(78, 22, 88, 44, SAND_SHADE)
    for left in (43, 72):
        pen.box(left, 56, left + 12, 70, SAND)
    pen.box(58, 72, 69, 96, SAND)


def _flat(pen: Pen) -> None:
    pen.polygon([(14, 42), (60, 50), (110, 34), (110, 42), (60, 58), (14, 50)], SAND_SHADE)
    pen.box(22, 48, 102, 96, SAND_SHADE)
    pen.box(30, 60, 60, 80, SAND)
    pen.box(72, 60, 86, 96, SAND)


def _trees(pen: Pen) -> None:
    for x, y, radius in ((36, 48, 20), (84, 40, 25)):
        pen.disc(x, y, radius, SAND_SHADE)
        pen.box(x - 4, y, x + 4, 96, SAND_SHADE)
    pen.ellipse(60, 92, 22, 12, SAND_SHADE)


def _tower(pen: Pen) -> None:
    pen.box(40, 26, 84, 96, SAND_SHADE)
    pen.box(34, 20, 90, 28, SAND_SHADE)
    for row in range(3):
        for left in (47, 66):
            pen.box(left, 35 + row * 18, left + 11, 46 + row * 18, SAND)


# The two halves of the street mirror each other: what is alike side by side costs few bytes.
_SCENES: dict[int, Callable[[Pen], None]] = {
    space: scene
    for scene, spaces in (
        (_tower, (3, 6, 12, 11)),
        (_gable, (4, 5)),
        (_flat, (2, 7, 13, 10)),
        (_trees, (14, 9)),
    )
    for space in spaces
}


def _stall(pen: Pen) -> None:
    """A market stall at night, its awning striped."""
    pen.box(18, 40, 23, 88, GOLD)
    pen.box(97, 40, 102, 88, GOLD)
    pen.box(14, 66, 106, 76, GOLD, 3)
    for stripe in range(6):
        fill: Colour = PAPER if stripe % 2 else GOLD
        left = 12 + stripe * 16
        pen.box(left, 16, left + 16, 38, fill)
        pen.disc(left + 8, 38, 8, fill)


def place_status(canvas: Canvas, top: int, text: str) -> None:
    """The centre while no cards are offered: an emblem and what one waits for."""
    left, upper, width, height = CENTRE
    canvas.place(_emblem(), left + (width - 140) / 2, top + upper + 18)
    box = (left + 14, top + upper + 136, width - 28, height - 136 - 58)
    canvas.write(text, box, PAPER, size=30, least=22, lines=3, weight="Medium")


def place_winner(canvas: Canvas, top: int, side: int, text: str) -> None:
    """The centre at the end: the winner's meeple with a crown, and what there is to say."""
    left, upper, width, height = CENTRE
    canvas.place(_crowned(side), left + (width - 150) / 2, top + upper + 10)
    box = (left + 14, top + upper + 196, width - 28, height - 206)
    canvas.write(text, box, PAPER, size=34, least=22, lines=3)


@cache
def _emblem() -> Image.Image:
    return sprite(140, 120, lambda pen: incognito(pen.at(70, 62, 1.2), PAPER, GOLD))


@cache
def _crowned(side: int) -> Image.Image:
    canvas = Canvas(sprite(150, 184, lambda pen: crown(pen.at(39, 0, 0.72), GOLD)))
    winner = figure(side, 116)
    canvas.place(winner, (150 - winner.width) / 2, 50)
    canvas.place(mark(side, 44, WHITE), 53, 124)
    return canvas.image


def place_gaps(canvas: Canvas, top: int, gaps: tuple[int, int]) -> None:
    """For each side, how far it is to the other's meeple."""
    left, upper, width, height = CENTRE
    for side, gap in enumerate(gaps):
        spot = left + 10 + side * (width // 2 - 5), top + upper + height - 50
        canvas.place(_pursuit(side), *spot)
        canvas.write(str(gap).replace("-", "−"), (spot[0] + 46, spot[1], 50, 40), PAPER, size=30)


@cache
def _pursuit(side: int) -> Image.Image:
    """One side's mark after the other's, with room for a number between."""
    canvas = Canvas(panel(155, 40, NIGHT, 12).copy())
    tiles = (side, 8), (1 - side, 119)
    for which, x in tiles:
        canvas.place(panel(28, 28, SIDES[which], 8), x, 6)
        canvas.place(mark(which, 18, WHITE), x + 5, 11)
    arrow = sprite(16, 20, lambda pen: pen.polygon([(0, 0), (14, 10), (0, 20)], GOLD))
    canvas.place(arrow, 98, 10)
    return canvas.image
