"""Hard opponents think in other processes, and whatever becomes of these, they decide."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot import thinking as thinking_module
from bot.thinking import Thinking
from tests.bot.thinkers import (
    Dying,
    Hanging,
    Patient,
    Teller,
    Waster,
    niceness,
    thought,
)
from tests.processes import gone

ROOT = Path(__file__).parents[2]


@pytest.fixture
def thinking() -> Iterator[Thinking]:
    opened = Thinking(workers=1)
    yield opened
    opened.close()


async def worker(thinking: Thinking) -> int:
    """The process of its only worker."""
    told: Any = await thinking.decide(thought(Teller()))
    return int(told[0])


async def test_it_thinks_in_another_process_that_stands_back(thinking: Thinking) -> None:
    told: Any = await thinking.decide(thought(Teller()))
    assert told[0] != os.getpid()
    assert told[1] > niceness() or sys.platform == "win32"
    assert await worker(thinking) == told[0], "the same process serves the next thought"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux counts niceness by thread")
async def test_beyond_the_least_of_a_thought_it_stands_back_further(thinking: Thinking) -> None:
    """For that thought alone: the next one begins as urgent as the first."""
    urgent = min(niceness() + thinking_module.NICENESS, thinking_module.LEISURE)
    for _ in range(2):
        told: Any = await thinking.decide(thought(Patient()))
        assert told == [urgent] * 2 + [thinking_module.LEISURE] * 2


async def test_in_haste_nobody_stands_back_in_the_bot(
    thinking: Thinking, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError("no room for another process")

    monkeypatch.setattr(thinking_module, "ProcessPoolExecutor", fail)
    told: Any = await thinking.decide(thought(Patient()))
    assert told == [niceness()] * 2


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no such signals")
async def test_ctrl_c_does_not_end_a_worker_even_while_it_starts(thinking: Thinking) -> None:
    deciding = asyncio.create_task(thinking.decide(thought(Teller())))
    await asyncio.sleep(0)
    assert thinking._pool is not None
    (pid,) = thinking._pool.executor._processes
    os.kill(pid, signal.SIGINT)
    told: Any = await deciding
    assert told[0] == pid


async def test_what_has_to_wait_becomes_weaker_and_not_later(thinking: Thinking) -> None:
    """All are asked at the same moment, and the first one uses up what time they have."""
    await worker(thinking)
    now = time.monotonic()
    left: list[Any] = await asyncio.gather(
        *(thinking.decide(thought(Waster(), now)) for _ in range(5))
    )
    assert left[0] > 0
    assert left[1:] == [0, 0, 0, 0]


async def test_a_worker_that_dies_stops_nobody(
    thinking: Thinking, caplog: pytest.LogCaptureFixture
) -> None:
    before = await worker(thinking)
    decided: list[Any] = await asyncio.gather(
        *(thinking.decide(thought(Dying())) for _ in range(3))
    )
    assert decided == ["first"] * 3
    assert caplog.text.count("could not think in a process of its own") == 1
    assert await worker(thinking) not in (before, os.getpid())


async def test_where_no_process_can_be_started_it_decides_in_haste(
    thinking: Thinking, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise OSError("no room for another process")

    with monkeypatch.context() as patch:
        patch.setattr(thinking_module, "ProcessPoolExecutor", fail)
        assert await thinking.decide(thought(Waster())) == 0
    assert "(no room for another process)" in caplog.text
    assert await worker(thinking) != os.getpid()


async def test_a_worker_that_hangs_is_given_up(
    thinking: Thinking, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    hanging = await worker(thinking)
    with monkeypatch.context() as patch:
        patch.setattr(thinking_module, "PATIENCE", 0.1)
        decided: Any = await thinking.decide(thought(Hanging()))
    assert decided == "first"
    assert "(TimeoutError)" in caplog.text
    await until_gone(hanging)
    assert await worker(thinking) != hanging


async def test_closing_waits_for_no_thought(
    thinking: Thinking, caplog: pytest.LogCaptureFixture
) -> None:
    pid = await worker(thinking)
    task = asyncio.create_task(thinking.decide(thought(Hanging())))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait([task])
    thinking.close()
    await until_gone(pid)
    assert caplog.text == ""


async def until_gone(pid: int) -> None:
    """Wait for the end of a process."""
    async with asyncio.timeout(30):
        while not gone(pid):  # noqa: ASYNC110 - it tells nobody
            await asyncio.sleep(0.01)


KILLED = """
import asyncio, os, signal
from bot.thinking import Thinking
from tests.bot.thinkers import Hanging, Teller, thought

async def main():
    thinking = Thinking(workers=1)
    print((await thinking.decide(thought(Teller())))[0], flush=True)
    asyncio.create_task(thinking.decide(thought(Hanging())))
    await asyncio.sleep(0.1)
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no such signals")
async def test_no_worker_outlives_a_bot_that_was_killed() -> None:
    printed = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", KILLED], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert printed.returncode == -9
    await until_gone(int(printed.stdout))


AS_A_WORKER = """
import runpy, sys
runpy.run_module("bot.__main__", run_name="__mp_main__")  # what multiprocessing does
import bot.thinking
print(*sys.modules, sep="\\n")
"""


async def test_a_worker_of_the_bot_imports_nothing_of_discord() -> None:
    """It would cost each of them 50 MB, and everybody who presses meanwhile a second."""
    printed = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-c", AS_A_WORKER],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    imported = set(printed.stdout.splitlines())
    assert "bot.thinking" in imported
    assert not imported & {"discord", "aiohttp", "bot.cli", "cogs"}
