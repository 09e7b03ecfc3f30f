"""What Discord is told of the commands: in every language of its clients, within its limits."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from bot.i18n import DEFAULT, LOCALES, NAME, WHICH_GAME, languages, pick
from bot.locales.__main__ import extract
from engine import registry
from tests.world import World

CLIENTS = ("de", "fr", "es-ES", "es-419")
"""The languages of Discord's clients that we speak, apart from English."""

TYPED = 1
"""The type of commands that are typed."""

SUBCOMMANDS = (1, 2)
"""The types of options that are commands or groups again."""


def commands(world: World) -> list[dict[str, Any]]:
    """What people type; for the entries in menus see `test_challenge`."""
    sent = world.env.backend.commands[None].values()
    return [command for command in sent if command.get("type", TYPED) == TYPED]


def nodes(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A command and everything in it that people type or read, apart from choices."""
    yield node
    for option in node.get("options", ()):
        yield from nodes(option)


def everything(world: World) -> list[dict[str, Any]]:
    return [node for command in commands(world) for node in nodes(command)]


def choices(world: World) -> list[dict[str, Any]]:
    return [choice for node in everything(world) for choice in node.get("choices", ())]


def name(node: dict[str, Any], client: str) -> str:
    """What a client calls something."""
    return (node.get("name_localizations") or {}).get(client, node["name"])


def description(node: dict[str, Any], client: str) -> str:
    return (node.get("description_localizations") or {}).get(client, node["description"])


def size(node: dict[str, Any]) -> int:
    """A command's size as Discord counts it: of each field the longest language."""
    fields = [
        max(map(len, [node[key], *(node.get(f"{key}_localizations") or {}).values()]))
        for key in ("name", "description")
        if key in node
    ]
    inner = [*node.get("options", ()), *node.get("choices", ())]
    return sum(fields) + len(str(node.get("value", ""))) + sum(map(size, inner))


async def test_every_name_and_description_is_a_text_of_the_catalogues(world: World) -> None:
    """That these are complete is checked elsewhere; the games' own names and numbers stay."""
    texts = {(message.id, message.context) for message in extract()}
    for node in everything(world):
        assert (node["name"], NAME) in texts or node["name"] in registry.GAMES, node["name"]
        assert (node["description"], None) in texts, node["name"]
    for choice in choices(world):
        assert (choice["name"], None) in texts or choice["name"].isdecimal(), choice["name"]


@pytest.mark.parametrize("client", CLIENTS)
async def test_each_client_gets_its_language(world: World, client: str) -> None:
    t = pick(client)
    assert client.startswith(t.language)
    for node in everything(world):
        assert name(node, client) in (t.name(node["name"]), t.name(node["name"], WHICH_GAME))
        assert description(node, client) == t.gettext(node["description"])
        assert client in (node.get("description_localizations") or {}), node["name"]
    for choice in choices(world):
        assert name(choice, client) == t.gettext(choice["name"])


async def test_one_of_the_games_is_not_called_a_match(world: World) -> None:
    (board,) = [command for command in commands(world) if command["name"] == "leaderboard"]
    option = next(option for option in board["options"] if option["name"] == "game")
    assert option["name_localizations"]["de"] == "spiel"
    (group,) = [command for command in commands(world) if command["name"] == "game"]
    assert group["name_localizations"]["de"] == "partie"


async def test_every_installed_language_of_a_client_is_sent(world: World) -> None:
    sent = {locale for node in everything(world) for locale in node["description_localizations"]}
    assert sent >= set(CLIENTS)
    assert {locale.split("-")[0] for locale in sent} <= set(languages()) - {DEFAULT}
    assert (LOCALES / "ca").exists()  # and stays at home, as Discord does not speak Catalan
    assert "ca" not in sent


@pytest.mark.parametrize("client", ["en-US", *CLIENTS])
async def test_everything_is_within_discord_s_limits(world: World, client: str) -> None:
    for node in everything(world):
        shown = name(node, client)
        assert re.fullmatch(r"[-'\w]{1,32}", shown)
        assert shown == shown.lower()
        assert 1 <= len(description(node, client)) <= 100, description(node, client)
        options = [name(option, client) for option in node.get("options", ())]
        assert len(options) == len(set(options)) <= 25
        offered = [name(choice, client) for choice in node.get("choices", ())]
        assert len(offered) == len(set(offered)) <= 25
        assert all(1 <= len(choice) <= 100 for choice in offered)
    shown_commands = [name(command, client) for command in commands(world)]
    assert len(shown_commands) == len(set(shown_commands)) <= 100


async def test_no_command_is_too_large_in_all_its_languages(world: World) -> None:
    sizes = {command["name"]: size(command) for command in commands(world)}
    assert sizes["play"] > 400  # counted, with everything in it
    assert max(sizes.values()) <= 8000


async def test_texts_mention_the_commands_that_there_are(world: World) -> None:
    ids = {command["name"]: int(command["id"]) for command in commands(world)}
    t = await world.bot.languages.person(world.ana.id, "de")
    assert t.language == "de"
    assert t.command("game here") == f"</game here:{ids['game']}>"
    assert t.command("settings") == f"</settings:{ids['settings']}>"
    assert t.command("play") == " · ".join(
        f"</play {game}:{ids['play']}>" for game in registry.GAMES
    )
    known = {
        f"{command['name']} {option['name']}" if option["type"] in SUBCOMMANDS else command["name"]
        for command in commands(world)
        for option in command["options"] or [{"type": 0}]
    }
    assert set(world.bot.languages.commands) == known


async def test_what_is_public_mentions_commands_as_well(world: World) -> None:
    t = await world.bot.languages.public(world.guild.id)
    assert t.command("rules").startswith("</rules:")


def test_where_no_ids_are_known_a_command_has_its_plain_name() -> None:
    assert pick("en").command("game here") == "/game here"
    assert (
        pick("de").command("game here") == f"/{pick('de').name('game')} {pick('de').name('here')}"
    )
    assert pick("de").command("play") == "/spielen"
