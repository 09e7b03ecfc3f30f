"""The pulse of a watched program, whatever its event loop."""

import asyncio
import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from bench import watched
from bot import cli

LOOPS = {"asyncio's": asyncio.new_event_loop, "the bot's": cli.quick_loop}


@pytest.mark.parametrize("new_loop", LOOPS.values(), ids=LOOPS)
def test_an_event_loop_that_stands_still_is_noticed(
    new_loop: Callable[[], asyncio.AbstractEventLoop],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    async def program(still: float) -> None:
        await asyncio.sleep(0.05)
        time.sleep(still)  # noqa: ASYNC251  (what is to be noticed)
        await asyncio.sleep(0.05)

    monkeypatch.setattr(asyncio.Runner, "run", asyncio.Runner.run)  # put back at the end
    monkeypatch.setattr(watched, "PULSE", 0.0)
    pulse = watched.Pulse(tmp_path / "pulse.json")
    pulse.start()
    noticed: list[bool] = []
    for still in (0.0, 0.4):
        pulse.reset()
        with asyncio.Runner(loop_factory=new_loop) as runner:
            runner.run(program(still))
        beat = json.loads((tmp_path / "pulse.json").read_text())
        assert beat["tasks"] == 1
        noticed.append(any(seconds >= 0.4 for seconds in beat["slow"]))
    assert noticed == [False, True]
