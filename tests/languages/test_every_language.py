"""Whole matches in each language: nothing in English slips in, and nothing is cut off."""

import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from bot.draw.text import SOFT_HYPHEN
from bot.i18n import DEFAULT, NAME, languages, translator
from bot.locales.mistakes import forms, texts
from bot.rows import Settings
from engine import registry
from tests.languages import tour
from tests.languages.pseudo import all_texts
from tests.languages.sent import CODE, LIMITS, Sent, noting
from tests.languages.shown import TAUGHT, samples
from tests.world import Person, World

OTHERS = sorted(set(languages()) - {DEFAULT})

FORMS = {
    "simple": ("agent-avenue", 2, {}),
    "advanced teams": ("agent-avenue", 4, {"mode": "advanced", "teams": "2v2"}),
    "la-agencia": ("la-agencia", 3, {"embassy": "paper_shredder"}),
}
"""Matches by name: the game, the number of people, and the options of its command."""


def usual(game_id: str) -> tuple[str, int, dict[str, Any]]:
    """A match of a game with its usual options and no more people than it needs."""
    game = registry.game(game_id)
    return game_id, game.seat_counts(game.options_type())[0], {}


NAMED = {form[0] for form in FORMS.values()}
MATCHES = FORMS | {game: usual(game) for game in registry.GAMES if game not in NAMED}

WORD = re.compile(r"[^\W\d_]+")


def words(text: str) -> set[str]:
    """The words of a text in small letters, without what belongs to no language."""
    plain = re.sub(r"\{\w+\}", " ", CODE.sub(" ", text.replace(SOFT_HYPHEN, "")))
    return {word.lower() for word in WORD.findall(plain) if word.isalpha()}


@cache
def vocabulary(language: str) -> frozenset[str]:
    """Every word that a language's catalogue uses."""
    entries = [entry for entry in texts(all_texts(language)) if entry.context != NAME]
    return frozenset(
        word for entry in entries for form in forms(entry.string) for word in words(form)
    )


def english(text: str, language: str) -> set[str]:
    """The words of a text that the English catalogue uses, and this language's does not."""
    return words(text) & (vocabulary(DEFAULT) - vocabulary(language))


@pytest.mark.parametrize("language", OTHERS)
def test_english_is_told_from_each_language(language: str) -> None:
    told = "The table follows in a moment."
    assert english(told, language) >= {"follows", "the"}
    entries = [entry for entry in texts(all_texts(language)) if entry.context != NAME]
    own = " ".join(form for entry in entries for form in forms(entry.string))
    assert english(own, language) == set()


@pytest.fixture
def sent() -> Iterator[Sent]:
    with noting() as noted:
        yield noted


async def speaking(world: World, language: str, people: int) -> list[Person]:
    """A server in this language, and so many people in it who speak it."""
    await world.bot.languages.save_settings(world.guild.id, Settings(language=language))
    others = [world.person("Kit")] if people > 3 else []
    for person in world.people:
        person.locale = language
        await person.command("language", language=language)
    return [world.ana, world.ben, world.eve, *others][:people]


@pytest.mark.parametrize("match", MATCHES)
@pytest.mark.parametrize("language", OTHERS)
async def test_a_whole_match(world: World, sent: Sent, language: str, match: str) -> None:
    game, number, options = MATCHES[match]
    people = await speaking(world, language, number)
    sent.said.clear()
    await tour.start(world, people, game, **options)
    await tour.play(world, Random(len(match)))
    await tour.afterwards(world, people)
    assert len(sent.said) > 20
    assert_all_in(language, sent)


@pytest.mark.parametrize("language", OTHERS)
def test_what_many_matches_show(language: str) -> None:
    found = samples(translator(language))
    assert {said for said in found if english(said.text, language)} == set()
    assert {said for said in found if len(said.text) > LIMITS[said.kind]} == set()


@pytest.mark.parametrize("game", TAUGHT)
@pytest.mark.parametrize("language", OTHERS)
async def test_a_first_match(world: World, sent: Sent, language: str, game: str) -> None:
    (ana,) = await speaking(world, language, 1)
    sent.said.clear()
    await tour.learn(world, ana, game, Random(1))
    assert len(sent.said) > 20
    assert_all_in(language, sent)


def assert_all_in(language: str, sent: Sent) -> None:
    found = {said: strange for said in sent.said if (strange := english(said.text, language))}
    assert found == {}
    assert sent.cut == []
    assert sent.too_large == []
