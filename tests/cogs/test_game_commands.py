"""/game: show, hand, here, resign, substitute, and what moderators may do."""

import asyncio
import re
import traceback
from random import Random
from typing import Any

import discord
import msgspec
import pytest

from bot.answer import Answer
from bot.database import StoreError
from bot.rows import Preferences, Settings, SurfaceRow
from bot.scenes import TURN_LIMIT
from tests.cogs.agencia import evening
from tests.cogs.agent_avenue.duel import (
    called,
    decide,
    decisions,
    downs,
    offer,
    over,
    picks,
    start,
)
from tests.world import Person, Shown, World, openers, other_than

NO_MODERATOR = "Only moderators can do that: who may manage the messages where the match is played."


def thread(world: World):  # type: ignore[no-untyped-def]  # simcord's handle
    return world.games.threads[0]


def moderator(world: World) -> Person:
    """Eve, who may manage messages."""
    mods = world.guild.create_role(
        "Mods", permissions=discord.Permissions(manage_messages=True, send_messages=True)
    )
    world.env.backend.add_member_role(world.guild.id, world.eve.id, mods.id)
    return world.eve


def tables(world: World) -> list[Shown]:
    return [m for m in world.public if any(c.endswith(":rules") for c in m.buttons.values())]


async def test_show_posts_the_table_at_the_end_and_pings_nobody(world: World) -> None:
    await start(world)
    before, pings = world.table, list(world.pings)
    await world.ben.command("game show", thread(world))
    (table,) = tables(world)
    assert table.id > before.id
    assert table.text == before.text
    assert world.pings == pings
    assert str(table.id) in world.ana.hand.text
    await offer(called(world), Random(1))
    assert "Recruit the face-down card" in world.table.buttons


@pytest.mark.parametrize("elsewhere", [False, True])
async def test_show_leaves_the_table_where_no_new_one_could_be_posted(
    world: World, elsewhere: bool
) -> None:
    await start(world)
    table, place = world.table, thread(world)
    world.allow(world.games, send_messages_in_threads=False)
    lounge = world.guild.create_text_channel("lounge")
    answer = await world.ben.command("game show", lounge if elsewhere else place)
    assert answer.private is not None
    assert f"I cannot post in <#{place.id}>" in answer.private
    assert tables(world) == [table]


async def test_hand_is_what_the_button_shows(world: World) -> None:
    await start(world)
    answer = await world.ben.command("game hand", thread(world))
    assert answer.message is not None
    assert answer.message.private
    assert answer.message.text == world.ben.hand.text
    assert (await world.eve.command("game hand", thread(world))).private == (
        "You do not play in this match. Watch as long as you like, or open your own with "
        f"{openers()}."
    )


async def test_a_command_elsewhere_means_the_only_match_that_one_plays(world: World) -> None:
    await start(world)
    answer = await world.ana.command("game hand")
    assert answer.message is not None
    assert "Your hand" in answer.message.text
    await start(world)
    first, second = await world.bot.store.running_of(world.ana.id)
    told = (await world.ana.command("game hand")).private
    assert told is not None
    assert first in told
    assert second in told
    chosen = await world.ana.command("game hand", match=second.lower())
    assert chosen.message is not None
    assert second in chosen.message.text
    assert (await world.eve.command("game hand")).private == (
        f"There is no match here. Open one with {openers()}."
    )


async def test_here_moves_a_match_and_its_table(world: World) -> None:
    await start(world)
    other = world.guild.create_text_channel("other")
    old = world.table
    await world.ana.command("game here", other)
    assert world.messages(thread(world))[-1:] != [old]
    (table,) = [m for m in world.messages(other) if m.buttons]
    assert table.text == old.text
    await world.restart()
    await world.ana.command("game show", other)
    assert len([m for m in world.messages(other) if m.buttons]) == 1


async def test_here_is_for_channels_where_matches_may_be_opened(world: World) -> None:
    await start(world)
    other = world.guild.create_text_channel("other")
    await world.bot.languages.save_settings(world.guild.id, Settings(channels=(world.games.id,)))
    for person in (world.ana, moderator(world)):
        answer = await person.command("game here", other, match=(await world.match()).id)
        assert answer.private == f"In this server matches are played in <#{world.games.id}>."
    assert (await world.match()).row.place == thread(world).id


async def test_here_hides_a_match_from_nobody_who_plays_unless_a_moderator_wants_it(
    world: World,
) -> None:
    await start(world)
    secret = world.guild.create_text_channel("secret")
    world.allow(secret, world.ben, view_channel=False)
    world.allow(secret, world.ana, manage_messages=True)
    answer = await world.ana.command("game here", secret)
    assert answer.private == (
        "The match stays where it is: here it would be hidden from Ben. A moderator can move it "
        "all the same."
    )
    assert world.messages(secret) == []
    await moderator(world).command("game here", secret, match=(await world.match()).id)
    assert (await world.match()).row.place == secret.id


async def test_here_hides_a_match_in_no_voice_channel_that_one_cannot_join(world: World) -> None:
    await start(world)
    voice = world.guild.create_voice_channel("voice")
    world.allow(voice, world.ben, connect=False)
    answer = await world.ana.command("game here", voice)
    assert answer.private is not None
    assert "hidden from Ben" in answer.private


async def test_here_moves_into_a_private_thread_if_all_are_in_it(world: World) -> None:
    await start(world)
    stored = world.env.backend.create_thread(world.games.id, "closed", world.ana.id, type=12)
    closed = next(handle for handle in world.games.threads if handle.id == stored.id)
    answer = await world.ana.command("game here", closed)
    assert answer.private is not None
    assert "hidden from Ben" in answer.private
    world.env.backend.add_thread_member(stored.id, world.ben.id)
    await world.ana.command("game here", closed)
    assert (await world.match()).row.place == closed.id


async def test_here_does_not_ask_whether_the_one_who_has_left_sees_it(world: World) -> None:
    await start(world)
    other = world.guild.create_text_channel("other")
    world.env.backend.remove_member(world.guild.id, world.ben.id)
    await world.ana.command("game here", other)
    assert (await world.match()).row.place == other.id


async def test_here_waits_until_it_is_known_who_sees_it(world: World) -> None:
    await start(world)
    other = world.guild.create_text_channel("other")
    world.fail("GET", f"/guilds/{world.guild.id}/members/*", 403, 50001)
    assert (await world.ana.command("game here", other)).private == "That is not possible now."
    world.recover()
    await world.ana.command("game here", other)
    assert (await world.match()).row.place == other.id


async def test_here_counts_while_the_thread_is_being_made(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    make, other = world.bot.delivery.make_thread, world.guild.create_text_channel("other")

    async def then_moved(*args: Any) -> int:
        made = await make(*args)
        await world.bot.manager.move(await world.match(), other.id)
        return made

    monkeypatch.setattr(world.bot.delivery, "make_thread", then_moved)
    await start(world)
    assert [m for m in world.messages(other) if m.buttons]
    row = await world.bot.store.match((await world.match()).id)
    assert row is not None
    assert (row.home, row.place, row.thread) == (other.id, other.id, "none")


@pytest.mark.trouble
async def test_here_saves_a_match_whose_channel_is_gone(world: World) -> None:
    await start(world)
    match = await world.match()
    other = world.guild.create_text_channel("other")
    world.env.backend.delete_channel(thread(world).id)
    active = world.ana if picks(world.ana.hand) else world.ben
    await offer(active, Random(1))
    assert "/game here" in active.hand.text
    await active.command("game here", other, match=match.id)
    (table,) = [m for m in world.messages(other) if m.buttons]
    assert "Recruit the face-down card" in table.buttons
    assert "/game here" not in active.hand.text


async def test_here_saves_a_match_whose_lobby_has_never_been_found(world: World) -> None:
    await start(world)
    match, other = await world.match(), world.guild.create_text_channel("other")
    row = SurfaceRow(match.id, "lobby", -1, 0, channel=world.games.id)
    match.surfaces[row.key] = row  # as after a crash in the moment of the start
    world.env.backend.delete_channel(world.games.id)
    await world.ana.command("game here", other, match=match.id)
    assert "Rules" in world.messages(other)[-1].buttons
    assert row.key not in match.surfaces


@pytest.mark.trouble
async def test_what_could_not_be_posted_in_a_lost_channel_does_not_keep_old_tables(
    world: World,
) -> None:
    await start(world, against_computer=True)
    match, other = await world.match(), world.guild.create_text_channel("other")
    world.env.backend.delete_channel(thread(world).id)
    await world.wait(0.6 * TURN_LIMIT)  # Ana cannot be reminded there.
    await offer(world.ana, Random(1))  # Ana's turn and the computer's get no table.
    await world.ana.command("game here", other, match=match.id)
    assert sorted(row.kind for row in match.surfaces.values()) == ["hand", "table"]
    (table,) = [m for m in world.messages(other) if "Rules" in m.buttons]
    await world.ana.press(table, "Recruit the face-up card")
    await offer(world.ana, Random(1))
    (newest,) = [m for m in world.messages(other) if "Rules" in m.buttons]
    assert newest.id != table.id


async def test_here_is_for_players_and_moderators_and_free_channels(world: World) -> None:
    await start(world)
    code = (await world.match()).id
    other = world.guild.create_text_channel("other")
    refused = await world.eve.command("game here", other, match=code)
    assert refused.private is not None
    assert "You do not play" in refused.private
    await world.eve.play(other)
    refused = await world.ana.command("game here", other, match=code)
    assert refused.private is not None
    assert "There is an open lobby here already" in refused.private
    assert (await world.match()).row.place == thread(world).id
    eve = moderator(world)
    free = world.guild.create_text_channel("free")
    await eve.command("game here", free, match=code)
    assert [m for m in world.messages(free) if m.buttons]


async def test_resign_asks_first(world: World) -> None:
    await start(world)
    waiting = world.ben if called(world) is world.ana else world.ana
    question = (await waiting.command("game resign", thread(world))).message
    assert question is not None
    assert question.private
    assert not over(world)
    await waiting.press(question, "Resign")
    assert over(world)
    match = await world.match()
    assert list(match.state.winners) == [match.seat_of(other_than(world, waiting).id)]


async def test_who_has_resigned_is_told_so_and_finds_no_substitute(world: World) -> None:
    """The match goes on for the others; the seat has nothing to do in it any more."""
    await evening.start(world, 4)
    search = (await world.ana.command("game substitute", thread(world))).message
    question = (await world.ana.command("game resign", thread(world))).message
    assert search is not None
    assert question is not None
    for _ in range(2):
        await world.ana.press(question, "Resign")
    match = await world.match()
    given_up = f"You have given up the match {match.id}."
    assert not match.over
    assert (await world.ana.press(question, "Resign")).private == given_up
    for command in ("resign", "substitute"):
        answer = await world.ana.command(f"game {command}", thread(world))
        assert answer.private == given_up
    late = await world.person("Liz").press(search, "Take over")
    assert late.private == "That moment has passed."
    assert match.seat_of(world.ana.id) is not None


async def test_a_bystander_cannot_resign(world: World) -> None:
    await start(world)
    answer = await world.eve.command("game resign", thread(world))
    assert answer.private is not None
    assert "You do not play" in answer.private


async def test_a_substitute_takes_over_and_alone_sees_the_hand(world: World) -> None:
    await start(world)
    old = called(world)
    before = old.hand.text
    request = (await old.command("game substitute", thread(world))).message
    assert request is not None
    assert not request.private
    assert (await other_than(world, old).press(request, "Take over")).private == (
        "You play in this match already."
    )
    await world.eve.press(request, "Take over")
    assert "Eve** plays on for" in world.read(request).text
    assert "Take over" not in world.read(request).buttons
    assert world.eve.hand.text.splitlines()[2:] == before.splitlines()[2:]
    assert old.hand.text.endswith("Your seat was given to somebody else.")
    assert old.hand.buttons == {}
    assert called(world) is world.eve
    await offer(world.eve, Random(1))
    assert old.hand.text.endswith("Your seat was given to somebody else.")
    refused = await old.command("game hand", thread(world))
    assert refused.private is not None
    assert "You do not play" in refused.private


async def test_a_call_names_who_has_taken_over(world: World) -> None:
    await evening.start(world, 3)
    await evening.decide(world, Random(1))  # from here on a message of its own calls
    old = called(world)
    (call,) = [message for message in world.public if message.text.startswith(f"→ <@{old.id}>")]
    asked = (await old.command("game substitute", world.games.threads[0])).message
    assert asked is not None
    pings = len(world.pings)
    await world.eve.press(asked, "Take over")
    assert world.read(call).text.startswith(f"→ <@{world.eve.id}>")
    assert len(world.pings) == pings


async def test_an_ephemeral_hand_is_taken_back_too(world: World) -> None:
    await start(world)
    old = called(world)
    peek = (await old.press(world.table, "My hand")).message
    request = (await old.command("game substitute", thread(world))).message
    assert peek is not None
    assert request is not None
    await world.eve.press(request, "Take over")
    assert world.read(peek).text.endswith("Your seat was given to somebody else.")


async def test_an_ephemeral_hand_that_is_on_its_way_meanwhile_is_taken_back_too(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, request = await asked(world)
    taken, send, reseat = asyncio.Event(), Answer.send, world.bot.manager.reseat

    async def slowly(self: Answer, *args: Any, **options: Any) -> int | None:
        message = await send(self, *args, **options)
        await taken.wait()
        return message

    async def meanwhile(*args: Any) -> None:
        await reseat(*args)
        taken.set()

    monkeypatch.setattr(Answer, "send", slowly)
    monkeypatch.setattr(world.bot.manager, "reseat", meanwhile)
    with world.at_once():
        await old.press(world.table, "My hand", answered=False)
        await world.eve.press(request, "Take over", answered=False)
    await world.env.settle()
    await offer(world.eve, Random(1))
    (peek,) = world.told(old)
    assert peek.text.endswith("Your seat was given to somebody else.")


async def test_an_ephemeral_hand_that_is_being_brought_up_to_date_never_shows_the_new_owners(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, _ = await asked(world)
    match, scene = await world.match(), world.bot.scenes.scene
    seat, taking = match.require_seat(old.id), asyncio.Lock()
    assert (await old.press(world.table, "My hand")).message is not None
    await world.eve.command("language", language="de")

    async def slowly(*args: Any) -> Any:
        async with taking:
            if args[0].seats[seat].user == old.id and seat in args:
                await world.bot.manager.reseat(args[0], seat, 0, world.eve.id, "Eve", "de")
        return await scene(*args)

    monkeypatch.setattr(world.bot.scenes, "scene", slowly)
    since = len(world.env.http_requests)
    await world.refresh()
    assert world.eve.id in await seated(world)
    edits = [
        entry
        for entry in world.env.http_requests[since:]
        if entry.method == "PATCH" and entry.path.startswith("/webhooks/")
    ]
    assert edits == []
    await world.refresh()
    (peek,) = world.told(old)
    assert peek.text.endswith("Your seat was given to somebody else.")


async def test_a_hand_whose_press_is_being_answered_meanwhile_is_taken_back_too(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start(world)
    old, mod, match, update = called(world), moderator(world), await world.match(), Answer.update
    taken = asyncio.Event()

    async def slowly(*args: Any) -> int | None:
        await taken.wait()
        return await update(*args)

    monkeypatch.setattr(Answer, "update", slowly)
    with world.at_once():
        await old.press(old.hand, picks(old.hand)[0], answered=False)
        await mod.command("game remove", thread(world), user=old.member, answered=False)
        await asyncio.sleep(0.1)
        assert old.id not in await seated(world)
        await world.bot.surfaces.at_rest(match.id)
        taken.set()
    await world.env.settle()
    assert old.hand.text.endswith("Your seat was given to somebody else.")


@pytest.mark.parametrize("removed", [False, True])
@pytest.mark.parametrize("resigning", [False, True])
async def test_who_presses_while_the_seat_goes_to_another_does_not_act_for_that_one(
    world: World, monkeypatch: pytest.MonkeyPatch, removed: bool, resigning: bool
) -> None:
    await start(world)
    old, reseat, taken = called(world), world.bot.store.reseat, asyncio.Event()
    await old.press(old.hand, picks(old.hand)[0])
    choice = old.hand
    question = (await old.command("game resign", thread(world))).message
    request = (await old.command("game substitute", thread(world))).message
    assert question is not None
    assert request is not None

    async def slowly(*args: Any, **more: Any) -> None:
        await taken.wait()
        await reseat(*args, **more)

    monkeypatch.setattr(world.bot.store, "reseat", slowly)
    monkeypatch.setattr(world.bot.manager, "wake", world.bot.surfaces.refresh)  # no computer plays
    with world.at_once():
        if removed:
            mod = moderator(world)
            await mod.command("game remove", thread(world), user=old.member, answered=False)
        else:
            await world.eve.press(request, "Take over", answered=False)
        await asyncio.sleep(0.05)
        if resigning:
            await old.press(question, "Resign", answered=False)
        else:
            await old.press(choice, downs(choice)[0], answered=False)
        await asyncio.sleep(0.05)
        taken.set()
    await world.env.settle()
    match = await world.match()
    assert old.id not in await seated(world)
    assert match.actions == []
    assert old.hand.text.endswith("Your seat was given to somebody else.")


async def test_who_is_too_late_for_a_seat_is_told_so(world: World) -> None:
    await start(world)
    old = called(world)
    request = (await old.command("game substitute", thread(world))).message
    assert request is not None
    await world.eve.press(request, "Take over")
    fay = world.person("Fay")
    assert (await fay.press(request, "Take over")).private == "That moment has passed."
    assert fay.dms == []


@pytest.mark.parametrize("removed", [False, True])
async def test_who_has_had_a_seat_takes_no_other(world: World, removed: bool) -> None:
    """That person has seen what lies facing out there, which its owner may not see."""
    await evening.start(world, 3)
    seat = (await world.match()).seat_of(world.ben.id)
    if removed:
        await moderator(world).command("game remove", thread(world), user=world.ana.member)
    else:
        search = (await world.ana.command("game substitute", thread(world))).message
        assert search is not None
        await world.person("Liz").press(search, "Take over")
    search = (await world.ben.command("game substitute", thread(world))).message
    assert search is not None
    await world.wait(2 * 3600)
    before = world.ana.dms
    assert (await world.ana.press(search, "Take over")).private == (
        "You have had another seat of this match, so you know cards that this one must not."
    )
    assert (await world.match()).seat_of(world.ben.id) == seat
    assert world.ana.dms == before
    fay = world.person("Fay")
    await fay.press(search, "Take over")
    search = (await fay.command("game substitute", thread(world))).message
    assert search is not None
    await world.ben.press(search, "Take over")
    assert (await world.match()).seat_of(world.ben.id) == seat, "it was Ben's own"


async def asked(world: World) -> tuple[Person, Shown]:
    """Who is to act looks for a substitute: that person, and the request."""
    await start(world)
    old = called(world)
    request = (await old.command("game substitute", thread(world))).message
    assert request is not None
    return old, request


async def seated(world: World) -> set[int | None]:
    return {row.user for row in (await world.match()).seats}


async def test_a_request_can_be_withdrawn_by_who_made_it(world: World) -> None:
    old, request = await asked(world)
    name = old.member.user.global_name
    for other in (world.eve, other_than(world, old)):
        refused = await other.press(request, "Withdraw")
        assert refused.private == f"Only {name} can withdraw this request."
    await old.press(request, "Withdraw")
    assert world.read(request).buttons == {}
    assert called(world) is old


@pytest.mark.parametrize("restart", [False, True])
async def test_a_withdrawn_request_gives_the_seat_to_nobody(world: World, restart: bool) -> None:
    """Though somebody presses it on the message as it was before."""
    old, request = await asked(world)
    await old.press(request, "Withdraw")
    if restart:
        await world.restart()
    withdrawn = world.read(request)
    await world.eve.press(request, "Take over")
    assert world.read(request) == withdrawn
    assert "plays on in the match" in withdrawn.text
    assert await seated(world) == {world.ana.id, world.ben.id}
    assert world.eve.dms == []


async def test_a_request_ends_when_who_made_it_plays_on(world: World) -> None:
    old, request = await asked(world)
    await offer(old, Random(1))
    await world.eve.press(request, "Take over")
    assert "plays on in the match" in world.read(request).text
    assert world.read(request).buttons == {}
    assert await seated(world) == {world.ana.id, world.ben.id}


async def test_a_request_holds_while_the_computer_moves_for_who_made_it(world: World) -> None:
    old, request = await asked(world)
    await world.wait(25 * 3600)
    assert "ran out of time" in world.table.text
    await decide(world, Random(1))
    await world.eve.press(request, "Take over")
    assert await seated(world) == {other_than(world, old).id, world.eve.id}


async def test_who_is_away_and_looks_for_a_substitute_is_not_waited_for(world: World) -> None:
    await start(world)
    old = called(world)
    match = await world.match()
    await world.bot.manager.take_over(match, match.seat_of(old.id) or 0)
    await old.command("game substitute", thread(world))
    assert match.awaited() == []
    assert await world.bot.store.waiting() == []


async def test_who_withdraws_plays_on_though_the_computer_did(world: World) -> None:
    old, request = await asked(world)
    match = await world.match()
    await world.bot.manager.take_over(match, match.seat_of(old.id) or 0)
    await world.refresh()
    assert "the computer plays" in world.table.text
    await old.press(request, "Withdraw")
    assert [row.away for row in match.seats] == [None, None]
    assert "the computer plays" not in world.table.text
    assert called(world) is old


async def test_a_request_is_over_with_its_match(world: World) -> None:
    old, request = await asked(world)
    await world.bot.manager.end(await world.match())
    for person, label in ((old, "Withdraw"), (world.eve, "Take over")):
        assert (await person.press(request, label)).private == "This match is over."


async def test_a_substitution_survives_a_restart(world: World) -> None:
    await start(world)
    old = called(world)
    request = (await old.command("game substitute", thread(world))).message
    assert request is not None
    await world.restart()
    await world.eve.press(request, "Take over")
    await world.restart()
    assert called(world) is world.eve
    await offer(world.eve, Random(1))
    assert len(old.dms) == 1


async def test_moderators_end_a_match_and_nobody_wins(world: World) -> None:
    await start(world)
    eve = moderator(world)
    await eve.command("game end", thread(world))
    assert "A moderator has ended this match." in world.table.text
    assert list(world.table.buttons) == ["Rematch", "Replay", "Verify the deal", "Rules"]
    for player in (world.ana, world.ben):
        assert "A moderator has ended this match." in player.hand.text
        assert player.hand.buttons == {}
    await world.restart()
    answer = await world.ana.command("game show", thread(world))
    assert answer.private == f"There is no match here. Open one with {openers()}."
    assert await world.bot.store.count_running() == 0


async def test_a_match_that_is_over_keeps_its_result(world: World) -> None:
    await start(world)
    async for _ in decisions(world, Random(3)):
        pass
    table, match = world.table, await world.match()
    answer = await moderator(world).command("game end", world.games, match=match.id)
    assert answer.private == "This match is over."
    await world.refresh()
    assert world.table == table


async def test_an_old_button_of_an_ended_match_says_so(world: World) -> None:
    await start(world)
    active = called(world)
    hand = active.hand
    await moderator(world).command("game end", thread(world))
    assert (await active.press(hand, picks(hand)[0])).private == "This match is over."


async def test_moderators_let_the_computer_play_for_somebody(world: World) -> None:
    await start(world)
    old = called(world)
    await moderator(world).command("game remove", thread(world), user=old.member)
    assert old.hand.text.endswith("Your seat was given to somebody else.")
    await world.wait(5)
    assert called(world) is not old
    rng = Random(3)
    while not over(world):
        await decide(world, rng)
        await world.wait(5)


async def test_a_computer_that_takes_a_seat_over_renames_no_other(world: World) -> None:
    await evening.start(world, 2, computers=1)
    assert re.search(r"\*\*Ana\*\*.*\n.*\*\*Ben\*\*.*\n.*\*\*Computer\*\*", world.table.text)
    await moderator(world).command("game remove", thread(world), user=world.ben.member)
    names = r"\*\*Ana\*\*.*\n.*\*\*Computer \(2\)\*\*.*\n.*\*\*Computer\*\*"
    assert re.search(names, world.table.text)


@pytest.mark.parametrize("command", ["end", "remove"])
async def test_nobody_else_may(world: World, command: str) -> None:
    await start(world)
    options = {"user": world.ben.member} if command == "remove" else {}
    answer = await world.ana.command(f"game {command}", thread(world), **options)
    assert answer.private == NO_MODERATOR
    assert (await world.match()).row.status == "running"


async def test_whose_moderator_one_is_depends_on_where_the_match_is(world: World) -> None:
    await start(world)
    code, own = (await world.match()).id, world.guild.create_text_channel("own")
    world.allow(own, world.ana, manage_messages=True)
    world.allow(own, world.eve, manage_messages=True)
    for command, options in (("end", {}), ("remove", {"user": world.ben.member})):
        answer = await world.ana.command(f"game {command}", own, match=code, **options)
        assert answer.private == NO_MODERATOR
    for command in ("show", "here"):
        answer = await world.eve.command(f"game {command}", own, match=code)
        assert answer.private is not None
        assert answer.private.startswith("You do not play in this match.")
    world.allow(own, world.eve, manage_messages=False)
    world.allow(world.games, world.eve, manage_messages=True)
    await world.eve.command("game end", own, match=code)
    assert (await world.match()).row.status == "ended"


@pytest.mark.trouble
async def test_where_the_channel_is_gone_who_moderates_the_server_does(world: World) -> None:
    await start(world)
    code, own = (await world.match()).id, world.guild.create_text_channel("own")
    world.allow(own, world.ana, manage_messages=True)
    world.env.backend.delete_channel(world.games.id)
    assert (await world.ana.command("game end", own, match=code)).private == NO_MODERATOR
    await moderator(world).command("game end", own, match=code)
    assert (await world.match()).row.status == "ended"


@pytest.mark.parametrize("command", ["end", "here", "verify"])
async def test_a_match_of_another_server_is_none_here(world: World, command: str) -> None:
    """Whoever moderates this one may name its code, but not end it."""
    await start(world)
    match = await world.match()
    match.row = msgspec.structs.replace(match.row, guild=match.row.guild + 1)
    elsewhere = world.guild.create_text_channel("elsewhere")
    answer = await moderator(world).command(f"game {command}", elsewhere, match=match.id)
    assert answer.private == "There is no such match any more."
    assert (match.row.place, match.over) == (thread(world).id, False)


@pytest.mark.parametrize("group", ["game", "moderate"])
async def test_a_moderator_s_own_match_elsewhere_is_not_ended_unasked(
    world: World, group: str
) -> None:
    await start(world)
    mods = world.guild.create_role("Mods", permissions=discord.Permissions(manage_messages=True))
    world.env.backend.add_member_role(world.guild.id, world.ana.id, mods.id)
    answer = await world.ana.command(f"{group} end")
    assert answer.private == ("There is no match here. Name one in the command's option `match`.")
    match = await world.match()
    assert match.row.status == "running"
    await world.ana.command(f"{group} end", match=match.id)
    assert match.row.status == "ended"


async def test_moderate_ends_a_match_too_for_whom_the_admins_allow_it(world: World) -> None:
    await start(world)
    await moderator(world).command("moderate end", thread(world))
    assert "A moderator has ended this match." in world.table.text


async def test_moderate_removes_too(world: World) -> None:
    await start(world)
    old = called(world)
    await moderator(world).command("moderate remove", thread(world), user=old.member)
    assert old.hand.text.endswith("Your seat was given to somebody else.")


async def test_admins_say_who_may_moderate_and_by_default_it_is_who_manages_messages(
    world: World,
) -> None:
    command = world.bot.tree.get_command("moderate")
    assert command is not None
    assert command.default_permissions == discord.Permissions(manage_messages=True)


# The database fails


@pytest.mark.trouble
async def test_a_command_that_cannot_even_read_its_language_is_answered(
    world: World, monkeypatch: pytest.MonkeyPatch, recwarn: pytest.WarningsRecorder
) -> None:
    async def unread(_: int) -> Preferences:
        raise StoreError("The disk is gone")

    with monkeypatch.context() as patch:
        patch.setattr(world.bot.store, "preferences", unread)
        answer = await world.ana.command("game show")
    assert answer.private is not None
    assert answer.private.startswith("That could not be saved, so nothing has changed.")
    for error in world.env.errors:
        assert isinstance(error.__cause__, StoreError)
        traceback.clear_frames(error.__cause__.__traceback__)
    assert [str(warning.message) for warning in recwarn] == []  # nothing was left to be awaited


@pytest.mark.trouble
async def test_who_has_chosen_a_language_reads_it_when_a_command_fails(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unread(_: int) -> None:
        raise StoreError("The disk is gone")

    await world.ana.command("language", language="ca")
    with monkeypatch.context() as patch:
        patch.setattr(world.bot.store, "owner_of", unread)
        answer = await world.ana.command("game show")
    assert answer.private is not None
    assert answer.private.startswith("Això no s'ha pogut desar")
    assert [type(error.__cause__) for error in world.env.errors] == [StoreError]
