"""A seat's cards as a picture: the own positions large, then everybody else's."""

import msgspec

from bot.draw.cache import kept
from bot.draw.canvas import Canvas, Page
from bot.draw.palette import DUSK, GOLD, NIGHT, PAPER
from bot.draw.shapes import panel
from cogs.agencia import picture_rows as rows
from cogs.agencia.picture_glyphs import PALETTE, sign
from cogs.agencia.picture_rows import GAP, INNER, MARGIN, WIDTH, Labels, PlayerRow, Tile
from cogs.agencia.picture_table import row_height

NAME_STRIP = 48
CAPTIONS = 66
CARD = (124, 128)
OWN_HEIGHT = NAME_STRIP + CAPTIONS + CARD[1] + 10


class HandScene(msgspec.Struct, frozen=True):
    """All that the picture of a seat's view depends on."""

    tile: Tile | None
    own: PlayerRow
    others: tuple[PlayerRow, ...]
    """Clockwise from the viewer's left."""

    labels: Labels
    seers: tuple[str, ...]
    """Who sees the card in each of the own positions."""


@kept
def draw_hand(scene: HandScene) -> bytes:
    """The picture as a PNG."""
    height = row_height(len(scene.others) + 1)
    own_top = MARGIN if scene.tile is None else MARGIN + rows.HEADER + GAP
    top = own_top + OWN_HEIGHT + rows.HEADINGS
    bottom = top + len(scene.others) * (height + GAP) - GAP
    canvas = Page(WIDTH, bottom + MARGIN, NIGHT, PALETTE)
    if scene.tile is not None:
        rows.place_header(canvas, scene.tile, scene.labels)
    _place_own(canvas, own_top, scene)
    rows.place_headings(canvas, top - rows.HEADINGS, scene.labels)
    for number, row in enumerate(scene.others):
        rows.place_row(canvas, top + number * (height + GAP), height, row, scene.labels)
    return canvas.png()


def _place_own(canvas: Canvas, top: int, scene: HandScene) -> None:
    own, labels = scene.own, scene.labels
    canvas.place(panel(INNER, OWN_HEIGHT, DUSK, 14, GOLD if own.acting else None), MARGIN, top)
    _place_strip(canvas, top, own)
    headings = zip((*labels.positions, labels.played), (*scene.seers, ""), strict=True)
    for left, (heading, seers) in zip(_columns(), headings, strict=True):
        box = (left - 2, top + NAME_STRIP - 4, CARD[0] + 4, 26)
        canvas.write(heading, box, PAPER, size=24, least=15)
        box = (left - 2, top + NAME_STRIP + 20, CARD[0] + 4, 42)
        canvas.write(seers, box, GOLD, size=21, least=18, lines=2, weight="Medium", hyphens=True)
    cards_top = top + NAME_STRIP + CAPTIONS
    *lefts, last = _columns()
    for left, spot in zip(lefts, own.spots, strict=True):
        canvas.place(rows.spot_image(spot, CARD, labels), left, cards_top)
    if labels.played:
        canvas.place(rows.played_image(own, CARD, labels), last, cards_top)


def _place_strip(canvas: Canvas, top: int, own: PlayerRow) -> None:
    """The viewer's name, place in the order of play and information."""
    rows.place_order(canvas, MARGIN + 12, top + 7, own)
    box = (MARGIN + 56, top, INNER - 190, NAME_STRIP)
    canvas.write(own.name, box, PAPER, size=28, least=20, align="left")
    right = MARGIN + INNER - 16
    canvas.place(sign("information", 28), right - 100, top + 10)
    box = (right - 66, top, 66, NAME_STRIP)
    canvas.write(str(own.information), box, GOLD, size=32, least=20, align="left")


def _columns() -> list[int]:
    """The left edges of the five cards; the played one stands apart."""
    step = CARD[0] + 8
    left = MARGIN + 10
    return [left + number * step for number in range(4)] + [MARGIN + INNER - 10 - CARD[0]]
