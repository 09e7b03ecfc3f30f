"""Fixtures that every test of the Discord side shares."""

import os
import pickle
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from bot.draw.studio import Drawing, Studio
from tests import skips
from tests.world import World, world_in


def pytest_xdist_auto_num_workers() -> int:
    """Two more than there are cores: tests that talk to a process mostly wait for it."""
    return (os.cpu_count() or 1) + 2


@pytest.fixture
def every_drawing_can_be_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures are drawn in this process here, but as if they had come to another one."""
    draw = Studio.draw

    async def sent(studio: Studio, drawing: Drawing) -> bytes:
        return await draw(studio, pickle.loads(pickle.dumps(drawing)))

    monkeypatch.setattr(Studio, "draw", sent)


@pytest.fixture
async def world(
    tmp_path: Path,
    request: pytest.FixtureRequest,
    caplog: pytest.LogCaptureFixture,
    every_drawing_can_be_sent: None,
) -> AsyncGenerator[World]:
    """A server with the bot in it. `@pytest.mark.settings(key=value)` sets keys of its config.

    A test in which the bot logs a warning fails, unless it says `@pytest.mark.trouble`: so no
    request that Discord refuses goes by unnoticed.
    """
    marker = request.node.get_closest_marker("settings")
    async with world_in(tmp_path, **(marker.kwargs if marker else {})) as world:
        yield world
    if request.node.get_closest_marker("trouble") is None:
        logged = [
            f"{record.name}: {record.getMessage()}"
            for record in caplog.get_records("call")
            if record.levelname in ("WARNING", "ERROR") and record.name.startswith(("bot", "cogs"))
        ]
        assert not logged


def pytest_configure(config: pytest.Config) -> None:
    """Register the marks that `world` reads, and who watches over what is skipped."""
    config.pluginmanager.register(skips)
    config.addinivalue_line("markers", "settings(**keys): keys of the bot's configuration")
    config.addinivalue_line("markers", "trouble: the bot is expected to log warnings")
