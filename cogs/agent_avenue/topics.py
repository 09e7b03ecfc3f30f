"""What /rules explains of Agent Avenue: its parts by the rulebook's terms, and each card."""

from collections.abc import Sequence

from bot.face import Topic
from bot.i18n import N_, Translator
from bot.screen import Picture, Text
from cogs.agent_avenue import picture_rules, words
from engine.agent_avenue.cards import AGENTS, BLACK_MARKET
from engine.agent_avenue.movement import LAST_ICON, steps_with
from engine.agent_avenue.options import Options

RULES: dict[str, tuple[str, str]] = {
    "ring": (
        N_("The ring"),
        N_(
            "14 spaces, numbered clockwise. Green starts on space 1, blue on space 8, so each is 7 "
            "spaces behind the other. Forward is clockwise. In advanced mode the four corners "
            "(3, 6, 10 and 13) are black market spaces."
        ),
    ),
    "play": (
        N_("Play step"),
        N_(
            "The active player lays two cards of different names, one face up and one face down, "
            "then draws up to four. Two of the same name may be laid only when the whole hand has "
            "that one name."
        ),
    ),
    "discarding": (
        N_("Discarding"),
        N_(
            "Before laying cards one may put one card away face down and draw one, as often as "
            "wanted, but four times in a match at most (twice each in a team of two), and not "
            "while the deck is empty."
        ),
    ),
    "recruit": (
        N_("Recruit step"),
        N_(
            "The opponents take one of the two cards without seeing the face-down one; the active "
            "player gets the other. Both agents come into play face up, then both meeples move."
        ),
    ),
    "movement": (
        N_("Movement"),
        N_(
            "Each agent has a number for the 1st, the 2nd and the 3rd copy that a side has in "
            "play; a 4th, 5th or 6th counts like the 3rd. Positive is forward, negative backward, "
            "0 or no number is no movement."
        ),
    ),
    "end": (
        N_("End step"),
        N_(
            "Only now, and all at once, it is checked: has a meeple reached or passed the other "
            "one (a catch)? Are there three Codebreakers (a win) or three Daredevils (a loss)? "
            "Who moves backward into the other one is caught. Who was passed and got away again "
            "in the same turn is not. Every tie is won by the side whose turn it is."
        ),
    ),
    "out-of-cards": (
        N_("Running out of cards"),
        N_(
            "When the deck is empty and the next player holds fewer than two cards (in a team of "
            "two: somebody holds none), the match ends. Whoever has fewer spaces to go to the "
            "other one wins; at equal distance the side whose turn it is."
        ),
    ),
    "black-market": (
        N_("Black market"),
        N_(
            "Advanced mode. Whoever moves and ends exactly on a corner must take one card of the "
            "supply; crossing a corner gives nothing. If both sides land on corners, the active "
            "one takes and resolves first. Ongoing cards stay, instant ones are carried out at "
            "once; a movement by one of them may end on a corner again."
        ),
    ),
    "teams": (
        N_("Team variant"),
        N_(
            "A team shares meeple, agents and black market cards; each has a hand of their own "
            "and shows it to nobody. One teammate lays a card face up, then the other one lays "
            "one face down. Recruiting and taking are decided together."
        ),
    ),
    "house": (
        N_("Made for this bot"),
        N_(
            "Chance decides who begins. A seat may give up at any time; its team loses. In a team "
            "one proposes and the other one confirms; after a while one may decide alone. The "
            "Spanish and Catalan card names are this project's translations."
        ),
    ),
}
"""Each topic's name and its text in our own words."""

SECTIONS = {
    "ring": N_("Game setup"),
    "play": N_("Step 1: Play"),
    "discarding": N_("Step 1: Play"),
    "recruit": N_("Step 2: Recruit"),
    "movement": N_("Step 2: Recruit"),
    "end": N_("Step 3: End"),
    "out-of-cards": N_("Step 3: End"),
    "black-market": N_("Advanced mode"),
    "teams": N_("Team variant"),
}
"""Where the rulebook has it; a topic that is not here is in no rulebook."""

OF_ADVANCED, OF_TEAMS = frozenset({"black-market"}), frozenset({"teams"})
"""The topics that not every match has."""

CHANGED_BY = {
    "saboteur": "distraction_device",
    "enforcer": "watchtower",
    "double_agent": "sinister_twin",
    "codebreaker": "supercomputer",
}
"""Which ongoing card changes an agent's movement."""

AT_THE_END = frozenset({"leader_of_the_pack", "masterplan", "security_system"})
"""The ongoing cards that change no movement but how a match ends."""

DETAILS = {
    "supercomputer": N_("This goes for the 3rd copy, too, which still wins at the End step."),
    "getaway_car": N_("Both homes count, whatever the movement was."),
    "outpost": N_("The hand is filled up to four before the meeple moves."),
    "secret_recruit": N_("The hand is filled up to four before the meeple moves."),
    "double_trouble": N_("The other one stays in the hand."),
    "smoke_screen": N_("It moves the meeple like any other recruit."),
    "spycation": N_(
        "Nobody moves for the agent that leaves. The hand may hold more than four then. A third "
        "Codebreaker or Daredevil that is gone before the End step does not count."
    ),
    "mind_control": N_(
        "Nobody moves for the agent that leaves. The hand may hold more than four then. A third "
        "Codebreaker or Daredevil that is gone before the End step does not count."
    ),
}
"""What a black market card's one line leaves open."""


def topics(t: Translator, options: Options | None) -> list[Topic]:
    """The topics of the game, or of a match with these options."""
    left_out = frozenset[str]() if options is None else absent(options)
    cards = [*AGENTS, *(BLACK_MARKET if "black-market" not in left_out else ())]
    return [
        *(Topic(key, t.gettext(name)) for key, (name, _) in RULES.items() if key not in left_out),
        *(Topic(card_id, words.card(t, card_id), card=True) for card_id in cards),
    ]


def absent(options: Options) -> frozenset[str]:
    """The topics that a match with these options does not have."""
    simple = options.mode == "simple"
    alone = all(len(team) == 1 for team in options.teams)
    return (OF_ADVANCED if simple else frozenset()) | (OF_TEAMS if alone else frozenset())


def explain(t: Translator, key: str) -> Sequence[Text | Picture]:
    """One topic. Raises `KeyError`."""
    if key in AGENTS:
        return _card(t, key, _agent(t, key))
    if key in BLACK_MARKET:
        return _card(t, key, _market(t, key))
    name, text = RULES[key]
    source = _cited(t, t.gettext(SECTIONS[key])) if key in SECTIONS else _house(t)
    shown = Text("\n".join([f"### {t.gettext(name)}", t.gettext(text), source]))
    return (shown, picture_rules.ring(t)) if key == "ring" else (shown,)


def _card(t: Translator, card_id: str, lines: list[str]) -> Sequence[Text | Picture]:
    heading = f"### {words.card(t, card_id)}"
    return picture_rules.card(t, card_id), Text("\n".join([heading, *lines]))


def _cited(t: Translator, term: str) -> str:
    return "-# " + t.gettext("In the rulebook: {term}.", term=term)


def _house(t: Translator) -> str:
    return "-# " + t.gettext("In no rulebook: this is the bot's own.")


def _agent(t: Translator, card_id: str) -> list[str]:
    copies = AGENTS[card_id].copies
    lines = [
        t.ngettext("An agent, {n} card in the deck.", "An agent, {n} cards in the deck.", copies),
        t.gettext("Movement: {steps}.", steps=_movement(t, card_id, frozenset())),
    ]
    if card_id == "codebreaker":
        lines.append(t.gettext("Three of them in play at the End step win."))
    if card_id == "daredevil":
        lines.append(t.gettext("Three of them in play at the End step lose."))
        lines.append(words.market_card(t, "leader_of_the_pack"))
    changing = CHANGED_BY.get(card_id)
    if changing is not None:
        lines.append(
            t.gettext(
                "With {card} (black market): {steps}.",
                card=words.card(t, changing),
                steps=_movement(t, card_id, frozenset({changing})),
            )
        )
    return [*lines, _cited(t, t.gettext(SECTIONS["recruit"]))]


def _movement(t: Translator, card_id: str, ongoing: frozenset[str]) -> str:
    steps = [words.steps(t, number) for number in steps_with(ongoing)[card_id][1 : LAST_ICON + 1]]
    if AGENTS[card_id].copies == 1:
        return steps[0]
    return t.gettext(
        "1st copy {first}, 2nd {second}, 3rd and later {third}",
        first=steps[0],
        second=steps[1],
        third=steps[2],
    )


def _market(t: Translator, card_id: str) -> list[str]:
    if BLACK_MARKET[card_id].kind == "instant":
        kind = t.gettext(
            "Instant: carried out when it is taken, then gone. What cannot be carried out is "
            "ignored."
        )
    elif card_id in AT_THE_END:
        kind = t.gettext(
            "Ongoing: stays for the rest of the match and is checked at every End step, also that "
            "of the turn in which it is taken."
        )
    else:
        kind = t.gettext(
            "Ongoing: stays for the rest of the match and counts from the next agent on, not for "
            "the one whose recruiting led to it."
        )
    details = DETAILS.get(card_id)
    lines = [words.market_card(t, card_id), kind]
    if details is not None:
        lines.append(t.gettext(details))
    return [*lines, _cited(t, t.gettext(SECTIONS["black-market"]))]
