"""Agent Avenue's door to Discord: its /play command and its face."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import Safehouse
from bot.face import Choice, Exhibit, Lesson, LetGo, Move, Scene, Taught, Topic
from bot.i18n import Translator, command_name
from bot.lobby import Guest
from bot.screen import Picture, Row, Screen, Text
from cogs import learn
from cogs.agent_avenue import (
    hand,
    lesson,
    picture_glyphs,
    record,
    replay,
    rules,
    story,
    table,
    topics,
    why,
    words,
)
from cogs.lobby import lobby_cog, usual_options
from engine.agent_avenue.options import Options
from engine.game import Event, Level

GAME_ID = "agent-avenue"

TEAMS: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "1v1": ((0,), (1,)),
    "2v2": ((0, 2), (1, 3)),
    "2v1": ((0, 2), (1,)),
}
"""The seats of the two teams; around the table they alternate."""


class AgentAvenueFace:
    """How Agent Avenue shows itself; see `bot.face.Face`."""

    def name(self, t: Translator) -> str:
        return t.gettext("Agent Avenue")

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

    def topics(self, t: Translator, options: Options | None) -> Sequence[Topic]:
        return topics.topics(t, options)

    def explain(self, t: Translator, key: str, options: Options | None) -> Sequence[Text | Picture]:
        return topics.explain(t, key)

    def exhibits(self) -> Sequence[Exhibit]:
        """Both modes, at an offer, and the hand of who offers next."""
        return [
            Exhibit(mode, Options(mode=mode), seats=2, seed=10, step="recruit", private_step="play")
            for mode in ("simple", "advanced")
        ]

    def emojis(self) -> Mapping[str, Callable[[], bytes]]:
        """Each agent."""
        return {agent: partial(picture_glyphs.emoji, agent) for agent in words.AGENTS}

    def why(self, scene: Scene) -> Screen:
        return why.why(scene)

    def lesson(self) -> Lesson:
        return lesson.lesson()

    def due(self, scene: Scene) -> Sequence[str]:
        return lesson.due(scene)

    def teach(self, scene: Scene, key: str) -> Taught:
        return lesson.teach(scene, key)

    def lesson_screen(self, own: Scene, public: Scene, choice: str = "") -> Screen:
        return lesson.lesson_screen(own, public, choice)

    def told(self, scene: Scene, events: Sequence[Event]) -> Sequence[str]:
        return replay.told(scene, events)

    def open_table(self, scene: Scene) -> Screen:
        return replay.open_table(scene)

    def decided(self, t: Translator, how: str) -> str:
        return record.decided(t, how)

    def used(self, t: Translator, cards: Sequence[tuple[str, int]]) -> str:
        return record.used(t, cards)

    def press(self, scene: Scene, verb: str, args: str) -> Move | LetGo | Choice:
        return hand.press(scene, verb, args)

    def table_verbs(self) -> frozenset[str]:
        return frozenset({"recruit", "take", "aim"})


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
        """Show the game's face and its commands."""
        self.bot.faces[GAME_ID] = AgentAvenueFace()
        self.bot.play.add_command(self.command)
        self.bot.learn.add_command(learn.command(GAME_ID))

    @usual_options
    @app_commands.rename(mode=command_name("mode"), teams=command_name("teams"))
    @app_commands.describe(
        mode=app_commands.locale_str("Simple, or advanced with the black market (simple)"),
        teams=app_commands.locale_str("Two players, or teams of up to two (two players)"),
    )
    @app_commands.choices(
        mode=[
            app_commands.Choice(name=app_commands.locale_str("simple"), value="simple"),
            app_commands.Choice(name=app_commands.locale_str("advanced"), value="advanced"),
        ],
        teams=[
            app_commands.Choice(name=app_commands.locale_str("two players"), value="1v1"),
            app_commands.Choice(name=app_commands.locale_str("two against two"), value="2v2"),
            app_commands.Choice(name=app_commands.locale_str("two against one"), value="2v1"),
        ],
    )
    async def play(
        self,
        interaction: discord.Interaction,
        mode: Literal["simple", "advanced"] = "simple",
        teams: Literal["1v1", "2v2", "2v1"] = "1v1",
        invite: discord.Member | None = None,
        computer: Level | None = None,
    ) -> None:
        """Open a lobby."""
        options = Options(mode=mode, teams=TEAMS[teams])
        others = sum(map(len, options.teams)) - 1
        computers = [Guest(None, level=computer)] * others if computer else []
        await lobby_cog(self.bot).open_for(interaction, GAME_ID, options, invite, computers)


async def setup(bot: Safehouse) -> None:
    """Load the cog."""
    await bot.add_cog(AgentAvenueCog(bot))
