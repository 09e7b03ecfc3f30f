"""The small drawings of La Agencia and the colours of its pictures."""

from collections.abc import Callable
from functools import cache

from PIL import Image

from bot.draw.badge import badge
from bot.draw.palette import (
    DUSK,
    GOLD,
    GREEN,
    INK,
    NIGHT,
    PAPER,
    SAND,
    Colour,
    Palette,
    colour,
    mix,
)
from bot.draw.pen import Pen, Point, curve, sprite
from engine.agencia.actions import Side
from engine.agencia.cards import AGENTS, CARDS, Card

WHITE = (255, 255, 255)
HALL = colour("#8f4a1f")
GARDEN = GREEN
SIDES = {Side.HALL: HALL, Side.GARDEN: GARDEN}

ACCENTS: dict[Card, Colour] = {
    **dict.fromkeys(sorted(AGENTS), colour("#225f94")),
    Card.RECRUITER: colour("#6a48a6"),
    Card.INFILTRATOR: colour("#a3302f"),
}
"""The colour of each kind of card; paper-coloured drawings stand out on each of them."""

GONE = {accent: mix(accent, NIGHT, 0.62) for accent in ACCENTS.values()}
"""The same for a card that is not in play any more."""


def shade(accent: Colour) -> Colour:
    """The dark tone that goes with an accent."""
    return mix(accent, INK, 0.6)


def _palette() -> Palette:
    grounds = [NIGHT, DUSK, INK, PAPER, SAND, GOLD, WHITE]
    accents = list(dict.fromkeys(ACCENTS.values()))
    gone = [GONE[accent] for accent in accents]
    sides = [HALL, GARDEN]
    blends = [
        *((INK, light) for light in (PAPER, SAND, GOLD)),
        *((dark, PAPER) for dark in (NIGHT, DUSK, *sides, *accents, *gone)),
        *((dark, GOLD) for dark in (NIGHT, DUSK, *sides, *accents)),
        *((NIGHT, other) for other in (DUSK, SAND, *sides, *accents, *gone)),
        *((DUSK, other) for other in (SAND, *sides, *accents, *gone)),
        *((accent, shade(accent)) for accent in accents),
        *((shade(accent), PAPER) for accent in accents),
        *((PAPER, other) for other in (SAND, GOLD)),
        *((dark, WHITE) for dark in sides),
    ]
    return Palette([*grounds, *sides, *accents, *gone, *map(shade, accents)], blends, edge=NIGHT)


PALETTE = _palette()

_CROWDS: dict[int, list[tuple[float, float, float]]] = {
    # left, top and width of each agent in a square of 100 units
    1: [(20, 14, 60)],
    2: [(0, 24, 50), (50, 24, 50)],
    3: [(28, 0, 44), (4, 46, 44), (52, 46, 44)],
    4: [(4, 0, 44), (52, 0, 44), (4, 48, 44), (52, 48, 44)],
    5: [(16, 2, 34), (50, 2, 34), (-1, 50, 34), (33, 50, 34), (67, 50, 34)],
}


@cache
def glyph(card: Card, size: int) -> Image.Image:
    """The card's drawing, for a ground in its accent colour."""
    dark = shade(ACCENTS[card])
    return sprite(size, size, lambda pen: _draw(pen, card, dark), units=100)


def _draw(pen: Pen, card: Card, dark: Colour) -> None:
    if card in AGENTS:
        for x, y, width in _CROWDS[CARDS[card].agents]:
            agent(pen.at(x, y, width / 100), PAPER, dark)
    elif card == Card.RECRUITER:
        _recruiter(pen, dark)
    else:
        _infiltrator(pen, dark)


def agent(pen: Pen, fill: Colour, dark: Colour) -> None:
    """Somebody in hat and coat, 100 units wide and as high."""
    coat: list[Point] = [
        (8, 100),
        *curve((8, 100), (8, 70), (26, 60), (50, 60)),
        *curve((50, 60), (74, 60), (92, 70), (92, 100)),
    ]
    pen.polygon(coat, fill)
    pen.polygon([(42, 60), (58, 60), (50, 78)], dark)
    pen.disc(50, 40, 21, fill)
    pen.box(27, 34, 73, 42, dark)
    crown: list[Point] = [
        (26, 28),
        *curve((26, 28), (30, -2), (40, -2), (50, 4)),
        *curve((50, 4), (60, -2), (70, -2), (74, 28)),
    ]
    pen.polygon(crown, fill)
    pen.ellipse(50, 29, 40, 6, fill)


def _recruiter(pen: Pen, dark: Colour) -> None:
    """Somebody who wins one more."""
    agent(pen.at(-2, 12, 0.8), PAPER, dark)
    pen.disc(78, 34, 22, dark)
    pen.box(74, 20, 82, 48, GOLD, 2)
    pen.box(64, 30, 92, 38, GOLD, 2)


def _infiltrator(pen: Pen, dark: Colour) -> None:
    """A mask."""
    half: list[Point] = [
        *curve((50, 36), (38, 26), (22, 22), (4, 30)),
        *curve((4, 30), (2, 54), (12, 74), (30, 74)),
        *curve((30, 74), (40, 74), (44, 60), (50, 60)),
    ]
    mask = [*half, *((100 - x, y) for x, y in reversed(half))]
    pen.polygon(mask, PAPER)
    for side in (-1, 1):
        pen.ellipse(50 + side * 23, 49, 13, 8.5, dark)
        pen.line([(50 + side * 46, 34), (50 + side * 49, 22)], PAPER, 5)


def _hall(pen: Pen) -> None:
    """A front with columns."""
    pen.polygon([(4, 36), (50, 6), (96, 36)], PAPER)
    pen.box(8, 40, 92, 48, PAPER)
    for left in (14, 36, 58, 80):
        pen.box(left - 3, 52, left + 9, 82, PAPER)
    pen.box(4, 86, 96, 96, PAPER)


def _garden(pen: Pen) -> None:
    """A tree on a lawn."""
    for x, y, radius in ((50, 26, 22), (30, 44, 20), (70, 44, 20)):
        pen.disc(x, y, radius, PAPER)
    pen.box(44, 50, 56, 90, PAPER)
    pen.box(6, 86, 94, 96, PAPER, 5)


def _reward(pen: Pen) -> None:
    """A briefcase."""
    pen.box(34, 14, 66, 40, GOLD, 8)
    pen.box(42, 22, 58, 40, DUSK, 4)
    pen.box(6, 28, 94, 88, GOLD, 10)
    pen.box(6, 54, 94, 60, DUSK)
    pen.box(42, 48, 58, 68, DUSK, 4)
    pen.box(46, 52, 54, 64, GOLD, 2)


def _information(pen: Pen) -> None:
    """A sheet with writing on it."""
    pen.box(16, 4, 84, 96, GOLD, 8)
    for top, right in ((22, 70), (42, 70), (62, 54)):
        pen.box(30, top, right, top + 9, DUSK, 3)


def _ambassador(pen: Pen) -> None:
    """A star."""
    points = [(50, 4), (63, 37), (97, 39), (70, 60), (80, 94), (50, 75), (20, 94), (30, 60)]
    pen.polygon([*points, (3, 39), (37, 37)], GOLD)


def _crown(pen: Pen) -> None:
    """A victory."""
    pen.polygon([(12, 78), (6, 28), (30, 50), (50, 14), (70, 50), (94, 28), (88, 78)], GOLD)
    pen.box(12, 82, 88, 92, GOLD, 3)


def _turn(pen: Pen) -> None:
    """Whose turn it is: an arrow to the right."""
    pen.polygon([(18, 8), (90, 50), (18, 92)], GOLD)


_SIGNS: dict[str, Callable[[Pen], None]] = {
    "hall": _hall,
    "garden": _garden,
    "reward": _reward,
    "information": _information,
    "ambassador": _ambassador,
    "crown": _crown,
    "turn": _turn,
}


@cache
def sign(name: str, size: int) -> Image.Image:
    """One of the signs beside texts and numbers."""
    return sprite(size, size, _SIGNS[name], units=100)


@cache
def agents_sign(ground: Colour) -> Image.Image:
    """Somebody, for the count of Agents on the ground of a side."""
    return sprite(42, 42, lambda pen: agent(pen, PAPER, ground), units=100)


def card_emoji(card: Card) -> bytes:
    """The card's drawing as an emoji."""
    return badge(lambda size: glyph(card, size), ACCENTS[card])


def side_emoji(side: Side) -> bytes:
    """A side of the Embassy tile as an emoji."""
    return badge(lambda size: sign(side.value, size), SIDES[side])
