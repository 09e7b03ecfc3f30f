"""Rate limits, timeouts, broken connections and a gateway that closes: the match goes on.

The bot runs here, in this process, so that what it would wait for is short. The codes with which
Discord refuses are in `tests/cogs/test_faults.py`.
"""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import product
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import discord
import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
from discord.state import ConnectionState
from discord.webhook import async_

from bot import answer, delivery, surfaces
from bot.app import Safehouse, create_bot
from bot.config import Config
from bot.match import Match
from engine import fair, registry
from engine.agent_avenue.options import Options
from engine.game import State

from .disk import read
from .driver import COMMITTING, Button, Party, buttons
from .faults import Request
from .scene import complaints
from .server import TOKEN, Loopback
from .world import User

ALWAYS = 10**6
RETRY_DELAYS = (0.05, 0.1)
REQUEST_SECONDS = 0.3

CALM, CALM_ACTIONS = 36, 7
"""Of a deal shuffled from this seed, so many actions end no match, whatever people choose."""

FAULTS: dict[str, dict[str, Any]] = {
    "a rate limit": {"status": 429, "retry_after": 0.02},
    "a global rate limit": {"status": 429, "retry_after": 0.02, "is_global": True},
    "a rate limit that tells no time": {"status": 429},
    "a rate limit without end": {"status": 429, "retry_after": 0.01, "times": ALWAYS},
    "two bad gateways": {"status": 502, "times": 2},
    "server errors without end": {"status": 500, "times": ALWAYS},
    "a bad gateway behind which it is done": {"status": 502, "carried_out": True},
    "nothing but bad gateways behind which it is done": {
        "status": 502,
        "carried_out": True,
        "times": ALWAYS,
    },
    "a timeout": {"delay": 2 * REQUEST_SECONDS, "drop": "before"},
    "a connection lost before": {"drop": "before"},
    "a connection lost after": {"drop": "after"},
}

MOST_ATTEMPTS = 5 * (1 + len(RETRY_DELAYS))
"""For one message: discord.py asks five times, and we come back so often."""


class Quick:
    """A module's `asyncio` in which seconds are milliseconds."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds / 1000)


@pytest.fixture
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let discord.py and the bot wait less."""
    modules: tuple[ModuleType, ...] = (discord.http, discord.shard, async_)
    for module in modules:
        monkeypatch.setattr(module, "asyncio", Quick())
    monkeypatch.setattr(surfaces, "RETRY_DELAYS", RETRY_DELAYS)
    monkeypatch.setattr(answer, "ANSWER_WITHIN", REQUEST_SECONDS)

    async def identify_at_once(*_: Any, **__: Any) -> None: ...

    monkeypatch.setattr(discord.Client, "before_identify_hook", identify_at_once)
    connect = ConnectionState.__init__

    def quickly(self: ConnectionState, **options: Any) -> None:
        connect(self, **{"guild_ready_timeout": 0.02} | options)

    monkeypatch.setattr(ConnectionState, "__init__", quickly)


class Table:
    """Two people, the bot, and the server between them."""

    def __init__(self, loopback: Loopback, folder: Path) -> None:
        self.loopback = loopback
        self.database = folder / "matches.db"
        self.bot: Safehouse = create_bot(
            Config(database=self.database, emojis=False, drawing_processes=0), rng=Random(1)
        )
        guild = loopback.guild()
        people = [loopback.user("Ada", guild), loopback.user("Ben", guild)]
        self.party = Party(loopback, loopback.channel(guild), people, Random(1))
        self.heard = 0
        self.bot.add_listener(self._hear, "on_interaction")

    async def _hear(self, _: discord.Interaction) -> None:
        self.heard += 1

    async def rest(self) -> None:
        """Wait until the bot has nothing more to do."""
        shown = self.bot.surfaces
        await self.loopback.until(
            lambda: not (shown._running or shown._retries or answering()), within=20
        )
        await self.loopback.quiet(0.03)

    async def answered(self) -> None:
        """Wait until nothing is being answered."""
        await self.loopback.until(lambda: not answering(), within=20)

    async def act(self) -> None:
        """Press on until an action more is on the disk, whatever comes of the answers."""
        before = self.actions
        for _ in range(30):
            move = self.party.move()
            if move is not None:
                await self.press(*move)
            await self.loopback.quiet(0.015)
            if self.actions > before:
                return
        raise AssertionError("the match does not go on")

    async def until_recruiting(self) -> None:
        """Act until somebody is to recruit, whose turn it then is, with nothing on its way."""
        await self.rest()
        while (move := self.party.move()) is None or move[1].verb != "recruit":
            await self.act()
            await self.rest()

    async def press(self, user: User, button: Button) -> None:
        """Press, and do not wait for an answer, but until the bot has heard of it, if it does."""
        before = self.heard
        await self.loopback.press(user, button.message, button.custom_id, old=True, wait=False)
        with suppress(TimeoutError):
            await self.loopback.until(lambda: self.heard > before, within=1)
        await asyncio.sleep(0.003)

    async def show_hand(self, user: User) -> None:
        """Press My hand."""
        table = self.party.table()
        assert table is not None
        await self.press(user, next(b for b in buttons([table]) if b.verb == "hand"))

    @property
    def actions(self) -> int:
        """How many actions are on the disk."""
        return sum(len(match.actions) for match in read(self.database).matches.values())

    @property
    def match(self) -> str:
        """The match's code."""
        return next(iter(read(self.database).matches))

    def complaints(self) -> list[str]:
        """What is wrong with what people see."""
        return complaints(self.loopback, [self.party], read(self.database))


def calm_deal(_: bytes, terms: fair.Terms) -> Any:
    """A deal with which the match goes on as long as a test looks."""
    return registry.game(terms.game).deal(Random(CALM), terms.options, terms.seats)


def test_a_calm_deal_ends_no_match_early() -> None:
    def goes_on(state: State, actions: int) -> bool:
        return not state.over and (
            actions == 0 or all(goes_on(later, actions - 1) for later in one_later(state))
        )

    game = registry.game("agent-avenue")
    options = Options(teams=((0,), (1,)), mode="simple")
    assert goes_on(game.new(game.deal(Random(CALM), options, 2), options, 2), CALM_ACTIONS)


def one_later(state: State) -> Iterator[State]:
    """What the state may become by one action."""
    for seat in state.to_act():
        for action in state.legal(seat):
            later = state.copy()
            later.apply(seat, action)
            yield later


def answering() -> bool:
    """Whether a press or a command is being carried out: discord.py names their tasks so."""
    names = [task.get_name() for task in asyncio.all_tasks() if not task.done()]
    return any(name.startswith(("discord-ui-dynamic", "CommandTree-invoker")) for name in names)


@pytest.fixture
async def table(
    hurry: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Table]:
    async with Loopback() as loopback:
        monkeypatch.setattr(Route, "BASE", f"{loopback.url}/api")
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(loopback.gateway.url))
        monkeypatch.setattr(fair, "deal", calm_deal)
        table = Table(loopback, tmp_path)
        running = asyncio.ensure_future(table.bot.start(TOKEN))
        await loopback.until(lambda: loopback.gateway.connected or running.done(), within=30)
        if running.done():
            await running  # it says why it could not start
        await table.bot.wait_until_ready()
        # From now on only: on a busy machine the list of commands takes longer.
        monkeypatch.setattr(delivery, "REQUEST_SECONDS", REQUEST_SECONDS)
        delivery.limit_waiting(table.bot)
        yield table
        await table.bot.close()
        with suppress(asyncio.CancelledError):
            await running


# The requests

Scenario = AsyncGenerator[tuple[str, Callable[[Request], bool]]]
"""Goes so far, names the requests that will be next, and then does what calls for them."""


def anywhere(_: Request) -> bool:
    return True


def within(*channels: int) -> Callable[[Request], bool]:
    return lambda request: int(request.path.split("/")[2]) in channels


async def an_answer_by_edit(table: Table) -> Scenario:
    await table.party.sit_down()
    await table.act()
    yield "answer", anywhere
    await table.act()


async def an_answer_by_message(table: Table) -> Scenario:
    await table.party.sit_down()
    yield "answer", anywhere
    await table.show_hand(table.party.people[0])


async def a_deferral(table: Table) -> Scenario:
    await table.party.sit_down()
    yield "answer", anywhere
    with late(table):
        await table.show_hand(table.party.people[0])
        await table.answered()


async def a_late_answer_by_message(table: Table) -> Scenario:
    await table.party.sit_down()
    yield "edit reply", anywhere
    with late(table):
        await table.show_hand(table.party.people[0])
        await table.answered()


async def a_late_answer_by_edit(table: Table) -> Scenario:
    await table.party.sit_down()
    await table.rest()
    move = table.party.move()
    assert move is not None
    yield "edit message", within(move[1].message.channel.id)
    with late(table):
        await table.press(*move)
        await table.answered()


async def an_end_of_thinking(table: Table) -> Scenario:
    await table.party.sit_down()
    await table.rest()
    yield "delete reply", anywhere
    with late(table):
        move = table.party.move()
        assert move is not None
        await table.press(*move)
        await table.answered()


async def a_late_answer_in_a_private_answer(table: Table) -> Scenario:
    await table.party.sit_down()
    await table.rest()
    called = table.party.move()
    assert called is not None
    user = called[0]
    await table.show_hand(user)
    await table.rest()
    (hand,) = (m for place in table.party.places() for m in place.ephemeral(user))
    yield "edit reply", anywhere
    with late(table):
        await table.press(user, next(b for b in buttons([hand]) if b.verb == "pick"))
        await table.answered()


async def a_late_lobby(table: Table) -> Scenario:
    yield "post message", within(table.party.channel.id)
    with pytest.MonkeyPatch.context() as patch:
        create = table.bot.store.create_lobby

        async def slowly(*arguments: Any) -> None:
            await asyncio.sleep(0.05)
            await create(*arguments)

        patch.setattr(answer, "DEFER_AFTER", 0.01)
        patch.setattr(table.bot.store, "create_lobby", slowly)
        party = table.party
        await table.loopback.slash(party.people[0], party.channel, "play agent-avenue", wait=False)
        await table.loopback.until(lambda: table.heard)
        await table.answered()
    await table.loopback.quiet(0.1)
    table.loopback.faults.clear()
    await party.sit_down()


@contextmanager
def late(table: Table) -> Iterator[None]:
    """Every answer takes long, and is deferred."""
    look_up = table.bot.manager.open

    async def slowly(match_id: str) -> Match:
        await asyncio.sleep(0.05)
        return await look_up(match_id)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(answer, "DEFER_AFTER", 0.01)
        patch.setattr(table.bot.manager, "open", slowly)
        yield


async def a_message_post(table: Table) -> Scenario:
    await table.party.sit_down()
    await table.rest()
    yield "post message", within(*(place.id for place in table.party.places()))
    await table.act()


async def a_message_edit(table: Table) -> Scenario:
    await table.party.sit_down()
    await table.rest()
    yield "edit message", within(*(place.id for place in table.party.places()))
    await table.act()


async def a_thread_creation(table: Table) -> Scenario:
    yield "create thread from message", anywhere
    await begin(table)


async def a_dm_open(table: Table) -> Scenario:
    yield "open dm", anywhere
    await begin(table)


async def a_dm_post(table: Table) -> Scenario:
    yield "post message", within(*dms(table))
    await begin(table)


async def a_dm_edit(table: Table) -> Scenario:
    """Who has recruited is to choose from the hand next."""
    await table.party.sit_down()
    await table.until_recruiting()
    yield "edit message", within(*dms(table))
    await table.act()


async def an_ephemeral_edit(table: Table) -> Scenario:
    await table.party.sit_down()
    for user in table.party.people:
        await table.show_hand(user)
    await table.until_recruiting()
    yield "edit reply", anywhere
    await table.act()


async def a_message_delete(table: Table) -> Scenario:
    """A table too old to be edited is replaced."""
    await table.party.sit_down()
    await table.rest()
    shown = table.party.table()
    assert shown is not None
    table.loopback.fail(
        "edit message", status=400, code=30046, when=lambda r: r.path.endswith(str(shown.id))
    )
    yield "delete message", anywhere
    await table.act()


async def a_history_look_up(table: Table) -> Scenario:
    """Whether a post arrived is looked up before it is tried again."""
    await table.party.sit_down()
    await table.rest()
    places = [place.id for place in table.party.places()]
    table.loopback.fail("post message", drop="after", when=within(*places))
    yield "list messages", anywhere
    await table.act()


async def begin(table: Table) -> None:
    """Open a lobby, fill it and start; the table need not be there then."""
    await table.loopback.slash(table.party.people[0], table.party.channel, "play agent-avenue")
    for user, verb in zip(reversed(table.party.people), ("join", "start"), strict=True):
        await table.loopback.quiet(0.03)
        lobby = table.party.lobby()
        assert lobby is not None
        await table.press(user, next(b for b in buttons([lobby]) if b.verb == verb))
    await table.loopback.quiet(0.05)


def dms(table: Table) -> list[int]:
    return [table.loopback.dm(user).id for user in table.party.people]


REQUESTS: list[Callable[[Table], Scenario]] = [
    an_answer_by_edit,
    an_answer_by_message,
    a_deferral,
    a_late_answer_by_message,
    a_late_answer_by_edit,
    a_late_answer_in_a_private_answer,
    an_end_of_thinking,
    a_late_lobby,
    a_message_post,
    a_message_edit,
    a_thread_creation,
    a_dm_open,
    a_dm_post,
    a_dm_edit,
    an_ephemeral_edit,
    a_message_delete,
    a_history_look_up,
]
CASES = list(product(REQUESTS, FAULTS))
"""Every pair of them."""


@pytest.mark.parametrize(
    ("request_of", "fault"), CASES, ids=[f"{request.__name__}-{fault}" for request, fault in CASES]
)
async def test_the_match_goes_on(
    request_of: Callable[[Table], Scenario], fault: str, table: Table
) -> None:
    scenario = request_of(table)
    name, concerned = await anext(scenario)
    struck: list[Request] = []

    def strikes(request: Request) -> bool:
        if concerned(request):
            struck.append(request)
        return concerned(request)

    injected = table.loopback.fail(name, **FAULTS[fault] | {"when": strikes})
    async for _ in scenario:
        pass
    await table.rest()
    assert struck, "there was such a request"
    if injected.times:  # it never ends
        attempts = len(struck)
        assert attempts <= 4 * MOST_ATTEMPTS, "for four messages at most"
        await asyncio.sleep(2 * max(RETRY_DELAYS))
        assert len(struck) == attempts, "given up until something changes"
    table.loopback.faults.clear()
    assert doubled(table) == []
    await ask_again(table)
    for _ in range(2):
        await table.act()
    await table.rest()
    # The first table goes if it may not be edited, and never comes if play went on without it.
    may_lack = request_of in (a_message_delete, a_thread_creation)
    lacking = {f"{table.match} has 0 messages ('table', -1, 0)"} if may_lack else set()
    assert set(table.complaints()) <= lacking, "everything is shown once, and as it is"


def doubled(table: Table) -> list[str]:
    """What somebody has been told twice in private, beside the direct messages."""
    told = Counter(
        (user.name, message.text)
        for user in table.party.people
        for place in table.party.places()
        for message in place.ephemeral(user)
        if not message.loading
    )
    return [f"{name}: {text}" for (name, text), times in told.items() if times > 1]


async def ask_again(table: Table) -> None:
    """What somebody does who misses something."""
    if table.party.table() is None:
        await play_blindly(table)
    else:
        await table.show_hand(table.party.people[0])
    await table.rest()


async def play_blindly(table: Table) -> None:
    """Who begins plays from the hand, since there is no table to tell so."""
    for _ in range(2):
        for user in table.party.people:
            for button in buttons(table.loopback.dm(user).messages):
                if button.verb in ("pick", "play"):
                    await table.press(user, button)
                    await table.loopback.quiet(0.05)
                    break


@pytest.mark.parametrize("request_of", [an_answer_by_edit, a_message_post])
async def test_a_request_that_hangs_holds_nothing_up(
    request_of: Callable[[Table], Scenario], table: Table
) -> None:
    hanging = 1.0
    scenario = request_of(table)
    name, concerned = await anext(scenario)
    table.loopback.fail(name, delay=hanging, drop="before", when=concerned)
    async for _ in scenario:
        pass
    await table.rest()
    requests = table.loopback.requests
    struck = next(i for i, request in enumerate(requests) if request.seconds >= hanging)
    assert requests[struck + 1].at - requests[struck].at < hanging / 2, "the next comes soon"


# The gateway, and the bot's own hold-ups


@pytest.mark.parametrize("resumable", [True, False])
async def test_the_gateway_closes_and_the_match_goes_on(resumable: bool, table: Table) -> None:
    """A press made meanwhile arrives if the session is resumed; else it is made again."""
    gateway = table.loopback.gateway
    await table.party.sit_down()
    await table.act()
    await table.rest()
    posted, before = len(table.loopback.asked("post message")), table.actions
    await gateway.drop(resumable=resumable)
    move = table.party.move()
    assert move is not None
    await table.press(*move)
    await table.loopback.until(
        lambda: gateway.connected and gateway.resumed + gateway.identified > 1
    )
    await table.rest()
    assert (gateway.identified, gateway.resumed) == ((1, 1) if resumable else (2, 0))
    assert table.actions == before + resumable
    if not resumable:
        assert len(table.loopback.asked("post message")) == posted, "nothing is sent again"
    for _ in range(2):
        await table.act()
    await table.rest()
    assert table.complaints() == []


async def test_the_bot_is_held_up_for_three_seconds(table: Table) -> None:
    """Its answer comes too late, but the press counts, and everybody sees what came of it."""
    await table.party.sit_down()
    await table.act()
    await table.rest()
    move, before = table.party.move(), table.actions
    while move is not None and move[1].verb not in COMMITTING:
        await table.party.press(*move, lambda: False)
        await table.rest()
        move = table.party.move()
    assert move is not None
    answers = len(table.loopback.asked("answer"))
    await table.loopback.press(move[0], move[1].message, move[1].custom_id, old=True, wait=False)
    time.sleep(3.1)  # noqa: ASYNC251 - just that is tried
    await table.loopback.until(lambda: len(table.loopback.asked("answer")) > answers, within=20)
    await table.rest()
    assert [r.status for r in table.loopback.asked("answer")][-1] == 404
    assert table.actions == before + 1
    assert table.complaints() == []
    await table.act()
    await table.rest()
    assert table.complaints() == []


# Messages that nobody can tell whether they arrived


async def test_a_post_is_not_doubled_where_the_history_may_not_be_read(table: Table) -> None:
    """Discord knows the second attempt by its nonce; an edit then shows the newest state."""
    await table.party.sit_down()
    await table.rest()
    places = [place.id for place in table.party.places()]
    table.loopback.fail("post message", drop="after", when=within(*places))
    table.loopback.fail("list messages", status=403, code=50013, times=ALWAYS)
    await table.act()
    await table.rest()
    assert len([r for r in table.loopback.asked("post message") if within(*places)(r)]) == 3
    assert table.complaints() == []


@pytest.mark.parametrize(
    "fault", [{"drop": "before"}, {"drop": "after"}, {"status": 500, "times": ALWAYS}]
)
async def test_a_lobby_whose_answer_is_lost_stands_there_once(
    fault: dict[str, Any], table: Table
) -> None:
    party = table.party
    table.loopback.fail("answer", **fault)
    await table.loopback.slash(party.people[0], party.channel, "play agent-avenue", wait=False)
    await table.loopback.until(lambda: party.lobby() is not None)
    await table.loopback.quiet(0.1)
    table.loopback.faults.clear()
    assert len(party.messages()) == 1
    await party.sit_down()
    await table.act()
    await table.rest()
    assert table.complaints() == []
