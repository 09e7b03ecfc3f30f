"""Sending, editing and deleting messages, with every answer of Discord's sorted into few kinds.

discord.py waits out rate limits and repeats server errors a few times by itself; what arrives here
is final for this attempt.
"""

import asyncio
from collections.abc import Sequence

import aiohttp
import discord

from bot.screen import Composed, mark_of


class Failed(Exception):
    """A request that did not do what it should; the subclasses say why."""


class Gone(Failed):
    """The message does not exist any more, or may not be edited any more: post a new one."""


class TooOld(Gone):
    """The message is there, but Discord allows no further edit: replace it."""


class Lost(Failed):
    """The channel or thread does not exist any more."""


class Closed(Failed):
    """The person accepts no direct messages."""


class Denied(Failed):
    """A permission is missing in the channel."""


class Expired(Failed):
    """The interaction's time is over."""


class Later(Failed):
    """Discord or the way there is out of order: try again later."""


KINDS: dict[int, type[Failed]] = {
    10003: Lost,  # unknown channel
    10008: Gone,  # unknown message
    10062: Expired,  # unknown interaction
    10015: Expired,  # unknown webhook
    30046: TooOld,  # too many edits of an old message
    40060: Expired,  # answered already
    50001: Denied,  # missing access
    50007: Closed,  # cannot send messages to this user
    50013: Denied,  # missing permissions
    50027: Expired,  # invalid webhook token
}

NOT_A_MEMBER = (10007, 10013)
"""Unknown member, unknown user."""

ARCHIVED = 50083
THREAD_EXISTS = 160004

TROUBLE = (discord.HTTPException, aiohttp.ClientError, OSError, asyncio.TimeoutError)
"""What a request can raise."""


def sort(error: BaseException) -> Failed:
    """The kind of a request's error."""
    if isinstance(error, discord.HTTPException):
        kind = KINDS.get(error.code)
        if kind is not None:
            return kind(str(error))
        if error.status in (401, 403):
            return Denied(str(error))
        if error.status == 404:
            return Gone(str(error))
    return Later(f"{type(error).__name__}: {error}")


class Delivery:
    """Requests to Discord about messages. Every method raises a `Failed`."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    def _channel(self, channel: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel)

    async def open_dm(self, user: int) -> int:
        """The channel of a person's direct messages."""
        try:
            return (await self._client.create_dm(discord.Object(user))).id
        except TROUBLE as error:
            raise sort(error) from error

    async def is_member(self, guild: int, user: int) -> bool:
        """Whether a person is in a server still."""
        try:
            await self._client.http.get_member(guild, user)
        except TROUBLE as error:
            if isinstance(error, discord.HTTPException) and error.code in NOT_A_MEMBER:
                return False
            raise sort(error) from error
        return True

    async def post(self, channel: int, composed: Composed, *, ping: Sequence[int] = ()) -> int:
        """Post a message; only the users in `ping` are notified. Returns its id."""
        try:
            message = await self._channel(channel).send(
                view=composed.view,
                files=composed.files,
                allowed_mentions=discord.AllowedMentions(
                    everyone=False, roles=False, users=[discord.Object(user) for user in ping]
                ),
            )
        except TROUBLE as error:
            raise sort(error) from error
        return message.id

    async def edit(self, channel: int, message: int, composed: Composed) -> None:
        """Replace a message's content; opens an archived thread again first if need be."""
        try:
            try:
                await self._edit(channel, message, composed)
            except discord.HTTPException as error:
                if error.code != ARCHIVED:
                    raise
                await self._unarchive(channel)
                for file in composed.files:
                    file.reset()
                await self._edit(channel, message, composed)
        except TROUBLE as error:
            raise sort(error) from error

    async def _edit(self, channel: int, message: int, composed: Composed) -> None:
        await (
            self._channel(channel)
            .get_partial_message(message)
            .edit(
                view=composed.view,
                attachments=composed.files,
                allowed_mentions=discord.AllowedMentions.none(),
            )
        )

    async def _unarchive(self, thread: int) -> None:
        await self._client.http.edit_channel(thread, archived=False)

    async def delete(self, channel: int, message: int) -> None:
        """Delete one of the bot's own messages; one that is gone already is no error."""
        try:
            await self._channel(channel).get_partial_message(message).delete()
        except discord.NotFound:
            return
        except TROUBLE as error:
            raise sort(error) from error

    async def find(self, channel: int, mark: int, *, limit: int = 50) -> list[int]:
        """The bot's messages near the end of a channel whose container has this component id."""
        try:
            return [
                message.id
                async for message in self._channel(channel).history(limit=limit)
                if mark_of(message.components) == mark
            ]
        except TROUBLE as error:
            raise sort(error) from error

    async def make_thread(self, channel: int, message: int, name: str) -> int:
        """Open a public thread at a message; the thread of an earlier attempt is taken over."""
        try:
            thread = await self._client.http.start_thread_with_message(
                channel, message, name=name, auto_archive_duration=10080
            )
        except discord.HTTPException as error:
            if error.code == THREAD_EXISTS:
                return message  # A message's thread has the message's id.
            raise sort(error) from error
        except TROUBLE as error:
            raise sort(error) from error
        return int(thread["id"])

    async def edit_ephemeral(self, token: str, message: int, composed: Composed) -> None:
        """Replace the content of an ephemeral message while its interaction's token lives."""
        webhook = discord.Webhook.partial(
            self._client.application_id or 0, token, client=self._client
        )
        try:
            await webhook.edit_message(message, view=composed.view, attachments=composed.files)
        except TROUBLE as error:
            raise sort(error) from error
