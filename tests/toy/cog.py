"""High Card on Discord: its face and its /play command."""

from collections.abc import Sequence

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import Safehouse
from bot.face import Misplaced, Move, Scene
from bot.i18n import Translator
from bot.screen import Button, Row, Screen, Text
from cogs.lobby import lobby_cog
from tests.toy.game import HIGHEST, Decide, Decided, HighCard, Options


class HighCardFace:
    """How High Card shows itself; see `bot.face.Face`."""

    def name(self, t: Translator) -> str:
        return "High Card"

    def title(self, t: Translator, options: Options) -> str:
        return "High Card"

    def sides(self, t: Translator, options: Options, seats: int) -> Sequence[str]:
        return [f"{seat + 1}" for seat in range(seats)]

    def page(self, scene: Scene) -> int:
        return 0

    def table(self, scene: Scene, controls: Row) -> Screen:
        told = "\n".join([f"### High Card · {scene.id}", *self._told(scene)])
        if scene.view.over:
            return Screen((Text(f"{told}\n{self._end(scene)}"), controls))
        call = self.call(scene, scene.view.to_act[0])
        row = Row((Button("Keep", "decide", "keep"), Button("Change", "decide", "change")))
        return Screen((Text(f"{told}\n{call}"), row, controls))

    def _told(self, scene: Scene) -> list[str]:
        events = [event for _, event in scene.events if isinstance(event, Decided)]
        return [
            f"{scene.sitters[event.seat].name} {'changed' if event.changed else 'kept'}."
            for event in events
        ]

    def _end(self, scene: Scene) -> str:
        cards = zip(scene.sitters, scene.view.hands, strict=True)
        shown = ", ".join(f"{sitter.name} {card}" for sitter, card in cards)
        winners = ", ".join(scene.sitters[seat].name for seat in scene.view.winners) or "Nobody"
        return f"{shown}. {winners} wins."

    def summary(self, scene: Scene, page: int) -> Screen:
        return Screen((Text("\n".join(self._told(scene))),))

    def call(self, scene: Scene, seat: int) -> str:
        return f"→ {scene.sitters[seat].mention}: keep your card, or change it?"

    def hand(self, scene: Scene, choice: str = "") -> Screen:
        return Screen((Text(f"Your card: {scene.view.hands[scene.viewer]}"),))

    def rules(self, t: Translator, options: Options) -> Screen:
        return Screen((Text(f"Keep or change your card. The highest, up to {HIGHEST}, wins."),))

    def press(self, scene: Scene, verb: str, args: str) -> Move:
        if verb != "decide" or args not in ("keep", "change"):
            raise Misplaced(verb)
        return Move(Decide(args))

    def table_verbs(self) -> frozenset[str]:
        return frozenset({"decide"})


class HighCardCog(commands.Cog, name="High Card"):
    """The command that opens a match."""

    def __init__(self, bot: Safehouse) -> None:
        self.bot = bot
        self.command = app_commands.Command(
            name=HighCard.id, description="A toy", callback=self.play
        )

    async def cog_load(self) -> None:
        self.bot.faces[HighCard.id] = HighCardFace()
        self.bot.play.add_command(self.command)

    async def play(self, interaction: discord.Interaction) -> None:
        await lobby_cog(self.bot).open_for(interaction, HighCard.id, Options(), None)


async def setup(bot: Safehouse) -> None:
    await bot.add_cog(HighCardCog(bot))
