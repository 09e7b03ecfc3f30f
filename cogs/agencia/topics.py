"""What /rules explains of La Agencia: its parts by the rulebook's terms, and each card."""

from collections.abc import Sequence

from bot.face import Topic
from bot.i18n import N_, Translator
from bot.screen import Picture, Text
from cogs.agencia import picture_rules, words
from engine.agencia.cards import AGENTS, CARDS, Card
from engine.agencia.embassies import EMBASSIES
from engine.agencia.game import Options

RULES: dict[str, tuple[str, str]] = {
    "positions": (
        N_("The four positions"),
        N_(
            "Open: everyone sees the card. Face down: nobody, its owner included. In hand: only "
            "its owner. Facing out: everyone except its owner; the others see it in their private "
            "messages. Nobody may say anything about any card."
        ),
    ),
    "place": (
        N_("Hall or Garden"),
        N_(
            "The Ambassador chooses first. The Hall has room for at most as many Agents as there "
            "are players; in the Garden at least so many must come together. Recruiters and "
            "Infiltrators do not count for either."
        ),
    ),
    "play": (
        N_("Playing a card"),
        N_(
            "From the Ambassador's left, clockwise, everyone plays one card from one of the four "
            "positions; the Ambassador is last. It lies face up before the next one chooses."
        ),
    ),
    "resolve": (
        N_("Resolving the cards"),
        N_(
            "First all Infiltrators, then all Recruiters, then all Agents, each clockwise from the "
            "Ambassador's left. A card that another one's effect has removed is not resolved. "
            "A discarded card goes face down under its owner's deck; who swaps keeps what came."
        ),
    ),
    "reward": (
        N_("Reward tile"),
        N_(
            "It begins at 0 and only grows: each Recruiter that finds Agents adds 1. An "
            "Infiltrator that finds a Recruiter takes as much as it shows from the bank; the tile "
            "keeps it."
        ),
    ),
    "information": (
        N_("Information"),
        N_(
            "Everyone starts with 5 points. The bank never runs out. Who cannot pay pays what is "
            "left."
        ),
    ),
    "replace": (
        N_("Next hand"),
        N_(
            "Everyone draws the top card of the own deck into the position that was played from. "
            "The tile passes clockwise. A round is over when everybody has been Ambassador: "
            "4 rounds with three players, 3 with four, 2 with five or six."
        ),
    ),
    "end": (
        N_("End of the game"),
        N_(
            "Your information and the information values of the four cards in your deck count; "
            "the four positions do not. In a tie the higher deck wins, then the victory is shared."
        ),
    ),
    "embassies": (
        N_("Embassies"),
        N_(
            "The rulebook has embassy cards that change a whole match, but no source at hand says "
            "what is printed on them. These are house variants of this bot:"
        ),
    ),
    "assumed": (
        N_("Assumed values"),
        N_(
            "No source at hand names the information values of these cards. This bot assumes half "
            "the number of Agents, rounded up, and 0 for the Infiltrator; a server can choose "
            "others with {settings}:"
        ),
    ),
}
"""Each topic's name and its text in our own words."""

SECTIONS = {
    "positions": N_("Getting ready"),
    "place": N_("Sequence of the game"),
    "play": N_("Sequence of the game"),
    "resolve": N_("Sequence of the game"),
    "reward": N_("Components"),
    "information": N_("Getting ready"),
    "replace": N_("Sequence of the game"),
    "end": N_("End of the game"),
}
"""Where the rulebook has it; the other topics say themselves that they are the bot's own."""


def topics(t: Translator, options: Options | None) -> list[Topic]:
    """The topics of the game, or of a match with these options."""
    absent = {"embassies"} if options is not None and options.embassy is None else set[str]()
    return [
        *(Topic(key, t.gettext(name)) for key, (name, _) in RULES.items() if key not in absent),
        *(Topic(card.value, words.card(t, card), card=True) for card in Card),
    ]


def explain(t: Translator, key: str, options: Options) -> Sequence[Text | Picture]:
    """One topic; values and embassy are those of the match. Raises `KeyError`."""
    values = dict(options.values)
    if key in set(Card):
        card = Card(key)
        lines = [f"### {words.card(t, card)}", *_card(t, card, options)]
        return picture_rules.card(t, card, values[card]), Text("\n".join(lines))
    name, text = RULES[key]
    lines = [f"### {t.gettext(name)}", t.gettext(text, settings=t.command("settings"))]
    if key == "embassies":
        shown = EMBASSIES if options.embassy is None else [options.embassy]
        lines += [f"- {words.embassy(t, embassy)}" for embassy in shown]
    elif key == "assumed":
        lines += [f"- {_value(t, card, options)}" for card in Card if CARDS[card].assumed]
    if key in SECTIONS:
        term = t.gettext(SECTIONS[key])
        lines.append("-# " + t.gettext("In the rulebook: {term}.", term=term))
    if key != "embassies":
        lines += _embassy(t, options)
    shown_text = Text("\n".join(lines))
    if key == "positions":
        return shown_text, picture_rules.positions(t, values)
    return (shown_text,)


def _value(t: Translator, card: Card, options: Options) -> str:
    line = t.gettext("{card}: {value}", card=words.card(t, card), value=options.values[card])
    return f"{line}. {_chosen(t)}" if card in (options.information_values or {}) else line


def _chosen(t: Translator) -> str:
    return t.gettext("This server has chosen this value.")


def _embassy(t: Translator, options: Options) -> list[str]:
    """What the match does differently from any text of the rules."""
    return [] if options.embassy is None else ["-# " + words.embassy(t, options.embassy)]


def _card(t: Translator, card: Card, options: Options) -> list[str]:
    facts, value = CARDS[card], options.values[card]
    copies = t.ngettext(
        "{n} of the 8 cards of an agency; information value {value}.",
        "{n} of the 8 cards of an agency; information value {value}.",
        facts.copies,
        value=value,
    )
    return [copies, _effect(t, card, value), *_source(t, card, options)]


def _effect(t: Translator, card: Card, value: int) -> str:
    if card in AGENTS:
        return t.gettext(
            "Counts as {agents} in the Hall and in the Garden. If that fits into the Hall, or "
            "makes the Garden full enough, its player takes {value} information from the bank; "
            "otherwise that is paid to the bank.",
            agents=CARDS[card].agents,
            value=value,
        )
    if card == Card.RECRUITER:
        return t.gettext(
            "If Agents are still in play, its player chooses one such card and swaps the "
            "Recruiter for it; both go under their new owners' decks, and the Reward tile grows "
            "by 1. If there are none, the Recruiter is discarded."
        )
    return t.gettext(
        "If a Recruiter is still in play, its player takes as much information as the Reward tile "
        "shows, then chooses a Recruiter and swaps the Infiltrator for it; both go under their new "
        "owners' decks. If there is none, the Infiltrator is discarded."
    )


def _source(t: Translator, card: Card, options: Options) -> list[str]:
    """Where the card's information value comes from, and what the match's embassy changes."""
    lines: list[str] = []
    if card in (options.information_values or {}):
        lines.append("-# " + _chosen(t))
    elif CARDS[card].assumed:
        lines.append(
            "-# "
            + t.gettext("No source at hand names this value; it is an assumption of this bot.")
        )
    return [*lines, *_embassy(t, options)]
