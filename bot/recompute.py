"""Results and ratings computed anew from the stored matches: `python -m bot ratings`.

Every finished match is replayed and counted again, in the order in which they ended. What follows
is what is stored; differences are told, and `--recompute` writes it.
"""

import math
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec

from bot.backup import HOW_TO_READ, connect_to_read
from bot.database import BUSY_TIMEOUT, StoreError, migrations
from bot.doctor import replayed
from bot.instance_lock import instance_lock
from bot.match import BrokenMatch
from bot.ratings import Book, Finish, Key, Placed, Rating, Strength, count, placed
from bot.records import (
    INSERT_FINISHED,
    INSERT_RESULT,
    REPLACE_RATING,
    rating_row,
    read_result,
    result_rows,
)
from bot.rows import DAMAGED, MatchRow
from bot.store import MATCH_COLUMNS

TOLERANCE = 1e-6
"""Two machines may differ in the last digits of a logarithm."""


class Records(msgspec.Struct):
    """Everything that is kept of finished matches."""

    finishes: dict[str, Finish]
    """By the match, in the order in which they ended."""

    book: Book


def check(database: Path) -> Iterator[str]:
    """Tell how what is stored differs from what the matches say. Raises `StoreError`."""
    try:
        with closing(connect_to_read(database)) as db:
            _require_newest(db, database)
            db.execute("BEGIN")  # all of one moment, also while the bot writes
            stored = _stored(db)
            yield from _differences(stored, _computed(db, stored))
    except sqlite3.Error as error:
        raise StoreError(
            f"The database {database} cannot be read ({error}). {HOW_TO_READ}"
        ) from error


def recompute(database: Path) -> list[str]:
    """Write anew what the matches say; returns what was different.

    Raises `StoreError`, `AlreadyRunning` while the bot runs, or `OSError` for the lock file.
    """
    try:
        with (
            instance_lock(database),
            closing(sqlite3.connect(database, isolation_level=None, timeout=BUSY_TIMEOUT)) as db,
        ):
            _require_newest(db, database)
            db.execute("PRAGMA foreign_keys = ON")
            db.execute("BEGIN IMMEDIATE")
            stored = _stored(db)
            computed = _computed(db, stored)
            _write(db, computed)
            db.execute("COMMIT")
            return list(_differences(stored, computed))
    except sqlite3.Error as error:
        raise StoreError(f"The database {database} could not be written ({error}).") from error


def summary(database: Path) -> str:
    """How much there is, in one line."""
    with closing(connect_to_read(database)) as db:
        (matches,) = db.execute("SELECT count(*) FROM finished").fetchone()
        (rated,) = db.execute(
            "SELECT count(DISTINCT match) FROM results WHERE strength IS NOT NULL"
        ).fetchone()
        (ratings,) = db.execute("SELECT count(*) FROM ratings").fetchone()
    return f"Finished matches: {matches}, of which {rated} are rated. Ratings: {ratings}."


def _require_newest(db: sqlite3.Connection, path: Path) -> None:
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version != len(migrations()):
        raise StoreError(
            f"The database {path} has schema {version}, and this version of Safehouse needs "
            f"{len(migrations())}. Start the bot once, which upgrades an older one."
        )


def _stored(db: sqlite3.Connection) -> Records:
    seats: dict[str, list[Placed]] = {}
    for match, seat, user, tenancy, team, place, cards, strength in db.execute(
        "SELECT match, seat, user, tenancy, team, place, cards, strength FROM results "
        "JOIN seats USING (match, seat) ORDER BY match, seat"
    ):
        try:
            shown, known = read_result(cards, strength)
        except DAMAGED:
            continue  # A damaged row is as none: the match's record tells it anew.
        seats.setdefault(match, []).append(Placed(seat, user, tenancy, team, place, shown, known))
    finishes = {
        match: Finish(match, game, guild, how, seats.get(match, []))
        for match, game, guild, how in db.execute(
            "SELECT match, game, guild, how FROM finished JOIN matches ON id = match "
            "ORDER BY number"
        )
    }
    book = {
        (game, guild, user): Rating(*rating)
        for game, guild, user, *rating in db.execute(
            "SELECT game, guild, user, mu, sigma, matches FROM ratings"
        )
    }
    return Records(finishes, book)


def _computed(db: sqlite3.Connection, stored: Records) -> Records:
    """The same from the matches: those that are stored as finished in their order, then others."""
    computed = Records({}, {})
    for values in db.execute(
        f"SELECT {MATCH_COLUMNS} FROM matches LEFT JOIN finished ON match = id "
        "WHERE status = 'over' OR match IS NOT NULL ORDER BY number IS NULL, number, ended_at, id"
    ).fetchall():
        row = MatchRow(*values)
        known = stored.finishes.get(row.id)
        finish = _finish(db, row, known)
        # One of which only a damaged rest is known has nobody who could have beaten somebody.
        if finish is not None and len({seat.team for seat in finish.seats}) > 1:
            computed.finishes[row.id] = count(computed.book, finish)
    return computed


def _finish(db: sqlite3.Connection, row: MatchRow, known: Finish | None) -> Finish | None:
    """A match as its record says; what is known of it already if it does not replay any more."""
    try:
        match = replayed(db, row.id)
    except BrokenMatch:
        return known
    if not match.state.over:
        return known
    outcome = match.outcome(match.state)
    seats = placed(outcome, [(seat.seat, seat.user, seat.tenancy) for seat in match.seats])
    strengths = {seat.seat: seat.strength for seat in known.seats} if known else {}
    return Finish(
        row.id,
        row.game,
        row.guild,
        outcome.how,
        # Of a deleted person's seat nothing else tells it; the others' are computed.
        [msgspec.structs.replace(seat, strength=strengths.get(seat.seat)) for seat in seats],
    )


def _write(db: sqlite3.Connection, computed: Records) -> None:
    for table in ("results", "finished", "ratings"):
        db.execute(f"DELETE FROM {table}")
    for finish in computed.finishes.values():
        db.execute(INSERT_FINISHED, (finish.match, finish.how))
        db.executemany(INSERT_RESULT, result_rows(finish))
    rows = [rating_row(key, rating) for key, rating in computed.book.items()]
    db.executemany(REPLACE_RATING, rows)


def _differences(stored: Records, computed: Records) -> Iterator[str]:
    for match in [*computed.finishes, *(m for m in stored.finishes if m not in computed.finishes)]:
        old, new = stored.finishes.get(match), computed.finishes.get(match)
        if old is None or new is None or not _same(old, new):
            yield f"Match {match}: stored is {_shown(old)}; its record gives {_shown(new)}."
    for key in sorted({*stored.book, *computed.book}):
        old_rating, new_rating = stored.book.get(key), computed.book.get(key)
        if old_rating is None or new_rating is None or not _alike(old_rating, new_rating):
            yield (
                f"{_whose(key)}: stored is {_told(old_rating)}; the matches give "
                f"{_told(new_rating)}."
            )


def _same(old: Finish, new: Finish) -> bool:
    """Whether two results are equal, strengths included."""
    return _without_strengths(old) == _without_strengths(new) and all(
        _alike(one.here, other.here) and _alike(one.everywhere, other.everywhere)
        if one and other
        else one == other
        for one, other in zip(_strengths(old), _strengths(new), strict=True)
    )


def _without_strengths(finish: Finish) -> Finish:
    seats = [msgspec.structs.replace(seat, strength=None) for seat in finish.seats]
    return msgspec.structs.replace(finish, seats=seats)


def _strengths(finish: Finish) -> list[Strength | None]:
    return [seat.strength for seat in finish.seats]


def _alike(one: Rating, other: Rating) -> bool:
    return (
        one.matches == other.matches
        and math.isclose(one.mu, other.mu, abs_tol=TOLERANCE)
        and math.isclose(one.sigma, other.sigma, abs_tol=TOLERANCE)
    )


def _shown(finish: Finish | None) -> str:
    if finish is None:
        return "nothing"
    places = ", ".join(str(seat.place) for seat in finish.seats)
    return f"{'rated' if finish.rated else 'unrated'}, places {places}, by {finish.how or '-'}"


def _whose(key: Key) -> str:
    game, guild, user = key
    where = f"server {guild}" if guild else "all servers"
    return f"Rating of {user} in {game}, {where}"


def _told(rating: Rating | None) -> str:
    if rating is None:
        return "nothing"
    return f"{rating.mu:.4f} ± {rating.sigma:.4f} after {rating.matches}"
