"""/privacy: what is stored about the one who asks, handed out or deleted."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.answer import Answer
from bot.app import Safehouse
from bot.i18n import Translator, command_name
from bot.privacy import StillPlaying, export, forget
from bot.screen import Button, Document, Row, Screen, Text

OWNER = "PRIVACY"
"""What stands in the custom ids in the place of a match."""


class PrivacyCog(commands.Cog, name="Privacy"):
    """Both commands."""

    privacy = app_commands.Group(
        name=command_name("privacy"),
        description=app_commands.locale_str("What Safehouse stores about you"),
    )

    def __init__(self, bot: Safehouse) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Answer the button, however old its message is."""
        self.bot.doors[OWNER] = self.press

    @privacy.command(
        name=command_name("export"),
        description=app_commands.locale_str("Everything that is stored about you, as a file"),
    )
    async def export(self, interaction: discord.Interaction) -> None:
        """Send the file to the person alone."""
        t = await self.bot.languages.of(interaction)
        data = await export(self.bot.store, self.bot.lobbies, interaction.user.id)
        text = t.gettext("Everything that is stored about you:")
        await Answer(interaction).send(Screen((Text(text), Document("safehouse.json", data))))

    @privacy.command(
        name=command_name("delete"),
        description=app_commands.locale_str("Delete what is stored about you"),
    )
    async def delete(self, interaction: discord.Interaction) -> None:
        """Ask once more; the button does it."""
        t = await self.bot.languages.of(interaction)
        await Answer(interaction).send(_question(t), OWNER)

    async def press(self, interaction: discord.Interaction, _verb: str, _args: str) -> None:
        """Delete what is stored about the one who presses."""
        bot, answer = self.bot, Answer(interaction)
        t = await bot.languages.of(interaction)
        try:
            user = interaction.user.id
            await forget(bot.store, bot.lobbies, bot.manager, bot.languages, user)
        except StillPlaying as still:
            text = t.gettext(
                "Nothing was deleted: you are still in {codes}. Finish or leave there first (a "
                "lobby with **Leave** or **Cancel**, a match with {command}; one that you have "
                "given up has to end for the others, too), then ask again.",
                codes=", ".join(still.codes),
                command=t.command("game resign"),
            )
        else:
            text = t.gettext("Deleted. Safehouse knows nothing about you any more.")
        await answer.update(Screen((Text(text),)))


def _question(t: Translator) -> Screen:
    """What would be deleted, and the button."""
    text = t.gettext(
        "### Delete what is stored about you?\n"
        "Your preferences go, and in every match that you have played your name and your "
        "Discord id. The moves stay, with nobody's name, since the matches are also those of "
        "the people you played with. Messages that are already in Discord stay as they are. "
        "This cannot be undone; {command} gives you a copy first.",
        command=t.command("privacy export"),
    )
    return Screen((Text(text), Row((Button(t.gettext("Delete"), "delete", style="danger"),))))


async def setup(bot: Safehouse) -> None:
    """Load the cog."""
    await bot.add_cog(PrivacyCog(bot))
