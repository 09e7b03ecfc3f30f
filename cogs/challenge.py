"""Challenge: from a person's menu to a lobby for this person.

Others may join as well if the game needs more than two.
"""

from typing import Union

import discord
from discord import app_commands
from discord.ext import commands

from bot.answer import Answer
from bot.app import Safehouse
from bot.screen import Button, Row, Screen, Text
from cogs import rules
from cogs.lobby import lobby_cog
from engine import registry

Somebody = Union[discord.Member, discord.User]  # noqa: UP007 - discord.py knows no other form
"""Who has left the server is no member, but may still have a menu beside old messages."""

OWNER = "CHALLENGE"
"""What stands in the custom ids in the place of a match."""


class ChallengeCog(commands.Cog, name="Challenge"):
    """The entry in people's menus, and the choice of the game."""

    def __init__(self, bot: Safehouse) -> None:
        self.bot = bot
        self.menu = app_commands.ContextMenu(
            name=app_commands.locale_str("Challenge to a match"), callback=self.challenge
        )
        self.menu.guild_only = True

    async def cog_load(self) -> None:
        """Show the entry, and answer the presses."""
        self.bot.tree.add_command(self.menu)
        self.bot.doors[OWNER] = self.choose

    async def challenge(self, interaction: discord.Interaction, person: Somebody) -> None:
        """Ask, privately, which game it is to be."""
        t = await self.bot.languages.of(interaction)
        refusal = lobby_cog(self.bot).why_not_invited(interaction, person, t)
        if refusal is not None:
            await Answer(interaction).tell(refusal)
            return
        text = t.gettext("Which game do you challenge {person} to?", person=person.mention)
        buttons = tuple(
            Button(face.name(t), game, str(person.id)) for game, face in self.bot.faces.items()
        )
        await Answer(interaction).send(Screen((Text(text), Row(buttons))), OWNER)

    async def choose(self, interaction: discord.Interaction, game: str, person: str) -> None:
        """Open the lobby, with the game's usual options."""
        options = await rules.options_here(self.bot, game, interaction.guild_id)
        await lobby_cog(self.bot).open(
            interaction,
            game,
            options,
            invited=[int(person)],
            others=min(registry.game(game).seat_counts(options)) > 2,
        )


async def setup(bot: Safehouse) -> None:
    """Load the cog."""
    await bot.add_cog(ChallengeCog(bot))
