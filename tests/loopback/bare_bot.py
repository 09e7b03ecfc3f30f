"""The least a discord.py bot can do: a button that counts. The yardstick for press-to-answer."""

import os
import re
from typing import Any, Self

import discord
from discord import app_commands, ui
from discord.ext import commands


class Count(ui.DynamicItem[ui.Button[Any]], template=r"count:(?P<n>\d+)"):
    """A button whose custom id holds the count, so that it outlives the process."""

    def __init__(self, n: int) -> None:
        super().__init__(ui.Button(label=f"Pressed {n} times", custom_id=f"count:{n}"))
        self.n = n

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        return cls(int(match["n"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(view=counter(self.n + 1))


def counter(n: int) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
    row.add_item(Count(n))
    view.add_item(row)
    return view


@app_commands.command(description="Post a button that counts how often it was pressed")
async def count(interaction: discord.Interaction) -> None:
    await interaction.response.send_message(view=counter(0))


class BareBot(commands.AutoShardedBot):
    def __init__(self) -> None:
        super().__init__(commands.when_mentioned, intents=discord.Intents(guilds=True))

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Count)
        self.tree.add_command(count)
        await self.tree.sync()


if __name__ == "__main__":
    BareBot().run(os.environ["DISCORD_TOKEN"], log_handler=None)
