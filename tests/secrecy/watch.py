"""Watches everything that the bot sends and logs, and knows who may see what.

Each part of a message that names a card, and each picture, has to be one that the game's face makes
of what the reader's own `view` holds, now or earlier in the match; and each card named has to be
one that the reader has been shown (`Knowledge`). Logs may name no card at all.
"""

import json
import logging
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import msgspec
from simcord.backend.models import EPHEMERAL_FLAG
from simcord.http import router

from bot.draw.cache import PictureCache
from bot.manager import GameManager
from bot.match import Match
from cogs import rules
from tests.secrecy.knowledge import Knowledge, parts_of_message, plain
from tests.secrecy.named import named, texts
from tests.world import World

NEW_MESSAGE, EDIT, SUGGESTIONS = 4, 7, 8

TOPICS = re.compile(rf":topic(\.cards)?$|^{rules.OWNER}:")
"""The custom ids of the selects in which everything that the rules explain can be looked up."""

EXPORTS = ("safehouse.json",)
"""Files of text, in which nothing may stand but what the reader has seen or done."""

Reader = int | None
"""A person, or None: everybody in the channel."""

_NONCE = re.compile(r'(?<="nonce": ")[0-9a-f]{16}(?=")')
_ID = re.compile(r"\d{15,}")


class Leak(AssertionError):
    """Somebody was sent what that person may not see."""


class Sent(msgspec.Struct, frozen=True):
    """Something that has reached a reader."""

    stroke: int
    at: float
    """Seconds since the world began."""
    reader: Reader
    channel: int
    what: str
    """The kind of request, the message that it is about, and its content.

    A message is called by its place among those that its readers could see in their channel.
    """
    files: tuple[tuple[str, bytes], ...]


class Watch:
    """What has been sent so far, and what of it should not have been."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.stroke = 0
        self.sent: list[Sent] = []
        self.leaks: list[str] = []
        self.knowledge = Knowledge(world)
        self._messages: dict[str, str] = {}
        self._count: Counter[tuple[int, Reader]] = Counter()

    # What is sent

    def receive(self, method: str, path: str, body: Any, files: list[tuple[str, bytes]]) -> Sent:
        """Judge a request before Discord gets it."""
        for match in self.world.bot.manager._matches.values():
            self.knowledge.note(match)
        reader, channel, kind = self._reader(method, path, body or {})
        content = self._labelled(json.dumps(body, sort_keys=True, ensure_ascii=False))
        same = tuple(
            (name, self._labelled(file.decode()).encode() if name in EXPORTS else file)
            for name, file in files
        )
        time = self.world.env.backend.clock.elapsed
        sent = Sent(self.stroke, time, reader, channel, f"{kind} {content}", same)
        self.sent.append(sent)
        match = self.knowledge.match
        if match is not None and not match.over:
            self._judge(reader, kind, body, files)
        return sent

    def served(self, sent: Sent) -> None:
        """Give a message that a request has made its name."""
        stored = self.world.env.backend.messages.get(sent.channel)
        newest = str(next(reversed(stored), "")) if stored else ""
        if newest and newest not in self._messages:
            key = sent.channel, sent.reader
            self._count[key] += 1
            audience = "all" if sent.reader is None else sent.reader
            self._messages[newest] = f"message {self._count[key]} in {sent.channel} to {audience}"

    def _labelled(self, text: str) -> str:
        """A text without what is chance: nonces, and the ids of messages."""
        text = _NONCE.sub("#", text)
        return _ID.sub(lambda found: self._messages.get(found.group(), found.group()), text)

    def _reader(self, method: str, path: str, body: Mapping[str, Any]) -> tuple[Reader, int, str]:
        """Who reads what a request writes, where, and what kind of request it is."""
        backend = self.world.env.backend
        match path.strip("/").split("/"):
            case ["channels", channel, *rest]:
                kind = self._labelled(f"{method} {' '.join(rest)}")
                return self._in_channel(int(channel)), int(channel), kind
            case ["interactions", number, _, "callback"]:
                record, type_ = backend.interactions[int(number)], f"answer {body['type']}"
                hidden = int((body.get("data") or {}).get("flags") or 0) & EPHEMERAL_FLAG
                if body["type"] == EDIT:
                    source = backend.get_message(record.channel_id, record.source_message_id)
                    type_ += self._labelled(f" {source.id}")
                    hidden = source.is_ephemeral
                elif body["type"] == SUGGESTIONS:
                    hidden = True
            case ["webhooks", _, token, *rest]:
                record, type_ = backend.interaction_by_token(token), f"webhook {method}"
                hidden = int(body.get("flags") or 0) & EPHEMERAL_FLAG
                if record.loading:
                    hidden = record.ephemeral
                elif rest:
                    number = record.message_id if rest[-1] == "@original" else int(rest[-1])
                    type_ += self._labelled(f" {number}")
                    hidden = backend.get_message(record.channel_id, number).is_ephemeral
            case _:
                return None, 0, f"{method} {plain(path)}"
        reader = record.user_id if hidden else self._in_channel(record.channel_id)
        return reader, record.channel_id, type_

    def _in_channel(self, channel: int) -> Reader:
        found = self.world.env.backend.get_channel(channel)
        if found.guild_id is not None:
            return None
        people = {person.id for person in self.world.people}
        (reader,) = people.intersection(found.recipient_ids)
        return reader

    def _judge(self, reader: Reader, kind: str, body: Any, files: list[tuple[str, bytes]]) -> None:
        cards, parts = self.knowledge.cards(reader), self.knowledge.parts(reader)
        for text in texts(_without_topics(body)):
            unseen = named(text) - cards
            if unseen and plain(text) not in parts and not self._explains(plain(text)):
                self._leak(reader, f"{kind} names {unseen}: {text}")
        for part in parts_of_message(body):
            if named(repr(part)) and part not in parts and not self._explains(part):
                self._leak(reader, f"{kind} tells what no view of this reader holds: {part}")
        for name, content in files:
            shown = (
                named(content.decode()) <= cards
                if name in EXPORTS
                else content in parts or self._explains(content)
            )
            if named(name) or not shown:
                self._leak(reader, f"{kind} has a file that no view of this reader shows: {name}")
        self._judge_unasked(reader, kind, body, files)

    def _judge_unasked(self, reader: Reader, kind: str, body: Any, files: list[Any]) -> None:
        """Who wants to see the hand only on a press is sent no card without one."""
        wishes = self.world.bot.languages._preferences.get(reader or 0)
        unasked = kind.startswith(("POST", "PATCH"))
        if wishes is None or wishes.open_hand or not unasked:
            return
        cards = set[str]().union(*map(named, texts(body)))
        if cards or files:
            self._leak(reader, f"{kind} shows {cards or files} to somebody who has not pressed")

    def _explains(self, part: object) -> bool:
        return part in self.knowledge.rules()

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


def _without_topics(body: Any) -> Any:
    """The same without the names of everything that the rules explain."""
    match body:
        case {"type": 3, "custom_id": str() as custom_id} if TOPICS.search(custom_id):
            return None
        case dict():
            return {key: _without_topics(inner) for key, inner in body.items()}
        case list():
            return [_without_topics(inner) for inner in body]
        case _:
            return body


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
        if method == "GET":
            return serve(backend, method, path, **request)
        files = [(file.filename, file.fp.read()) for file in request.get("files") or ()]
        for file in request.get("files") or ():
            file.fp.seek(0)
        sent = watch.receive(method, path, request.get("json"), files)
        answer = serve(backend, method, path, **request)
        watch.served(sent)
        return answer

    def advanced(match: Match, *args: Any) -> None:
        advance(match, *args)
        watch.knowledge.note(match)

    async def kept(manager: GameManager, match: Match, proposal: Any) -> None:
        await keep(manager, match, proposal)
        watch.knowledge.note(match)

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
