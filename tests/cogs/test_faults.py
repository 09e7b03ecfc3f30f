"""Each request that the bot sends meets each refusal of Discord's: the match goes on all the same.

One case for each pair, those that Discord would not answer included: the bot need not know which
these are. How long Discord takes, and connections that break, are in `tests/loopback`.
"""

import asyncio
import re
import time
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import contextmanager
from fnmatch import fnmatch
from itertools import product
from random import Random
from typing import Any

import pytest

from bot import answer, surfaces
from bot.clock import LEFT_AFTER
from bot.lobbies import Lobbies
from bot.manager import GameManager
from tests.cogs.agent_avenue.duel import called, choices, downs, offer, picks, start
from tests.world import Person, World

pytestmark = pytest.mark.trouble  # each of these is worth a line in the log

SHORT, LONG = 20.0, 40.0

FAULTS = {
    "missing access": (403, 50001),
    "missing permissions": (403, 50013),
    "closed to messages": (403, 50007),
    "unknown channel": (404, 10003),
    "unknown message": (404, 10008),
    "unknown interaction": (404, 10062),
    "archived thread": (400, 50083),
    "edited too often": (400, 30046),
    "edited too often, as a rate limit": (429, 30046),
    "invalid token": (401, 50027),
    "rate limit": (429, 0),
    "unheard-of refusal": (400, 50035),
    "server error": (500, 0),
    "bad gateway": (502, 0),
}
"""Status and code by what they mean."""

MOST_REQUESTS = 12
"""Of one kind until the bot gives up: two people, three attempts, and one more pass for each."""

Scenario = AsyncGenerator[tuple[str, str]]
"""Goes so far, names the request that will be next, and then does what calls for it."""


@pytest.fixture(autouse=True)
async def no_flushing(world: World) -> None:
    """There are no power cuts here, and a busy disk would make these tests slow."""
    await world.bot.store._db.execute("PRAGMA synchronous=OFF")


@pytest.fixture(autouse=True)
def retries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two attempts more, after so many seconds."""
    monkeypatch.setattr(surfaces, "RETRY_DELAYS", (SHORT, LONG))


# The requests


async def answer_by_edit(world: World) -> Scenario:
    await start(world)
    await offer(called(world), Random(1))
    recruiter = called(world)
    yield "POST", "/interactions/*"
    await recruiter.press(world.table, "Recruit the face-up", answered=False)


async def answer_by_message(world: World) -> Scenario:
    await start(world)
    yield "POST", "/interactions/*"
    await world.ana.press(world.table, "My hand", answered=False)


async def late_answer_by_edit(world: World) -> Scenario:
    await start(world)
    await offer(called(world), Random(1))
    yield "PATCH", f"/channels/{world.table.channel}/messages/{world.table.id}"
    with late(world):
        await called(world).press(world.table, "Recruit the face-up")


async def end_of_thinking(world: World) -> Scenario:
    await start(world)
    await offer(called(world), Random(1))
    yield "DELETE", "/webhooks/*/messages/@original"
    with late(world):
        await called(world).press(world.table, "Recruit the face-up")


async def late_answer_by_message(world: World) -> Scenario:
    await start(world)
    yield "PATCH", "/webhooks/*/messages/@original"
    with late(world):
        await world.ana.press(world.table, "My hand")


async def deferral(world: World) -> Scenario:
    await start(world)
    await offer(called(world), Random(1))
    yield "POST", "/interactions/*"
    with late(world):
        await called(world).press(world.table, "Recruit the face-up", answered=False)


@contextmanager
def late(world: World, opening: GameManager | Lobbies | None = None) -> Iterator[None]:
    """Every answer takes long, and is deferred: it is a match or a lobby that opens slowly."""
    opening = opening or world.bot.manager
    work = opening.open

    async def slowly(*args: Any, **kwargs: Any) -> Any:
        await asyncio.sleep(0.1)
        return await work(*args, **kwargs)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(answer, "DEFER_AFTER", 0.02)
        patch.setattr(opening, "open", slowly)
        yield


async def message_post(world: World) -> Scenario:
    await start(world)
    active = called(world)
    yield "POST", f"/channels/{world.table.channel}/messages"
    await offer(active, Random(1))


async def message_edit(world: World) -> Scenario:
    await start(world)
    active = called(world)
    yield "PATCH", f"/channels/{world.table.channel}/messages/{world.table.id}"
    await discard(active)


async def old_message_edit(world: World) -> Scenario:
    """The table of the turn before, which becomes its summary."""
    await start(world)
    active = called(world)
    yield "PATCH", f"/channels/{world.table.channel}/messages/{world.table.id}"
    await offer(active, Random(1))


async def lobby_edit(world: World) -> Scenario:
    """The answer to Start was lost, so the lobby shows only now that the match has started."""
    lobby = await world.ana.play()
    await world.ben.press(lobby, "Join")
    world.fail("POST", "/interactions/*", 404, 10062, times=1)
    yield "PATCH", f"/channels/{lobby.channel}/messages/{lobby.id}"
    await world.ana.press(lobby, "Start", answered=False)


async def message_delete(world: World) -> Scenario:
    """A table too old to be edited is replaced."""
    await start(world)
    table, active = world.table, called(world)
    world.fail("PATCH", f"/channels/{table.channel}/messages/{table.id}", 400, 30046)
    yield "DELETE", f"/channels/{table.channel}/messages/{table.id}"
    await discard(active)


async def history(world: World) -> Scenario:
    """Whether a post arrived that failed is looked up before it is tried again."""
    await start(world)
    world.fail("POST", f"/channels/{world.table.channel}/messages", 500, times=1)
    await offer(called(world), Random(1))
    yield "GET", f"/channels/{world.table.channel}/messages"


async def thread_creation(world: World) -> Scenario:
    lobby = await world.ana.play()
    await world.ben.press(lobby, "Join")
    yield "POST", "/channels/*/messages/*/threads"
    await world.ana.press(lobby, "Start")


async def thread_reopening(world: World) -> Scenario:
    """A table that cannot be edited because its thread is archived."""
    await start(world)
    table, active = world.table, called(world)
    world.fail("PATCH", f"/channels/{table.channel}/messages/{table.id}", 400, 50083)
    yield "PATCH", f"/channels/{table.channel}"
    await discard(active)


async def late_lobby(world: World) -> Scenario:
    """Its command was deferred, so it is a message of its own."""
    await start(world)
    place = world.guild.create_text_channel("other")
    yield "POST", f"/channels/{place.id}/messages"
    with late(world, world.bot.lobbies):
        await world.eve.command("play agent-avenue", place)


async def member_look_up(world: World) -> Scenario:
    """Whether somebody has left who has not decided for a while."""
    await start(world)
    yield "GET", f"/guilds/{world.guild.id}/members/*"
    await world.wait(LEFT_AFTER + 1)


async def dm_open(world: World) -> Scenario:
    lobby = await world.ana.play()
    await world.ben.press(lobby, "Join")
    yield "POST", "/users/@me/channels"
    await world.ana.press(lobby, "Start")


async def dm_post(world: World) -> Scenario:
    lobby = await world.ana.play()
    await world.ben.press(lobby, "Join")
    yield "POST", f"/channels/{world.ben.member.user.dm_channel.id}/messages"
    await world.ana.press(lobby, "Start")


async def dm_edit(world: World) -> Scenario:
    """Who has recruited is to choose from the hand next."""
    await start(world)
    await offer(called(world), Random(1))
    recruiter = called(world)
    yield "PATCH", f"/channels/{recruiter.hand.channel}/messages/{recruiter.hand.id}"
    await recruiter.press(world.table, "Recruit the face-up")


async def ephemeral_edit(world: World) -> Scenario:
    await start(world)
    await offer(called(world), Random(1))
    recruiter = called(world)
    await recruiter.press(world.table, "My hand")
    yield "PATCH", "/webhooks/*/messages/*"
    await recruiter.press(world.table, "Recruit the face-up")


REQUESTS: list[Callable[[World], Scenario]] = [
    answer_by_edit,
    answer_by_message,
    late_answer_by_edit,
    end_of_thinking,
    late_answer_by_message,
    deferral,
    message_post,
    message_edit,
    old_message_edit,
    lobby_edit,
    message_delete,
    history,
    thread_creation,
    thread_reopening,
    late_lobby,
    member_look_up,
    dm_open,
    dm_post,
    dm_edit,
    ephemeral_edit,
]

GONE = "a message in a channel that is gone is gone as well, and nothing is left to be doubled"
IMPOSSIBLE = {
    ("old_message_edit", "unknown channel"): GONE,
    ("lobby_edit", "unknown channel"): GONE,
    ("message_delete", "unknown channel"): GONE,
    ("thread_reopening", "unknown message"): "the request names no message",
    ("late_answer_by_edit", "unknown message"): "nobody can press under a table that is gone",
    ("lobby_edit", "unknown message"): "nobody can press Start in a lobby that is gone",
}
"""Pairs that are left out, and why. `test_surfaces` has channels that are gone indeed."""

NAMES = [request.__name__ for request in REQUESTS]
PAIRS = [pair for pair in product(NAMES, FAULTS) if pair not in IMPOSSIBLE]

DENIED = ("missing access", "missing permissions")
CLOSED = (*DENIED, "closed to messages", "unknown channel")

TOLD = {
    **{
        (request, fault): "I cannot post in"
        for request in ("message_post", "message_edit")
        for fault in (*DENIED, "archived thread")
    },
    ("message_post", "unknown channel"): "The channel of this match is gone.",
    ("message_edit", "unknown channel"): "The channel of this match is gone.",
    **{("thread_creation", fault): "choose two cards" for fault in (*DENIED, "unheard-of refusal")},
    **{
        (request, fault): "accepts no direct messages: the cards are behind My hand."
        for request in ("dm_open", "dm_post", "dm_edit")
        for fault in CLOSED
    },
}
"""What people read, while it lasts, of what they have to know."""


# The promise


def test_every_pair_is_tried_or_has_a_reason() -> None:
    everything = set(product(NAMES, FAULTS))
    assert set(PAIRS) | set(IMPOSSIBLE) == everything
    assert set(TOLD) <= set(PAIRS)
    assert all(IMPOSSIBLE.values())


@pytest.mark.parametrize(("request_name", "fault"), PAIRS)
async def test_the_match_goes_on(request_name: str, fault: str, world: World) -> None:
    scenario = REQUESTS[NAMES.index(request_name)](world)
    method, path = await anext(scenario)
    sent = len(world.env.http_requests)
    if fault == "unknown message":
        delete(world, path)
    world.fail(method, path, *FAULTS[fault])
    async for _ in scenario:
        pass
    await world.wait(SHORT + LONG + 5)
    assert 1 <= count(world, method, path, sent) <= MOST_REQUESTS, "no endless attempts"
    before = len(world.env.http_requests)
    await world.wait(600)
    assert len(world.env.http_requests) == before, "given up until something changes"
    told = TOLD.get((request_name, fault), "")
    assert told in "\n".join(m.text for m in [*world.public, *world.ana.dms, *world.ben.dms])

    world.recover()
    await ask_again(world)
    for _ in range(2):
        version = (await world.match()).version
        await decide(world)
        assert (await world.match()).version == version + 1
    await check(world)


def count(world: World, method: str, path: str, since: int) -> int:
    """How many such requests the bot has sent."""
    sent = world.env.http_requests[since:]
    return sum(entry.method == method and fnmatch(entry.path, path) for entry in sent)


def delete(world: World, path: str) -> None:
    """Let it be true that the message is gone, if it is one that people see."""
    found = re.fullmatch(r"/channels/(\d+)/messages/(\d+)", path)
    if found:
        world.env.backend.delete_message(int(found[1]), int(found[2]))


async def discard(person: Person) -> None:
    """The table changes without a press under it."""
    await person.press(person.hand, "Discard a card")
    await person.press(person.hand, next(iter(person.hand.buttons)))


async def ask_again(world: World) -> None:
    """What somebody does who misses something: asks for the table or the hand."""
    for person in (world.ana, world.ben):
        if person.dms and "Try again" in person.hand.buttons:
            await person.press(person.hand, "Try again")
            return
    tables = [message for message in world.public if "My hand" in message.buttons]
    if tables:
        await world.ana.press(tables[-1], "My hand")
    else:  # Whoever begins sees it from the hand.
        await offer(world.ana if picks(world.ana.hand) else world.ben, Random(1))


async def decide(world: World) -> None:
    """One decision, at the table, from the hand or, where there is none, from My hand."""
    rng, person = Random(1), called(world)
    if choices(world.table):
        await person.press(world.table, rng.choice(choices(world.table)))
        return
    hand = person.dms[-1] if person.dms else None
    if hand is None or not picks(hand):
        hand = (await person.press(world.table, "My hand")).message
        assert hand is not None
    await person.press(hand, rng.choice(picks(hand)))
    await person.press(world.read(hand), rng.choice(downs(world.read(hand))))


async def check(world: World) -> None:
    """Everything that is shown is shown once and is up to date, and so it stays."""
    shown = [*world.public, *world.ana.dms, *world.ben.dms]
    marks = Counter(
        (m.channel, top["id"]) for m in shown for top in world.stored(m).components if "id" in top
    )
    assert set(marks.values()) == {1}, "no message is doubled"
    assert [m for m in world.public if "My hand" in m.buttons] == [world.table]
    assert not [m for m in world.public if "Start" in m.buttons], "no lobby stays"
    match = await world.match()
    for person in (world.ana, world.ben):
        seat = match.seats[match.seat_of(person.id) or 0]
        assert seat.dms == "closed" or len(person.dms) == 1
    before = len(world.env.http_requests)
    await world.refresh()
    assert len(world.env.http_requests) == before, "nothing lags behind"


@pytest.mark.parametrize("hours", [-24, -1, 1])
async def test_the_clock_is_set(hours: int, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that counts time loses anything when the computer's clock jumps."""
    await start(world)
    await offer(called(world), Random(1))
    recruiter = called(world)
    peek = (await recruiter.press(world.table, "My hand")).message
    assert peek is not None
    now = time.time
    monkeypatch.setattr(time, "time", lambda: now() + hours * 3600)
    await recruiter.press(world.table, "Recruit the face-up")
    assert bool(picks(world.read(peek))) == (hours < 0), "kept up while its token is"
    for _ in range(2):
        await decide(world)
    await world.wait(600)
    await check(world)
    lobby = await world.eve.play(world.guild.create_text_channel("other"))
    await world.wait(120)
    assert "Join" in world.read(lobby).buttons
