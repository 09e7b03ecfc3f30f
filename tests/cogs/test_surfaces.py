"""The messages of a match are mended, whatever happens to them and to Discord."""

import asyncio
from random import Random
from typing import Any

import pytest

from bot import refresh, surfaces, upkeep
from bot.database import StoreError
from bot.rows import SurfaceRow
from bot.screen import Composed, Screen
from tests.cogs.agent_avenue.duel import called, decide, downs, offer, over, picks, start
from tests.world import Shown, World

pytestmark = pytest.mark.trouble  # each of these is worth a line in the log

SHORT, LONG = 20.0, 40.0


@pytest.fixture(autouse=True)
def retries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two attempts more, spaced so that a test sees what is between them."""
    monkeypatch.setattr(surfaces, "RETRY_DELAYS", (SHORT, LONG))


def tables(world: World) -> list[Shown]:
    return [message for message in world.public if "My hand" in message.buttons]


async def test_there_is_one_live_table_at_any_time(world: World) -> None:
    await start(world)
    rng = Random(1)
    while not over(world):
        assert len(tables(world)) == 1
        assert tables(world)[0] == world.messages(world.games.threads[0])[-1]
        await decide(world, rng)


async def test_a_deleted_table_comes_back_with_the_next_decision(world: World) -> None:
    await start(world)
    lost, active = world.table, called(world)
    world.env.backend.delete_message(lost.channel, lost.id)
    await offer(active, Random(1))
    (table,) = tables(world)
    assert table.id != lost.id
    assert "Recruit the face-down card" in table.buttons


async def test_who_has_to_choose_at_a_deleted_table_can_have_it_posted_again(world: World) -> None:
    await start(world)
    await offer(called(world), Random(1))
    lost, recruiter = world.table, called(world)
    pings = len(world.pings)
    world.env.backend.delete_message(lost.channel, lost.id)
    await recruiter.press(recruiter.hand, "Post the table again")
    (table,) = tables(world)
    assert table.id != lost.id
    assert table.text == lost.text
    assert len(world.pings) == pings
    assert str(table.id) in recruiter.hand.text  # the link
    await recruiter.press(table, "Recruit the face-down")
    assert "took the face-down card" in world.table.text


async def test_a_table_that_is_there_is_not_posted_twice(world: World) -> None:
    await start(world)
    await offer(called(world), Random(1))
    recruiter, table = called(world), world.table
    await recruiter.press(recruiter.hand, "Post the table again")
    assert tables(world) == [table]


@pytest.mark.parametrize("restart", [False, True], ids=["while it runs", "while it is down"])
async def test_a_deleted_channel_is_told_by_direct_message_and_the_match_is_kept(
    world: World, restart: bool
) -> None:
    await start(world)
    active = called(world)
    hand = active.hand
    world.env.backend.delete_channel(world.games.threads[0].id)
    if restart:
        await world.restart()
    await active.press(hand, picks(hand)[0])
    await active.press(active.hand, downs(active.hand)[0])
    for person in (world.ana, world.ben):
        assert "The channel of this match is gone. The match is kept." in person.hand.text
    assert (await world.match()).version == 1


@pytest.mark.settings(threads=False)
@pytest.mark.parametrize("flag", ["send_messages", "view_channel"])
async def test_a_permission_taken_away_is_told_and_can_be_granted_again(
    world: World, flag: str
) -> None:
    await start(world)
    active = called(world)
    recruiter = world.ben if active is world.ana else world.ana
    world.allow(world.games, **{flag: False})
    await offer(active, Random(1))
    for person in (world.ana, world.ben):
        assert f"I cannot post in <#{world.games.id}>" in person.hand.text
        assert "View Channel, Send Messages and Attach Files" in person.hand.text
        assert "The match is kept." in person.hand.text
    await recruiter.press(recruiter.hand, "Try again")
    assert "I cannot post in" in recruiter.hand.text

    world.allow(world.games, **{flag: True})
    await recruiter.press(recruiter.hand, "Try again")
    assert "Recruit the face-down card" in world.table.buttons
    for person in (world.ana, world.ben):
        assert "I cannot post in" not in person.hand.text
        assert "Try again" not in person.hand.buttons


async def change_table_by_a_discard(world: World) -> None:
    """Something that the table shows changes without a press under it."""
    active = called(world)
    await active.press(active.hand, "Discard a card")
    await active.press(active.hand, next(iter(active.hand.buttons)))


async def test_a_table_too_old_to_be_edited_is_replaced(world: World) -> None:
    await start(world)
    old = world.table
    world.fail("PATCH", f"/channels/{old.channel}/messages/{old.id}", 400, 30046)
    await change_table_by_a_discard(world)
    (table,) = tables(world)
    assert table.id != old.id
    assert "3 discards left" in table.text


async def test_an_archived_thread_is_opened_again(world: World) -> None:
    await start(world)
    table = world.table
    edit = ("PATCH", f"/channels/{table.channel}/messages/{table.id}")
    world.fail(*edit, 400, 50083, times=1)
    before = len(world.env.http_requests)
    await change_table_by_a_discard(world)
    requests = [(entry.method, entry.path) for entry in world.env.http_requests[before:]]
    in_thread = [path for path in requests if f"/channels/{table.channel}" in path[1]]
    assert in_thread == [edit, ("PATCH", f"/channels/{table.channel}"), edit]
    assert "3 discards left" in world.read(table).text


async def test_a_locked_thread_is_told_and_the_match_goes_on_when_it_is_unlocked(
    world: World,
) -> None:
    """Discord says of a locked thread that it is archived, whatever is tried there."""
    await start(world)
    thread, active = world.games.threads[0], called(world)
    recruiter = world.ben if active is world.ana else world.ana
    for path in ("", "/messages", "/messages/*"):
        world.fail("*", f"/channels/{thread.id}{path}", 403, 50083)
    await offer(active, Random(1))
    for person in (world.ana, world.ben):
        assert f"I cannot post in <#{thread.id}>" in person.hand.text
        assert "it must not be locked" in person.hand.text
        assert "/game here" in person.hand.text

    world.recover()
    await recruiter.press(recruiter.hand, "Try again")
    assert "Recruit the face-down card" in world.table.buttons
    for person in (world.ana, world.ben):
        assert "I cannot post in" not in person.hand.text


# Discord is out of order


async def test_what_could_not_be_sent_is_sent_when_discord_works_again(world: World) -> None:
    await start(world)
    active = called(world)
    await active.press(active.hand, picks(active.hand)[0])
    chosen = active.hand
    world.fail("*", "/channels/*", 500)
    await active.press(chosen, downs(chosen)[0])
    assert (await world.match()).version == 1
    assert "Recruit the face-down card" not in world.table.buttons
    world.recover()
    await world.wait(SHORT + 1)
    assert "Recruit the face-down card" in world.table.buttons
    assert len(tables(world)) == 1


async def test_it_is_tried_again_later_and_later_and_then_given_up_until_a_change(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    await start(world)
    active = called(world)
    world.fail("POST", "/channels/*/messages", 500)
    await offer(active, Random(1))

    async def attempts(seconds: float) -> int:
        before = len(world.env.http_requests)
        await world.wait(seconds)
        sent = world.env.http_requests[before:]
        return sum(entry.method == "POST" for entry in sent)

    assert await attempts(SHORT - 1) == 0
    assert await attempts(2) == 1
    assert await attempts(LONG - 2) == 0
    assert await attempts(2) == 1
    assert "Giving up on the messages" in caplog.text
    assert await attempts(600) == 0

    world.recover()
    await active.press(world.table, "My hand")
    assert "Recruit the face-down card" in world.table.buttons


async def test_one_message_s_trouble_does_not_keep_the_others_from_being_sent(
    world: World,
) -> None:
    await start(world)
    await offer(called(world), Random(1))
    recruiter = called(world)
    world.fail("PATCH", f"/channels/{recruiter.hand.channel}/messages/*", 500)
    await decide(world, Random(1))
    assert "choose two cards from your hand" in world.table.text
    assert not picks(recruiter.hand)
    world.recover()
    await world.wait(SHORT + 1)
    assert picks(recruiter.hand)


async def test_an_answer_that_discord_does_not_take_is_made_up_for(world: World) -> None:
    await start(world)
    await offer(called(world), Random(1))
    recruiter, table = called(world), world.table
    world.fail("POST", "/interactions/*", 404, 10062)
    await recruiter.press(table, "Recruit the face-up", answered=False)
    assert "took the face-up card" in world.table.text
    assert world.table.id == table.id


# Discord is slow


@pytest.fixture
def slow(world: World, monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """Every edit takes half a minute to arrive; the list holds those that have."""
    edit, arrived = world.bot.delivery.edit, []

    async def late(channel: int, message: int, composed: Composed) -> None:
        await asyncio.sleep(30)
        await edit(channel, message, composed)
        arrived.append((channel, message))

    monkeypatch.setattr(world.bot.delivery, "edit", late)
    return arrived


async def test_many_quick_actions_become_one_edit(
    world: World, slow: list[tuple[int, int]]
) -> None:
    await start(world)
    await world.wait(60)
    slow.clear()
    table = world.table
    for _ in range(4):
        await change_table_by_a_discard(world)
    assert "4 discards left" in world.read(table).text
    await world.wait(300)
    assert "0 discards left" in world.read(table).text
    assert slow.count((table.channel, table.id)) == 2  # the first change, and the other three


async def test_an_older_picture_never_stays_over_a_newer_one(
    world: World, slow: list[tuple[int, int]]
) -> None:
    """The edit of an older state arrives after the answer to a press: the newest is shown again."""
    await start(world)
    await world.wait(60)
    await offer(called(world), Random(1))
    await world.wait(300)
    recruiter, table = called(world), world.table
    await recruiter.press(recruiter.hand, "Post the table again")  # an edit is on its way
    await recruiter.press(table, "Recruit the face-down")
    newest = world.read(table)
    assert "took the face-down card" in newest.text
    await world.wait(300)
    assert world.read(table) == newest
    assert "Recruit the face-down card" not in world.read(table).buttons


async def test_nobody_waits_for_an_edit_that_is_under_way(
    world: World, slow: list[tuple[int, int]]
) -> None:
    await start(world)
    active = called(world)
    for left in (4, 3, 2, 1):
        await active.press(active.hand, f"Discard a card ({left} left)")
        await active.press(active.hand, next(iter(active.hand.buttons)))
    assert (await world.match()).version == 4
    assert slow == []


async def test_what_cannot_be_written_of_one_message_lets_no_other_be_edited_twice_at_once(
    world: World, slow: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pass ends when all its edits have arrived; only then it is tried again."""
    await start(world)
    await world.wait(60)
    slow.clear()
    hand = world.ben.hand
    match = await world.match()
    for row in match.surfaces.values():
        if row.kind == "hand":
            row.digest = ""
        if row.kind == "hand" and row.message != hand.id:
            row.message = None  # to be posted, which is written down first

    async def full(_: object) -> None:
        raise StoreError("disk full")

    monkeypatch.setattr(world.bot.store, "save_surfaces", full)
    await world.refresh()
    await world.wait(30 + SHORT + 60)
    assert slow.count((hand.channel, hand.id)) == 1


@pytest.mark.parametrize("private", [False, True])
async def test_a_choice_outlasts_an_edit_whose_picture_takes_long(
    world: World, monkeypatch: pytest.MonkeyPatch, private: bool
) -> None:
    """The press that begins it is answered while the edit is being made ready."""
    await start(world)
    person, drawing, answered = called(world), asyncio.Event(), asyncio.Event()
    hand = (await person.press(world.table, "My hand")).message if private else person.hand
    assert hand is not None
    kind = "peek" if private else "hand"

    async def slow(row: SurfaceRow, screen: Screen) -> Composed:
        composed = await made(row, screen)
        if row.kind == kind:
            drawing.set()
            await answered.wait()
        return composed

    async def note_shown(*args: Any) -> None:
        await noted(*args)
        answered.set()

    made, noted = upkeep.composed, world.bot.surfaces.note_shown
    monkeypatch.setattr(world.bot.surfaces, "note_shown", note_shown)
    monkeypatch.setattr(refresh if private else upkeep, "composed", slow)
    with world.at_once():  # the link to the table changes, and with it the hands
        await person.command("game show", world.games.threads[0], answered=False)
        await drawing.wait()
        await person.press(hand, picks(hand)[0], answered=False)
        await answered.wait()
    await world.env.settle()
    assert "Now the face-down card" in world.read(hand).text
