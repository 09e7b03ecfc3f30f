"""Pictures for the rules: the empty ring, and single cards."""

from functools import partial

from bot.draw.canvas import Page
from bot.draw.palette import NIGHT
from bot.i18n import Translator
from bot.screen import Picture, picture_key
from cogs.agent_avenue import words
from cogs.agent_avenue.picture_board import BOARD_HEIGHT, MARGIN, WIDTH, place_board, place_status
from cogs.agent_avenue.picture_cards import SUPPLY_CARD, offered_card, supply_card
from cogs.agent_avenue.picture_glyphs import PALETTE
from engine.agent_avenue.board import HOMES
from engine.agent_avenue.cards import AGENTS

AGENT = (196, 292)


def ring(t: Translator) -> Picture:
    """The ring as it stands at the beginning, with the black market's corners."""
    name = t.gettext("Agent Avenue")
    alt = t.gettext(
        "The ring of 14 spaces, numbered clockwise: the green home is space 1, the blue home is "
        "space 8, the corners of the black market are 3, 6, 10 and 13."
    )
    return Picture("ring.png", picture_key("ring", name), partial(_ring, name), alt)


def _ring(name: str) -> bytes:
    canvas = Page(WIDTH, BOARD_HEIGHT + 2 * MARGIN, NIGHT, PALETTE)
    place_board(canvas, MARGIN, (HOMES[0], HOMES[1]), words.LETTERS, market=True)
    place_status(canvas, MARGIN, name)
    return canvas.png()


def card(t: Translator, card_id: str) -> Picture:
    """One card; everything on it is in the text below it."""
    name = words.printed(t, card_id)
    alt = t.gettext("The card {card}.", card=words.card(t, card_id))
    return Picture(
        "card.png", picture_key("card", card_id, name), partial(_card, card_id, name), alt
    )


def _card(card_id: str, name: str) -> bytes:
    agent = card_id in AGENTS
    width, height = AGENT if agent else SUPPLY_CARD
    image = offered_card(card_id, name, AGENT, ()) if agent else supply_card(card_id, name)
    canvas = Page(width + 2 * MARGIN, height + 2 * MARGIN, NIGHT, PALETTE)
    canvas.place(image, MARGIN, MARGIN)
    return canvas.png()
