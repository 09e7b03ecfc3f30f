"""Languages: which one a viewer reads, and how texts are filled in."""

from collections.abc import Iterator
from pathlib import Path

import discord
import pytest
from discord import app_commands

from bot import i18n
from bot.i18n import CommandTranslator, languages, own_name, pick, translator

SPANISH = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Language: es\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "My hand"
msgstr "Mi mano"

msgid "Hand of {player}: {cards}"
msgstr "{cards} tiene {player}"

msgid "{n} card in the deck"
msgid_plural "{n} cards in the deck"
msgstr[0] "{n} carta en el mazo"
msgstr[1] "{n} cartas en el mazo"

msgctxt "verb"
msgid "Play"
msgstr "Jugar"
"""


@pytest.fixture
def spanish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Spanish is installed beside English."""
    for language, catalogue in (("es", SPANISH), ("en", "")):
        folder = tmp_path / language / "LC_MESSAGES"
        folder.mkdir(parents=True)
        (folder / "safehouse.po").write_text(catalogue, encoding="utf-8")
    monkeypatch.setattr(i18n, "LOCALES", tmp_path)
    languages.cache_clear()
    translator.cache_clear()
    yield
    languages.cache_clear()
    translator.cache_clear()


def test_english_is_installed_and_comes_first() -> None:
    assert languages()[0] == "en"


@pytest.mark.usefixtures("spanish")
def test_the_first_installed_wish_is_picked() -> None:
    assert languages() == ("en", "es")
    assert pick("es", "en").language == "es"
    assert pick(None, "xx", "es").language == "es"
    assert pick("es-419").language == "es"
    assert pick("es-ES", "en").language == "es"
    assert pick("en-GB", "es").language == "en"
    assert pick("ja", None).language == "en"
    assert pick().language == "en"


@pytest.mark.parametrize(
    ("language", "name"), [("en", "English"), ("ca", "Català"), ("pt_BR", "Português (Brasil)")]
)
def test_a_language_is_called_as_it_calls_itself(language: str, name: str) -> None:
    assert own_name(language) == name


@pytest.mark.usefixtures("spanish")
def test_texts_are_translated_and_filled_in_by_name() -> None:
    t = pick("es")
    assert t.gettext("My hand") == "Mi mano"
    assert t.gettext("Hand of {player}: {cards}", player="Ana", cards="–") == "– tiene Ana"
    assert t.ngettext("{n} card in the deck", "{n} cards in the deck", 1) == "1 carta en el mazo"
    assert t.ngettext("{n} card in the deck", "{n} cards in the deck", 2) == "2 cartas en el mazo"
    assert t.pgettext("verb", "Play") == "Jugar"
    assert t.gettext("Not in the catalogue") == "Not in the catalogue"


def test_what_people_enter_is_no_placeholder() -> None:
    assert pick("en").gettext("{player} resigned.", player="{n}") == "{n} resigned."


@pytest.mark.parametrize(("number", "shown"), [(2, "+2"), (0, "0"), (-3, "−3")])
def test_movements_have_a_sign_as_printed(number: int, shown: str) -> None:
    assert pick("en").signed(number) == shown


@pytest.mark.usefixtures("spanish")
async def test_commands_are_translated_where_a_catalogue_has_them() -> None:
    context = app_commands.TranslationContext(app_commands.TranslationContextLocation.other, None)
    translate = CommandTranslator().translate
    text = app_commands.locale_str("My hand")
    assert await translate(text, discord.Locale.spain_spanish, context) == "Mi mano"
    assert await translate(text, discord.Locale.latin_american_spanish, context) == "Mi mano"
    assert await translate(text, discord.Locale.japanese, context) is None
    assert await translate(text, discord.Locale.british_english, context) is None


def test_parts_with_commas_are_parted_as_the_language_does_it() -> None:
    parts = ["a, b", "c", "d {e}"]
    assert translator("en").series(parts) == "a, b; c; d {e}"
    assert translator("fr").series(parts) == "a, b\N{NO-BREAK SPACE}; c\N{NO-BREAK SPACE}; d {e}"
