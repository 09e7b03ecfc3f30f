"""The bot is stopped and started again, at any moment: nobody notices more than a short wait."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.app import HEAL_AGAIN
from bot.backup import back_up, restore
from bot.database import StoreError
from bot.rows import Settings
from bot.store import Store
from bot.surfaces import RETRY_DELAYS
from tests.cogs.agent_avenue.duel import (
    called,
    choices,
    decide,
    decisions,
    downs,
    offer,
    over,
    picks,
    play,
    start,
)
from tests.world import Shown, World, world_in


def everything(world: World) -> dict[str, list[Shown]]:
    """What everybody sees, by name, and whom the bot has pinged."""
    return {person.member.name: world.seen_by(person) for person in world.people}


def told(world: World) -> list[tuple[object, ...]]:
    """What everybody sees, told so that it does not depend on the messages' ids."""
    return [
        (name, re.sub(r"/\d+(?=[/)])|<t:\d+:R>", "", message.text), message.buttons, message.alts)
        for name, messages in everything(world).items()
        for message in messages
    ]


async def presses(world: World) -> AsyncIterator[None]:
    """A whole match from the command on; stops after each press and command."""
    rng = Random(3)
    lobby = await world.ana.play()
    yield
    await world.ben.press(lobby, "Join")
    yield
    await world.ana.press(lobby, "Start")
    yield
    while not over(world):
        person = called(world)
        if "Recruit the face-down card" in world.table.buttons:
            await decide(world, rng)
        else:
            if "Discard a card (4 left)" in person.hand.buttons and rng.random() < 0.3:
                await person.press(person.hand, "Discard a card")
                yield
                await person.press(person.hand, rng.choice(list(person.hand.buttons)[:-1]))
                yield
            await person.press(person.hand, rng.choice(picks(person.hand)))
            yield
            await person.press(person.hand, rng.choice(downs(person.hand)))
        yield


async def test_a_restart_after_every_step_changes_nothing_that_anybody_sees(world: World) -> None:
    steps = 0
    async for _ in presses(world):
        before, pings = everything(world), list(world.pings)
        await world.restart()
        assert everything(world) == before
        assert world.pings == pings
        steps += 1
    assert over(world)
    assert steps > 20


@pytest.mark.parametrize(
    ("mode", "requests", "last"),
    [
        *(("simple", requests, "done") for requests in range(7)),
        ("simple", 1, "lost"),
        ("simple", 2, "lost"),
        ("advanced", 1, "done"),
        ("advanced", 3, "lost"),
    ],
)
@pytest.mark.trouble
async def test_a_crash_after_any_request_of_any_press_is_healed_at_the_next_start(
    mode: str, requests: int, last: str, tmp_path: Path
) -> None:
    """Everybody sees, after every press, what they would see had nothing happened.

    The last request is carried out without the bot hearing of it, or is lost on its way.
    """
    async with world_in(tmp_path / "calm") as world:
        expected = [told(world) async for _ in presses_dying(world, mode)]
        pings = [ping.user for ping in world.pings]
    async with world_in(tmp_path / "stormy") as world:
        seen = [
            told(world) async for _ in presses_dying(world, mode, requests, lost=last == "lost")
        ]
        assert [ping.user for ping in world.pings] == pings
    for step, (actual, wanted) in enumerate(zip(seen, expected, strict=True)):
        assert actual == wanted, f"after press {step}"


async def presses_dying(
    world: World, mode: str, dying_after: int | None = None, *, lost: bool = False
) -> AsyncIterator[None]:
    """The presses of a match; the bot dies in each of them if wished, and starts again."""
    lobby = await world.ana.play(mode=mode)
    await world.ben.press(lobby, "Join")
    rng = Random(9)
    person, message, label = world.ana, lobby, "Start"
    while True:
        if dying_after is None:
            await person.press(message, label)
        else:
            with world.dying(dying_after, lost=lost):
                await person.press(message, label, answered=False)
            await world.restart()
        yield
        if over(world):
            return
        person = called(world)
        message = world.table if choices(world.table) else person.hand
        label = rng.choice(choices(message))


async def test_after_a_restored_backup_messages_show_what_it_holds(
    world: World, tmp_path: Path
) -> None:
    """Though people have played on after it was made."""
    await start(world)
    shown, backup = [world.table, world.ana.hand, world.ben.hand], tmp_path / "backup.db"
    back_up(world.config.database, backup)
    await decide(world, Random(1))
    assert [world.read(message) for message in shown] != shown
    restore(world.config.database, backup)
    await world.restart()
    assert [world.read(message) for message in shown] == shown


async def test_after_a_restored_backup_no_table_of_other_moves_counts(
    world: World, tmp_path: Path
) -> None:
    """It stands there still, and its button may be for as many actions as there are by now."""
    await start(world)
    backup = tmp_path / "backup.db"
    back_up(world.config.database, backup)
    for _ in range(3):
        await decide(world, Random(1))
    old = world.table
    restore(world.config.database, backup)
    await world.restart()
    for _ in range(3):
        await decide(world, Random(7))
    assert world.table.id != old.id
    button = "Recruit the face-down card"
    assert world.table.buttons[button] == old.buttons[button]
    told = await called(world).press(old, button)
    assert told.private is not None
    assert told.private.startswith("That moment has passed. The table as it is now: https://")
    assert told.private.endswith(f"/{world.table.id}")
    assert (await world.match()).version == 3


async def test_after_a_restored_backup_an_end_that_it_does_not_hold_has_no_rematch(
    world: World, tmp_path: Path
) -> None:
    await start(world)
    backup = tmp_path / "backup.db"
    back_up(world.config.database, backup)
    async for _ in decisions(world, Random(1)):
        pass
    end = world.table
    restore(world.config.database, backup)
    await world.restart()
    told = await world.ana.press(end, "Rematch")
    assert told.private is not None
    assert told.private.startswith("That moment has passed. The table as it is now: https://")


async def test_a_button_from_before_the_restart_works(world: World) -> None:
    await start(world)
    active = called(world)
    hand = active.hand
    await world.restart()
    await active.press(hand, picks(hand)[0])
    chosen = active.hand
    await world.restart()
    await active.press(chosen, downs(chosen)[0])
    assert "Recruit the face-down card" in world.table.buttons


async def test_a_private_hand_from_before_the_restart_works(world: World) -> None:
    await start(world)
    active = called(world)
    peek = (await active.press(world.table, "My hand")).message
    assert peek is not None
    await world.restart()
    await active.press(peek, picks(peek)[0])
    peek = world.read(peek)
    await active.press(peek, downs(peek)[0])
    assert "Recruit the face-down card" in world.table.buttons


@pytest.mark.settings(computer_delay=60)
async def test_the_computer_still_moves_after_a_restart(world: World) -> None:
    await start(world, against_computer=True)
    if picks(world.ana.hand):
        await play(world.ana, picks(world.ana.hand)[0], picks(world.ana.hand)[1])
    waiting = world.table
    await world.restart()
    assert world.table == waiting
    await world.wait(85)
    assert world.table != waiting


async def test_a_lobby_survives_a_restart(world: World) -> None:
    lobby = await world.ana.play(invite=world.ben.member)
    await world.restart()
    assert world.read(lobby) == lobby
    await world.ben.press(lobby, "Join")
    await world.ana.press(lobby, "Start")
    assert "choose two cards" in world.table.text


async def test_settings_survive_a_restart(world: World) -> None:
    await world.bot.languages.save_settings(world.guild.id, Settings(threads=False))
    await world.restart()
    await start(world)
    assert world.table.channel == world.games.id


async def test_nothing_is_posted_at_the_start_when_nothing_lags_behind(world: World) -> None:
    await start(world)
    before = len(world.env.http_requests)
    await world.restart()
    paths = {entry.path for entry in world.env.http_requests[before:]}
    assert not [path for path in paths if "/messages" in path or path.endswith("/threads")]


@pytest.mark.trouble
async def test_a_lobby_whose_message_was_never_noted_is_found_again(world: World) -> None:
    with world.dying(0, lost=False):
        await world.ana.command("play agent-avenue", answered=False)
    await world.restart()
    (lobby,) = world.messages(world.games)
    await world.ben.press(lobby, "Join")
    await world.ana.press(lobby, "Start")
    assert "choose two cards" in world.table.text
    assert [m for m in world.messages(world.games) if "has started" in m.text]


async def test_closing_while_a_message_is_on_its_way_ends_its_task(world: World) -> None:
    await start(world)
    match = await world.match()
    world.bot.surfaces.refresh(match)
    await world.bot.surfaces.stop()
    names = [task.get_name() for task in asyncio.all_tasks() if not task.done()]
    assert not [name for name in names if name.startswith(("refresh", "retry"))]


async def test_a_stop_ends_the_mending_before_the_database_closes(world: World) -> None:
    await start(world)
    await world.restart()
    bot = world.bot
    bot._healing = asyncio.create_task(bot._heal(), name="heal")
    await asyncio.sleep(0)  # It has begun, and waits for the database.
    await bot.close()
    assert bot._healing.cancelled()
    await world.restart()
    assert "choose two cards" in world.table.text


@pytest.mark.trouble
async def test_nobody_is_called_twice_though_the_call_could_not_be_noted_at_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start(world)
    save, failed = world.bot.store.save_shown, list[StoreError]()

    async def full_once(*args: Any) -> None:
        if not failed:
            failed.append(StoreError("The disk is full."))
            raise failed[0]
        await save(*args)

    monkeypatch.setattr(world.bot.store, "save_shown", full_once)
    await offer(called(world), Random(1))
    await world.wait(RETRY_DELAYS[0] + 1)
    pings = list(world.pings)
    await world.restart()
    assert world.pings == pings
    assert failed


@pytest.mark.trouble
async def test_what_cannot_be_mended_at_the_start_is_mended_a_little_later(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start(world)
    read, failed = Store.waiting, list[StoreError]()

    async def unreadable_once(store: Store) -> list[tuple[str, int, float]]:
        if not failed:
            failed.append(StoreError("The database could not be read."))
            raise failed[0]
        return await read(store)

    monkeypatch.setattr(Store, "waiting", unreadable_once)
    await world.restart()
    pings = len(world.pings)
    await world.wait(HEAL_AGAIN)
    await world.wait(12 * 3600)
    assert len(world.pings) == pings + 1  # the reminder at half time
