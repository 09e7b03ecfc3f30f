"""The first match of La Agencia: its deal, and what is explained when (`/learn la-agencia`)."""

from collections.abc import Iterator

import msgspec

from bot.face import Lesson, Scene, Taught
from bot.screen import Row, Screen, Text
from cogs.agencia import hand, table, words
from cogs.agencia.story import hands, tell, tell_resolution
from cogs.agencia.words import N_
from engine.agencia.actions import Side
from engine.agencia.cards import CARDS, ROUNDS, START_INFORMATION, VALUES, Card
from engine.agencia.events import (
    AgentsResolved,
    CardPlayed,
    InfiltratorResolved,
    RecruiterResolved,
    RewardRaised,
)
from engine.agencia.game import Deal, Options
from engine.agencia.state import Step

LEARNER, SEATS = 0, 3

HANDS = ROUNDS[SEATS] * SEATS

TAUGHT_IN = HANDS // 2
"""So many hands show everything; whoever likes it plays on to the end."""

DECKS = (
    "agents_3 recruiter agents_2 agents_5 agents_1 recruiter infiltrator agents_4",
    "agents_2 agents_3 agents_1 recruiter agents_4 recruiter infiltrator agents_5",
    "agents_4 agents_3 agents_2 agents_5 agents_1 recruiter infiltrator recruiter",
)
"""Chosen among many, together with the seed: with it everything comes up in the first half of the
match, and who plays with a little thought leads then."""

SEED = 87

TOPICS: dict[str, tuple[str, str]] = {
    "goal": (
        N_("The goal"),
        N_(
            "Collect more information than the other two; everybody starts with {start}. A match "
            "has {hands} hands, and in each of them everybody plays one card. After {taught} hands "
            "you know everything."
        ),
    ),
    "positions": (
        N_("Your four cards"),
        N_(
            "They differ in who sees them. In hand: only you. Facing out: all but you. Face down: "
            "nobody. Open: everyone. You may play any of them, even one that you cannot see."
        ),
    ),
    "hall": (
        N_("The Hall"),
        N_(
            "The Hall has room for as many Agents as there are players. In the order of play, "
            "Agents who still fit in earn the information value of their card. Those who do not "
            "fit in pay it, and do not count for the later ones."
        ),
    ),
    "garden": (
        N_("The Garden"),
        N_(
            "In the Garden at least as many Agents must come together as there are players. They "
            "are counted in the order of play: whose Agents make it enough, or come later, earn "
            "the information value of their card; those before pay it."
        ),
    ),
    "order": (
        N_("The order of play"),
        N_(
            "★ is the Ambassador, who chooses the side and plays last; ①, ② and so on play before, "
            "clockwise. The later you play, the more you know."
        ),
    ),
    "ambassador": (
        N_("You are the Ambassador"),
        N_(
            "Choose the side: the Hall if few Agents will come, the Garden if many will. You play "
            "last, when you have seen what the others play."
        ),
    ),
    "values": (
        N_("Information values"),
        N_(
            "Many Agents on a card also mean a high value: from {least} for {smallest} to {most} "
            "for {largest}. That is what is earned or paid. Nobody pays more than there is."
        ),
    ),
    "recruiter": (
        N_("Recruiters"),
        N_(
            "They act before the Agents. If there are Agents in play, a Recruiter swaps cards with "
            "one of them; both are out of play, each goes under the deck of its new owner, and the "
            "Reward tile grows by 1. Without Agents nothing happens."
        ),
    ),
    "infiltrator": (
        N_("Infiltrators"),
        N_(
            "They act first of all. If there is a Recruiter in play, an Infiltrator earns what the "
            "Reward tile shows and swaps cards with that Recruiter, who is out of play, too. "
            "Without a Recruiter nothing happens."
        ),
    ),
    "reward": (
        N_("The Reward tile"),
        N_(
            "Every Recruiter who finds Agents adds 1 to it, and an Infiltrator who finds a "
            "Recruiter earns as much as it shows. It keeps what lies on it, so Infiltrators become "
            "worth more and more."
        ),
    ),
    "drawing": (
        N_("Drawing"),
        N_(
            "Everybody has drawn a card into the position that was played from. A played card goes "
            "under its owner's deck and comes back some hands later."
        ),
    ),
    "passing": (
        N_("The next hand"),
        N_(
            "The Embassy tile goes to the next player clockwise. When everybody has been "
            "Ambassador, a round is over."
        ),
    ),
    "scoring": (
        N_("The end"),
        N_(
            "After the last hand your information counts, and so do the information values of the "
            "four cards in your deck; the four positions do not. In a tie the higher deck wins."
        ),
    ),
    "halfway": (
        N_("You know everything now"),
        N_(
            "That is all there is to it. {left} more hands are left in this match: play on to the "
            "end if you like, or leave here."
        ),
    ),
}
"""What is explained, in an order in which it can be read."""

LEARNED = tuple(key for key in TOPICS if key != "halfway")


def lesson() -> Lesson:
    """A match for three with the plain rules, in which the learner is the third Ambassador."""
    decks = [deck.split() for deck in DECKS]
    dealt = msgspec.convert({"ambassador": 1, "decks": decks}, Deal)
    return Lesson(Options(), dealt, seats=SEATS, learner=LEARNER, seed=SEED, topics=LEARNED)


def due(scene: Scene) -> list[str]:
    """The topics that matter to the learner by now."""
    return list(_due(scene))


def _due(scene: Scene) -> Iterator[str]:
    """First what the decision needs, then what has happened, then what has its time."""
    view, number = scene.view, len(hands(scene))
    events = [event for _, event in scene.events]
    played = {event.card for event in events if isinstance(event, CardPlayed)}
    kinds = {type(event) for event in events}
    yield "goal"
    if view.step == Step.PLACE:
        yield "ambassador"
    else:
        yield "positions"
    if view.side is not None:
        yield view.side.value
    if number > TAUGHT_IN:
        yield "halfway"
    if Card.INFILTRATOR in played or InfiltratorResolved in kinds or number > 4:
        yield "infiltrator"
    if Card.RECRUITER in played or RecruiterResolved in kinds or number > 4:
        yield "recruiter"
    if number > 1:
        yield "order"
        yield "drawing"
    if AgentsResolved in kinds:
        yield "values"
    if number > 2:
        yield "passing"
    if RewardRaised in kinds or number > 4:
        yield "reward"
    if number > 3:
        yield "scoring"
    if number >= TAUGHT_IN:
        yield from (side.value for side in Side)


def teach(scene: Scene, key: str) -> Taught:
    """One topic."""
    t, (name, text) = scene.t, TOPICS[key]
    return Taught(t.gettext(name), t.gettext(text, **_numbers(scene, key)))


def _numbers(scene: Scene, key: str) -> dict[str, object]:
    match key:
        case "goal":
            return {"start": START_INFORMATION, "hands": HANDS, "taught": TAUGHT_IN}
        case "values":
            agents = [card for card, facts in CARDS.items() if facts.agents]
            return {
                "least": VALUES[agents[0]],
                "smallest": words.card(scene.t, agents[0]),
                "most": VALUES[agents[-1]],
                "largest": words.card(scene.t, agents[-1]),
            }
        case "halfway":
            return {"left": HANDS - TAUGHT_IN}
        case _:
            return {}


def lesson_screen(own: Scene, public: Scene) -> Screen:
    """What has been resolved last, and below it the private message, which shows the table too."""
    if own.view.over:
        whole = table.table(public, Row(()))
        blocks = [block for block in whole.blocks[1:] if block != Row(())]
    else:
        whole = hand.whole(own)
        blocks = [*_told(public), *whole.blocks[1:]]
    return Screen(tuple(blocks), accent=whole.accent)


def _told(scene: Scene) -> list[Text]:
    """What has happened in this hand or, while nothing has, in the last one."""
    t = scene.t
    *before, current = hands(scene)
    if resolved := tell_resolution(scene, current):
        return [_lines(t.gettext("This hand:"), resolved)]
    return [_lines(t.gettext("Last hand:"), tell(scene, before[-1]))] if before else []


def _lines(heading: str, lines: list[str]) -> Text:
    return Text("\n".join([f"**{heading}**", *lines]))
