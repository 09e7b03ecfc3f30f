"""Sending, editing and deleting messages, with every answer of Discord's sorted into few kinds.

discord.py waits out rate limits and repeats server errors a few times by itself; what arrives here
is final for this attempt.
"""

import asyncio
import math
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

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
    """A permission is missing in the channel, or the thread is locked."""


class Expired(Failed):
    """The interaction's time is over."""


class Rejected(Failed):
    """Discord does not take the request as it is: the same again would fare no better."""


class Later(Failed):
    """Discord or the way there is out of order: try again later."""


KINDS: dict[int, type[Failed]] = {
    10003: Lost,  # unknown channel
    10008: Gone,  # unknown message
    10062: Expired,  # unknown interaction
    10015: Expired,  # unknown webhook
    30046: TooOld,  # too many edits of an old message
    40003: Later,  # opening direct messages too fast
    40060: Expired,  # answered already
    50001: Denied,  # missing access
    50007: Closed,  # cannot send messages to this user
    50013: Denied,  # missing permissions
    50027: Expired,  # invalid webhook token
    50083: Denied,  # archived thread: one that neither a post nor `_opening` opens is locked
}

NOT_A_MEMBER = (10007, 10013)
"""Unknown member, unknown user."""

REQUEST_SECONDS = 20.0
"""How long an attempt of a request may wait for the connection, and for any part of the answer.

aiohttp alone would wait for five minutes.
"""

ARCHIVED = 50083
THREAD_EXISTS = 160004

NEAR_END = 50
"""How many of a channel's last messages are looked through for one of the bot's own."""

TROUBLE = (discord.HTTPException, aiohttp.ClientError, OSError, asyncio.TimeoutError, KeyError)
"""What a request can raise; KeyError, since discord.py trusts a rate limit to say for how long."""


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
        if 400 <= error.status < 500 and error.status != 429:
            return Rejected(str(error))
    return Later(f"{type(error).__name__}: {error}")


VOICE = (discord.VoiceChannel, discord.StageChannel)
"""Channels whose messages are for those alone who may join them."""


def can_read(channel: discord.abc.GuildChannel | discord.Thread, member: discord.Member) -> bool:
    """Whether somebody may read a channel."""
    have = channel.permissions_for(member)
    return have.view_channel and (have.connect or not isinstance(channel, VOICE))


def limit_waiting(client: discord.Client) -> None:
    """Let no attempt of a request hang, from the login on.

    The limit is that of each attempt, not of a whole request: who cancels discord.py while it waits
    out a global rate limit stops all requests for good. It has no setting for this, hence the
    private names.
    """
    session = getattr(client.http, "_HTTPClient__session", None)
    if isinstance(session, aiohttp.ClientSession):
        # Not in all: the time until its turn (`paced`) would count.
        session._timeout = aiohttp.ClientTimeout(  # pyright: ignore[reportPrivateUsage]
            sock_connect=REQUEST_SECONDS, sock_read=REQUEST_SECONDS
        )


FORGET_EVERY = 60.0
"""Seconds between two looks for channels of which discord.py need not know the limits any more."""


def forget_channels_seldom(client: discord.Client) -> None:
    """Let discord.py look now and then for channels that have had their time, from the login on.

    By itself it looks through all that it knows whenever there is a new one. With the channels of a
    thousand matches that was a ninth of all that the event loop had to do. There is no setting for
    this either.
    """
    http = client.http
    forget = getattr(http, "_try_clear_expired_ratelimits", None)
    if forget is None:
        return
    looked = time.monotonic()

    def seldom() -> None:
        nonlocal looked
        if time.monotonic() - looked >= FORGET_EVERY:
            looked = time.monotonic()
            forget()

    http._try_clear_expired_ratelimits = seldom  # pyright: ignore[reportPrivateUsage]


class Pace:
    """Spreads requests over time. Discord counts them for the whole bot.

    discord.py heeds the limits of channels before it is refused, but this one only afterwards; then
    all that wait try again at once, and most are refused again.
    """

    BURST = 3
    """So many may go at once after a pause."""

    def __init__(self, per_second: int) -> None:
        self._interval = 1 / per_second
        self._next = -math.inf
        """When the next request may go, on the event loop's clock."""
        self._gone = deque[float](maxlen=per_second + self.BURST)
        """When the last ones went, as many as may go within a second."""

    async def turn(self) -> None:
        """Wait until a request may go."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        turn = max(self._next, now - self.BURST * self._interval)
        self._next = turn + self._interval
        if turn > now:
            await asyncio.sleep(turn - now)
        # Those whose turn came while the event loop was held up would all go at once now.
        while (wait := self._full_for(loop.time())) > 0:  # noqa: ASYNC110 - for time itself
            await asyncio.sleep(wait)
        self._gone.append(loop.time())

    def _full_for(self, now: float) -> float:
        """Seconds until the last second has room for a request more."""
        return self._gone[0] + 1 - now if len(self._gone) == self._gone.maxlen else 0.0


UNCOUNTED = ("/interactions/", "/webhooks/")
"""Requests about an interaction, which Discord's limit for the whole bot does not concern."""


def paced(requests_per_second: int) -> aiohttp.TraceConfig | None:
    """Lets every request wait for its turn at the very moment when it would be sent.

    Nothing needs to, and None is returned, where there is no limit: 0.

    Earlier would not do: discord.py may hold a request back that waits for its channel, or repeat
    it.
    """
    if not requests_per_second:
        return None
    pace, trace = Pace(requests_per_second), aiohttp.TraceConfig()

    async def wait(_: object, __: object, request: aiohttp.TraceRequestStartParams) -> None:
        if not any(part in request.url.path for part in UNCOUNTED):
            await pace.turn()

    trace.on_request_start.append(wait)
    return trace


class OnePiece(aiohttp.TCPConnector):
    """Sends a request with a picture in one piece.

    aiohttp would write each field of the form, its head and what parts them by themselves: nine
    packets, most of them tiny, each of which costs nearly as much as the picture.
    """

    LARGEST = 256 * 1024
    """In bytes; more is sent bit by bit, so that nothing else has to wait for it."""

    async def connect(
        self, req: aiohttp.ClientRequest, *args: Any, **options: Any
    ) -> aiohttp.connector.Connection:
        """Called by aiohttp for the connection on which it sends the request."""
        form = req.body
        if isinstance(form, aiohttp.MultipartWriter):
            size = form.size  # None: not known before it is sent
            if size is not None and size <= self.LARGEST:
                await req.update_body(await form.as_bytes())
        return await super().connect(req, *args, **options)


class Delivery:
    """Requests to Discord about messages. Every method raises a `Failed`."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._dms: dict[int, int] = {}
        """The channels of people's direct messages, which never change; discord.py keeps 128."""
        limit_waiting(client)
        forget_channels_seldom(client)

    def _channel(self, channel: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel)

    async def open_dm(self, user: int) -> int:
        """The channel of a person's direct messages."""
        if user not in self._dms:
            try:
                self._dms[user] = (await self._client.create_dm(discord.Object(user))).id
            except TROUBLE as error:
                raise sort(error) from error
        return self._dms[user]

    async def is_member(self, guild: int, user: int) -> bool:
        """Whether a person is in a server still."""
        try:
            await self._client.http.get_member(guild, user)
        except TROUBLE as error:
            if isinstance(error, discord.HTTPException) and error.code in NOT_A_MEMBER:
                return False
            raise sort(error) from error
        return True

    async def is_hidden_from(
        self, channel: discord.abc.GuildChannel | discord.Thread, user: int
    ) -> bool:
        """Whether somebody in the server does not see a channel, or is not in a private thread."""
        try:
            member = await channel.guild.fetch_member(user)
            if isinstance(channel, discord.Thread) and channel.is_private():
                have = channel.permissions_for(member)
                return not have.manage_threads and not await self._is_in(channel, user)
        except TROUBLE as error:
            if isinstance(error, discord.HTTPException) and error.code in NOT_A_MEMBER:
                return False
            raise sort(error) from error
        return not can_read(channel, member)

    async def _is_in(self, thread: discord.Thread, user: int) -> bool:
        try:
            await thread.fetch_member(user)
        except discord.NotFound:
            return False
        return True

    async def post(
        self,
        channel: int,
        composed: Composed,
        *,
        nonce: str,
        ping: Sequence[int] = (),
    ) -> int:
        """Post a message; only the users in `ping` are notified. Returns its id.

        Within some minutes a second post with the same nonce posts nothing: it returns the first.
        """
        try:
            message = await self._channel(channel).send(
                view=composed.view,
                files=composed.files,
                nonce=nonce,
                allowed_mentions=discord.AllowedMentions(
                    everyone=False, roles=False, users=[discord.Object(user) for user in ping]
                ),
            )
        except TROUBLE as error:
            raise sort(error) from error
        return message.id

    async def edit(self, channel: int, message: int, composed: Composed) -> None:
        """Replace a message's content; opens an archived thread again first if need be."""

        async def edit() -> None:
            for file in composed.files:
                file.reset()
            await self._edit(channel, message, composed)

        try:
            await self._opening(channel, edit)
        except TROUBLE as error:
            raise sort(error) from error

    async def _opening(self, channel: int, request: Callable[[], Awaitable[None]]) -> None:
        """Make a request that an archived thread refuses; if it does, open the thread again."""
        try:
            await request()
        except discord.HTTPException as error:
            if error.code != ARCHIVED:
                raise
            await self._unarchive(channel)
            await request()

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
        old = self._channel(channel).get_partial_message(message)
        try:
            await self._opening(channel, old.delete)
        except TROUBLE as error:
            failed = sort(error)
            if isinstance(failed, TooOld) or not isinstance(failed, Gone | Lost):
                raise failed from error

    async def find(self, channel: int, mark: int) -> list[int]:
        """The bot's messages near the end of a channel whose container has this component id."""
        try:
            return [
                message.id
                async for message in self._channel(channel).history(limit=NEAR_END)
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
