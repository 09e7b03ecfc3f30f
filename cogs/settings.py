"""/settings: what a server's admins choose, in one message of selects."""

import asyncio
from collections.abc import Iterator, Sequence

import discord
import msgspec
from discord import app_commands
from discord.ext import commands
from discord.utils import utcnow

from bot.answer import Answer
from bot.app import Safehouse
from bot.face import Adjustable
from bot.i18n import Translator, command_name, languages, own_name
from bot.rows import Settings
from bot.screen import ChannelSelect, Option, Screen, Select, Text, shorten
from cogs.places import chosen_channels

OWNER = "SETTINGS"
"""What stands in the custom ids in the place of a match."""

NOTHING = "-"
"""The value of choosing nothing; Discord allows no empty one."""

LIMIT = ("turn_limit", "late")
"""What is chosen about the time for a decision. A change gives everybody all of it anew."""

SHOWN = (*LIMIT, "language")
"""What the tables that stand show of the settings."""

MINUTE, HOUR, DAY = 60, 3600, 86400
"""In seconds."""


class Entry(msgspec.Struct, frozen=True):
    """One select: the field of `Settings` or `Preferences` it fills, and what can be chosen."""

    field: str
    label: str
    choices: Sequence[tuple[str, object]]
    """Each choice's label and its value; None stands for choosing nothing."""

    game: str = ""
    """The game whose setting it is, see `bot.face.Adjustable`."""

    @property
    def verb(self) -> str:
        """What stands in the custom id."""
        return f"{self.game}.{self.field}" if self.game else self.field

    def chosen(self, settings: Settings) -> object:
        """The value that the settings have."""
        if self.game:
            return settings.games.get(self.game, {}).get(self.field)
        return getattr(settings, self.field)

    def choose(self, settings: Settings, value: object) -> Settings:
        """The settings with another value."""
        if not self.game:
            return msgspec.structs.replace(settings, **{self.field: value})
        of_game = {k: v for k, v in settings.games.get(self.game, {}).items() if k != self.field}
        if isinstance(value, int):
            of_game[self.field] = value
        return msgspec.structs.replace(settings, games=settings.games | {self.game: of_game})


class SettingsCog(commands.Cog, name="Settings"):
    """The command and its selects."""

    def __init__(self, bot: Safehouse) -> None:
        self.bot = bot
        self._choosing = asyncio.Lock()

    async def cog_load(self) -> None:
        """Answer the selects, however old their message is."""
        self.bot.doors[OWNER] = self.choose

    @app_commands.command(
        name=command_name("settings"),
        description=app_commands.locale_str("How Safehouse behaves in this server"),
    )
    @app_commands.guild_only()
    @app_commands.default_permissions(manage_guild=True)
    async def settings(self, interaction: discord.Interaction) -> None:
        """Show the settings to an admin."""
        await Answer(interaction).send(await self._screen(interaction), OWNER)

    async def choose(self, interaction: discord.Interaction, verb: str, value: str) -> None:
        """Keep what has been chosen in a select."""
        answer, guild = Answer(interaction), interaction.guild_id
        t = await self.bot.languages.of(interaction)
        if guild is None or not interaction.permissions.manage_guild:
            text = t.gettext("Only who manages the server can change its settings.")
            await answer.tell(text)
            return
        async with self._choosing:  # Else what is chosen in another select meanwhile would be lost.
            before = await self.bot.languages.settings(guild)
            await self.bot.languages.save_settings(guild, self._after(before, t, verb, value))
        await answer.update(await self._screen(interaction), OWNER)
        if verb in SHOWN:
            await self.bot.clock.settings_changed(guild)

    def _after(self, before: Settings, t: Translator, verb: str, value: str) -> Settings:
        """The settings after a choice in a select."""
        settings = before
        if verb == "channels":
            chosen = tuple(int(channel) for channel in value.split(",") if channel.isdecimal())
            settings = msgspec.structs.replace(settings, channels=chosen)
        for entry in self._entries(t):
            for _, offered in entry.choices:
                if (entry.verb, value) == (verb, written(offered)):
                    settings = entry.choose(settings, offered)
        if verb in LIMIT and settings != before:
            settings = msgspec.structs.replace(settings, limit_since=utcnow().timestamp())
        return settings

    async def _screen(self, interaction: discord.Interaction) -> Screen:
        t = await self.bot.languages.of(interaction)
        settings = await self.bot.languages.settings(interaction.guild_id or 0)
        chosen = [(entry, entry.chosen(settings)) for entry in self._entries(t)]
        screen = selects(t.gettext("### Settings of this server"), chosen)
        label = t.gettext("Channels for matches (none chosen: everywhere)")
        channels = await chosen_channels(self.bot, interaction)
        where = ChannelSelect(shorten(label), "channels", channels)
        return Screen((*screen.blocks, Text(f"**{label}**"), where))

    def _entries(self, t: Translator) -> list[Entry]:
        return [*_general(t), *_of_matches(t), *self._of_games(t)]

    def _of_games(self, t: Translator) -> Iterator[Entry]:
        for game, face in self.bot.faces.items():
            if isinstance(face, Adjustable):
                for setting in face.settings(t):
                    choices = [(setting.usual, None), *setting.choices]
                    yield Entry(setting.key, setting.label, choices, game)


def _general(t: Translator) -> Iterator[Entry]:
    names = [(own_name(code), code) for code in languages()]
    yield Entry(
        "language",
        t.gettext("Language of the tables"),
        [(t.gettext("As the server's"), None), *names],
    )
    yield Entry(
        "threads",
        t.gettext("A thread for each match"),
        [
            (t.gettext("As the bot's configuration says"), None),
            (t.gettext("Yes, where I may create threads"), True),
            (t.gettext("No, matches stay in the channel"), False),
        ],
    )


def _of_matches(t: Translator) -> Iterator[Entry]:
    yield Entry(
        "turn_limit",
        t.gettext("Time for a decision"),
        [
            (t.gettext("24 hours (usual)"), None),
            (t.gettext("No limit"), 0),
            (t.gettext("5 minutes"), 5 * MINUTE),
            (t.gettext("1 hour"), HOUR),
            (t.gettext("12 hours"), 12 * HOUR),
            (t.gettext("3 days"), 3 * DAY),
            (t.gettext("7 days"), 7 * DAY),
        ],
    )
    yield Entry(
        "late",
        t.gettext("When the time is over"),
        [
            (t.gettext("The computer moves; after twice in a row it takes over (usual)"), None),
            (t.gettext("The seat gives the match up"), "forfeit"),
        ],
    )
    yield Entry(
        "team_seconds",
        t.gettext("Team decisions"),
        [
            (t.gettext("A teammate confirms; after 2 minutes one decides alone (usual)"), None),
            (t.gettext("The first press decides"), 0),
            (t.gettext("A teammate confirms; after 1 minute one decides alone"), MINUTE),
            (t.gettext("A teammate confirms; after 5 minutes one decides alone"), 5 * MINUTE),
        ],
    )
    yield Entry(
        "pings",
        t.gettext("Notify who has to decide"),
        [(t.gettext("Yes (usual)"), None), (t.gettext("No"), False)],
    )


def selects(heading: str, entries: Sequence[tuple[Entry, object]]) -> Screen:
    """A message with a select for each entry, which shows what is chosen."""
    blocks: list[Text | Select] = [Text(heading)]
    for entry, chosen in entries:
        options = [
            Option(label, written(value), selected=value == chosen)
            for label, value in entry.choices
        ]
        blocks += [Text(f"**{entry.label}**"), Select(entry.label, entry.verb, tuple(options))]
    return Screen(tuple(blocks))


def written(value: object) -> str:
    """A choice's value as a select carries it."""
    return NOTHING if value is None else str(value).lower()


async def setup(bot: Safehouse) -> None:
    """Load the cog."""
    await bot.add_cog(SettingsCog(bot))
