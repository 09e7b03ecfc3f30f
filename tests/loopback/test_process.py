"""A bot in its own process: pressed, killed and started again."""

import statistics
from collections.abc import AsyncIterator

import pytest

from tests.loopback import BotProcess, Loopback, NotAnswered
from tests.loopback.process import BotDied

BARE_BOT = "tests.loopback.bare_bot"


@pytest.fixture
async def loopback() -> AsyncIterator[Loopback]:
    async with Loopback() as server:
        yield server


async def test_buttons_outlive_a_killed_bot(loopback: Loopback) -> None:
    guild = loopback.guild()
    ada = loopback.user("Ada", guild)
    bot = BotProcess(loopback, BARE_BOT)
    await bot.start()
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
    await bot.kill()


async def test_a_press_costs_little_beside_the_bot_itself(loopback: Loopback) -> None:
    guild = loopback.guild()
    ada = loopback.user("Ada", guild)
    bot = BotProcess(loopback, BARE_BOT)
    await bot.start()
    message = (await loopback.slash(ada, loopback.channel(guild), "count")).reply
    assert message is not None
    presses = [await loopback.press(ada, message, f"Pressed {n} times") for n in range(200)]
    assert len(loopback.asked("answer")) == 201, "one request a press"
    assert statistics.median(press.seconds or 0 for press in presses) < 0.02
    await bot.kill()


async def test_a_bot_that_ends_at_once_says_why(loopback: Loopback) -> None:
    with pytest.raises(BotDied, match="No module named"):
        await BotProcess(loopback, "tests.loopback.no_such_bot").start()
