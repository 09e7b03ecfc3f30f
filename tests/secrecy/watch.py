"""Watches everything that the bot sends and logs, and knows who may see what.

Each part of a message that names a card, and each picture, has to be one that the game's face makes
of what the reader's own `view` holds, now or earlier in the match; and each card named has to be
one that the reader has been shown. Logs may name no card at all.
"""

import json
import logging
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import msgspec
from msgspec.structs import replace
from simcord.backend.models import EPHEMERAL_FLAG
from simcord.components import walk_components
from simcord.http import router

from bot.draw.cache import PictureCache
from bot.face import Proposed, Scene, TellsWhy, seen
from bot.manager import GameManager, Match
from bot.messages import controls, hand_screen, started_screen
from bot.screen import Button, Link, Picture, Row, Screen, Text
from cogs import rules
from engine.game import Seat
from tests.secrecy.looks import FACES, SCENES, at_once, choices
from tests.secrecy.named import held, named, texts
from tests.world import World

BUTTON, TEXT, PICTURES = 2, 10, 12
NEW_MESSAGE, EDIT = 4, 7

TOPIC = "topic"
"""The verb of the selects in which all the game's cards can be looked up."""

EXPORTS = ("safehouse.json",)
"""Files of text, in which nothing may stand but what the reader has seen or done."""

Reader = int | None
"""A person, or None: everybody in the channel."""


_CHANCE = re.compile(
    r'(?<="nonce": ")[^"]+|\d{12,}|(?<=<t:)\d+|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.\d]*'
)


class Leak(AssertionError):
    """Somebody was sent what that person may not see."""


class Sent(msgspec.Struct, frozen=True):
    """Something that has reached a reader."""

    stroke: int
    reader: Reader
    channel: int
    what: str
    """The kind of request, and its content without the ids that differ from match to match."""
    files: tuple[tuple[str, bytes], ...]


class Watch:
    """What has been sent so far, and what each reader may have been sent."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.stroke = 0
        self.sent: list[Sent] = []
        self.leaks: list[str] = []
        self.match: Match | None = None
        self._cards: dict[Seat | None, set[str]] = defaultdict(set)
        self._parts: dict[Seat | None, set[object]] = defaultdict(set)
        self._noted: object = None

    # What each reader may see

    def note(self, match: Match) -> None:
        """Take note of what everybody may see of a match now."""
        self.match = match
        dms = [row.dms for row in match.seats]
        now = (id(match), match.version, match.moment, repr(match.proposal), repr(dms))
        if now == self._noted:
            return
        self._noted = now
        for viewer in (None, *range(match.state.seats)):
            self._cards[viewer] |= held(match.state.view(viewer))
            self._cards[viewer] |= held([event.seen_by(viewer) for _, event in match.events])
            for screen in self._screens(match, viewer):
                self._parts[viewer] |= set(_parts_of_screen(screen))
        for seat in match.state.to_act():
            self._parts[None].add(
                _plain(FACES[match.row.game].call(self._scene(match, None), seat))
            )

    def _screens(self, match: Match, viewer: Seat | None) -> Iterator[Screen]:
        face, scene = FACES[match.row.game], self._scene(match, viewer)
        if viewer is None:
            yield started_screen(face, scene)
            yield face.table(scene, controls(face, scene))
            for page in range(face.page(scene)):
                yield face.summary(scene, page)
            if isinstance(face, TellsWhy):
                yield face.why(scene)
            for topic in rules.topics(face, scene.t, match.options):
                yield rules.page(face, scene.t, match.options, topic.key, TOPIC)
        else:
            for choice in choices(scene):
                yield hand_screen(face, scene, match, choice)

    def _scene(self, match: Match, viewer: Seat | None) -> Scene:
        """A scene with the viewer's view, and nothing else of what is hidden."""
        return replace(
            at_once(SCENES.scene(match, viewer)),
            view=match.state.view(viewer),
            events=seen(match.events, viewer),
            proposed=_proposed(match, viewer),
        )

    def _seats(self, reader: Reader) -> set[Seat | None]:
        """Whose knowledge a reader has."""
        seat = self.match.seat_of(reader) if self.match is not None and reader is not None else None
        return {None, seat}

    # What is sent

    def receive(self, method: str, path: str, body: Any, files: list[tuple[str, bytes]]) -> None:
        """Judge a request before Discord gets it."""
        for match in self.world.bot.manager._matches.values():
            self.note(match)
        reader, channel, kind = self._reader(method, path, body or {})
        content = _plain(json.dumps(body, sort_keys=True, ensure_ascii=False))
        same = tuple(
            (name, _plain(file.decode()).encode() if name in EXPORTS else file)
            for name, file in files
        )
        self.sent.append(Sent(self.stroke, reader, channel, f"{kind} {content}", same))
        if self.match is not None and not self.match.state.over:
            self._judge(reader, kind, body, files)

    def _reader(self, method: str, path: str, body: Mapping[str, Any]) -> tuple[Reader, int, str]:
        backend = self.world.env.backend
        match path.strip("/").split("/"):
            case ["channels", channel, *rest]:
                kind = f"{method} {' '.join('#' if part.isdecimal() else part for part in rest)}"
                return self._in_channel(int(channel)), int(channel), kind
            case ["interactions", number, _, "callback"]:
                record, type_ = backend.interactions[int(number)], body["type"]
                hidden = int((body.get("data") or {}).get("flags") or 0) & EPHEMERAL_FLAG
                if type_ == EDIT:
                    source = backend.get_message(record.channel_id, record.source_message_id)
                    hidden = source.is_ephemeral
            case ["webhooks", _, token, *rest]:
                record, type_ = backend.interaction_by_token(token), f"webhook {method}"
                hidden = int(body.get("flags") or 0) & EPHEMERAL_FLAG
                if record.loading:
                    hidden = record.ephemeral
                elif rest:
                    number = record.message_id if rest[-1] == "@original" else int(rest[-1])
                    hidden = backend.get_message(record.channel_id, number).is_ephemeral
            case _:
                return None, 0, f"{method} {_plain(path)}"
        reader = record.user_id if hidden else self._in_channel(record.channel_id)
        return reader, record.channel_id, f"answer {type_}"

    def _in_channel(self, channel: int) -> Reader:
        found = self.world.env.backend.get_channel(channel)
        if found.guild_id is not None:
            return None
        people = {person.id for person in self.world.people}
        (reader,) = people.intersection(found.recipient_ids)
        return reader

    def _judge(self, reader: Reader, kind: str, body: Any, files: list[tuple[str, bytes]]) -> None:
        seats = self._seats(reader)
        cards = set[str]().union(*(self._cards[seat] for seat in seats))
        parts = set[object]().union(*(self._parts[seat] for seat in seats))
        explained = {part for part in parts if isinstance(part, str)}
        for text in texts(_without_topics(body)):
            unseen = named(text) - cards if _plain(text) not in explained else set()
            if unseen:
                self._leak(reader, f"{kind} names {unseen}: {text}")
        for part in _parts_of_message(body):
            if named(repr(part)) and part not in parts:
                self._leak(reader, f"{kind} tells what no view of this reader holds: {part}")
        for name, content in files:
            shown = named(content.decode()) <= cards if name in EXPORTS else content in parts
            if named(name) or not shown:
                self._leak(reader, f"{kind} has a file that no view of this reader shows: {name}")

    def log(self, record: logging.LogRecord) -> None:
        """Judge a line of the log, and the traceback under it."""
        text = logging.Formatter("%(name)s %(message)s").format(record)
        if named(text):
            self._leak(None, f"the log names {named(text)}: {text}")

    def _leak(self, reader: Reader, text: str) -> None:
        self.leaks.append(f"stroke {self.stroke}, to {reader or 'everybody'}: {text}")

    def verify(self) -> None:
        """Raise `Leak` if there has been one."""
        if self.leaks:
            raise Leak("\n".join(self.leaks[:5]))


def _proposed(match: Match, viewer: Seat | None) -> Proposed | None:
    """A proposal is for those who decide together; what they have settled is public."""
    proposal = match.current_proposal()
    if proposal is None:
        return None
    if not proposal.agreed and viewer not in match.state.to_act():
        return Proposed(proposal.seat, None, None, agreed=False)
    action = msgspec.json.decode(proposal.action, type=match.game.action_type)
    return Proposed(proposal.seat, proposal.acting, action, agreed=proposal.agreed)


def _plain(text: str) -> str:
    """A text without what differs from match to match: ids of Discord's, times, nonces."""
    return _CHANCE.sub("#", text)


def _parts_of_screen(screen: Screen) -> Iterator[object]:
    for block in screen.blocks:
        match block:
            case Text(markdown=text):
                yield _plain(text)
            case Picture():
                yield block.draw()
                yield block.alt
            case Row():
                for button in block.buttons:
                    yield button.label
                    if not isinstance(button, Link):
                        yield _meaning(button)
            case _:
                pass


def _without_topics(body: Any) -> Any:
    """The same without the names of everything that the rules explain."""
    match body:
        case {"type": 3, "custom_id": str() as custom_id} if f":{TOPIC}" in custom_id:
            return None
        case dict():
            return {key: _without_topics(inner) for key, inner in body.items()}
        case list():
            return [_without_topics(inner) for inner in body]
        case _:
            return body


def _meaning(button: Button) -> tuple[str, str]:
    return button.label, f"{button.verb}:{button.args}" if button.args else button.verb


def _parts_of_message(body: Any) -> Iterator[object]:
    """The same parts of a message's components as they are sent."""
    if not isinstance(body, Mapping):
        return
    data = body.get("data") or body
    for part in walk_components(data.get("components") or []):
        if part["type"] == TEXT:
            yield _plain(part["content"])
        elif part["type"] == PICTURES:
            for item in part["items"]:
                yield item["description"]
        elif part["type"] == BUTTON and "custom_id" in part:
            yield part["label"], part["custom_id"].split(":", 2)[2]


class _Handler(logging.Handler):
    def __init__(self, watch: Watch) -> None:
        super().__init__(logging.DEBUG)
        self.watch = watch

    def emit(self, record: logging.LogRecord) -> None:
        self.watch.log(record)


def _content(cache: PictureCache, kind: str, content: msgspec.Struct, draw: object) -> bytes:
    """Instead of a picture what it shows, to be compared and read."""
    return msgspec.json.encode([kind, content])


@contextmanager
def watching(world: World) -> Iterator[Watch]:
    """Watch everything that leaves the bot of this world. Pictures are sent as their content."""
    watch, serve = Watch(world), router.dispatch
    advance, keep, draw = Match.advance, GameManager._keep, PictureCache.get

    def dispatch(backend: Any, method: str, path: str, **request: Any) -> Any:
        if method != "GET":
            files = [(file.filename, file.fp.read()) for file in request.get("files") or ()]
            for file in request.get("files") or ():
                file.fp.seek(0)
            watch.receive(method, path, request.get("json"), files)
        return serve(backend, method, path, **request)

    def advanced(match: Match, *args: Any) -> None:
        advance(match, *args)
        watch.note(match)

    async def kept(manager: GameManager, match: Match, proposal: Any) -> None:
        await keep(manager, match, proposal)
        watch.note(match)

    loggers = [logging.getLogger(name) for name in ("bot", "cogs", "engine")]
    levels = [logger.level for logger in loggers]
    handler = _Handler(watch)
    router.dispatch, Match.advance, GameManager._keep = dispatch, advanced, kept
    PictureCache.get = _content
    for logger in loggers:
        logger.setLevel(logging.DEBUG)
        logger.addHandler(handler)
    try:
        yield watch
    finally:
        router.dispatch, Match.advance, GameManager._keep = serve, advance, keep
        PictureCache.get = draw
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
            logger.removeHandler(handler)
