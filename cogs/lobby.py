"""Lobbies in Discord: how they are opened, and what their buttons do."""

import asyncio
import logging
from collections.abc import Sequence
from typing import Any, TypeVar, cast

import discord
import msgspec
from discord import app_commands
from discord.ext import commands

from bot.answer import Answer
from bot.app import Safehouse
from bot.database import StoreError
from bot.delivery import Failed, can_read
from bot.i18n import Translator, command_name
from bot.lobby import (
    Begun,
    Guest,
    Lobby,
    LobbyRefused,
    NoSuchLobby,
    OnlyHost,
    Rematch,
    Where,
    add_computer,
    join,
    leave,
    set_level,
)
from bot.match import Match
from bot.messages import started_screen
from bot.ratings import NOBODY
from bot.screen import digest, marker
from bot.store import PlaceTaken
from cogs.lobby_messages import RETRY, LobbyMessages, row_of
from cogs.lobby_screen import reason
from cogs.places import channel_here, link_to, occupied, wants_thread, why_not_here
from engine import registry
from engine.game import Level, Seat
from engine.rematch import Begins, losers, options_after

log = logging.getLogger(__name__)

T = TypeVar("T")


def usual_options(play: T) -> T:
    """Declare `invite` and `computer`, which the callback of a game's /play command takes.

    `LobbyCog.open_for` gets them, the latter as the computers that fill the table.
    """
    rename = app_commands.rename(invite=command_name("invite"), computer=command_name("computer"))
    describe = app_commands.describe(
        invite=app_commands.locale_str("The only person who may join; without it anyone may"),
        computer=app_commands.locale_str(
            "Play against the computer at once, and how strong it is (no)"
        ),
    )
    choices = app_commands.choices(
        computer=[
            app_commands.Choice(name=app_commands.locale_str("easy"), value="easy"),
            app_commands.Choice(name=app_commands.locale_str("normal"), value="normal"),
            app_commands.Choice(name=app_commands.locale_str("hard"), value="hard"),
        ]
    )
    return rename(describe(choices(play)))


class LobbyCog(commands.Cog, name="Lobby"):
    """Opens lobbies for the games' /play commands and answers the presses in them."""

    verbs = frozenset({"join", "leave", "computer", "level", "start", "cancel"})

    def __init__(self, bot: Safehouse) -> None:
        self.bot = bot
        self._messages = LobbyMessages(bot)

    async def cog_unload(self) -> None:
        """Stop the clock."""
        self._messages.stop()

    # Opening

    async def open_for(
        self,
        interaction: discord.Interaction,
        game: str,
        options: msgspec.Struct,
        invite: discord.Member | None,
        computers: Sequence[Guest] = (),
    ) -> None:
        """Answer a /play command; `invite` is the one person who may join, if any.

        With `computers`, these take all other seats and the match starts at once.
        """
        if computers and invite is not None:
            t = await self.bot.languages.of(interaction)
            text = t.gettext("Invite somebody or play against the computer at once, not both.")
            await Answer(interaction).tell(text)
            return
        if computers:
            await self.open(interaction, game, options, guests=computers, at_once=True)
            return
        t = await self.bot.languages.of(interaction)
        refusal = self.why_not_invited(interaction, invite, t) if invite else None
        if refusal is not None:
            await Answer(interaction).tell(refusal)
            return
        await self.open(interaction, game, options, invited=[invite.id] if invite else [])

    def why_not_invited(
        self, interaction: discord.Interaction, invite: discord.Member | discord.User, t: Translator
    ) -> str | None:
        """Why somebody cannot be invited, if so."""
        if not isinstance(invite, discord.Member):
            return t.gettext("That person is not in this server.")
        if invite.id == interaction.user.id:
            return t.gettext("You are in anyway; invite somebody else, or nobody.")
        if invite.bot:
            return t.gettext("Bots do not play. For the computer press Add computer.")
        channel = channel_here(self.bot, interaction)
        if channel is not None and not can_read(channel, invite):
            return t.gettext(
                "{person} cannot read this channel, so cannot join here. Choose another channel, "
                "or somebody else.",
                person=invite.mention,
            )
        return None

    async def open(
        self,
        interaction: discord.Interaction,
        game: str,
        options: msgspec.Struct,
        *,
        guests: Sequence[Guest] = (),
        invited: Sequence[int] = (),
        others: bool = False,
        at_once: bool = False,
    ) -> None:
        """Answer a command or a press with a new lobby in its channel.

        `others` may join as well as the invited. `at_once`: the guests fill it, so its match
        starts as soon as it is shown.
        """
        answer = Answer(interaction)
        t = await self.bot.languages.of(interaction)
        where = await self._where_to_open(interaction, answer, t)
        if where is None:
            return
        try:
            lobby = await self.bot.lobbies.open(
                game,
                options,
                host=interaction.user.id,
                guests=[guest_of(interaction), *guests],
                invited=invited,
                others=others,
                sides=self._sides(game, options, t),
                **where,
            )
        except PlaceTaken as taken:
            await self.tell_occupied(interaction, answer, taken.owner, t)
            return
        message = await self._post(answer, lobby, t)
        if at_once and message is not None:
            await self._start_at_once(lobby, message)

    async def tell_occupied(
        self, interaction: discord.Interaction, answer: Answer, owner: str, t: Translator
    ) -> None:
        """Say what stands where something was to be opened or moved, with a link.

        A lobby is there again then: somebody may have deleted its message, and the buttons with it.
        """
        opening = self.bot.lobbies.opening.get(owner)
        if opening is None:
            await self._messages.mend(owner)
        else:
            await opening.wait()
        await answer.tell(await occupied(self.bot, interaction, owner, t))

    async def _where_to_open(
        self, interaction: discord.Interaction, answer: Answer, t: Translator
    ) -> Where | None:
        """Where an interaction opens its lobby; says so where it cannot."""
        if interaction.guild_id is None or interaction.channel is None:
            await answer.tell(t.gettext("Matches are played in a server's channels."))
            return None
        refusal = await why_not_here(self.bot, interaction, t)
        if refusal is not None:
            await answer.tell(refusal)
            return None
        threads = await wants_thread(self.bot, interaction)
        return Where(guild=interaction.guild_id, channel=interaction.channel.id, threads=threads)

    async def _start_at_once(self, lobby: Lobby, message: int) -> None:
        """Start the match of a lobby that has just been shown, in a message of this id.

        The id stands for the press on Start: Discord gives it after the commitment was sent.
        """
        try:
            await self.bot.lobbies.start(lobby.id, lobby.host, message)
        except LobbyRefused as refused:
            log.info("Lobby %s was changed before it could start: %r", lobby.id, refused)
            return
        self.bot.manager.wake(await self.bot.manager.open(lobby.id))

    # Rematches

    async def rematch(self, interaction: discord.Interaction, match: Match) -> None:
        """Somebody wants to play a match again, in the same seats; it starts when all do."""
        answer = Answer(interaction)
        t = await self.bot.languages.of(interaction)
        where = await self._where_to_open(interaction, answer, t)
        if where is None:
            return
        try:
            lobby, new = await self.bot.lobbies.rematch(
                again(match), guest_of(interaction), **where
            )
        except PlaceTaken as taken:
            await self.tell_occupied(interaction, answer, taken.owner, t)
            return
        except Begun as begun:
            await answer.tell(await self._told_of(interaction, begun.match, t))
            return
        except LobbyRefused as refused:
            await answer.tell(reason(refused, t))
            return
        if not new:
            opening = self.bot.lobbies.opening.get(lobby.id)
            if opening is not None:
                await opening.wait()
            await self._catch_up(lobby.id, interaction.id)
            await answer.tell(await self._told_of(interaction, lobby.id, t))
            return
        message = await self._post(answer, lobby, t)
        if message is not None and lobby.complete:
            await self._start_at_once(lobby, message)
        elif message is not None:
            await self._catch_up(lobby.id, message)

    async def _told_of(self, interaction: discord.Interaction, rematch: str, t: Translator) -> str:
        """What somebody is told of a rematch that there is already: that it waits, or runs."""
        link = await link_to(self.bot, interaction, rematch)
        if await self.bot.store.match(rematch) is not None:
            return t.gettext("The rematch has begun already: {link}", link=link)
        begins = t.gettext("It begins as soon as all have pressed **Rematch**.")
        return f"{begins} {link}"

    async def _catch_up(self, lobby_id: str, contribution: int) -> None:
        """Start a rematch that all have agreed to; else let its message show who has so far.

        The contribution stands for the press on Start: a press, or the message with the commitment.
        """
        try:
            lobby = await self.bot.lobbies.get(lobby_id)
            if lobby.complete:
                await self.bot.lobbies.start(lobby_id, lobby.host, contribution)
        except NoSuchLobby:
            pass  # Started or closed by another press; its message is seen to below.
        except LobbyRefused as refused:
            log.info("Rematch %s was changed before it could start: %r", lobby_id, refused)
        if await self.bot.store.match(lobby_id) is not None:
            self.bot.manager.wake(await self.bot.manager.open(lobby_id))
            return
        await self._messages.mend(lobby_id)

    def _sides(self, game: str, options: msgspec.Struct, t: Translator) -> list[int]:
        """The side of each seat, if there are sides of several seats to choose from."""
        seats = max(registry.game(game).seat_counts(options))
        labels = list(self.bot.faces[game].sides(t, options, seats))
        sides = [labels.index(label) for label in labels]
        return sides if 1 < len(set(sides)) < seats else []

    async def _post(self, answer: Answer, lobby: Lobby, t: Translator) -> int | None:
        """Show a new lobby; its message, or None if it had to be closed again."""
        try:
            return await self._posted(answer, lobby, t)
        finally:
            self.bot.lobbies.posted(lobby.id)

    async def _posted(self, answer: Answer, lobby: Lobby, t: Translator) -> int | None:
        row = row_of(lobby)
        await self.bot.store.save_surfaces([row])
        try:
            await self._messages.show(answer, row, lobby)
        except Failed as error:
            log.warning("Lobby %s cannot be shown: %s", lobby.id, error)
            await self.bot.lobbies.change(lobby.id, lambda _: None)
            await answer.tell(
                t.gettext(
                    "The lobby could not be shown, so it is closed again. Please try again in a "
                    "moment."
                )
            )
            return None
        row.digest, row.shown = "", 0
        await self.bot.store.save_surfaces([row])
        self._messages.watch()
        return row.message

    # Presses

    async def press(
        self, interaction: discord.Interaction, lobby_id: str, verb: str, args: str
    ) -> None:
        """Carry out a press in a lobby."""
        answer = Answer(interaction)
        t = await self.bot.languages.of(interaction)
        try:
            if verb == "start":
                await self._start(interaction, answer, lobby_id)
                return
            before = await self.bot.lobbies.get(lobby_id)
            lobby = await self.bot.lobbies.change(lobby_id, _change(interaction, verb, args))
            if lobby is not None and lobby.complete:
                await self._start(interaction, answer, lobby_id)
                return
        except NoSuchLobby as gone:
            started = await self.bot.store.match(lobby_id) is not None
            text = t.gettext("The match {id} has started.", id=lobby_id)
            await answer.tell(text if started else reason(gone, t))
            await self._messages.show_end_once(interaction, lobby_id)
            return
        except LobbyRefused as refused:
            await answer.tell(reason(refused, t))
            return
        if lobby is None:
            screen = await self._messages.closed_screen(before)
            await answer.update(screen, lobby_id)
            return
        await self._update(interaction, answer, lobby)

    async def _update(self, interaction: discord.Interaction, answer: Answer, lobby: Lobby) -> None:
        """Answer a press with the lobby as it is after it.

        Then show the newest, if there is a newer one: its answer may have arrived before this one.
        """
        mark = marker(lobby.id, "lobby", -1, 0)
        shown = await answer.update(await self._messages.screen(lobby), lobby.id, mark)
        try:
            newest = await self.bot.lobbies.get(lobby.id)
        except NoSuchLobby:
            await self._messages.show_end(interaction, lobby.id)
            return
        if shown is None or newest.version != lobby.version:
            await self._messages.mend(lobby.id)

    async def _start(self, interaction: discord.Interaction, answer: Answer, lobby_id: str) -> None:
        user, press = interaction.user.id, interaction.id
        await self.bot.lobbies.start(lobby_id, user, press)
        match = await self.bot.manager.open(lobby_id)
        scene = await self.bot.scenes.scene(match, None)
        screen = started_screen(self.bot.faces[match.row.game], scene)
        row = match.surfaces.get(("lobby", -1, 0))
        mark = marker(lobby_id, "lobby", -1, 0)
        if await answer.update(screen, lobby_id, mark) and row is not None:
            row.digest = digest(screen)
        self.bot.manager.wake(match)

    # After a stop, and forgotten lobbies

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Bring the lobbies' messages up to date, from which a stop may have cut them off."""
        self._messages.watch()
        while True:
            try:
                await self._mend()
            except StoreError as error:
                log.warning("Not every lobby can be brought up to date at present: %s", error)
                await asyncio.sleep(RETRY)
            else:
                return

    async def _mend(self) -> None:
        for lobby in await self.bot.lobbies.all():
            if lobby.id not in self.bot.lobbies.opening:
                message = await self._messages.mend(lobby.id)
                if lobby.complete and message is not None:
                    await self._catch_up(lobby.id, message)


def lobby_cog(bot: Safehouse) -> LobbyCog:
    """The loaded cog, for the games that open lobbies."""
    return cast(LobbyCog, bot.get_cog("Lobby"))


def again(match: Match) -> Rematch:
    """What a rematch of a match is: the same seats, and whoever has lost begins, if any can."""
    beginners: Sequence[Seat] = ()
    if match.state.over and isinstance(match.game, Begins):
        events = [event for _, event in match.events]
        beginners = losers(match.game, match.options, match.state, events)
    return Rematch(
        match=match.id,
        game=match.row.game,
        options=options_after(match.game, match.options, beginners),
        # Somebody of whom nothing is stored any more cannot be asked.
        reserved=tuple(None if row.user == NOBODY else row.user for row in match.seats),
        computers=tuple(
            Guest(None, level=row.level) if row.user in (None, NOBODY) else None
            for row in match.seats
        ),
        beginners=tuple(beginners),
    )


def guest_of(interaction: discord.Interaction) -> Guest:
    """The person behind an interaction."""
    user = interaction.user
    return Guest(user.id, user.display_name, interaction.locale.value, interaction.id)


def _change(interaction: discord.Interaction, verb: str, args: str) -> Any:
    """What a press does to the lobby."""
    user = interaction.user.id
    match verb:
        case "join":
            return lambda lobby: join(lobby, guest_of(interaction), _side(lobby, args))
        case "leave":
            return lambda lobby: leave(lobby, user)
        case "computer":
            return lambda lobby: add_computer(lobby, user)
        case "level":
            return lambda lobby: set_level(lobby, user, msgspec.convert(args, Level))
        case _:
            may = interaction.permissions.manage_messages
            return lambda lobby: _cancel(lobby, user, may)


def _side(lobby: Lobby, args: str) -> int | None:
    """The side that a Join button is for, if it is for one."""
    return int(args) if args.isdecimal() and int(args) in lobby.sides else None


def _cancel(lobby: Lobby, user: int, moderator: bool) -> None:
    if user != lobby.host and not moderator:
        raise OnlyHost


async def setup(bot: Safehouse) -> None:
    """Load the cog."""
    await bot.add_cog(LobbyCog(bot))
