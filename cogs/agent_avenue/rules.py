"""The rules in short, in the project's own words, for the Rules button."""

from bot.i18n import Translator
from bot.screen import Screen, Text
from cogs.agent_avenue import topics, words
from engine.agent_avenue.cards import AGENTS
from engine.agent_avenue.options import Options


def rules(t: Translator, options: Options) -> Screen:
    """What somebody needs who plays such a match for the first time."""
    parts = [
        t.gettext(
            "### Agent Avenue in short\n"
            "Two spies chase each other around a ring of 14 spaces. Catch the other one before "
            "you are caught."
        ),
        t.gettext(
            "**A turn.** The active side lays two different cards: one face up, one face down. "
            "The other side recruits one of them without seeing the face-down card; the active "
            "side gets the other one. Then both move by their new agent, clockwise, or backward "
            "if the number is negative."
        ),
        t.gettext(
            "**How far.** Count the copies of that agent in front of you, the new one included: "
            "the 1st, the 2nd, and the 3rd or later copy have numbers of their own."
        ),
        "\n".join(_agent(t, card_id) for card_id in AGENTS),
        t.gettext(
            "**The end**, checked only when both have moved: whoever has reached or passed the "
            "other one wins; three Codebreakers win; three Daredevils lose. If both sides have a "
            "reason to win or lose, the active side wins. When the deck is empty and the next "
            "side cannot lay its two cards, whoever is closer to the other one wins."
        ),
        _discarding(t, options),
    ]
    absent = topics.absent(options)
    parts += [_topic(t, key) for key in ("teams", "black-market") if key not in absent]
    return Screen(tuple(Text(part) for part in parts))


def _discarding(t: Translator, options: Options) -> str:
    if all(len(team) == 1 for team in options.teams):
        return t.gettext(
            "**Discarding.** Before laying cards you may put one card of your hand away and draw "
            "one, four times in a match, as long as there are cards in the deck."
        )
    return t.gettext(
        "**Discarding.** Before laying cards you may put one card of your hand away and draw one, "
        "twice in a match (who plays alone: four times), as long as there are cards in the deck."
    )


def _topic(t: Translator, key: str) -> str:
    """What not every match has, as /rules explains it."""
    name, text = topics.RULES[key]
    return f"**{t.gettext(name)}.** {t.gettext(text)}"


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
