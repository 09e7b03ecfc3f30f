"""Databases with matches in them, made as the bot makes them but without Discord."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

from bot.lobbies import Lobbies
from bot.lobby import Guest
from bot.manager import GameManager
from bot.match import Match
from bot.metrics import COMMITS
from bot.store import Store
from engine.agent_avenue.options import Options

ANA, BEN, CHANNEL = 7, 8, 100


def manager_on(store: Store) -> GameManager:
    """A manager that shows nothing."""
    return GameManager(
        store, Random(1), computer_delay=0, idle_seconds=1000, changed=lambda match: None
    )


async def start(store: Store, channel: int = CHANNEL) -> Match:
    """Ana and Ben begin a match in a channel."""
    lobbies = Lobbies(store, Random(channel))
    lobby = await lobbies.open(
        "agent-avenue",
        Options(),
        guild=1,
        channel=channel,
        host=ANA,
        guests=[Guest(ANA, "Ana"), Guest(BEN, "Ben")],
        threads=False,
    )
    await lobbies.start(lobby.id, ANA, 99)
    return await manager_on(store).open(lobby.id)


async def act(store: Store, match: Match) -> None:
    """Whoever is to act does the first thing that the rules allow."""
    (seat,) = match.state.to_act()
    action = match.state.legal(seat)[0]
    await manager_on(store).act(match, seat, match.decision(seat), action)


def database(path: Path, matches: int = 1, actions: int = 3, channel: int = CHANNEL) -> list[str]:
    """A database with running matches, closed again; their ids, the oldest first."""
    return asyncio.run(fill(path, matches, actions, channel))


async def fill(path: Path, matches: int, actions: int, channel: int) -> list[str]:
    """The same where an event loop is running."""
    store = await Store.open(path)
    ids: list[str] = []
    for number in range(matches):
        match = await start(store, channel + number)
        ids.append(match.id)
        for _ in range(actions):
            await act(store, match)
    await store.close()
    return ids


def commits() -> float:
    """How many transactions have been written so far."""
    return next(s.value for m in COMMITS.collect() for s in m.samples if "count" in s.name)


def execute(path: Path, sql: str, *parameters: object) -> list[tuple[object, ...]]:
    """Do something to a database behind the bot's back."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        return db.execute(sql, parameters).fetchall()
