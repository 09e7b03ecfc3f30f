"""The pictures of Agent Avenue: the table, a hand, and the end with all hands open.

Each is a pure function of what its viewer may see (a view) and of labels in the viewer's language,
returns a PNG and may run in any thread. Everything shown is also said in the texts beside it.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol

import msgspec

from bot.draw.cache import PictureCache
from bot.draw.canvas import Canvas
from bot.draw.names import picture_name
from bot.draw.palette import DUSK, NIGHT, PAPER
from bot.draw.shapes import SIDES, card_back, mark, panel
from cogs.agent_avenue import picture_board as board
from cogs.agent_avenue import picture_cards as cards
from cogs.agent_avenue.picture_board import GAP, MARGIN, WIDTH
from cogs.agent_avenue.picture_glyphs import PALETTE, WHITE

_HEADER = 46
_COLUMN = (WIDTH - 2 * MARGIN - GAP) // 2
_STRIP_GAP = 6
_CARD_HEIGHT = 252

PICTURES = PictureCache()


class Centre(Protocol):
    """The two cards in the centre of the table."""

    @property
    def face_up(self) -> str | None: ...
    @property
    def face_down(self) -> str | None: ...


class Visible(Protocol):
    """What the pictures use of a view (see engine.agent_avenue.view)."""

    @property
    def over(self) -> bool: ...
    @property
    def step(self) -> str: ...
    @property
    def gaps(self) -> Sequence[int]: ...
    @property
    def spaces(self) -> Sequence[int]: ...
    @property
    def hands(self) -> Sequence[Sequence[str | None]]: ...
    @property
    def table(self) -> Centre: ...
    @property
    def in_play(self) -> Sequence[Mapping[str, int]]: ...
    @property
    def black_market(self) -> Sequence[Sequence[str]]: ...
    @property
    def supply(self) -> Sequence[str]: ...


class SideLabel(msgspec.Struct, frozen=True):
    """How a team is called: `name` in its panel, `letter` with its mark everywhere else.

    `fallback` stands for a name of which the font can show nothing (the colour's name, say).
    """

    name: str
    letter: str
    fallback: str


class TableLabels(msgspec.Struct, frozen=True):
    """The words on a table's picture."""

    sides: tuple[SideLabel, SideLabel]
    cards: Mapping[str, str]
    """The names of the agents and, in advanced mode, of the black market cards, by id."""
    status: str = ""
    """What one waits for, or who won: shown in the centre while no cards are offered."""


class SeatLabel(msgspec.Struct, frozen=True):
    """Whose hand is shown at the end; `fallback` as for `SideLabel`."""

    side: int
    name: str
    fallback: str


class HandLabels(msgspec.Struct, frozen=True):
    """The words on a hand's picture."""

    sides: tuple[SideLabel, SideLabel]
    cards: Mapping[str, str]
    face_up: str
    """Heading for the card that lies face up in the centre."""
    face_down: str
    """Heading for the viewer's own card that lies face down."""


class _Table(msgspec.Struct, frozen=True):
    """All that a table's picture depends on."""

    spaces: tuple[int, int]
    gaps: tuple[int, int]
    face_up: str | None
    face_down: bool
    in_play: tuple[dict[str, int], dict[str, int]]
    ongoing: tuple[tuple[str, ...], tuple[str, ...]]
    supply: tuple[str, ...]
    advanced: bool
    names: tuple[str, str]
    letters: tuple[str, str]
    cards: dict[str, str]
    status: str
    hands: tuple[tuple[SeatLabel, tuple[str, ...]], ...] = ()


class _Hand(msgspec.Struct, frozen=True):
    """All that a hand's picture depends on."""

    hand: tuple[str, ...]
    side: int
    face_up: str | None
    face_down: str | None
    in_play: tuple[dict[str, int], dict[str, int]]
    ongoing: tuple[tuple[str, ...], tuple[str, ...]]
    names: tuple[str, str]
    letters: tuple[str, str]
    labels: HandLabels


def table_picture(view: Visible, labels: TableLabels, *, advanced: bool = False) -> bytes:
    """The public table: the ring, the cards offered, what each team has in play; a PNG.

    Shows nothing of any hand, and of the face-down card only that it lies there.
    """
    scene = _table(view, labels, advanced)
    return PICTURES.get("table", scene, lambda: _draw_table(scene))


def final_picture(
    view: Visible, labels: TableLabels, seats: Sequence[SeatLabel], *, advanced: bool = False
) -> bytes:
    """The table of a match that is over, with all hands open, in the order of `seats`; a PNG."""
    if not view.over:
        raise ValueError("hands are opened only when the match is over")
    hands = tuple(
        (seat, tuple(card for card in hand if card is not None))
        for seat, hand in zip(seats, view.hands, strict=True)
    )
    scene = msgspec.structs.replace(_table(view, labels, advanced), hands=hands)
    return PICTURES.get("table", scene, lambda: _draw_table(scene))


def hand_picture(view: Visible, seat: int, side: int, labels: HandLabels) -> bytes:
    """The hand of the seat whose view this is, a PNG.

    On each card, a mark shows which icon would count for either team, and what it would come to;
    the viewer's team (`side`) comes first. Below, what lies in the centre as far as it is known.
    """
    scene = _Hand(
        hand=tuple(card for card in view.hands[seat] if card is not None),
        side=side,
        face_up=view.table.face_up,
        face_down=view.table.face_down,
        in_play=(dict(view.in_play[0]), dict(view.in_play[1])),
        ongoing=(tuple(view.black_market[0]), tuple(view.black_market[1])),
        names=_names(labels.sides),
        letters=_letters(labels.sides),
        labels=labels,
    )
    return PICTURES.get("hand", scene, lambda: _draw_hand(scene))


def _table(view: Visible, labels: TableLabels, advanced: bool) -> _Table:
    offered = view.step == "recruit"
    return _Table(
        spaces=(view.spaces[0], view.spaces[1]),
        gaps=(view.gaps[0], view.gaps[1]),
        face_up=view.table.face_up,
        face_down=offered,
        in_play=(dict(view.in_play[0]), dict(view.in_play[1])),
        ongoing=(tuple(view.black_market[0]), tuple(view.black_market[1])),
        supply=tuple(view.supply),
        advanced=advanced,
        names=_names(labels.sides),
        letters=_letters(labels.sides),
        cards=dict(labels.cards),
        status=labels.status,
    )


def _names(sides: tuple[SideLabel, SideLabel]) -> tuple[str, str]:
    first, second = (picture_name(side.name, side.fallback) for side in sides)
    return first, second


def _letters(sides: tuple[SideLabel, SideLabel]) -> tuple[str, str]:
    return sides[0].letter, sides[1].letter


def _draw_table(scene: _Table) -> bytes:
    supply = cards.SUPPLY_CARD[1] + GAP if scene.supply else 0
    panels = max(_panel_height(scene, side) for side in (0, 1))
    top = MARGIN + board.BOARD_HEIGHT + GAP
    height = top + supply + panels + MARGIN + _hands_height(scene)
    canvas = Canvas.blank(WIDTH, height, NIGHT)
    board.place_board(canvas, MARGIN, scene.spaces, scene.letters, market=scene.advanced)
    _place_centre(canvas, scene)
    _place_supply(canvas, top, scene)
    for side in (0, 1):
        _place_panel(canvas, side, top + supply, panels, scene)
    _place_hands(canvas, top + supply + panels + GAP, scene)
    return canvas.png(PALETTE)


def _place_centre(canvas: Canvas, scene: _Table) -> None:
    board.place_gaps(canvas, MARGIN, scene.gaps)
    if scene.face_up is None:
        board.place_status(canvas, MARGIN, scene.status)
        return
    left, upper, width, height = board.CENTRE
    size = (width - 3 * 10) // 2, height - 50 - 2 * 10
    outcomes = tuple(_outcome(scene, side, scene.face_up) for side in (0, 1))
    face = cards.offered_card(scene.face_up, scene.cards[scene.face_up], size, outcomes)
    canvas.place(face, left + 10, MARGIN + upper + 10)
    if scene.face_down:
        canvas.place(card_back(*size), left + 20 + size[0], MARGIN + upper + 10)


def _outcome(scene: _Table | _Hand, side: int, agent: str) -> cards.Outcome:
    count = scene.in_play[side].get(agent, 0)
    return cards.outcome(side, agent, count, frozenset(scene.ongoing[side]))


def _place_supply(canvas: Canvas, top: int, scene: _Table) -> None:
    for place, card in enumerate(scene.supply):
        left = MARGIN + place * (cards.SUPPLY_CARD[0] + GAP)
        canvas.place(cards.supply_card(card, scene.cards[card]), left, top)


def _panel_height(scene: _Table, side: int) -> int:
    agents = len(scene.in_play[side]) * (cards.STRIP[1] + _STRIP_GAP)
    ongoing = len(scene.ongoing[side]) * (cards.MARKET_STRIP[1] + _STRIP_GAP)
    return _HEADER + 2 + max(agents + ongoing, 40) + _STRIP_GAP


def _place_panel(canvas: Canvas, side: int, top: int, height: int, scene: _Table) -> None:
    """What a team has in play, below its own half of the ring."""
    left = MARGIN + side * (_COLUMN + GAP)
    canvas.place(panel(_COLUMN, height, DUSK), left, top)
    _place_header(canvas, side, left, top, scene.letters[side], scene.names[side])
    y = top + _HEADER + 8
    ongoing = frozenset(scene.ongoing[side])
    for agent, count in scene.in_play[side].items():
        canvas.place(cards.agent_strip(agent, scene.cards[agent], count, ongoing), left + 8, y)
        y += cards.STRIP[1] + _STRIP_GAP
    for card in scene.ongoing[side]:
        canvas.place(cards.market_strip(card, scene.cards[card]), left + 8, y)
        y += cards.MARKET_STRIP[1] + _STRIP_GAP
    if y == top + _HEADER + 8:
        canvas.write("–", (left, y, _COLUMN, 40), PAPER, size=28)


def _place_header(
    canvas: Canvas, side: int, left: int, top: int, letter: str, name: str, width: int = _COLUMN
) -> None:
    canvas.place(panel(width, _HEADER, SIDES[side]), left, top)
    canvas.place(mark(side, 24, WHITE), left + 12, top + 11)
    canvas.write(letter, (left + 40, top, 28, _HEADER), WHITE, size=26, least=18)
    box = (left + 78, top, width - 88, _HEADER)
    canvas.write(name, box, WHITE, size=28, least=22, align="left")


def _hands_height(scene: _Table) -> int:
    return sum(_hand_height(len(hand)) + GAP for _, hand in scene.hands)


def _hand_height(number: int) -> int:
    rows = max(1, -(-number // _per_row(number)))
    return _HEADER + rows * (cards.SMALL_CARD_HEIGHT + GAP)


def _per_row(number: int) -> int:
    """Four cards a row, but five rather than four and one."""
    return 5 if number == 5 else 4


def _place_hands(canvas: Canvas, top: int, scene: _Table) -> None:
    for seat, hand in scene.hands:
        letter = scene.letters[seat.side]
        name = picture_name(seat.name, seat.fallback)
        _place_header(canvas, seat.side, MARGIN, top, letter, name, WIDTH - 2 * MARGIN)
        _place_small_cards(canvas, top + _HEADER + GAP, hand, scene.cards)
        top += _hand_height(len(hand)) + GAP


def _place_small_cards(
    canvas: Canvas, top: int, hand: tuple[str, ...], names: Mapping[str, str]
) -> None:
    columns = _per_row(len(hand))
    width = (WIDTH - 2 * MARGIN - (columns - 1) * GAP) // columns
    for place, card in enumerate(hand):
        row, column = divmod(place, columns)
        spot = MARGIN + column * (width + GAP), top + row * (cards.SMALL_CARD_HEIGHT + GAP)
        canvas.place(cards.small_card(card, names[card], width), *spot)
    if not hand:
        box = (MARGIN, top, WIDTH - 2 * MARGIN, cards.SMALL_CARD_HEIGHT)
        canvas.write("–", box, PAPER, size=28)


def _draw_hand(scene: _Hand) -> bytes:
    columns = 4 if len(scene.hand) <= 4 else 3
    rows = -(-len(scene.hand) // columns)
    cards_top = MARGIN + _HEADER + GAP
    centre_top = cards_top + rows * (_CARD_HEIGHT + GAP)
    on_table = scene.face_up is not None or scene.face_down is not None
    below = 36 + cards.SMALL_CARD_HEIGHT + GAP if on_table else 0
    canvas = Canvas.blank(WIDTH, centre_top + below + MARGIN - GAP, NIGHT)
    sides = scene.side, 1 - scene.side
    for column, side in enumerate(sides):
        left = MARGIN + column * (_COLUMN + GAP)
        _place_header(canvas, side, left, MARGIN, scene.letters[side], scene.names[side])
    width = (WIDTH - 2 * MARGIN - (columns - 1) * GAP) // columns
    for place, card in enumerate(scene.hand):
        row, column = divmod(place, columns)
        outcomes = tuple(_outcome(scene, side, card) for side in sides)
        face = cards.offered_card(card, scene.labels.cards[card], (width, _CARD_HEIGHT), outcomes)
        canvas.place(face, MARGIN + column * (width + GAP), cards_top + row * (_CARD_HEIGHT + GAP))
    _place_own_table(canvas, centre_top, scene)
    return canvas.png(PALETTE)


def _place_own_table(canvas: Canvas, top: int, scene: _Hand) -> None:
    """What lies in the centre, as far as the viewer knows it."""
    headings = scene.labels.face_up, scene.labels.face_down
    for column, (card, heading) in enumerate(
        zip((scene.face_up, scene.face_down), headings, strict=True)
    ):
        if card is None:
            continue
        left = MARGIN + column * (_COLUMN + GAP)
        canvas.write(heading, (left, top, _COLUMN, 34), PAPER, size=24, least=22, align="left")
        face = cards.small_card(card, scene.labels.cards[card], 166)
        canvas.place(face, left, top + 36)
