"""How well computers play: chosen in the lobby or with /play, and kept."""

from random import Random
from typing import Any

import pytest
from simcord.components import walk_components

from engine import agencia as la_agencia
from engine import agent_avenue
from engine.players.budget import Budget
from tests.cogs.agencia import evening as agencia
from tests.cogs.agent_avenue import duel
from tests.cogs.test_game_commands import moderator, thread
from tests.world import Shown, World

SELECT = 3


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hard imagines a few worlds only."""
    for game in (agent_avenue.GAME, la_agencia.GAME):
        players: Any = game.players
        hard = type(players["hard"])(Budget(seconds=None, iterations=2))
        monkeypatch.setitem(players, "hard", hard)


async def levels(world: World) -> list[str | None]:
    """Those of the newest match's seats; None for a person."""
    return [row.level if row.user is None else None for row in (await world.match()).seats]


def select(world: World, lobby: Shown) -> dict[str, bool]:
    """What a lobby offers for its computers, and which of it is chosen."""
    found = [c for c in walk_components(world.stored(lobby).components) if c["type"] == SELECT]
    return {o["label"]: o.get("default", False) for part in found for o in part["options"]}


async def choose(world: World, lobby: Shown, level: str, who: str = "ana") -> Any:
    custom_id = lobby.buttons["Join"].replace("join", "level")
    return await getattr(world, who).choose(world.read(lobby), custom_id, level)


async def test_a_lobby_with_a_computer_offers_how_well_it_plays(world: World) -> None:
    lobby = await world.ana.play()
    assert select(world, lobby) == {}
    await world.ana.press(lobby, "Add computer")
    assert select(world, lobby) == {
        "Computers play: easy": False,
        "Computers play: normal": True,
        "Computers play: hard": False,
    }
    assert "**Computer**" in world.read(lobby).text
    await choose(world, lobby, "hard")
    assert "**Computer (hard)**" in world.read(lobby).text
    assert select(world, lobby)["Computers play: hard"]
    await choose(world, lobby, "easy")
    assert "**Computer (easy)**" in world.read(lobby).text


async def test_it_is_the_same_for_all_computers_and_for_those_that_come_later(
    world: World,
) -> None:
    lobby = await agencia.lobby(world)
    await world.ben.press(lobby, "Join")
    for _ in range(2):
        await world.ana.press(lobby, "Add computer")
    await choose(world, lobby, "hard", "ben")
    await world.ana.press(lobby, "Add computer")
    text = world.read(lobby).text
    for name in ("Computer (hard)", "Computer (hard) (2)", "Computer (hard) (3)"):
        assert f"**{name}**" in text


async def test_who_is_not_in_the_lobby_cannot_choose_it(world: World) -> None:
    lobby = await world.ana.play()
    await world.ana.press(lobby, "Add computer")
    answer = await choose(world, lobby, "hard", "eve")
    assert answer.private == "You are not in this lobby."
    assert "**Computer**" in world.read(lobby).text


@pytest.mark.usefixtures("quick")
async def test_the_match_keeps_it_and_so_do_a_restart_and_a_rematch(world: World) -> None:
    lobby = await world.ana.play()
    await world.ana.press(lobby, "Add computer")
    await choose(world, lobby, "hard")
    await world.restart()
    assert "**Computer (hard)**" in world.read(lobby).text
    await world.ana.press(lobby, "Start")
    assert await levels(world) == [None, "hard"]
    await world.restart()
    assert await levels(world) == [None, "hard"]
    async for _ in duel.decisions(world, Random(6)):
        assert "Computer (hard)" in world.table.text
    answer = await world.ana.command("history")
    assert answer.private is not None
    assert "Computer (hard)" in answer.private
    before = (await world.match()).id
    await world.ana.press(world.table, "Rematch")
    assert (await world.match()).id != before
    assert await levels(world) == [None, "hard"]


async def test_play_names_it(world: World) -> None:
    await world.ana.command("play agent-avenue", computer="easy", teams="2v2")
    assert await levels(world) == [None, "easy", "easy", "easy"]
    other = world.guild.create_text_channel("other")
    await world.ben.command("play la-agencia", other, computer="normal")
    assert await levels(world) == [None, "normal", "normal", "normal"]


async def test_a_seat_that_a_moderator_gives_to_the_computer_is_a_normal_one_s(
    world: World,
) -> None:
    await duel.start(world)
    await moderator(world).command("game remove", thread(world), user=world.ben.member)
    assert await levels(world) == [None, "normal"]


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("mode", ["simple", "advanced"])
async def test_a_whole_match_of_agent_avenue_against_hard(world: World, mode: str) -> None:
    await world.ana.command("play agent-avenue", computer="hard", mode=mode)
    async for person in duel.decisions(world, Random(3)):
        assert person is world.ana
    assert (await world.match()).over
    assert world.bot.manager._computers._thinking._pool is not None, "it has thought elsewhere"


@pytest.mark.usefixtures("quick")
async def test_a_whole_match_of_la_agencia_against_hard(world: World) -> None:
    await world.ana.command("play la-agencia", computer="hard")
    async for person in agencia.decisions(world, Random(3)):
        assert person is world.ana
    assert (await world.match()).over
    assert world.bot.manager._computers._thinking._pool is not None, "it has thought elsewhere"
