"""Interactions: created by people, answered once within three seconds, open for fifteen minutes."""

import asyncio
import secrets
import time
from dataclasses import dataclass, field
from typing import Any

from simcord.components import ComponentValidationError, validate_modal

from .errors import ApiError
from .message import EPHEMERAL, Message, Wire
from .posting import Postman, Uploads
from .world import Channel, User, World

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5
NEW_MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE = 4, 5, 6, 7
CHOICES, MODAL = 8, 9

_ALLOWED_ANSWERS = {
    COMMAND: {NEW_MESSAGE, DEFERRED_MESSAGE, MODAL},
    COMPONENT: {NEW_MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE, MODAL},
    AUTOCOMPLETE: {CHOICES},
    MODAL_SUBMIT: {NEW_MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE},
}


class NotAnswered(Exception):
    """The person reads 'The application did not respond'."""


@dataclass(eq=False)
class Interaction:
    """Something a person did, and what the bot answered."""

    id: int
    kind: int
    user: User
    channel: Channel
    source: Message | None
    """The message whose button or select was used."""
    token: str = field(default_factory=lambda: secrets.token_urlsafe(32))
    created: float = field(default_factory=time.perf_counter)
    answer: int | None = None
    """The callback type of the first answer, None until there is one."""
    seconds: float | None = None
    """From the press to the arrival of its answer at the server."""
    original: Message | None = None
    """The message that the answer posted or edited."""
    followups: list[Message] = field(default_factory=list)
    data: Wire = field(default_factory=dict)
    """The answer's data as sent: a modal's fields, an autocompletion's choices."""
    arrived: asyncio.Event = field(default_factory=asyncio.Event, repr=False)

    @property
    def reply(self) -> Message | None:
        """The message that the person got in answer (None where only the source was edited)."""
        messages = [self.original, *self.followups]
        return next((m for m in messages if m is not None and m is not self.source), None)

    async def wait(self, within: float = 3.0) -> "Interaction":
        """Wait for the first answer. Raises `NotAnswered`."""
        try:
            await asyncio.wait_for(self.arrived.wait(), within)
        except TimeoutError:
            raise NotAnswered(f"no answer to {self.user.name} within {within} s") from None
        return self


class Desk:
    """Where the bot hands in its answers."""

    def __init__(self, world: World, postman: Postman) -> None:
        self._world = world
        self._postman = postman
        self._by_token: dict[str, Interaction] = {}
        self.seconds_to_answer = 3.0
        self.token_seconds = 15 * 60.0

    def open(
        self, kind: int, user: User, channel: Channel, source: Message | None = None
    ) -> Interaction:
        interaction = Interaction(self._world.snowflake(), kind, user, channel, source)
        self._by_token[interaction.token] = interaction
        return interaction

    def callback(self, ids: tuple[int, str], body: Wire, uploads: Uploads, at: float) -> Wire:
        """The one answer to an interaction that arrived at `at`."""
        interaction = self._by_token.get(ids[1])
        if interaction is None or interaction.id != ids[0]:
            raise ApiError(10062)
        if interaction.answer is not None:
            raise ApiError(40060)
        if at - interaction.created > self.seconds_to_answer:
            raise ApiError(10062)
        kind, data = body["type"], body.get("data") or {}
        if kind not in _ALLOWED_ANSWERS[interaction.kind]:
            raise ApiError(50035, f"type {kind} does not answer this kind of interaction")
        if kind in (DEFERRED_UPDATE, UPDATE) and interaction.source is None:
            raise ApiError(50035, f"type {kind} needs a message to update")
        interaction.original = self._carry_out(interaction, kind, data, uploads)
        interaction.answer, interaction.data = kind, data
        interaction.seconds = at - interaction.created
        interaction.arrived.set()
        return self._receipt(interaction, kind)

    def _carry_out(
        self, interaction: Interaction, kind: int, data: Wire, uploads: Uploads
    ) -> Message | None:
        """Do what the answer says; returns the message that is now '@original'."""
        if kind in (NEW_MESSAGE, DEFERRED_MESSAGE):
            return self._post(interaction, data, uploads, loading=kind == DEFERRED_MESSAGE)
        if kind == MODAL:
            try:
                validate_modal(data)
            except ComponentValidationError as error:
                raise ApiError(50035, str(error)) from error
        elif kind == CHOICES:
            if len(data.get("choices", [])) > 25:
                raise ApiError(50035, "choices: must be 25 or fewer")
        else:
            assert interaction.source is not None
            if interaction.source.deleted:
                raise ApiError(10008)
            if kind == UPDATE:
                self._postman.edit(interaction.source, data, uploads)
            return interaction.source
        return None

    def _post(
        self, interaction: Interaction, data: Wire, uploads: Uploads, *, loading: bool = False
    ) -> Message:
        is_ephemeral = int(data.get("flags") or 0) & EPHEMERAL
        visible_to = interaction.user if is_ephemeral else None
        return self._postman.post(
            interaction.channel, data, uploads, visible_to=visible_to, loading=loading
        )

    @staticmethod
    def _receipt(interaction: Interaction, kind: int) -> Wire:
        message = interaction.original
        wire: Wire = {"id": str(interaction.id), "type": interaction.kind}
        if message is not None:
            wire |= {
                "response_message_id": str(message.id),
                "response_message_loading": message.loading,
                "response_message_ephemeral": message.visible_to is not None,
            }
        resource: Wire = {"type": kind}
        if message is not None and kind in (NEW_MESSAGE, UPDATE):
            resource["message"] = message.wire()
        return {"interaction": wire, "resource": resource}

    def follow_up(self, token: str, body: Wire, uploads: Uploads) -> Message:
        """Another message to the same person; the first one ends a 'thinking…'."""
        interaction = self._answered(token)
        if interaction.original is not None and interaction.original.loading:
            self._postman.edit(interaction.original, body, uploads)
            return interaction.original
        message = self._post(interaction, body, uploads)
        interaction.followups.append(message)
        return message

    def message(self, token: str, message_id: str) -> Message:
        """A message that this token may read, edit and delete: its answer or a followup."""
        interaction = self._answered(token)
        if message_id == "@original":
            found = interaction.original
        else:
            own = [interaction.original, *interaction.followups]
            found = next((m for m in own if m is not None and str(m.id) == message_id), None)
        if found is None or found.deleted:
            raise ApiError(10008)
        return found

    def edit(self, token: str, message_id: str, body: Wire, uploads: Uploads) -> Message:
        message = self.message(token, message_id)
        self._postman.edit(message, body, uploads)
        return message

    def _answered(self, token: str) -> Interaction:
        interaction = self._by_token.get(token)
        if interaction is None or interaction.answer is None:
            raise ApiError(10015)
        if time.perf_counter() - interaction.created > self.token_seconds:
            raise ApiError(50027)
        return interaction


def modal_fields(values: dict[str, str]) -> list[dict[str, Any]]:
    """The components of a submitted modal: text inputs by their custom id."""
    return [
        {"type": 1, "components": [{"type": 4, "custom_id": key, "value": value}]}
        for key, value in values.items()
    ]
