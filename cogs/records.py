"""/leaderboard, /stats and /history: what has come of the matches that are over."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.answer import Answer
from bot.app import Safehouse
from bot.i18n import Translator, command_name, game_option
from bot.records import Counted, Duel, tallies
from bot.screen import Screen, Text
from cogs.fair import could_see
from cogs.matches import matches_cog
from cogs.record_pages import (
    BOARD_LINES,
    HISTORY_LINES,
    Ask,
    Pages,
    Past,
    Stats,
    board,
    history,
    stats,
)
from cogs.rules import folded

OWNER = "RECORDS"
"""What stands in the custom ids in the place of a match."""

OPPONENTS = 5
"""How many people are listed against whom somebody has played."""

WHOSE = app_commands.locale_str("Whose; without it your own")
EVERYWHERE = app_commands.locale_str("By the matches of all servers, if they are your own (no)")


class NotShown(Exception):
    """What somebody may not see. The text says why, in that person's language."""


class RecordsCog(commands.Cog, name="Records"):
    """The commands, and the buttons that turn their pages.

    A button holds all there is to know of its page, so it works for ever; whether its presser may
    see the page is asked anew at each press.
    """

    def __init__(self, bot: Safehouse) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Answer the presses, however old their message is."""
        self.bot.doors[OWNER] = self.turn

    @app_commands.command(
        name=command_name("leaderboard"),
        description=app_commands.locale_str("Who is best at a game in this server"),
    )
    @app_commands.guild_only()
    @app_commands.rename(game=game_option("game"), everywhere=command_name("everywhere"))
    @app_commands.describe(
        game=app_commands.locale_str("Which game"),
        everywhere=app_commands.locale_str("The same people, by the matches of all servers (no)"),
    )
    async def leaderboard(
        self, interaction: discord.Interaction, game: str = "", everywhere: bool = False
    ) -> None:
        """Show the first page."""
        await self._show(interaction, "board", Ask(game, everywhere))

    @leaderboard.autocomplete("game")
    async def games(
        self, interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        """The games, in the language of who types."""
        t = await self.bot.languages.of(interaction)
        names = {game: face.name(t) for game, face in self.bot.faces.items()}
        return [
            app_commands.Choice(name=shown, value=game)
            for game, shown in names.items()
            if folded(typed) in folded(shown)
        ]

    @app_commands.command(
        name=command_name("stats"),
        description=app_commands.locale_str("Your matches, wins and rating, or somebody else's"),
    )
    @app_commands.guild_only()
    @app_commands.rename(user=command_name("user"), everywhere=command_name("everywhere"))
    @app_commands.describe(user=WHOSE, everywhere=EVERYWHERE)
    async def stats(
        self,
        interaction: discord.Interaction,
        user: discord.Member | None = None,
        everywhere: bool = False,
    ) -> None:
        """Add somebody's matches up."""
        await self._show(interaction, "stats", Ask(str(_of(interaction, user)), everywhere), user)

    @app_commands.command(
        name=command_name("history"),
        description=app_commands.locale_str("Your finished matches, or somebody else's"),
    )
    @app_commands.guild_only()
    @app_commands.rename(user=command_name("user"), everywhere=command_name("everywhere"))
    @app_commands.describe(user=WHOSE, everywhere=EVERYWHERE)
    async def history(
        self,
        interaction: discord.Interaction,
        user: discord.Member | None = None,
        everywhere: bool = False,
    ) -> None:
        """Show the first page of somebody's matches."""
        await self._show(interaction, "history", Ask(str(_of(interaction, user)), everywhere), user)

    async def _show(
        self,
        interaction: discord.Interaction,
        verb: str,
        ask: Ask,
        user: discord.Member | None = None,
    ) -> None:
        called = (user or interaction.user).display_name
        screen = await self._screen(interaction, verb, ask, called)
        await Answer(interaction).send(screen, OWNER)

    async def turn(self, interaction: discord.Interaction, verb: str, args: str) -> None:
        """Answer a button or a select: with another page in the same message, or a replay."""
        if verb == "replay":
            await matches_cog(self.bot).press(interaction, args, 0, verb, "")
            return
        screen = await self._screen(interaction, verb, Ask.read(args))
        await Answer(interaction).update(screen, OWNER)

    async def _screen(
        self, interaction: discord.Interaction, verb: str, ask: Ask, called: str = ""
    ) -> Screen:
        t = await self.bot.languages.of(interaction)
        try:
            match verb:
                case "board":
                    return await self._board(interaction, t, ask)
                case "stats":
                    return await self._stats(interaction, t, ask, called)
                case _:
                    return await self._history(interaction, t, ask, called)
        except NotShown as why:
            return Screen((Text(str(why)),))

    async def _board(self, interaction: discord.Interaction, t: Translator, ask: Ask) -> Screen:
        store, guild = self.bot.store, interaction.guild_id or 0
        game = await self._game(t, guild, ask.what)
        ask = Ask(game, ask.everywhere, ask.page)
        size = await store.board_size(game, guild)
        pages = Pages.of_lines(ask, size, BOARD_LINES)
        standings = await store.board(
            game, guild, everywhere=ask.everywhere, most=BOARD_LINES, start=pages.start
        )
        return board(t, self.bot.faces, ask, standings, pages)

    async def _game(self, t: Translator, guild: int, typed: str) -> str:
        """The game that is meant; if none is, the one of which the most is played here."""
        for game, face in self.bot.faces.items():
            if typed == game or (typed and folded(typed) == folded(face.name(t))):
                return game
        most = await self.bot.store.most_rated(guild)
        return most if most in self.bot.faces else next(iter(self.bot.faces))

    async def _stats(
        self, interaction: discord.Interaction, t: Translator, ask: Ask, called: str
    ) -> Screen:
        store, user, guild = self.bot.store, int(ask.what), self._where(interaction, ask)
        await self._require_visible(interaction, t, user, ask)
        found = tallies(await store.counted(user, guild))
        ratings = {game: await store.rating(game, guild, user) for game in found}
        duels = await store.duels(user, guild, OPPONENTS)
        if user != interaction.user.id:
            duels = [duel for duel in duels if await self._listed(interaction, duel)]
        shown = Stats(await self._called(user, guild, called), found, ratings, duels)
        return stats(t, self.bot.faces, ask, shown)

    async def _history(
        self, interaction: discord.Interaction, t: Translator, ask: Ask, called: str
    ) -> Screen:
        store, user, guild = self.bot.store, int(ask.what), self._where(interaction, ask)
        await self._require_visible(interaction, t, user, ask)
        matches = await store.counted(user, guild)
        if user != interaction.user.id:
            matches = [m for m in matches if could_see(interaction, m.channel, m.home)]
        pages = Pages.of_lines(ask, len(matches), HISTORY_LINES)
        newest = matches[::-1][pages.start : pages.start + HISTORY_LINES]
        past = [await self._past(match) for match in newest]
        who = await self._called(user, guild, called)
        return history(t, self.bot.faces, ask, who, past, pages)

    async def _past(self, match: Counted) -> Past:
        table = await self.bot.store.table_of(match.match)
        link = table and f"https://discord.com/channels/{match.guild}/{table[0]}/{table[1]}"
        return Past(match, await self.bot.store.sides(match.match), link)

    async def _called(self, user: int, guild: int | None, called: str) -> str:
        """What somebody is called: by Discord in a command, at a press as in the last match."""
        return called or await self.bot.store.last_name(user, guild)

    def _where(self, interaction: discord.Interaction, ask: Ask) -> int | None:
        return None if ask.everywhere else interaction.guild_id or 0

    async def _require_visible(
        self, interaction: discord.Interaction, t: Translator, user: int, ask: Ask
    ) -> None:
        """Raise `NotShown` for what is somebody else's affair."""
        if user == interaction.user.id:
            return
        if ask.everywhere:
            raise NotShown(t.gettext("What you play in other servers is shown to yourself only."))
        if not (await self.bot.languages.preferences(user)).listed:
            raise NotShown(t.gettext("That person does not want others to see it."))

    async def _listed(self, interaction: discord.Interaction, duel: Duel) -> bool:
        if duel.user == interaction.user.id:
            return True
        return (await self.bot.languages.preferences(duel.user)).listed


def _of(interaction: discord.Interaction, user: discord.Member | None) -> int:
    return (user or interaction.user).id


async def setup(bot: Safehouse) -> None:
    """Load the cog."""
    await bot.add_cog(RecordsCog(bot))
