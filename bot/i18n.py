"""Texts in the viewer's language: gettext catalogues, read and compiled with Babel.

English is the source language; its catalogue is complete all the same, so that a text that is
missing there shows up as an error in CI. Each language is one folder in `locales/`.
"""

import gettext
import io
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, reduce
from pathlib import Path

import discord
from babel import Locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from discord import app_commands

LOCALES = Path(__file__).with_name("locales")
DOMAIN = "safehouse"
DEFAULT = "en"

NAME = "name of a command or option: lower case, no spaces, at most 32 characters"
"""The context of these names in the catalogues."""

WHICH_GAME = "name of an option for one of the games, like Agent Avenue; else as the other names"
"""The context of the one that in English is called as a match is: `game`."""

CARD = "name of a card: a soft hyphen (U+00AD) where it may break in a picture"
"""The context of these names in the catalogues."""


class Translator:
    """The texts of one language. Every method fills in the named placeholders."""

    def __init__(
        self,
        language: str,
        catalogue: gettext.NullTranslations,
        commands: Mapping[str, int] | None = None,
    ) -> None:
        """`commands`: Discord's ids of the commands, by their English names."""
        self.language = language
        self._catalogue = catalogue
        self._commands = commands or {}

    def mentioning(self, commands: Mapping[str, int]) -> "Translator":
        """The same language, where commands that are named can be pressed."""
        return Translator(self.language, self._catalogue, commands)

    def gettext(self, message: str, **values: object) -> str:
        """The translation of a text."""
        return self._catalogue.gettext(message).format(**values)

    def ngettext(self, singular: str, plural: str, n: int, **values: object) -> str:
        """The translation in the plural form for `n`, which is also the placeholder `{n}`."""
        return self._catalogue.ngettext(singular, plural, n).format(n=n, **values)

    def pgettext(self, context: str, message: str, **values: object) -> str:
        """The translation of a text that means something else elsewhere."""
        return self._catalogue.pgettext(context, message).format(**values)

    def card(self, name: str, **values: object) -> str:
        """The printed name of a card, with soft hyphens where it may break in a picture."""
        return self.pgettext(CARD, name, **values)

    def series(self, parts: Sequence[str]) -> str:
        """The parts as one text, where each may have commas of its own."""
        return reduce(
            lambda text, part: self.gettext("{text}; {part}", text=text, part=part), parts
        )

    def name(self, name: str, context: str = NAME) -> str:
        """What a client in this language calls a command or an option."""
        return self._catalogue.pgettext(context, name)

    def command(self, name: str) -> str:
        """A command for markdown: a mention, which each client shows by the name it knows.

        Of a group, all of its commands. Where the ids are not known it is the plain name.
        """
        known = [own for own in self._commands if own == name or own.startswith(f"{name} ")]
        if not known:
            return "/" + " ".join(self.name(part) for part in name.split())
        return " · ".join(f"</{own}:{self._commands[own]}>" for own in known)

    def signed(self, number: int) -> str:
        """A movement as it is printed: +2, 0, −1 (with a real minus sign)."""
        return f"+{number}" if number > 0 else str(number).replace("-", "−")


@cache
def languages() -> tuple[str, ...]:
    """The installed languages, the default one first."""
    found = sorted(path.parent.parent.name for path in LOCALES.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))
    return tuple(sorted(found, key=lambda language: language != DEFAULT))


@cache
def translator(language: str) -> Translator:
    """The translator of an installed language."""
    path = LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po"
    compiled = io.BytesIO()
    with path.open("rb") as file:
        write_mo(compiled, read_po(file, locale=Locale.parse(language)))
    compiled.seek(0)
    return Translator(language, gettext.GNUTranslations(compiled))


def pick(*wishes: str | None) -> Translator:
    """The first wish that is installed, also without its region; else English."""
    found = (_installed(wish) for wish in wishes if wish)
    return translator(next((language for language in found if language), DEFAULT))


def _installed(wish: str) -> str | None:
    """The installed language for a code: for 'pt-BR' it is 'pt_BR' or 'pt', if there is one."""
    for candidate in (wish.replace("-", "_"), wish.split("-")[0]):
        if candidate in languages():
            return candidate
    return None


def own_name(language: str) -> str:
    """What a language calls itself: 'Català'."""
    name = Locale.parse(language).get_display_name() or language
    return name[0].upper() + name[1:]


NAMED = frozenset(
    {
        app_commands.TranslationContextLocation.command_name,
        app_commands.TranslationContextLocation.group_name,
        app_commands.TranslationContextLocation.parameter_name,
    }
)
"""Where Discord takes a name that people type."""


def N_(message: str) -> str:
    """Mark a text for translation where it is not translated yet."""
    return message


def card_name(name: str) -> str:
    """Mark the name of a card for the catalogues."""
    return name


def command_name(name: str) -> app_commands.locale_str:
    """Mark the name of a command, a group or an option for the catalogues."""
    return app_commands.locale_str(name)


def game_option(name: str) -> app_commands.locale_str:
    """Mark the name of an option for one of the games."""
    return app_commands.locale_str(name, context=WHICH_GAME)


def mentionable(commands: Iterable[app_commands.AppCommand]) -> dict[str, int]:
    """The ids by which commands are mentioned, subcommands by the names of both."""
    ids: dict[str, int] = {}
    for command in commands:
        if command.type is not discord.AppCommandType.chat_input:
            continue  # an entry in a menu
        groups = (
            each for each in command.options if isinstance(each, app_commands.AppCommandGroup)
        )
        names = [group.qualified_name for group in groups]
        ids |= dict.fromkeys(names or [command.name], command.id)
    return ids


class CommandTranslator(app_commands.Translator):
    """Names and descriptions of the commands for the languages that Discord's clients speak."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The text in a client's language, or None where the catalogues do not have it."""
        language = _installed(locale.value)
        if language is None or language == DEFAULT:
            return None
        t = translator(language)
        menu = isinstance(context.data, app_commands.ContextMenu)  # whose name is a label
        named = context.location in NAMED and not menu
        if named:
            text = t.name(string.message, string.extras.get("context", NAME))
        else:
            text = t.gettext(string.message)
        return None if text == string.message else text
