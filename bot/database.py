"""The SQLite database under everything that is stored: opening, upgrading, reading, writing."""

import asyncio
import logging
import os
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Generic, Self, TypeVar

import aiosqlite

from bot.metrics import COMMITS

log = logging.getLogger(__name__)

T = TypeVar("T")

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
        self._file = path.stat()
        self._waiting = deque[_Change[Any]]()
        """What is to be written, in the order in which it was asked for."""

    @classmethod
    async def open(cls, path: Path) -> Self:
        """Open the database, creating or upgrading it.

        Raises `StoreError`, also for one that may not be written.
        """
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            await asyncio.to_thread(upgrade, path)
            db = await aiosqlite.connect(path, isolation_level=None, timeout=BUSY_TIMEOUT)
            try:
                await _prepare(db)
                opened = cls(db, path)
                await opened.check_writable()
            except BaseException:
                await db.close()  # else its thread would keep the process alive
                raise
        except (OSError, sqlite3.Error) as error:
            raise StoreError(
                f"The database {path} cannot be opened ({error}). Check that the disk has room, "
                "that the bot's user may write to the folder and to the file, and that no other "
                "program holds it. If it is damaged, restore a backup."
            ) from error
        return opened

    async def close(self) -> None:
        """Close the connection; everything written is on disk already."""
        await self._db.close()

    async def check_writable(self) -> None:
        """Write something that changes nothing. Raises `StoreError`."""

        def change(db: sqlite3.Connection) -> None:
            ((version,),) = db.execute("PRAGMA user_version").fetchall()
            db.execute(f"PRAGMA user_version = {version:d}")

        await self._write(change)

    async def _write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Change the database; returns what `work` returns, once that is on the disk.

        `work` runs in the connection's thread, in a transaction that it may share with what others
        write at the same moment, and perhaps more than once. If it raises, nothing of it is kept.
        """
        change = _Change(work)
        self._waiting.append(change)
        # aiosqlite has no public way to do several things at one go, and going to its thread and
        # back for each statement costs more than most statements.
        await self._db._execute(self._write_waiting)  # pyright: ignore[reportPrivateUsage, reportUnknownMemberType]
        try:
            return change.outcome()
        except sqlite3.IntegrityError:
            raise
        except sqlite3.Error as error:
            raise StoreError(
                f"The database {self._path} could not be written ({error}). Nothing was "
                "changed; free space on the disk, let the bot's user write to the file, or close "
                "the program that holds it."
            ) from error

    def _write_waiting(self) -> None:
        """Write everything that waits, unless an earlier call has done so already.

        While one transaction is on its way to the disk others come to wait: they share the next.
        """
        batch = [self._waiting.popleft() for _ in range(len(self._waiting))]
        if batch and self._is_there():
            _commit(self._db._conn, batch)  # pyright: ignore[reportPrivateUsage]
        else:
            for change in batch:
                change.error = StoreError(
                    f"The database {self._path} has been moved, deleted or replaced while the bot "
                    "runs. Nothing was changed; put it back, or start the bot again to go on with "
                    "what is there now."
                )

    def _is_there(self) -> bool:
        """Whether the open file still has its name: what is written to another one is lost.

        SQLite itself looks after that only where there is no log.
        """
        try:
            return os.path.samestat(self._path.stat(), self._file)
        except OSError:
            return False

    async def _read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """What `work` reads in the connection's thread, with several statements at one go."""
        try:
            return await self._db._execute(work, self._db._conn)  # pyright: ignore[reportPrivateUsage, reportUnknownMemberType, reportUnknownVariableType]
        except sqlite3.Error as error:
            raise self._unread(error) from error

    async def _all(
        self, sql: str, parameters: Sequence[object] | Mapping[str, object] = ()
    ) -> list[sqlite3.Row]:
        """Rows; parameters that are named in the statement as in a mapping, others in order."""
        try:
            return list(await self._db.execute_fetchall(sql, parameters))
        except sqlite3.Error as error:
            raise self._unread(error) from error

    def _unread(self, error: sqlite3.Error) -> StoreError:
        return StoreError(f"The database {self._path} could not be read ({error}).")


async def _prepare(db: aiosqlite.Connection) -> None:
    """Set a connection up. Raises `sqlite3.Error`."""
    # Closed at once: an open cursor of the journal's pragma would keep writes from committing.
    pragmas = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON")
    for pragma in pragmas:
        await (await db.execute(f"PRAGMA {pragma}")).close()


class _Change(Generic[T]):
    """Something to be written, and what came of it."""

    def __init__(self, work: Callable[[sqlite3.Connection], T]) -> None:
        self._work = work
        self._done: list[T] = []
        self.error: Exception | None = None

    def apply(self, db: sqlite3.Connection) -> None:
        """Do the work, within a transaction; raises what the work raises."""
        self._done, self.error = [], None
        self._done.append(self._work(db))

    def outcome(self) -> T:
        """The result; raises what has kept it from being written."""
        if self.error is not None:
            raise self.error
        return self._done[0]


def _commit(db: sqlite3.Connection, batch: Sequence[_Change[Any]]) -> None:
    """Write changes in one transaction; one by one if any of them fails."""
    began, locked = time.perf_counter(), False
    try:
        db.execute("BEGIN IMMEDIATE")
        locked = True
        for change in batch:
            change.apply(db)
        db.execute("COMMIT")
    except Exception as error:  # noqa: BLE001 - raised where the change is waited for
        if db.in_transaction:
            db.execute("ROLLBACK")
        if locked and len(batch) > 1:
            for change in batch:
                _commit(db, [change])
            return
        for change in batch:
            change.error = error
    else:
        COMMITS.observe(time.perf_counter() - began)


def empty_log(db: sqlite3.Connection) -> None:
    """Leave nothing in SQLite's log, which keeps pages as they were, perhaps for weeks.

    Not while another program reads there: nobody is to wait for that.
    """
    with suppress(sqlite3.Error):
        db.execute("PRAGMA busy_timeout = 0").close()
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)").close()
    db.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT * 1000:.0f}").close()


def migrations() -> list[Path]:
    """The scripts that lead from an empty database to the newest schema, which is their number."""
    return sorted(SCHEMA.glob("*.sql"))


def let_read_like(file: Path, like: Path) -> None:
    """Let others read a file if they may read another one, whoever has made it."""
    with suppress(OSError):  # no such file yet, or a file system that knows no rights
        file.chmod(like.stat().st_mode & 0o777 | 0o600)


def copy(db: sqlite3.Connection, file: Path) -> None:
    """Copy a database as it is at one moment to one file. Raises `sqlite3.Error`."""
    with closing(sqlite3.connect(file)) as target:
        db.backup(target)
        # Else it could not be read where nothing may be written beside it.
        target.execute("PRAGMA journal_mode = DELETE").close()


LATER = {
    "finished",
    "matches.commitment",
    "matches.contributions",
    "matches.waiting",
    "proposals",
    "ratings",
    "results",
    "seats.away",
    "seats.missed",
    "seats.reminded",
    "seats.since",
    "seats.tenancy",
    "secrets",
}
"""The tables and columns that the first script did not make in 0.1.0 and for a while after it."""

WITHOUT = {("matches", "commitment"): "", ("matches", "contributions"): b"[]"}
"""What stands there of a match that was dealt before deals could be verified."""

WAIT = """
    UPDATE matches
    SET waiting = COALESCE((SELECT max(at) FROM actions WHERE match = id), created_at)
    WHERE status = 'running' AND NOT computer_due
"""
"""Since when people have had to decide, as far as it is known of a time without a limit."""


def upgrade(path: Path) -> None:
    """Bring a database to the newest schema, after a backup beside it if it holds data.

    Raises `StoreError` for a database that a newer version has written, or another program, and for
    one that is damaged.
    """
    scripts = migrations()
    with closing(sqlite3.connect(path, isolation_level=None, timeout=BUSY_TIMEOUT)) as db:
        version: int = db.execute("PRAGMA user_version").fetchone()[0]
        if reason := refused(db, path):
            raise StoreError(reason)
        lacking = lacks(db, scripts[:version])
        if lacking or 0 < version < len(scripts):
            backup = path.with_name(f"{path.name}.schema-{version}.backup")
            backup.touch()
            let_read_like(backup, path)
            copy(db, backup)
            log.info("Upgrading the database; a backup is in %s", backup)
        if lacking:
            _take_over(db, scripts)
            return
        for number, script in enumerate(scripts[version:], start=version + 1):
            sql = script.read_text(encoding="utf-8")
            db.executescript(f"BEGIN IMMEDIATE;\n{sql}\nPRAGMA user_version = {number};\nCOMMIT;")


def refused(db: sqlite3.Connection, path: Path) -> str | None:
    """Why the bot does not start on a database, and what to do; None if it can be upgraded."""
    scripts = migrations()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version > len(scripts):
        return (
            f"The database {path} was written by a newer version of Safehouse (it has schema "
            f"{version}, this one knows {len(scripts)}). Upgrade Safehouse or restore a backup."
        )
    if version < 1 and db.execute("SELECT 1 FROM sqlite_master").fetchone() is not None:
        return f"The database {path} is another program's: name another file in the configuration."
    if not is_early(lacks(db, scripts[:version])):
        return (
            f"The database {path} lacks tables or columns of schema {version}, which it says that "
            "it has. Restore a backup, or move it away to begin with a new one."
        )
    return None


Columns = set[tuple[str, str]]
"""Tables, each with each of its columns."""


def lacks(db: sqlite3.Connection, scripts: Sequence[Path]) -> Columns:
    """What these scripts make and a database does not have."""
    with closing(_made_by(scripts)) as model:
        return _columns(model) - _columns(db)


def is_early(lacking: Columns) -> bool:
    """Whether a database that lacks this, or nothing, holds all that one of 0.1.0 does."""
    return all(table in LATER or f"{table}.{column}" in LATER for table, column in lacking)


def _take_over(db: sqlite3.Connection, scripts: Sequence[Path]) -> None:
    """Bring an early database to the newest schema, all at one moment.

    Its tables have other constraints, too, so they are made anew.
    """
    with closing(_made_by(scripts)) as new:
        kept = _columns(new) & _columns(db)
        for table in {table for table, _ in kept}:
            columns = [column for name, column in kept if name == table]
            added = {c: v for (name, c), v in WITHOUT.items() if name == table and c not in columns}
            places = ", ".join("?" * (len(columns) + len(added)))
            rows = db.execute(f"SELECT {', '.join(columns)} FROM {table}")
            new.executemany(
                f"INSERT INTO {table} ({', '.join([*columns, *added])}) VALUES ({places})",
                ((*row, *added.values()) for row in rows),
            )
        if ("matches", "waiting") not in kept:
            new.execute(WAIT)
        new.execute(f"PRAGMA user_version = {len(scripts)}")
        new.commit()
        new.backup(db)


def _made_by(scripts: Sequence[Path]) -> sqlite3.Connection:
    """An empty database of these scripts, in memory."""
    new = sqlite3.connect(":memory:")
    for script in scripts:
        new.executescript(script.read_text(encoding="utf-8"))
    return new


def _columns(db: sqlite3.Connection) -> Columns:
    """Every table with each of its columns."""
    rows = db.execute(
        "SELECT t.name, c.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c "
        "WHERE t.type = 'table'"
    )
    return {(table, column) for table, column in rows}
