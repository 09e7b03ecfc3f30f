"""One small drawing for each agent, and the colours of the game's pictures."""

from collections.abc import Callable
from functools import cache

from PIL import Image

from bot.draw.badge import badge
from bot.draw.palette import (
    BLUE,
    BLUE_TINT,
    DUSK,
    GOLD,
    GREEN,
    GREEN_TINT,
    INK,
    MARKET,
    NIGHT,
    PAPER,
    SAND,
    SAND_SHADE,
    Colour,
    Palette,
    colour,
    mix,
)
from bot.draw.pen import Pen, Point, arc, curve, sprite

WHITE = (255, 255, 255)

ACCENTS: dict[str, Colour] = {
    "double_agent": colour("#6a48a6"),
    "enforcer": colour("#b23c2c"),
    "codebreaker": colour("#0f6f78"),
    "saboteur": colour("#a85312"),
    "daredevil": colour("#b02a68"),
    "sentinel": colour("#46587c"),
    "sidekick": colour("#7d6a10"),
    "mole": colour("#6b4736"),
}
"""The colour of each agent's cards; paper-coloured writing stands out on each of them."""


def shade(accent: Colour) -> Colour:
    """The dark tone that goes with an accent."""
    return mix(accent, INK, 0.6)


def _palette() -> Palette:
    grounds = [NIGHT, DUSK, INK, PAPER, SAND, SAND_SHADE, GOLD, MARKET, WHITE]
    sides = [GREEN, GREEN_TINT, BLUE, BLUE_TINT]
    accents = list(ACCENTS.values())
    blends = [
        *((INK, light) for light in (PAPER, SAND, GOLD, GREEN_TINT, BLUE_TINT)),
        *((dark, PAPER) for dark in (NIGHT, DUSK, MARKET, GREEN, BLUE, *accents)),
        *((dark, WHITE) for dark in (GREEN, BLUE)),
        *((dark, GOLD) for dark in (NIGHT, DUSK, MARKET)),
        *((NIGHT, other) for other in (DUSK, SAND, GREEN, BLUE, MARKET)),
        *((DUSK, other) for other in (SAND, GREEN, BLUE, MARKET, GREEN_TINT, BLUE_TINT)),
        *((SAND, other) for other in (SAND_SHADE, PAPER)),
        *((GREEN, GREEN_TINT), (BLUE, BLUE_TINT)),
        *((accent, shade(accent)) for accent in accents),
        *((shade(accent), PAPER) for accent in accents),
    ]
    return Palette([*grounds, *sides, *accents, *map(shade, accents)], blends, edge=NIGHT)


PALETTE = _palette()


@cache
def glyph(agent: str, size: int) -> Image.Image:
    """The agent's drawing, for a ground in its accent colour."""
    return sprite(size, size, lambda pen: _GLYPHS[agent](pen, shade(ACCENTS[agent])), units=100)


def emoji(agent: str) -> bytes:
    """The agent's drawing as an emoji."""
    return badge(lambda size: glyph(agent, size), ACCENTS[agent])


def _double_agent(pen: Pen, dark: Colour) -> None:
    """A face that is bright on one side and dark on the other."""
    pen.disc(50, 52, 39, PAPER)
    pen.polygon(arc(50, 52, 35, -90, 90), dark)
    pen.ellipse(35, 44, 8, 6, dark)
    pen.ellipse(65, 44, 8, 6, PAPER)
    pen.line([(30, 62), *curve((30, 62), (36, 74), (44, 74), (50, 74))], dark, 5)
    pen.line([(50, 70), *curve((50, 70), (56, 62), (64, 64), (70, 70))], PAPER, 5)


def _enforcer(pen: Pen, dark: Colour) -> None:
    """A fist."""
    pen.box(34, 66, 74, 94, dark)
    pen.box(20, 36, 82, 76, PAPER, 12)
    for finger in range(4):
        left = 20 + finger * 15.8
        pen.box(left, 18, left + 14.6, 56, PAPER, 7)
        if finger:
            pen.box(left - 1.8, 26, left + 0.6, 54, dark)
    pen.box(14, 48, 62, 67, dark, 9)
    pen.box(14, 51, 59, 64, PAPER, 7)


def _codebreaker(pen: Pen, dark: Colour) -> None:
    """A padlock that has sprung open."""
    pen.line([(30, 50), (30, 32), *arc(46, 32, 16, 180, 350), (62, 34)], PAPER, 9)
    pen.box(22, 46, 78, 90, PAPER, 8)
    pen.disc(50, 63, 8, dark)
    pen.polygon([(46, 64), (54, 64), (57, 80), (43, 80)], dark)
    for x, y in ((78, 14), (88, 28), (90, 44)):
        pen.line([(x - 8, y + 5), (x + 1, y)], GOLD, 5)


def _saboteur(pen: Pen, dark: Colour) -> None:
    """A bomb with a burning fuse."""
    pen.line([(62, 34), *curve((62, 34), (68, 20), (76, 18), (80, 24))], PAPER, 5)
    pen.polygon([(50, 28), (62, 22), (72, 40), (60, 46)], PAPER)
    pen.disc(44, 60, 32, PAPER)
    pen.line(arc(44, 60, 22, 170, 250), dark, 6)
    for turn in range(0, 360, 60):
        (inner, outer) = arc(82, 26, 6, turn, turn + 1)[0], arc(82, 26, 15, turn, turn + 1)[0]
        pen.line([inner, outer], GOLD, 4)


def _daredevil(pen: Pen, dark: Colour) -> None:
    """A rocket under full thrust."""
    pen.polygon([(40, 74), *curve((40, 74), (38, 88), (46, 92), (50, 99)), (60, 74)], GOLD)
    pen.polygon([(50, 99), *curve((50, 99), (56, 92), (62, 86), (60, 74)), (48, 74)], GOLD)
    for side in (-1, 1):
        pen.polygon(
            [(50 + side * 14, 46), (50 + side * 32, 68), (50 + side * 30, 82), (50, 70)], dark
        )
    hull: list[Point] = [
        (50, 4),
        *curve((50, 4), (76, 24), (72, 56), (64, 76)),
        (36, 76),
        *curve((36, 76), (28, 56), (24, 24), (50, 4)),
    ]
    pen.polygon(hull, PAPER)
    pen.disc(50, 38, 11, dark)
    pen.disc(50, 38, 6, GOLD)


def _sentinel(pen: Pen, dark: Colour) -> None:
    """A wide open eye."""
    lens: list[Point] = [
        *curve((6, 52), (26, 18), (74, 18), (94, 52)),
        *curve((94, 52), (74, 86), (26, 86), (6, 52)),
    ]
    pen.polygon(lens, PAPER)
    pen.disc(50, 52, 21, dark)
    pen.disc(50, 52, 9, GOLD)
    for x, y, dx, dy in ((20, 22, -6, -9), (50, 13, 0, -10), (80, 22, 6, -9)):
        pen.line([(x, y), (x + dx, y + dy)], PAPER, 5)


def _sidekick(pen: Pen, dark: Colour) -> None:
    """A small figure in front of a big one."""
    pen.disc(60, 28, 17, dark)
    pen.polygon(
        [(30, 92), *curve((30, 92), (30, 40), (90, 40), (92, 92))],
        dark,
    )
    pen.disc(38, 54, 14, PAPER)
    pen.polygon([(10, 94), *curve((10, 94), (12, 62), (64, 62), (66, 94))], PAPER)
    pen.polygon([(38, 80), (27, 74), (27, 87)], dark)
    pen.polygon([(38, 80), (49, 74), (49, 87)], dark)


def _mole(pen: Pen, dark: Colour) -> None:
    """A mole that looks out of its mound."""
    pen.ellipse(50, 52, 29, 36, PAPER)
    pen.disc(39, 42, 4.5, dark)
    pen.disc(61, 42, 4.5, dark)
    pen.ellipse(50, 54, 11, 8, GOLD)
    for side in (-1, 1):
        pen.line([(50 + side * 18, 56), (50 + side * 40, 50)], PAPER, 3)
        pen.line([(50 + side * 18, 61), (50 + side * 40, 63)], PAPER, 3)
    pen.ellipse(50, 90, 48, 17, dark)
    for side in (-1, 1):
        for claw in (-7, 0, 7):
            pen.line([(50 + side * 28 + claw, 76), (50 + side * 28 + claw, 86)], PAPER, 6)


_GLYPHS: dict[str, Callable[[Pen, Colour], None]] = {
    "double_agent": _double_agent,
    "enforcer": _enforcer,
    "codebreaker": _codebreaker,
    "saboteur": _saboteur,
    "daredevil": _daredevil,
    "sentinel": _sentinel,
    "sidekick": _sidekick,
    "mole": _mole,
}


def crown(pen: Pen, fill: Colour) -> None:
    """The match is won: a crown in a square of 100 units."""
    pen.polygon([(12, 78), (6, 28), (30, 50), (50, 14), (70, 50), (94, 28), (88, 78)], fill)
    pen.box(12, 82, 88, 92, fill, 3)
    for x, y in ((6, 26), (50, 13), (94, 26)):
        pen.disc(x, y, 6, fill)


def skull(pen: Pen, fill: Colour) -> None:
    """The match is lost: a skull in a square of 100 units."""
    pen.ellipse(50, 42, 40, 36, fill)
    pen.box(28, 60, 72, 94, fill, 8)
    pen.disc(34, 46, 11, None)
    pen.disc(66, 46, 11, None)
    pen.polygon([(50, 58), (56, 70), (44, 70)], fill)
    pen.ellipse(50, 66, 5, 6, None)
    for x in (43, 57):
        pen.ellipse(x, 90, 2.5, 10, None)


def bolt(pen: Pen, fill: Colour) -> None:
    """An ability that acts at once: a flash in a square of 100 units."""
    pen.polygon([(60, 2), (16, 58), (46, 58), (38, 98), (84, 40), (54, 40)], fill)


def endless(pen: Pen, fill: Colour) -> None:
    """An ability that stays: a lying eight in a square of 100 units."""
    for side in (-1, 1):
        pen.disc(50 + side * 24, 50, 24, fill)
    for side in (-1, 1):
        pen.disc(50 + side * 24, 50, 12, None)
