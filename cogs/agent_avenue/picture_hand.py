"""A hand as a picture, and beside it what its owner knows of the centre of the table."""

import msgspec

from bot.draw.cache import kept
from bot.draw.canvas import Canvas, Page
from bot.draw.palette import DUSK, NIGHT, PAPER
from bot.draw.shapes import panel
from cogs.agent_avenue import picture_cards as cards
from cogs.agent_avenue.picture_board import GAP, MARGIN, WIDTH
from cogs.agent_avenue.picture_glyphs import PALETTE
from cogs.agent_avenue.picture_table import COLUMN, HEADER, Collections, place_header

_CARD_HEIGHT = 252
_SMALL_CARD_WIDTH = 166
_CENTRE_HEIGHT = cards.SMALL_CARD_HEIGHT + 16


class HandScene(msgspec.Struct, frozen=True):
    """All that a hand's picture depends on."""

    hand: tuple[str, ...]
    side: int
    teams: Collections
    face_up: str | None
    face_down: str | None
    headings: tuple[str, str]
    """For the face-up and the face-down card."""
    card_names: dict[str, str]
    outcomes: dict[str, tuple[cards.Outcome, ...]]
    """For each card that shows it, what it would do for the viewer's team and for the other."""


@kept
def draw_hand(scene: HandScene) -> bytes:
    """The picture as a PNG."""
    top = MARGIN + HEADER + GAP
    columns = 4 if len(scene.hand) <= 4 else 3
    rows = -(-len(scene.hand) // columns)
    below = top + (rows * (_CARD_HEIGHT + GAP) or HEADER)
    on_table = scene.face_up is not None or scene.face_down is not None
    canvas = Page(WIDTH, below + (_CENTRE_HEIGHT + GAP if on_table else 0) + GAP, NIGHT, PALETTE)
    sides = scene.side, 1 - scene.side
    for column, side in enumerate(sides):
        place_header(canvas, scene.teams, side, (MARGIN + column * (COLUMN + GAP), MARGIN))
    if scene.hand:
        _place_cards(canvas, top, columns, scene)
    else:
        canvas.write("–", (MARGIN, top, WIDTH - 2 * MARGIN, HEADER), PAPER, size=28)
    if on_table:
        _place_centre(canvas, below, scene)
    return canvas.png()


def _place_cards(canvas: Canvas, top: int, columns: int, scene: HandScene) -> None:
    """The cards in rows, each with what it would do."""
    size = (WIDTH - 2 * MARGIN - (columns - 1) * GAP) // columns, _CARD_HEIGHT
    for place, card in enumerate(scene.hand):
        row, column = divmod(place, columns)
        outcomes = scene.outcomes.get(card, ())
        face = cards.offered_card(card, scene.card_names[card], size, outcomes)
        canvas.place(face, MARGIN + column * (size[0] + GAP), top + row * (size[1] + GAP))


def _place_centre(canvas: Canvas, top: int, scene: HandScene) -> None:
    lying = [
        (card, heading)
        for card, heading in zip((scene.face_up, scene.face_down), scene.headings, strict=True)
        if card is not None
    ]
    for column, (card, heading) in enumerate(lying):
        left = MARGIN + column * (COLUMN + GAP)
        canvas.place(panel(COLUMN, _CENTRE_HEIGHT, DUSK), left, top)
        face = cards.small_card(card, scene.card_names[card], _SMALL_CARD_WIDTH)
        canvas.place(face, left + 8, top + 8)
        beside = left + _SMALL_CARD_WIDTH + 20
        box = (beside, top + 8, COLUMN - _SMALL_CARD_WIDTH - 30, _CENTRE_HEIGHT - 16)
        canvas.write(heading, box, PAPER, size=26, least=20, lines=3, align="left")
