"""What is kept of finished matches: results and ratings, and what they say about somebody."""

import sqlite3
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from bot.database import Database
from bot.ratings import (
    DEVIATIONS,
    EVERYWHERE,
    NOBODY,
    Book,
    Finish,
    Key,
    Rating,
    Strength,
    count,
    keys,
    placed,
)
from engine.game import Level, Seat
from engine.outcome import Outcome

INSERT_FINISHED = "INSERT INTO finished (match, how) VALUES (?, ?)"
INSERT_RESULT = (
    "INSERT INTO results (match, seat, team, place, cards, strength) VALUES (?, ?, ?, ?, ?, ?)"
)
REPLACE_RATING = (
    "INSERT OR REPLACE INTO ratings (game, guild, user, mu, sigma, matches) "
    "VALUES (?, ?, ?, ?, ?, ?)"
)

LISTED = (
    "CASE WHEN p.body IS NULL THEN 1 WHEN json_valid(CAST(p.body AS TEXT)) "
    "THEN COALESCE(json_extract(CAST(p.body AS TEXT), '$.listed'), 1) ELSE 0 END"
)
"""Whether somebody (`people AS p`) lets others see the own record; see `bot.rows.Preferences`."""

NAME = (
    "COALESCE((SELECT n.name FROM seats AS n JOIN finished AS nf ON nf.match = n.match "
    "JOIN matches AS nm ON nm.id = n.match WHERE n.user = {user} "
    "AND (:guild IS NULL OR nm.guild = :guild) ORDER BY nf.number DESC LIMIT 1), '')"
)
"""What somebody was called in the last finished match, in the server :guild or in all."""

ORDINAL = f"r.mu - {DEVIATIONS} * r.sigma"
"""What ratings are ordered by: see `bot.ratings.Rating.points`."""


class Standing(msgspec.Struct, frozen=True):
    """A line of a leaderboard."""

    user: int
    name: str
    rating: Rating


class Counted(msgspec.Struct, frozen=True):
    """A finished match as one of its people looks back on it."""

    match: str
    game: str
    guild: int
    home: int
    channel: int
    ended: float
    rated: bool
    how: str
    seat: Seat
    team: int
    place: int
    cards: dict[str, int]


class Side(msgspec.Struct, frozen=True):
    """A seat of a finished match, for everybody who looks back on it."""

    seat: Seat
    user: int | None
    name: str
    level: Level
    """How well it plays, if it is a computer."""
    since: int
    """The match's version when it changed hands last."""
    team: int
    place: int


class Duel(msgspec.Struct, frozen=True):
    """How somebody came off against one other person."""

    user: int
    name: str
    won: int
    lost: int
    drawn: int


class Tally(msgspec.Struct):
    """Somebody's matches of one game, added up."""

    matches: int = 0
    won: int = 0
    ways: Counter[str] = msgspec.field(default_factory=Counter[str])
    """What has decided the matches that were won."""

    cards: Counter[str] = msgspec.field(default_factory=Counter[str])
    streak: int = 0
    """How many matches up to now were won in a row; negative: lost."""

    best: int = 0
    """The most matches that were ever won in a row."""

    def add(self, match: Counted) -> None:
        """Add the next match."""
        won = match.place == 1
        self.matches += 1
        self.won += won
        self.cards.update(match.cards)
        if won:
            self.ways[match.how] += 1
            self.streak = max(self.streak, 0) + 1
        else:
            self.streak = min(self.streak, 0) - 1
        self.best = max(self.best, self.streak)


def tallies(matches: Iterable[Counted]) -> dict[str, Tally]:
    """Somebody's matches, the oldest first, added up by game."""
    found: dict[str, Tally] = {}
    for match in matches:
        found.setdefault(match.game, Tally()).add(match)
    return found


def result_rows(finish: Finish) -> list[tuple[object, ...]]:
    """The results of a match as they are stored."""
    return [
        (
            finish.match,
            seat.seat,
            seat.team,
            seat.place,
            msgspec.json.encode(dict(sorted(seat.cards.items()))),
            None if seat.strength is None else msgspec.json.encode(seat.strength),
        )
        for seat in finish.seats
    ]


def rating_row(key: Key, rating: Rating) -> tuple[object, ...]:
    """A rating as it is stored."""
    return (*key, rating.mu, rating.sigma, rating.matches)


def finish_match(db: sqlite3.Connection, match_id: str, outcome: Outcome) -> None:
    """Count a match that ends, in the transaction that ends it."""
    owners = db.execute(
        "SELECT m.game, m.guild, s.seat, s.user, s.tenancy FROM seats AS s "
        "JOIN matches AS m ON m.id = s.match WHERE s.match = ? ORDER BY s.seat",
        (match_id,),
    ).fetchall()
    seats: list[tuple[Seat, int | None, int]] = [(row[2], row[3], row[4]) for row in owners]
    game, guild = next((row[0], row[1]) for row in owners)
    finish = Finish(match_id, game, guild, outcome.how, placed(outcome, seats))
    book = _book(db, keys(finish))
    finish = count(book, finish)
    db.executemany(INSERT_FINISHED, [(match_id, finish.how)])
    db.executemany(INSERT_RESULT, result_rows(finish))
    db.executemany(REPLACE_RATING, [rating_row(key, rating) for key, rating in book.items()])


def _book(db: sqlite3.Connection, wanted: Sequence[Key]) -> Book:
    book: Book = {}
    for key in wanted:
        rows = db.execute(
            "SELECT mu, sigma, matches FROM ratings WHERE game = ? AND guild = ? AND user = ?", key
        ).fetchall()
        for mu, sigma, matches in rows:
            book[key] = Rating(mu, sigma, matches)
    return book


def read_result(cards: bytes, strength: bytes | None) -> tuple[dict[str, int], Strength | None]:
    """What a row of results holds as JSON. Raises what is in `DAMAGED`."""
    return (
        msgspec.json.decode(cards, type=dict[str, int]),
        None if strength is None else msgspec.json.decode(strength, type=Strength),
    )


def _counted(row: Sequence[Any]) -> Counted:
    *values, cards = row
    fields = dict(zip(Counted.__struct_fields__, values, strict=False))
    # SQLite has no booleans: 0 and 1 become them here.
    return msgspec.convert({**fields, "cards": msgspec.json.decode(cards)}, Counted, strict=False)


class Records(Database):
    """The questions that can be asked about finished matches. Nothing here knows running ones.

    Where a server is asked for, None stands for all of them.
    """

    async def board(
        self, game: str, guild: int, *, everywhere: bool, most: int, start: int = 0
    ) -> list[Standing]:
        """A part of a server's leaderboard: who has a rating there and wants to be listed.

        With `everywhere` the same people, by their ratings of all servers.
        """
        rows = await self._all(
            f"SELECT r.user, {NAME.format(user='r.user')}, r.mu, r.sigma, r.matches "
            f"FROM {self._LISTED_ON_BOARD} ORDER BY {ORDINAL} DESC, r.user "
            "LIMIT :most OFFSET :start",
            {
                "guild": guild,
                "game": game,
                "by": EVERYWHERE if everywhere else guild,
                "most": most,
                "start": start,
            },
        )
        return [Standing(row[0], row[1], Rating(*row[2:])) for row in rows]

    _LISTED_ON_BOARD = (
        "ratings AS h JOIN ratings AS r ON r.user = h.user AND r.game = h.game AND r.guild = :by "
        "LEFT JOIN people AS p ON p.user = h.user "
        f"WHERE h.guild = :guild AND h.game = :game AND {LISTED}"
    )

    async def board_size(self, game: str, guild: int) -> int:
        """How many people are on a server's leaderboard."""
        rows = await self._all(
            f"SELECT count(*) FROM {self._LISTED_ON_BOARD}",
            {"guild": guild, "game": game, "by": guild},
        )
        return rows[0][0]

    async def most_rated(self, guild: int) -> str | None:
        """The game of which a server has the most rated matches."""
        rows = await self._all(
            "SELECT game FROM results JOIN matches ON id = match WHERE guild = ? "
            "AND strength IS NOT NULL GROUP BY game ORDER BY count(DISTINCT match) DESC, game "
            "LIMIT 1",
            (guild,),
        )
        return rows[0][0] if rows else None

    async def rating(self, game: str, guild: int | None, user: int) -> Rating | None:
        """Somebody's rating, None without any rated match."""
        rows = await self._all(
            "SELECT mu, sigma, matches FROM ratings WHERE game = ? AND guild = ? AND user = ?",
            (game, guild or EVERYWHERE, user),
        )
        return Rating(*rows[0]) if rows else None

    async def ratings_of(self, user: int) -> list[tuple[Key, Rating]]:
        """All ratings of somebody."""
        rows = await self._all(
            "SELECT game, guild, user, mu, sigma, matches FROM ratings WHERE user = ? "
            "ORDER BY game, guild",
            (user,),
        )
        return [((row[0], row[1], row[2]), Rating(*row[3:])) for row in rows]

    async def counted(self, user: int, guild: int | None) -> list[Counted]:
        """Somebody's finished matches, the oldest first."""
        rows = await self._all(
            "SELECT m.id, m.game, m.guild, m.home, m.place, m.ended_at, "
            "r.strength IS NOT NULL, f.how, r.seat, r.team, r.place, r.cards "
            "FROM seats AS s JOIN results AS r USING (match, seat) "
            "JOIN finished AS f USING (match) JOIN matches AS m ON m.id = match "
            "WHERE s.user = :user AND (:guild IS NULL OR m.guild = :guild) ORDER BY f.number",
            {"user": user, "guild": guild},
        )
        return [_counted(row) for row in rows]

    async def results_of(self, user: int) -> dict[str, tuple[int, int, bytes, bytes | None]]:
        """Somebody's stored results by match: team, place, and the JSON of cards and strength."""
        rows = await self._all(
            "SELECT match, team, place, cards, strength FROM results "
            "JOIN seats USING (match, seat) WHERE user = ?",
            (user,),
        )
        return {row[0]: (row[1], row[2], row[3], row[4]) for row in rows}

    async def sides(self, match_id: str) -> list[Side]:
        """Who has played a finished match, the best first."""
        rows = await self._all(
            "SELECT s.seat, s.user, s.name, s.level, s.since, r.team, r.place FROM results AS r "
            "JOIN seats AS s USING (match, seat) WHERE match = ? ORDER BY r.place, r.team, s.seat",
            (match_id,),
        )
        return [Side(*row) for row in rows]

    async def duels(self, user: int, guild: int | None, most: int) -> list[Duel]:
        """How somebody came off against each opponent, the most frequent ones first."""
        rows = await self._all(
            f"SELECT o.user, {NAME.format(user='o.user')}, sum(mine.place < theirs.place), "
            "sum(mine.place > theirs.place), sum(mine.place = theirs.place) "
            "FROM seats AS s JOIN results AS mine USING (match, seat) "
            "JOIN results AS theirs ON theirs.match = s.match AND theirs.team != mine.team "
            "JOIN seats AS o ON o.match = s.match AND o.seat = theirs.seat "
            "JOIN matches AS m ON m.id = s.match WHERE s.user = :user "
            "AND o.user != :nobody AND (:guild IS NULL OR m.guild = :guild) "
            "GROUP BY o.user ORDER BY count(*) DESC, o.user LIMIT :most",
            {"user": user, "nobody": NOBODY, "guild": guild, "most": most},
        )
        return [Duel(*row) for row in rows]

    async def last_name(self, user: int, guild: int | None) -> str:
        """What somebody was called in the last finished match, empty if there is none."""
        sql = f"SELECT {NAME.format(user=':user')}"
        rows = await self._all(sql, {"user": user, "guild": guild})
        return rows[0][0]

    async def table_of(self, match_id: str) -> tuple[int, int] | None:
        """Where the last table of a match is: channel and message."""
        rows = await self._all(
            "SELECT channel, message FROM surfaces WHERE owner = ? AND kind = 'table' "
            "AND message IS NOT NULL ORDER BY page DESC LIMIT 1",
            (match_id,),
        )
        return (rows[0][0], rows[0][1]) if rows else None
