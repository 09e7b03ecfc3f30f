"""Everything that the bot sends to be read, and everything that it writes into pictures."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest
from simcord.http import router

from bot import screen
from bot.draw import canvas
from bot.draw.text import Fitted
from cogs.agent_avenue import picture_table

LIMITS = {
    "content": 4000,
    "label": 80,
    "option": 100,
    "choice": 100,
    "placeholder": 150,
    "alt": 1024,
    "description": 100,
    "name": 100,
}
"""How long each kind of text may be."""

COMPONENTS = 40
TEXT = 4000
"""How many of them, and how much text, a message may have."""

BUTTON, DISPLAY = 2, 10
SELECTS = (3, 5, 6, 7, 8)


class Said(msgspec.Struct, frozen=True):
    """A text, and what kind of text it is: a key of `LIMITS`, or 'picture'."""

    kind: str
    text: str


class Sent:
    """What has been sent so far."""

    def __init__(self) -> None:
        self.said: dict[Said, None] = {}
        self.cut: list[str] = []
        """Texts that had to be cut or broken to fit where they stand."""
        self.too_large: list[str] = []
        """Messages with more text or components than Discord takes."""

    def note(self, kind: str, text: str) -> None:
        if text:
            self.said[Said(kind, text)] = None
            if kind in LIMITS and len(text) > LIMITS[kind]:
                self.cut.append(f"{kind}: {text}")

    def request(self, path: str, body: Any) -> None:
        """Note every text of a request."""
        if "/commands" in path:
            return  # The commands have tests of their own.
        for said in _texts(body):
            self.note(said.kind, said.text)
        shown = ((body or {}).get("data") or body or {}).get("components") or []
        parts = [part for part in _objects(shown) if "type" in part]
        size = sum(len(part["content"]) for part in parts if part["type"] == DISPLAY)
        if size > TEXT or len(parts) > COMPONENTS:
            self.too_large.append(f"{size} characters, {len(parts)} components")

    def all(self) -> list[Said]:
        """Every different text, in the order of its first appearance."""
        return list(self.said)


def _objects(value: Any) -> Iterator[dict[str, Any]]:
    match value:
        case Mapping():
            yield dict(value)
            for inner in value.values():
                yield from _objects(inner)
        case list() | tuple():
            for inner in value:
                yield from _objects(inner)
        case _:
            pass


def _texts(body: Any) -> Iterator[Said]:
    for part in _objects(body):
        if isinstance(part.get("content"), str):
            yield Said("content", part["content"])
        if part.get("type") == BUTTON:
            yield Said("label", part.get("label") or "")
        if part.get("type") in SELECTS:
            yield Said("placeholder", part.get("placeholder") or "")
            for option in part.get("options") or []:
                yield Said("option", option["label"])
                yield Said("description", option.get("description") or "")
        if "media" in part or "filename" in part:
            yield Said("alt", part.get("description") or "")
        for choice in part.get("choices") or []:
            yield Said("choice", choice["name"])
        if "auto_archive_duration" in part:
            yield Said("name", part["name"])


@contextmanager
def noting() -> Iterator[Sent]:
    """Note everything that any bot sends and draws meanwhile."""
    sent = Sent()
    serve, fit, fit_row, shorten = (
        router.dispatch,
        canvas.fit,
        picture_table.fit_row,
        screen.shorten,
    )

    def dispatch(backend: Any, method: str, path: str, **request: Any) -> Any:
        if method != "GET":
            sent.request(path, request.get("json"))
        return serve(backend, method, path, **request)

    def fitted(text: str, *place: Any, **room: Any) -> Fitted:
        made = fit(text, *place, **room)
        sent.note("picture", text)
        if made.squeezed:
            sent.cut.append(f"picture: {text} -> {made.lines}")
        return made

    def row(texts: tuple[str, ...], *place: Any, between: str, **room: Any) -> tuple[str, int]:
        made = fit_row(texts, *place, between=between, **room)
        for text in texts:
            sent.note("picture", text)
        if made[0] != between.join(texts):
            sent.cut.append(f"picture: {texts} -> {made[0]}")
        return made

    def shortened(label: str, limit: int = screen.MAX_LABEL) -> str:
        made = shorten(label, limit)
        if made != label:
            sent.cut.append(f"label: {label}")
        return made

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(router, "dispatch", dispatch)
        patch.setattr(canvas, "fit", fitted)
        patch.setattr(picture_table, "fit_row", row)
        for place in ("bot.screen", "cogs.rules", "cogs.settings"):
            patch.setattr(f"{place}.shorten", shortened)
        yield sent


CODE = re.compile(
    r"<[@#:/t][^>]*>"  # mentions, emojis, commands, times
    r"|https?://\S+"
    r"|`[^`\n]*`"
    r"|\b[0-9A-Z]{4}\b|\b[A-Z]\b"  # of matches; of teams
)
"""What stands in texts and belongs to no language."""

WORD = re.compile(r"[A-Za-z]+")


def words(text: str) -> list[str]:
    """The words of a text that are written without any accent."""
    return WORD.findall(CODE.sub(" ", text))
