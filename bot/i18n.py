"""Texts in the viewer's language: gettext catalogues, read and compiled with Babel.

English is the source language; its catalogue is complete all the same, so that a text that is
missing there shows up as an error in CI. Each language is one folder in `locales/`.
"""

import gettext
import io
from functools import cache
from pathlib import Path

import discord
from babel import Locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from discord import app_commands

LOCALES = Path(__file__).with_name("locales")
DOMAIN = "safehouse"
DEFAULT = "en"


class Translator:
    """The texts of one language. Every method fills in the named placeholders."""

    def __init__(self, language: str, catalogue: gettext.NullTranslations) -> None:
        self.language = language
        self._catalogue = catalogue

    def gettext(self, message: str, **values: object) -> str:
        """The translation of a text."""
        return self._catalogue.gettext(message).format(**values)

    def ngettext(self, singular: str, plural: str, n: int, **values: object) -> str:
        """The translation in the plural form for `n`, which is also the placeholder `{n}`."""
        return self._catalogue.ngettext(singular, plural, n).format(n=n, **values)

    def pgettext(self, context: str, message: str, **values: object) -> str:
        """The translation of a text that means something else elsewhere."""
        return self._catalogue.pgettext(context, message).format(**values)

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
    for wish in wishes:
        for candidate in (wish, wish.split("-")[0]) if wish else ():
            if candidate in languages():
                return translator(candidate)
    return translator(DEFAULT)


class CommandTranslator(app_commands.Translator):
    """Names and descriptions of the commands for the languages that Discord's clients speak."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The text in a client's language, or None where the catalogues do not have it."""
        language = locale.value.split("-")[0]
        if language == DEFAULT or language not in languages():
            return None
        return translator(language).gettext(string.message)
