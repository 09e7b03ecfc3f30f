"""A language is one folder: with that, it is offered everywhere."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po
from simcord.components import walk_components

from bot.i18n import DOMAIN, LOCALES, NAME, languages, pick
from bot.locales.__main__ import check, extract
from bot.locales.mistakes import forms
from tests.languages import pseudo, tour
from tests.world import Shown, World, world_in

SELECT = 3
"""Discord's number for the kind of component."""

SLASH = 1
"""Discord's number for a command that is typed."""

NEW = {
    "it": ("it", "Italiano"),
    "pt_BR": ("pt-BR", "Português (Brasil)"),
    "zh_TW": ("zh-TW", "中文 (繁體, 台灣)"),
}
"""New folders; what Discord calls the language, and how it calls itself."""


def write(folder: Path, language: str) -> None:
    """A catalogue in which every text ends with the language's code."""
    made = Catalog(locale=language)
    for message in extract():
        if not message.id:
            continue
        first, *rest = forms(message.id)
        mark = language.lower() if message.context == NAME else f" ({language})"
        string = [f"{form}{mark}" for form in (first, *(rest or [first]) * (made.num_plurals - 1))]
        made.add(message.id, tuple(string) if rest else string[0], context=message.context)
    path = folder / language / "LC_MESSAGES" / f"{DOMAIN}.po"
    path.parent.mkdir(parents=True, exist_ok=True)  # by now it may be ours
    with path.open("wb") as file:
        write_po(file, made)


@pytest.fixture(params=list(NEW))
async def added(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[tuple[World, str]]:
    """A world in which there is one language more."""
    folder = tmp_path / "locales"
    shutil.copytree(LOCALES, folder)
    write(folder, request.param)
    with pseudo.installed(folder):
        async with world_in(tmp_path) as world:
            yield world, request.param


def offered(world: World, message: Shown) -> list[str]:
    """The languages that a message offers."""
    (select,) = [
        part
        for part in walk_components(world.stored(message).components)
        if part["type"] == SELECT and part["custom_id"].endswith(":language")
    ]
    return [option["label"] for option in select["options"]]


async def test_it_is_offered_everywhere(added: tuple[World, str]) -> None:
    world, language = added
    _, own = NEW[language]
    assert languages()[0] == "en"
    assert language in languages()
    admins = world.guild.create_role("Admins", permissions=discord.Permissions(manage_guild=True))
    world.env.backend.add_member_role(world.guild.id, world.eve.id, admins.id)
    for command in ("settings", "preferences"):
        message = (await world.eve.command(command)).message
        assert message is not None
        assert own in offered(world, message)
    choices = await world.eve.member.autocomplete(world.games, "language", "language", own[:3])
    assert choices == [{"name": own, "value": language}]
    await world.eve.choose(message, "PREFERENCES:0:language", language.lower())
    assert (await world.bot.languages.preferences(world.eve.id)).language == language


async def test_commands_are_told_to_its_clients(added: tuple[World, str]) -> None:
    world, language = added
    client, _ = NEW[language]
    commands = world.env.backend.commands[None].values()
    for command in commands:
        if command["type"] == SLASH:
            assert command["name_localizations"][client] == f"{command['name']}{language.lower()}"
            assert command["description_localizations"][client].endswith(f"({language})")
        else:  # an entry in a menu: no description, and a name like any other text
            assert command["name_localizations"][client] == f"{command['name']} ({language})"
    assert {command["type"] for command in commands} > {SLASH}


async def test_who_speaks_it_reads_it(added: tuple[World, str]) -> None:
    world, language = added
    client, _ = NEW[language]
    world.env.backend.get_guild(world.guild.id).preferred_locale = client
    world.ana.locale = client
    await world.restart()
    await tour.start(world, [world.ana, world.ben], "agent-avenue")
    assert f"Rules ({language})" in world.table.buttons
    assert f"({language})" in world.ana.hand.text
    assert f"({language})" not in world.ben.hand.text
    assert pick(client).language == language


def test_the_check_looks_at_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    template = extract()
    write(tmp_path, "it")
    path = tmp_path / "it" / "LC_MESSAGES" / f"{DOMAIN}.po"
    monkeypatch.setattr("bot.locales.__main__.ROOT", tmp_path)
    assert [line for line in check(path, template) if "does not name" not in line] == []
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole.replace('msgstr "Rules (it)"', 'msgstr ""'), encoding="utf-8")
    assert any("not translated: 'Rules'" in line for line in check(path, template))
