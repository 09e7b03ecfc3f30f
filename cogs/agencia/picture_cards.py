"""Cards as pictures: faces, backs, and the places that cards have left."""

from functools import cache, lru_cache

from PIL import Image

from bot.draw.canvas import Canvas
from bot.draw.names import drawable
from bot.draw.palette import DUSK, GOLD, INK, NIGHT, PAPER
from bot.draw.pen import Pen, sprite
from bot.draw.shapes import card_back, panel
from bot.draw.text import text_width
from cogs.agencia.picture_glyphs import ACCENTS, GONE, glyph
from engine.agencia.cards import Card

NAME_BAND, HIGH_NAME_BAND = 32, 44
"""The height of the field for a name, in one line and in two."""

NAME_SIZE, SMALL_NAME_SIZE, LEAST_NAME_SIZE = 24, 20, 18
RADIUS = 10
COIN_ROOM = 42
"""Kept free for the information value."""

Size = tuple[int, int]


@lru_cache(maxsize=256)
def face(card: Card, name: str, value: int, size: Size, gone: bool = False) -> Image.Image:
    """A card that is seen: drawing, information value, name. `gone`: it has left play."""
    width, height = size
    band = _name_band(name, width)
    canvas = Canvas(_ground(card, size, band, gone).copy())
    coin = _coin(value, height)
    canvas.place(coin, width - coin.width - 5, 5)
    canvas.write(
        name,
        (3, height - band, width - 6, band),
        PAPER if gone else INK,
        size=NAME_SIZE if width > 110 else SMALL_NAME_SIZE,
        least=LEAST_NAME_SIZE,
        lines=1 if band == NAME_BAND else 2,
        hyphens=True,
    )
    return canvas.image


def _name_band(name: str, width: int) -> int:
    one_line = text_width(drawable(name), "Bold", LEAST_NAME_SIZE) <= width - 6
    return NAME_BAND if one_line else HIGH_NAME_BAND


@lru_cache(maxsize=64)
def small_face(card: Card, value: int | None, size: Size) -> Image.Image:
    """A card by its drawing alone, with its value if that counts."""
    width, height = size
    canvas = Canvas(panel(width, height, ACCENTS[card], RADIUS).copy())
    drawing = min(height - 8, width - 8)
    if value is None:
        canvas.place(glyph(card, drawing), (width - drawing) / 2, (height - drawing) / 2)
        return canvas.image
    coin = _coin(value, 84)
    canvas.place(glyph(card, width - coin.width - 8), 4, (height - width + coin.width + 8) / 2)
    canvas.place(coin, width - coin.width - 3, 4)
    return canvas.image


@cache
def _ground(card: Card, size: Size, name_band: int, gone: bool) -> Image.Image:
    """The card without its texts. One shape, so that no edge shines through."""
    width, height = size
    band = height - name_band
    accent = GONE[ACCENTS[card]] if gone else ACCENTS[card]

    def paint(pen: Pen) -> None:
        pen.box(0, 0, width, height, DUSK if gone else PAPER, RADIUS)
        pen.box(0, 0, width, band, accent, RADIUS, (True, True, False, False))

    ground = sprite(width, height, paint)
    drawing = min(band - 8, width - COIN_ROOM - 4)
    left = (width - COIN_ROOM - drawing) // 2 + 3
    ground.alpha_composite(glyph(card, drawing), (left, (band - drawing) // 2))
    return ground


def _coin(value: int, height: int) -> Image.Image:
    """The information value of a card, on a sheet."""
    size = 32 if height < 110 else 36
    return _sheet(str(value), size)


@lru_cache(maxsize=64)
def _sheet(value: str, size: int) -> Image.Image:
    width = min(max(size - 4, 14 * len(value) + 8), COIN_ROOM + 4)
    canvas = Canvas(panel(width, size, GOLD, 6).copy())
    canvas.write(value, (2, 0, width - 4, size), INK, size=size - 9, least=12)
    return canvas.image


def back(size: Size) -> Image.Image:
    """A card that is not seen."""
    return card_back(*size)


@cache
def gap(size: Size) -> Image.Image:
    """A place from which the card has been played, or to which none has been yet."""
    return panel(*size, NIGHT, RADIUS, DUSK, 3)
