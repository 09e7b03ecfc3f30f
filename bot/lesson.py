"""Lessons: a first match on a fixed deal against computers, which explains what comes up.

A lesson is stored nowhere. Its message is private, and the learner's decisions so far stand in the
custom ids, so that a press begins with playing the match again up to there, in memory. Everything
else follows from these decisions: the deal and the computers' chance are fixed.
"""

import hashlib
import re
from collections.abc import Mapping
from random import Random
from typing import Protocol, runtime_checkable

import msgspec

from bot.face import Face, Lesson, Scene, Teaches, seen
from bot.i18n import Translator
from bot.match import Match, unstored
from bot.rows import SeatRow
from bot.scenes import sitters
from engine.game import Action, Seat, informed

OWNER = "LEARN"
"""What stands in the custom ids in the place of a match, before the game and the decisions."""

WRITTEN = re.compile(
    rf"{OWNER}-(?P<game>[a-z0-9-]+)\.(?P<decisions>[0-9a-z]*)\.(?P<seen>[0-9a-z]+)"
)

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
"""A decision is one of these: the action's place among the legal ones."""

MOST_AT_ONCE = 3
"""So many topics are explained at the same moment; what is less urgent comes with the next one."""


class NoSuchLesson(Exception):
    """A custom id that no lesson of this bot has: made up, of somebody else, or of another version
    of the bot, in which the same decisions lead elsewhere."""


@runtime_checkable
class Teacher(Face, Teaches, Protocol):
    """The face of a game that can be learned."""


class Learner(msgspec.Struct, frozen=True):
    """Who learns."""

    user: int
    name: str
    t: Translator
    emojis: Mapping[str, str] = {}
    """The game's emojis, as in a `Scene`."""


class Course:
    """A lesson as far as its learner has played it."""

    def __init__(self, game: str, face: Teacher, learner: Learner) -> None:
        self.face = face
        self.lesson: Lesson = face.lesson()
        self._learner = learner
        self._match = _match(game, self.lesson, learner)
        self._decisions = ""
        self._told: list[str] = []
        self.due: list[str] = []
        """What is to be explained at this moment, the most urgent first."""
        self._go_on()

    @property
    def game(self) -> str:
        """The game's id."""
        return self._match.row.game

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self._match.over

    @property
    def won(self) -> bool:
        """Whether the learner has won."""
        return self.lesson.learner in self._match.state.winners

    @property
    def told(self) -> list[str]:
        """What has been explained so far, this moment's included."""
        return list(self._told)

    @property
    def untold(self) -> list[str]:
        """What has not come up yet."""
        return [key for key in self.lesson.topics if key not in self._told]

    @property
    def owner(self) -> str:
        """What stands in the custom ids of this moment in the place of a match."""
        return f"{OWNER}-{self.game}.{self._decisions}.{self._seen()}"

    def _seen(self) -> str:
        """A short name of who the learner is and of everything that the learner has seen.

        By it a custom id is known that was made elsewhere; it holds nothing hidden.
        """
        seat = self.lesson.learner
        everything = self._match.state.view(seat), seen(self._match.events, seat)
        written = msgspec.json.encode((self._learner.user, everything))
        number = int.from_bytes(hashlib.blake2b(written, digest_size=4).digest(), "big")
        return _digits(number)

    def scene(self, viewer: Seat | None) -> Scene:
        """The match as the learner, or a bystander (None), may see it."""
        match, t = self._match, self._learner.t
        return Scene(
            id=t.gettext("first match"),
            options=match.options,
            viewer=viewer,
            view=match.state.view(viewer),
            events=seen(match.events, viewer),
            sitters=sitters(match, t),
            decision=match.decision(viewer),
            t=t,
            table_link=None,
            place="",
            emojis=self._learner.emojis,
        )

    @property
    def own(self) -> Scene:
        """The match as the learner may see it."""
        return self.scene(self.lesson.learner)

    def act(self, action: Action) -> None:
        """Carry out the learner's decision and let the computers answer. Raises `ValueError` if it
        is none of the legal ones."""
        seat = self.lesson.learner
        place = list(self._match.state.legal(seat)).index(action)
        self._match.play(seat, action)
        self._decisions += DIGITS[place]
        self._go_on()

    def replay(self, decisions: str) -> None:
        """Take the learner's decisions as they are written. Raises `NoSuchLesson`."""
        for digit in decisions:
            legal = self._match.state.legal(self.lesson.learner)
            place = DIGITS.index(digit)
            if place >= len(legal):
                raise NoSuchLesson(decisions)
            self.act(legal[place])

    def _go_on(self) -> None:
        """Let the computers act until the learner has to, and see what is to be explained then."""
        match = self._match
        player = informed(match.game.player, match.options)
        while not match.over and self.lesson.learner not in match.state.to_act():
            seat = match.state.to_act()[0]
            # Its chance depends on nothing but the moment.
            rng = Random(f"{self.lesson.seed}:{match.version}")
            view, legal = match.state.view(seat), match.state.legal(seat)
            self._match.play(seat, player.choose(view, legal, rng))
        if match.over:
            self.due = []
            return
        due = [key for key in self.face.due(self.own) if key not in self._told]
        self.due = due[:MOST_AT_ONCE]
        self._told += self.due


def is_lesson(owner: str) -> bool:
    """Whether a custom id with this owner claims to be of a lesson."""
    return owner.startswith(f"{OWNER}-")


def game_of(owner: str) -> str:
    """The id of the game that a lesson's custom id names; there may be no such game."""
    return owner.removeprefix(f"{OWNER}-").partition(".")[0]


def course(written: str, faces: Mapping[str, Face], learner: Learner) -> Course:
    """The course that a custom id belongs to. Raises `NoSuchLesson`."""
    match = WRITTEN.fullmatch(written)
    face = faces.get(match["game"]) if match else None
    if match is None or not isinstance(face, Teacher):
        raise NoSuchLesson(written)
    found = Course(match["game"], face, learner)
    found.replay(match["decisions"])
    if found.owner != written:
        raise NoSuchLesson(written)
    return found


def _match(game: str, lesson: Lesson, learner: Learner) -> Match:
    """The lesson's match before its first decision. Nobody stores it."""
    seats = [SeatRow(seat, None, "", "") for seat in range(lesson.seats)]
    seats[lesson.learner] = SeatRow(lesson.learner, learner.user, learner.name, "")
    return unstored(OWNER, game, lesson.options, lesson.deal, seats)


def _digits(number: int) -> str:
    """A number, not negative, in base 36."""
    written = ""
    while number or not written:
        number, digit = divmod(number, len(DIGITS))
        written = DIGITS[digit] + written
    return written
