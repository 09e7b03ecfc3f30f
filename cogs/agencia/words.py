"""The words of La Agencia: names of cards, positions, sides and embassies."""

from collections.abc import Mapping
from functools import lru_cache

from bot.draw.text import SOFT_HYPHEN
from bot.face import Scene
from bot.i18n import N_, Translator, card_name
from engine.agencia.actions import Side
from engine.agencia.cards import CARDS, Card
from engine.agencia.game import Options
from engine.agencia.slots import Slot
from engine.game import Seat

AGENTS = card_name("Agents {number}")
NAMES = {Card.RECRUITER: card_name("Recruiter"), Card.INFILTRATOR: card_name("Infiltrator")}

EMBASSIES = {
    "open_doors": N_("Open Doors"),
    "cold_shoulder": N_("Cold Shoulder"),
    "rich_archives": N_("Rich Archives"),
    "paper_shredder": N_("Paper Shredder"),
    "double_game": N_("Double Game"),
    "counter_espionage": N_("Counter-Espionage"),
    "revolving_door": N_("Revolving Door"),
}
"""The house embassies, named by this project."""

EFFECTS = {
    "open_doors": N_("the Hall holds 2 Agents more, the Garden asks for 2 more"),
    "cold_shoulder": N_("the Hall holds 1 Agent less, the Garden asks for 1 less"),
    "rich_archives": N_("Agents that succeed take 1 information more"),
    "paper_shredder": N_("Agents that fail pay 1 information more"),
    "double_game": N_("a Recruiter that succeeds puts 2 on the Reward tile instead of 1"),
    "counter_espionage": N_("an Infiltrator that finds no Recruiter pays 1 information"),
    "revolving_door": N_("the Ambassador may not choose the same side as in the hand before"),
}
"""What each embassy changes, in one line."""

ACCENTS = {None: 0xF0B93A, Side.HALL: 0xA8502A, Side.GARDEN: 0x2E7D4F}
"""The edge of a message while the hand is played on this side."""

UNSEEN = "?"
"""Stands for a card that the reader may not see."""

NOTHING = "–"
"""Stands where no card lies."""


def card(t: Translator, card_id: Card) -> str:
    """The name of a card, for texts: 'Agents 3'."""
    return printed(t, card_id).replace(SOFT_HYPHEN, "")


def printed(t: Translator, card_id: Card) -> str:
    """The name of a card, for pictures: where it may break there are soft hyphens."""
    return all_printed(t)[card_id]


@lru_cache(maxsize=64)
def all_printed(t: Translator) -> Mapping[Card, str]:
    """The names of all cards for pictures."""
    return {
        card_id: t.card(NAMES.get(card_id, AGENTS), number=facts.agents)
        for card_id, facts in CARDS.items()
    }


def position(t: Translator, slot: Slot) -> str:
    """The name of a position, as its button says it."""
    match slot:
        case Slot.OPEN:
            return t.pgettext("position of a card", "Open")
        case Slot.HIDDEN:
            return t.pgettext("position of a card", "Face down")
        case Slot.OWN:
            return t.pgettext("position of a card", "In hand")
        case Slot.BLIND:
            return t.pgettext("position of a card", "Facing out")


def seers(t: Translator, slot: Slot) -> str:
    """Who sees the card in a position of one's own."""
    match slot:
        case Slot.OPEN:
            return t.gettext("everyone")
        case Slot.HIDDEN:
            return t.gettext("nobody")
        case Slot.OWN:
            return t.gettext("only you")
        case Slot.BLIND:
            return t.gettext("all but you")


def side(t: Translator, which: Side) -> str:
    """The name of a side of the Embassy tile."""
    return t.gettext("Hall") if which == Side.HALL else t.gettext("Garden")


def game(t: Translator) -> str:
    """The game's name."""
    return t.gettext("La Agencia")


def title(t: Translator, options: Options) -> str:
    """'La Agencia · embassy: Open Doors'."""
    if options.embassy is None:
        return game(t)
    embassy = t.gettext(EMBASSIES[options.embassy])
    return f"{game(t)} · " + t.gettext("embassy: {name}", name=embassy)


def embassy(t: Translator, embassy_id: str) -> str:
    """An embassy with its effect, in one line that says whose idea it is."""
    return t.gettext(
        "Embassy **{name}** (house variant): {effect}.",
        name=t.gettext(EMBASSIES[embassy_id]),
        effect=t.gettext(EFFECTS[embassy_id]),
    )


def information(t: Translator, number: int) -> str:
    """'7 information'."""
    return t.ngettext("{n} information", "{n} information", number)


def name(scene: Scene, seat: Seat) -> str:
    """A player's name, safe in markdown."""
    return scene.sitters[seat].name
