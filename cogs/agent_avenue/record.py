"""What Agent Avenue adds to records: how matches are decided, and whom one recruits."""

from collections.abc import Sequence

from bot.i18n import Translator
from cogs.agent_avenue import words

MARKET = ("leader_of_the_pack", "masterplan", "security_system")
"""The black market cards by which a match is won."""


def decided(t: Translator, how: str) -> str:
    """By what a match was won, in a few words."""
    if how in MARKET:
        return words.card(t, how)
    match how:
        case "catch":
            return t.gettext("a catch")
        case "codebreakers":
            return t.gettext("three Codebreakers")
        case "daredevils":
            return t.gettext("the other side's three Daredevils")
        case "closer":
            return t.gettext("the distance when the cards ran out")
        case _:
            return t.gettext("the other side giving up")


def used(t: Translator, cards: Sequence[tuple[str, int]]) -> str:
    """The favourite recruits."""
    names = [f"{words.card(t, card)} × {number}" for card, number in cards]
    return t.gettext("Recruited most: {cards}", cards=" · ".join(names))
