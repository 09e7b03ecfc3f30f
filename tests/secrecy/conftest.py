"""What is compared here must not depend on how fast the machine is."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

import aiosqlite
import pytest

T = TypeVar("T")


async def in_turn(function: Callable[..., T], /, *args: Any, **kwargs: Any) -> T:
    """Call it in the event loop's own thread, after what is ready there."""
    await asyncio.sleep(0)
    return function(*args, **kwargs)


@pytest.fixture(autouse=True)
def one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing overtake anything by chance.

    Two twins make the same requests, but with drawings and the database in other threads it is a
    race which of several actions the next edit of a message already shows.
    """

    async def connect(db: aiosqlite.Connection) -> aiosqlite.Connection:
        db._connection = await in_turn(db._connector)
        return db

    async def execute(
        _: aiosqlite.Connection, function: Callable[..., T], *args: Any, **kwargs: Any
    ) -> T:
        return await in_turn(function, *args, **kwargs)

    monkeypatch.setattr(asyncio, "to_thread", in_turn)
    monkeypatch.setattr(aiosqlite.Connection, "_connect", connect)
    monkeypatch.setattr(aiosqlite.Connection, "_execute", execute)
