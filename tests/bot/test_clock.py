"""Turn limits: one reminder at half time, then the rule of the server; nobody waits for ever."""

import asyncio
import math
import re
from random import Random

import pytest
from discord import Permissions

from bot.database import StoreError
from bot.match import Match
from bot.rows import Settings
from tests.cogs.agencia import evening
from tests.cogs.agent_avenue.duel import called, decide, offer, over, picks, start
from tests.world import Person, Shown, World, other_than

HOUR = 3600
LIMIT = 24 * HOUR
"""What holds where a server has chosen nothing."""


async def choose(world: World, settings: Settings) -> None:
    await world.bot.languages.save_settings(world.guild.id, settings)


async def change(world: World, verb: str, value: str) -> None:
    """Eve, who manages the server, chooses something in `/settings`."""
    admins = world.guild.create_role("Admins", permissions=Permissions(manage_guild=True))
    world.env.backend.add_member_role(world.guild.id, world.eve.id, admins.id)
    settings = (await world.eve.command("settings")).message
    assert settings is not None
    await world.eve.choose(settings, f"SETTINGS:0:{verb}", value)


async def busy(*_: object, **__: object) -> None:
    """What the store does while the database is locked."""
    raise StoreError("busy")


def reminders(world: World) -> list[Shown]:
    return [m for m in world.public if m.text.startswith("→") and "The time to decide" in m.text]


def deadline(world: World) -> int:
    """When the time to decide is over, as the table says."""
    (at,) = re.findall(r"The time to decide ends <t:(\d+):R>", world.table.text)
    return int(at)


async def version(world: World) -> int:
    return (await world.match()).version


async def test_the_table_shows_the_deadline_of_the_present_decision(world: World) -> None:
    await start(world)
    assert deadline(world) == int((await world.match()).row.created_at) + LIMIT
    await world.wait(5 * HOUR)
    await offer(called(world), Random(1))
    assert deadline(world) == pytest.approx(world.env.now().timestamp() + LIMIT, abs=2)


async def test_one_reminder_comes_at_half_time_and_goes_with_the_decision(world: World) -> None:
    await start(world)
    active = called(world)
    await world.wait(LIMIT / 2 - 60)
    assert reminders(world) == []
    pings = len(world.pings)
    await world.wait(120)
    (reminder,) = reminders(world)
    assert [ping.user for ping in world.pings[pings:]] == [active.id]
    await world.wait(LIMIT / 4)
    await world.restart()
    await world.wait(60)
    assert reminders(world) == [reminder]
    assert len(world.pings) == pings + 1
    await offer(active, Random(1))
    assert reminders(world) == []


async def test_when_the_time_is_over_the_computer_moves_once(world: World) -> None:
    await start(world)
    late = called(world)
    await world.wait(LIMIT - 60)
    assert await version(world) == 0
    await world.wait(120)
    assert called(world) is not late
    assert "ran out of time" in world.table.text
    assert "the computer has moved" in world.table.text
    moved = await version(world)
    await world.wait(LIMIT / 4)
    assert await version(world) == moved


async def test_the_computer_makes_one_decision_and_not_the_turn_that_follows(world: World) -> None:
    """Who recruits plays next, is called to that and has as much time as for every decision."""
    await start(world)
    await offer(called(world), Random(1))
    late = called(world)
    await world.wait(LIMIT - 60)
    pings = len(world.pings)
    await world.wait(120)
    assert await version(world) == 2
    assert called(world) is late
    assert [ping.user for ping in world.pings[pings:]] == [late.id]
    assert deadline(world) == pytest.approx(world.env.now().timestamp() + LIMIT, abs=90)


async def somebody_late_twice(world: World, rng: Random) -> Person:
    """Who is called first is late to that decision and to the next one."""
    await start(world)
    late = called(world)
    for _ in range(2):
        while called(world) is not late:
            await decide(world, rng)
        await world.wait(LIMIT + 60)
    return late


async def test_after_two_in_a_row_the_computer_takes_over_until_its_owner_is_back(
    world: World,
) -> None:
    rng = Random(1)
    late = await somebody_late_twice(world, rng)
    assert "the computer plays until" in world.table.text
    assert "I'm back" in late.hand.buttons
    for _ in range(2):  # The computer needs no time.
        assert called(world) is other_than(world, late)
        await decide(world, rng)
        await world.wait(5)
    await late.press(late.hand, "I'm back")
    assert "I'm back" not in late.hand.buttons
    assert "the computer plays until" not in world.table.text
    while called(world) is not late:
        await decide(world, rng)
    before = await version(world)
    await world.wait(60)
    assert await version(world) == before


@pytest.mark.settings(computer_delay=30.0)
async def test_who_comes_back_by_a_choice_that_commits_nothing_is_under_the_time_limit(
    world: World,
) -> None:
    rng = Random(1)
    late = await somebody_late_twice(world, rng)
    while not picks(late.hand):
        if (await world.match()).awaited():
            await decide(world, rng)
        await world.wait(5)
    await late.press(late.hand, picks(late.hand)[0])
    assert "Now the face-down card" in late.hand.text
    assert "the computer plays until" not in world.table.text
    before = await version(world)
    await world.wait(LIMIT - 60)
    assert await version(world) == before
    await world.wait(120)
    assert await version(world) > before


async def test_who_was_away_when_the_match_ended_is_not_asked_to_come_back(world: World) -> None:
    late = await somebody_late_twice(world, Random(1))
    assert "I'm back" in world.table.text
    assert "I'm back" in late.hand.buttons
    asked = await other_than(world, late).command("game resign")
    await other_than(world, late).press(asked.message, "Resign")
    assert "gave up" in world.table.text
    assert "I'm back" not in world.table.text
    assert "I'm back" not in late.hand.buttons


async def test_who_decides_in_time_in_between_is_not_taken_over(world: World) -> None:
    await start(world)
    late, rng = called(world), Random(1)
    for _ in range(2):
        while called(world) is not late:
            await decide(world, rng)
        await world.wait(LIMIT + 60)
        while called(world) is not late:
            await decide(world, rng)
        await decide(world, rng)
    assert "the computer" not in world.table.text.replace("then the computer moves", "")


async def test_a_seat_gives_up_where_the_server_wants_that(world: World) -> None:
    await choose(world, Settings(late="forfeit", turn_limit=HOUR))
    await start(world)
    late = called(world)
    assert "then the seat gives up" in world.table.text
    await world.wait(HOUR + 60)
    assert over(world)
    assert "gave up" in world.table.text or "resigned" in world.table.text
    assert f"{late.member.user.global_name} ran out of time." in world.table.text


async def test_whose_time_is_over_has_given_up_where_the_match_goes_on_too(world: World) -> None:
    """So the table says, and not that a computer has moved."""
    await choose(world, Settings(late="forfeit", turn_limit=HOUR))
    await evening.start(world, 4)
    await world.wait(HOUR + 60)
    assert not (await world.match()).over
    assert "gave up" in world.table.text
    assert "ran out of time." in world.table.text
    assert "the computer has moved" not in world.table.text


async def test_without_a_limit_nothing_ever_happens(world: World) -> None:
    await choose(world, Settings(turn_limit=0))
    await start(world)
    before = world.public
    assert "The time to decide" not in world.table.text
    await world.wait(30 * 24 * HOUR)
    assert world.public == before


async def test_a_deadline_that_passes_while_the_bot_is_down_holds_at_the_next_start(
    world: World,
) -> None:
    await start(world)
    late = called(world)
    await world.bot.store._db.execute(
        "UPDATE matches SET created_at = created_at - :by, waiting = waiting - :by",
        {"by": LIMIT + 60},
    )
    await world.restart()
    await world.wait(5)
    assert called(world) is not late


async def test_a_restart_does_not_give_more_time(world: World) -> None:
    await start(world)
    await world.wait(LIMIT - 2 * HOUR)
    await world.restart()
    await world.wait(HOUR)
    assert await version(world) == 0
    await world.wait(HOUR + 60)
    assert await version(world) > 0


@pytest.mark.parametrize("restart", [False, True])
async def test_who_takes_a_seat_over_has_all_the_time_from_then_on(
    world: World, restart: bool
) -> None:
    await start(world)
    late = called(world)
    await world.wait(LIMIT - 60)
    assert len(reminders(world)) == 1
    search = (await late.command("game substitute", world.games.threads[0])).message
    assert search is not None
    await world.eve.press(search, "Take over")
    assert reminders(world) == []
    assert deadline(world) == pytest.approx(world.env.now().timestamp() + LIMIT, abs=2)
    if restart:
        await world.restart()
    pings = len(world.pings)
    await world.wait(LIMIT / 2 + 60)
    (reminder,) = reminders(world)
    assert [ping.user for ping in world.pings[pings:]] == [world.eve.id]
    await world.wait(LIMIT / 2 - 120)
    assert reminders(world) == [reminder]
    assert await version(world) == 0
    await world.wait(120)
    assert await version(world) > 0
    assert "Eve ran out of time" in world.table.text


@pytest.mark.parametrize("restart", [False, True])
async def test_a_clock_set_back_keeps_nobody_waiting_for_longer_than_the_limit(
    world: World, monkeypatch: pytest.MonkeyPatch, restart: bool
) -> None:
    await start(world)
    monkeypatch.setattr("bot.clock.now", lambda: world.env.now().timestamp() - 365 * 24 * HOUR)
    if restart:
        await world.restart()
    await world.wait(LIMIT - 60)
    assert await version(world) == 0
    await world.wait(120)
    assert await version(world) > 0


async def test_a_new_setting_holds_for_running_matches(world: World) -> None:
    await start(world)
    await change(world, "turn_limit", str(HOUR))
    assert deadline(world) == pytest.approx(world.env.now().timestamp() + HOUR, abs=2)
    await world.wait(HOUR + 60)
    assert await version(world) > 0


@pytest.mark.parametrize(
    ("before", "verb", "value", "limit"),
    [
        (Settings(turn_limit=0, late="forfeit"), "turn_limit", "-", LIMIT),
        (Settings(late="forfeit"), "turn_limit", "300", 300),
        (Settings(), "late", "forfeit", LIMIT),
    ],
)
@pytest.mark.parametrize("restart", [False, True])
async def test_a_new_setting_ends_nobody_s_time_at_once(
    world: World, before: Settings, verb: str, value: str, limit: int, restart: bool
) -> None:
    """Who has been waited for longer than a new limit has all of it, and is reminded."""
    await choose(world, before)
    await start(world)
    await world.wait(LIMIT / 2 - HOUR)
    await change(world, verb, value)
    ends = deadline(world)
    assert ends == pytest.approx(world.env.now().timestamp() + limit, abs=2)
    if restart:
        await world.restart()
    await world.wait(limit / 2 - 5)
    assert reminders(world) == []
    await world.wait(10)
    assert len(reminders(world)) == 1
    assert deadline(world) == ends
    await world.wait(limit / 2 - 20)
    assert not over(world)
    await world.wait(30)
    assert over(world)


async def test_a_new_setting_is_not_overlooked_while_a_match_is_being_read(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await choose(world, Settings(turn_limit=0))
    await start(world)
    match, clock, read = await world.match(), world.bot.clock, world.bot.manager.open
    waiting = clock._waiting[match.id]

    async def meanwhile(match_id: str) -> Match:
        monkeypatch.undo()
        await choose(world, Settings(turn_limit=HOUR))
        await clock.settings_changed(world.guild.id)
        return await read(match_id)

    monkeypatch.setattr(world.bot.manager, "open", meanwhile)
    with world.env._bot_scope():
        await clock._look_at(match.id, waiting)
    assert waiting.look == 0  # again at once


@pytest.mark.parametrize("restart", [False, True])
@pytest.mark.parametrize(
    ("verb", "value"), [("turn_limit", "0"), ("turn_limit", "259200"), ("late", "forfeit")]
)
async def test_a_reminder_tells_what_holds_now(
    world: World, verb: str, value: str, restart: bool
) -> None:
    await start(world)
    await world.wait(LIMIT / 2 + 60)
    (reminder,) = reminders(world)
    if restart:
        await world.restart()
    pings = len(world.pings)
    await change(world, verb, value)
    at_the_table = [line for line in world.table.text.splitlines() if "The time to decide" in line]
    told = [line for line in world.read(reminder).text.splitlines() if "The time to decide" in line]
    assert [f"-# {line}" for line in told] == at_the_table
    assert len(world.pings) == pings


async def test_a_limit_chosen_when_the_clock_was_wrong_keeps_nobody_waiting(world: World) -> None:
    year = 365 * 24 * HOUR
    await choose(world, Settings(limit_since=world.env.now().timestamp() + year))
    await start(world)
    assert deadline(world) == pytest.approx(world.env.now().timestamp() + LIMIT, abs=2)
    await world.wait(LIMIT + 60)
    assert await version(world) > 0


async def test_a_server_that_wants_no_pings_gets_none(world: World) -> None:
    await choose(world, Settings(pings=False))
    await start(world)
    await offer(called(world), Random(1))
    await world.wait(LIMIT / 2 + 60)
    assert world.pings == []
    assert reminders(world) == []


async def test_one_task_serves_all_matches_and_ends_when_nobody_is_awaited(world: World) -> None:
    for number in range(5):
        channel = world.guild.create_text_channel(f"more-{number}")
        lobby = await world.ana.play(channel)
        await world.ben.press(lobby, "Join")
        await world.ana.press(lobby, "Start")
    assert len(clocks(world)) == 1
    await choose(world, Settings(late="forfeit"))
    await world.wait(2 * LIMIT + 60)
    assert clocks(world) == []


def clocks(world: World) -> list[str]:
    return [t.get_name() for t in asyncio.all_tasks() if t.get_name() == "clock" and not t.done()]


async def test_it_never_looks_again_at_the_same_moment(world: World) -> None:
    """It would do so for ever, where what is due a rounding later is looked at now."""
    await choose(world, Settings(turn_limit=0))
    await start(world)
    await world.wait(HOUR)
    match = await world.match()
    clock, (seat,) = world.bot.clock, match.awaited()
    waiting = clock._waiting[match.id]
    with world.env._bot_scope():
        waiting.ask[seat, match.since(seat)] = math.nextafter(waiting.elapsed, math.inf)
        await clock._look(match, waiting, 0)
        assert waiting.look > waiting.elapsed


async def test_a_match_is_not_reminded_twice_by_a_crash_while_the_reminder_is_posted(
    world: World,
) -> None:
    await start(world)
    await world.wait(LIMIT / 2 - 60)
    await world.restart()
    with world.dying(1, lost=False):
        await world.wait(120)
    await world.restart()
    await world.wait(120)
    assert len(reminders(world)) == 1


async def test_the_reminder_comes_though_discord_does_not_say_who_is_a_member(
    world: World,
) -> None:
    await start(world)
    world.fail("GET", f"/guilds/{world.guild.id}/members/*", 403, 50001)
    await world.wait(LIMIT / 2 + 60)
    assert len(reminders(world)) == 1


@pytest.mark.trouble
async def test_a_database_that_is_busy_at_the_deadline_only_delays(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start(world)
    await world.wait(LIMIT - 60)

    with monkeypatch.context() as patched:
        patched.setattr(world.bot.store, "append", busy)
        await world.wait(120)
        assert await version(world) == 0
    await world.wait(120)
    assert await version(world) > 0


@pytest.mark.trouble
async def test_the_computer_plays_on_though_it_could_not_be_noted_that_somebody_was_late(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.ana.play(computer="easy")
    while not picks(world.ana.hand):
        await decide(world, Random(1))
    before = await version(world)
    await world.wait(LIMIT - 60)
    with monkeypatch.context() as patched:
        patched.setattr(world.bot.store, "save_presence", busy)
        await world.wait(120)
    assert await version(world) > before + 1
