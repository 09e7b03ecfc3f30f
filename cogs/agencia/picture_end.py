"""The end as a picture: the ranking, everybody's points, and all the cards."""

import msgspec

from bot.draw.cache import kept
from bot.draw.canvas import Canvas, Page
from bot.draw.palette import DUSK, GOLD, NIGHT, PAPER
from bot.draw.shapes import panel
from cogs.agencia import picture_cards as cards
from cogs.agencia.picture_glyphs import PALETTE, sign
from cogs.agencia.picture_rows import GAP, INNER, MARGIN, WIDTH
from engine.agencia.cards import Card

STRIP = 44
CARD = (76, 64)
HEADINGS = 36
BLOCK = STRIP + CARD[1] + 12
APART = 16
"""Between the cards of the deck, which count, and those in the positions, which do not."""


class FinalRow(msgspec.Struct, frozen=True):
    """A player in the end."""

    name: str
    rank: int | None
    winner: bool
    points: int
    deck_value: int
    total: int
    deck: tuple[Card, ...]
    positions: tuple[Card, ...]


class FinalScene(msgspec.Struct, frozen=True):
    """All that the last picture depends on."""

    rows: tuple[FinalRow, ...]
    """In the order of the ranking."""

    values: dict[Card, int]
    deck: str
    """Heading of the cards in the decks."""

    positions: str
    """Heading of the cards in the positions."""


@kept
def draw_end(scene: FinalScene) -> bytes:
    """The picture as a PNG."""
    top = MARGIN + HEADINGS
    canvas = Page(WIDTH, top + len(scene.rows) * (BLOCK + GAP) - GAP + MARGIN, NIGHT, PALETTE)
    lefts = _columns()
    half = 4 * CARD[0]
    for left, heading in ((lefts[0], scene.deck), (lefts[4], scene.positions)):
        box = (left, MARGIN - 4, half, HEADINGS - 4)
        canvas.write(heading, box, PAPER, size=24, least=20, align="left", weight="Medium")
    for number, row in enumerate(scene.rows):
        _place_row(canvas, top + number * (BLOCK + GAP), row, scene)
    return canvas.png()


def _place_row(canvas: Canvas, top: int, row: FinalRow, scene: FinalScene) -> None:
    canvas.place(panel(INNER, BLOCK, DUSK, 14, GOLD if row.winner else None), MARGIN, top)
    if row.winner:
        canvas.place(sign("crown", 32), MARGIN + 12, top + 8)
    else:
        rank = "–" if row.rank is None else f"{row.rank}."
        canvas.write(rank, (MARGIN + 8, top, 40, STRIP + 4), PAPER, size=28)
    box = (MARGIN + 56, top, 330, STRIP + 4)
    canvas.write(row.name, box, PAPER, size=28, least=20, align="left")
    right = MARGIN + INNER - 14
    sum_box = (right - 250, top, 170, STRIP + 4)
    canvas.write(f"{row.points} + {row.deck_value} =", sum_box, PAPER, size=26, align="right")
    canvas.write(
        str(row.total), (right - 76, top, 76, STRIP + 4), GOLD, size=34, least=20, align="right"
    )
    below = top + STRIP + 4
    for left, card in zip(_columns(), (*row.deck, *row.positions), strict=True):
        counts = left < _columns()[4]
        image = cards.small_face(card, scene.values[card] if counts else None, CARD)
        canvas.place(image, left, below)


def _columns() -> list[int]:
    left = MARGIN + 10
    step = CARD[0] + 5
    return [left + number * step + (APART if number >= 4 else 0) for number in range(8)]
