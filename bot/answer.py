"""Answering a press or a command: always within Discord's time, and only once."""

import asyncio
import logging
from collections.abc import Coroutine, Mapping
from typing import Any, TypeVar

import discord

from bot.delivery import TROUBLE
from bot.i18n import pick
from bot.screen import Composed, Screen, Text, compose
from bot.store import StoreError

log = logging.getLogger(__name__)

T = TypeVar("T")

DEFER_AFTER = 1.0
"""Seconds after which a press is acknowledged before its work is done; Discord's limit is 3."""

ANSWER_WITHIN = 3.0
"""Seconds until an answer that has not arrived is given up: the others must not wait for it."""


async def apologise(interaction: discord.Interaction, error: BaseException) -> None:
    """Tell a person, privately, that a press or command has failed in an unforeseen way."""
    log.error("An interaction failed: %s", _told(interaction), exc_info=error)
    t = pick(interaction.locale.value)
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
    await Answer(interaction).send(await compose(Screen((Text(text),))))


def _told(interaction: discord.Interaction) -> str:
    """What was pressed or called, without the arguments, which may be hidden cards."""
    data: Mapping[str, Any] = interaction.data or {}
    name = str(data.get("custom_id") or data.get("name"))
    return ":".join(name.split(":")[:3])


class Answer:
    """The answer to one interaction, whether it had to be deferred or not.

    What is answered has been carried out and written down before, so an answer that Discord does
    not accept any more is logged and otherwise harmless: the refresh shows the state.
    """

    def __init__(self, interaction: discord.Interaction) -> None:
        self._interaction = interaction

    async def within(self, work: Coroutine[None, None, T]) -> T:
        """The result of the work; defers the answer if it takes longer than `DEFER_AFTER`."""
        task = asyncio.ensure_future(work)
        done, _ = await asyncio.wait((task,), timeout=DEFER_AFTER)
        if not done:
            try:
                # What answers a command takes the place and the audience of 'thinking…'.
                async with asyncio.timeout(ANSWER_WITHIN):
                    await self._interaction.response.defer(ephemeral=True)
            except TROUBLE as error:
                log.warning("An answer could not be deferred: %s", error)
        return await task

    async def update(self, composed: Composed) -> bool:
        """Replace the content of the pressed message. Returns whether Discord took it."""
        try:
            async with asyncio.timeout(ANSWER_WITHIN):
                if self._interaction.response.is_done():
                    await self._interaction.edit_original_response(
                        view=composed.view, attachments=composed.files
                    )
                else:
                    await self._interaction.response.edit_message(
                        view=composed.view, attachments=composed.files
                    )
        except TROUBLE as error:
            log.warning("A press could not be answered: %s", error)
            return False
        return True

    async def _fill_thinking(self) -> None:
        """Put something private in the place of 'thinking…', so that the next message is public."""
        if self._interaction.type is discord.InteractionType.application_command:
            composed = await compose(Screen((Text("…"),)))
            await self._interaction.edit_original_response(view=composed.view)

    async def send(
        self, composed: Composed, *, private: bool = True, ping: list[int] | None = None
    ) -> int | None:
        """Answer with a message of its own. Returns its id, or None if Discord did not take it."""
        mentions = discord.AllowedMentions(
            everyone=False, roles=False, users=[discord.Object(user) for user in ping or ()]
        )
        try:
            async with asyncio.timeout(ANSWER_WITHIN):
                return await self._send(composed, private, mentions)
        except TROUBLE as error:
            log.warning("An interaction could not be answered: %s", error)
            return None

    async def _send(
        self, composed: Composed, private: bool, mentions: discord.AllowedMentions
    ) -> int | None:
        if not self._interaction.response.is_done():
            response = await self._interaction.response.send_message(
                view=composed.view,
                files=composed.files,
                ephemeral=private,
                allowed_mentions=mentions,
            )
            return response.message_id
        if not private:
            await self._fill_thinking()
        message = await self._interaction.followup.send(
            view=composed.view,
            files=composed.files,
            ephemeral=private,
            allowed_mentions=mentions,
            wait=True,
        )
        return message.id
