"""Who leaves the server or accepts no direct messages holds nobody up, and the table says so."""

import re
from random import Random

import pytest

from bot.clock import LEFT_AFTER
from bot.database import StoreError
from bot.rows import Settings
from tests.cogs.agent_avenue import teams
from tests.cogs.agent_avenue.duel import called, decide, over, picks, start
from tests.cogs.agent_avenue.test_proposals import landed
from tests.world import Person, World, other_than

DAY = 24 * 3600
LEFT = "has left the server: the computer plays"
CLOSED = "accepts no direct messages: the cards are behind My hand."

limits = pytest.mark.parametrize("limit", [None, 0, 300], ids=["a day", "no limit", "5 minutes"])


async def choose(world: World, settings: Settings) -> None:
    await world.bot.languages.save_settings(world.guild.id, settings)


def leave(person: Person) -> None:
    person.world.env.backend.remove_member(person.world.guild.id, person.id)


def asked(world: World) -> int:
    """How often the bot has asked who is in the server."""
    return sum("/members/" in entry.path for entry in world.env.http_requests)


def posted(world: World, person: Person) -> int:
    """How many direct messages the bot has tried to send to somebody."""
    request = ("POST", f"/channels/{person.member.user.dm_channel.id}/messages")
    return sum((entry.method, entry.path) == request for entry in world.env.http_requests)


# Left


@limits
async def test_who_has_left_is_noticed_within_minutes_and_the_computer_plays(
    world: World, limit: int | None
) -> None:
    await choose(world, Settings(turn_limit=limit))
    await start(world)
    gone = called(world)
    leave(gone)
    await world.wait(min(LEFT_AFTER, limit / 2 if limit else LEFT_AFTER) + 60)
    assert f"{gone.member.user.global_name} {LEFT}" in world.table.text
    assert called(world) is not gone
    rng = Random(2)
    while not over(world):
        await decide(world, rng)
        await world.wait(5)


async def test_who_leaves_late_is_noticed_all_the_same_though_there_is_no_limit(
    world: World,
) -> None:
    await choose(world, Settings(turn_limit=0))
    await start(world)
    gone = called(world)
    await world.wait(DAY)
    leave(gone)
    await world.wait(DAY)
    assert LEFT in world.table.text


async def test_a_message_that_is_refused_tells_that_somebody_has_left(world: World) -> None:
    """At once, and though it is somebody else's turn."""
    lobby = await world.ana.play()
    await world.ben.press(lobby, "Join")
    leave(world.ben)
    world.ben.close_dms()
    await world.ana.press(lobby, "Start")
    assert LEFT in world.table.text
    assert CLOSED not in world.table.text, "one word on it is enough"
    await world.wait(5)
    assert called(world) is world.ana


@limits
async def test_who_has_left_gives_up_where_the_server_wants_that(
    world: World, limit: int | None
) -> None:
    await choose(world, Settings(late="forfeit", turn_limit=limit))
    await start(world)
    gone = called(world)
    leave(gone)
    await world.wait(LEFT_AFTER + 60)
    assert over(world)
    assert "has left the server." in world.table.text


async def test_a_teammate_is_waited_for_no_longer_than_before(world: World) -> None:
    """Either of the two may play first."""
    await teams.start(world, teams.party(world, 4), teams="2v2")
    gone, stays = teams.called(world)
    leave(gone)
    await world.wait(DAY / 2 + 60)
    assert f"{gone.member.user.global_name} {LEFT}" in world.table.text
    assert world.pings[-1].user == stays.id
    assert "The time to decide" in world.public[-1].text
    before = (await world.match()).version
    await world.wait(DAY / 2)
    assert (await world.match()).version > before


@pytest.mark.trouble
async def test_the_computer_plays_where_it_could_not_be_written_that_the_seat_gives_up(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await choose(world, Settings(late="forfeit"))
    await start(world)
    leave(called(world))

    async def busy(*_: object, **__: object) -> None:
        raise StoreError("busy")

    with monkeypatch.context() as patched:
        patched.setattr(world.bot.store, "append", busy)
        await world.wait(LEFT_AFTER + 1)
    await world.wait(60)
    assert LEFT in world.table.text
    assert (await world.match()).version > 0


async def test_who_has_left_is_called_no_more(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await landed(world, monkeypatch)
    assert calls(world) == {world.ana.id, world.eve.id}
    leave(world.eve)
    await world.wait(LEFT_AFTER + 60)
    assert LEFT in world.table.text
    assert calls(world) == {world.ana.id}


def calls(world: World) -> set[int]:
    """Whom messages of their own call to a decision."""
    return {int(user) for m in world.public for user in re.findall(r"^→ <@(\d+)>", m.text)}


async def test_who_comes_back_plays_on(world: World) -> None:
    await choose(world, Settings(turn_limit=0))
    await start(world)
    gone = called(world)
    leave(gone)
    await world.wait(LEFT_AFTER + 60)
    world.env.backend.add_member(world.guild.id, gone.id)
    hand = (await gone.press(world.table, "My hand")).message
    assert hand is not None
    await gone.press(hand, "I'm back")
    assert "has left" not in world.table.text
    rng = Random(2)
    while called(world) is not gone:
        await decide(world, rng)
    before = (await world.match()).version
    await world.wait(DAY)
    assert (await world.match()).version == before, "it is waited for again"


async def test_it_survives_a_restart(world: World) -> None:
    await choose(world, Settings(turn_limit=0))
    await start(world)
    gone = called(world)
    leave(gone)
    await world.restart()
    await world.wait(2 * LEFT_AFTER + 60)
    await world.restart()
    assert LEFT in world.table.text


async def test_a_newcomer_is_not_taken_for_who_has_left(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody takes the seat over while it is being asked."""
    await start(world)
    gone = called(world)
    leave(gone)
    match, seat = await world.match(), (await world.match()).seat_of(gone.id)
    assert seat is not None

    async def slowly(guild: int, user: int) -> bool:
        await world.bot.manager.offer(match, seat)
        await world.bot.manager.reseat(match, seat, 0, world.eve.id, "Eve", "en-US")
        return False

    monkeypatch.setattr(world.bot.delivery, "is_member", slowly)
    await world.wait(LEFT_AFTER + 1)
    assert match.seats[seat].user == world.eve.id
    assert match.seats[seat].away is None


async def test_a_newcomer_who_leaves_is_noticed_however_long_the_other_has_waited(
    world: World,
) -> None:
    await choose(world, Settings(turn_limit=0))
    await start(world)
    old = called(world)
    await world.wait(10 * DAY)
    search = (await old.command("game substitute", world.games.threads[0])).message
    await world.eve.press(search, "Take over")
    leave(world.eve)
    await world.wait(LEFT_AFTER + 60)
    assert f"Eve {LEFT}" in world.table.text


# What it costs


async def test_nobody_is_asked_for_while_people_decide_in_time(world: World) -> None:
    await start(world)
    rng = Random(1)
    decisions = 0
    while decisions < 10 and not over(world):
        await world.wait(LEFT_AFTER / 2)
        await decide(world, rng)
        decisions += 1
    assert decisions >= 4
    assert asked(world) == 0


async def test_it_is_asked_ever_more_rarely(world: World) -> None:
    await choose(world, Settings(turn_limit=0))
    await start(world)
    await world.wait(DAY)
    first = asked(world)
    assert first == 7
    await world.wait(9 * DAY)
    assert asked(world) <= first + 4


# Blocked


async def test_who_has_blocked_the_bot_before_the_match_plays_from_my_hand(world: World) -> None:
    world.ben.close_dms()
    await start(world)
    assert f"Ben {CLOSED}" in world.table.text
    assert asked(world) == 1, "it may be that Ben has left"
    assert LEFT not in world.table.text


@limits
async def test_who_blocks_the_bot_in_the_middle_is_under_the_same_time_limit(
    world: World, limit: int | None
) -> None:
    await choose(world, Settings(turn_limit=limit))
    await start(world)
    active = called(world)
    blocking = other_than(world, active)
    blocking.close_dms()
    rng = Random(1)
    while called(world) is not blocking:
        await decide(world, rng)
    assert world.pings[-1].user == blocking.id, "the call is in the channel"
    await decide(world, rng)
    assert f"{blocking.member.user.global_name} {CLOSED}" in world.table.text, "next is the hand"
    version = (await world.match()).version
    await world.wait(DAY + 60)
    assert ((await world.match()).version > version) == (limit != 0)


async def test_who_accepts_messages_again_gets_them_with_the_next_look_at_the_hand(
    world: World,
) -> None:
    await start(world)
    blocking = other_than(world, called(world))
    blocking.close_dms()
    rng = Random(1)
    await decide(world, rng)
    await decide(world, rng)
    assert CLOSED in world.table.text
    world.recover()
    await blocking.press(world.table, "My hand")
    assert CLOSED in world.table.text, "not again so soon"
    await world.wait(700)
    await blocking.press(world.table, "My hand")
    assert CLOSED not in world.table.text
    assert len(blocking.dms) == 1, "the one of before is edited"
    assert called(world) is blocking
    assert picks(blocking.hand)


async def test_messages_are_not_tried_again_and_again(world: World) -> None:
    world.ben.close_dms()
    await start(world)
    before = posted(world, world.ben)
    for _ in range(5):
        await world.wait(650)
        for _ in range(5):
            await world.ben.press(world.table, "My hand")
    assert posted(world, world.ben) == before + 5
    assert f"Ben {CLOSED}" in world.table.text
