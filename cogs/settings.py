"""/settings: what a server's admins choose, in one message of selects."""

import discord
import msgspec
from discord import app_commands
from discord.ext import commands

from bot.app import Safehouse
from bot.face import Adjustable, Setting
from bot.i18n import Translator, languages
from bot.store import Settings

LANGUAGE_NAMES = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "es": "Español",
    "ca": "Català",
}
"""Each language by its own name, which is not translated."""


class SettingsCog(commands.Cog, name="Settings"):
    """The command and its selects."""

    def __init__(self, bot: Safehouse) -> None:
        self.bot = bot

    @app_commands.command(
        name="settings",
        description=app_commands.locale_str("How Safehouse behaves in this server"),
    )
    @app_commands.guild_only()
    @app_commands.default_permissions(manage_guild=True)
    async def settings(self, interaction: discord.Interaction) -> None:
        """Show the settings to an admin."""
        guild = interaction.guild_id
        assert guild is not None
        t = await self.bot.languages.person(interaction.user.id, interaction.locale.value)
        settings = await self.bot.languages.settings(guild)
        view = SettingsView(self.bot, guild, settings, t)
        await interaction.response.send_message(view=view, ephemeral=True)


class SettingsView(discord.ui.LayoutView):
    """The selects; lives as long as its ephemeral message."""

    def __init__(self, bot: Safehouse, guild: int, settings: Settings, t: Translator) -> None:
        super().__init__(timeout=14 * 60)
        self.bot = bot
        self.guild = guild
        self.t = t
        self._fill(settings)

    def _fill(self, settings: Settings) -> None:
        t = self.t
        self.clear_items()
        self.add_item(discord.ui.TextDisplay(t.gettext("### Settings of this server")))
        self._add(
            t.gettext("Language of the tables"),
            "language",
            [(t.gettext("As the server's"), "")]
            + [(LANGUAGE_NAMES.get(code, code), code) for code in languages()],
            settings.language or "",
        )
        self._add(
            t.gettext("A thread for each match"),
            "threads",
            [
                (t.gettext("As the bot's configuration says"), ""),
                (t.gettext("Yes, where I may create threads"), "yes"),
                (t.gettext("No, matches stay in the channel"), "no"),
            ],
            {None: "", True: "yes", False: "no"}[settings.threads],
        )
        for game, face in self.bot.faces.items():
            if isinstance(face, Adjustable):
                chosen = settings.games.get(game, {})
                for setting in face.settings(t):
                    self._add_for(game, setting, chosen.get(setting.key))

    def _add_for(self, game: str, setting: Setting, chosen: int | None) -> None:
        choices = [(setting.usual, ""), *((label, str(value)) for label, value in setting.choices)]
        shown = "" if chosen is None else str(chosen)
        self._add(setting.label, f"{game}.{setting.key}", choices, shown)

    def _add(self, label: str, key: str, choices: list[tuple[str, str]], chosen: str) -> None:
        self.add_item(discord.ui.TextDisplay(f"**{label}**"))
        select: discord.ui.Select[SettingsView] = discord.ui.Select(
            custom_id=key,
            options=[
                discord.SelectOption(label=name, value=value or "-", default=value == chosen)
                for name, value in choices
            ],
        )

        async def choose(interaction: discord.Interaction) -> None:
            await self._choose(interaction, key, select.values[0].strip("-"))

        select.callback = choose
        row: discord.ui.ActionRow[SettingsView] = discord.ui.ActionRow()
        row.add_item(select)
        self.add_item(row)

    async def _choose(self, interaction: discord.Interaction, key: str, value: str) -> None:
        settings = _changed(await self.bot.languages.settings(self.guild), key, value)
        await self.bot.languages.save_settings(self.guild, settings)
        self._fill(settings)
        await interaction.response.edit_message(view=self)


def _changed(settings: Settings, key: str, value: str) -> Settings:
    """The settings with another choice; an empty value takes a choice back."""
    game, is_of_game, name = key.partition(".")
    if is_of_game:
        chosen = {k: v for k, v in settings.games.get(game, {}).items() if k != name}
        if value:
            chosen[name] = int(value)
        return msgspec.structs.replace(settings, games=settings.games | {game: chosen})
    if key == "threads":
        return msgspec.structs.replace(settings, threads=value == "yes" if value else None)
    return msgspec.structs.replace(settings, **{key: value or None})


async def setup(bot: Safehouse) -> None:
    """Load the cog."""
    await bot.add_cog(SettingsCog(bot))
