"""Answering a press or a command: always within Discord's time, and only once.

discord.py repeats a request that has failed, although it may have been carried out. So nothing here
does harm when it is done twice: Discord refuses a second first answer, and whatever follows a
deferral is an edit. A followup would be doubled, so there are none.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Protocol, cast

import discord

from bot.database import StoreError
from bot.delivery import TROUBLE, Delivery, Failed, Gone, Lost, sort
from bot.i18n import Translator
from bot.screen import Composed, Screen, Text, compose

log = logging.getLogger(__name__)

DEFER_AFTER = 1.0
"""Seconds after which an interaction is acknowledged without an answer; Discord's limit is 3."""

ANSWER_WITHIN = 3.0
"""Seconds until an answer that has not arrived is given up: the others must not wait for it."""

ANSWERED = 40060
"""Discord's code for an interaction that has had its first answer."""

TRIED = "tried"
"""Under this name an interaction keeps what was tried as its first answer."""

DEFERRAL = "deferral"
"""And under this one the deferral that it may yet get."""


async def apologise(interaction: discord.Interaction, error: BaseException) -> None:
    """Tell a person, privately, that a press or command has failed in an unforeseen way."""
    log.error("An interaction failed: %s", _told(interaction), exc_info=error)
    t = _spoken(interaction)
    text = (
        t.gettext(
            "That could not be saved, so nothing has changed. Please press again in a "
            "moment; if it stays so, tell the person who runs this bot."
        )
        if isinstance(error, StoreError)
        else t.gettext(
            "Something went wrong here. The person who runs this bot finds it in the log; "
            "whatever was played before is kept."
        )
    )
    await Answer(interaction).tell(text)


def _told(interaction: discord.Interaction) -> str:
    """What was pressed or called, without the arguments, which may be hidden cards."""
    data: Mapping[str, Any] = interaction.data or {}
    name = str(data.get("custom_id") or data.get("name"))
    return ":".join(name.split(":")[:3])


class _Languages(Protocol):
    """Which language a person reads."""

    def known(self, interaction: discord.Interaction) -> Translator: ...


class _Client(Protocol):
    """What else is needed of the bot that has got the interaction."""

    delivery: Delivery
    languages: _Languages


def _spoken(interaction: discord.Interaction) -> Translator:
    """The language for what has to be said although nothing can be read."""
    return cast(_Client, interaction.client).languages.known(interaction)


class _Deferred(Exception):
    """The interaction has had its first answer, and that was a deferral."""


class _Deferral:
    """What acknowledges an interaction if nothing has answered it by `DEFER_AFTER`."""

    def __init__(self, interaction: discord.Interaction) -> None:
        self._task: asyncio.Task[None] | None = None
        self._timer = asyncio.get_running_loop().call_later(DEFER_AFTER, self._begin, interaction)

    def _begin(self, interaction: discord.Interaction) -> None:
        self._task = asyncio.create_task(_defer(interaction), name="deferral")

    async def end(self) -> None:
        """Not begin any more; what has begun arrives."""
        self._timer.cancel()
        if self._task is not None:
            await self._task


async def _defer(interaction: discord.Interaction) -> None:
    interaction.extras[TRIED] = "deferral"
    try:
        async with asyncio.timeout(ANSWER_WITHIN):
            await interaction.response.defer(ephemeral=True, thinking=True)
    except TROUBLE as error:
        log.warning("An answer could not be deferred: %s", error)


def answer_in_time(interaction: discord.Interaction) -> None:
    """From now on acknowledge an interaction in time, whatever its answer waits for."""
    interaction.extras[DEFERRAL] = _Deferral(interaction)


async def stop_waiting(interaction: discord.Interaction) -> None:
    """Leave an interaction as it is: it gets its answer now, or none."""
    deferral: _Deferral | None = interaction.extras.pop(DEFERRAL, None)
    if deferral is not None:
        await deferral.end()


class Answer:
    """The answer to one interaction, whether it had to be deferred or not.

    A deferral (`answer_in_time`) is a private 'thinking…'. A private answer takes its place; it
    goes away when the answer is an edit of the pressed message, or is public and therefore posted.

    What is answered has been carried out and written down before, so an answer that Discord does
    not accept any more is logged and otherwise harmless: the refresh shows the state.
    """

    def __init__(self, interaction: discord.Interaction) -> None:
        self._interaction = interaction

    @property
    def _deferred(self) -> bool:
        """Whether there is a 'thinking…'."""
        kind = self._interaction.response.type
        return kind is discord.InteractionResponseType.deferred_channel_message

    async def stop_thinking(self) -> None:
        """Take 'thinking…' away: the answer stands elsewhere."""
        if self._deferred:
            await self._taken(self._stop_thinking())

    async def update(self, screen: Screen, owner: str = "", mark: int | None = None) -> int | None:
        """Replace the content of the pressed message. Returns the message that shows it now.

        That is another one if the pressed message is private and the answer was deferred; it is
        None if Discord did not take it. `owner` and `mark` are those of `compose`.
        """
        composed = await compose(screen, owner, mark)

        async def edit() -> int | None:
            try:
                await self._interaction.response.edit_message(
                    view=composed.view, attachments=composed.files
                )
            except discord.NotFound as error:
                if not isinstance(sort(error), Gone | Lost):
                    raise
                await self._interaction.response.defer()  # The message has just been deleted.
                return None
            return None if self._interaction.message is None else self._interaction.message.id

        try:
            return await self._first(edit, composed)
        except _Deferred:
            return await self._taken(self._update_late(composed))

    async def tell(self, text: str) -> None:
        """Say something to the person alone."""
        await self.send(Screen((Text(text),)))

    async def send(
        self,
        screen: Screen,
        owner: str = "",
        mark: int | None = None,
        *,
        private: bool = True,
        ping: Sequence[int] = (),
    ) -> int | None:
        """Answer with a message of its own. Returns its id, or None if Discord did not take it.

        A public one that comes after a deferral is posted; the person is told if it cannot be.
        """
        composed = await compose(screen, owner, mark)

        async def send() -> int | None:
            response = await self._interaction.response.send_message(
                view=composed.view,
                files=composed.files,
                ephemeral=private,
                allowed_mentions=discord.AllowedMentions(
                    everyone=False, roles=False, users=[discord.Object(user) for user in ping]
                ),
            )
            return response.message_id

        try:
            return await self._first(send, composed)
        except _Deferred:
            if private:
                return await self._taken(self._edit_original(composed))
        try:
            return await self._post_late(composed, ping)
        except Failed as error:
            log.warning("A late answer could not be posted: %s", error)
            t = _spoken(self._interaction)
            await self.tell(t.gettext("I could not post here. Please try again in a moment."))
            return None

    async def _first(
        self, request: Callable[[], Awaitable[int | None]], composed: Composed
    ) -> int | None:
        """Make the first answer, if there has been none. Raises `_Deferred`."""
        await stop_waiting(self._interaction)
        response, extras = self._interaction.response, self._interaction.extras
        if self._deferred:
            raise _Deferred
        if response.is_done() or extras.get(TRIED) == "answer":
            log.warning("Something more could not be said in answer to an interaction")
            return None
        extras.setdefault(TRIED, "answer")
        return await self._taken(self._once(request, composed))

    async def _once(
        self, request: Callable[[], Awaitable[int | None]], composed: Composed
    ) -> int | None:
        try:
            async with asyncio.timeout(ANSWER_WITHIN):
                return await request()
        except discord.HTTPException as error:
            if error.code != ANSWERED:
                raise
        # What Discord has carried out without our hearing of it was the deferral, or this request,
        # which discord.py has repeated then; the latter may be done again.
        if self._interaction.extras[TRIED] == "deferral":
            raise _Deferred
        return await self._edit_original(composed)

    async def _taken(self, request: Awaitable[int | None]) -> int | None:
        """What a request returns; None if Discord does not take it."""
        try:
            return await request
        except TROUBLE as error:
            log.warning("An interaction could not be answered: %s", error)
            return None

    # After a deferral

    async def _update_late(self, composed: Composed) -> int | None:
        pressed = self._interaction.message
        if pressed is None or pressed.flags.ephemeral:
            return await self._edit_original(composed)
        try:
            # Without a limit: who cancels discord.py while it waits for all stops everything.
            await pressed.edit(
                view=composed.view,
                attachments=_rewound(composed),
                allowed_mentions=discord.AllowedMentions.none(),
            )
        finally:
            await self._stop_thinking()
        return pressed.id

    async def _post_late(self, composed: Composed, ping: Sequence[int]) -> int:
        delivery = cast(_Client, self._interaction.client).delivery
        _rewound(composed)
        message = await delivery.post(
            self._interaction.channel_id or 0,
            composed,
            nonce=str(self._interaction.id),
            ping=ping,
        )
        await self.stop_thinking()
        return message

    async def _edit_original(self, composed: Composed) -> int:
        async with asyncio.timeout(ANSWER_WITHIN):
            message = await self._interaction.edit_original_response(
                view=composed.view, attachments=_rewound(composed)
            )
        return message.id

    async def _stop_thinking(self) -> None:
        async with asyncio.timeout(ANSWER_WITHIN):
            try:
                await self._interaction.delete_original_response()
            except discord.NotFound:
                log.debug("There is no 'thinking…' any more")


def _rewound(composed: Composed) -> list[discord.File]:
    """The files, ready to be sent, perhaps once more."""
    for file in composed.files:
        file.reset()
    return composed.files
