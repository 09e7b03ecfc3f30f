"""A database of every schema that there has been is upgraded, and its matches go on."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.database import migrations, upgrade
from bot.doctor import examine
from tests.bot.stored import execute
from tests.databases.__main__ import FOLDER

DATABASES = sorted(FOLDER.glob("schema_*.sql"))
EARLY = FOLDER / "version_0_1_0.sql"
"""Of a time when the first script did not make all that it makes now."""


def restored(script: Path, path: Path) -> int:
    """The database that a file describes, at `path`; the number of its schema."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.executescript(script.read_text(encoding="utf-8"))
        return int(db.execute("PRAGMA user_version").fetchone()[0])


def tables(path: Path) -> dict[str, str]:
    """How each table and index was made, without comments."""
    with closing(sqlite3.connect(path)) as db:
        rows = db.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    return {name: " ".join(re.sub(r"--.*", "", sql).split()) for name, sql in rows}


def test_there_is_a_database_of_every_schema() -> None:
    numbers = [int(path.stem.removeprefix("schema_")) for path in DATABASES]
    assert numbers == [int(path.stem.partition("_")[0]) for path in migrations()]


@pytest.mark.parametrize("script", [EARLY, *DATABASES], ids=lambda path: path.stem)
def test_it_is_upgraded_after_a_backup_and_every_match_replays(
    script: Path, tmp_path: Path
) -> None:
    path = tmp_path / "a.db"
    version = restored(script, path)
    ((running,),) = execute(path, "SELECT count(*) FROM matches WHERE status = 'running'")
    upgrade(path)
    assert running >= 4
    backups = [backup.name for backup in tmp_path.glob("*.backup")]
    newest = version == len(migrations())
    assert backups == ([] if newest else [f"a.db.schema-{version}.backup"])
    findings = list(examine(path))
    assert [finding.text for finding in findings if not finding.well] == []
    assert findings[-1].text == f"Matches that replay: {running}."
    assert (
        execute(path, "SELECT id FROM matches WHERE status = 'running' AND waiting IS NULL") == []
    )


def test_an_early_database_becomes_what_a_new_one_is(tmp_path: Path) -> None:
    """With everything that was in it, while somebody else has it open."""
    path = tmp_path / "a.db"
    restored(EARLY, path)
    counted = {table: f"SELECT count(*) FROM {table}" for table in ("matches", "seats", "actions")}
    execute(path, "PRAGMA journal_mode = WAL")
    before = [execute(path, sql) for sql in counted.values()]
    with closing(sqlite3.connect(path)) as reader:
        reader.execute("SELECT * FROM matches").fetchone()
        assert [finding.well for finding in examine(path)] == [True, True]
        upgrade(path)
    upgrade(tmp_path / "new.db")
    assert tables(path) == tables(tmp_path / "new.db")
    assert [execute(path, sql) for sql in counted.values()] == before
    assert execute(tmp_path / "a.db.schema-1.backup", counted["actions"]) == before[-1]


def test_a_match_that_was_dealt_before_that_has_no_commitment(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    restored(EARLY, path)
    upgrade(path)
    assert set(execute(path, "SELECT commitment, contributions FROM matches")) == {("", b"[]")}


def test_the_newest_of_them_has_the_newest_schema(tmp_path: Path) -> None:
    """If not, and if that schema has not been released: `python -m tests.databases`."""
    restored(DATABASES[-1], tmp_path / "kept.db")
    upgrade(tmp_path / "new.db")
    assert tables(tmp_path / "kept.db") == tables(tmp_path / "new.db")
