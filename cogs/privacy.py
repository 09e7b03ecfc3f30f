"""/privacy: what is stored about the one who asks, handed out or deleted."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.answer import Answer, apologise
from bot.app import Safehouse
from bot.i18n import Translator, command_name
from bot.privacy import StillPlaying, export, forget
from bot.screen import Document, Screen, Text


class PrivacyCog(commands.Cog, name="Privacy"):
    """Both commands."""

    privacy = app_commands.Group(
        name=command_name("privacy"),
        description=app_commands.locale_str("What Safehouse stores about you"),
    )

    def __init__(self, bot: Safehouse) -> None:
        self.bot = bot

    @privacy.command(
        name=command_name("export"),
        description=app_commands.locale_str("Everything that is stored about you, as a file"),
    )
    async def export(self, interaction: discord.Interaction) -> None:
        """Send the file to the person alone."""
        answer = Answer(interaction)
        t = await self.bot.languages.person(interaction.user.id, interaction.locale.value)
        data = await answer.within(export(self.bot.store, interaction.user.id))
        text = t.gettext("Everything that is stored about you:")
        await answer.send(Screen((Text(text), Document("safehouse.json", data))))

    @privacy.command(
        name=command_name("delete"),
        description=app_commands.locale_str("Delete what is stored about you"),
    )
    async def delete(self, interaction: discord.Interaction) -> None:
        """Ask once more; the button does it."""
        t = await self.bot.languages.person(interaction.user.id, interaction.locale.value)
        await interaction.response.send_message(view=DeleteView(self.bot, t), ephemeral=True)


class DeleteView(discord.ui.LayoutView):
    """What would be deleted, and the button; lives as long as its ephemeral message."""

    def __init__(self, bot: Safehouse, t: Translator) -> None:
        super().__init__(timeout=14 * 60)
        self.bot = bot
        self.t = t
        text = t.gettext(
            "### Delete what is stored about you?\n"
            "Your preferences go, and in every match that you have played your name and your "
            "Discord id. The moves stay, with nobody's name, since the matches are also those of "
            "the people you played with. Messages that are already in Discord stay as they are. "
            "This cannot be undone; {command} gives you a copy first.",
            command=t.command("privacy export"),
        )
        self.add_item(discord.ui.TextDisplay(text))
        button: discord.ui.Button[DeleteView] = discord.ui.Button(
            label=t.gettext("Delete"), style=discord.ButtonStyle.danger
        )
        button.callback = self._delete
        row: discord.ui.ActionRow[DeleteView] = discord.ui.ActionRow()
        row.add_item(button)
        self.add_item(row)

    async def _delete(self, interaction: discord.Interaction) -> None:
        bot, t, answer = self.bot, self.t, Answer(interaction)
        try:
            await answer.within(forget(bot.store, bot.manager, bot.languages, interaction.user.id))
        except StillPlaying as still:
            text = t.gettext(
                "Nothing was deleted: you are still in {codes}. Finish or leave there first (a "
                "lobby with **Leave** or **Cancel**, a match with {command}), then ask again.",
                codes=", ".join(still.codes),
                command=t.command("game resign"),
            )
        else:
            text = t.gettext("Deleted. Safehouse knows nothing about you any more.")
        self.stop()
        await answer.update(Screen((Text(text),)))

    async def on_error(
        self, interaction: discord.Interaction, error: Exception, item: discord.ui.Item[Any], /
    ) -> None:
        """Tell the person that nothing was deleted."""
        await apologise(interaction, error)


async def setup(bot: Safehouse) -> None:
    """Load the cog."""
    await bot.add_cog(PrivacyCog(bot))
