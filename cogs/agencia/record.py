"""What La Agencia adds to records: how matches are decided, and what one plays."""

from collections.abc import Sequence

from bot.i18n import Translator
from cogs.agencia import words
from engine.agencia.cards import Card


def decided(t: Translator, how: str) -> str:
    """By what a match was won, in a few words."""
    match how:
        case "deck":
            return t.gettext("the deck at a tie")
        case "shared":
            return t.gettext("a shared victory")
        case _:
            return t.gettext("the highest total")


def used(t: Translator, cards: Sequence[tuple[str, int]]) -> str:
    """The favourite cards."""
    names = [f"{words.card(t, Card(card))} × {number}" for card, number in cards]
    return t.gettext("Played most: {cards}", cards=" · ".join(names))
