"""Pictures for the rules: the four positions, and single cards."""

from functools import partial

from bot.draw.canvas import Page
from bot.draw.palette import DUSK, GOLD, NIGHT, PAPER
from bot.draw.shapes import panel
from bot.i18n import Translator
from bot.screen import Picture, picture_key
from cogs.agencia import picture_cards as cards
from cogs.agencia import words
from cogs.agencia.picture_glyphs import PALETTE
from cogs.agencia.picture_rows import MARGIN, WIDTH
from engine.agencia.cards import Card
from engine.agencia.slots import Slot

CARD = (148, 152)
COLUMN = (WIDTH - 2 * MARGIN) // len(Slot)
CAPTIONS = 76
EXAMPLES = {Slot.OPEN: Card.RECRUITER, Slot.OWN: Card.AGENTS_4}
"""What its owner sees of four cards; the others show their backs."""


def positions(t: Translator, values: dict[Card, int]) -> Picture:
    """The four positions as their owner sees them, with who sees each."""
    captions = tuple((words.position(t, slot), words.seers(t, slot)) for slot in Slot)
    names = {card: words.printed(t, card) for card in EXAMPLES.values()}
    draw = partial(_positions, captions, names, values)
    seen = [
        t.gettext("{position}: {seers}", position=position, seers=seers)
        for position, seers in captions
    ]
    alt = t.gettext("Four cards and who sees them. {positions}.", positions=t.series(seen))
    return Picture("positions.png", picture_key(captions, names, values), draw, alt)


def _positions(
    captions: tuple[tuple[str, str], ...], names: dict[Card, str], values: dict[Card, int]
) -> bytes:
    height = CAPTIONS + CARD[1] + 16
    canvas = Page(WIDTH, height + 2 * MARGIN, NIGHT, PALETTE)
    canvas.place(panel(WIDTH - 2 * MARGIN, height, DUSK, 14), MARGIN, MARGIN)
    for number, (slot, (position, seers)) in enumerate(zip(Slot, captions, strict=True)):
        left = MARGIN + number * COLUMN
        box = (left + 4, MARGIN + 4, COLUMN - 8, 32)
        canvas.write(position, box, PAPER, size=24, least=18)
        box = (left + 4, MARGIN + 34, COLUMN - 8, 42)
        canvas.write(seers, box, GOLD, size=21, least=18, lines=2, weight="Medium", hyphens=True)
        card = EXAMPLES.get(slot)
        image = cards.back(CARD) if card is None else _face(card, names[card], values[card])
        canvas.place(image, left + (COLUMN - CARD[0]) // 2, MARGIN + CAPTIONS + 4)
    return canvas.png()


def card(t: Translator, card_id: Card, value: int) -> Picture:
    """One card; everything on it is in the text below it."""
    name = words.printed(t, card_id)
    alt = t.gettext("The card {card}.", card=words.card(t, card_id))
    draw = partial(_card, card_id, name, value)
    return Picture("card.png", picture_key("card", card_id, name, value), draw, alt)


def _card(card_id: Card, name: str, value: int) -> bytes:
    canvas = Page(CARD[0] + 2 * MARGIN, CARD[1] + 2 * MARGIN, NIGHT, PALETTE)
    canvas.place(_face(card_id, name, value), MARGIN, MARGIN)
    return canvas.png()


def _face(card_id: Card, name: str, value: int) -> cards.Image.Image:
    return cards.face(card_id, name, value, CARD)
