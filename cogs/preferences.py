"""/preferences and /language: what a person chooses, for every server and match."""

import asyncio
from collections.abc import Iterator
from typing import Any

import discord
import msgspec
from discord import app_commands
from discord.ext import commands

from bot.answer import Answer
from bot.app import Safehouse
from bot.i18n import Translator, command_name, languages, own_name
from bot.match import BrokenMatch
from bot.screen import Screen
from cogs.settings import Entry, selects, written

OWNER = "PREFERENCES"
"""What stands in the custom ids in the place of a match."""


class PreferencesCog(commands.Cog, name="Preferences"):
    """The commands and the selects."""

    def __init__(self, bot: Safehouse) -> None:
        self.bot = bot
        self._choosing = asyncio.Lock()

    async def cog_load(self) -> None:
        """Answer the selects, however old their message is."""
        self.bot.doors[OWNER] = self.choose

    @app_commands.command(
        name=command_name("preferences"),
        description=app_commands.locale_str("How Safehouse behaves towards you"),
    )
    async def preferences(self, interaction: discord.Interaction) -> None:
        """Show a person's choices."""
        await Answer(interaction).send(await self._screen(interaction), OWNER)

    @app_commands.command(
        name=command_name("language"),
        description=app_commands.locale_str("The language in which Safehouse talks to you"),
    )
    @app_commands.rename(language=command_name("language"))
    @app_commands.describe(
        language=app_commands.locale_str("A language; without it, that of your Discord")
    )
    async def language(self, interaction: discord.Interaction, language: str | None = None) -> None:
        """Choose a language, Discord's own list of which lacks Catalan."""
        answer = Answer(interaction)
        if language is not None and language not in languages():
            t = await self.bot.languages.of(interaction)
            names = ", ".join(own_name(code) for code in languages())
            text = t.gettext("I do not know that language. I know: {names}.", names=names)
            await answer.tell(text)
            return
        await self._save(interaction.user.id, language=language)
        t = await self.bot.languages.of(interaction)
        text = t.gettext("From now on I talk to you in this language.")
        await answer.tell(text)

    @language.autocomplete("language")
    async def _languages(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        return [
            app_commands.Choice(name=own_name(code), value=code)
            for code in languages()
            if own_name(code).casefold().startswith(current.casefold())
        ]

    async def choose(self, interaction: discord.Interaction, verb: str, value: str) -> None:
        """Keep what has been chosen in a select."""
        chosen = {
            entry.field: offered
            for entry in _entries(await self.bot.languages.of(interaction))
            for _, offered in entry.choices
            if (entry.verb, value) == (verb, written(offered))
        }
        await self._save(interaction.user.id, **chosen)
        await Answer(interaction).update(await self._screen(interaction), OWNER)

    async def _save(self, user: int, **chosen: Any) -> None:
        """Keep what a person has chosen, and follow it in the matches that are running."""
        async with self._choosing:  # Else what is chosen in another select meanwhile would be lost.
            preferences = await self.bot.languages.preferences(user)
            preferences = msgspec.structs.replace(preferences, **chosen)
            await self.bot.languages.save_preferences(user, preferences)
        for match_id in await self.bot.store.running_of(user):
            try:
                self.bot.surfaces.refresh(await self.bot.manager.open(match_id))
            except BrokenMatch:
                continue  # Set aside; the manager has said so.

    async def _screen(self, interaction: discord.Interaction) -> Screen:
        t = await self.bot.languages.of(interaction)
        preferences = await self.bot.languages.preferences(interaction.user.id)
        chosen = [(entry, getattr(preferences, entry.field)) for entry in _entries(t)]
        return selects(t.gettext("### How I behave towards you"), chosen)


def _entries(t: Translator) -> Iterator[Entry]:
    names = [(own_name(code), code) for code in languages()]
    yield Entry(
        "language",
        t.gettext("Language of what only you see"),
        [(t.gettext("As your Discord's"), None), *names],
    )
    yield Entry(
        "pings",
        t.gettext("Notify me when I have to decide"),
        [(t.gettext("Yes"), True), (t.gettext("No"), False)],
    )
    yield Entry(
        "listed",
        t.gettext("Others may see my rating and my matches"),
        [(t.gettext("Yes"), True), (t.gettext("No"), False)],
    )
    yield Entry(
        "open_hand",
        t.gettext("Show my hand in direct messages"),
        [
            (t.gettext("Yes"), True),
            (t.gettext("Only on a press, since others may see my screen"), False),
        ],
    )
    yield Entry(
        "pictures",
        t.gettext("Pictures in private messages"),
        [(t.gettext("Yes"), True), (t.gettext("No, the text says everything"), False)],
    )


async def setup(bot: Safehouse) -> None:
    """Load the cog."""
    await bot.add_cog(PreferencesCog(bot))
