"""Ratings: which matches count, and that the stored matches give again what is stored."""

import asyncio
import sqlite3
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from bot import records as records_module
from bot.cli import main
from bot.instance_lock import lock_file
from bot.match import Match
from bot.ratings import EVERYWHERE, Book, Finish, Placed, Rating, count
from bot.recompute import check, recompute
from bot.store import Store
from engine.agencia.game import Options as AgenciaOptions
from engine.agent_avenue.options import Options
from tests.bot.finished import DUEL, TEAMS, lose, play, start, step
from tests.bot.stored import execute, manager_on

PEOPLE = range(11, 31)
ANA, BEN, EVE, KIT, DAN, FOX = PEOPLE[:6]
HERE, ELSEWHERE = 1, 2


async def ratings(store: Store, *users: int, guild: int = HERE) -> list[Rating | None]:
    return [await store.rating("agent-avenue", guild, user) for user in users]


def differences(store: Store) -> list[str]:
    return list(check(store._path))


# What a match changes


def finish(places: Sequence[int], teams: Sequence[int] | None = None, **seat: Any) -> Finish:
    """A match of as many people as there are places."""
    return Finish(
        "AAAA",
        "la-agencia",
        HERE,
        "",
        [
            Placed(
                number, PEOPLE[number], 0, (teams or range(len(places)))[number], place, {}, **seat
            )
            for number, place in enumerate(places)
        ],
    )


def test_who_wins_rises_and_who_loses_falls() -> None:
    book: Book = {}
    count(book, finish([2, 1]))
    assert book["la-agencia", HERE, BEN].mu > Rating().mu > book["la-agencia", HERE, ANA].mu
    assert book["la-agencia", HERE, BEN].matches == 1
    assert book["la-agencia", HERE, BEN].points > book["la-agencia", HERE, ANA].points


def test_all_seats_are_ranked() -> None:
    book: Book = {}
    count(book, finish([3, 1, 4, 2]))
    mus = [book["la-agencia", HERE, user].mu for user in (BEN, KIT, ANA, EVE)]
    assert mus == sorted(mus, reverse=True)
    assert len(set(mus)) == 4


def test_equal_places_count_alike() -> None:
    book: Book = {}
    count(book, finish([3, 1, 1]))
    ana, ben, eve = (book["la-agencia", HERE, user] for user in (ANA, BEN, EVE))
    assert ben == eve
    assert ben.mu > Rating().mu > ana.mu


@pytest.mark.parametrize("matches", [1, 50])
def test_who_share_the_victory_gain_alike_and_more_than_the_third(matches: int) -> None:
    book: Book = {}
    for _ in range(matches):
        count(book, finish([1, 1, 3, 4]))
    ana, ben, eve, kit = (book["la-agencia", HERE, user] for user in (ANA, BEN, EVE, KIT))
    assert ana == ben
    assert ana.mu > Rating().mu > eve.mu > kit.mu


def test_the_order_of_the_seats_makes_no_difference() -> None:
    """Six people who are not equal before, some of whom share a place."""
    places, books = (1, 1, 3, 4, 4, 6), list[Book]()
    for order in permutations(range(6)):
        book: Book = {}
        count(book, finish([2, 1, 4, 3, 6, 5]))
        seats = finish([places[number] for number in order]).seats
        mixed = [
            replace(seat, user=PEOPLE[number]) for seat, number in zip(seats, order, strict=True)
        ]
        count(book, replace(finish(places), seats=mixed))
        books.append(book)
    for key, rating in books[0].items():
        assert max(abs(book[key].mu - rating.mu) for book in books) < 1e-9


def test_many_who_lose_together_fall_alike() -> None:
    book: Book = {}
    count(book, finish([1] + [2] * 19))
    losers = [book["la-agencia", HERE, user] for user in PEOPLE[1:]]
    assert max(abs(rating.mu - losers[0].mu) for rating in losers) < 1e-9
    assert losers[0].mu < Rating().mu < book["la-agencia", HERE, ANA].mu


def test_a_team_is_rated_as_a_team() -> None:
    """Two beat one: that is less of a feat than one beating one."""
    alone, together = {}, {}
    count(alone, finish([1, 2]))
    count(together, finish([1, 2, 1], [0, 1, 0]))
    ana, eve = (together["la-agencia", HERE, user] for user in (ANA, EVE))
    assert ana == eve
    assert Rating().mu < ana.mu < alone["la-agencia", HERE, ANA].mu


def test_a_newcomer_is_shown_a_thousand() -> None:
    assert Rating().points == 1000


# Which matches count


async def test_a_match_counts_for_its_server_and_everywhere(store: Store) -> None:
    await lose(store, await start(store, [ANA, BEN]), ANA)
    assert await ratings(store, ANA, BEN) == await ratings(store, ANA, BEN, guild=EVERYWHERE)
    await lose(store, await start(store, [ANA, BEN], guild=ELSEWHERE), BEN)
    here, there, everywhere = [
        (await ratings(store, BEN, guild=guild))[0] for guild in (HERE, ELSEWHERE, EVERYWHERE)
    ]
    assert here is not None
    assert there is not None
    assert everywhere is not None
    assert (here.matches, there.matches, everywhere.matches) == (1, 1, 2)
    assert here.mu > everywhere.mu > there.mu
    assert await store.rating("la-agencia", HERE, ANA) is None


async def test_who_resigns_loses(store: Store) -> None:
    await lose(store, await start(store, [ANA, BEN]), BEN)
    ana, ben = await ratings(store, ANA, BEN)
    assert ana is not None
    assert ben is not None
    assert ana.points > ben.points


async def test_who_forfeits_loses(store: Store) -> None:
    match = await start(store, [ANA, BEN])
    seat = match.seat_of(BEN)
    assert seat is not None
    await manager_on(store).forfeit(match, seat)
    ana, ben = await ratings(store, ANA, BEN)
    assert ana is not None
    assert ben is not None
    assert ana.points > ben.points


async def test_who_resigns_from_many_is_last(store: Store) -> None:
    match = await start(store, [ANA, BEN, EVE, KIT], AgenciaOptions())
    await lose(store, match, EVE)
    await play(store, match)
    sides = await store.sides(match.id)
    assert [(side.user, side.place) for side in sides if side.place == 4] == [(EVE, 4)]


async def test_where_all_resign_nobody_wins(store: Store) -> None:
    match = await start(store, [ANA, BEN, EVE], AgenciaOptions())
    for user in (ANA, BEN, EVE):
        await lose(store, match, user)
    assert {side.place for side in await store.sides(match.id)} == {3}
    assert [(await store.counted(ANA, HERE))[0].how] == ["resigned"]
    ana = await store.rating("la-agencia", HERE, ANA)
    assert ana is not None
    assert ana.mu == pytest.approx(Rating().mu)


async def test_a_match_with_a_computer_is_unrated_but_kept(store: Store) -> None:
    match = await start(store, [ANA, None])
    await lose(store, match, ANA)
    assert await ratings(store, ANA) == [None]
    (counted,) = await store.counted(ANA, HERE)
    assert (counted.rated, counted.place) == (False, 2)


@pytest.mark.parametrize("heir", [None, EVE])
async def test_a_match_in_which_a_seat_changed_hands_is_unrated(
    store: Store, heir: int | None
) -> None:
    match = await start(store, [ANA, BEN])
    seat = match.seat_of(BEN)
    assert seat is not None
    manager = manager_on(store)
    await manager.offer(match, seat)
    await manager.reseat(match, seat, 0, heir, "Eve")
    await lose(store, match, ANA)
    assert await ratings(store, ANA, BEN, EVE) == [None, None, None]
    assert await store.counted(BEN, HERE) == []


async def test_who_was_away_for_a_time_keeps_the_result(store: Store) -> None:
    match, manager = await start(store, [ANA, BEN]), manager_on(store)
    seat = match.state.to_act()[0]
    await manager.take_over(match, seat)
    await play(store, match)
    assert None not in await ratings(store, ANA, BEN)


async def test_a_match_that_a_moderator_ends_does_not_count(store: Store) -> None:
    match = await start(store, [ANA, BEN])
    await manager_on(store).end(match)
    assert await ratings(store, ANA, BEN) == [None, None]
    assert await store.counted(ANA, HERE) == []


async def test_nothing_of_a_running_match_is_counted(store: Store) -> None:
    match, manager = await start(store, [ANA, BEN]), manager_on(store)
    await step(manager, match, Random(1))
    assert await store.counted(ANA, None) == []
    assert await store.last_name(ANA, None) == ""
    for table in ("finished", "results", "ratings"):
        assert execute(store._path, f"SELECT * FROM {table}") == []


async def test_the_end_and_its_rating_are_written_together(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever fails while a match is counted: the match goes on from before its last action."""
    match = await start(store, [ANA, BEN])

    def fail(*_: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    with monkeypatch.context() as patch:
        patch.setattr(records_module, "rating_row", fail)
        with pytest.raises(Exception, match="could not be written"):
            await lose(store, match, ANA)
    row = await store.match(match.id)
    assert row is not None
    assert (row.status, row.version) == ("running", 0)
    await lose(store, match, ANA)
    assert None not in await ratings(store, ANA, BEN)
    assert differences(store) == []


# The same from the stored matches


async def evening(store: Store, seed: int, matches: int = 10) -> list[Match]:
    """Matches of all kinds, which end in any order: some resigned, some with computers."""
    rng, manager = Random(seed), manager_on(store)
    begun: list[Match] = []
    for channel in range(matches):
        options = rng.choice([DUEL, Options(mode="advanced"), TEAMS, AgenciaOptions()])
        seats = {2: 2, 4: 4}[sum(map(len, options.teams))] if isinstance(options, Options) else 4
        people: list[int | None] = list(rng.sample(PEOPLE, seats))
        if rng.random() < 0.2:
            people[-1] = None
        guild = rng.choice([HERE, ELSEWHERE])
        begun.append(await start(store, people, options, guild=guild, channel=channel))
    running = list(begun)
    while running:
        match = rng.choice(running)
        if rng.random() < 0.01:
            await manager.resign(match, rng.choice(match.state.to_act()))
        else:
            await step(manager, match, rng)
        running = [match for match in running if not match.over]
    return begun


def everything(store: Store) -> list[list[tuple[object, ...]]]:
    """Results and ratings as they are stored."""
    tables = ("finished ORDER BY number", "results ORDER BY match, seat", "ratings")
    return [execute(store._path, f"SELECT * FROM {table}") for table in tables]


@pytest.mark.parametrize("seed", range(5))
async def test_the_matches_give_again_what_is_stored(store: Store, seed: int) -> None:
    await evening(store, seed)
    assert len(everything(store)[0]) == 10
    assert len(everything(store)[2]) > 6
    assert differences(store) == []


async def test_recomputed_is_what_was_stored(store: Store) -> None:
    await evening(store, 7)
    before = everything(store)
    assert recompute(store._path) == []
    assert everything(store) == before


async def test_the_order_is_that_of_the_ends_whatever_the_clock_says(store: Store) -> None:
    for channel, (loser, year) in enumerate(((ANA, 2030), (BEN, 2020), (ANA, 2025))):
        match = await start(store, [ANA, BEN], channel=channel)
        await lose(store, match, loser)
        execute(store._path, "UPDATE matches SET ended_at = ? WHERE id = ?", year, match.id)
    assert differences(store) == []


async def test_matches_that_end_at_once_are_counted_one_after_the_other(store: Store) -> None:
    matches = [await start(store, [ANA, BEN], channel=channel) for channel in range(6)]
    losers = [ANA, BEN, ANA, ANA, BEN, ANA]
    await asyncio.gather(*(lose(store, m, user) for m, user in zip(matches, losers, strict=True)))
    (ana,) = await ratings(store, ANA)
    assert ana is not None
    assert ana.matches == 6
    assert differences(store) == []


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        ("UPDATE ratings SET mu = mu + 0.001", "Rating of 11 in agent-avenue, server 1: stored is"),
        (
            "DELETE FROM ratings WHERE guild = 0",
            "Rating of 11 in agent-avenue, all servers: stored",
        ),
        ("INSERT INTO ratings VALUES ('x', 1, 5, 1, 1, 1)", "stored is 1.0000 ± 1.0000 after 1"),
        ("UPDATE results SET place = 3 - place", ": stored is rated, places"),
        ("UPDATE finished SET how = 'magic'", "by magic; its record gives"),
        ("DELETE FROM finished", ": stored is nothing; its record gives rated"),
        ("UPDATE results SET strength = NULL", ": stored is"),
        ("UPDATE results SET cards = CAST('{}' AS BLOB)", ": stored is"),
        ("UPDATE results SET cards = x'7b22ff223a317d'", ": stored is"),
    ],
)
async def test_what_is_wrong_is_found_and_mended(store: Store, damage: str, told: str) -> None:
    await play(store, await start(store, [ANA, BEN]))
    await play(store, await start(store, [BEN, ANA]), seed=2)
    before = everything(store)[1:]
    with sqlite3.connect(store._path) as db:
        db.execute("PRAGMA foreign_keys = ON")
        db.execute(damage)
    db.close()
    found = differences(store)
    assert any(told in line for line in found), found
    assert recompute(store._path) == found
    assert differences(store) == []
    assert everything(store)[1:] == before


async def test_a_match_that_does_not_replay_any_more_keeps_its_result(store: Store) -> None:
    first, second = [await start(store, [ANA, BEN], channel=channel) for channel in (1, 2)]
    await play(store, first)
    await play(store, second)
    before = everything(store)
    execute(store._path, "UPDATE actions SET action = x'7b7d' WHERE match = ?", first.id)
    await store.set_aside(first.id)
    assert differences(store) == []
    recompute(store._path)
    assert everything(store) == before


# Who has been deleted


@pytest.mark.parametrize("seed", range(3))
async def test_a_deleted_person_s_ratings_go_and_the_others_stay(store: Store, seed: int) -> None:
    await evening(store, seed)
    before = everything(store)
    await store.forget(ANA)
    await store.forget(BEN)
    finished, results, stored = everything(store)
    assert (finished, results) == (before[0], before[1])
    assert stored == [row for row in before[2] if row[2] not in (ANA, BEN)]
    assert differences(store) == []
    assert recompute(store._path) == []
    assert everything(store) == [finished, results, stored]


async def test_matches_after_a_deletion_count_on(store: Store) -> None:
    """Who comes back after a deletion begins anew."""
    await lose(store, await start(store, [ANA, BEN]), ANA)
    await store.forget(ANA)
    await lose(store, await start(store, [ANA, BEN]), BEN)
    ana, ben = await ratings(store, ANA, BEN)
    assert ana is not None
    assert ben is not None
    assert (ana.matches, ben.matches) == (1, 2)
    assert differences(store) == []


# The command


def files(tmp_path: Path) -> list[str]:
    config = tmp_path / "config.toml"
    config.write_text('database = "a.db"\n')
    return ["--config", str(config)]


async def test_the_command_says_that_all_is_well(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await play(store, await start(store, [ANA, BEN]))
    assert main([*files(tmp_path), "ratings"]) == 0
    assert capsys.readouterr().out == (
        "Finished matches: 1, of which 1 are rated. Ratings: 4.\nAll as the matches say.\n"
    )


async def test_the_command_tells_differences_and_mends_them(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await play(store, await start(store, [ANA, BEN]))
    execute(store._path, "DELETE FROM ratings")
    assert main([*files(tmp_path), "ratings"]) == 1
    assert capsys.readouterr().out.count("stored is nothing") == 4
    assert main([*files(tmp_path), "ratings", "--recompute"]) == 0
    assert "written anew" in capsys.readouterr().out
    assert main([*files(tmp_path), "ratings", "--recompute"]) == 0
    assert "Nothing had to be changed." in capsys.readouterr().out


def test_without_a_database_the_command_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*files(tmp_path), "ratings"]) == 1
    assert capsys.readouterr().err.startswith("There is no database")


async def test_a_lock_file_that_cannot_be_opened_is_one_line(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lock = lock_file(store._path)
    lock.mkdir()  # which not even the superuser can open
    assert main([*files(tmp_path), "ratings", "--recompute"]) == 1
    assert capsys.readouterr().err == f"{lock}: Is a directory\n"
