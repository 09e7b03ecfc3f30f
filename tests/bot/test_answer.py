"""Answers in time: what takes long is acknowledged first, and stays private if it is."""

import asyncio
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any
from unittest import mock

import pytest
from discord import app_commands

from bot import answer
from bot.draw.studio import STUDIO
from tests.cogs.agent_avenue.duel import called, decide, downs, offer, picks, start
from tests.cogs.test_game_commands import moderator, thread
from tests.cogs.test_settings import settings
from tests.world import Person, Shown, World

LOADING = 1 << 7
"""The flag of a message that says that the bot is thinking."""


@pytest.fixture
def slow(world: World, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Makes a method of the store, opening a match or drawing take longer than a press may."""
    monkeypatch.setattr(answer, "DEFER_AFTER", 0.02)

    def make_slow(method: str) -> None:
        services = {"open": world.bot.manager, "draw": STUDIO}
        service = services.get(method, world.bot.store)
        work = getattr(service, method)

        async def slowly(*args: Any, **kwargs: Any) -> Any:
            await asyncio.sleep(0.1)
            return await work(*args, **kwargs)

        monkeypatch.setattr(service, method, slowly)

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


@pytest.mark.parametrize("reading", ["preferences", "lobby"])
async def test_a_press_in_a_lobby_is_acknowledged_while_something_is_read_for_it(
    world: World, monkeypatch: pytest.MonkeyPatch, reading: str
) -> None:
    monkeypatch.setattr(answer, "DEFER_AFTER", 0.02)
    lobby = await world.ana.play()
    since = len(world.env.http_requests)
    work, meanwhile = getattr(world.bot.store, reading), list[list[int]]()

    async def slowly(*args: Any) -> Any:
        await asyncio.sleep(0.1)
        meanwhile.append(answers(world, since))
        return await work(*args)

    monkeypatch.setattr(world.bot.store, reading, slowly)
    await world.ben.press(lobby, "Join")
    assert meanwhile[0] == [5]


async def test_a_press_in_a_match_is_acknowledged_while_the_language_is_read(
    world: World, slow: Callable[[str], None]
) -> None:
    await start(world)
    slow("preferences")
    since = len(world.env.http_requests)
    await world.eve.press(world.table, "My hand")
    assert answers(world, since) == [5]


async def test_a_slow_press_is_acknowledged_first_and_shown_then(
    world: World, slow: Callable[[str], None]
) -> None:
    await start(world)
    await offer(called(world), Random(1))
    slow("append")
    since, table = len(world.env.http_requests), world.table
    await called(world).press(table, "Recruit the face-up")
    assert answers(world, since) == [5]
    assert "took the face-up card" in world.read(table).text
    assert thinking(world) == [], "what was thinking has gone"


async def test_while_pictures_take_long_every_press_is_acknowledged_first(
    world: World, slow: Callable[[str], None]
) -> None:
    """As when the process that draws is just starting, or hangs."""
    await start(world)
    active = called(world)
    hand = active.dms[-1]
    first = picks(hand)[0]
    slow("draw")

    async def press(person: Person, message: Shown, label: str) -> Shown | None:
        since = len(world.env.http_requests)
        answered = await person.press(message, label)
        assert answers(world, since) == [5], label
        assert thinking(world) == [], label
        return answered.message

    peek = await press(active, world.table, "My hand")
    assert peek is not None
    assert picks(peek)
    await press(active, hand, first)
    half = world.read(hand)
    await press(active, half, downs(half)[0])
    await press(active, hand, first)  # as somebody whose screen has not caught up
    assert "That moment has passed." in world.read(hand).text
    table = world.table
    await press(called(world), table, "Recruit the face-up")
    assert "took the face-up card" in world.read(table).text


async def test_a_public_rule_whose_picture_takes_long_is_posted(
    world: World, slow: Callable[[str], None]
) -> None:
    slow("draw")
    since = len(world.env.http_requests)
    await world.ana.command("rules", topic="Enforcer", public=True)
    assert answers(world, since) == [5]
    (page,) = world.messages(world.games)
    assert "Enforcer" in page.text
    assert thinking(world) == []


@pytest.mark.trouble
async def test_a_late_public_answer_that_cannot_be_posted_is_said_not_to_be(
    world: World, slow: Callable[[str], None]
) -> None:
    slow("draw")
    world.fail("POST", f"/channels/{world.games.id}/messages", 403, 50013)
    answered = await world.ana.command("rules", topic="Enforcer", public=True)
    assert answered.private == "I could not post here. Please try again in a moment."
    assert world.messages(world.games) == []
    assert thinking(world) == []


async def test_somebody_is_looked_for_even_if_the_match_had_to_be_read_for_long(
    world: World, slow: Callable[[str], None]
) -> None:
    await start(world)
    slow("open")
    since = len(world.env.http_requests)
    await called(world).command("game substitute", thread(world))
    assert answers(world, since) == [5]
    wanted = [message for message in world.public if "Take over" in message.buttons]
    assert len(wanted) == 1
    assert thinking(world) == []


async def test_whatever_an_answer_waits_for_counts_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(answer, "DEFER_AFTER", 0.05)
    interaction = mock.AsyncMock(extras={})
    answer.answer_in_time(interaction)
    for _ in range(4):
        await asyncio.sleep(0.02)
    await answer.stop_waiting(interaction)
    interaction.response.defer.assert_awaited_once()


async def test_what_has_been_answered_is_not_deferred_any_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(answer, "DEFER_AFTER", 0.02)
    interaction = mock.AsyncMock(extras={})
    answer.answer_in_time(interaction)
    await answer.stop_waiting(interaction)
    await asyncio.sleep(0.05)
    interaction.response.defer.assert_not_awaited()


async def test_every_command_is_acknowledged_while_the_language_is_read(
    world: World, slow: Callable[[str], None]
) -> None:
    moderator(world)
    admin, _ = await settings(world)
    slow("preferences")
    asked: list[str] = []
    for command in world.bot.tree.walk_commands():
        if isinstance(command, app_commands.Group) or any(p.required for p in command.parameters):
            continue
        world.bot.languages.forget(admin.id)  # so that it has to be read
        since = len(world.env.http_requests)
        await admin.command(command.qualified_name)
        assert answers(world, since) == [5], command.qualified_name
        assert thinking(world) == [], command.qualified_name
        asked.append(command.qualified_name)
    assert {"play agent-avenue", "learn la-agencia", "rules", "settings"} <= set(asked)


async def test_a_slow_refusal_of_a_press_stays_private(
    world: World, slow: Callable[[str], None]
) -> None:
    await start(world)
    await world.restart()  # so that the match has to be read
    slow("stored")
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


def thinking(world: World) -> list[int]:
    """The messages that still say that the bot is thinking."""
    everything = (m for channel in world.env.backend.messages.values() for m in channel.values())
    return [message.id for message in everything if message.flags & LOADING]


def followups(world: World) -> list[str]:
    return [
        entry.path
        for entry in world.env.http_requests
        if entry.method == "POST" and entry.path.startswith("/webhooks/")
    ]


async def test_what_is_told_late_takes_the_place_of_thinking_and_is_kept_up_to_date(
    world: World, slow: Callable[[str], None]
) -> None:
    await start(world)
    await offer(called(world), Random(1))
    recruiter = called(world)
    await world.restart()  # so that the match has to be read
    slow("stored")
    hand = (await recruiter.press(world.table, "My hand")).message
    assert hand is not None
    assert hand.private
    await recruiter.press(world.table, "Recruit the face-up")
    assert picks(world.read(hand))
    assert thinking(world) == []
    assert followups(world) == []


async def test_a_slow_choice_in_a_private_answer_goes_on_in_a_new_one(
    world: World, slow: Callable[[str], None]
) -> None:
    await start(world)
    active = called(world)
    peek = (await active.press(world.table, "My hand")).message
    assert peek is not None
    await world.restart()
    slow("stored")
    newer = (await active.press(peek, picks(peek)[0])).message
    assert newer is not None
    assert newer.id != peek.id
    assert downs(newer)
    await active.press(newer, downs(newer)[0])
    assert "Recruit the face-down card" in world.table.buttons
    assert "It is your turn" not in world.read(newer).text
    assert thinking(world) == []


@pytest.mark.settings(threads=False)
async def test_a_slow_lobby_calls_the_invited_person_once(
    world: World, slow: Callable[[str], None]
) -> None:
    slow("create_lobby")
    await world.ana.command("play agent-avenue", invite=world.ben.member)
    assert [ping.user for ping in world.pings] == [world.ben.id]
    assert thinking(world) == []
    assert followups(world) == []


@pytest.mark.trouble
@pytest.mark.settings(threads=False)
async def test_a_slow_lobby_that_cannot_be_shown_is_closed_and_said_to_be(
    world: World, slow: Callable[[str], None]
) -> None:
    world.ana.locale = "de"
    slow("create_lobby")
    world.fail("POST", f"/channels/{world.games.id}/messages", 403, 50013)
    answer = await world.ana.command("play agent-avenue")
    assert (answer.private or "").startswith("Die Lobby ließ sich nicht anzeigen")
    world.recover()
    await world.ana.command("play agent-avenue")
    (lobby,) = world.messages(world.games)
    assert "Join" in lobby.buttons


@pytest.mark.trouble
@pytest.mark.parametrize("late", [False, True])
async def test_whatever_is_carried_out_twice_doubles_nothing(
    world: World, slow: Callable[[str], None], late: bool
) -> None:
    """As when Discord's receipts are lost behind a bad gateway, and discord.py asks again."""
    with world.repeating():
        lobby = await world.ana.play()
        await world.ben.press(lobby, "Join")
        await world.ana.press(lobby, "Start")
        rng = Random(1)
        if late:
            slow("open")
        for person in (world.ana, world.ben):
            for label in ("My hand", "Rules", "Why?"):
                if label in world.table.buttons:
                    await person.press(world.table, label)
        for _ in range(4):
            await decide(world, rng)
    marks = Counter(
        (message.channel, top["id"])
        for message in [*world.public, *world.ana.dms, *world.ben.dms]
        for top in world.stored(message).components
        if "id" in top
    )
    assert set(marks.values()) == {1}
    told = Counter((person, m.text) for person in world.people for m in world.told(person))
    assert set(told.values()) <= {1}
    assert thinking(world) == []
    assert called(world) in (world.ana, world.ben)


async def test_a_command_whose_work_takes_long_is_answered_all_the_same(
    world: World, slow: Callable[[str], None]
) -> None:
    await start(world)
    old = called(world)
    slow("reseat")
    await moderator(world).command("game remove", thread(world), user=old.member)
    told = [message.text for message in world.public]
    assert [text.startswith("A moderator has taken **") for text in told].count(True) == 1
    assert thinking(world) == []
