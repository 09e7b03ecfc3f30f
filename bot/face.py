"""How a game shows itself: the protocol between the services and a game's Discord side.

A face is pure: it turns a `Scene`, which holds only what one viewer may see, into screens, and a
press into an action. Reading, writing and sending are the services' part.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Protocol, TypeVar, runtime_checkable

import msgspec

from bot.i18n import Translator
from bot.screen import Button, Picture, Row, Screen, Text
from engine.game import Action, Event, Seat

E = TypeVar("E", bound=Event)


class Sitter(msgspec.Struct, frozen=True):
    """Who sits in a seat, as texts may show it."""

    seat: Seat
    name: str
    """The display name, safe inside markdown; the computer's is in the viewer's language."""
    plain: str
    """The same for pictures, alt texts and button labels, which know no markdown."""
    mention: str
    """A Discord mention, or the name again for a computer."""
    computer: bool
    """Whether the computer plays, be it for a person who is away."""
    dms_closed: bool
    late: bool = False
    """Whether the seat's time was over at its last decision."""
    away: Literal["late", "left"] | None = None
    """Why the computer plays for a person, if it does."""


class Proposed(msgspec.Struct, frozen=True):
    """What a team is about to decide, as one viewer may see it."""

    seat: Seat
    """Who proposed it."""
    acting: Seat | None
    action: Action | None
    """None for the other team, which sees only that there is a proposal."""
    agreed: bool
    """Settled, and public: its seat now makes, privately, the choice that it asks for."""


class Scene(msgspec.Struct, frozen=True):
    """A match as one viewer may see it."""

    id: str
    options: Any  # the game's own options struct
    viewer: Seat | None
    view: Any  # the game's own View
    events: Sequence[tuple[int, Event]]
    """Everything that happened, as the viewer may see it, with the version it happened at."""
    sitters: Sequence[Sitter]
    decision: int
    """The version at which the viewer's decision arose; for a bystander, that of those to act."""
    t: Translator
    table_link: str | None
    place: str
    """A mention of the channel or thread."""
    proposed: Proposed | None = None
    deadline: float | None = None
    """When the time to decide is over, in seconds since 1970; None if there is no limit."""
    ended: bool = False
    """Whether a moderator has ended the match, before its rules did."""
    forfeits: bool = False
    """Whether a seat then gives up; else the computer moves for it."""
    pictures: bool = True
    """Whether the viewer wants pictures."""
    open_hand: bool = True
    """Whether the viewer's direct messages show the hand; else only a press does."""
    emojis: Mapping[str, str] = {}
    """The game's emojis by what they show (see `Draws`); any of them may be missing."""
    commitment: str = ""
    """To the secret of the deal."""
    contributions: Sequence[int] = ()
    """What the joins have added to the deal."""

    def emoji(self, thing: str) -> str:
        """An emoji to stand beside a word, empty if there is none."""
        return self.emojis.get(thing, "")

    def marked(self, thing: str, word: str) -> str:
        """A word with its emoji, if there is one."""
        return f"{self.emoji(thing)} {word}".lstrip()


class Move(msgspec.Struct, frozen=True):
    """A press that is to change the match."""

    action: Action
    seat: Seat | None = None
    """Who carries it out, if not the one who pressed: a teammate."""
    shared: bool = False
    """The people of the team who may act agree on it first."""
    private: bool = False
    """What it asks is asked privately before it is carried out, so that nobody can tell from what
    follows how many choices there were."""
    then: Action | None = None
    """The answer to what the action asks for, if it asks for one; both are carried out at once."""


class LetGo(msgspec.Struct, frozen=True):
    """A press by which a computer teammate is asked to go first."""

    seat: Seat


class Choice(msgspec.Struct, frozen=True):
    """A press that commits nothing: the private message shows the next step of the choice."""

    args: str


class Misplaced(Exception):
    """A press that this screen never offered. The message is for the log."""


SHARED_VERBS = frozenset(
    {
        *("join", "leave", "computer", "level", "start", "cancel"),  # in lobbies
        *("hand", "again", "back", "rules", "topic", "topic.cards", "why"),
        *("resign", "takeover", "withdraw"),
        *("rematch", "record", "verify", "replay", "replay.cards", "replay.share", "replay.post"),
        *("replay.start", "replay.back", "replay.forward", "replay.end"),
    }
)
"""The verbs of the buttons that every game has; no button of a game's own bears one of them, or
one that begins with `lesson.`."""


class Face(Protocol):
    """A game's Discord side. Its cog registers one with `bot.faces`."""

    def name(self, t: Translator) -> str:
        """The game's name alone."""
        ...

    def title(self, t: Translator, options: Any) -> str:
        """The game and its options in a few words: 'Agent Avenue · simple · two players'."""
        ...

    def sides(self, t: Translator, options: Any, seats: int) -> Sequence[str]:
        """A label for each seat in the lobby, such as '▲ green'.

        Seats with equal labels are a side, which people choose when they join, unless all are
        equal or all differ.
        """
        ...

    def page(self, scene: Scene) -> int:
        """The number of the table message that the match is at; a new number is a new message."""
        ...

    def table(self, scene: Scene, controls: Row) -> Screen:
        """The live table, for a bystander's scene. `controls` are the buttons every table has."""
        ...

    def summary(self, scene: Scene, page: int) -> Screen:
        """What stays of a table when the next page has been posted."""
        ...

    def call(self, scene: Scene, seat: Seat) -> str:
        """One line that calls a seat to its decision, for a bystander's scene."""
        ...

    def hand(self, scene: Scene, choice: str = "") -> Screen:
        """The viewer's private message, at step `choice` of a choice made in it."""
        ...

    def rules(self, t: Translator, options: Any) -> Screen:
        """The rules in short, for the Rules button."""
        ...

    def press(self, scene: Scene, verb: str, args: str) -> Move | LetGo | Choice:
        """What a press by the scene's viewer means. Raises `Misplaced`.

        It gets the presses with every verb that is none of `SHARED_VERBS`.
        """
        ...

    def table_verbs(self) -> frozenset[str]:
        """The verbs of the buttons that stand under the public table.

        These buttons serve seats whose decisions have arisen at the same moment, such as those of
        a team. Where several act at their own pace, let them choose in the private message: a
        button under the table is for the newest decision, and outdated for everybody else's.
        """
        ...


@runtime_checkable
class NamesHand(Protocol):
    """What a face may have as well, if its game's word for the private message is not 'My hand'."""

    def hand_label(self, t: Translator) -> str:
        """The label of the button that shows the private message."""
        ...


class Setting(msgspec.Struct, frozen=True):
    """Something that a server's admins may choose for all matches of a game."""

    key: str
    label: str
    choices: Sequence[tuple[str, int]]
    """What can be chosen: its label and its value."""

    usual: str
    """The label of choosing nothing."""


@runtime_checkable
class Adjustable(Protocol):
    """What a face has as well, if a server may adjust its game.

    What is chosen stands in `bot.rows.Settings.games`; the game's cog opens its lobbies with it.
    """

    def settings(self, t: Translator) -> Sequence[Setting]:
        """What can be chosen."""
        ...

    def adjusted(self, chosen: Mapping[str, int]) -> Any:
        """The game's usual options with what a server has chosen, by the settings' keys."""
        ...


class Topic(msgspec.Struct, frozen=True):
    """Something that the rules explain by itself: a part of the game, or a card."""

    key: str
    """Unique within the game; what stands in custom ids."""

    name: str
    card: bool = False


@runtime_checkable
class Explains(Protocol):
    """What a face has as well, if its rules can be looked up piece by piece (`/rules`)."""

    def topics(self, t: Translator, options: Any | None) -> Sequence[Topic]:
        """What can be looked up: all of it (None), or what a match with these options has."""
        ...

    def explain(self, t: Translator, key: str, options: Any) -> Sequence[Text | Picture]:
        """One topic, in short. Raises `KeyError` for a key that the game does not have."""
        ...


@runtime_checkable
class Draws(Protocol):
    """What a face has as well, if it has emojis to stand beside its words."""

    def emojis(self) -> Mapping[str, Callable[[], bytes]]:
        """What draws each emoji, a PNG, by a name of lower-case letters, digits and _."""
        ...


@runtime_checkable
class TellsWhy(Protocol):
    """What a face has as well, if it can say why the last turn came out as it did."""

    def why(self, scene: Scene) -> Screen:
        """The last turn rule by rule, for a bystander's scene: it holds nothing hidden."""
        ...


class Lesson(msgspec.Struct, frozen=True):
    """A first match that teaches its game: the same for everybody, against computers."""

    options: Any
    deal: Any
    seats: int
    learner: Seat
    seed: int
    """Of the chance that the computers have."""

    topics: Sequence[str]
    """The keys of all that is to be learned, in an order in which they can be read."""


class Taught(msgspec.Struct, frozen=True):
    """One thing that a lesson explains."""

    name: str
    text: str
    """A few short sentences."""


@runtime_checkable
class Teaches(Protocol):
    """What a face has as well, if its game has a first match that teaches it (`/learn`).

    The learner never has more than 36 legal actions.
    """

    def lesson(self) -> Lesson:
        """The match."""
        ...

    def due(self, scene: Scene) -> Sequence[str]:
        """The topics that matter to the scene's viewer by now, the most urgent first.

        Those that have been explained before are left out by who asks. A key that is none of the
        lesson's topics is a remark.
        """
        ...

    def teach(self, scene: Scene, key: str) -> Taught:
        """One topic, said for this moment."""
        ...

    def lesson_screen(self, own: Scene, public: Scene, choice: str = "") -> Screen:
        """What the learner sees at once: the table, the hand, and the choice at step `choice`."""
        ...


@runtime_checkable
class Replays(Protocol):
    """What a face has as well, if a replay of its game tells each step and can open all cards.

    Without it a replay shows the table as everybody saw it.
    """

    def told(self, scene: Scene, events: Sequence[Event]) -> Sequence[str]:
        """What happened in a step, in sentences: the events of one action, as the scene has them.

        In a scene with all cards open they hold everything.
        """
        ...

    def open_table(self, scene: Scene) -> Screen:
        """The table of a running match with all cards open: the view is `State.full`.

        It needs no buttons.
        """
        ...


@runtime_checkable
class Recounts(Protocol):
    """What a face has as well, if its game says what has decided a match and with which cards.

    Both are what the game has put into its `engine.outcome.Outcome`.
    """

    def decided(self, t: Translator, how: str) -> str:
        """By what a match was won, in a few words: 'a catch'."""
        ...

    def used(self, t: Translator, cards: Sequence[tuple[str, int]]) -> str:
        """A line with somebody's favourite cards and how often they were used, the first most."""
        ...


class Exhibit(msgspec.Struct, frozen=True):
    """A match for the gallery, played by the computer.

    The first picture of the table and of the hand is shown; one that has none is left out.
    """

    name: str
    """What its files are called after the game's id."""

    options: Any
    seats: int
    seed: int
    step: str = ""
    """The table is shown at the first such step (the field `step` of the game's view) in the last
    third of the match; by default at the beginning of that third."""

    private_step: str = ""
    """The hand is shown at the next such step; by default together with the table."""


@runtime_checkable
class Exhibits(Protocol):
    """What a face has as well, if its game is shown in the gallery (`make gallery`)."""

    def exhibits(self) -> Sequence[Exhibit]:
        """The matches to show."""
        ...


def hand_button(face: Face, t: Translator) -> Button:
    """The button that shows a player's private message, under the table and in a call."""
    label = face.hand_label(t) if isinstance(face, NamesHand) else t.gettext("My hand")
    return Button(label, "hand")


def seen(
    events: Sequence[tuple[int, Event]], viewer: Seat | None, since: int = 0
) -> list[tuple[int, Event]]:
    """The events as a viewer may see them.

    Who has taken a seat over at version `since` sees of the time before what everybody saw.
    """
    return [
        (version, visible)
        for version, event in events
        if (visible := event.seen_by(viewer if version >= since else None)) is not None
    ]


def parts(
    events: Sequence[tuple[int, Event]], kind: type[E]
) -> tuple[tuple[Event, ...], list[tuple[E, tuple[Event, ...]]]]:
    """What has happened, parted by the events of one kind.

    Returns what came before all of these, and each of them with what came after it.
    """
    body: list[Event] = []
    bodies, heads = [body], list[E]()
    for _, event in events:
        if isinstance(event, kind):
            heads.append(event)
            body = []
            bodies.append(body)
        else:
            body.append(event)
    first, *others = map(tuple, bodies)
    return first, list(zip(heads, others, strict=True))
