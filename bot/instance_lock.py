"""A lock file beside the database keeps a second copy of the bot off the same data.

The operating system holds the lock, so it is free again however the process ends. The file itself
stays: removing it would let two starters each lock a different file of the same name.
"""

import os
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    # Windows keeps everyone else from even reading what is locked, so lock beyond the number.
    _LOCKED_BYTE = 1 << 20

    def _lock(descriptor: int) -> None:
        os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


class AlreadyRunning(Exception):
    """Another process uses the same data. The text is one sentence for whoever started this one."""


_held: set[int] = set()


def _let_go_in_child() -> None:
    """A forked child must not keep the lock of a parent that was killed."""
    for descriptor in _held:
        os.close(descriptor)
    _held.clear()


if sys.platform != "win32":
    os.register_at_fork(after_in_child=_let_go_in_child)


def lock_file(database: Path) -> Path:
    """The file that is locked."""
    return database.with_name(f"{database.name}.lock")


@contextmanager
def instance_lock(database: Path) -> Generator[None]:
    """Be the only process on this database. Raises `AlreadyRunning`, or `OSError` for the file."""
    path = lock_file(database)
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            _lock(descriptor)
        except (BlockingIOError, PermissionError):
            raise AlreadyRunning(_who_runs(descriptor, database)) from None
        _held.add(descriptor)
        _sign(descriptor)
        yield
    finally:
        _held.discard(descriptor)
        os.close(descriptor)


def _sign(descriptor: int) -> None:
    """Leave the number of this process for the message of the next one."""
    with suppress(OSError):  # a full disk: only the message would be poorer
        os.ftruncate(descriptor, 0)
        os.lseek(descriptor, 0, os.SEEK_SET)
        os.write(descriptor, str(os.getpid()).encode())


def _who_runs(descriptor: int, database: Path) -> str:
    os.lseek(descriptor, 0, os.SEEK_SET)
    number = os.read(descriptor, 20).decode("ascii", "replace")
    process = f" (process {number})" if number.isdigit() else ""
    return f"Safehouse already runs on {database}{process}: stop it first."
