"""Each viewer reads a language: private messages the person's, the table the server's."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from bot import i18n
from bot.i18n import languages, translator
from bot.locales.__main__ import extract
from bot.rows import Preferences, Settings
from cogs.game import Unclear, _unclear
from tests.cogs.agent_avenue.duel import decide, start
from tests.world import Shown, World

GERMAN, FRENCH = "‹de›", "‹fr›"
"""What the texts of these languages end with here."""


@pytest.fixture(scope="module")
def pseudo_catalogues(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """German and French in which every text is the English one with a mark at its end."""
    folder = tmp_path_factory.mktemp("locales")
    texts = extract()
    for language, mark in (("en", ""), ("de", GERMAN), ("fr", FRENCH)):
        write_pseudo(folder, language, texts, mark)
    return folder


@pytest.fixture(autouse=True)
def pseudo_languages(pseudo_catalogues: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """These languages are installed."""
    monkeypatch.setattr(i18n, "LOCALES", pseudo_catalogues)
    for cached in (languages, translator):
        cached.cache_clear()
    yield
    for cached in (languages, translator):
        cached.cache_clear()


def write_pseudo(folder: Path, language: str, texts: Catalog, mark: str) -> None:
    catalogue = Catalog(locale=language)
    for message in texts:
        if isinstance(message.id, str):
            translation: str | tuple[str, ...] = message.id + mark
        else:
            one, many = message.id
            translation = (one + mark, *[many + mark] * (catalogue.num_plurals - 1))
        if message.id:
            catalogue.add(message.id, translation, context=message.context)
    path = folder / language / "LC_MESSAGES" / "safehouse.po"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_po(file, catalogue)


def marks(message: Shown) -> set[str]:
    """The languages of everything in a message."""
    everything = " ".join([message.text, *message.buttons, *message.alts])
    return {mark for mark in (GERMAN, FRENCH) if mark in everything}


def all_in(mark: str, message: Shown) -> bool:
    """Whether every label and every line of a message that has words is in this language."""
    lines = [*message.text.splitlines(), *message.buttons, *message.alts]
    return all(mark in line for line in lines) and len(lines) > 3


async def test_the_hand_is_in_the_person_s_language_and_the_table_in_the_server_s(
    world: World,
) -> None:
    world.ana.locale, world.ben.locale = "de", "fr"
    await start(world)
    assert marks(world.table) == set()
    assert all_in(GERMAN, world.ana.hand)
    assert all_in(FRENCH, world.ben.hand)
    assert marks(world.ana.hand) == {GERMAN}
    assert marks(world.ben.hand) == {FRENCH}


async def test_private_answers_are_in_the_language_of_who_pressed(world: World) -> None:
    lobby = await world.ana.play()
    told = "Only the one who opened the lobby can do that."
    for locale, answer in (("de", told + GERMAN), ("ja", told), ("fr", told + FRENCH)):
        world.ben.locale = locale
        assert (await world.ben.press(lobby, "Start")).private == answer


async def test_a_person_s_choice_goes_before_the_client(world: World) -> None:
    await world.bot.store.save_preferences(world.ana.id, Preferences(language="fr"))
    world.ana.locale = "de"
    lobby = await world.ana.play()
    answer = await world.ana.press(lobby, "Join")
    assert answer.private == f"You are in already.{FRENCH}"


async def test_the_table_is_in_the_language_that_the_server_has_chosen(world: World) -> None:
    await world.bot.languages.save_settings(world.guild.id, Settings(language="de"))
    world.env.backend.get_guild(world.guild.id).preferred_locale = "fr"
    await world.restart()
    await start(world)
    for message in (*world.public[:1], world.table):
        assert marks(message) == {GERMAN}
    assert all_in(GERMAN, world.table)


async def test_the_table_is_in_the_server_s_own_language_otherwise(world: World) -> None:
    world.env.backend.get_guild(world.guild.id).preferred_locale = "fr"
    await world.restart()
    await start(world)
    assert all_in(FRENCH, world.table)


@pytest.mark.settings(language="de")
async def test_the_configured_language_comes_last(world: World) -> None:
    world.env.backend.get_guild(world.guild.id).preferred_locale = "ja"
    await world.restart()
    world.ana.locale = world.ben.locale = "ko"
    await start(world)
    assert all_in(GERMAN, world.table)
    assert all_in(GERMAN, world.ben.hand)


async def test_every_message_of_a_match_is_translated(world: World) -> None:
    await world.bot.languages.save_settings(world.guild.id, Settings(language="fr"))
    world.ana.locale = world.ben.locale = "fr"
    await start(world)
    rng = Random(1)
    while "Rematch" + FRENCH not in world.table.buttons:
        assert all_in(FRENCH, world.table)
        await decide(world, rng)
    for message in world.public:
        assert marks(message) == {FRENCH}, message.text


def test_an_option_is_named_as_the_client_shows_it() -> None:
    """Whoever reads German here may have an English client, where the option is `match`."""
    german, english = translator("de"), translator("en")
    several = Unclear(["4F7K", "8K2P"])
    assert "`match`" in _unclear(several, german, english)
    assert "`match`" not in _unclear(several, german, german)
    assert _unclear(several, german, english) != _unclear(several, english, english)
