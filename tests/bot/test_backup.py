"""Backups: whole while the bot writes, put back only where that does no harm."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.cli import main
from bot.instance_lock import instance_lock
from bot.store import Store
from tests.bot.stored import act, database, execute, start

ROOT = Path(__file__).parents[2]


def actions(path: Path) -> int:
    return execute(path, "SELECT count(*) FROM actions")[0][0]  # type: ignore[return-value]


def kept(path: Path) -> list[Path]:
    """The databases that a restore has put aside."""
    return sorted(path.parent.glob("*.before-restore-*"))


def said(capsys: pytest.CaptureFixture[str], code: int) -> str:
    """The one line that a command which returned this code has said."""
    captured = capsys.readouterr()
    text = captured.err if code else captured.out
    assert (captured.out if code else captured.err) == ""
    assert text.count("\n") == 1
    return text


async def files_of_a_running_bot(path: Path) -> dict[Path, bytes]:
    """The database and what is beside it, as a crash after one more action leaves them."""
    store = await Store.open(path)
    await act(store, await start(store, channel=999))
    files = {file: file.read_bytes() for file in path.parent.glob("safehouse.db*")}
    await store.close()
    return files


class TestBackup:
    def test_holds_everything_that_was_written(
        self, path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        database(path, matches=2)
        assert main(["backup", "b.db"]) == 0
        assert said(capsys, 0) == "The backup b.db holds 2 matches, 2 running.\n"
        assert actions(Path("b.db")) == 6

    async def test_is_of_one_moment_while_the_bot_writes(self, path: Path) -> None:
        """Every match of it has as many actions as it says it has."""
        store = await Store.open(path)
        with instance_lock(path):
            matches = [await start(store, channel) for channel in range(5)]

            async def play() -> None:
                for _ in range(8):
                    for match in matches:
                        await act(store, match)

            playing = asyncio.create_task(play())
            sizes: list[int] = []
            while not playing.done():
                file = Path(f"b{len(sizes)}.db")
                assert await asyncio.to_thread(main, ["backup", str(file)]) == 0
                sizes.append(actions(file))
                assert execute(file, "SELECT sum(version) FROM matches") == [(sizes[-1],)]
            await playing
        await store.close()
        assert sizes == sorted(sizes)

    def test_never_overwrites(self, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        database(path)
        Path("b.db").write_text("precious")
        assert main(["backup", "b.db"]) == 1
        assert said(capsys, 1) == "b.db is there already: name a new file.\n"
        assert Path("b.db").read_text() == "precious"

    def test_a_kill_at_any_moment_leaves_no_half_of_one_under_its_name(self, path: Path) -> None:
        database(path)
        killed = "import os; os.kill(os.getpid(), 9)"
        for function in ("_copy", "_require_sound"):
            code = f"from bot import backup, cli; backup.{function} = lambda *_: exec({killed!r})"
            subprocess.run(
                [sys.executable, "-c", f"{code}; cli.main(['backup', 'b.db'])"],
                env=os.environ | {"PYTHONPATH": str(ROOT)},
                timeout=60,
            )
            assert [file.name for file in Path().glob("b.db*")] == ["b.db.unfinished"]
        assert main(["backup", "b.db"]) == 0
        assert [file.name for file in Path().glob("b.db*")] == ["b.db"]

    def test_of_nothing_is_refused(self, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["backup", "b.db"]) == 1
        assert "nothing to back up" in said(capsys, 1)
        assert not Path("b.db").exists()
        assert not path.exists()

    def test_of_a_damaged_database_leaves_no_file(
        self, path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        database(path)
        path.write_bytes(b"no database at all" * 100)
        assert main(["backup", "b.db"]) == 1
        assert "file is not a database" in said(capsys, 1)
        assert not Path("b.db").exists()

    def test_blames_the_database_for_what_its_copy_is(
        self, path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        database(path)
        execute(path, "PRAGMA user_version = 99")
        assert main(["backup", "b.db"]) == 1
        assert said(capsys, 1).startswith(f"{path} was written by a newer version of Safehouse")

    def test_into_a_folder_that_is_not_there_is_refused(
        self, path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        database(path)
        assert main(["backup", "nowhere/b.db"]) == 1
        assert said(capsys, 1) == "nowhere/b.db.unfinished: No such file or directory\n"


class TestRestore:
    def test_puts_the_backup_back_and_keeps_what_was_there(
        self, path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        database(path, matches=1, actions=3)
        main(["backup", "b.db"])
        database(path, matches=1, actions=1, channel=999)
        capsys.readouterr()

        assert main(["restore", "b.db"]) == 0
        (old,) = kept(path)
        assert capsys.readouterr().out.splitlines() == [
            "The database now holds 1 match, 1 running.",
            f"What it was before is in {old}.",
        ]
        assert (actions(path), actions(old)) == (3, 4)
        assert Path("b.db").exists()

    def test_keeps_what_a_crash_has_left_in_the_journal(self, path: Path) -> None:
        """The journal of the old database must not be taken for one of the new."""
        database(path)
        main(["backup", "b.db"])
        for name, content in asyncio.run(files_of_a_running_bot(path)).items():
            name.write_bytes(content)

        assert main(["restore", "b.db"]) == 0
        (old,) = kept(path)
        assert (actions(path), actions(old)) == (3, 4)

    def test_also_where_there_is_no_database_or_a_damaged_one(self, path: Path) -> None:
        database(path)
        main(["backup", "b.db"])
        path.unlink()
        assert main(["restore", "b.db"]) == 0
        assert kept(path) == []
        path.write_bytes(b"damaged" * 1000)
        assert main(["restore", "b.db"]) == 0
        assert actions(path) == 3
        assert kept(path)[0].read_bytes() == b"damaged" * 1000

    def test_leaves_nothing_beside_backup_and_database(self, path: Path) -> None:
        database(path)
        main(["backup", "b.db"])
        assert sorted(Path().glob("b.db*")) == [Path("b.db")]
        assert main(["restore", "b.db"]) == 0
        assert {file.name for file in path.parent.iterdir()} == {
            "safehouse.db",
            "safehouse.db.lock",
            kept(path)[0].name,
        }

    def test_by_root_is_for_the_user_that_the_bot_runs_as(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        database(path)
        main(["backup", "b.db"])
        owner, given = path.stat(), dict[str, tuple[int, int]]()
        monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
        monkeypatch.setattr(
            os, "chown", lambda file, *ids: given.update({file.name: ids}), raising=False
        )
        assert main(["restore", "b.db"]) == 0
        ids = (owner.st_uid, owner.st_gid)
        assert given == {"safehouse.db.restoring": ids, "safehouse.db.lock": ids}

    @pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
    def test_lets_nobody_read_who_may_not_read_the_database(self, path: Path) -> None:
        database(path)
        path.chmod(0o600)
        main(["backup", "b.db"])
        backup = Path("b.db")
        assert backup.stat().st_mode & 0o777 == 0o600
        backup.chmod(0o644)  # as from another machine
        main(["restore", "b.db"])
        assert path.stat().st_mode & 0o777 == 0o600

    def test_a_kill_at_any_moment_leaves_a_database(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        database(path)
        main(["backup", "b.db"])

        def killed(*_: object) -> None:
            raise KeyboardInterrupt

        for step in ("link", "replace"):
            with monkeypatch.context() as patch:
                patch.setattr(os, step, killed)
                with pytest.raises(KeyboardInterrupt):
                    main(["restore", "b.db"])
            assert actions(path) == 3
            for old in kept(path):
                old.unlink()

    def test_is_refused_while_the_bot_runs(
        self, path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        database(path)
        main(["backup", "b.db"])
        capsys.readouterr()
        with instance_lock(path):
            assert main(["restore", "b.db"]) == 1
        assert said(capsys, 1).startswith("Safehouse already runs on ")
        assert kept(path) == []

    @pytest.mark.parametrize(
        ("damage", "message"),
        [
            ("PRAGMA user_version = 99", "newer version of Safehouse (it has schema 99"),
            ("DROP TABLE matches", "no sound database of Safehouse: it lacks tables or columns"),
            ("DROP TABLE lobbies", "no sound database of Safehouse: it lacks tables or columns"),
            ("ALTER TABLE seats DROP COLUMN name", "no sound database of Safehouse: it lacks"),
            ("PRAGMA user_version = 0", "no sound database of Safehouse: it lacks"),
        ],
    )
    def test_of_a_file_that_would_not_do_is_refused(
        self, path: Path, damage: str, message: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        database(path)
        main(["backup", "b.db"])
        execute(Path("b.db"), "PRAGMA foreign_keys = OFF")
        execute(Path("b.db"), damage)
        capsys.readouterr()
        assert main(["restore", "b.db"]) == 1
        assert message in said(capsys, 1)
        assert actions(path) == 3
        assert kept(path) == []

    def test_of_a_damaged_file_is_refused(
        self, path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        database(path)
        main(["backup", "b.db"])
        whole = Path("b.db").read_bytes()
        Path("b.db").write_bytes(whole[: len(whole) // 2])
        capsys.readouterr()
        assert main(["restore", "b.db"]) == 1
        assert said(capsys, 1).startswith("b.db is ")
        assert actions(path) == 3

    def test_of_no_file_or_the_database_itself_is_refused(
        self, path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        database(path)
        assert main(["restore", "b.db"]) == 1
        assert said(capsys, 1) == "There is no file b.db.\n"
        assert main(["restore", str(path)]) == 1
        assert "is the database itself" in said(capsys, 1)
        assert actions(path) == 3
