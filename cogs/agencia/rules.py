"""The rules in short, in the project's own words, for the Rules button: card help included."""

from bot.i18n import Translator
from bot.screen import Screen, Text
from cogs.agencia import words
from engine.agencia.cards import CARDS, Card
from engine.agencia.game import Options

ASSUMED = "\\*"
"""Marks a value that no source names."""


def rules(t: Translator, options: Options) -> Screen:
    """What somebody needs who plays for the first time."""
    parts = [
        t.gettext(
            "### La Agencia in short\n"
            "Everybody has an agency of 8 cards, four of them in positions that differ in who "
            "sees them. Collect information; do not tell anybody anything about the cards."
        ),
        t.gettext(
            "**Positions.** Open: everyone sees the card. Face down: nobody, you included. In "
            "hand: only you. Facing out: everyone but you."
        ),
        t.gettext(
            "**A hand.** The Ambassador chooses the Hall, which has room for as many Agents as "
            "there are players, or the Garden, where at least so many must come together. From "
            "the Ambassador's left, everyone plays one card of the four."
        ),
        t.gettext(
            "**Then, in this order:** An Infiltrator, if a Recruiter is in play, takes as much "
            "information as the Reward tile shows and swaps cards with that Recruiter. A "
            "Recruiter, if Agents are in play, swaps cards with them and adds 1 to the Reward "
            "tile. Swapped cards go under their new owners' decks."
        ),
        t.gettext(
            "Agents who fit into the Hall, or who make the Garden full enough, earn the "
            "information value of their card; the others pay it. In the Hall who did not fit "
            "does not count for the later ones; in the Garden everybody counts."
        ),
        t.gettext(
            "**Next hand.** Everyone draws into the position that was played from, and the next "
            "player clockwise is the Ambassador. When everybody has been Ambassador, a round is "
            "over: there are 4 rounds with three players, 3 with four, 2 with five or six."
        ),
        t.gettext(
            "**The end.** Your information and the values of the 4 cards in your deck count; the "
            "four positions do not. In a tie the higher deck wins, then the victory is shared."
        ),
        "\n".join(_card_help(t, options)),
    ]
    if options.embassy is not None:
        parts.append(words.embassy(t, options.embassy))
    return Screen(tuple(Text(part) for part in parts))


def _card_help(t: Translator, options: Options) -> list[str]:
    """Every card with its value; what is assumed is marked and explained."""
    values, overridden = options.values, options.information_values or {}
    lines = [t.gettext("**The cards** of an agency:")]
    assumed = False
    for card, facts in CARDS.items():
        mark = ASSUMED if facts.assumed and card not in overridden else ""
        assumed = assumed or bool(mark)
        lines.append(
            t.gettext(
                "- {copies} × {card}: information value {value}",
                copies=facts.copies,
                card=words.card(t, Card(card)),
                value=values[card],
            )
            + mark
        )
    if assumed:
        lines.append(
            f"-# {ASSUMED} "
            + t.gettext("No source at hand names this value; it is an assumption of this bot.")
        )
    if overridden:
        lines.append(t.gettext("-# This server has chosen some of these values."))
    return lines
