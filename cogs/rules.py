"""/rules: every rule and every card of every game, looked up by name; also from a match's table."""

import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any

import discord
import msgspec
from discord import app_commands
from discord.ext import commands

from bot.answer import Answer
from bot.app import Safehouse
from bot.face import Adjustable, Explains, Face, Topic
from bot.i18n import Translator, command_name
from bot.screen import Option, Screen, Select, Text, shorten, without_pictures
from engine import registry

OWNER = "RULES"
"""What stands in the custom ids in the place of a match."""

SHORT = "short"
"""The key of the topic that every game has: its rules in short."""

CARDS = ".cards"
"""What the verb of the select with the cards ends with."""

MOST = 25
"""Discord's limit for the options of a select and for the suggestions while somebody types."""

APOSTROPHES = str.maketrans(dict.fromkeys("’‘ʼ´`", "'"))
"""What keyboards make of an apostrophe."""

MAX_NAME = 100
"""Discord's limit for a suggestion, in characters."""


class Entry(msgspec.Struct, frozen=True):
    """A topic of a game, as a suggestion of /rules names it."""

    game: str
    title: str
    topic: Topic

    @property
    def value(self) -> str:
        """What the command gets when the suggestion is chosen."""
        return f"{self.game}/{self.topic.key}"

    @property
    def label(self) -> str:
        """'Enforcer · Agent Avenue'."""
        return shorten(f"{self.topic.name} · {self.title}", MAX_NAME)


def topics(face: Face, t: Translator, options: Any | None) -> list[Topic]:
    """Everything that can be looked up in a game, its rules in short first."""
    short = Topic(SHORT, t.gettext("The rules in short"))
    return [short, *(face.topics(t, options) if isinstance(face, Explains) else ())]


def page(
    face: Face, t: Translator, options: Any, key: str, verb: str, *, of_match: bool = True
) -> Screen:
    """One topic, and below it selects for the others; their presses come as `verb`.

    `of_match`: the options are those of a match, and only what it has is offered. Raises
    `KeyError` for a topic that there is not.
    """
    if key == SHORT or not isinstance(face, Explains):
        blocks = face.rules(t, options).blocks
    else:
        blocks = face.explain(t, key, options)
    return Screen((*blocks, *selects(topics(face, t, options if of_match else None), t, verb, key)))


def selects(found: Sequence[Topic], t: Translator, verb: str, key: str = "") -> Iterator[Select]:
    """A select for the rules and one for the cards; `key` is the topic that is shown."""
    for cards, placeholder, end in (
        (False, t.gettext("Look up a rule"), ""),
        (True, t.gettext("Look up a card"), CARDS),
    ):
        options = tuple(
            Option(shorten(topic.name), topic.key, selected=topic.key == key)
            for topic in found
            if topic.card == cards
        )
        alone = [option.value for option in options] == [key]
        if options and not alone:
            yield Select(placeholder, verb + end, options[:MOST])


async def options_here(bot: Safehouse, game: str, guild: int | None) -> Any:
    """A game's usual options, with what the server, if there is one, has chosen for it."""
    face = bot.faces[game]
    if not isinstance(face, Adjustable):
        return registry.game(game).options_type()
    settings = await bot.languages.settings(guild or 0)
    return face.adjusted(settings.games.get(game, {}))


async def as_wished(bot: Safehouse, user: int, screen: Screen) -> Screen:
    """A private page, without its pictures for who wants none."""
    wishes = await bot.languages.preferences(user)
    return screen if wishes.pictures else without_pictures(screen)


def folded(text: str) -> str:
    """A text as people type it: without accents, in small letters, with straight apostrophes."""
    parts = unicodedata.normalize("NFKD", text.casefold().translate(APOSTROPHES))
    return "".join(char for char in parts if not unicodedata.combining(char)).strip()


def search(entries: Sequence[Entry], typed: str) -> list[Entry]:
    """The entries that hold what was typed; those whose name begins with it come first."""
    wanted = folded(typed)
    found = [entry for entry in entries if wanted in folded(entry.label)]
    return sorted(found, key=lambda entry: not folded(entry.topic.name).startswith(wanted))


def find(entries: Sequence[Entry], typed: str) -> Entry | None:
    """The entry that was chosen or is meant: by its value, its card's id, or its name."""
    for entry in entries:
        if typed == entry.value or folded(typed) == entry.topic.key:
            return entry
    return next(iter(search(entries, typed)), None) if typed.strip() else None


class RulesCog(commands.Cog, name="Rules"):
    """The command, and the selects in its answers."""

    def __init__(self, bot: Safehouse) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Answer the selects, however old their message is."""
        self.bot.doors[OWNER] = self.look_up

    @app_commands.command(
        name=command_name("rules"),
        description=app_commands.locale_str("Look up a rule or a card"),
    )
    @app_commands.rename(topic=command_name("topic"), public=command_name("public"))
    @app_commands.describe(
        topic=app_commands.locale_str("A rule or a card; without it you can choose from lists"),
        public=app_commands.locale_str("Show it to everybody here (no)"),
    )
    async def rules(
        self, interaction: discord.Interaction, topic: str = "", public: bool = False
    ) -> None:
        """Explain a topic."""
        t = await self.bot.languages.of(interaction)
        entry = find(self._entries(t), topic)
        public = public and entry is not None
        if public and interaction.guild_id is not None:
            t = await self.bot.languages.public(interaction.guild_id)
        screen = await self._shown(interaction, t, entry, topic)
        if not public:
            screen = await as_wished(self.bot, interaction.user.id, screen)
        else:
            shown = tuple(block for block in screen.blocks if not isinstance(block, Select))
            screen = msgspec.structs.replace(screen, blocks=shown)
        await Answer(interaction).send(screen, OWNER, private=not public)

    @rules.autocomplete("topic")
    async def suggest(
        self, interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        """What one may mean, in the language of who types."""
        t = await self.bot.languages.of(interaction)
        found = search(self._entries(t), typed)[:MOST]
        return [app_commands.Choice(name=entry.label, value=entry.value) for entry in found]

    async def look_up(self, interaction: discord.Interaction, verb: str, key: str) -> None:
        """Answer a select with the page that was chosen, in the same message."""
        t = await self.bot.languages.of(interaction)
        entry = find(self._entries(t), f"{verb.removesuffix(CARDS)}/{key}")
        screen = await self._shown(interaction, t, entry, key)
        screen = await as_wished(self.bot, interaction.user.id, screen)
        await Answer(interaction).update(screen, OWNER)

    def _entries(self, t: Translator) -> list[Entry]:
        """Every topic of every game; the rules before the cards."""
        entries = [
            Entry(game, face.name(t), topic)
            for game, face in self.bot.faces.items()
            for topic in topics(face, t, None)
        ]
        return sorted(entries, key=lambda entry: entry.topic.card)

    async def _shown(
        self, interaction: discord.Interaction, t: Translator, entry: Entry | None, asked: str
    ) -> Screen:
        if entry is None:
            return self._contents(t, asked)
        face = self.bot.faces[entry.game]
        options = await options_here(self.bot, entry.game, interaction.guild_id)
        return page(face, t, options, entry.topic.key, entry.game, of_match=False)

    def _contents(self, t: Translator, typed: str) -> Screen:
        """What there is, where nothing was asked for or nothing was found."""
        blocks: list[Text | Select] = []
        if typed:
            blocks.append(Text(t.gettext("There is no rule and no card of that name.")))
        for game, face in self.bot.faces.items():
            blocks.append(Text(f"### {face.name(t)}"))
            blocks += selects(topics(face, t, None), t, game)
        return Screen(tuple(blocks))


async def setup(bot: Safehouse) -> None:
    """Load the cog."""
    await bot.add_cog(RulesCog(bot))
