"""Matches of La Agencia as their viewers are shown them, without Discord."""

from collections.abc import Iterator, Sequence
from random import Random

from bot.face import Scene, Sitter, seen
from bot.i18n import Translator, translator
from bot.names import distinct, safe
from bot.screen import Button, Picture, Row, Screen
from cogs.agencia.cog import AgenciaFace
from cogs.agencia.hand import whole
from engine.agencia.game import GAME, Options
from engine.agencia.match import Match
from engine.game import Action, Event, Seat
from tests.engine.agencia import table as tables

FACE = AgenciaFace()
CONTROLS = Row((Button("My cards", "hand"), Button("Rules", "rules")))
NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Fox")


class Watched:
    """A match, what has happened in it, and how it looks to each viewer."""

    def __init__(self, match: Match, options: Options) -> None:
        self.match = match
        self.options = options
        self.names: Sequence[str] = NAMES
        self.events: list[tuple[int, Event]] = []
        self.version = 0
        self.dms_closed: set[Seat] = set()
        self.t: Translator = translator("en")

    def told(self, events: Sequence[Event]) -> "Watched":
        """Take note of what an action has brought about."""
        self.events += [(self.version, event) for event in events]
        self.version += 1
        return self

    def apply(self, seat: Seat, action: Action) -> "Watched":
        """One action."""
        return self.told(self.match.apply(seat, action))

    def place(self, side: str) -> "Watched":
        """The Ambassador chooses."""
        return self.told(tables.place(self.match, side))

    def play(self, *shorts: str) -> "Watched":
        """The next seats play these cards."""
        for short in shorts:
            self.told(tables.play(self.match, short))
        return self

    def target(self, whom: Seat) -> "Watched":
        """The seat that is to choose a target chooses."""
        return self.told(tables.target(self.match, whom))

    def play_on(self, until: int) -> "Watched":
        """Play the first legal actions, until so many hands are done."""
        while self.match.hands_done != until:
            (seat,) = self.match.to_act()
            self.apply(seat, self.match.legal(seat)[0])
        return self

    def scene(self, viewer: Seat | None = None) -> Scene:
        """The match as a viewer may see it now."""
        names = distinct(self.names[: self.match.seats], "Player")
        return Scene(
            id="8K2P",
            options=self.options,
            viewer=viewer,
            view=self.match.view(viewer),
            events=seen(self.events, viewer),
            sitters=[
                Sitter(seat, safe(name), name, f"<@{seat}>", False, seat in self.dms_closed)
                for seat, name in enumerate(names)
            ],
            decision=self.version,
            t=self.t,
            table_link="https://discord.com/channels/1/2/3",
            place="<#2>",
        )

    @property
    def table(self) -> Screen:
        """What stands in the channel."""
        return FACE.table(self.scene(), CONTROLS)

    def cards(self, seat: Seat) -> Screen:
        """A seat's private message."""
        return FACE.hand(self.scene(seat))

    def whole(self, seat: Seat) -> Screen:
        """What a seat sees in a lesson: the private message with the table and the choice."""
        return whole(self.scene(seat))


def watch(*decks: str, ambassador: Seat = 0, **options) -> Watched:
    """A match of as many seats as decks, see `tests.engine.agencia.table`."""
    match = tables.table(*decks, ambassador=ambassador, **options)
    return Watched(match, Options(**options))


def moments(seats: int, seed: int, options: Options | None = None) -> Iterator[Watched]:
    """A random match, at its beginning and after each action. It is the same object each time."""
    rng, options = Random(seed), options or Options()
    watched = Watched(GAME.new(GAME.deal(rng, options, seats), options, seats), options)
    yield watched
    while not watched.match.over:
        (seat,) = watched.match.to_act()
        yield watched.apply(seat, rng.choice(watched.match.legal(seat)))


def buttons(screen: Screen) -> dict[str, str]:
    """The label of each button, with what its press means."""
    return {
        button.label: f"{button.verb}:{button.args}" if button.args else button.verb
        for block in screen.blocks
        if isinstance(block, Row)
        for button in block.buttons
        if isinstance(button, Button)
    }


def picture(screen: Screen) -> Picture:
    """The one picture of a screen."""
    (found,) = [block for block in screen.blocks if isinstance(block, Picture)]
    return found
