"""La Agencia's door to Discord: its /play command and its face."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Literal

import discord
import msgspec
from discord import app_commands
from discord.ext import commands

from bot.app import Safehouse
from bot.face import Exhibit, Lesson, Move, Scene, Setting, Taught, Topic
from bot.i18n import Translator, command_name
from bot.lobby import Guest
from bot.screen import Picture, Row, Screen, Text
from cogs import learn
from cogs.agencia import (
    choices,
    hand,
    lesson,
    picture_glyphs,
    record,
    replay,
    rules,
    table,
    topics,
    why,
    words,
)
from cogs.lobby import lobby_cog, usual_options
from cogs.rules import options_here
from engine.agencia.actions import Side
from engine.agencia.cards import CARDS, Card
from engine.agencia.embassies import EMBASSIES
from engine.agencia.game import Options
from engine.game import Event, Level

GAME_ID = "la-agencia"

QUICK = 3
"""The computers in a match that is started at once: a table of four."""

LARGEST_CHOICE = 5
"""The highest information value that a server can choose; a record may have any."""

Chosen = Literal[
    "none",
    "random",
    "open_doors",
    "cold_shoulder",
    "rich_archives",
    "paper_shredder",
    "double_game",
    "counter_espionage",
    "revolving_door",
]


class AgenciaFace:
    """How La Agencia shows itself; see `bot.face.Face`."""

    def name(self, t: Translator) -> str:
        return words.game(t)

    def title(self, t: Translator, options: Options) -> str:
        return words.title(t, options)

    def sides(self, t: Translator, options: Options, seats: int) -> Sequence[str]:
        """Everybody plays alone: the seats are only numbered."""
        return [str(seat + 1) for seat in range(seats)]

    def hand_label(self, t: Translator) -> str:
        return t.gettext("My cards")

    def page(self, scene: Scene) -> int:
        return table.page(scene)

    def table(self, scene: Scene, controls: Row) -> Screen:
        return table.table(scene, controls)

    def summary(self, scene: Scene, page: int) -> Screen:
        return table.summary(scene, page)

    def call(self, scene: Scene, seat: int) -> str:
        return table.call(scene, seat)

    def hand(self, scene: Scene, choice: str = "") -> Screen:
        """Every choice is made with one tap, so there are no steps."""
        return hand.hand(scene)

    def rules(self, t: Translator, options: Options) -> Screen:
        return rules.rules(t, options)

    def topics(self, t: Translator, options: Options | None) -> Sequence[Topic]:
        return topics.topics(t, options)

    def explain(self, t: Translator, key: str, options: Options) -> Sequence[Text | Picture]:
        return topics.explain(t, key, options)

    def exhibits(self) -> Sequence[Exhibit]:
        """The largest table, when all have played and somebody chooses a target."""
        return [Exhibit("six", Options(), seats=6, seed=2, step="target")]

    def adjusted(self, chosen: Mapping[str, int]) -> Options:
        """With the information values of a server that has chosen any."""
        values = {Card(card): value for card, value in chosen.items()}
        return Options(information_values=values or None)

    def emojis(self) -> Mapping[str, Callable[[], bytes]]:
        """Each card, and both sides of the Embassy tile."""
        cards = {str(card): partial(picture_glyphs.card_emoji, card) for card in Card}
        return cards | {str(side): partial(picture_glyphs.side_emoji, side) for side in Side}

    def why(self, scene: Scene) -> Screen:
        return why.why(scene)

    def lesson(self) -> Lesson:
        return lesson.lesson()

    def due(self, scene: Scene) -> Sequence[str]:
        return lesson.due(scene)

    def teach(self, scene: Scene, key: str) -> Taught:
        return lesson.teach(scene, key)

    def lesson_screen(self, own: Scene, public: Scene, choice: str = "") -> Screen:
        """There are no steps."""
        return lesson.lesson_screen(own, public)

    def told(self, scene: Scene, events: Sequence[Event]) -> Sequence[str]:
        return replay.told(scene, events)

    def open_table(self, scene: Scene) -> Screen:
        return replay.open_table(scene)

    def decided(self, t: Translator, how: str) -> str:
        return record.decided(t, how)

    def used(self, t: Translator, cards: Sequence[tuple[str, int]]) -> str:
        return record.used(t, cards)

    def press(self, scene: Scene, verb: str, args: str) -> Move:
        return choices.press(scene, verb, args)

    def table_verbs(self) -> frozenset[str]:
        return choices.VERBS

    def settings(self, t: Translator) -> Sequence[Setting]:
        """The information values that no source names."""
        return [
            Setting(
                key=card.value,
                label=t.gettext("Information value of {card}", card=words.card(t, card)),
                choices=[(str(value), value) for value in range(LARGEST_CHOICE + 1)],
                usual=t.gettext("{value}, as this bot assumes", value=facts.value),
            )
            for card, facts in CARDS.items()
            if facts.assumed
        ]


class AgenciaCog(commands.Cog, name="La Agencia"):
    """The command that opens a match."""

    def __init__(self, bot: Safehouse) -> None:
        self.bot = bot
        self.command = app_commands.Command(
            name="la-agencia",
            description=app_commands.locale_str("Hidden agents for three to six players"),
            callback=self.play,
        )

    async def cog_load(self) -> None:
        """Show the game's face and its commands."""
        self.bot.faces[GAME_ID] = AgenciaFace()
        self.bot.play.add_command(self.command)
        self.bot.learn.add_command(learn.command(GAME_ID))

    @usual_options
    @app_commands.rename(embassy=command_name("embassy"))
    @app_commands.describe(
        embassy=app_commands.locale_str("A house variant for the whole match (none)")
    )
    @app_commands.choices(
        embassy=[
            app_commands.Choice(name=app_commands.locale_str("no embassy"), value="none"),
            app_commands.Choice(name=app_commands.locale_str("a random embassy"), value="random"),
            *(
                app_commands.Choice(name=app_commands.locale_str(name), value=embassy)
                for embassy, name in words.EMBASSIES.items()
            ),
        ]
    )
    async def play(
        self,
        interaction: discord.Interaction,
        embassy: Chosen = "none",
        invite: discord.Member | None = None,
        computer: Level | None = None,
    ) -> None:
        """Open a lobby."""
        usual = await options_here(self.bot, GAME_ID, interaction.guild_id)
        options = msgspec.structs.replace(usual, embassy=self._embassy(embassy))
        computers = [Guest(None, level=computer)] * QUICK if computer else []
        await lobby_cog(self.bot).open_for(interaction, GAME_ID, options, invite, computers)

    def _embassy(self, chosen: str) -> str | None:
        """The embassy's id. A random one is drawn now, so that who joins knows what to expect."""
        if chosen == "none":
            return None
        return self.bot.rng.choice(list(EMBASSIES)) if chosen == "random" else chosen


async def setup(bot: Safehouse) -> None:
    """Load the cog."""
    await bot.add_cog(AgenciaCog(bot))
