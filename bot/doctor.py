"""What is wrong with the data, if anything: read without changing it, also while the bot runs."""

import shutil
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import discord
import msgspec

from bot.backup import HOW_TO_READ, connect_to_read
from bot.database import lacks, migrations, refused
from bot.invite import PERMISSIONS
from bot.match import BrokenMatch, Match, replay
from bot.names import plain
from bot.records import read_result
from bot.rows import DAMAGED, Preferences, Settings
from bot.store import read_match

LITTLE_SPACE = 100_000_000
"""Bytes free on the disk below which the doctor warns."""

GUILDS_A_REQUEST = 200
"""Discord's limit."""


class Finding(msgspec.Struct, frozen=True):
    """One line of the doctor's; `well` if there is nothing to do about it."""

    well: bool
    text: str


def examine(database: Path) -> Iterator[Finding]:
    """What there is to say about a database, as it is found."""
    if not database.exists():
        yield Finding(True, f"There is no database {database} yet: the bot makes it at its start.")
        return
    yield _space(database)
    try:
        with closing(connect_to_read(database)) as db:
            yield from _database(db, database)
    except sqlite3.Error as error:
        yield Finding(False, f"The database {database} cannot be read ({error}). {HOW_TO_READ}")


def _space(database: Path) -> Finding:
    free = shutil.disk_usage(database.parent).free
    return Finding(free >= LITTLE_SPACE, f"The disk has {free // 1_000_000} MB free.")


def _database(db: sqlite3.Connection, path: Path) -> Iterator[Finding]:
    damage = [row[0] for row in db.execute("PRAGMA integrity_check(10)")]
    if damage != ["ok"]:
        yield from (Finding(False, f"The database is damaged: {line}") for line in damage)
        yield Finding(False, "Stop the bot and restore a backup (python -m bot restore FILE).")
        return
    orphans = db.execute("PRAGMA foreign_key_check").fetchall()
    if orphans:
        tables = ", ".join(sorted({row[0] for row in orphans}))
        yield Finding(False, f"{len(orphans)} rows belong to no match (in {tables}).")
    version, newest = db.execute("PRAGMA user_version").fetchone()[0], len(migrations())
    if reason := refused(db, path):
        yield Finding(False, reason)
    elif lacks(db, migrations()[:version]):
        text = f"It is of an early version and becomes schema {newest} at the next start"
        yield Finding(True, f"The database {path} is sound. {text}, after a backup.")
    elif version < newest:
        text = f"It has schema {version} and becomes {newest} at the next start, after a backup."
        yield Finding(True, f"The database {path} is sound. {text}")
    else:
        yield Finding(True, f"The database {path} is sound.")
        yield from _matches(db)
        yield from _unread(db)
        yield from _results(db)


def _matches(db: sqlite3.Connection) -> Iterator[Finding]:
    """Each match that does not replay or is set aside, and how many do."""
    sound = 0
    sql = "SELECT id, status FROM matches WHERE status != 'over' ORDER BY created_at"
    for match_id, status in db.execute(sql):
        try:
            replayed(db, match_id)
        except BrokenMatch as broken:
            aside = " It is set aside." if status == "aside" else ""
            yield Finding(False, f"{broken}.{aside}")
        else:
            sound += 1
            if status == "aside":
                text = f"Match {match_id} is set aside but can be read: its next press goes on."
                yield Finding(True, text)
    yield Finding(True, f"Matches that replay: {sound}.")


def _unread(db: sqlite3.Connection) -> Iterator[Finding]:
    """Each server and each person whose choices cannot be read any more."""
    for whose, kind, chosen in (
        ("settings of server", Settings, "SELECT guild, body FROM settings"),
        ("preferences of", Preferences, "SELECT user, body FROM people"),
    ):
        for owner, body in db.execute(chosen):
            try:
                msgspec.json.decode(body, type=kind)
            except DAMAGED as error:
                text = f"The {whose} {owner} cannot be read, so none count until a new choice"
                yield Finding(False, f"{text} ({error}).")


def _results(db: sqlite3.Connection) -> Iterator[Finding]:
    """Each finished match of which a result cannot be read any more."""
    sql = "SELECT match, cards, strength FROM results ORDER BY match, seat"
    damaged: dict[str, Exception] = {}
    for match_id, cards, strength in db.execute(sql):
        try:
            read_result(cards, strength)
        except DAMAGED as error:
            damaged[match_id] = error
    for match_id, error in damaged.items():
        text = f"The result of match {match_id} cannot be read ({error})."
        mend = "Stop the bot and run python -m bot ratings --recompute."
        yield Finding(False, f"{text} {mend}")


def replayed(db: sqlite3.Connection, match_id: str) -> Match:
    """A match from a database that the bot does not have open. Raises `BrokenMatch`."""
    stored = read_match(match_id, db)
    assert stored is not None, "matches are never deleted"
    return replay(stored)


async def examine_servers(token: str) -> list[Finding]:
    """What the bot may not do in each of its servers. Raises what discord.py's login raises."""
    async with discord.Client(intents=discord.Intents.none()) as client:
        await client.login(token)
        guilds: list[Mapping[str, Any]] = []  # as Discord sends them
        while True:
            after = int(guilds[-1]["id"]) if guilds else None
            page: Sequence[Any] = await client.http.get_guilds(GUILDS_A_REQUEST, after=after)
            guilds += page
            if len(page) < GUILDS_A_REQUEST:
                return [_server(guild) for guild in guilds]


def _server(guild: Mapping[str, Any]) -> Finding:
    """Whether the bot's roles grant what it needs; a channel may still differ."""
    granted = discord.Permissions(int(guild["permissions"]))
    missing = [
        name for name in PERMISSIONS if not (granted.administrator or getattr(granted, name))
    ]
    where = f"Server {plain(guild['name'])} ({guild['id']})"
    if missing:
        names = ", ".join(name.replace("_", " ").title() for name in missing)
        return Finding(False, f"{where}: missing permissions: {names}.")
    return Finding(True, f"{where}: every permission is granted.")
