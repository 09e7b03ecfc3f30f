"""Cards as pictures: faces, backs, and the places that cards have left."""

from functools import cache, lru_cache

from PIL import Image

from bot.draw.canvas import Canvas
from bot.draw.palette import DUSK, GOLD, INK, NIGHT, PAPER
from bot.draw.pen import Pen, sprite
from bot.draw.shapes import card_back, panel
from cogs.agencia.picture_glyphs import ACCENTS, GONE, glyph
from engine.agencia.cards import Card

NAME_BAND = 32
RADIUS = 10
COIN_ROOM = 42
"""Kept free for the information value, unless a high value needs more."""

Size = tuple[int, int]


@lru_cache(maxsize=256)
def face(card: Card, name: str, value: int, size: Size, gone: bool = False) -> Image.Image:
    """A card that is seen: drawing, information value, name. `gone`: it has left play."""
    width, height = size
    canvas = Canvas(_ground(card, size, gone).copy())
    coin = _coin(value, height)
    canvas.place(coin, width - coin.width - 5, 5)
    box = (3, height - NAME_BAND, width - 6, NAME_BAND)
    ink = PAPER if gone else INK
    canvas.write(name, box, ink, size=24 if width > 110 else 20, least=18, lines=1)
    return canvas.image


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
def _ground(card: Card, size: Size, gone: bool) -> Image.Image:
    """The card without its texts. One shape, so that no edge shines through."""
    width, height = size
    band = height - NAME_BAND
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
    width = max(size - 4, 14 * len(value) + 8)
    canvas = Canvas(panel(width, size, GOLD, 6).copy())
    canvas.write(value, (0, 0, width, size), INK, size=size - 9, least=12)
    return canvas.image


def back(size: Size) -> Image.Image:
    """A card that is not seen."""
    return card_back(*size)


@cache
def gap(size: Size) -> Image.Image:
    """A place from which the card has been played, or to which none has been yet."""
    return panel(*size, NIGHT, RADIUS, DUSK, 3)
