"""All that a viewer is shown of a match, made by the bot's own scenes and faces without Discord."""

from collections.abc import Coroutine, Iterator
from functools import partial
from random import Random
from typing import Any, TypeVar

import msgspec

from bot.computers import Computers
from bot.face import Face, TellsWhy
from bot.match import Match, unstored
from bot.messages import hand_screen, table_screen
from bot.rows import Preferences, Proposal, SeatRow, Settings
from bot.scenes import Languages, Scenes
from bot.screen import Screen, digest
from engine.game import Seat
from tests import faces
from tests.secrecy.twins import FROM_THE_HAND, Course, Stroke

T = TypeVar("T")


def untouched(kind: type[T]) -> type[T]:
    """A class as it is now, whatever a test puts into it later."""
    return type(kind.__name__, (kind,), {k: v for k, v in vars(kind).items() if callable(v)})


FACES: dict[str, Face] = {game: untouched(type(face))() for game, face in faces.FACES.items()}
UntouchedScenes = untouched(Scenes)
NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Fox")


class Unchanged:
    """A store and a server in which nobody has chosen anything."""

    async def settings(self, guild: int) -> Settings:
        return Settings()

    async def preferences(self, user: int) -> Preferences:
        return Preferences()

    def get_guild(self, guild: int) -> None:
        return None


UNCHANGED: Any = Unchanged()
SCENES = UntouchedScenes(Languages(UNCHANGED, UNCHANGED, "en"))
COMPUTERS = Computers(Random(1), delay=1.0)


def at_once(work: Coroutine[Any, Any, T]) -> T:
    """The result of something that waits for nothing."""
    try:
        work.send(None)
    except StopIteration as stop:
        return stop.value
    raise AssertionError("it waits")


def opened(course: Course) -> Match:
    """The match as the bot holds it, with people in all seats."""
    seats = [SeatRow(seat, 100 + seat, NAMES[seat], "en-US") for seat in range(course.seats)]
    return unstored("8K2P", course.game, course.options, course.deal, seats)


def act(match: Match, stroke: Stroke) -> None:
    """Carry out a stroke."""
    for seat, action in stroke:
        state = match.state.copy()
        match.advance(seat, action, state, list(state.apply(seat, action)), at=0.0)


def screens(match: Match, viewer: Seat | None) -> Iterator[Screen]:
    """The messages that a viewer can see or open now: the table, the page before, the own hand."""
    face = FACES[match.row.game]
    public = at_once(SCENES.scene(match, None))
    yield table_screen(face, public)
    page = face.page(public)
    if page:
        yield face.summary(public, page - 1)
    if isinstance(face, TellsWhy):
        yield face.why(public)
    if viewer is not None:
        scene = at_once(SCENES.scene(match, viewer))
        yield from faces.hands(face, scene, partial(hand_screen, face, scene, match))


def look(match: Match, viewer: Seat | None) -> list[object]:
    """Everything that a viewer can tell apart: messages, calls, what numbers them, and how long a
    computer waits."""
    face, to_act = FACES[match.row.game], match.state.to_act()
    public = at_once(SCENES.scene(match, None))
    return [
        *map(digest, screens(match, viewer)),
        *((face.call(public, seat), match.decision(seat)) for seat in to_act),
        *(COMPUTERS.pace(match, seat) for seat in to_act),
        match.decision(viewer),
    ]


def sight(match: Match, viewer: Seat | None) -> bytes:
    """What the rules let a viewer see, as `replay --from-seat` prints it, and the newest events."""
    seen = [event.seen_by(viewer) for _, event in match.events]
    return msgspec.json.encode([match.state.view(viewer), seen])


def course(match: Match, stroke: Stroke, viewer: Seat | None, *, otherwise: bool) -> Iterator[None]:
    """The moments of one stroke: what a team proposes, what it has agreed on, and the deed.

    A team's proposals are hidden from everybody else: `otherwise`, those are different ones.
    """
    (seat, action), to_act = stroke[0], match.state.to_act()
    legal = match.state.legal(seat)
    if len(to_act) > 1 and match.state.step in ("recruit", "market"):
        proposed = legal[-1] if otherwise and viewer not in to_act else legal[0]
        _propose(match, seat, proposed, agreed=False)
        yield
    if getattr(action, "card", None) in FROM_THE_HAND:
        _propose(match, seat, action, agreed=True)
        yield
    act(match, stroke)
    yield


def _propose(match: Match, seat: Seat, action: Any, *, agreed: bool) -> None:
    encoded = msgspec.json.encode(action)
    match.proposal = Proposal(match.decision(None), seat, seat, encoded, 0, agreed)
