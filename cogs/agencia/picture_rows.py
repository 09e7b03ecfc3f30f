"""What the pictures of La Agencia are made of, and a player's row of cards."""

from collections.abc import Mapping

import msgspec
from PIL import Image

from bot.draw.canvas import Canvas
from bot.draw.palette import DUSK, GOLD, NIGHT, PAPER
from bot.draw.shapes import panel
from cogs.agencia import picture_cards as cards
from cogs.agencia.picture_glyphs import SIDES, agents_sign, sign
from engine.agencia.actions import Side
from engine.agencia.cards import Card

WIDTH = 720
MARGIN = 16
INNER = WIDTH - 2 * MARGIN
GAP = 8
HEADER = 72
REWARD_WIDTH = 244
HEADINGS = 48
NAME_WIDTH = 142
CARD_WIDTH = 100
APART = 8
"""Added to the gap before the played card."""


class Spot(msgspec.Struct, frozen=True):
    """A position as the viewer sees it: a card, a back, or a place that its card has left."""

    card: Card | None = None
    empty: bool = False


class PlayerRow(msgspec.Struct, frozen=True):
    """A player and the player's cards as the viewer sees them."""

    name: str
    place: int
    """In the order of play, from 1; 0 is the Ambassador, who plays last."""

    information: int
    spots: tuple[Spot, ...]
    played: Card | None
    gone: bool
    """The played card has left play."""

    acting: bool


class Labels(msgspec.Struct, frozen=True):
    """The words on the pictures of a running match, and what is printed on its cards."""

    cards: Mapping[Card, str]
    values: Mapping[Card, int]
    positions: tuple[str, ...]
    played: str
    """The heading of the played cards; empty where they are left out."""

    side: str
    """The name of the side, or what one waits for while there is none."""

    limit: str
    """What the side holds or asks for."""

    reward: str


class Tile(msgspec.Struct, frozen=True):
    """The Embassy tile with the count, and the Reward tile."""

    side: Side | None
    count: int
    reward: int


def place_header(canvas: Canvas, tile: Tile, labels: Labels) -> None:
    """Hall or Garden with the Agents so far, and the Reward tile."""
    width = INNER - REWARD_WIDTH - GAP
    ground = DUSK if tile.side is None else SIDES[tile.side]
    canvas.place(panel(width, HEADER, ground), MARGIN, MARGIN)
    if tile.side is None:
        canvas.place(sign("hall", 48), MARGIN + 14, MARGIN + 12)
        canvas.place(sign("garden", 48), MARGIN + 70, MARGIN + 12)
        box = (MARGIN + 132, MARGIN, width - 146, HEADER)
        canvas.write(
            labels.side, box, PAPER, size=28, least=20, lines=2, align="left", hyphens=True
        )
    else:
        _place_side(canvas, tile.side, tile.count, labels, width)
    _place_reward(canvas, MARGIN + width + GAP, tile.reward, labels)


def _place_side(canvas: Canvas, side: Side, count: int, labels: Labels, width: int) -> None:
    """Where the hand is played, what it holds or asks for, and the Agents so far."""
    canvas.place(sign(side.value, 48), MARGIN + 14, MARGIN + 12)
    left, room = MARGIN + 76, width - 200
    canvas.write(labels.side, (left, MARGIN + 4, room, 36), PAPER, size=30, least=20, align="left")
    canvas.write(
        labels.limit, (left, MARGIN + 38, room, 30), PAPER, size=22, least=18, align="left"
    )
    right = MARGIN + width - 14
    canvas.place(agents_sign(SIDES[side]), right - 100, MARGIN + 16)
    box = (right - 56, MARGIN, 56, HEADER)
    canvas.write(str(count), box, PAPER, size=38, least=24, align="right")


def _place_reward(canvas: Canvas, left: int, reward: int, labels: Labels) -> None:
    canvas.place(panel(REWARD_WIDTH, HEADER, DUSK), left, MARGIN)
    canvas.place(sign("reward", 44), left + 12, MARGIN + 14)
    box = (left + 66, MARGIN, REWARD_WIDTH - 120, HEADER)
    canvas.write(labels.reward, box, PAPER, size=24, least=18, align="left", hyphens=True)
    box = (left + REWARD_WIDTH - 56, MARGIN, 44, HEADER)
    canvas.write(str(reward), box, GOLD, size=38, least=20, align="right")


def columns() -> list[int]:
    """The left edges of the four positions and of the played card, which stands apart."""
    played = MARGIN + INNER - 8 - CARD_WIDTH
    first = played - APART - 4 * (CARD_WIDTH + 6)
    return [first + number * (CARD_WIDTH + 6) for number in range(4)] + [played]


def place_headings(canvas: Canvas, top: int, labels: Labels) -> None:
    """The names of the positions above their columns."""
    for left, heading in zip(columns(), (*labels.positions, labels.played), strict=True):
        box = (left - 3, top, CARD_WIDTH + 6, HEADINGS)
        canvas.write(heading, box, PAPER, size=22, least=18, lines=2, weight="Medium", hyphens=True)


def place_row(canvas: Canvas, top: int, height: int, row: PlayerRow, labels: Labels) -> None:
    """A player's row."""
    edge = GOLD if row.acting else None
    canvas.place(panel(INNER, height, DUSK, 14, edge), MARGIN, top)
    if row.acting:
        canvas.place(sign("turn", 16), 0, top + height // 2 - 8)
    place_player(canvas, (MARGIN + 10, top + 6), height - 12, row)
    size = (CARD_WIDTH, height - 16)
    *lefts, last = columns()
    for left, spot in zip(lefts, row.spots, strict=True):
        canvas.place(spot_image(spot, size, labels), left, top + 8)
    if labels.played:
        canvas.place(played_image(row, size, labels), last, top + 8)


def place_player(canvas: Canvas, spot: tuple[int, int], height: int, row: PlayerRow) -> None:
    """Name, place in the order of play, information."""
    left, top = spot
    width = NAME_WIDTH - 10
    canvas.write(
        row.name, (left, top, width, height - 38), PAPER, size=26, least=20, lines=2, align="left"
    )
    below = top + height - 36
    place_order(canvas, left, below, row)
    canvas.place(sign("information", 28), left + 50, below + 3)
    box = (left + 82, below, width - 82, 34)
    canvas.write(str(row.information), box, GOLD, size=30, least=20, align="left")


def place_order(canvas: Canvas, left: int, top: int, row: PlayerRow) -> None:
    """The star of the Ambassador, or the number in the order of play."""
    if row.place == 0:
        canvas.place(sign("ambassador", 34), left, top)
        return
    canvas.place(panel(32, 32, NIGHT, 16, GOLD if row.acting else None, 3), left, top + 1)
    canvas.write(str(row.place), (left, top + 1, 32, 32), PAPER, size=22)


def spot_image(spot: Spot, size: cards.Size, labels: Labels) -> Image.Image:
    """A position: the card, its back, or the gap it left."""
    if spot.card is not None:
        return cards.face(spot.card, labels.cards[spot.card], labels.values[spot.card], size)
    return cards.gap(size) if spot.empty else cards.back(size)


def played_image(row: PlayerRow, size: cards.Size, labels: Labels) -> Image.Image:
    """The card that the player has played in this hand, if any."""
    if row.played is None:
        return cards.gap(size)
    return cards.face(
        row.played, labels.cards[row.played], labels.values[row.played], size, row.gone
    )
