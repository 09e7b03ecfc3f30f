"""Lobbies in Discord: what a lobby shows and what its buttons do."""

import asyncio
import logging
import secrets
from collections.abc import Sequence
from typing import Any, cast

import discord
import msgspec
from discord import app_commands
from discord.ext import commands

from bot.answer import Answer
from bot.app import Safehouse
from bot.database import StoreError
from bot.delivery import Failed, Gone, TooOld
from bot.face import Face
from bot.i18n import N_, Translator
from bot.lobby import (
    AlreadyIn,
    Begun,
    Full,
    Guest,
    Lobby,
    LobbyRefused,
    NoSuchLobby,
    NotIn,
    OnlyHost,
    OnlyInvited,
    Rematch,
    TooFew,
    Where,
    add_computer,
    join,
    leave,
    missing,
    set_level,
)
from bot.match import Match
from bot.messages import commitment_line, started_screen
from bot.names import computer, distinct, nameless, safe
from bot.ratings import NOBODY
from bot.refresh import POSTING
from bot.rows import SurfaceRow
from bot.screen import Button, Option, Row, Screen, Select, Text, compose, digest, marker
from bot.store import PlaceTaken
from engine import registry
from engine.game import Level, Seat
from engine.rematch import losers, options_after

log = logging.getLogger(__name__)

LEVELS = [
    app_commands.Choice(name=app_commands.locale_str("easy"), value="easy"),
    app_commands.Choice(name=app_commands.locale_str("normal"), value="normal"),
    app_commands.Choice(name=app_commands.locale_str("hard"), value="hard"),
]
"""What the option `computer` of the games' /play commands offers."""

NEEDED = {
    "view_channel": N_("View Channels"),
    "send_messages": N_("Send Messages"),
    "attach_files": N_("Attach Files"),
}
"""The permissions without which no table can be shown, by Discord's names for them."""


RETRY = 60.0
"""Seconds after which lobbies are closed again if the database could not be used."""

LONGEST_SLEEP = 3600.0
"""Seconds after which the time is looked at again: the system's clock may have been set."""


class LobbyCog(commands.Cog, name="Lobby"):
    """Opens lobbies for the games' /play commands and answers the presses in them."""

    verbs = frozenset({"join", "leave", "computer", "level", "start", "cancel"})

    def __init__(self, bot: Safehouse) -> None:
        self.bot = bot
        self._closing: asyncio.Task[None] | None = None

    async def cog_unload(self) -> None:
        """Stop the clock."""
        if self._closing is not None:
            self._closing.cancel()

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
            t = await self.bot.languages.person(interaction.user.id, interaction.locale.value)
            text = t.gettext("Invite somebody or play against the computer at once, not both.")
            await Answer(interaction).tell(text)
            return
        if computers:
            await self.open(interaction, game, options, guests=computers, at_once=True)
            return
        t = await self.bot.languages.person(interaction.user.id, interaction.locale.value)
        refusal = self.why_not_invited(interaction, invite, t) if invite else None
        if refusal is not None:
            await Answer(interaction).tell(refusal)
            return
        await self.open(interaction, game, options, invited=[invite.id] if invite else [])

    def why_not_invited(
        self, interaction: discord.Interaction, invite: discord.Member, t: Translator
    ) -> str | None:
        """Why somebody cannot be invited, if so."""
        if invite.id == interaction.user.id:
            return t.gettext("You are in anyway; invite somebody else, or nobody.")
        if invite.bot:
            return t.gettext("Bots do not play. For the computer press Add computer.")
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
        t = await self.bot.languages.person(interaction.user.id, interaction.locale.value)
        where = await self._where_to_open(interaction, answer, t)
        if where is None:
            return
        try:
            lobby = await answer.within(
                self.bot.lobbies.open(
                    game,
                    options,
                    host=interaction.user.id,
                    guests=[guest_of(interaction), *guests],
                    invited=invited,
                    others=others,
                    sides=self._sides(game, options, t),
                    **where,
                )
            )
        except PlaceTaken as taken:
            await answer.tell(await self.where(interaction, taken.owner, t))
            return
        message = await self._post(answer, lobby)
        if at_once and message is not None:
            await self._start_at_once(lobby, message)

    async def _where_to_open(
        self, interaction: discord.Interaction, answer: Answer, t: Translator
    ) -> Where | None:
        """Where an interaction opens its lobby; says so where it cannot."""
        if interaction.guild_id is None or interaction.channel is None:
            await answer.tell(t.gettext("Matches are played in a server's channels."))
            return None
        refusal = await self._why_not_here(interaction, t)
        if refusal is not None:
            await answer.tell(refusal)
            return None
        threads = await self._wants_thread(interaction)
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
        t = await self.bot.languages.person(interaction.user.id, interaction.locale.value)
        where = await self._where_to_open(interaction, answer, t)
        if where is None:
            return
        try:
            lobby, new = await answer.within(
                self.bot.lobbies.rematch(again(match), guest_of(interaction), **where)
            )
        except PlaceTaken as taken:
            await answer.tell(await self.where(interaction, taken.owner, t))
            return
        except Begun as begun:
            link = await self._link(interaction, begun.match)
            text = t.gettext("The rematch has begun already: {link}", link=link)
            await answer.tell(text)
            return
        except LobbyRefused as refused:
            await answer.tell(_reason(refused, t))
            return
        if not new:
            opening = self.bot.lobbies.opening.get(lobby.id)
            if opening is not None:
                await answer.within(opening.wait())
            await answer.tell(await self.where(interaction, lobby.id, t))
            await self._catch_up(lobby.id, interaction.id)
            return
        message = await self._post(answer, lobby)
        if message is not None and lobby.complete:
            await self._start_at_once(lobby, message)
        elif message is not None:
            await self._catch_up(lobby.id, message)

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
        for row in await self.bot.store.surfaces(lobby_id):
            await self._mend(row)

    def _sides(self, game: str, options: msgspec.Struct, t: Translator) -> list[int]:
        """The side of each seat, if there are sides of several seats to choose from."""
        seats = max(registry.game(game).seat_counts(options))
        labels = list(self.bot.faces[game].sides(t, options, seats))
        sides = [labels.index(label) for label in labels]
        return sides if 1 < len(set(sides)) < seats else []

    async def _why_not_here(self, interaction: discord.Interaction, t: Translator) -> str | None:
        """Why no match can be opened in the channel, if so."""
        lacking = self.lacking_permissions(interaction, t)
        if lacking:
            return t.gettext(
                "I cannot show a table here: I lack {permissions}. Somebody who manages the "
                "server can grant that to me in this channel's settings.",
                permissions=", ".join(lacking),
            )
        settings = await self.bot.languages.settings(interaction.guild_id or 0)
        channel = interaction.channel
        place = channel.parent_id if isinstance(channel, discord.Thread) else interaction.channel_id
        if not settings.channels or place in settings.channels:
            return None
        return t.gettext(
            "In this server matches are played in {channels}.",
            channels=", ".join(map(_channel_mention, settings.channels)),
        )

    def lacking_permissions(self, interaction: discord.Interaction, t: Translator) -> list[str]:
        """What the bot may not do where a command was used, but must, to show a table there."""
        have = interaction.app_permissions
        needed = dict(NEEDED)
        if isinstance(interaction.channel, discord.Thread):
            del needed["send_messages"]
            needed["send_messages_in_threads"] = N_("Send Messages in Threads")
        return [t.gettext(name) for flag, name in needed.items() if not getattr(have, flag)]

    async def _wants_thread(self, interaction: discord.Interaction) -> bool:
        """Whether the match gets a thread: the setting, and whether the bot may open one here."""
        settings = await self.bot.languages.settings(interaction.guild_id or 0)
        wanted = self.bot.config.threads if settings.threads is None else settings.threads
        have = interaction.app_permissions
        return (
            wanted
            and isinstance(interaction.channel, discord.TextChannel)
            and have.create_public_threads
            and have.send_messages_in_threads
        )

    async def where(self, interaction: discord.Interaction, owner: str, t: Translator) -> str:
        """What stands in an occupied place, with a link."""
        link = await self._link(interaction, owner)
        if await self.bot.store.match(owner) is None:
            return t.gettext("There is an open lobby here already: {link}", link=link)
        return t.gettext("A match is running here already: {link}", link=link)

    async def _link(self, interaction: discord.Interaction, owner: str) -> str:
        """A link to a match or lobby of the server that one is in; its code if it is not shown."""
        rows = await self.bot.store.surfaces(owner)
        shown = [row for row in rows if row.kind in ("lobby", "table") and row.message]
        if not shown:
            return owner
        row = max(shown, key=lambda row: (row.kind, row.page))
        return f"https://discord.com/channels/{interaction.guild_id}/{row.channel}/{row.message}"

    async def _post(self, answer: Answer, lobby: Lobby) -> int | None:
        """Show a new lobby; its message, or None if it had to be closed again."""
        try:
            return await self._posted(answer, lobby)
        finally:
            self.bot.lobbies.posted(lobby.id)

    async def _posted(self, answer: Answer, lobby: Lobby) -> int | None:
        row = _row(lobby)
        await self.bot.store.save_surfaces([row])
        try:
            await self._show(answer, row, await self._screen(lobby), lobby.invited)
        except Failed as error:
            log.warning("Lobby %s cannot be shown: %s", lobby.id, error)
            await self.bot.lobbies.change(lobby.id, lambda _: None)
            t = await self.bot.languages.public(lobby.guild)
            await answer.tell(
                t.gettext(
                    "The lobby could not be shown, so it is closed again. Please try again in a "
                    "moment."
                )
            )
            return None
        row.digest, row.shown = "", 0
        await self.bot.store.save_surfaces([row])
        self._watch()
        return row.message

    async def _show(
        self, answer: Answer, row: SurfaceRow, screen: Screen, ping: Sequence[int]
    ) -> None:
        """Show a lobby in answer to its command, or in a message of its own. Raises `Failed`."""
        mark = marker(row.owner, *row.key)
        row.message = await answer.send(screen, row.owner, mark, private=False, ping=ping)
        if row.message is None:
            # It was lost on its way, or only Discord's receipt of it.
            await self._place(row, screen)
            await answer.stop_thinking()

    # Presses

    async def press(
        self, interaction: discord.Interaction, lobby_id: str, verb: str, args: str
    ) -> None:
        """Carry out a press in a lobby."""
        answer = Answer(interaction)
        t = await self.bot.languages.person(interaction.user.id, interaction.locale.value)
        try:
            if verb == "start":
                await self._start(interaction, answer, lobby_id)
                return
            before = await self.bot.lobbies.get(lobby_id)
            lobby = await answer.within(
                self.bot.lobbies.change(lobby_id, _change(interaction, verb, args))
            )
        except LobbyRefused as refused:
            await answer.tell(_reason(refused, t))
            if isinstance(refused, NoSuchLobby):
                await self._show_closed(interaction, lobby_id)
            return
        if lobby is None:
            screen = await self._closed_screen(before)
            await answer.update(screen, lobby_id)
            return
        if lobby.complete:
            await self._start(interaction, answer, lobby_id)
            return
        await self._update(answer, lobby)

    async def _update(self, answer: Answer, lobby: Lobby) -> None:
        mark = marker(lobby.id, "lobby", -1, 0)
        await answer.update(await self._screen(lobby), lobby.id, mark)

    async def _start(self, interaction: discord.Interaction, answer: Answer, lobby_id: str) -> None:
        user, press = interaction.user.id, interaction.id
        await answer.within(self.bot.lobbies.start(lobby_id, user, press))
        match = await self.bot.manager.open(lobby_id)
        scene = await self.bot.scenes.scene(match, None)
        screen = started_screen(self.bot.faces[match.row.game], scene)
        row = match.surfaces.get(("lobby", -1, 0))
        mark = marker(lobby_id, "lobby", -1, 0)
        if await answer.update(screen, lobby_id, mark) and row is not None:
            row.digest = digest(screen)
        self.bot.manager.wake(match)

    async def _show_closed(self, interaction: discord.Interaction, lobby_id: str) -> None:
        """A lobby message that was left behind: show that its match has started, or never will."""
        if await self.bot.store.match(lobby_id) is not None:
            self.bot.manager.wake(await self.bot.manager.open(lobby_id))
            return
        if interaction.message is not None:
            t = await self.bot.languages.public(interaction.guild_id or 0)
            closed = await compose(Screen((Text(t.gettext("This lobby was closed.")),)))
            place = interaction.message.channel.id
            try:
                await self.bot.delivery.edit(place, interaction.message.id, closed)
            except Failed as error:
                log.info("The message of lobby %s stays as it is: %s", lobby_id, error)

    # What a lobby shows

    def _face(self, lobby: Lobby) -> Face:
        return self.bot.faces[lobby.game]

    async def _screen(self, lobby: Lobby) -> Screen:
        t = await self.bot.languages.public(lobby.guild)
        options: Any = lobby.decoded_options()
        face = self._face(lobby)
        if lobby.rematch:
            lines = self._rematch_lines(lobby, t)
            return Screen((Text("\n".join(lines)), _rematch_buttons(t)))
        lacking = missing(lobby)
        lines = [
            f"### {face.title(t, options)}",
            *_seat_lines(lobby, face.sides(t, options, len(lobby.seats)), t),
            t.gettext("{who} Cards come by direct message.", who=_who_may_join(lobby, t)),
            t.gettext("Opened by {host}, who starts the match.", host=_mention(lobby.host)),
            *([_too_few(lacking, t)] if lacking else []),
            commitment_line(t, lobby.commitment),
        ]
        buttons = (
            *self._join_buttons(lobby, t),
            Button(t.gettext("Leave"), "leave"),
            Button(t.gettext("Add computer"), "computer"),
            Button(t.gettext("Start"), "start", style="primary"),
            Button(t.gettext("Cancel"), "cancel", style="danger"),
        )
        levels = [_levels(lobby, t)] if lobby.computers() else []
        return Screen((Text("\n".join(lines)), Row(buttons), *levels))

    def _rematch_lines(self, lobby: Lobby, t: Translator) -> list[str]:
        """What a rematch shows before it begins: who wants it, and who is still to say so."""
        options: Any = lobby.decoded_options()
        face = self._face(lobby)
        lines = [
            f"### {face.title(t, options)}",
            t.gettext("Rematch of {id}, in the same seats.", id=lobby.rematch),
            *_agreement_lines(lobby, face.sides(t, options, len(lobby.seats)), t),
            t.gettext("It begins as soon as all have pressed **Rematch**."),
        ]
        if lobby.beginners:
            names = [_beginner(lobby, seat, t) for seat in lobby.beginners]
            lines.append(
                t.ngettext(
                    "Lost and begins this time: {names}.",
                    "Lost and begin this time: {names}.",
                    len(names),
                    names=", ".join(names),
                )
            )
        return [*lines, commitment_line(t, lobby.commitment)]

    def _join_buttons(self, lobby: Lobby, t: Translator) -> list[Button]:
        if not lobby.sides:
            return [Button(t.gettext("Join"), "join", style="success")]
        labels = self._face(lobby).sides(t, lobby.decoded_options(), len(lobby.seats))
        return [
            Button(t.gettext("Join {side}", side=labels[side]), "join", str(side), style="success")
            for side in sorted(set(lobby.sides))
        ]

    async def _closed_screen(self, lobby: Lobby) -> Screen:
        t = await self.bot.languages.public(lobby.guild)
        title = self._face(lobby).title(t, lobby.decoded_options())
        return Screen((Text(f"### {title}\n" + t.gettext("This lobby was closed.")),))

    # After a stop, and forgotten lobbies

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Bring the lobbies' messages up to date, from which a stop may have cut them off."""
        self._watch()
        for stored in await self.bot.store.lobbies():
            if stored.id not in self.bot.lobbies.opening:
                lobby = msgspec.json.decode(stored.body, type=Lobby)
                rows = await self.bot.store.surfaces(stored.id)
                row = rows[0] if rows else _row(lobby)
                await self._mend(row)
                if lobby.complete and row.message is not None:
                    await self._catch_up(lobby.id, row.message)

    async def _mend(self, row: SurfaceRow) -> None:
        try:
            # Held, because an edit that overtakes the answer to a press would stay for good.
            async with self.bot.lobbies.held(row.owner) as lobby:
                await self._place(row, await self._screen(lobby))
        except NoSuchLobby:
            return  # A press was quicker, and shows what came of it.
        except Failed as error:
            log.warning("The message of lobby %s cannot be shown: %s", row.owner, error)

    async def _place(self, row: SurfaceRow, screen: Screen) -> None:
        """Show a screen in a lobby's message, which is looked for or posted if need be."""
        mark = marker(row.owner, *row.key)
        channel, message = row.channel or 0, row.message
        if message is None:
            message = next(iter(await self.bot.delivery.find(channel, mark)), None)
        composed = await compose(screen, row.owner, mark)
        try:
            if message is None:
                raise Gone
            await self.bot.delivery.edit(channel, message, composed)
        except Gone as gone:
            if isinstance(gone, TooOld):
                await self.bot.delivery.delete(channel, message or 0)
            message = await self._post_anew(row, screen)
        if row.message != message:
            row.message = message
            await self.bot.store.save_surfaces([row])

    async def _post_anew(self, row: SurfaceRow, screen: Screen) -> int:
        composed = await compose(screen, row.owner, marker(row.owner, *row.key))
        nonce = secrets.token_hex(8)
        return await self.bot.delivery.post(row.channel or 0, composed, nonce=nonce)

    def _watch(self) -> None:
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
                    await self._close_forgotten(msgspec.json.decode(oldest.body, type=Lobby))
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
        composed = await compose(await self._closed_screen(lobby), lobby.id)
        for row in surfaces:
            if row.message is not None and row.channel is not None:
                try:
                    await self.bot.delivery.edit(row.channel, row.message, composed)
                except Failed as error:
                    log.info("The message of lobby %s stays as it is: %s", lobby.id, error)
        await self.bot.store.save_surfaces([], surfaces)


def lobby_cog(bot: Safehouse) -> LobbyCog:
    """The loaded cog, for the games that open lobbies."""
    return cast(LobbyCog, bot.get_cog("Lobby"))


def again(match: Match) -> Rematch:
    """What a rematch of a match is: the same seats, and whoever has lost begins."""
    beginners: Sequence[Seat] = ()
    if match.state.over:
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


def _who_may_join(lobby: Lobby, t: Translator) -> str:
    people = ", ".join(map(_mention, lobby.invited))
    if lobby.others and people:
        return t.gettext("Challenged: {people}. Anyone else here can join, too.", people=people)
    if people:
        return t.gettext("Only {people} can join.", people=people)
    return t.gettext("Anyone here can join.")


def _too_few(lacking: int, t: Translator) -> str:
    """How many have to join before the match can start."""
    return t.ngettext(
        "One more has to join first, a person or the computer (Add computer).",
        "{n} more have to join first, people or computers (Add computer).",
        lacking,
    )


def _beginner(lobby: Lobby, seat: Seat, t: Translator) -> str:
    """Who begins a rematch."""
    user, guest = lobby.reserved[seat], lobby.seats[seat]
    return _mention(user) if user is not None else computer(t, guest.level if guest else "normal")


def _levels(lobby: Lobby, t: Translator) -> Select:
    """The choice of how well the computers play."""
    texts = {
        "easy": t.gettext("Computers play: easy"),
        "normal": t.gettext("Computers play: normal"),
        "hard": t.gettext("Computers play: hard"),
    }
    now = lobby.computers()[0].level
    options = tuple(Option(text, level, selected=level == now) for level, text in texts.items())
    return Select(t.gettext("How well the computers play"), "level", options)


def _rematch_buttons(t: Translator) -> Row:
    return Row(
        (
            Button(t.gettext("Rematch"), "join", style="success"),
            Button(t.gettext("Leave"), "leave"),
            Button(t.gettext("Cancel"), "cancel", style="danger"),
        )
    )


def _agreement_lines(lobby: Lobby, sides: Sequence[str], t: Translator) -> list[str]:
    """The seats of a rematch: who has agreed, and who has not yet."""
    lines = _seat_lines(lobby, sides, t)
    for seat, (user, guest) in enumerate(zip(lobby.reserved, lobby.seats, strict=True)):
        if user is not None and guest is None:
            waiting = t.gettext("{player} has not pressed yet", player=_mention(user))
            lines[seat] = f"{sides[seat]}  {waiting}"
    return lines


def _mention(user: int) -> str:
    return f"<@{user}>"


def _channel_mention(channel: int) -> str:
    return f"<#{channel}>"


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


def _seat_lines(lobby: Lobby, sides: Sequence[str], t: Translator) -> list[str]:
    guests = lobby.guests()
    names = iter(distinct([_name(guest, t) for guest in guests], nameless(t)))
    free = t.gettext("(free)")
    return [
        f"{side}  {free if guest is None else f'**{safe(next(names))}**'}"
        for side, guest in zip(sides, lobby.seats, strict=True)
    ]


def _name(guest: Guest, t: Translator) -> str:
    return computer(t, guest.level) if guest.user is None else guest.name


def _row(lobby: Lobby) -> SurfaceRow:
    """Where a new lobby will stand."""
    return SurfaceRow(lobby.id, "lobby", -1, 0, channel=lobby.channel, digest=POSTING)


def _reason(refused: LobbyRefused, t: Translator) -> str:
    match refused:
        case AlreadyIn():
            return t.gettext("You are in already.")
        case NotIn():
            return t.gettext("You are not in this lobby; press Join first.")
        case Full():
            return t.gettext("Every seat is taken.")
        case OnlyInvited():
            return t.gettext(
                "This lobby is for invited people. Open your own with {command}.",
                command=t.command("play"),
            )
        case OnlyHost():
            return t.gettext("Only the one who opened the lobby can do that.")
        case TooFew():
            return _too_few(refused.missing, t)
        case _:
            return t.gettext(
                "This lobby is closed. Open a new one with {command}.", command=t.command("play")
            )


async def setup(bot: Safehouse) -> None:
    """Load the cog."""
    await bot.add_cog(LobbyCog(bot))
