"""The store: what is written is on disk, once, whole, and only from the version it builds on."""

import asyncio
import shutil
import sqlite3
import sys
import threading
from collections.abc import Awaitable, Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import aiosqlite
import pytest

from bot import database
from bot.app import create_bot
from bot.config import Config
from bot.database import StoreError, upgrade
from bot.doctor import examine
from bot.draw.studio import STUDIO
from bot.rows import (
    LobbyRow,
    MatchRow,
    Preferences,
    Proposal,
    SeatRow,
    Settings,
    Stored,
    SurfaceRow,
)
from bot.store import PlaceTaken, Store, VersionTaken
from tests.bot.stored import commits

CHANNEL, THREAD = 100, 200
SECRET = bytes(range(32))
ACTION = b'{"do":"recruit","pick":"face_up"}'


def lobby(code: str = "AAAA", version: int = 0) -> LobbyRow:
    return LobbyRow(code, version, b"{}", 1.0)


def match_row(code: str = "AAAA") -> MatchRow:
    return MatchRow(
        id=code,
        game="agent-avenue",
        options=b"{}",
        deal=b"{}",
        status="running",
        version=0,
        guild=1,
        home=CHANNEL,
        place=CHANNEL,
        thread="wanted",
        computer_due=0,
        created_at=2.0,
        ended_at=None,
    )


SEATS = [SeatRow(0, 7, "Ana", "en-US"), SeatRow(1, None, "", "")]


async def running(store: Store) -> None:
    """A match as it has just been started."""
    await store.create_lobby(lobby("AAAA"), CHANNEL, SECRET)
    await store.create_match(match_row(), SEATS, lobby_version=0)


async def act(store: Store, version: int, *, over: bool = False) -> None:
    await store.append(
        "AAAA", version, 0, [ACTION], at=3.0, over=over, computer_due=False, waiting=None
    )


async def kept(store: Store) -> Stored:
    found = await store.stored("AAAA")
    assert found is not None
    return found


# Lobbies and places


async def test_one_lobby_or_match_a_channel(store: Store) -> None:
    await store.create_lobby(lobby("AAAA"), CHANNEL, SECRET)
    with pytest.raises(PlaceTaken) as taken:
        await store.create_lobby(lobby("BBBB"), CHANNEL, SECRET)
    assert taken.value.owner == "AAAA"
    assert await store.lobby("BBBB") is None
    await store.create_match(match_row("AAAA"), SEATS, lobby_version=0)
    with pytest.raises(PlaceTaken):
        await store.create_lobby(lobby("BBBB"), CHANNEL, SECRET)
    await store.create_lobby(lobby("BBBB"), CHANNEL + 1, SECRET)


async def test_what_is_in_a_channel_is_told_though_it_is_gone_in_the_same_moment(
    store: Store,
) -> None:
    await store.create_lobby(lobby("AAAA"), CHANNEL, SECRET)
    await store.create_lobby(lobby("CCCC"), CHANNEL + 1, SECRET)
    await store.create_match(match_row("CCCC"), SEATS, lobby_version=0)
    for late in (
        store.create_lobby(lobby("BBBB"), CHANNEL, SECRET),
        store.move_match("CCCC", CHANNEL),
    ):
        refused, _ = await asyncio.gather(late, store.close_lobby("AAAA"), return_exceptions=True)
        assert isinstance(refused, PlaceTaken)
        assert refused.owner == "AAAA"
        await store.create_lobby(lobby("AAAA"), CHANNEL, SECRET)


async def test_a_closed_lobby_frees_its_channel(store: Store) -> None:
    await store.create_lobby(lobby("AAAA"), CHANNEL, SECRET)
    await store.save_surfaces([SurfaceRow("AAAA", "lobby", -1, 0, channel=CHANNEL)])
    await store.close_lobby("AAAA")
    assert await store.lobby("AAAA") is None
    assert await store.surfaces("AAAA") == []
    assert await store.owner_of(CHANNEL) is None
    await store.create_lobby(lobby("BBBB"), CHANNEL, SECRET)


async def test_a_lobby_is_saved_only_over_the_version_before(store: Store) -> None:
    await store.create_lobby(lobby(), CHANNEL, SECRET)
    await store.save_lobby("AAAA", 1, b'{"a":1}')
    for version in (1, 3):
        with pytest.raises(VersionTaken):
            await store.save_lobby("AAAA", version, b'{"b":1}')
    assert await store.lobby("AAAA") == LobbyRow("AAAA", 1, b'{"a":1}', 1.0)


async def test_a_lobby_changed_meanwhile_is_not_started(store: Store) -> None:
    await store.create_lobby(lobby(), CHANNEL, SECRET)
    await store.save_lobby("AAAA", 1, b"{}")
    with pytest.raises(VersionTaken):
        await store.create_match(match_row(), SEATS, lobby_version=0)
    assert await store.match("AAAA") is None
    assert await store.lobby("AAAA") is not None


async def test_a_started_lobby_is_gone_and_its_match_keeps_the_place(store: Store) -> None:
    await running(store)
    assert await store.lobby("AAAA") is None
    assert await store.owner_of(CHANNEL) == "AAAA"
    assert await store.match("AAAA") == match_row()
    assert (await kept(store)).seats == SEATS
    assert await store.id_in_use("AAAA")
    assert not await store.id_in_use("BBBB")


async def test_the_oldest_lobby_comes_first(store: Store) -> None:
    await store.create_lobby(LobbyRow("NEWW", 0, b"{}", 9.0), CHANNEL, SECRET)
    await store.create_lobby(LobbyRow("OLDD", 0, b"{}", 3.0), CHANNEL + 1, SECRET)
    assert [row.id for row in await store.lobbies()] == ["OLDD", "NEWW"]


async def test_the_secret_of_a_deal_comes_and_goes_with_its_lobby(store: Store) -> None:
    await store.create_lobby(lobby(), CHANNEL, SECRET)
    assert await store.secret("AAAA") == SECRET
    await store.close_lobby("AAAA")
    assert await store.secret("AAAA") is None


async def test_the_secret_of_a_deal_stays_with_the_match(store: Store) -> None:
    await running(store)
    assert await store.secret("AAAA") == SECRET


async def test_a_match_that_moves_into_its_thread_frees_its_channel(store: Store) -> None:
    await running(store)
    await store.set_thread("AAAA", "made", THREAD)
    row = await store.match("AAAA")
    assert row is not None
    assert (row.thread, row.place, row.home) == ("made", THREAD, CHANNEL)
    assert await store.owner_of(CHANNEL) is None
    assert await store.owner_of(THREAD) == "AAAA"


@pytest.mark.parametrize("thread", ["wanted", "made", "none"])
async def test_a_match_that_is_moved_has_left_its_channel_for_good(
    store: Store, thread: str
) -> None:
    await running(store)
    await store.set_thread("AAAA", thread, THREAD)
    await store.move_match("AAAA", 77)
    row = await store.match("AAAA")
    assert row is not None
    assert (row.thread, row.place, row.home) == ("none", 77, 77)
    assert await store.owner_of(THREAD) is None
    assert await store.owner_of(77) == "AAAA"


# Actions


async def test_actions_are_read_as_they_were_written(store: Store) -> None:
    await running(store)
    await act(store, 0)
    await act(store, 1)
    actions = await store.actions("AAAA")
    assert [(row.version, row.seat, row.action) for row in actions] == [
        (0, 0, ACTION),
        (1, 0, ACTION),
    ]
    whole = await kept(store)
    assert whole.row.version == 2
    assert whole.actions == actions
    assert await store.stored("BBBB") is None


async def test_an_append_is_a_compare_and_swap(store: Store) -> None:
    await running(store)
    await act(store, 0)
    with pytest.raises(VersionTaken):
        await act(store, 0)
    assert len(await store.actions("AAAA")) == 1


async def test_of_many_appends_at_once_one_wins(store: Store) -> None:
    await running(store)
    results = await asyncio.gather(*(act(store, 0) for _ in range(8)), return_exceptions=True)
    assert [type(result) for result in results].count(type(None)) == 1
    assert len(await store.actions("AAAA")) == 1


async def test_two_processes_on_one_database_swap_too(store: Store, tmp_path: Path) -> None:
    other = await Store.open(tmp_path / "a.db")
    await running(store)
    await act(other, 0)
    with pytest.raises(VersionTaken):
        await act(store, 0)
    await other.close()


async def test_the_last_action_ends_the_match_and_frees_its_place(store: Store) -> None:
    await running(store)
    assert await store.count_running() == 1
    await act(store, 0, over=True)
    row = await store.match("AAAA")
    assert row is not None
    assert row.status == "over"
    assert row.ended_at is not None
    assert await store.owner_of(CHANNEL) is None
    assert await store.count_running() == 0


async def test_a_transaction_that_fails_leaves_nothing(store: Store) -> None:
    await running(store)
    with pytest.raises(sqlite3.IntegrityError):
        await store.save_shown(
            "AAAA",
            [SurfaceRow("AAAA", "table", -1, 0, channel=CHANNEL, message=5)],
            [],
            [SeatRow(0, 7, "Ana", "en-US", dms="perhaps", pinged=3)],
        )
    assert await store.surfaces("AAAA") == []
    assert (await kept(store)).seats == SEATS
    await act(store, 0)  # and the connection is as good as before


async def test_what_cannot_be_written_is_a_store_error_that_says_what_to_do(
    store: Store, tmp_path: Path
) -> None:
    await running(store)
    blocker = sqlite3.connect(tmp_path / "a.db", isolation_level=None)
    blocker.execute("BEGIN IMMEDIATE")
    await store._db.execute("PRAGMA busy_timeout = 10")
    with pytest.raises(StoreError, match=r"could not be written \(database is locked\)"):
        await act(store, 0)
    blocker.execute("ROLLBACK")
    blocker.close()
    assert await store.actions("AAAA") == []
    await act(store, 0)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps open files where they are")
@pytest.mark.parametrize("replaced", [False, True])
async def test_nothing_is_written_to_a_file_that_nobody_finds_again(
    store: Store, tmp_path: Path, replaced: bool
) -> None:
    await running(store)
    path, elsewhere = tmp_path / "a.db", tmp_path / "elsewhere.db"
    path.rename(elsewhere)
    if replaced:
        shutil.copy(elsewhere, path)
    with pytest.raises(StoreError, match="has been moved, deleted or replaced"):
        await act(store, 0)
    assert await store.actions("AAAA") == []
    elsewhere.replace(path)
    await act(store, 0)


async def test_what_cannot_be_read_is_a_store_error_that_says_so(store: Store) -> None:
    await running(store)
    await (await store._db.execute("DROP TABLE proposals")).close()
    with pytest.raises(StoreError, match=r"could not be read \(no such table: proposals\)"):
        await store.stored("AAAA")


# What is left to do after a stop


async def test_a_match_without_a_table_is_unfinished(store: Store) -> None:
    await running(store)
    assert await store.unfinished() == ["AAAA"]


async def shown(store: Store, **changes: object) -> None:
    row = SurfaceRow("AAAA", "table", -1, 0, channel=CHANNEL, message=5, shown=0)
    for name, value in changes.items():
        setattr(row, name, value)
    await store.save_surfaces([row])


async def test_a_match_whose_messages_are_up_to_date_is_left_alone(store: Store) -> None:
    await running(store)
    await store.set_thread("AAAA", "none", CHANNEL)
    await shown(store)
    assert await store.unfinished() == []


@pytest.mark.parametrize("changes", [{"message": None}, {"shown": -1}])
async def test_a_message_that_lags_behind_is_unfinished(
    store: Store, changes: dict[str, object]
) -> None:
    await running(store)
    await store.set_thread("AAAA", "none", CHANNEL)
    await shown(store, **changes)
    assert await store.unfinished() == ["AAAA"]


async def test_a_finished_match_whose_end_was_not_shown_is_unfinished(store: Store) -> None:
    await running(store)
    await store.set_thread("AAAA", "none", CHANNEL)
    await shown(store)
    await act(store, 0, over=True)
    assert await store.unfinished() == ["AAAA"]
    await shown(store, shown=1)
    assert await store.unfinished() == []


async def test_a_computer_that_has_to_move_is_unfinished(store: Store) -> None:
    await running(store)
    await store.set_thread("AAAA", "none", CHANNEL)
    await shown(store, shown=9)
    await store.append("AAAA", 0, 0, [ACTION], at=3.0, over=False, computer_due=True, waiting=None)
    assert await store.unfinished() == ["AAAA"]
    await store.append("AAAA", 1, 1, [ACTION], at=3.0, over=False, computer_due=False, waiting=None)
    assert await store.unfinished() == []


WAITS = {"computer_due": False, "waiting": 1.0}


@pytest.mark.parametrize(
    "change",
    [
        lambda store: store.save_proposal(
            "AAAA", Proposal(0, 0, 0, ACTION, at=1.5, agreed=False), **WAITS
        ),
        lambda store: store.save_presence("AAAA", SeatRow(0, 7, "Ana", "", away="left"), **WAITS),
        lambda store: store.reseat("AAAA", SeatRow(0, 8, "Ben", "", tenancy=1), **WAITS),
        lambda store: store.end_match("AAAA", 3.0),
        lambda store: store.move_match("AAAA", 77),
    ],
    ids=["proposal", "presence", "reseat", "end", "move"],
)
async def test_what_has_changed_without_an_action_is_unfinished_until_it_is_shown(
    store: Store, change: Callable[[Store], Awaitable[None]]
) -> None:
    await running(store)
    await store.set_thread("AAAA", "none", CHANNEL)
    await shown(store)
    await change(store)
    assert await store.unfinished() == ["AAAA"]
    await shown(store)
    assert await store.unfinished() == []


# Whose matches


async def test_somebody_s_matches_are_told_apart_by_server(store: Store) -> None:
    await running(store)
    assert [await store.running_of(7, guild) for guild in (None, 1, 2)] == [["AAAA"], ["AAAA"], []]
    await act(store, 0, over=True)
    assert [await store.ended_of(7, guild, "", 25) for guild in (1, 2)] == [["AAAA"], []]


# Surfaces, proposals and choices


async def test_surfaces_are_replaced_and_dropped(store: Store) -> None:
    await running(store)
    table = SurfaceRow("AAAA", "table", -1, 0, channel=CHANNEL, message=5)
    hand = SurfaceRow("AAAA", "hand", 0, 0, channel=9, message=6, digest="x")
    await store.save_surfaces([table, hand])
    table.message = 7
    await store.save_shown("AAAA", [table], [hand], [])
    assert await store.surfaces("AAAA") == (await kept(store)).surfaces == [table]


async def test_a_seat_s_dms_and_calls_are_noted(store: Store) -> None:
    await running(store)
    await store.save_shown("AAAA", [], [], [SeatRow(0, 7, "Ana", "en-US", "closed", 4)])
    seat = (await kept(store)).seats[0]
    assert (seat.dms, seat.pinged) == ("closed", 4)


async def test_nothing_is_noted_of_a_seat_s_owner_once_it_is_another_s(store: Store) -> None:
    await running(store)
    await store.reseat("AAAA", SeatRow(0, 8, "Ben", "", tenancy=1), **WAITS)
    before = (await kept(store)).seats
    former = SeatRow(0, 7, "Ana", "en-US", "closed", pinged=4, missed=2, away="late", offered=True)
    await store.save_shown("AAAA", [], [], [former])
    await store.save_presence("AAAA", former, **WAITS)
    assert (await kept(store)).seats == before


async def test_the_newest_proposal_replaces_the_one_before(store: Store) -> None:
    await running(store)
    assert (await kept(store)).proposal is None
    for seat in (0, 1):
        proposal = Proposal(3, seat, seat, ACTION, at=1.5, agreed=False)
        await store.save_proposal("AAAA", proposal, computer_due=False, waiting=1.0)
        assert (await kept(store)).proposal == proposal


async def test_for_whom_the_match_waits_is_written_with_a_proposal(store: Store) -> None:
    await running(store)
    proposal = Proposal(3, 0, 1, ACTION, at=1.5, agreed=True)
    for due, waiting in ((True, None), (False, 1.0)):
        await store.save_proposal("AAAA", proposal, computer_due=due, waiting=waiting)
        row = (await kept(store)).row
        assert (bool(row.computer_due), row.waiting) == (due, waiting)


async def test_settings_and_preferences_are_kept(store: Store) -> None:
    assert await store.settings(1) == Settings()
    assert await store.preferences(7) == Preferences()
    await store.save_settings(1, Settings(language="de", threads=False))
    await store.save_preferences(7, Preferences(language="ca"))
    assert await store.settings(1) == Settings(language="de", threads=False)
    assert await store.settings(2) == Settings()
    assert await store.preferences(7) == Preferences(language="ca")


# Opening


async def test_what_was_written_is_there_after_a_crash(store: Store, tmp_path: Path) -> None:
    """The files as they are at this moment hold everything, with nothing closed or flushed."""
    await running(store)
    await act(store, 0)
    crashed = shutil.copytree(tmp_path, tmp_path / "crashed")
    again = await Store.open(crashed / "a.db")
    assert len(await again.actions("AAAA")) == 1
    await again.close()


async def test_the_database_waits_for_the_disk(store: Store) -> None:
    async def pragma(name: str) -> object:
        return (await store._all(f"PRAGMA {name}"))[0][0]

    assert await pragma("journal_mode") == "wal"
    assert await pragma("synchronous") == 2  # FULL
    assert await pragma("foreign_keys") == 1


async def test_a_folder_that_is_missing_is_made(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "new" / "folder" / "a.db")
    await store.close()
    assert (tmp_path / "new" / "folder" / "a.db").exists()


async def test_what_is_no_database_is_refused_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    path.write_bytes(b"this is no database " * 100)
    with pytest.raises(StoreError, match=r"cannot be opened"):
        await Store.open(path)
    assert path.read_bytes().startswith(b"this is no database")


@pytest.mark.parametrize("table", ["theirs", "settings"])
async def test_a_database_of_another_program_is_refused_untouched(
    tmp_path: Path, table: str
) -> None:
    path = tmp_path / "a.db"
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"CREATE TABLE {table} (a)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match=r"is another program's"):
        await Store.open(path)
    assert path.read_bytes() == before
    assert [finding.text for finding in examine(path) if not finding.well] == [
        f"The database {path} is another program's: name another file in the configuration."
    ]


def schema(folder: Path, *scripts: str) -> Path:
    """A folder of migrations."""
    folder.mkdir()
    for number, script in enumerate(scripts, start=1):
        (folder / f"{number:03}_x.sql").write_text(script, encoding="utf-8")
    return folder


def version_of(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        return int(db.execute("PRAGMA user_version").fetchone()[0])


def test_an_upgrade_makes_a_backup_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.db"
    first = "CREATE TABLE t (a); INSERT INTO t VALUES (1);"
    monkeypatch.setattr(database, "SCHEMA", schema(tmp_path / "1", first))
    upgrade(path)
    assert not list(tmp_path.glob("*.backup"))  # there was nothing to lose yet

    monkeypatch.setattr(database, "SCHEMA", schema(tmp_path / "2", first, "UPDATE t SET a = 2;"))
    upgrade(path)
    (backup,) = tmp_path.glob("*.backup")
    assert (version_of(path), version_of(backup)) == (2, 1)
    with closing(sqlite3.connect(path)) as new, closing(sqlite3.connect(backup)) as old:
        assert new.execute("SELECT a FROM t").fetchall() == [(2,)]
        assert old.execute("SELECT a FROM t").fetchall() == [(1,)]


def test_that_backup_can_be_read_where_nothing_may_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.db"
    monkeypatch.setattr(database, "SCHEMA", schema(tmp_path / "1", "CREATE TABLE t (a);"))
    upgrade(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA journal_mode = WAL")  # as the bot sets it
    monkeypatch.setattr(database, "SCHEMA", schema(tmp_path / "2", "CREATE TABLE t (a);", ""))
    upgrade(path)
    (backup,) = tmp_path.glob("*.backup")
    with closing(sqlite3.connect(backup)) as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("delete",)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
def test_that_backup_lets_nobody_read_who_may_not_read_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.db"
    monkeypatch.setattr(database, "SCHEMA", schema(tmp_path / "1", "CREATE TABLE t (a);"))
    upgrade(path)
    path.chmod(0o600)
    monkeypatch.setattr(database, "SCHEMA", schema(tmp_path / "2", "CREATE TABLE t (a);", ""))
    upgrade(path)
    (backup,) = tmp_path.glob("*.backup")
    assert backup.stat().st_mode & 0o777 == 0o600


def test_an_upgrade_that_fails_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.db"
    monkeypatch.setattr(database, "SCHEMA", schema(tmp_path / "1", "CREATE TABLE t (a);"))
    upgrade(path)
    broken = schema(tmp_path / "2", "CREATE TABLE t (a);", "CREATE TABLE u (a); SELECT nonsense;")
    monkeypatch.setattr(database, "SCHEMA", broken)
    with pytest.raises(sqlite3.OperationalError):
        upgrade(path)
    assert version_of(path) == 1
    with closing(sqlite3.connect(path)) as db:
        tables = db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    assert tables == [("t",)]


async def test_a_database_of_a_newer_version_is_refused_untouched(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 99")
    before = path.read_bytes()
    with pytest.raises(StoreError, match=r"newer version of Safehouse .* schema 99"):
        await Store.open(path)
    assert path.read_bytes() == before


def test_a_database_that_is_not_of_its_schema_is_refused_untouched(tmp_path: Path) -> None:
    """It would fail at every press."""
    path = tmp_path / "a.db"
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE matches (id TEXT PRIMARY KEY, game TEXT NOT NULL)")
        db.execute("PRAGMA user_version = 1")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="lacks tables or columns of schema 1"):
        upgrade(path)
    assert [file.name for file in tmp_path.iterdir()] == ["a.db"]
    assert path.read_bytes() == before


def test_the_migrations_are_numbered_without_gaps() -> None:
    numbers = [int(path.name[:3]) for path in sorted(database.SCHEMA.glob("*.sql"))]
    assert numbers == list(range(1, len(numbers) + 1))


# Changes that share a transaction


async def together(store: Store, *changes: Awaitable[object]) -> list[object]:
    """Write these while the connection is busy, so that all of them wait for the next moment."""
    asked = threading.Event()
    busy = asyncio.create_task(store._db._execute(asked.wait))
    outcomes = asyncio.gather(*changes, return_exceptions=True)
    await asyncio.sleep(0)
    asked.set()
    await busy
    return await outcomes


async def test_what_is_written_at_the_same_time_shares_a_transaction(store: Store) -> None:
    before = commits()
    people = range(200)
    await together(
        store, *(store.save_preferences(user, Preferences(pictures=False)) for user in people)
    )
    assert commits() == before + 1
    assert not any([(await store.preferences(user)).pictures for user in people])


async def test_a_change_that_is_refused_undoes_nothing_of_the_others(store: Store) -> None:
    """All of them wait for the same transaction."""

    def refused(db: sqlite3.Connection) -> None:
        db.execute("INSERT INTO people (user, body) VALUES (99, x'')")
        raise VersionTaken("X")

    changes = [
        store.save_preferences(1, Preferences(pictures=False)),
        store._write(refused),
        store._write(lambda db: db.execute("INSERT INTO people (user, body) VALUES (1, x'')")),
        store.save_preferences(2, Preferences(pictures=False)),
    ]
    first, second, third, fourth = await together(store, *changes)
    assert first is fourth is None
    assert isinstance(second, VersionTaken)
    assert isinstance(third, sqlite3.IntegrityError)
    assert not (await store.preferences(1)).pictures
    assert not (await store.preferences(2)).pictures
    assert await store._all("SELECT user FROM people ORDER BY user") == [(1,), (2,)]


async def test_a_change_with_which_the_database_fails_takes_no_other_along(store: Store) -> None:
    changes = [
        store.save_preferences(1, Preferences(pictures=False)),
        store._write(lambda db: db.execute("UPDATE nothing SET at = 1")),
        store.save_preferences(2, Preferences(pictures=False)),
    ]
    first, second, third = await together(store, *changes)
    assert first is third is None
    assert isinstance(second, StoreError)
    assert not (await store.preferences(1)).pictures
    assert not (await store.preferences(2)).pictures


def connections() -> set[threading.Thread]:
    """The threads of open connections, which keep a process alive."""
    return {one for one in threading.enumerate() if "_connection_worker_thread" in one.name}


def all_closed(before: set[threading.Thread]) -> bool:
    """Whether all connections are closed but those that were open before."""
    opened = connections() - before
    for thread in opened:
        thread.join(5)
    return not any(thread.is_alive() for thread in opened)


async def test_a_database_that_may_not_be_written_is_a_sentence_and_keeps_no_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite opens a file that it may not write all the same, to read."""
    path = tmp_path / "a.db"
    await (await Store.open(path)).close()
    before = connections()
    read_only = partial(aiosqlite.connect, f"{path.as_uri()}?mode=ro", uri=True)
    monkeypatch.setattr(database.aiosqlite, "connect", lambda _, **options: read_only(**options))
    with pytest.raises(StoreError, match="let the bot's user write to the file"):
        await Store.open(path)
    assert await asyncio.to_thread(all_closed, before)


async def test_of_a_damaged_database_it_is_said_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "a.db").write_bytes(b"damaged" * 1000)
    with pytest.raises(StoreError, match=r"\(file is not a database\).* restore a backup\.$"):
        await Store.open(tmp_path / "a.db")


async def test_a_stop_while_the_drawing_process_starts_closes_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def stopped(*_: object) -> None:
        raise asyncio.CancelledError

    before = connections()
    monkeypatch.setattr(STUDIO, "open", stopped)
    with pytest.raises(asyncio.CancelledError):
        async with create_bot(Config(database=tmp_path / "a.db")) as bot:
            await bot.setup_hook()
    assert await asyncio.to_thread(all_closed, before)
