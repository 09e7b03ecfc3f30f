"""Agent Avenue's door to Discord: its /play command and its face."""

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import Safehouse
from bot.face import Choice, Scene
from bot.i18n import Translator
from bot.screen import Row, Screen
from cogs.agent_avenue import hand, rules, story, table, words
from cogs.lobby import LobbyCog
from engine.agent_avenue.options import Options
from engine.game import Action

GAME_ID = "agent-avenue"


class AgentAvenueFace:
    """How Agent Avenue shows itself; see `bot.face.Face`."""

    def title(self, t: Translator, options: Options) -> str:
        return words.title(t, options)

    def sides(self, t: Translator, options: Options, seats: int) -> Sequence[str]:
        return [words.side(t, words.team_of(options, seat)) for seat in range(seats)]

    def page(self, scene: Scene) -> int:
        """Each offer is a table of its own; before the first there is page 0."""
        return story.offers(scene)

    def table(self, scene: Scene, controls: Row) -> Screen:
        return table.table(scene, controls)

    def summary(self, scene: Scene, page: int) -> Screen:
        return table.summary(scene, page)

    def call(self, scene: Scene, seat: int) -> str:
        return table.call(scene, seat)

    def hand(self, scene: Scene, choice: str = "") -> Screen:
        return hand.hand(scene, choice)

    def rules(self, t: Translator, options: Any) -> Screen:
        return rules.rules(t, options)

    def press(self, scene: Scene, verb: str, args: str) -> Action | Choice:
        return hand.press(scene, verb, args)

    def table_verbs(self) -> frozenset[str]:
        return frozenset({"recruit"})


class AgentAvenueCog(commands.Cog, name="Agent Avenue"):
    """The command that opens a match."""

    def __init__(self, bot: Safehouse) -> None:
        self.bot = bot
        self.command = app_commands.Command(
            name="agent-avenue",
            description=app_commands.locale_str("A bluffing chase for two spies"),
            callback=self.play,
        )

    async def cog_load(self) -> None:
        """Show the game's face and its command."""
        self.bot.faces[GAME_ID] = AgentAvenueFace()
        self.bot.play.add_command(self.command)

    async def cog_unload(self) -> None:
        """Take both away again."""
        self.bot.play.remove_command(self.command.name)
        del self.bot.faces[GAME_ID]

    @app_commands.describe(
        invite=app_commands.locale_str("Who alone may join; without it anyone may")
    )
    async def play(
        self, interaction: discord.Interaction, invite: discord.Member | None = None
    ) -> None:
        """Open a lobby for two."""
        lobbies = self.bot.get_cog("Lobby")
        assert isinstance(lobbies, LobbyCog)
        await lobbies.open_for(interaction, GAME_ID, Options(), invite)
