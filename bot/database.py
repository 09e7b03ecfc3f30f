"""The SQLite database under everything that is stored: opening, upgrading, reading, writing."""

import asyncio
import logging
import sqlite3
import time
from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Self

import aiosqlite

from bot.metrics import COMMITS

log = logging.getLogger(__name__)

BUSY_TIMEOUT = 15.0
"""Seconds to wait for another program that holds the database."""

SCHEMA = Path(__file__).with_name("schema")


class StoreError(Exception):
    """The database cannot be used. The message is a sentence that says what to do."""


class Database:
    """One connection. Open it with `await open(path)`, close it with `await close()`.

    `Store` and the parts that it is made of have their statements.
    """

    def __init__(self, db: aiosqlite.Connection, path: Path) -> None:
        self._db = db
        self._path = path
        # One at a time: a statement must never slip into another's transaction.
        self._busy = asyncio.Lock()

    @classmethod
    async def open(cls, path: Path) -> Self:
        """Open the database, creating or upgrading it. Raises `StoreError`."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            await asyncio.to_thread(upgrade, path)
            db = await aiosqlite.connect(path, isolation_level=None, timeout=BUSY_TIMEOUT)
        except (OSError, sqlite3.Error) as error:
            raise StoreError(
                f"The database {path} cannot be opened ({error}). Check that the folder exists, "
                "is writable and that no other program holds the file."
            ) from error
        store = cls(db, path)
        # Closed at once: an open cursor of the journal's pragma would keep writes from committing.
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            await (await db.execute(f"PRAGMA {pragma}")).close()
        return store

    async def close(self) -> None:
        """Close the connection; everything written is on disk already."""
        async with self._busy:
            await self._db.close()

    async def check_writable(self) -> None:
        """Write something that changes nothing. Raises `StoreError`."""
        ((version,),) = await self._all("PRAGMA user_version")
        async with self._write() as db:
            await db.execute(f"PRAGMA user_version = {version:d}")

    @asynccontextmanager
    async def _write(self) -> AsyncGenerator[aiosqlite.Connection]:
        """A transaction, alone on the connection; committed at the end, rolled back on an error."""
        async with self._busy:
            began = time.perf_counter()
            try:
                await self._db.execute("BEGIN IMMEDIATE")
                try:
                    yield self._db
                    await self._db.execute("COMMIT")
                    COMMITS.observe(time.perf_counter() - began)
                except BaseException:
                    if self._db.in_transaction:
                        await self._db.execute("ROLLBACK")
                    raise
            except sqlite3.IntegrityError:
                raise
            except sqlite3.Error as error:
                raise StoreError(
                    f"The database {self._path} could not be written ({error}). Nothing was "
                    "changed; free space on the disk or close the program that holds the file."
                ) from error

    async def _all(self, sql: str, parameters: Iterable[object] = ()) -> list[sqlite3.Row]:
        # Under the same lock, so that nothing is read that may yet be rolled back.
        try:
            async with self._busy, self._db.execute(sql, tuple(parameters)) as cursor:
                return list(await cursor.fetchall())
        except sqlite3.Error as error:
            raise StoreError(f"The database {self._path} could not be read ({error}).") from error


async def many(db: aiosqlite.Connection, sql: str, rows: Sequence[tuple[object, ...]]) -> None:
    """Execute a statement for each row.

    The cursor is closed by the connection's own thread: left to be collected in another one, it
    would reset the statement while it serves the next call, which then fails now and then
    (SQLITE_MISUSE).
    """
    if rows:
        async with db.executemany(sql, rows):
            pass


def migrations() -> list[Path]:
    """The scripts that lead from an empty database to the newest schema, which is their number."""
    return sorted(SCHEMA.glob("*.sql"))


def upgrade(path: Path) -> None:
    """Bring a database to the newest schema, after a backup beside it if it holds data.

    Raises `StoreError` for a database that a newer version has written.
    """
    scripts = migrations()
    with closing(sqlite3.connect(path, isolation_level=None, timeout=BUSY_TIMEOUT)) as db:
        version: int = db.execute("PRAGMA user_version").fetchone()[0]
        if version > len(scripts):
            raise StoreError(
                f"The database {path} was written by a newer version of Safehouse (it has schema "
                f"{version}, this one knows {len(scripts)}). Upgrade Safehouse or restore a backup."
            )
        if 0 < version < len(scripts):
            backup = path.with_name(f"{path.name}.schema-{version}.backup")
            with closing(sqlite3.connect(backup)) as target:
                db.backup(target)
            log.info("Upgrading the database; a backup is in %s", backup)
        for number, script in enumerate(scripts[version:], start=version + 1):
            sql = script.read_text(encoding="utf-8")
            db.executescript(f"BEGIN IMMEDIATE;\n{sql}\nPRAGMA user_version = {number};\nCOMMIT;")
