"""Copies of the database: made while the bot runs, put back while it does not."""

import os
import shutil
import sqlite3
import sys
from collections.abc import Generator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path

from bot.database import BUSY_TIMEOUT, copy, is_early, lacks, let_read_like, migrations
from bot.instance_lock import instance_lock, lock_file

BESIDE = ("-wal", "-shm")
"""What SQLite may keep beside a database."""


class BackupError(Exception):
    """A copy that was not made, or not put back. The text is one line that says why."""


HOW_TO_READ = "Ask as the user who runs the bot; if it is damaged, restore a backup."
"""What to do about a database that cannot be read: SQLite writes beside it even to read."""


def connect_to_read(path: Path) -> sqlite3.Connection:
    """A connection that cannot write. Raises `sqlite3.Error`."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY_TIMEOUT)


def back_up(database: Path, file: Path) -> str:
    """Copy the database to a new file; a line about it. Safe while the bot runs.

    Raises `BackupError`, or `OSError` for the file.
    """
    if not database.exists():
        raise BackupError(f"There is no database {database}: there is nothing to back up.")
    if os.path.lexists(file):
        raise BackupError(f"{file} is there already: name a new file.")
    with _unfinished(file, "unfinished", like=database) as fresh:
        _copy(database, fresh)
        _require_sound(fresh, database)
        os.rename(fresh, file)
    return f"The backup {file} holds {_contents(file)}."


@contextmanager
def _unfinished(file: Path, suffix: str, *, like: Path) -> Generator[Path]:
    """A file to be given the name of `file` when it is whole, and gone if anything goes wrong.

    Others may read it if they may read `like`, whoever makes it.
    """
    fresh = file.with_name(f"{file.name}.{suffix}")
    fresh.unlink(missing_ok=True)  # of an attempt that was cut short
    fresh.open("xb").close()
    try:
        let_read_like(fresh, like)
        yield fresh
    except BaseException:
        for beside in ("", *BESIDE):
            with suppress(FileNotFoundError):
                fresh.with_name(fresh.name + beside).unlink()
        raise


def _copy(source: Path, target: Path) -> None:
    """Copy a database as it is at one moment, whoever is writing to it."""
    try:
        with closing(connect_to_read(source)) as old:
            copy(old, target)
    except sqlite3.Error as error:
        raise BackupError(f"{source} cannot be copied to {target}: {error}.") from error


def _require_sound(file: Path, name: Path) -> None:
    """Refuse what is no database of this bot, is damaged, or comes from a newer version.

    The file may be a copy; `name` is what its contents are known by.
    """
    try:
        with closing(connect_to_read(file)) as db:
            version: int = db.execute("PRAGMA user_version").fetchone()[0]
            damage: str = db.execute("PRAGMA integrity_check(1)").fetchone()[0]
            whole = version > 0 and is_early(lacks(db, migrations()[:version]))
    except sqlite3.Error as error:
        raise BackupError(f"{name} is no sound database of Safehouse: {error}.") from error
    if damage != "ok":
        raise BackupError(f"{name} is damaged: {damage.splitlines()[-1]}.")
    if version > len(migrations()):
        raise BackupError(
            f"{name} was written by a newer version of Safehouse (it has schema {version}, this "
            f"one knows {len(migrations())}): upgrade Safehouse first."
        )
    if not whole:
        raise BackupError(f"{name} is no sound database of Safehouse: it lacks tables or columns.")


def _contents(file: Path) -> str:
    with closing(connect_to_read(file)) as db:
        count = "SELECT count(*), count(*) FILTER (WHERE status = 'running') FROM matches"
        matches, running = db.execute(count).fetchone()
    return f"{matches} {'match' if matches == 1 else 'matches'}, {running} running"


def restore(database: Path, file: Path) -> list[str]:
    """Put a backup in the place of the database, which is kept beside it; lines about both.

    Raises `BackupError`, `AlreadyRunning` while the bot runs, or `OSError`.
    """
    if not file.is_file():
        raise BackupError(f"There is no file {file}.")
    _require_sound(file, file)
    with instance_lock(database):
        return _restore(database, file)


def _restore(database: Path, file: Path) -> list[str]:
    if database.exists() and file.samefile(database):
        raise BackupError(f"{file} is the database itself: name a backup.")
    with _unfinished(database, "restoring", like=database) as fresh:
        _copy(file, fresh)
        _outdate(fresh)
        lines = [f"The database now holds {_contents(fresh)}."]
        _give_away(fresh, lock_file(database), like=database)
        if database.exists():
            kept = _keep(database)
            lines.append(f"What it was before is in {kept}.")
        os.replace(fresh, database)
    return lines


def _outdate(file: Path) -> None:
    """Have every message of a running match shown anew at the next start.

    People may have played on after the backup: their messages show what has not happened any more.
    """
    try:
        with closing(sqlite3.connect(file)) as db, db:
            db.execute(
                "UPDATE surfaces SET shown = -1, digest = '' WHERE message IS NOT NULL AND "
                "kind IN ('table', 'hand') AND "
                "owner IN (SELECT id FROM matches WHERE status = 'running')"
            )
    except sqlite3.Error as error:
        raise BackupError(f"{file} cannot be written: {error}.") from error


def _give_away(*files: Path, like: Path) -> None:
    """Let the files belong to whom the database belongs, as the bot runs as that user.

    Only root can do that, and only root makes files that the bot could not write.
    """
    if sys.platform == "win32" or os.geteuid() != 0:
        return
    owned = like if like.exists() else like.parent
    for file in files:
        os.chown(file, owned.stat().st_uid, owned.stat().st_gid)


def _keep(database: Path) -> Path:
    """Give the old database another name as well, with whatever SQLite has left beside it.

    Under its own name it stands until it is replaced: there is always one.
    """
    with suppress(sqlite3.Error), closing(sqlite3.connect(database)) as old:
        # All into the one file, unless it is too damaged for that; then each part is moved.
        old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    now = datetime.now().strftime("%Y%m%d-%H%M%S")
    kept = database.with_name(f"{database.name}.before-restore-{now}")
    if kept.exists():
        raise BackupError(f"{kept} is there already: wait a second and try again.")
    try:
        os.link(database, kept)
    except OSError:  # a file system without links
        shutil.copy2(database, kept)
    for suffix in BESIDE:
        with suppress(FileNotFoundError):
            os.replace(
                database.with_name(database.name + suffix), kept.with_name(kept.name + suffix)
            )
    return kept
