"""Cards as pictures: large ones to choose from, strips for what is in play, black market cards."""

from functools import cache, lru_cache
from typing import NamedTuple

from PIL import Image

from bot.draw.canvas import Box, Canvas
from bot.draw.palette import GOLD, INK, MARKET, PAPER, SAND, Colour
from bot.draw.pen import Pen, sprite
from bot.draw.shapes import SIDES, draw_mark, mark, panel
from cogs.agent_avenue.picture_glyphs import ACCENTS, WHITE, bolt, crown, endless, glyph, skull
from engine.agent_avenue.cards import AGENTS, BLACK_MARKET, AgentId
from engine.agent_avenue.movement import LAST_ICON, steps_with
from engine.agent_avenue.prospect import prospect
from engine.agent_avenue.view import AgentAvenueView

SMALL = 20
"""Names and numbers shrink down to this size (pixels in a picture 720 wide)."""
NAME = 26

STRIP = (324, 64)
MARKET_STRIP = (324, 44)
SUPPLY_CARD = (224, 68)
SMALL_CARD_HEIGHT = 98


class Icon(NamedTuple):
    """What one of an agent's three icons says: a number of spaces, or the end of the match."""

    steps: int
    ends: str = ""
    """`win`, `loss` or nothing."""


def icons(agent: str, ongoing: frozenset[str]) -> tuple[Icon, ...]:
    """The agent's icons for a team with these ongoing cards: three, or one if there is one copy."""
    steps = steps_with(ongoing)[agent]
    shown = LAST_ICON if AGENTS[agent].copies > 1 else 1
    numbers = [Icon(steps[copy]) for copy in range(1, shown + 1)]
    if agent == "codebreaker":
        numbers[-1] = numbers[-1]._replace(ends="win")
    elif agent == "daredevil":
        saved = "leader_of_the_pack" in ongoing
        numbers[-1] = numbers[-1]._replace(ends="win" if saved else "loss")
    return tuple(numbers)


def number(steps: int) -> str:
    """Spaces as they are printed: +2, 0, −1."""
    return f"{steps:+d}".replace("-", "−") if steps else "0"


def write_icon(canvas: Canvas, icon: Icon, box: Box, fill: Colour, size: int) -> None:
    """An icon as a number, or as a crown or a skull."""
    if not icon.ends:
        canvas.write(number(icon.steps), box, fill, size=size, least=SMALL)
        return
    left, top, width, height = box
    canvas.place(
        _ending(icon.ends, size + 4, fill),
        left + (width - size - 4) / 2,
        top + (height - size - 4) / 2,
    )


@cache
def _ending(ends: str, size: int, fill: Colour) -> Image.Image:
    draw = crown if ends == "win" else skull
    return sprite(size, size, lambda pen: draw(pen, fill), units=100)


@lru_cache(maxsize=96)
def agent_strip(agent: str, name: str, count: int, ongoing: frozenset[str]) -> Image.Image:
    """An agent in play: how many of it, its icons, and the one that counted last."""
    width = STRIP[0]
    canvas = Canvas(_strip_ground(agent).copy())
    canvas.write(name, (72, 1, width - 80, 32), INK, size=NAME, least=SMALL, align="left")
    canvas.write(f"×{count}", (72, 33, 44, 28), INK, size=24, align="left")
    for place, icon in enumerate(icons(agent, ongoing)):
        box = (122 + place * 66, 32, 60, 29)
        if place == min(count, LAST_ICON) - 1:
            canvas.place(panel(60, 29, GOLD, 9, INK, 3), *box[:2])
        write_icon(canvas, icon, box, INK, 24)
    return canvas.image


@cache
def _strip_ground(agent: str) -> Image.Image:
    width, height = STRIP

    def paint(pen: Pen) -> None:
        pen.box(0, 0, width, height, PAPER, 12)
        pen.box(0, 0, 64, height, ACCENTS[agent], 12, (True, False, False, True))

    ground = sprite(width, height, paint)
    ground.alpha_composite(glyph(agent, 54), (5, 5))
    return ground


@lru_cache(maxsize=64)
def market_strip(card: str, name: str) -> Image.Image:
    """An ongoing black market card in play."""
    width, height = MARKET_STRIP
    canvas = Canvas(panel(width, height, MARKET, 12, GOLD, 3).copy())
    canvas.place(_kind(card, 36), 14, 4)
    canvas.write(name, (62, 2, width - 72, height - 4), PAPER, size=24, least=18, align="left")
    return canvas.image


@lru_cache(maxsize=64)
def supply_card(card: str, name: str) -> Image.Image:
    """A black market card that can be taken."""
    width, height = SUPPLY_CARD
    canvas = Canvas(panel(width, height, MARKET, 12, GOLD, 3).copy())
    canvas.place(_kind(card, 40), 12, 14)
    box = (60, 6, width - 70, height - 12)
    canvas.write(name, box, PAPER, size=24, least=SMALL, lines=2, align="left", hyphens=True)
    return canvas.image


@cache
def _kind(card: str, size: int) -> Image.Image:
    draw = bolt if BLACK_MARKET[card].kind == "instant" else endless
    return sprite(size, size, lambda pen: draw(pen, GOLD), units=100)


class Outcome(NamedTuple):
    """What recruiting a card now would do for a side."""

    side: int
    place: int
    """The icon of the card that would count: 0, 1 or 2."""
    icon: Icon
    """What it would come to, with everything in play in force."""


def outcome(view: AgentAvenueView, side: int, agent: AgentId) -> Outcome:
    """The outcome of this agent for a side."""
    found = prospect(view, side, agent)
    place = min(found.copy, len(icons(agent, frozenset()))) - 1
    return Outcome(side, place, Icon(found.steps, found.ends))


@lru_cache(maxsize=128)
def offered_card(
    agent: str, name: str, size: tuple[int, int], outcomes: tuple[Outcome, ...]
) -> Image.Image:
    """An agent's card; a mark on the icon that would count for each side, the outcomes below."""
    width, height = size
    canvas = Canvas(_card_face(agent, name, width, height).copy())
    for order, (side, place, icon) in enumerate(outcomes):
        left, top = _icon_spot(agent, width, height, place)
        at = left - 6 if order == 0 else left + _icon_width(width) - 20
        canvas.place(_marked(side), at, top - 13)
        _write_outcome(canvas, side, icon, order, len(outcomes), size)
    return canvas.image


def _write_outcome(
    canvas: Canvas, side: int, icon: Icon, order: int, of: int, size: tuple[int, int]
) -> None:
    width, height = size
    pill = (width - 12 - 4 * (of - 1)) // of
    left, top = 6 + order * (pill + 4), height - 46
    canvas.place(panel(pill, 40, SIDES[side], 10), left, top)
    canvas.place(mark(side, 20, WHITE), left + 7, top + 10)
    write_icon(canvas, icon, (left + 27, top, pill - 30, 40), WHITE, 26)


@cache
def _marked(side: int) -> Image.Image:
    def paint(pen: Pen) -> None:
        pen.disc(13, 13, 13, PAPER)
        draw_mark(pen.at(3, 2 if side == 0 else 3, 0.2), side, SIDES[side])

    return sprite(26, 26, paint)


@lru_cache(maxsize=64)
def _card_face(agent: str, name: str, width: int, height: int) -> Image.Image:
    """The printed face: drawing, name, icons. The foot stays free for the outcomes."""
    band = height - 156
    canvas = Canvas(_card_ground(agent, width, height, band).copy())
    size = min(band - 8, width - 20)
    canvas.place(glyph(agent, size), (width - size) / 2, (band - size) / 2)
    box = (6, band + 2, width - 12, 54)
    canvas.write(name, box, INK, size=NAME, least=SMALL, lines=2, hyphens=True)
    for place, icon in enumerate(icons(agent, frozenset())):
        left, top = _icon_spot(agent, width, height, place)
        canvas.place(panel(_icon_width(width), 38, SAND, 8), left, top)
        write_icon(canvas, icon, (left, top, _icon_width(width), 38), INK, 24)
    return canvas.image


def _icon_width(width: int) -> int:
    return (width - 12) // 3 - 4


def _icon_spot(agent: str, width: int, height: int, place: int) -> tuple[int, int]:
    """The top left corner of an icon on a card of this size."""
    slot = _icon_width(width) + 4
    missing = LAST_ICON - len(icons(agent, frozenset()))
    return 8 + missing * slot // 2 + place * slot, height - 92


@cache
def _card_ground(agent: str, width: int, height: int, band: int) -> Image.Image:
    """A card whose upper part has the agent's colour. One shape, so that no edge shines through."""

    def paint(pen: Pen) -> None:
        pen.box(0, 0, width, height, PAPER, 14)
        pen.box(0, 0, width, band, ACCENTS[agent], 14, (True, True, False, False))

    return sprite(width, height, paint)


@lru_cache(maxsize=64)
def small_card(agent: str, name: str, width: int, count: int = 1) -> Image.Image:
    """A card that is only shown: drawing and name, and how many if there are several."""
    canvas = Canvas(_card_ground(agent, width, SMALL_CARD_HEIGHT, 48).copy())
    canvas.place(glyph(agent, 42), (width - 42) / 2, 3)
    if count > 1:
        canvas.write(f"×{count}", (width - 46, 2, 42, 44), PAPER, size=24)
    box = (4, 49, width - 8, SMALL_CARD_HEIGHT - 52)
    canvas.write(name, box, INK, size=22, least=18, lines=2, hyphens=True)
    return canvas.image
