"""The first match of Agent Avenue: its deal, and what is explained when (`/learn agent-avenue`)."""

from collections.abc import Iterator

import msgspec

from bot.face import Lesson, Scene, Taught
from bot.screen import Row, Screen
from cogs.agent_avenue import hand, table, words
from cogs.agent_avenue.story import turns
from cogs.agent_avenue.words import N_
from engine.agent_avenue.cards import AGENTS
from engine.agent_avenue.events import Moved, Played
from engine.agent_avenue.options import Deal, Options

LEARNER = 0

AGENTS_DEALT = """
    codebreaker sentinel enforcer daredevil sentinel daredevil daredevil enforcer double_agent
    daredevil enforcer sentinel codebreaker enforcer mole daredevil daredevil enforcer
    double_agent enforcer sentinel saboteur codebreaker saboteur double_agent double_agent
    saboteur saboteur double_agent double_agent codebreaker codebreaker sentinel sentinel
    saboteur saboteur codebreaker sidekick
"""
"""Chosen among many, together with the seed: with it a match takes about six turns, nearly
everything comes up in it, and who takes what looks better wins it."""

SEED = 1149

CLOSE = 4
"""From this many spaces on a catch is close enough to explain it."""

TOPICS: dict[str, tuple[str, str]] = {
    "goal": (
        N_("The goal"),
        N_(
            "You are ▲ green, the computer is ● blue. Both run clockwise around the ring, each 7 "
            "spaces behind the other. Whoever reaches or passes the other one wins."
        ),
    ),
    "recruiting": (
        N_("Recruiting"),
        N_(
            "The computer offers two different cards, one face up and one face down. You take one "
            "of them without seeing the face-down card, and the computer gets the other one. "
            "Below it says what the face-up card would do for each of you."
        ),
    ),
    "moving": (
        N_("Moving"),
        N_(
            "Both of you have recruited an agent and moved by its number: forward if it is "
            "positive, backward if it is negative. The agents stay in front of you."
        ),
    ),
    "offer": (
        N_("Your offer"),
        N_(
            "Now you offer two cards: choose first the one that lies face up, then the one that "
            "lies face down. The computer takes one of them and you get the other one, so offer "
            "two cards with either of which you can live."
        ),
    ),
    "hidden": (
        N_("What the other one sees"),
        N_(
            "Until it had chosen, the computer saw your face-up card and nothing else of your "
            "hand. Now it is the other way round. So ask yourself why it shows just this card."
        ),
    ),
    "copies": (
        N_("The numbers"),
        N_(
            "Every agent has three numbers: for the 1st, the 2nd, and the 3rd or later copy in "
            "front of you. {card}: {first}, then {second}, then {third}. So the same card can be "
            "good for one of you and bad for the other."
        ),
    ),
    "backward": (
        N_("Backward"),
        N_(
            "A step backward counts twice: you are farther from the computer, and it is nearer to "
            "you. Who steps back into the other one is caught."
        ),
    ),
    "codebreakers": (
        N_("Codebreakers"),
        N_(
            "They move nobody, but whoever has three of them wins. Once somebody has two, the "
            "text says so: mind who gets the next one."
        ),
    ),
    "daredevils": (
        N_("Daredevils"),
        N_(
            "They are quick, but whoever has three of them loses. If the computer has two, offer "
            "it a third one; if you have two, beware of what lies face down."
        ),
    ),
    "discarding": (
        N_("Discarding"),
        N_(
            "Do you hold nothing that you want to offer? Before you lay cards you can discard one "
            "and draw another one, four times in a match. The computer does not see which."
        ),
    ),
    "catch": (
        N_("A catch"),
        N_(
            "One of you is close enough now to catch the other one with a single card. Reaching "
            "the other's space is enough, and passing it counts, too."
        ),
    ),
    "end": (
        N_("The end of a turn"),
        N_(
            "Only when both have moved is it checked whether somebody has won. If both have a "
            "reason to win or to lose, the one whose turn it is wins: the one who has offered."
        ),
    ),
    "out-of-cards": (
        N_("Running out of cards"),
        N_(
            "If the deck is empty and the next one to offer holds fewer than two cards, whoever "
            "is closer to the other one wins. Few matches take that long."
        ),
    ),
}
"""What is explained, in an order in which it can be read."""


def lesson() -> Lesson:
    """A simple match for two, in which the computer offers first."""
    dealt = msgspec.convert({"first": 1, "agents": AGENTS_DEALT.split()}, Deal)
    return Lesson(Options(), dealt, seats=2, learner=LEARNER, seed=SEED, topics=tuple(TOPICS))


def due(scene: Scene) -> list[str]:
    """The topics that matter to the learner by now."""
    return list(_due(scene))


def _due(scene: Scene) -> Iterator[str]:
    """First what the decision needs, then what threatens, then what has its time."""
    view, turn = scene.view, turns(scene)[-1].number
    events = [event for _, event in scene.events]
    yield "goal"
    if view.step == "recruit":
        yield "recruiting"
    if turn > 1:
        yield "moving"
    if view.step == "play":
        yield "offer"
    if min(view.gaps) <= CLOSE:
        yield "catch"
    for card, topic in (("codebreaker", "codebreakers"), ("daredevil", "daredevils")):
        if view.table.face_up == card or any(card in own for own in view.in_play):
            yield topic
    if any(isinstance(event, Moved) and event.steps < 0 for event in events):
        yield "backward"
    if _second_copies(scene):
        yield "copies"
    if any(isinstance(event, Played) and event.seat == scene.viewer for event in events):
        yield "hidden"
    if view.step == "play" and turn > 2:
        yield "discarding"
    if turn >= 5:
        yield "end"
    if turn >= 6:
        yield "out-of-cards"


def _second_copies(scene: Scene) -> list[str]:
    """The cards to choose from of which somebody has one in play already."""
    view = scene.view
    offered = [view.table.face_up] if view.step == "recruit" else view.hands[scene.viewer]
    return [card for card in offered if any(card in own for own in view.in_play)]


def teach(scene: Scene, key: str) -> Taught:
    """One topic."""
    t, (name, text) = scene.t, TOPICS[key]
    if key != "copies":
        return Taught(t.gettext(name), t.gettext(text))
    card = next(iter(_second_copies(scene)), "double_agent")
    first, second, third = (words.steps(t, number or 0) for number in AGENTS[card].moves)
    values = {"card": words.card(t, card), "first": first, "second": second, "third": third}
    return Taught(t.gettext(name), t.gettext(text, **values))


def lesson_screen(own: Scene, public: Scene, choice: str) -> Screen:
    """The table, and below it the hand while it is there that the learner chooses."""
    whole = table.table(public, Row(()))
    blocks = [block for block in whole.blocks[1:] if block != Row(())]
    if own.view.step == "play":
        # The line that calls somebody stands last in the table; the hand asks more precisely.
        blocks = [*blocks[:-1], *hand.hand(own, choice).blocks[1:]]
    return Screen(tuple(blocks), accent=whole.accent)
