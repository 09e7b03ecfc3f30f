"""Pictures are drawn in processes of their own, and whatever becomes of these, they are drawn."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from bot.draw import studio as studio_module
from bot.draw.studio import Studio
from bot.metrics import PICTURES_DRAWN, PICTURES_KEPT
from bot.screen import Picture
from cogs.agencia.picture import table_picture
from tests.bot.drawings import (
    Number,
    ending,
    environment,
    failing,
    hanging,
    imported,
    numbered,
    process,
)
from tests.cogs.agencia.watched import watch
from tests.processes import gone

ROOT = Path(__file__).parents[2]


@pytest.fixture
async def studio() -> AsyncIterator[Studio]:
    opened = Studio()
    await opened.open(1)
    yield opened
    await opened.close()


async def draughtsman(studio: Studio) -> int:
    """The process of its only one."""
    return int(await studio.draw(process))


async def test_without_processes_it_draws_in_threads() -> None:
    assert int(await Studio().draw(process)) == os.getpid()


async def test_a_picture_is_the_same_wherever_it_is_drawn(studio: Studio) -> None:
    shown: Picture = table_picture(watch("5 4 3 R", "1 2 I 3", "R 1 4 2").scene())
    assert await studio.draw(shown.draw) == shown.draw()
    assert await draughtsman(studio) != os.getpid()
    assert await studio.draw(partial(imported, "PIL")) == b"yes"
    assert await studio.draw(partial(imported, "discord")) == b"no", "it would need more memory"


async def test_many_at_once_are_not_confused(studio: Studio) -> None:
    drawn = await asyncio.gather(*(studio.draw(partial(numbered, Number(n))) for n in range(50)))
    assert [int(png) for png in drawn] == list(range(50))


async def test_what_is_drawn_and_kept_there_counts_here(studio: Studio) -> None:
    def counted() -> tuple[float, float]:
        return tuple(
            next(iter(counter.collect())).samples[0].value
            for counter in (PICTURES_DRAWN, PICTURES_KEPT)
        )

    drawn, kept = counted()
    for _ in range(3):
        await studio.draw(partial(numbered, Number(1)))
    assert counted() == (drawn + 1, kept + 2)


async def test_what_cannot_be_drawn_fails_as_it_would_here(studio: Studio) -> None:
    with pytest.raises(ValueError, match="there is no such card"):
        await studio.draw(failing)
    assert await draughtsman(studio) != os.getpid(), "the process goes on"


async def test_a_process_that_ends_is_replaced_and_its_picture_drawn_here(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    hire, may_come = studio._hire, asyncio.Event()

    async def hire_late() -> None:
        await may_come.wait()
        await hire()

    monkeypatch.setattr(studio, "_hire", hire_late)
    first = await draughtsman(studio)
    drawn = await asyncio.gather(*(studio.draw(partial(ending, os.getpid())) for _ in range(3)))
    assert drawn == [b"drawn by the bot"] * 3
    assert await draughtsman(studio) == os.getpid(), "nobody waits for the new one"
    may_come.set()
    async with asyncio.timeout(20):
        while (second := await draughtsman(studio)) == os.getpid():
            pass
    assert second != first


async def test_a_process_that_hangs_is_given_up(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await draughtsman(studio)
    monkeypatch.setattr(studio_module, "PATIENCE", 0.2)
    assert await studio.draw(partial(hanging, os.getpid())) == b"drawn by the bot"
    monkeypatch.undo()
    assert await draughtsman(studio) != first


@pytest.mark.parametrize("program", ["true", "there-is-no-such-program"])
async def test_where_no_process_can_draw_it_is_not_tried_for_ever(
    monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    monkeypatch.setattr(sys, "executable", program)
    studio = Studio()
    await studio.open(1)
    async with asyncio.timeout(20):
        while studio.wanted:
            assert int(await studio.draw(process)) == os.getpid()
    await studio.close()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no such signals")
async def test_ctrl_c_does_not_end_it_even_while_it_starts(studio: Studio) -> None:
    (one,) = studio._staff
    assert one._transport is not None
    pid = one._transport.get_pid()
    os.kill(pid, signal.SIGINT)
    assert await draughtsman(studio) == pid


async def test_the_token_is_not_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    studio = Studio()
    await studio.open(1)
    try:
        await studio.draw(process)
        assert await studio.draw(partial(environment, "DISCORD_TOKEN")) == b""
    finally:
        await studio.close()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no such signals")
def test_it_outlives_no_bot_that_is_killed() -> None:
    code = (
        "import asyncio; from bot.draw.studio import STUDIO; from tests.bot.drawings import *\n"
        "async def main():\n"
        "    await STUDIO.open(1)\n"
        "    print(int(await STUDIO.draw(process)), flush=True)\n"
        "    await asyncio.sleep(60)\n"
        "asyncio.run(main())"
    )
    with subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE) as bot:
        assert bot.stdout is not None
        drawing = int(bot.stdout.readline())
        bot.send_signal(signal.SIGKILL)
    ending = time.monotonic() + 20
    while not gone(drawing) and time.monotonic() < ending:
        time.sleep(0.05)
    assert gone(drawing), "it goes on without its bot"
