"""How a request body becomes a message: attachments, limits, mentions, nonces."""

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from simcord.components import (
    ComponentValidationError,
    component_mentions,
    merge_edit_flags,
    resolve_attachment_references,
    validate_message_state,
)

from .errors import ApiError
from .message import EPHEMERAL, LOADING, Attachment, Message, Wire
from .world import Channel, User, World

MAX_FILES = 10
MAX_FILE_BYTES = 10 * 1024 * 1024
MAX_DESCRIPTION = 1024
EARLIER = 40
"""So many edits ago a screen may be that has not caught up."""

_USER_MENTION = re.compile(r"<@!?(\d+)>")


@dataclass
class Upload:
    """A file of a multipart body; `data` is None once the server has let go of it."""

    filename: str
    size: int
    data: bytes | None = field(repr=False)


Uploads = Mapping[int, Upload]


class Postman:
    """Posts and edits messages the way Discord would, or raises `ApiError`."""

    def __init__(self, world: World, cdn: str, *, keep_files: bool) -> None:
        self._world = world
        self._cdn = cdn
        self._keep_files = keep_files

    def post(
        self,
        channel: Channel,
        body: Wire,
        uploads: Uploads,
        *,
        visible_to: User | None = None,
        loading: bool = False,
    ) -> Message:
        """Post as the bot. A nonce that was used before in the channel posts nothing anew."""
        nonce = None if body.get("nonce") is None else str(body["nonce"])
        if nonce is not None and body.get("enforce_nonce"):
            for earlier in reversed(channel.all_messages.values()):
                if earlier.nonce == nonce:
                    return earlier
        message = Message(self._world.snowflake(), channel, self._world.bot, nonce=nonce)
        message.visible_to = visible_to
        message.reply_to = self._reply_target(channel, body)
        if loading:
            message.flags = LOADING | (EPHEMERAL if visible_to else 0)
        else:
            self._write(message, body, uploads)
            message.pinged = self._pinged(message, body.get("allowed_mentions"))
        channel.all_messages[message.id] = message
        if visible_to is None:
            channel.archived = False
        return message

    def edit(self, message: Message, body: Wire, uploads: Uploads) -> None:
        """Change a message; what the body does not name stays. Nobody is notified."""
        before = message.components
        self._write(message, body, uploads)
        message.earlier = [*message.earlier[1 - EARLIER :], before]
        message.flags &= ~LOADING
        message.edited = time.time()
        message.edits += 1

    def _reply_target(self, channel: Channel, body: Wire) -> int | None:
        reference = body.get("message_reference")
        if reference is None:
            return None
        target = int(reference["message_id"])
        if target in channel.all_messages:
            return target
        if reference.get("fail_if_not_exists", True):
            raise ApiError(50035, "message_reference: Unknown message")
        return None

    def _write(self, message: Message, body: Wire, uploads: Uploads) -> None:
        """Check everything first, change the message after."""
        attachments = self._attachments(message, body, uploads)
        content = body.get("content", message.content)
        embeds = body.get("embeds", message.embeds)
        components = body.get("components", message.components)
        asked = int(body.get("flags") or 0)
        is_new = message.id not in message.channel.all_messages
        flags = asked if is_new else merge_edit_flags(message.flags, message.flags | asked)
        if not (content or embeds or components or attachments):
            raise ApiError(50006)
        try:
            components = validate_message_state(
                components or [],
                flags=flags,
                content=content,
                embeds=embeds or [],
                previous_flags=message.flags & ~LOADING,
                attachments=attachments,
            )
            components = resolve_attachment_references(components, [a.wire() for a in attachments])
        except (ComponentValidationError, TypeError, KeyError) as error:
            raise ApiError(50035, str(error)) from error
        message.content, message.embeds = content or "", embeds or []
        message.components, message.attachments, message.flags = components, attachments, flags

    def _attachments(self, message: Message, body: Wire, uploads: Uploads) -> list[Attachment]:
        """Those the body keeps by id, then the uploads; without a list all earlier ones stay."""
        listed: list[Wire] | None = body.get("attachments")
        if listed is None:
            return message.attachments + [self._store(message, i, {}, uploads) for i in uploads]
        kept = {attachment.id: attachment for attachment in message.attachments}
        found = [
            kept.get(int(entry["id"])) or self._store(message, int(entry["id"]), entry, uploads)
            for entry in listed
        ]
        if len(found) > MAX_FILES:
            raise ApiError(50035, f"attachments: must be {MAX_FILES} or fewer")
        return found

    def _store(self, message: Message, index: int, entry: Wire, uploads: Uploads) -> Attachment:
        if index not in uploads:
            raise ApiError(50035, f"attachments: there is no file {index}")
        upload = uploads[index]
        description = entry.get("description")
        if len(description or "") > MAX_DESCRIPTION:
            raise ApiError(50035, f"description: must be {MAX_DESCRIPTION} or fewer in length")
        if upload.size > MAX_FILE_BYTES:
            raise ApiError(40005)
        file_id = self._world.snowflake()
        url = f"{self._cdn}/attachments/{message.channel.id}/{file_id}/{upload.filename}"
        if not self._keep_files:
            upload.data = None
        return Attachment(file_id, upload.filename, upload.size, description, url, upload.data)

    def _pinged(self, message: Message, allowed: Any) -> list[int]:
        """The users whom a new message notifies, `allowed_mentions` considered."""
        text = f"{message.content}\n{component_mentions(message.components)}"
        named = list(dict.fromkeys(int(user) for user in _USER_MENTION.findall(text)))
        if allowed is None or "users" in allowed.get("parse", []):
            return named
        listed = {int(user) for user in allowed.get("users", [])}
        return [user for user in named if user in listed]
