"""The table as a picture: what everybody sees, a row for each player."""

import msgspec

from bot.draw.cache import kept
from bot.draw.canvas import Page
from bot.draw.palette import NIGHT
from cogs.agencia.picture_glyphs import PALETTE
from cogs.agencia.picture_rows import (
    GAP,
    HEADER,
    HEADINGS,
    MARGIN,
    WIDTH,
    Labels,
    PlayerRow,
    Tile,
    place_header,
    place_headings,
    place_row,
)

HIGH_ROW, LOW_ROW = 112, 98
"""The height of a row, with up to four players and with more."""


class TableScene(msgspec.Struct, frozen=True):
    """All that a table's picture depends on."""

    tile: Tile
    rows: tuple[PlayerRow, ...]
    labels: Labels


@kept
def draw_table(scene: TableScene) -> bytes:
    """The picture as a PNG."""
    height = row_height(len(scene.rows))
    top = MARGIN + HEADER + HEADINGS
    bottom = top + len(scene.rows) * (height + GAP) - GAP
    canvas = Page(WIDTH, bottom + MARGIN, NIGHT, PALETTE)
    place_header(canvas, scene.tile, scene.labels)
    place_headings(canvas, top - HEADINGS, scene.labels)
    for number, row in enumerate(scene.rows):
        place_row(canvas, top + number * (height + GAP), height, row, scene.labels)
    return canvas.png()


def row_height(players: int) -> int:
    """The height of a row when there are so many."""
    return HIGH_ROW if players <= 4 else LOW_ROW
