"""What is kept, and how: SQLite by aiosqlite, every write on disk before anybody is told.

A match is stored as its record: the deal and an append-only list of actions.
"""

import logging
import sqlite3
from collections.abc import Sequence
from functools import partial

import msgspec

from bot.database import empty_log
from bot.ratings import NOBODY
from bot.records import Records, finish_match
from bot.rows import (
    DAMAGED,
    UNREAD,
    ActionRow,
    LobbyRow,
    MatchRow,
    Preferences,
    Proposal,
    SeatRow,
    Settings,
    Stored,
    SurfaceRow,
)
from engine.outcome import Outcome

log = logging.getLogger(__name__)


class VersionTaken(Exception):
    """Somebody else wrote this version first: load again and judge anew."""


class PlaceTaken(Exception):
    """The channel or thread already has a match or a lobby."""

    def __init__(self, owner: str) -> None:
        super().__init__(owner)
        self.owner = owner


def _columns(struct: type[msgspec.Struct]) -> str:
    return ", ".join(struct.__struct_fields__)


MATCH_COLUMNS = _columns(MatchRow)
SEAT_COLUMNS = _columns(SeatRow)
SEAT_MARKS = ", ?" * len(SeatRow.__struct_fields__)
SURFACE_COLUMNS = _columns(SurfaceRow)

SELECT_MATCH = f"SELECT {MATCH_COLUMNS} FROM matches WHERE id = ?"
SELECT_SEATS = f"SELECT {SEAT_COLUMNS} FROM seats WHERE match = ? ORDER BY seat"
SELECT_ACTIONS = "SELECT version, seat, action, at FROM actions WHERE match = ? ORDER BY version"
SELECT_SURFACES = (
    f"SELECT {SURFACE_COLUMNS} FROM surfaces WHERE owner = ? ORDER BY kind, seat, page"
)
SELECT_PROPOSAL = f"SELECT {_columns(Proposal)} FROM proposals WHERE match = ?"


def read_match(match_id: str, db: sqlite3.Connection) -> Stored | None:
    """A match with everything that is kept of it, or None."""
    selects = (SELECT_MATCH, SELECT_SEATS, SELECT_ACTIONS, SELECT_SURFACES, SELECT_PROPOSAL)
    match, seats, actions, surfaces, proposals = (
        db.execute(select, (match_id,)).fetchall() for select in selects
    )
    if not match:
        return None
    return Stored(
        MatchRow(*match[0]),
        [SeatRow(*row) for row in seats],
        [ActionRow(*row) for row in actions],
        [SurfaceRow(*row) for row in surfaces],
        Proposal(*proposals[0]) if proposals else None,
    )


class Store(Records):
    """The SQLite store. Open it with `await Store.open(path)`, close it with `await close()`."""

    # Matches

    async def create_match(
        self, match: MatchRow, seats: Sequence[SeatRow], lobby_version: int
    ) -> None:
        """Turn the lobby with the match's id into this match, which keeps its place.

        Raises `VersionTaken` if the lobby is not at `lobby_version` any more.
        """
        marks = ", ".join("?" * len(MatchRow.__struct_fields__))

        def change(db: sqlite3.Connection) -> None:
            cursor = db.execute(
                "DELETE FROM lobbies WHERE id = ? AND version = ?", (match.id, lobby_version)
            )
            if cursor.rowcount != 1:
                raise VersionTaken(match.id)
            db.execute(
                f"INSERT INTO matches ({MATCH_COLUMNS}) VALUES ({marks})",
                msgspec.structs.astuple(match),
            )
            db.executemany(
                f"INSERT INTO seats (match, {SEAT_COLUMNS}) VALUES (?{SEAT_MARKS})",
                [(match.id, *msgspec.structs.astuple(seat)) for seat in seats],
            )

        await self._write(change)

    async def match(self, match_id: str) -> MatchRow | None:
        """A stored match, or None."""
        rows = await self._all(SELECT_MATCH, (match_id,))
        return MatchRow(*rows[0]) if rows else None

    async def stored(self, match_id: str) -> Stored | None:
        """A stored match with everything that is kept of it, or None."""
        return await self._read(partial(read_match, match_id))

    async def rematch_of(self, match_id: str) -> str | None:
        """The match that is the rematch of this one, if it has begun."""
        rows = await self._all(
            "SELECT id FROM matches WHERE rematch != '' AND rematch = ?", (match_id,)
        )
        return rows[0][0] if rows else None

    async def actions(self, match_id: str) -> list[ActionRow]:
        """The actions of a match, in order."""
        return [ActionRow(*row) for row in await self._all(SELECT_ACTIONS, (match_id,))]

    async def append(
        self,
        match_id: str,
        version: int,
        seat: int,
        actions: Sequence[bytes],
        *,
        at: float,
        over: bool,
        computer_due: bool,
        waiting: float | None,
        outcome: Outcome | None = None,
    ) -> None:
        """Write a seat's actions down, all or none: a compare-and-swap on the version of the first.

        With `over` the match ends, its place is free again, and `outcome` is what it counts as.
        Raises `VersionTaken`.
        """
        try:

            def change(db: sqlite3.Connection) -> None:
                db.executemany(
                    "INSERT INTO actions (match, version, seat, action, at) VALUES (?, ?, ?, ?, ?)",
                    [
                        (match_id, number, seat, action, at)
                        for number, action in enumerate(actions, version)
                    ],
                )
                db.execute(
                    "UPDATE matches SET version = ?, computer_due = ?, waiting = ?, status = ?, "
                    "ended_at = ? WHERE id = ?",
                    (
                        version + len(actions),
                        computer_due,
                        waiting,
                        "over" if over else "running",
                        at if over else None,
                        match_id,
                    ),
                )
                if over:
                    db.execute("DELETE FROM places WHERE owner = ?", (match_id,))
                if outcome is not None:
                    finish_match(db, match_id, outcome)

            await self._write(change)
        except sqlite3.IntegrityError as error:
            raise VersionTaken(match_id) from error

    async def proposal(self, match_id: str) -> Proposal | None:
        """What a team has proposed last, whether it still counts or not."""
        rows = await self._all(SELECT_PROPOSAL, (match_id,))
        return Proposal(*rows[0]) if rows else None

    async def save_proposal(
        self, match_id: str, proposal: Proposal, *, computer_due: bool, waiting: float | None
    ) -> None:
        """Replace the proposal of a match, and note for whom the match waits now."""

        def change(db: sqlite3.Connection) -> None:
            db.execute(
                "INSERT OR REPLACE INTO proposals (match, decision, seat, acting, action, at, "
                "agreed) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (match_id, *msgspec.structs.astuple(proposal)),
            )
            _wait_for(db, match_id, computer_due, waiting)
            _outdate(db, match_id)

        await self._write(change)

    async def save_presence(
        self, match_id: str, seat: SeatRow, *, computer_due: bool, waiting: float | None
    ) -> None:
        """Note whether a person plays, or offers the seat, and for whom the match waits now."""

        def change(db: sqlite3.Connection) -> None:
            db.execute(
                "UPDATE seats SET missed = ?, away = ?, offered = ? "
                "WHERE match = ? AND seat = ? AND tenancy = ?",
                (seat.missed, seat.away, seat.offered, match_id, seat.seat, seat.tenancy),
            )
            _wait_for(db, match_id, computer_due, waiting)
            _outdate(db, match_id)

        await self._write(change)

    async def reseat(
        self, match_id: str, seat: SeatRow, *, computer_due: bool, waiting: float | None
    ) -> None:
        """Give a seat to somebody else, without what its owner has proposed to the team.

        Raises `VersionTaken` if it has changed hands before.
        """

        def change(db: sqlite3.Connection) -> None:
            cursor = db.execute(
                "UPDATE seats SET user = ?, name = ?, locale = ?, dms = ?, pinged = ?, "
                "reminded = ?, missed = ?, away = ?, tenancy = ?, since = ?, level = ?, "
                "offered = ?, seated_at = ? "
                "WHERE match = ? AND seat = ? AND tenancy = ?",
                (
                    *msgspec.structs.astuple(seat)[1:],
                    match_id,
                    seat.seat,
                    seat.tenancy - 1,
                ),
            )
            if cursor.rowcount != 1:
                raise VersionTaken(match_id)
            db.execute(
                "DELETE FROM proposals WHERE match = ? AND seat = ? AND NOT agreed",
                (match_id, seat.seat),
            )
            _wait_for(db, match_id, computer_due, waiting)
            _outdate(db, match_id)

        await self._write(change)

    async def end_match(self, match_id: str, at: float) -> None:
        """End a running match before its rules do; its place is free again."""

        def change(db: sqlite3.Connection) -> None:
            db.execute(
                "UPDATE matches SET status = 'ended', ended_at = ?, computer_due = 0, "
                "waiting = NULL WHERE id = ? AND status = 'running'",
                (at, match_id),
            )
            db.execute("DELETE FROM places WHERE owner = ?", (match_id,))
            _outdate(db, match_id)

        await self._write(change)

    async def move_match(self, match_id: str, place: int) -> None:
        """Move a running match to another channel or thread, for good. Raises `PlaceTaken`."""

        def change(db: sqlite3.Connection) -> None:
            _require_free(db, place)
            db.execute("UPDATE places SET channel = ? WHERE owner = ?", (place, match_id))
            db.execute(
                "UPDATE matches SET home = :place, place = :place, thread = 'none' WHERE id = :id",
                {"place": place, "id": match_id},
            )
            _outdate(db, match_id)

        await self._write(change)

    async def running_of(self, user: int, guild: int | None = None) -> list[str]:
        """The running matches that a person plays in, in one server or in all, the newest first."""
        sql = (
            "SELECT m.id FROM matches AS m JOIN seats AS s ON s.match = m.id WHERE s.user = :user "
            "AND m.status = 'running' AND (:guild IS NULL OR m.guild = :guild) "
            "ORDER BY m.created_at DESC"
        )
        return [row[0] for row in await self._all(sql, {"user": user, "guild": guild})]

    async def ended_of(self, user: int, guild: int, start: str, most: int) -> list[str]:
        """The ended matches of a person in a server, the newest first, whose code begins so."""
        sql = (
            "SELECT m.id FROM matches AS m JOIN seats AS s ON s.match = m.id WHERE s.user = ? "
            "AND m.guild = ? AND m.status IN ('over', 'ended') AND substr(m.id, 1, ?) = ? "
            "ORDER BY m.ended_at DESC LIMIT ?"
        )
        return [row[0] for row in await self._all(sql, (user, guild, len(start), start, most))]

    async def last_ended(self, channel: int) -> str | None:
        """The match that was the last to end in a channel or thread."""
        sql = (
            "SELECT id FROM matches WHERE (home = :channel OR place = :channel) "
            "AND status IN ('over', 'ended') ORDER BY ended_at DESC LIMIT 1"
        )
        rows = await self._all(sql, {"channel": channel})
        return rows[0][0] if rows else None

    async def waiting(self) -> list[tuple[str, int, float]]:
        """The running matches that wait for people: id, server, and since when."""
        sql = (
            "SELECT id, guild, waiting FROM matches "
            "WHERE status = 'running' AND waiting IS NOT NULL"
        )
        return [(row[0], row[1], row[2]) for row in await self._all(sql)]

    async def set_thread(self, match_id: str, thread: str, place: int) -> None:
        """Note how the wish for a thread ended; the match moves to `place`.

        Raises `PlaceTaken` if there is another match or lobby in the thread.
        """

        def change(db: sqlite3.Connection) -> None:
            if thread == "made":
                _require_free(db, place)
            db.execute(
                "UPDATE matches SET thread = ?, place = ? WHERE id = ?", (thread, place, match_id)
            )
            db.execute("UPDATE places SET channel = ? WHERE owner = ?", (place, match_id))

        await self._write(change)

    async def set_aside(self, match_id: str) -> bool:
        """Leave a match alone that does not replay; its place is free for others.

        Returns whether that is new. Should a later version of the bot read the match again, its
        next action makes it a running one.
        """

        def change(db: sqlite3.Connection) -> bool:
            cursor = db.execute(
                "UPDATE matches SET status = 'aside' WHERE id = ? AND status != 'aside'",
                (match_id,),
            )
            db.execute("DELETE FROM places WHERE owner = ?", (match_id,))
            return cursor.rowcount == 1

        return await self._write(change)

    async def unfinished(self) -> list[str]:
        """Matches with something left to do: a message that lags behind, or a computer's move."""
        sql = (
            "SELECT id FROM matches AS m WHERE (status = 'running' AND (computer_due "
            "OR thread = 'wanted' OR NOT EXISTS "
            "(SELECT 1 FROM surfaces WHERE owner = m.id AND kind = 'table'))) "
            "UNION SELECT m.id FROM surfaces AS s JOIN matches AS m ON m.id = s.owner "
            "WHERE m.status != 'aside' AND s.kind != 'peek' "
            "AND (s.message IS NULL OR s.shown < m.version)"
        )
        return [row[0] for row in await self._all(sql)]

    async def count_running(self) -> int:
        """The number of matches that are not over."""
        return (await self._all("SELECT count(*) FROM matches WHERE status = 'running'"))[0][0]

    # Lobbies and places

    async def create_lobby(self, lobby: LobbyRow, channel: int, secret: bytes) -> None:
        """Store a new lobby in a channel, and the secret of its deal.

        Raises `PlaceTaken` if there is a match or lobby.
        """

        def change(db: sqlite3.Connection) -> None:
            _require_free(db, channel)
            db.execute("INSERT INTO places (channel, owner) VALUES (?, ?)", (channel, lobby.id))
            db.execute(
                "INSERT INTO lobbies (id, version, body, created_at) VALUES (?, ?, ?, ?)",
                msgspec.structs.astuple(lobby),
            )
            db.execute("INSERT INTO secrets (owner, secret) VALUES (?, ?)", (lobby.id, secret))

        await self._write(change)

    async def lobby(self, lobby_id: str) -> LobbyRow | None:
        """A stored lobby, or None."""
        sql = "SELECT id, version, body, created_at FROM lobbies WHERE id = ?"
        rows = await self._all(sql, (lobby_id,))
        return LobbyRow(*rows[0]) if rows else None

    async def lobbies(self) -> list[LobbyRow]:
        """Every open lobby, the oldest first."""
        sql = "SELECT id, version, body, created_at FROM lobbies ORDER BY created_at"
        return [LobbyRow(*row) for row in await self._all(sql)]

    async def save_lobby(self, lobby_id: str, version: int, body: bytes) -> None:
        """Write a lobby's next version. Raises `VersionTaken` if it is not that any more."""

        def change(db: sqlite3.Connection) -> None:
            cursor = db.execute(
                "UPDATE lobbies SET version = ?, body = ? WHERE id = ? AND version = ?",
                (version, body, lobby_id, version - 1),
            )
            if cursor.rowcount != 1:
                raise VersionTaken(lobby_id)

        await self._write(change)

    async def close_lobby(self, lobby_id: str) -> None:
        """Forget a lobby; its place is free again."""

        def change(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM lobbies WHERE id = ?", (lobby_id,))
            db.execute("DELETE FROM secrets WHERE owner = ?", (lobby_id,))
            db.execute("DELETE FROM places WHERE owner = ?", (lobby_id,))
            db.execute("DELETE FROM surfaces WHERE owner = ?", (lobby_id,))

        await self._write(change)

    async def secret(self, owner: str) -> bytes | None:
        """What the deal of a lobby or match is derived from: to deal, or when the match is over."""
        rows = await self._all("SELECT secret FROM secrets WHERE owner = ?", (owner,))
        return rows[0][0] if rows else None

    async def owner_of(self, channel: int) -> str | None:
        """The id of the match or lobby in a channel or thread."""
        rows = await self._all("SELECT owner FROM places WHERE channel = ?", (channel,))
        return rows[0][0] if rows else None

    async def id_in_use(self, code: str) -> bool:
        """Whether a match or lobby has this code already."""
        sql = (
            "SELECT EXISTS (SELECT 1 FROM matches WHERE id = :code "
            "UNION ALL SELECT 1 FROM lobbies WHERE id = :code)"
        )
        return bool((await self._all(sql, {"code": code}))[0][0])

    # Surfaces

    async def surfaces(self, owner: str) -> list[SurfaceRow]:
        """The messages of a match or lobby, the oldest page first."""
        return [SurfaceRow(*row) for row in await self._all(SELECT_SURFACES, (owner,))]

    async def save_surfaces(self, saved: Sequence[SurfaceRow]) -> None:
        """Write down where messages are and what they show."""
        await self._save_shown(saved, [], [])

    async def save_shown(
        self,
        match_id: str,
        saved: Sequence[SurfaceRow],
        dropped: Sequence[SurfaceRow],
        seats: Sequence[SeatRow],
    ) -> None:
        """The same; forget the dropped ones, and note the seats' DMs and what they were called to.

        In one transaction: who was called by a message is known whenever the message is.
        """
        called = [
            (row.dms, row.pinged, row.reminded, match_id, row.seat, row.tenancy) for row in seats
        ]
        await self._save_shown(saved, dropped, called)

    async def _save_shown(
        self,
        saved: Sequence[SurfaceRow],
        dropped: Sequence[SurfaceRow],
        called: Sequence[tuple[object, ...]],
    ) -> None:
        marks = ", ".join("?" * len(SurfaceRow.__struct_fields__))
        # As they are now: they may change before it is their turn to be written.
        kept = [msgspec.structs.astuple(row) for row in saved]
        gone = [(row.owner, row.kind, row.seat, row.page) for row in dropped]

        def change(db: sqlite3.Connection) -> None:
            db.executemany(
                f"INSERT OR REPLACE INTO surfaces ({SURFACE_COLUMNS}) VALUES ({marks})", kept
            )
            db.executemany(
                "DELETE FROM surfaces WHERE owner = ? AND kind = ? AND seat = ? AND page = ?", gone
            )
            db.executemany(
                "UPDATE seats SET dms = ?, pinged = ?, reminded = ? "
                "WHERE match = ? AND seat = ? AND tenancy = ?",
                called,
            )

        await self._write(change)

    # People

    async def seats_of(self, user: int) -> list[tuple[MatchRow, SeatRow]]:
        """Where a person sits or has sat, the oldest match first."""
        columns = [f"m.{name}" for name in MatchRow.__struct_fields__]
        columns += [f"s.{name}" for name in SeatRow.__struct_fields__]
        rows = await self._all(
            f"SELECT {', '.join(columns)} FROM seats AS s JOIN matches AS m ON m.id = s.match "
            "WHERE s.user = ? ORDER BY m.created_at",
            (user,),
        )
        cut = len(MatchRow.__struct_fields__)
        return [(MatchRow(*row[:cut]), SeatRow(*row[cut:])) for row in rows]

    async def forget(self, user: int) -> list[str]:
        """Forget a person; the seats in past matches become anonymous.

        Changes nothing while the person plays: then it returns the running matches.
        """

        def change(db: sqlite3.Connection) -> list[str]:
            running = db.execute(
                "SELECT id FROM matches JOIN seats ON match = id "
                "WHERE user = ? AND status = 'running' ORDER BY created_at",
                (user,),
            ).fetchall()
            if running:
                return [row[0] for row in running]
            db.execute(
                "DELETE FROM surfaces WHERE kind IN ('hand', 'peek', 'ping') AND EXISTS (SELECT 1 "
                "FROM seats WHERE match = owner AND seat = surfaces.seat AND user = ?)",
                (user,),
            )
            db.execute(
                "UPDATE seats SET user = ?, name = '', locale = '', dms = 'closed', "
                "away = NULL WHERE user = ?",
                (NOBODY, user),
            )
            db.execute("DELETE FROM people WHERE user = ?", (user,))
            db.execute("DELETE FROM ratings WHERE user = ?", (user,))
            return []

        running = await self._write(change)
        await self._read(empty_log)
        return running

    # Choices

    async def settings(self, guild: int) -> Settings:
        """What a server has chosen."""
        rows = await self._all("SELECT body FROM settings WHERE guild = ?", (guild,))
        try:
            return msgspec.json.decode(rows[0][0], type=Settings) if rows else Settings()
        except DAMAGED as error:
            log.error("The settings of server %d cannot be read, so none count: %s", guild, error)
            return Settings()

    async def save_settings(self, guild: int, settings: Settings) -> None:
        """Replace what a server has chosen."""

        def change(db: sqlite3.Connection) -> None:
            db.execute(
                "INSERT OR REPLACE INTO settings (guild, body) VALUES (?, ?)",
                (guild, msgspec.json.encode(settings)),
            )

        await self._write(change)

    async def preferences(self, user: int) -> Preferences:
        """What a person has chosen."""
        rows = await self._all("SELECT body FROM people WHERE user = ?", (user,))
        try:
            return msgspec.json.decode(rows[0][0], type=Preferences) if rows else Preferences()
        except DAMAGED as error:
            log.error("The preferences of a person cannot be read, so none count: %s", error)
            return UNREAD

    async def save_preferences(self, user: int, preferences: Preferences) -> None:
        """Replace what a person has chosen."""

        def change(db: sqlite3.Connection) -> None:
            db.execute(
                "INSERT OR REPLACE INTO people (user, body) VALUES (?, ?)",
                (user, msgspec.json.encode(preferences)),
            )

        await self._write(change)


def _require_free(db: sqlite3.Connection, channel: int) -> None:
    """Raise `PlaceTaken` for what is in a channel or thread: it may be gone a moment later."""
    taken = db.execute("SELECT owner FROM places WHERE channel = ?", (channel,)).fetchone()
    if taken is not None:
        raise PlaceTaken(taken[0])


def _wait_for(
    db: sqlite3.Connection, match_id: str, computer_due: bool, waiting: float | None
) -> None:
    """Note whether a computer is to act, and since when a person has had to decide."""
    db.execute(
        "UPDATE matches SET computer_due = ?, waiting = ? WHERE id = ?",
        (computer_due, waiting, match_id),
    )


def _outdate(db: sqlite3.Connection, match_id: str) -> None:
    """Note that a match's messages do not show yet what is being written."""
    db.execute(
        "UPDATE surfaces SET shown = -1 WHERE owner = ? AND kind IN ('table', 'hand')",
        (match_id,),
    )
