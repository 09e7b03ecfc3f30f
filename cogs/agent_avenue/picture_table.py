"""The table as a picture: ring, centre, supply, what each team has in play, opened hands."""

from collections import Counter

import msgspec
from PIL import Image

from bot.draw.cache import kept
from bot.draw.canvas import Box, Canvas, Page
from bot.draw.palette import DUSK, GOLD, NIGHT, PAPER
from bot.draw.shapes import SIDES, card_back, mark, panel
from bot.draw.text import fit_row
from cogs.agent_avenue import picture_board as board
from cogs.agent_avenue import picture_cards as cards
from cogs.agent_avenue.picture_board import GAP, MARGIN, WIDTH
from cogs.agent_avenue.picture_glyphs import PALETTE, WHITE

HEADER = 46
COLUMN = (WIDTH - 2 * MARGIN - GAP) // 2
_STRIP_GAP = 6
_PANEL_TOP = HEADER + 8
_PER_ROW = 4


class Collections(msgspec.Struct, frozen=True):
    """What lies open in front of the two teams, and how they are called."""

    in_play: tuple[dict[str, int], dict[str, int]]
    ongoing: tuple[tuple[str, ...], tuple[str, ...]]
    names: tuple[tuple[str, ...], tuple[str, ...]]
    letters: tuple[str, str]


class OpenHand(msgspec.Struct, frozen=True):
    """A hand shown at the end."""

    side: int
    name: str
    cards: tuple[str, ...]


class TableScene(msgspec.Struct, frozen=True):
    """All that a table's picture depends on; nothing in it is secret."""

    spaces: tuple[int, int]
    gaps: tuple[int, int] | None
    teams: Collections
    face_up: str | None
    face_down: str | None
    """Only in a match that is over."""
    outcomes: dict[str, tuple[cards.Outcome, ...]]
    """For each of these two, what it would do for the two teams."""
    hidden: bool
    """A card lies face down."""
    supply: tuple[str, ...]
    advanced: bool
    acting: int | None
    card_names: dict[str, str]
    status: str
    winner: int | None = None
    hands: tuple[OpenHand, ...] = ()
    hands_heading: str = ""


@kept
def draw_table(scene: TableScene) -> bytes:
    """The picture as a PNG."""
    supply = cards.SUPPLY_CARD[1] + GAP if scene.supply else 0
    panels = max(_panel_height(scene.teams, side) for side in (0, 1))
    top = MARGIN + board.BOARD_HEIGHT + GAP
    hands = sum(_hand_height(hand) + GAP for hand in scene.hands)
    canvas = Page(WIDTH, top + supply + panels + hands + MARGIN, NIGHT, PALETTE)
    letters = scene.teams.letters
    board.place_board(canvas, MARGIN, scene.spaces, letters, market=scene.advanced)
    _place_centre(canvas, scene)
    _place_supply(canvas, top, scene)
    for side in (0, 1):
        _place_panel(canvas, side, top + supply, panels, scene)
    _place_hands(canvas, top + supply + panels + GAP, scene)
    return canvas.png()


def _place_centre(canvas: Canvas, scene: TableScene) -> None:
    if scene.face_up is None:
        if scene.winner is None:
            board.place_status(canvas, MARGIN, scene.status)
        else:
            board.place_winner(canvas, MARGIN, scene.winner, scene.status)
        _place_gaps(canvas, scene)
        return
    left, upper, width, height = board.CENTRE
    size = (width - 3 * 10) // 2, height - 50 - 2 * 10
    spots = (left + 10, MARGIN + upper + 10), (left + 20 + size[0], MARGIN + upper + 10)
    canvas.place(_offered(scene, scene.face_up, size), *spots[0])
    if scene.face_down is not None:
        canvas.place(_offered(scene, scene.face_down, size), *spots[1])
        foot = (left + 10, MARGIN + upper + height - 50, width - 20, 40)
        canvas.write(scene.status, foot, PAPER, size=28, least=22, weight="Medium")
        return
    if scene.hidden:
        canvas.place(card_back(*size), *spots[1])
    _place_gaps(canvas, scene)


def _place_gaps(canvas: Canvas, scene: TableScene) -> None:
    if scene.gaps is not None:
        board.place_gaps(canvas, MARGIN, scene.gaps)


def _offered(scene: TableScene, agent: str, size: tuple[int, int]) -> Image.Image:
    return cards.offered_card(agent, scene.card_names[agent], size, scene.outcomes[agent])


def _place_supply(canvas: Canvas, top: int, scene: TableScene) -> None:
    for place, card in enumerate(scene.supply):
        left = MARGIN + place * (cards.SUPPLY_CARD[0] + GAP)
        canvas.place(cards.supply_card(card, scene.card_names[card]), left, top)


def _panel_height(teams: Collections, side: int) -> int:
    agents = len(teams.in_play[side]) * (cards.STRIP[1] + _STRIP_GAP)
    ongoing = len(teams.ongoing[side]) * (cards.MARKET_STRIP[1] + _STRIP_GAP)
    return _PANEL_TOP + max(agents + ongoing, 44) + 2


def _place_panel(canvas: Canvas, side: int, top: int, height: int, scene: TableScene) -> None:
    """What a team has in play, below its own half of the ring."""
    left = MARGIN + side * (COLUMN + GAP)
    canvas.place(panel(COLUMN, height, DUSK), left, top)
    place_header(canvas, scene.teams, side, (left, top), acting=scene.acting == side)
    ongoing = frozenset(scene.teams.ongoing[side])
    y = top + _PANEL_TOP
    for agent, count in scene.teams.in_play[side].items():
        strip = cards.agent_strip(agent, scene.card_names[agent], count, ongoing)
        canvas.place(strip, left + 8, y)
        y += strip.height + _STRIP_GAP
    for card in scene.teams.ongoing[side]:
        strip = cards.market_strip(card, scene.card_names[card])
        canvas.place(strip, left + 8, y)
        y += strip.height + _STRIP_GAP
    if y == top + _PANEL_TOP:
        canvas.write("–", (left, y, COLUMN, 40), PAPER, size=28)


def place_header(
    canvas: Canvas,
    teams: Collections,
    side: int,
    spot: tuple[int, int],
    *,
    acting: bool = False,
) -> None:
    """A team's mark, letter and name on its colour; framed with an arrow if it has to act."""
    left, top = spot
    edge = GOLD if acting else None
    canvas.place(panel(COLUMN, HEADER, SIDES[side], 14, edge), left, top)
    room = COLUMN - 10
    if acting:
        room -= 34
        canvas.place(board.arrow(0, 34), left + COLUMN - 42, top + 6)
    _write_owner(canvas, side, teams.letters[side], teams.names[side], (left, top, room, HEADER))


def _write_owner(canvas: Canvas, side: int, letter: str, names: tuple[str, ...], box: Box) -> None:
    left, top, width, height = box
    canvas.place(mark(side, 24, WHITE), left + 12, top + 11)
    canvas.write(letter, (left + 40, top, 28, height), WHITE, size=26, least=18)
    room = width - 78
    line, size = fit_row(names, "Bold", 28, least=22, width=room, between=" + ")
    canvas.write(line, (left + 78, top, room, height), WHITE, size=size, align="left")


def _hand_height(hand: OpenHand) -> int:
    rows = max(1, -(-len(set(hand.cards)) // _PER_ROW))
    return HEADER + rows * (cards.SMALL_CARD_HEIGHT + GAP)


def _place_hands(canvas: Canvas, top: int, scene: TableScene) -> None:
    whole = WIDTH - 2 * MARGIN
    for place, hand in enumerate(scene.hands):
        canvas.place(panel(whole, HEADER, DUSK), MARGIN, top)
        canvas.place(panel(72, HEADER, SIDES[hand.side]), MARGIN, top)
        letter = scene.teams.letters[hand.side]
        box = (MARGIN, top, whole * 2 // 3, HEADER)
        _write_owner(canvas, hand.side, letter, (hand.name,), box)
        if place == 0:
            heading = (MARGIN + whole * 2 // 3 + 10, top, whole // 3 - 24, HEADER)
            canvas.write(scene.hands_heading, heading, PAPER, size=26, least=20, align="right")
        _place_cards(canvas, top + HEADER + GAP, hand, scene.card_names)
        top += _hand_height(hand) + GAP


def _place_cards(canvas: Canvas, top: int, hand: OpenHand, names: dict[str, str]) -> None:
    """A hand's cards, equal ones once."""
    width = (WIDTH - 2 * MARGIN - (_PER_ROW - 1) * GAP) // _PER_ROW
    for place, (card, count) in enumerate(Counter(hand.cards).items()):
        row, column = divmod(place, _PER_ROW)
        spot = MARGIN + column * (width + GAP), top + row * (cards.SMALL_CARD_HEIGHT + GAP)
        canvas.place(cards.small_card(card, names[card], width, count), *spot)
    if not hand.cards:
        box = (MARGIN, top, WIDTH - 2 * MARGIN, cards.SMALL_CARD_HEIGHT)
        canvas.write("–", box, PAPER, size=28)
