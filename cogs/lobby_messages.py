"""The messages of open lobbies: shown, mended after a stop, and closed when nobody starts them."""

import asyncio
import logging
import secrets

import discord

from bot.answer import Answer
from bot.app import Safehouse
from bot.database import StoreError
from bot.delivery import Failed, Gone, TooOld
from bot.lobby import Lobby, NoSuchLobby
from bot.messages import started_screen
from bot.rows import SurfaceRow
from bot.screen import Screen, Text, compose, marker
from bot.upkeep import POSTING, composed
from cogs.lobby_screen import closed_screen, lobby_screen

log = logging.getLogger(__name__)

RETRY = 60.0
"""Seconds after which lobbies are closed or mended again if the database could not be used."""

LONGEST_SLEEP = 3600.0
"""Seconds after which the time is looked at again: the system's clock may have been set."""


class LobbyMessages:
    """Shows lobbies in their channels, and closes them after a while."""

    def __init__(self, bot: Safehouse) -> None:
        self.bot = bot
        self._closing: asyncio.Task[None] | None = None
        self._ending = set[int]()
        """The messages in which an end is just being shown."""

    def stop(self) -> None:
        """Stop the clock."""
        if self._closing is not None:
            self._closing.cancel()

    async def screen(self, lobby: Lobby) -> Screen:
        """What a lobby shows in its server's language."""
        t = await self.bot.languages.public(lobby.guild)
        return lobby_screen(lobby, self.bot.faces[lobby.game], t)

    async def closed_screen(self, lobby: Lobby) -> Screen:
        """The same when it is closed."""
        t = await self.bot.languages.public(lobby.guild)
        return closed_screen(lobby, self.bot.faces[lobby.game], t)

    async def show(self, answer: Answer, row: SurfaceRow, lobby: Lobby) -> None:
        """Show a lobby in answer to its command, or in a message of its own. Raises `Failed`."""
        screen, mark = await self.screen(lobby), marker(row.owner, *row.key)
        row.message = await answer.send(screen, row.owner, mark, private=False, ping=lobby.invited)
        if row.message is None:
            # It was lost on its way, or only Discord's receipt of it.
            await self._place(row, screen)
            await answer.stop_thinking()

    async def mend(self, lobby_id: str) -> int | None:
        """Bring the message of an open lobby up to date; it is posted anew if somebody deleted it.

        Returns its id, None if it is not known or the lobby is not open any more.
        """
        try:
            # Held, because an edit that overtakes the answer to a press would stay for good.
            async with self.bot.lobbies.held(lobby_id) as lobby:
                row = next(iter(await self.bot.store.surfaces(lobby_id)), None) or row_of(lobby)
                try:
                    await self._place(row, await self.screen(lobby))
                except Failed as error:
                    log.warning("The message of lobby %s cannot be shown: %s", lobby_id, error)
                return row.message
        except NoSuchLobby:
            return None  # A press was quicker, and shows what came of it.

    async def show_end_once(self, interaction: discord.Interaction, lobby_id: str) -> None:
        """Show the end after a press that has changed nothing, unless such a one does so already.

        However often somebody presses until that has arrived, it is one edit.
        """
        message = interaction.message
        if message is None or message.id in self._ending:
            return
        self._ending.add(message.id)
        try:
            await self.show_end(interaction, lobby_id)
        finally:
            self._ending.remove(message.id)

    async def show_end(self, interaction: discord.Interaction, lobby_id: str) -> None:
        """Show in a message with a lobby that its match has started, or never will."""
        if await self.bot.store.match(lobby_id) is not None:
            match = await self.bot.manager.open(lobby_id)
            scene = await self.bot.scenes.scene(match, None)
            screen = started_screen(self.bot.faces[match.row.game], scene)
            self.bot.manager.wake(match)
        else:
            t = await self.bot.languages.public(interaction.guild_id or 0)
            screen = Screen((Text(t.gettext("This lobby was closed.")),))
        message = interaction.message
        if message is None:
            return
        ended = await compose(screen, lobby_id, marker(lobby_id, "lobby", -1, 0))
        try:
            await self.bot.delivery.edit(message.channel.id, message.id, ended)
        except Failed as error:
            log.info("The message of lobby %s stays as it is: %s", lobby_id, error)

    async def _place(self, row: SurfaceRow, screen: Screen) -> None:
        """Show a screen in a lobby's message, which is looked for or posted if need be."""
        channel, message = row.channel or 0, row.message
        if message is None:
            mark = marker(row.owner, *row.key)
            message = next(iter(await self.bot.delivery.find(channel, mark)), None)
        lobby = await composed(row, screen)
        try:
            if message is None:
                raise Gone
            await self.bot.delivery.edit(channel, message, lobby)
        except Gone as gone:
            if isinstance(gone, TooOld):
                await self.bot.delivery.delete(channel, message or 0)
            nonce = secrets.token_hex(8)
            message = await self.bot.delivery.post(channel, lobby, nonce=nonce)
        if row.message != message:
            row.message = message
            await self.bot.store.save_surfaces([row])

    def watch(self) -> None:
        """See to it that lobbies which nobody starts are closed after a while."""
        if self._closing is None or self._closing.done():
            self._closing = asyncio.create_task(self._close_in_time(), name="close lobbies")

    async def _close_in_time(self) -> None:
        """Close each lobby when its time is over; ends when none is open."""
        while True:
            try:
                waiting = await self.bot.store.lobbies()
                if not waiting:
                    return
                oldest = waiting[0]
                age = discord.utils.utcnow().timestamp() - oldest.created_at
                left = self.bot.config.lobby_minutes * 60 - age
                if left <= 0:
                    await self._close_forgotten(await self.bot.lobbies.get(oldest.id))
            except NoSuchLobby:
                continue  # Somebody has started or closed it in this moment.
            except StoreError as error:
                log.warning("No lobby can be closed at present: %s", error)
                left = RETRY
            if left > 0:
                await asyncio.sleep(min(left, LONGEST_SLEEP))

    async def _close_forgotten(self, lobby: Lobby) -> None:
        surfaces = await self.bot.store.surfaces(lobby.id)
        await self.bot.lobbies.change(lobby.id, lambda _: None)
        closed = await compose(await self.closed_screen(lobby), lobby.id)
        for row in surfaces:
            if row.message is not None and row.channel is not None:
                try:
                    await self.bot.delivery.edit(row.channel, row.message, closed)
                except Failed as error:
                    log.info("The message of lobby %s stays as it is: %s", lobby.id, error)


def row_of(lobby: Lobby) -> SurfaceRow:
    """Where a new lobby will stand."""
    return SurfaceRow(lobby.id, "lobby", -1, 0, channel=lobby.channel, digest=POSTING)
