"""A bot in its own process: pressed, killed and started again."""

import asyncio
import statistics
from collections.abc import AsyncIterator, Iterator

import pytest

from tests.loopback.interactions import NotAnswered
from tests.loopback.nursery import Nursery
from tests.loopback.process import BotDied, BotProcess
from tests.loopback.server import Loopback

BARE_BOT = "tests.loopback.bare_bot"


@pytest.fixture
async def loopback() -> AsyncIterator[Loopback]:
    async with Loopback() as server:
        yield server


@pytest.fixture(params=["a program", "forked"])
def nursery(request: pytest.FixtureRequest) -> Iterator[Nursery | None]:
    """Both ways in which a bot is started."""
    if request.param == "a program":
        yield None
    else:
        with Nursery() as nursery:
            yield nursery


async def test_buttons_outlive_a_killed_bot(loopback: Loopback, nursery: Nursery | None) -> None:
    guild = loopback.guild()
    ada = loopback.user("Ada", guild)
    async with BotProcess(loopback, BARE_BOT, nursery=nursery) as bot:
        message = (await loopback.slash(ada, loopback.channel(guild), "count")).reply
        assert message is not None
        for n in range(3):
            await loopback.press(ada, message, f"Pressed {2 * n} times")
            await bot.kill()
            await loopback.until(lambda: not loopback.gateway.connected)
            loopback.desk.seconds_to_answer = 0.05
            with pytest.raises(NotAnswered):
                await loopback.press(ada, message, f"Pressed {2 * n + 1} times")
            loopback.desk.seconds_to_answer = 3.0
            await bot.start()
            await loopback.press(ada, message, f"Pressed {2 * n + 1} times")
        assert list(message.buttons.values()) == ["Pressed 6 times"]


async def test_each_shard_hears_of_its_own_guilds() -> None:
    async with Loopback(shards=2) as loopback:
        guilds = [loopback.guild()]
        while {(guild.id >> 22) % 2 for guild in guilds} != {0, 1}:
            await asyncio.sleep(0.001)  # a guild's shard lies in the time of its making
            guilds.append(loopback.guild())
        ada = loopback.user("Ada", *guilds)
        async with BotProcess(loopback, BARE_BOT):
            for guild in guilds:
                answer = await loopback.slash(ada, loopback.channel(guild), "count")
                assert answer.reply is not None
            assert loopback.gateway.identified == 2


async def test_a_press_costs_little_beside_the_bot_itself(loopback: Loopback) -> None:
    guild = loopback.guild()
    ada = loopback.user("Ada", guild)
    async with BotProcess(loopback, BARE_BOT):
        message = (await loopback.slash(ada, loopback.channel(guild), "count")).reply
        assert message is not None
        presses = [await loopback.press(ada, message, f"Pressed {n} times") for n in range(200)]
        assert len(loopback.asked("answer")) == 201, "one request a press"
        assert statistics.median(press.seconds or 0 for press in presses) < 0.02


async def test_a_bot_that_ends_at_once_says_why(
    loopback: Loopback, nursery: Nursery | None
) -> None:
    with pytest.raises(BotDied, match="No module named"):
        await BotProcess(loopback, "tests.loopback.no_such_bot", nursery=nursery).start()
