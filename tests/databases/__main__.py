"""Write a database of the newest schema, as SQL: `python -m tests.databases`.

Once a schema has been released its file stays as it is: the databases out there do, too.
"""

import argparse
import asyncio
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from random import Random

import msgspec

from bot.database import migrations
from bot.lobbies import Lobbies
from bot.lobby import Guest, Lobby
from bot.manager import GameManager
from bot.match import Match
from bot.rows import Preferences, Settings, SurfaceRow
from bot.store import Store
from engine import registry
from engine.agent_avenue.options import Options

FOLDER = Path(__file__).parent
GUILD = 1
ACTIONS, END = 6, 10_000
"""How many actions the running matches have, and which number none reaches."""

FORMS = [
    ("agent-avenue", Options(mode="advanced"), 2),
    ("agent-avenue", Options(teams=((0, 2), (1, 3))), 4),
]
"""What matches of a game can be like besides their usual form: its options and seats."""


def usual(game_id: str) -> tuple[str, msgspec.Struct, int]:
    """A game with its usual options and as many seats as it then can have."""
    game = registry.game(game_id)
    options = game.options_type()
    return game_id, options, max(game.seat_counts(options))


async def fill(path: Path) -> None:
    """A running and a finished match of each kind, an open lobby, and choices."""
    store, rng = await Store.open(path), Random(1)
    manager = GameManager(
        store, rng, computer_delay=0, idle_seconds=1000, changed=lambda match: None
    )
    lobbies = Lobbies(store, rng)
    matches = [*map(usual, registry.GAMES), *FORMS]
    kinds = [(*kind, actions) for kind in matches for actions in (ACTIONS, END)]
    for channel, (game, options, seats, actions) in enumerate(kinds, start=100):
        lobby = await open_lobby(lobbies, channel, game, options, seats)
        await lobbies.start(lobby.id, 1, contribution=channel * 100 + 99)
        match = await manager.open(lobby.id)
        await play(manager, match, actions, rng)
        table = SurfaceRow(match.id, "table", -1, 0, channel, 1000 + channel, match.version)
        await store.save_surfaces([table])
    await open_lobby(lobbies, 99, "agent-avenue", Options(), 1)
    await store.save_settings(GUILD, Settings(language="en", threads=False))
    await store.save_preferences(1, Preferences(language="en"))
    await store.close()


async def open_lobby(
    lobbies: Lobbies, channel: int, game: str, options: msgspec.Struct, seats: int
) -> Lobby:
    """A lobby with so many people in it."""
    return await lobbies.open(
        game,
        options,
        guild=GUILD,
        channel=channel,
        host=1,
        guests=[
            Guest(user, f"Player {user}", "en-US", contribution=channel * 100 + user)
            for user in range(1, seats + 1)
        ],
        threads=False,
        sides=[0, 1, 0, 1] if game == "agent-avenue" and seats == 4 else (),
    )


async def play(manager: GameManager, match: Match, actions: int, rng: Random) -> None:
    """Do so many actions, or play to the end."""
    while match.version < actions and not match.over:
        seat = match.state.to_act()[0]
        action = rng.choice(match.state.legal(seat))
        await manager.act(match, seat, match.decision(seat), action)


def main() -> None:
    """Write the newest schema's file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.db"
        asyncio.run(fill(path))
        with closing(sqlite3.connect(path)) as db:
            lines = [*db.iterdump(), f"PRAGMA user_version = {len(migrations())};"]
    target = FOLDER / f"schema_{len(migrations()):03}.sql"
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    argparse.ArgumentParser(prog="python -m tests.databases", description=__doc__).parse_args()
    main()
