"""Replays: the button under a match that is over, and what it opens."""

import asyncio
import logging
from typing import cast

import discord
from discord.ext import commands

from bot import replay
from bot.answer import Answer
from bot.app import Safehouse
from bot.match import Match, NoSuchMatch
from bot.screen import Button, Document, Row, Screen, Text
from bot.summary import Summary, summary
from cogs.fair import could_see_table
from cogs.matches import matches_cog, record_of
from cogs.rules import as_wished
from engine.record import encode

log = logging.getLogger(__name__)

VERBS = tuple(f"replay.{where}" for where in ("start", "back", "forward", "end", "cards"))
"""The buttons that lead to another place of a replay; where to stands in their arguments."""


class ReplayCog(commands.Cog, name="Replay"):
    """Shows replays. A replay is stored nowhere: its private message holds where one is."""

    def __init__(self, bot: Safehouse) -> None:
        self.bot = bot
        self._making = asyncio.Lock()

    async def cog_load(self) -> None:
        """Answer the presses."""
        doors = matches_cog(self.bot).doors
        doors |= dict.fromkeys(("replay", *VERBS), self.show)
        doors |= {"replay.share": self.share, "replay.post": self.post, "record": self.press}

    async def show(
        self, interaction: discord.Interaction, answer: Answer, match: Match, verb: str, args: str
    ) -> None:
        """Show a place of a replay: from the button in a message of its own, then in the same."""
        if not await self._may_open(interaction, answer, match):
            return
        t = await self.bot.languages.of(interaction)
        face, emojis = self.bot.faces[match.row.game], self.bot.drawings.of(match.row.game)
        at = replay.place(match, args)
        # In a thread: a long match takes some time to play again.
        screen = await asyncio.to_thread(replay.screen, face, match, at, t, emojis)
        screen = await as_wished(self.bot, interaction.user.id, screen)
        message = interaction.message
        if verb == "replay" or message is None or not message.flags.ephemeral:
            await answer.send(screen, match.id)
        else:
            await answer.update(screen, match.id)

    async def press(
        self, interaction: discord.Interaction, answer: Answer, match: Match, verb: str, args: str
    ) -> None:
        """Answer the button that hands out the record."""
        if not could_see_table(interaction, match):
            raise NoSuchMatch(match.id)
        await self.export(interaction, answer, match)

    async def export(self, interaction: discord.Interaction, answer: Answer, match: Match) -> None:
        """Hand out the record to somebody who can see the table."""
        t = await self.bot.languages.of(interaction)
        if match.over:
            text = t.gettext("Everything that was dealt and done, for `python -m engine replay`:")
            file = Document(f"{match.id}.json", encode(record_of(match, t)))
            screen = Screen((Text(text), file))
        else:
            screen = Screen((Text(t.gettext("The record is there when the match is over.")),))
        await answer.send(screen, match.id)

    async def share(
        self, interaction: discord.Interaction, answer: Answer, match: Match, verb: str, args: str
    ) -> None:
        """Show somebody the match as one animated picture, to keep or to post."""
        if not await self._may_open(interaction, answer, match):
            return
        t = await self.bot.languages.of(interaction)
        picture, end = await self._summary(match)
        text = t.gettext(
            "The whole match as an animated picture. **Post it here** shows it to everybody in "
            "this channel."
        )
        button = Button(t.gettext("Post it here"), "replay.post", style="primary")
        screen = Screen((Text(text), picture, *end, Row((button,))))
        await answer.send(screen, match.id)

    async def post(
        self, interaction: discord.Interaction, answer: Answer, match: Match, verb: str, args: str
    ) -> None:
        """Post the animated picture where its private message stands."""
        if not await self._may_open(interaction, answer, match):
            return
        t = await self.bot.languages.public(match.row.guild)
        picture, end = await self._summary(match)
        title = self.bot.faces[match.row.game].title(t, match.options)
        shared = t.gettext("Shared by {person}", person=interaction.user.mention)
        screen = Screen((Text(f"### {title} · {match.id}\n-# {shared}"), picture, *end))
        await answer.send(screen, private=False)

    async def _may_open(
        self, interaction: discord.Interaction, answer: Answer, match: Match
    ) -> bool:
        """Whether the match is over; says so if not. Raises `NoSuchMatch` to who cannot see it."""
        if not could_see_table(interaction, match):
            raise NoSuchMatch(match.id)
        if not match.over:
            t = await self.bot.languages.of(interaction)
            text = t.gettext("The replay is there when the match is over.")
            await answer.tell(text)
        return match.over

    async def _summary(self, match: Match) -> Summary:
        """The animated picture, in the server's language. One is made at a time."""
        t = await self.bot.languages.public(match.row.guild)
        async with self._making:
            return await asyncio.to_thread(summary, self.bot.faces[match.row.game], match, t)


def replay_cog(bot: Safehouse) -> ReplayCog:
    """The loaded cog, for the command."""
    return cast(ReplayCog, bot.get_cog("Replay"))


async def setup(bot: Safehouse) -> None:
    """Load the cog."""
    await bot.add_cog(ReplayCog(bot))
