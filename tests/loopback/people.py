"""What people do in the pretended Discord: come in, press, choose, type a command, fill a form."""

import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import discord

from . import commands
from .interactions import (
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    MODAL,
    MODAL_SUBMIT,
    Desk,
    Interaction,
    modal_fields,
)
from .message import BUTTON, STRING_SELECT, Message, Wire
from .world import DM, PLAYER_PERMISSIONS, Channel, Guild, User, World

if TYPE_CHECKING:
    from .gateway import Gateway


class People:
    """The part of the loopback Discord that acts for its users.

    Everything a person does waits for the bot's first answer and raises `NotAnswered` after the
    time Discord would give it; with `wait=False` it returns at once (see `Interaction.wait`).
    """

    world: World
    gateway: "Gateway"
    desk: Desk
    commands: dict[str | None, list[Wire]]

    def guild(self, name: str = "Guild", *, locale: str = "en-US") -> Guild:
        """A new server with the bot in it. A running bot hears of it when it next identifies."""
        return self.world.new_guild(name, locale=locale)

    def channel(self, guild: Guild, name: str = "games") -> Channel:
        return self.world.new_channel(guild, name)

    def user(self, name: str, *guilds: Guild, locale: str = "en-US", **permissions: bool) -> User:
        """A new person, member of these servers, with permissions beyond a player's if wanted."""
        user = self.world.new_user(name, locale=locale)
        for guild in guilds:
            guild.members[user.id] = PLAYER_PERMISSIONS | discord.Permissions(**permissions)
        return user

    def dm(self, user: User) -> Channel:
        """The person's direct messages with the bot."""
        return self.world.dm(user)

    async def press(
        self, user: User, message: Message, button: str, *, old: bool = False, wait: bool = True
    ) -> Interaction:
        """Press a button, named by label or custom id. Raises `LookupError` if it is not there.

        With `old` the custom id is sent as it is: the person's screen has not caught up yet.
        """
        custom_id = button if old else message.find(button)
        data = {"component_type": BUTTON, "custom_id": custom_id}
        return await self._use(user, message, data, wait=wait)

    async def choose(
        self, user: User, message: Message, custom_id: str, *values: str, wait: bool = True
    ) -> Interaction:
        """Choose values in a select of a message."""
        offered = message.selects[custom_id]
        if unknown := set(values) - set(offered):
            raise LookupError(f"no {unknown} among {offered}")
        data = {"component_type": STRING_SELECT, "custom_id": custom_id, "values": list(values)}
        return await self._use(user, message, data, wait=wait)

    async def slash(
        self,
        user: User,
        channel: Channel,
        path: str,
        options: Mapping[str, Any] | None = None,
        *,
        wait: bool = True,
    ) -> Interaction:
        """Send a registered command, such as `slash(user, channel, "play agent-avenue")`."""
        data = commands.call(self._offered(channel), path, options or {}, channel.guild)
        return await self._send(COMMAND, user, channel, data, wait=wait)

    async def suggest(
        self, user: User, channel: Channel, path: str, options: Mapping[str, Any], focus: str
    ) -> Sequence[Wire]:
        """The choices the bot suggests while a person types the option `focus`."""
        offered = self._offered(channel)
        data = commands.call(offered, path, options, channel.guild, focus=focus)
        interaction = await self._send(AUTOCOMPLETE, user, channel, data)
        return interaction.data["choices"]

    async def submit(
        self, interaction: Interaction, values: dict[str, str], *, wait: bool = True
    ) -> Interaction:
        """Send the form that an interaction was answered with, its text inputs filled in."""
        if interaction.answer != MODAL:
            raise LookupError("the answer was no form")
        data = {"custom_id": interaction.data["custom_id"], "components": modal_fields(values)}
        user, channel = interaction.user, interaction.channel
        return await self._send(MODAL_SUBMIT, user, channel, data, interaction.source, wait=wait)

    def _offered(self, channel: Channel) -> list[Wire]:
        """The commands a client would offer here."""
        own = self.commands.get(str(channel.guild.id), []) if channel.guild else []
        return own + self.commands.get(None, [])

    async def _use(self, user: User, message: Message, data: Wire, *, wait: bool) -> Interaction:
        if message.deleted or message.visible_to not in (None, user):
            raise LookupError(f"{user.name} does not see this message")
        return await self._send(COMPONENT, user, message.channel, data, message, wait=wait)

    async def _send(
        self,
        kind: Literal[2, 3, 4, 5],
        user: User,
        channel: Channel,
        data: Wire,
        source: Message | None = None,
        *,
        wait: bool = True,
    ) -> Interaction:
        if channel.type == DM and channel.recipient is not user:
            raise LookupError(f"{user.name} does not see this channel")
        interaction = self.desk.open(kind, user, channel, source)
        wire = self._interaction_wire(interaction, data)
        interaction.created = time.perf_counter()
        await self.gateway.dispatch("INTERACTION_CREATE", wire, channel.guild)
        return await interaction.wait(self.desk.seconds_to_answer) if wait else interaction

    def _interaction_wire(self, interaction: Interaction, data: Wire) -> Wire:
        user, channel, guild = interaction.user, interaction.channel, interaction.channel.guild
        wire: Wire = {
            "id": str(interaction.id),
            "application_id": str(self.world.bot.id),
            "type": interaction.kind,
            "token": interaction.token,
            "version": 1,
            "data": data,
            "channel_id": str(channel.id),
            "channel": channel.wire(),
            "locale": user.locale,
            "entitlements": [],
            "authorizing_integration_owners": {},
            "context": 1 if guild is None else 0,
            "attachment_size_limit": 10 * 1024 * 1024,
            "app_permissions": str(channel.bot_permissions.value),
        }
        if interaction.source is not None:
            wire["message"] = interaction.source.wire_with(data.get("custom_id", ""))
        if guild is None:
            return wire | {"user": user.wire()}
        permissions = guild.members[user.id]
        member = guild.member_wire(user) | {"permissions": str(permissions.value)}
        partial = {"id": str(guild.id), "locale": guild.locale, "features": []}
        return wire | {
            "guild_id": str(guild.id),
            "guild": partial,
            "guild_locale": guild.locale,
            "member": member,
        }
