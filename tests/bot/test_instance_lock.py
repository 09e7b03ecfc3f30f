"""One process at a time on a database."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.instance_lock import AlreadyRunning, instance_lock

ROOT = Path(__file__).parents[2]
HOLD = """
import sys
from pathlib import Path
from bot.instance_lock import instance_lock
with instance_lock(Path(sys.argv[1])):
    print("locked", flush=True)
    {then}
    sys.stdin.read()
"""


@contextmanager
def another_process(database: Path, then: str = "pass") -> Iterator[subprocess.Popen[str]]:
    """Another program that holds the lock until its input ends."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD.format(then=then), str(database)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == "locked\n"
        yield process
        process.kill()


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "data" / "safehouse.db"


def test_a_second_process_is_refused_in_one_sentence(database: Path) -> None:
    with (
        another_process(database) as other,
        pytest.raises(AlreadyRunning) as refused,
        instance_lock(database),
    ):
        pytest.fail("two processes hold the lock")
    assert str(refused.value) == (
        f"Safehouse already runs on {database} (process {other.pid}): stop it first."
    )


def test_another_database_is_no_matter(database: Path) -> None:
    with another_process(database), instance_lock(database.with_name("other.db")):
        pass


def test_the_lock_is_free_after_the_block_even_after_an_error(database: Path) -> None:
    with pytest.raises(RuntimeError), instance_lock(database):
        raise RuntimeError
    with instance_lock(database), pytest.raises(AlreadyRunning), instance_lock(database):
        pytest.fail("the lock was given twice")
    with instance_lock(database):
        pass


def test_a_killed_process_leaves_no_lock_behind(database: Path) -> None:
    with another_process(database) as other:
        other.kill()
        other.wait()
        with instance_lock(database):
            pass


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork on Windows")
def test_a_killed_process_leaves_no_lock_with_its_children(database: Path) -> None:
    """A pool's worker may outlive the bot for a moment."""
    fork = (
        "import os, time\n"
        "    if os.fork() == 0:\n"
        "        print('child', os.getpid(), flush=True); time.sleep(60)"
    )
    with another_process(database, fork) as other:
        assert other.stdout is not None
        child = int(other.stdout.readline().split()[1])
        other.kill()
        other.wait()
        try:
            with instance_lock(database):
                pass
        finally:
            os.kill(child, 9)


def test_the_file_of_an_earlier_run_does_not_matter(database: Path) -> None:
    database.parent.mkdir()
    lock = database.with_name("safehouse.db.lock")
    lock.write_text("12345678901234567890 something else")
    with instance_lock(database):
        assert lock.read_text() == str(os.getpid())


def test_a_folder_that_cannot_be_made_is_an_error_of_the_system(database: Path) -> None:
    database.parent.write_text("a file where the folder should be")
    with pytest.raises(OSError, match="File exists"), instance_lock(database):
        pytest.fail("locked without a file")
