"""The pretended Discord's users, guilds and channels, with their wire forms."""

import time
from dataclasses import dataclass, field

import discord

from .errors import ApiError
from .message import Message, Wire, iso

TEXT, DM, PUBLIC_THREAD, PRIVATE_THREAD = 0, 1, 11, 12

PLAYER_PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    read_message_history=True,
    use_application_commands=True,
)
BOT_PERMISSIONS = PLAYER_PERMISSIONS | discord.Permissions(
    embed_links=True, attach_files=True, create_public_threads=True
)


@dataclass(eq=False)
class User:
    """A person, or the bot. `dms_open=False` makes every direct message fail with 50007."""

    id: int
    name: str
    bot: bool = False
    locale: str = "en-US"
    dms_open: bool = True

    def wire(self) -> Wire:
        return {
            "id": str(self.id),
            "username": self.name.lower(),
            "global_name": None if self.bot else self.name,
            "discriminator": "0",
            "avatar": None,
            "bot": self.bot,
            "public_flags": 0,
        }


@dataclass(eq=False)
class Guild:
    """A server. Its members have the permissions given when they joined."""

    id: int
    name: str
    bot: User
    locale: str = "en-US"
    members: dict[int, discord.Permissions] = field(default_factory=dict)
    channels: dict[int, "Channel"] = field(default_factory=dict)

    @property
    def bot_role_id(self) -> int:
        return self.id + 1

    def member_wire(self, user: User) -> Wire:
        roles = [str(self.bot_role_id)] if user is self.bot else []
        since = iso(discord.utils.snowflake_time(self.id).timestamp())
        return {
            "user": user.wire(),
            "roles": roles,
            "nick": None,
            "avatar": None,
            "joined_at": since,
            "premium_since": None,
            "deaf": False,
            "mute": False,
            "pending": False,
            "flags": 0,
            "communication_disabled_until": None,
        }

    def wire(self) -> Wire:
        """GUILD_CREATE as a bot with the intent `guilds` gets it: of the members only itself."""
        channels = self.channels.values()
        return {
            "id": str(self.id),
            "name": self.name,
            "owner_id": str(self.id),
            "preferred_locale": self.locale,
            "roles": [
                _role(self.id, "@everyone", PLAYER_PERMISSIONS, 0),
                _role(self.bot_role_id, "bot", BOT_PERMISSIONS, 1),
            ],
            "members": [self.member_wire(self.bot)],
            "member_count": len(self.members) + 1,
            "channels": [channel.wire() for channel in channels if not channel.is_thread],
            "threads": [c.wire() for c in channels if c.is_thread and not c.archived],
            "features": [],
            "emojis": [],
            "stickers": [],
            "presences": [],
            "voice_states": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
            "unavailable": False,
            "large": False,
            "nsfw_level": 0,
            "mfa_level": 0,
            "premium_tier": 0,
            "verification_level": 0,
            "explicit_content_filter": 0,
            "default_message_notifications": 1,
            "system_channel_flags": 0,
            "afk_timeout": 300,
            "icon": None,
            "joined_at": self.member_wire(self.bot)["joined_at"],
        }


def _role(role_id: int, name: str, permissions: discord.Permissions, position: int) -> Wire:
    colours = {"primary_color": 0, "secondary_color": None, "tertiary_color": None}
    return {
        "id": str(role_id),
        "name": name,
        "permissions": str(permissions.value),
        "position": position,
        "color": 0,
        "colors": colours,
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }


@dataclass(eq=False)
class Channel:
    """A text channel, a thread or a direct-message channel with everything that was said in it."""

    id: int
    type: int
    name: str = ""
    guild: Guild | None = None
    recipient: User | None = None
    parent: "Channel | None" = None
    threads: list["Channel"] = field(default_factory=list)
    archived: bool = False
    auto_archive: int = 1440
    denied: discord.Permissions = field(default_factory=discord.Permissions.none)
    """What the bot may not do here, for tests of missing permissions."""
    all_messages: dict[int, Message] = field(default_factory=dict)
    """Ephemeral ones included, deleted ones not."""
    deleted: list[Message] = field(default_factory=list)

    @property
    def is_thread(self) -> bool:
        return self.type in (PUBLIC_THREAD, PRIVATE_THREAD)

    @property
    def messages(self) -> list[Message]:
        """What everyone in the channel sees, oldest first."""
        return [m for m in self.all_messages.values() if m.visible_to is None]

    def ephemeral(self, user: User) -> list[Message]:
        """What only this person sees here, oldest first."""
        return [m for m in self.all_messages.values() if m.visible_to is user]

    @property
    def bot_permissions(self) -> discord.Permissions:
        denied = self.denied | (self.parent.denied if self.parent else discord.Permissions.none())
        return discord.Permissions(BOT_PERMISSIONS.value & ~denied.value)

    def require(self, permission: str) -> None:
        """Raise what Discord answers when the bot lacks a permission here."""
        if self.guild is None:
            return
        if not self.bot_permissions.view_channel:
            raise ApiError(50001)
        if not getattr(self.bot_permissions, permission):
            raise ApiError(50013)

    def wire(self) -> Wire:
        last = next(reversed(self.all_messages), None)
        wire: Wire = {"id": str(self.id), "type": self.type, "last_message_id": last and str(last)}
        if self.recipient is not None:
            return wire | {"recipients": [self.recipient.wire()]}
        assert self.guild is not None
        wire |= {"guild_id": str(self.guild.id), "name": self.name, "rate_limit_per_user": 0}
        if self.parent is not None:
            return wire | self._thread_wire(self.parent)
        overwrite = {"id": str(self.guild.bot.id), "type": 1, "allow": "0"}
        overwrites = [overwrite | {"deny": str(self.denied.value)}] if self.denied.value else []
        return wire | {
            "position": 0,
            "permission_overwrites": overwrites,
            "parent_id": None,
            "topic": None,
            "nsfw": False,
        }

    def _thread_wire(self, parent: "Channel") -> Wire:
        assert self.guild is not None
        created = iso(discord.utils.snowflake_time(self.id).timestamp())
        return {
            "parent_id": str(parent.id),
            "owner_id": str(self.guild.bot.id),
            "message_count": len(self.messages),
            "member_count": 1,
            "total_message_sent": len(self.messages),
            "flags": 0,
            "thread_metadata": {
                "archived": self.archived,
                "auto_archive_duration": self.auto_archive,
                "archive_timestamp": created,
                "create_timestamp": created,
                "locked": False,
                "invitable": True,
            },
        }


class World:
    """All users, guilds and channels. It knows nothing of sockets."""

    def __init__(self) -> None:
        self._last_id = 0
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.dms: dict[int, Channel] = {}
        """By the id of the user whom they are with."""
        self.bot = self.new_user("Safehouse", bot=True)

    def snowflake(self) -> int:
        """A new id, later than all before it."""
        now = (int(time.time() * 1000) - discord.utils.DISCORD_EPOCH) << 22
        self._last_id = max(self._last_id + 2, now)  # guild id + 1 is the bot's role there
        return self._last_id

    def new_user(self, name: str, *, bot: bool = False, locale: str = "en-US") -> User:
        user = User(self.snowflake(), name, bot, locale)
        self.users[user.id] = user
        return user

    def new_guild(self, name: str, *, locale: str = "en-US") -> Guild:
        guild = Guild(self.snowflake(), name, self.bot, locale)
        self.guilds[guild.id] = guild
        return guild

    def new_channel(self, guild: Guild, name: str) -> Channel:
        return self._add(Channel(self.snowflake(), TEXT, name, guild))

    def new_thread(self, parent: Channel, name: str, thread_id: int | None = None) -> Channel:
        thread_id = thread_id or self.snowflake()
        thread = Channel(thread_id, PUBLIC_THREAD, name, parent.guild, parent=parent)
        return self._add(thread)

    def _add(self, channel: Channel) -> Channel:
        assert channel.guild is not None
        self.channels[channel.id] = channel
        channel.guild.channels[channel.id] = channel
        if channel.parent is not None:
            channel.parent.threads.append(channel)
        return channel

    def dm(self, user: User) -> Channel:
        """The direct-message channel of the bot with a user, opened on first use."""
        if user.id not in self.dms:
            self.dms[user.id] = channel = Channel(self.snowflake(), DM, recipient=user)
            self.channels[channel.id] = channel
        return self.dms[user.id]

    def channel(self, channel_id: int) -> Channel:
        if channel_id not in self.channels:
            raise ApiError(10003)
        return self.channels[channel_id]

    def message(self, channel: Channel, message_id: int) -> Message:
        """A message that a bot token can reach: ephemeral ones are reached by their token alone."""
        message = channel.all_messages.get(message_id)
        if message is None or message.visible_to is not None:
            raise ApiError(10008)
        return message

    def forget_channel(self, channel: Channel) -> None:
        """Delete a channel or thread, with its threads."""
        for other in list(self.channels.values()):
            if other is channel or other.parent is channel:
                del self.channels[other.id]
                if other.guild is not None:
                    del other.guild.channels[other.id]
        if channel.parent is not None:
            channel.parent.threads.remove(channel)

    def delete(self, message: Message) -> None:
        """Take a message away; it stays readable in `channel.deleted`."""
        del message.channel.all_messages[message.id]
        message.deleted = True
        message.channel.deleted.append(message)
