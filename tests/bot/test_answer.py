"""Answers in time: what takes long is acknowledged first, and stays private if it is."""

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from bot import answer
from tests.cogs.agent_avenue.duel import called, offer, start
from tests.world import World


@pytest.fixture
def slow(world: World, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Makes a method of the store take longer than a press may wait."""
    monkeypatch.setattr(answer, "DEFER_AFTER", 0.02)

    def make_slow(method: str) -> None:
        work = getattr(world.bot.store, method)

        async def slowly(*args: Any, **kwargs: Any) -> Any:
            await asyncio.sleep(0.1)
            return await work(*args, **kwargs)

        monkeypatch.setattr(world.bot.store, method, slowly)

    return make_slow


def answers(world: World, since: int) -> list[int]:
    """The types of the first answers to interactions: 4 and 7 at once, 5 and 6 deferred."""
    return [
        entry.json["type"]
        for entry in world.env.http_requests[since:]
        if entry.path.startswith("/interactions/") and isinstance(entry.json, dict)
    ]


async def test_a_quick_press_is_answered_by_one_edit_of_its_message(world: World) -> None:
    await start(world)
    await offer(called(world), Random(1))
    since = len(world.env.http_requests)
    await called(world).press(world.table, "Recruit the face-up")
    assert answers(world, since) == [7]


async def test_a_slow_press_is_acknowledged_first_and_shown_then(
    world: World, slow: Callable[[str], None]
) -> None:
    await start(world)
    await offer(called(world), Random(1))
    slow("append")
    since, table = len(world.env.http_requests), world.table
    await called(world).press(table, "Recruit the face-up")
    assert answers(world, since) == [6]
    assert "took the face-up card" in world.read(table).text


async def test_a_slow_refusal_of_a_press_stays_private(
    world: World, slow: Callable[[str], None]
) -> None:
    await start(world)
    await world.restart()  # so that the match has to be read
    slow("actions")
    before = world.public
    answer = await world.eve.press(world.table, "My hand")
    assert answer.private is not None
    assert answer.private.startswith("You do not play in this match.")
    assert world.public == before


@pytest.mark.settings(threads=False)
async def test_a_slow_command_opens_its_lobby_all_the_same(
    world: World, slow: Callable[[str], None]
) -> None:
    slow("create_lobby")
    since = len(world.env.http_requests)
    await world.ana.command("play agent-avenue")
    assert answers(world, since) == [5]
    (lobby,) = world.messages(world.games)
    await world.ben.press(lobby, "Join")
    assert "**Ben**" in world.read(lobby).text


@pytest.mark.settings(threads=False)
async def test_a_slow_refusal_of_a_command_stays_private(
    world: World, slow: Callable[[str], None]
) -> None:
    lobby = await world.ana.play()
    slow("create_lobby")
    answer = await world.ben.command("play agent-avenue")
    assert answer.private is not None
    assert answer.private.startswith("There is an open lobby here already:")
    assert [message.id for message in world.messages(world.games)] == [lobby.id]
