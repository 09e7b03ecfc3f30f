"""The doctor: one line a finding, and an exit code that a script can go by."""

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot import doctor
from bot.cli import main
from bot.database import migrations
from bot.invite import PERMISSIONS
from bot.match import BrokenMatch
from bot.store import Store
from tests.bot import finished
from tests.bot.stored import ANA, BEN, CHANNEL, database, execute, fill, manager_on


def examined(capsys: pytest.CaptureFixture[str], code: int) -> tuple[list[str], list[str]]:
    """What is well and what is wrong, according to a doctor who ends with this exit code."""
    assert main(["doctor"]) == code
    lines = capsys.readouterr().out.splitlines()
    well = [line[7:] for line in lines if line.startswith("ok     ")]
    wrong = [line[7:] for line in lines if line.startswith("WRONG  ")]
    assert len(well) + len(wrong) == len(lines)
    return well, wrong


async def open_broken(path: Path, match_id: str) -> None:
    """The bot meets a match that does not replay."""
    store = await Store.open(path)
    with pytest.raises(BrokenMatch):
        await manager_on(store).open(match_id)
    await store.close()


def test_all_is_well_and_nothing_is_changed(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database(path, matches=3)
    before = path.read_bytes()
    well, wrong = examined(capsys, 0)
    assert wrong == []
    assert well[1:] == [f"The database {path} is sound.", "Matches that replay: 3."]
    assert path.read_bytes() == before


async def test_it_may_be_asked_while_the_bot_runs(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await fill(path, matches=1, actions=3, channel=CHANNEL)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("BEGIN IMMEDIATE")
        db.execute("UPDATE matches SET home = 1")
        examined(capsys, 0)
        db.execute("ROLLBACK")


def test_a_database_that_is_not_there_yet_is_no_fault(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (line,), _ = examined(capsys, 0)
    assert line.startswith(f"There is no database {path} yet")
    assert not path.parent.exists()


def test_a_match_that_does_not_replay_is_named(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = database(path, matches=2)
    execute(path, "UPDATE actions SET action = x'7b7d' WHERE match = ? AND version = 1", bad)
    well, (line,) = examined(capsys, 1)
    assert line.startswith(f"Match {bad} does not replay (action 1: ")
    assert "Matches that replay: 1." in well
    assert good not in line


def test_choices_that_cannot_be_read_are_named(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database(path)
    for number, body in ((1, b"{}"), (2, b"nonsense")):
        execute(path, "INSERT INTO settings VALUES (?, ?)", number, body)
        execute(path, "INSERT INTO people VALUES (?, ?)", number, body)
    _, wrong = examined(capsys, 1)
    assert [line.partition(" cannot be read")[0] for line in wrong] == [
        "The settings of server 2",
        "The preferences of 2",
    ]


@pytest.mark.parametrize("column", ["cards", "strength"])
async def test_results_that_cannot_be_read_are_named_with_what_mends_them(
    path: Path, capsys: pytest.CaptureFixture[str], column: str
) -> None:
    store = await Store.open(path)
    good, bad = [
        await finished.play(store, await finished.start(store, [ANA, BEN], channel=channel))
        for channel in (1, 2)
    ]
    await store.close()
    execute(path, f"UPDATE results SET {column} = x'7b7d7d' WHERE match = ?", bad.id)
    _, (line,) = examined(capsys, 1)
    assert line.startswith(f"The result of match {bad.id} cannot be read (")
    assert line.endswith("Stop the bot and run python -m bot ratings --recompute.")
    assert good.id not in line
    assert main(["ratings", "--recompute"]) == 0
    capsys.readouterr()
    assert examined(capsys, 0)[1] == []


def test_matches_set_aside_are_listed_until_they_can_be_read(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (bad,) = database(path)
    ((was,),) = execute(path, "SELECT action FROM actions WHERE version = 0")
    execute(path, "UPDATE actions SET action = x'7b7d' WHERE version = 0")
    asyncio.run(open_broken(path, bad))
    _, (line,) = examined(capsys, 1)
    assert line.endswith("It is set aside.")
    execute(path, "UPDATE actions SET action = ? WHERE version = 0", was)
    well, _ = examined(capsys, 0)
    assert f"Match {bad} is set aside but can be read: its next press goes on." in well


def test_damage_is_told(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database(path, matches=30)
    content = bytearray(path.read_bytes())
    for page in range(4096 * 3, len(content), 4096):
        content[page : page + 100] = bytes(100)
    path.write_bytes(content)
    _, wrong = examined(capsys, 1)
    assert wrong
    assert all("damaged" in line or "cannot be read" in line for line in wrong[:1])


def test_what_is_no_database_is_told(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path.parent.mkdir()
    path.write_bytes(b"no database" * 1000)
    _, (line,) = examined(capsys, 1)
    assert "cannot be read (file is not a database). Ask as the user who runs the bot;" in line


def test_rows_of_no_match_are_told(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database(path)
    execute(path, "INSERT INTO actions VALUES ('ZZZZ', 0, 0, x'7b7d', 0.0)")
    _, wrong = examined(capsys, 1)
    assert wrong == ["1 rows belong to no match (in actions)."]


def test_a_newer_database_is_told(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database(path)
    execute(path, "PRAGMA user_version = 99")
    _, (line,) = examined(capsys, 1)
    assert line.endswith("Upgrade Safehouse or restore a backup.")


def test_a_database_that_is_not_of_its_schema_is_told(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database(path)
    execute(path, "ALTER TABLE seats DROP COLUMN offered")
    _, (line,) = examined(capsys, 1)
    assert f"lacks tables or columns of schema {len(migrations())}" in line


def test_an_older_database_is_left_to_the_next_start(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    database(path)
    newer = [*migrations(), Path("next.sql")]
    monkeypatch.setattr(doctor, "migrations", lambda: newer)
    well, wrong = examined(capsys, 0)
    assert f"becomes {len(newer)} at the next start, after a backup." in well[-1]
    assert wrong == []


def test_a_disk_that_is_nearly_full_is_told(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    database(path)
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: SimpleNamespace(free=5_000_000))
    _, wrong = examined(capsys, 1)
    assert wrong == ["The disk has 5 MB free."]


class TestServers:
    @pytest.fixture(autouse=True)
    def _token(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("DISCORD_TOKEN", "abc")

    def discord(self, monkeypatch: pytest.MonkeyPatch, *guilds: dict[str, Any]) -> None:
        """Discord, where the bot is in these servers."""

        async def login(client: discord.Client, token: str) -> None:
            assert token == "abc"

        async def get_guilds(_: object, limit: int, after: int | None) -> list[dict[str, Any]]:
            return [guild for guild in guilds if int(guild["id"]) > (after or 0)][:limit]

        monkeypatch.setattr(discord.Client, "login", login)
        monkeypatch.setattr("discord.http.HTTPClient.get_guilds", get_guilds)

    def guild(self, number: int, *missing: str, **more: bool) -> dict[str, Any]:
        granted = dict.fromkeys(PERMISSIONS, True) | dict.fromkeys(missing, False) | more
        value = discord.Permissions(**granted).value
        return {"id": str(number), "name": f"Club {number}", "permissions": str(value)}

    def test_missing_permissions_are_told_by_server(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        self.discord(
            monkeypatch,
            self.guild(1),
            self.guild(2, "attach_files", "send_messages"),
            self.guild(3, *PERMISSIONS, administrator=True),
        )
        well, wrong = examined(capsys, 1)
        assert well[1:] == [
            "Server Club 1 (1): every permission is granted.",
            "Server Club 3 (3): every permission is granted.",
        ]
        assert wrong == ["Server Club 2 (2): missing permissions: Send Messages, Attach Files."]

    def test_every_server_is_looked_at(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        self.discord(monkeypatch, *(self.guild(number) for number in range(1, 402)))
        well, _ = examined(capsys, 0)
        assert len(well) == 1 + 401

    def test_a_token_that_discord_refuses_is_one_line(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        async def login(client: discord.Client, token: str) -> None:
            raise discord.LoginFailure("Improper token")

        monkeypatch.setattr(discord.Client, "login", login)
        _, (line,) = examined(capsys, 1)
        assert line.startswith("Discord refused the token")
