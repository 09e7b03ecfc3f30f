"""A message as it stands, and its wire form."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeVar

from simcord.components import component_mentions, walk_components

if TYPE_CHECKING:
    from .world import Channel, User

EPHEMERAL, LOADING = 1 << 6, 1 << 7
BUTTON, STRING_SELECT = 2, 3

Wire = dict[str, Any]
T = TypeVar("T")


def iso(moment: float | None) -> str | None:
    """A Unix time as Discord writes it."""
    return None if moment is None else datetime.fromtimestamp(moment, UTC).isoformat()


@dataclass
class Attachment:
    """An uploaded file; `data` is None where the server was told not to keep files."""

    id: int
    filename: str
    size: int
    description: str | None
    url: str
    data: bytes | None = field(default=None, repr=False)

    def wire(self) -> Wire:
        image = self.filename.endswith((".png", ".webp", ".jpg", ".gif"))
        return {
            "id": str(self.id),
            "filename": self.filename,
            "size": self.size,
            "description": self.description,
            "url": self.url,
            "proxy_url": self.url,
            "content_type": "image/png" if image else "application/octet-stream",
        }


@dataclass(eq=False)
class Message:
    """A message of the bot as it stands now."""

    id: int
    channel: "Channel"
    author: "User"
    flags: int = 0
    content: str = ""
    components: list[Wire] = field(default_factory=list)
    embeds: list[Wire] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    visible_to: "User | None" = None
    """The only one who sees it, if it is ephemeral."""
    pinged: list[int] = field(default_factory=list)
    """Whom it notified when it was posted."""
    nonce: str | None = None
    reply_to: int | None = None
    thread: "Channel | None" = None
    created: float = field(default_factory=time.time)
    edited: float | None = None
    edits: int = 0
    earlier: list[list[Wire]] = field(default_factory=list, repr=False)
    """The components before each edit, for people whose screen has not caught up."""
    deleted: bool = False
    _found: dict[Callable[["Message"], Any], Any] = field(default_factory=dict, repr=False)
    """What has been read out of these components, at which people look again and again."""
    _found_in: list[Wire] | None = field(default=None, repr=False)

    @property
    def loading(self) -> bool:
        """Whether it still says 'is thinking…'."""
        return bool(self.flags & LOADING)

    @property
    def text(self) -> str:
        """All it says, alt texts excepted."""
        parts = [self.content, self.read(_words)]
        return "\n".join(part for part in parts if part)

    @property
    def buttons(self) -> dict[str, str]:
        """The buttons that can be pressed: custom id -> label, in their order."""
        return self.read(_labels)

    def read(self, look: Callable[["Message"], T]) -> T:
        """What somebody who looks so finds in its components; looks only once at the same ones."""
        if self._found_in is not self.components:
            self._found, self._found_in = {}, self.components
        if look not in self._found:
            self._found[look] = look(self)
        return self._found[look]

    @property
    def selects(self) -> dict[str, list[str]]:
        """The string selects that can be used: custom id -> values."""
        return {
            c["custom_id"]: [option["value"] for option in c["options"]]
            for c in self.active(STRING_SELECT)
        }

    def active(self, kind: int) -> list[Wire]:
        """The components of this kind that can be used."""
        return [
            component
            for component in walk_components(self.components)
            if component["type"] == kind
            and "custom_id" in component
            and not component.get("disabled")
        ]

    def find(self, custom_id_or_label: str) -> str:
        """The custom id of a button that can be pressed. Raises `LookupError`."""
        if custom_id_or_label in self.buttons:
            return custom_id_or_label
        found = [key for key, label in self.buttons.items() if label == custom_id_or_label]
        if len(found) != 1:
            what = "two buttons" if found else "no button"
            raise LookupError(f"{what} {custom_id_or_label!r} among {list(self.buttons.values())}")
        return found[0]

    def wire_with(self, custom_id: str) -> Wire:
        """The wire form of the time at which it had this component last; now, if it never had."""
        for components in reversed([*self.earlier, self.components]):
            if any(c.get("custom_id") == custom_id for c in walk_components(components)):
                return self.wire() | {"components": components}
        return self.wire()

    def wire(self) -> Wire:
        wire: Wire = {
            "id": str(self.id),
            "channel_id": str(self.channel.id),
            "author": self.author.wire(),
            "content": self.content,
            "components": self.components,
            "embeds": self.embeds,
            "attachments": [attachment.wire() for attachment in self.attachments],
            "flags": self.flags,
            "timestamp": iso(self.created),
            "edited_timestamp": iso(self.edited),
            "mentions": [],
            "mention_roles": [],
            "mention_everyone": False,
            "pinned": False,
            "tts": False,
            "type": 0 if self.reply_to is None else 19,
        }
        if self.channel.guild is not None:
            wire["guild_id"] = str(self.channel.guild.id)
        if self.nonce is not None:
            wire["nonce"] = self.nonce
        if self.thread is not None:
            wire["thread"] = self.thread.wire()
        if self.reply_to is not None:
            channel_id = str(self.channel.id)
            wire["message_reference"] = {
                "message_id": str(self.reply_to),
                "channel_id": channel_id,
            }
        return wire


def _labels(message: Message) -> dict[str, str]:
    return {c["custom_id"]: c.get("label") or "" for c in message.active(BUTTON)}


def _words(message: Message) -> str:
    return component_mentions(message.components)
