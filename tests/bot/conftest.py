"""Fixtures that the tests of the services share."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from bot.store import Store


@pytest.fixture
async def store(tmp_path: Path) -> AsyncGenerator[Store]:
    """An empty database."""
    opened = await Store.open(tmp_path / "a.db")
    yield opened
    await opened.close()


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the configuration's defaults keep the database of a command that is run here."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    return tmp_path / "data" / "safehouse.db"
