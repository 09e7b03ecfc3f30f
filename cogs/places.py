"""Channels and threads: where a table can be shown, where it may, and what stands there already."""

import logging

import discord

from bot.app import Safehouse
from bot.delivery import VOICE, Failed
from bot.i18n import N_, Translator
from bot.match import Match
from bot.scenes import sitters
from engine.game import Seat

log = logging.getLogger(__name__)

NEEDED = {
    "view_channel": N_("View Channels"),
    "send_messages": N_("Send Messages"),
    "attach_files": N_("Attach Files"),
}
"""The permissions without which no table can be shown, by Discord's names for them."""


def cannot_show(interaction: discord.Interaction, t: Translator) -> str | None:
    """What the bot may not do where a command was used, but must, to show a table; None if nothing.

    The sentence says who can grant it.
    """
    place = interaction.channel
    lacking = _lacking(
        interaction.app_permissions, place, in_thread=isinstance(place, discord.Thread)
    )
    if not lacking:
        return None
    return t.gettext(
        "I cannot show a table here: I lack {permissions}. Somebody who manages the "
        "server can grant that to me in this channel's settings.",
        permissions=", ".join(t.gettext(name) for name in lacking),
    )


def _lacking(have: discord.Permissions, place: object, *, in_thread: bool) -> list[str]:
    """The names of the permissions that are needed in a channel and missing."""
    needed = dict(NEEDED)
    if in_thread:
        del needed["send_messages"]
        needed["send_messages_in_threads"] = N_("Send Messages in Threads")
    if isinstance(place, VOICE):
        needed["connect"] = N_("Connect")
    return [name for flag, name in needed.items() if not getattr(have, flag)]


def can_post(interaction: discord.Interaction, match: Match) -> bool:
    """Whether the bot may post where a match is played, as far as it knows the place."""
    row, guild = match.row, interaction.guild
    place = known_place(guild, row.place, row.home)
    if guild is None or place is None:
        return True
    have = place.permissions_for(guild.me)
    if isinstance(place, discord.Thread) and place.locked and not have.manage_threads:
        return False
    in_thread = isinstance(place, discord.Thread) or row.place != row.home
    return not _lacking(have, place, in_thread=in_thread)


async def why_not_here(
    bot: Safehouse, interaction: discord.Interaction, t: Translator
) -> str | None:
    """Why no match can be opened in the channel, if so."""
    refusal = cannot_show(interaction, t)
    if refusal is not None:
        return refusal
    chosen = await chosen_channels(bot, interaction)
    if not chosen or _channel_id(interaction) in chosen:
        return None
    return t.gettext(
        "In this server matches are played in {channels}.",
        channels=", ".join(f"<#{channel}>" for channel in chosen),
    )


async def chosen_channels(bot: Safehouse, interaction: discord.Interaction) -> tuple[int, ...]:
    """The channels that the server has chosen for matches; one that was deleted does not count."""
    settings = await bot.languages.settings(interaction.guild_id or 0)
    guild = _known_guild(bot, interaction)
    return tuple(id for id in settings.channels if guild is None or guild.get_channel(id))


def channel_here(
    bot: Safehouse, interaction: discord.Interaction
) -> discord.abc.GuildChannel | None:
    """The channel that something was used in, or that of its thread; None if it is not known."""
    guild = _known_guild(bot, interaction)
    return None if guild is None else guild.get_channel(_channel_id(interaction))


def _channel_id(interaction: discord.Interaction) -> int:
    channel = interaction.channel
    place = channel.parent_id if isinstance(channel, discord.Thread) else interaction.channel_id
    return place or 0


def _known_guild(bot: Safehouse, interaction: discord.Interaction) -> discord.Guild | None:
    """The server with its channels; without them, as while Discord has an outage, it is not known.

    The interaction's own guild may be a bare one, made from what it brought along.
    """
    guild = bot.get_guild(interaction.guild_id or 0)
    return None if guild is None or guild.unavailable else guild


def known_place(
    guild: discord.Guild | None, table: int, home: int
) -> discord.abc.GuildChannel | discord.Thread | None:
    """Where a table stands, or the channel above: a thread that is archived is not known any more.

    None if neither is known.
    """
    places = [guild.get_channel_or_thread(place) for place in (table, home)] if guild else []
    return next((place for place in places if place is not None), None)


def moderates(interaction: discord.Interaction, match: Match) -> bool:
    """Whether somebody may manage the messages where a match is played, wherever that is asked.

    If its channel is gone, whether it is so in the whole server.
    """
    row, user = match.row, interaction.user
    if interaction.channel_id == row.place:
        return interaction.permissions.manage_messages
    if not isinstance(user, discord.Member):
        return False
    place = known_place(interaction.guild, row.place, row.home)
    have = user.guild_permissions if place is None else place.permissions_for(user)
    return have.manage_messages


async def why_not_moved_here(
    bot: Safehouse, interaction: discord.Interaction, match: Match, t: Translator
) -> str | None:
    """Why a match cannot be moved to the channel, if so: nobody may hide it from who plays in it.

    Moderators may. For the others it has to be known that everybody would see it.
    """
    refusal = await why_not_here(bot, interaction, t)
    if refusal is not None or moderates(interaction, match):
        return refusal
    try:
        hidden = await _hidden_from(bot, interaction, match)
    except Failed as error:
        log.info("Who would see %s elsewhere is not known: %s", match.id, error)
        return t.gettext("That is not possible now.")
    if not hidden:
        return None
    known = sitters(match, t)
    return t.gettext(
        "The match stays where it is: here it would be hidden from {names}. A moderator can move "
        "it all the same.",
        names=", ".join(known[seat].name for seat in hidden),
    )


async def _hidden_from(
    bot: Safehouse, interaction: discord.Interaction, match: Match
) -> list[Seat]:
    """The seats whose people would not see the match here. Raises `Failed`."""
    channel = interaction.channel
    assert isinstance(channel, discord.abc.GuildChannel | discord.Thread), "in a server"
    return [
        row.seat
        for row in match.humans()
        if row.user != interaction.user.id
        and await bot.delivery.is_hidden_from(channel, row.user or 0)
    ]


async def wants_thread(bot: Safehouse, interaction: discord.Interaction) -> bool:
    """Whether the match gets a thread: the setting, and whether the bot may open one here."""
    settings = await bot.languages.settings(interaction.guild_id or 0)
    wanted = bot.config.threads if settings.threads is None else settings.threads
    have = interaction.app_permissions
    return (
        wanted
        and isinstance(interaction.channel, discord.TextChannel)
        and have.create_public_threads
        and have.send_messages_in_threads
    )


async def occupied(
    bot: Safehouse, interaction: discord.Interaction, owner: str, t: Translator
) -> str:
    """What stands in an occupied place, with a link."""
    link = await link_to(bot, interaction, owner)
    if await bot.store.match(owner) is None:
        return t.gettext("There is an open lobby here already: {link}", link=link)
    return t.gettext("A match is running here already: {link}", link=link)


async def link_to(bot: Safehouse, interaction: discord.Interaction, owner: str) -> str:
    """A link to a match or lobby of the server that one is in; its code if it is not shown."""
    rows = await bot.store.surfaces(owner)
    shown = [row for row in rows if row.kind in ("lobby", "table") and row.message]
    if not shown:
        return owner
    row = max(shown, key=lambda row: (row.kind, row.page))
    return f"https://discord.com/channels/{interaction.guild_id}/{row.channel}/{row.message}"
