"""Lobbies as people use them: who gets in, who may do what, and where there is room for one."""

import asyncio
import time
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from discord import Permissions

from bot import answer as answering
from bot.answer import Answer
from bot.screen import Composed
from cogs.lobby import lobby_cog
from tests.cogs.agent_avenue.duel import decisions, start
from tests.world import Person, World, openers

BUTTONS = {"Join", "Leave", "Add computer", "Start", "Cancel"}


def slow(monkeypatch: pytest.MonkeyPatch, person: Person) -> None:
    """Whatever answers this person takes its time on the way to Discord."""
    once = Answer._once

    async def later(answer: Answer, *request: Any) -> int | None:
        if answer._interaction.user.id == person.id:
            await asyncio.to_thread(time.sleep, 0.3)
        return await once(answer, *request)

    monkeypatch.setattr(Answer, "_once", later)


async def joined(world: World, person: Person) -> None:
    """Wait until it is written down that somebody is in the lobby."""

    async def is_in() -> bool:
        (row,) = await world.bot.store.lobbies()
        return str(person.id).encode() in row.body

    while not await is_in():  # noqa: ASYNC110 - the store tells nobody
        await asyncio.sleep(0.01)


async def test_a_lobby_says_who_is_in_and_what_is_played(world: World) -> None:
    lobby = await world.ana.play()
    assert not lobby.private
    assert lobby.text.startswith("### Agent Avenue · simple · two players\n")
    assert "▲ green  **Ana**" in lobby.text
    assert "● blue  (free)" in lobby.text
    assert "Anyone here can join." in lobby.text
    assert "Cards come by direct message." in lobby.text
    assert f"Opened by <@{world.ana.id}>" in lobby.text
    assert set(lobby.buttons) >= BUTTONS
    assert world.pings == []


async def test_who_joins_takes_the_free_seat(world: World) -> None:
    lobby = await world.ana.play()
    answer = await world.ben.press(lobby, "Join")
    assert answer.private is None
    assert "● blue  **Ben**" in world.read(lobby).text


async def test_nobody_gets_a_direct_message_before_the_start(world: World) -> None:
    lobby = await world.ana.play()
    await world.ben.press(lobby, "Join")
    assert world.ana.dms == world.ben.dms == []
    await world.ana.press(lobby, "Start")
    assert len(world.ana.dms) == len(world.ben.dms) == 1


async def test_the_seat_of_somebody_in_the_lobby_cannot_be_taken_twice(world: World) -> None:
    lobby = await world.ana.play()
    for person in (world.ana, world.ben):
        if person is world.ben:
            await person.press(lobby, "Join")
        before = world.read(lobby)
        answer = await person.press(lobby, "Join")
        assert answer.private == "You are in already."
        assert world.read(lobby) == before


async def test_a_full_lobby_says_so(world: World) -> None:
    lobby = await world.ana.play()
    await world.ben.press(lobby, "Join")
    before = world.read(lobby)
    assert (await world.eve.press(lobby, "Join")).private == "Every seat is taken."
    assert (await world.ana.press(lobby, "Add computer")).private == "Every seat is taken."
    assert world.read(lobby) == before


async def test_two_people_press_join_at_once_and_one_gets_the_seat(world: World) -> None:
    lobby = await world.ana.play()
    with world.at_once():
        answers = [
            await person.press(lobby, "Join", answered=False) for person in (world.ben, world.eve)
        ]
    await world.env.settle()
    assert len(answers) == 2
    text = world.read(lobby).text
    assert ("**Ben**" in text) != ("**Eve**" in text)
    loser = world.eve if "**Ben**" in text else world.ben
    told = [m.text for m in world.messages(world.games, loser) if m.private]
    assert told == ["Every seat is taken."]


@pytest.mark.parametrize("deferred", [False, True])
async def test_whichever_answer_comes_last_the_lobby_shows_who_is_in(
    world: World, monkeypatch: pytest.MonkeyPatch, deferred: bool
) -> None:
    message = (await world.ana.command("play la-agencia")).message
    assert message is not None
    slow(monkeypatch, world.ben)
    if deferred:
        monkeypatch.setattr(answering, "DEFER_AFTER", 0.0)
    with world.at_once():
        await world.ben.press(message, "Join", answered=False)
        await joined(world, world.ben)
        await world.eve.press(message, "Join", answered=False)
    await world.env.settle()
    assert all(f"**{name}**" in world.read(message).text for name in ("Ana", "Ben", "Eve"))


@pytest.mark.parametrize(
    ("label", "end"), [("Start", "has started."), ("Cancel", "This lobby was closed.")]
)
async def test_an_answer_that_comes_after_the_end_opens_no_lobby_again(
    world: World, monkeypatch: pytest.MonkeyPatch, label: str, end: str
) -> None:
    message = (await world.ana.command("play la-agencia")).message
    assert message is not None
    for _ in range(2):
        await world.ana.press(message, "Add computer")
    slow(monkeypatch, world.ben)
    with world.at_once():
        await world.ben.press(message, "Join", answered=False)
        await joined(world, world.ben)
        await world.ana.press(message, label, answered=False)
    await world.env.settle()
    assert end in world.read(message).text
    assert world.read(message).buttons == {}


async def test_a_press_in_a_lobby_that_is_left_behind_shows_what_has_become_of_it(
    world: World,
) -> None:
    lobby = await world.ana.play()
    await world.ben.press(lobby, "Join")
    left = deepcopy(world.stored(lobby).components)
    await world.ana.press(lobby, "Start")
    started = world.read(lobby)
    world.stored(lobby).components = left
    await world.eve.press(lobby, "Join")
    assert world.read(lobby) == started


@pytest.mark.trouble
async def test_a_lobby_that_is_deleted_at_a_press_comes_back(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = await world.ana.play()
    slow(monkeypatch, world.ben)
    with world.at_once():
        await world.ben.press(lobby, "Join", answered=False)
        await joined(world, world.ben)
    world.env.backend.delete_message(lobby.channel, lobby.id)
    await world.env.settle()
    (again,) = world.public
    assert "**Ben**" in again.text


async def test_start_with_one_player_says_what_is_missing(world: World) -> None:
    lobby = await world.ana.play()
    answer = await world.ana.press(lobby, "Start")
    assert answer.private is not None
    assert answer.private.startswith("One more has to join first")
    assert world.read(lobby) == lobby
    assert world.ana.dms == []


async def test_only_who_opened_the_lobby_starts_and_cancels(world: World) -> None:
    lobby = await world.ana.play()
    await world.ben.press(lobby, "Join")
    before = world.read(lobby)
    for person in (world.ben, world.eve):
        for label in ("Start", "Cancel"):
            answer = await person.press(lobby, label)
            assert answer.private == "Only the one who opened the lobby can do that."
    assert world.read(lobby) == before


async def test_a_bystander_cannot_leave_or_add_computers(world: World) -> None:
    lobby = await world.ana.play()
    for label in ("Leave", "Add computer"):
        answer = await world.eve.press(lobby, label)
        assert answer.private == "You are not in this lobby."
    assert world.read(lobby) == lobby


async def test_who_leaves_frees_the_seat(world: World) -> None:
    lobby = await world.ana.play()
    await world.ben.press(lobby, "Join")
    await world.ben.press(lobby, "Leave")
    assert world.read(lobby) == lobby
    await world.eve.press(lobby, "Join")
    assert "● blue  **Eve**" in world.read(lobby).text


async def test_the_host_who_leaves_hands_the_lobby_on(world: World) -> None:
    lobby = await world.ana.play()
    await world.ben.press(lobby, "Join")
    await world.ana.press(lobby, "Leave")
    text = world.read(lobby).text
    assert "▲ green  (free)" in text
    assert f"Opened by <@{world.ben.id}>" in text or f"<@{world.ben.id}>, who starts" in text
    await world.ana.press(lobby, "Join")
    await world.ben.press(lobby, "Start")
    assert "choose two cards" in world.table.text


async def test_the_last_one_who_leaves_closes_the_lobby(world: World) -> None:
    lobby = await world.ana.play()
    await world.ana.press(lobby, "Add computer")
    await world.ana.press(lobby, "Leave")
    closed = world.read(lobby)
    assert "This lobby was closed." in closed.text
    assert closed.buttons == {}
    assert (await world.ben.play()).text.startswith("###")


async def test_cancel_closes_the_lobby_and_frees_its_place(world: World) -> None:
    lobby = await world.ana.play()
    await world.ana.press(lobby, "Cancel")
    assert "This lobby was closed." in world.read(lobby).text
    assert world.read(lobby).buttons == {}
    second = await world.ben.play()
    assert set(second.buttons) >= BUTTONS


async def test_a_press_in_a_closed_lobby_is_answered(world: World) -> None:
    lobby = await world.ana.play()
    await world.ana.press(lobby, "Cancel")
    for label in BUTTONS:
        answer = await world.ben.press(lobby, label)
        assert answer.private == f"This lobby is closed. Open a new one with {openers()}."


async def test_a_press_in_a_lobby_that_has_started_is_answered(world: World) -> None:
    lobby = await world.ana.play()
    await world.ben.press(lobby, "Join")
    waiting = world.read(lobby)
    await world.ana.press(lobby, "Start")
    started = world.read(lobby)
    assert "has started" in started.text
    assert started.buttons == {}
    for person, label in ((world.eve, "Join"), (world.ben, "Leave"), (world.ana, "Start")):
        answer = await person.press(waiting, label)
        assert answer.private == f"The match {(await world.match()).id} has started."
    assert world.read(lobby) == started


async def test_who_presses_again_and_again_in_an_ended_lobby_has_it_edited_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each edit is one of the few that Discord allows; here each takes half a minute to arrive."""
    lobby = await world.ana.play()
    waiting = deepcopy(world.stored(lobby).components)
    await world.ana.press(lobby, "Cancel")
    world.stored(lobby).components = waiting
    edit, edits = world.bot.delivery.edit, list[int]()

    async def late(channel: int, message: int, composed: Composed) -> None:
        edits.append(message)
        await asyncio.sleep(30)
        await edit(channel, message, composed)

    monkeypatch.setattr(world.bot.delivery, "edit", late)
    for _ in range(5):
        answer = await world.ben.press(lobby, "Join")
        assert answer.private == f"This lobby is closed. Open a new one with {openers()}."
    assert edits == [lobby.id]
    await world.wait(60)
    assert "This lobby was closed." in world.read(lobby).text
    world.stored(lobby).components = waiting
    await world.ben.press(lobby, "Join")
    assert edits == [lobby.id] * 2


@pytest.mark.settings(lobby_minutes=10)
async def test_a_forgotten_lobby_closes(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.time", lambda: world.env.now().timestamp())
    lobby = await world.ana.play()
    await world.wait(9 * 60)
    assert set(world.read(lobby).buttons) >= BUTTONS
    await world.wait(2 * 60)
    assert "This lobby was closed." in world.read(lobby).text
    assert set((await world.ben.play()).buttons) >= BUTTONS


# Invitations


async def test_an_invited_person_is_pinged_once_and_alone_may_join(world: World) -> None:
    lobby = await world.ana.play(invite=world.ben.member)
    assert f"Only <@{world.ben.id}> can join." in lobby.text
    assert [(ping.user, ping.message) for ping in world.pings] == [(world.ben.id, lobby.id)]
    answer = await world.eve.press(lobby, "Join")
    assert answer.private is not None
    assert "for invited people" in answer.private
    assert world.read(lobby) == lobby
    await world.ben.press(lobby, "Join")
    assert "● blue  **Ben**" in world.read(lobby).text
    assert len(world.pings) == 1


async def test_inviting_oneself_is_refused(world: World) -> None:
    answer = await world.ana.command("play agent-avenue", invite=world.ana.member)
    assert answer.private == "You are in anyway; invite somebody else, or nobody."
    assert world.messages(world.games) == []


@pytest.mark.parametrize(("kind", "missing"), [("text", "view_channel"), ("voice", "connect")])
async def test_inviting_somebody_who_cannot_read_the_channel_is_refused(
    world: World, kind: str, missing: str
) -> None:
    channel = getattr(world.guild, f"create_{kind}_channel")("closed")
    world.allow(channel, world.ben, **{missing: False})
    answer = await world.ana.command("play agent-avenue", channel, invite=world.ben.member)
    assert answer.private is not None
    assert answer.private.startswith(f"<@{world.ben.id}> cannot read this channel")
    assert world.messages(channel) == []
    assert (await world.ana.play(channel, invite=world.eve.member)).channel == channel.id


async def test_nor_can_who_cannot_read_the_channel_be_invited_to_its_threads(world: World) -> None:
    world.allow(world.games, world.ben, view_channel=False)
    thread = world.env.backend.create_thread(world.games.id, "Tonight", world.ana.id)
    (place,) = world.games.threads
    assert place.id == thread.id
    answer = await world.ana.command("play agent-avenue", place, invite=world.ben.member)
    assert answer.private is not None
    assert answer.private.startswith(f"<@{world.ben.id}> cannot read this channel")


async def test_inviting_a_bot_is_refused(world: World) -> None:
    robot = world.guild.add_member(world.env.create_user("robot", bot=True))
    answer = await world.ana.command("play agent-avenue", invite=robot)
    assert answer.private is not None
    assert answer.private.startswith("Bots do not play.")
    assert world.pings == []


# Places


@pytest.mark.settings(threads=False)
async def test_a_second_play_in_an_occupied_channel_says_where(world: World) -> None:
    lobby = await world.ana.play()
    answer = await world.eve.command("play agent-avenue")
    link = f"https://discord.com/channels/{world.guild.id}/{world.games.id}"
    assert answer.private == f"There is an open lobby here already: {link}/{lobby.id}"
    await world.ben.press(lobby, "Join")
    await world.ana.press(lobby, "Start")
    answer = await world.eve.command("play agent-avenue")
    assert answer.private == f"A match is running here already: {link}/{world.table.id}"
    async for _ in decisions(world, Random(1)):
        pass
    assert set((await world.eve.play()).buttons) >= BUTTONS


async def test_a_deleted_lobby_is_back_for_whoever_would_open_another(world: World) -> None:
    lobby = await world.ana.play()
    await world.ben.press(lobby, "Join")
    world.env.backend.delete_message(lobby.channel, lobby.id)
    answer = await world.eve.command("play agent-avenue")
    (again,) = world.public
    link = f"https://discord.com/channels/{world.guild.id}/{world.games.id}/{again.id}"
    assert answer.private == f"There is an open lobby here already: {link}"
    assert "**Ben**" in again.text
    assert set(again.buttons) >= BUTTONS
    await world.ana.press(again, "Cancel")
    assert set((await world.eve.play()).buttons) >= BUTTONS


async def test_a_deleted_lobby_comes_back_once(world: World) -> None:
    lobby = await world.ana.play()
    world.env.backend.delete_message(lobby.channel, lobby.id)
    with world.at_once():
        for person in (world.ben, world.eve, world.ana):
            await person.command("play agent-avenue", answered=False)
    await world.env.settle()
    assert [set(message.buttons) >= BUTTONS for message in world.public] == [True]


async def test_two_who_play_at_once_get_one_lobby(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow(monkeypatch, world.ana)
    with world.at_once():
        for person in (world.ana, world.ben):
            await person.command("play agent-avenue", answered=False)
    await world.env.settle()
    (lobby,) = world.public
    (told,) = [*world.told(world.ana), *world.told(world.ben)]
    assert told.text.endswith(f"/{lobby.id}")


async def test_a_match_in_its_thread_leaves_the_channel_free(world: World) -> None:
    await start(world)
    assert set((await world.eve.play()).buttons) >= BUTTONS


@pytest.mark.settings(threads=False)
async def test_other_channels_are_free(world: World) -> None:
    await start(world)
    other = world.guild.create_text_channel("more-games")
    lobby = await world.eve.play(other)
    assert lobby.channel == other.id


async def test_a_match_gets_a_public_thread_by_default(world: World) -> None:
    lobby = await start(world)
    (thread,) = world.games.threads
    assert world.table.channel == thread.id
    assert thread.id == lobby.id  # the thread hangs at the lobby's message
    match = await world.match()
    assert thread.name == f"Agent Avenue · simple · two players · {match.id}"


@pytest.mark.settings(threads=False)
async def test_no_threads_by_the_configuration(world: World) -> None:
    await start(world)
    assert world.games.threads == []
    assert world.table.channel == world.games.id


async def choose_threads(world: World, value: str) -> None:
    """What an admin does with /settings."""
    admins = world.guild.create_role("Admins", permissions=Permissions(manage_guild=True))
    world.env.backend.add_member_role(world.guild.id, world.eve.id, admins.id)
    settings = (await world.eve.command("settings")).message
    assert settings is not None
    assert settings.private
    await world.eve.choose(settings, "SETTINGS:0:threads", value)


async def test_no_threads_by_the_server_s_settings(world: World) -> None:
    await choose_threads(world, "false")
    await start(world)
    assert world.games.threads == []


@pytest.mark.settings(threads=False)
async def test_threads_by_the_server_s_settings(world: World) -> None:
    await choose_threads(world, "true")
    await start(world)
    assert world.table.channel == world.games.threads[0].id


@pytest.mark.parametrize("missing", ["create_public_threads", "send_messages_in_threads"])
async def test_without_the_permission_for_threads_the_match_stays_in_the_channel(
    world: World, missing: str
) -> None:
    world.allow(world.games, **{missing: False})
    await start(world)
    assert world.games.threads == []
    assert world.table.channel == world.games.id


async def test_a_permission_for_threads_lost_before_the_start_does_no_harm(world: World) -> None:
    lobby = await world.ana.play()
    await world.ben.press(lobby, "Join")
    world.allow(world.games, create_public_threads=False)
    await world.ana.press(lobby, "Start")
    assert world.table.channel == world.games.id
    assert "choose two cards" in world.table.text


async def test_a_thread_in_which_others_play_already_is_left_to_them(world: World) -> None:
    lobby = await world.ana.play()
    await world.ben.press(lobby, "Join")
    world.env.backend.create_thread(world.games.id, "Tonight", world.ana.id, message_id=lobby.id)
    (thread,) = world.games.threads
    theirs = await world.eve.play(thread)
    await world.ana.press(lobby, "Start")
    assert [message.id for message in world.messages(thread)] == [theirs.id]
    assert world.messages(world.games)[-1].buttons.keys() >= {"My hand"}
    taken = await world.eve.command("play agent-avenue")
    assert taken.private is not None
    assert "running here already" in taken.private


async def test_in_a_thread_the_match_stays_in_the_thread(world: World) -> None:
    await start(world)
    (thread,) = world.games.threads
    async for _ in decisions(world, Random(1)):
        pass
    lobby = await world.eve.play(thread)
    assert lobby.channel == thread.id
    await world.ben.press(lobby, "Join")
    await world.eve.press(lobby, "Start")
    assert world.games.threads[0].id == thread.id
    assert len(world.games.threads) == 1
    assert world.messages(thread)[-1].buttons.keys() >= {"My hand"}


@pytest.mark.parametrize(
    ("flag", "name"),
    [("send_messages", "Send Messages"), ("attach_files", "Attach Files")],
)
async def test_a_missing_permission_is_named_at_play(world: World, flag: str, name: str) -> None:
    world.allow(world.games, **{flag: False})
    answer = await world.ana.command("play agent-avenue")
    assert answer.private is not None
    assert f"I lack {name}." in answer.private
    assert "Somebody who manages the server can grant that" in answer.private
    assert world.messages(world.games) == []


@pytest.mark.parametrize("kind", ["voice", "stage"])
async def test_in_a_voice_channel_that_is_connect_too(world: World, kind: str) -> None:
    """Discord lets nobody post there who may not join it, although commands can be used."""
    channel = getattr(world.guild, f"create_{kind}_channel")("talk")
    world.allow(channel, connect=False)
    answer = await world.ana.command("play agent-avenue", channel)
    assert answer.private is not None
    assert "I lack Connect." in answer.private
    assert world.messages(channel) == []
    world.allow(channel, connect=True)
    assert (await world.ana.play(channel)).channel == channel.id


async def test_a_lobby_that_is_just_being_opened_is_not_posted_by_the_mending_as_well(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord says that the bot is ready between the lobby's being stored and its being shown."""
    cog, create = lobby_cog(world.bot), world.bot.store.create_lobby

    async def then_ready(*args: Any) -> None:
        await create(*args)
        await cog.on_ready()

    monkeypatch.setattr(world.bot.store, "create_lobby", then_ready)
    await world.ana.play()
    assert len([m for m in world.messages(world.games) if "Join" in m.buttons]) == 1
