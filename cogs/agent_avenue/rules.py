"""The rules in short, in the project's own words, for the Rules button."""

from bot.i18n import Translator
from bot.screen import Screen, Text
from cogs.agent_avenue import words
from engine.agent_avenue.cards import AGENTS
from engine.agent_avenue.options import Options


def rules(t: Translator, options: Options) -> Screen:
    """What somebody needs who plays for the first time."""
    parts = [
        t.gettext(
            "### Agent Avenue in short\n"
            "Two spies chase each other around a ring of 14 spaces. Catch the other one before "
            "you are caught."
        ),
        t.gettext(
            "**A turn.** The active player lays two different cards from the hand: one face up, "
            "one face down. The other player recruits one of them without seeing the face-down "
            "card; the active player gets the other one. Then both move by their new agent, "
            "clockwise, or backward if the number is negative."
        ),
        t.gettext(
            "**How far.** Count the copies of that agent in front of you, the new one included: "
            "the 1st, the 2nd, and the 3rd or later copy have numbers of their own."
        ),
        "\n".join(_agent(t, card_id) for card_id in AGENTS),
        t.gettext(
            "**The end**, checked only when both have moved: whoever has reached or passed the "
            "other one wins; three Codebreakers win; three Daredevils lose. If both sides have a "
            "reason to win or lose, the active player wins. When the deck is empty and the next "
            "player holds fewer than two cards, whoever is closer to the other one wins."
        ),
        t.gettext(
            "**Discarding.** Before laying cards you may put one card of your hand away and draw "
            "one, four times in a match, as long as there are cards in the deck."
        ),
    ]
    return Screen(tuple(Text(part) for part in parts))


def _agent(t: Translator, card_id: str) -> str:
    values = ["–" if value is None else t.signed(value) for value in AGENTS[card_id].moves]
    shown = {"card": words.card(t, card_id), "values": " / ".join(values)}
    match card_id:
        case "codebreaker":
            return t.gettext("- {card}: {values} (three win)", **shown)
        case "daredevil":
            return t.gettext("- {card}: {values} (three lose)", **shown)
        case _:
            return t.gettext("- {card}: {values}", **shown)
