"""The one line that makes the toy a game of the bot."""

import pytest

from engine import registry


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """High Card stands in the registry."""
    monkeypatch.setitem(registry.GAMES, "high-card", ("tests.toy.game", "tests.toy.cog"))
