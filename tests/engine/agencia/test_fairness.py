"""No seat has an advantage that the rules do not give (bench/agencia_stats.py plays more)."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.agencia_stats import Tally, report, tally
from engine.agencia.actions import Target
from engine.agencia.embassies import EMBASSIES
from engine.agencia.game import Deal
from engine.players.random_player import RandomPlayer

from .matches import OPTIONS, deals, opened, random_action
from .table import table, to_the_end

MATCHES = 1500


@settings(max_examples=60, deadline=None)
@given(deals(), OPTIONS, st.integers(), st.integers(1, 5))
def test_turning_the_table_turns_the_match_and_changes_nothing_else(deal, options, seed, turn):
    seats = len(deal.decks)
    turned_deal = Deal(
        ambassador=(deal.ambassador + turn) % seats,
        decks=[deal.decks[(seat - turn) % seats] for seat in range(seats)],
    )
    match, turned, rng = opened(deal, options), opened(turned_deal, options), Random(seed)
    while not match.over:
        seat, action = random_action(match, rng)
        match.apply(seat, action)
        if isinstance(action, Target):
            action = Target((action.whom + turn) % seats)
        turned.apply((seat + turn) % seats, action)
    assert {(seat + turn) % seats for seat in match.winners} == set(turned.winners)
    for seat in range(seats):
        assert turned.scores[(seat + turn) % seats] == match.scores[seat]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_random_matches_are_won_from_every_seat_about_equally_often(seats):
    counted = tally(seats, None, MATCHES, RandomPlayer(), Random(seats))
    assert sum(counted.wins) == pytest.approx(MATCHES)
    # The early places of a round are worth up to 1.2 points of a hundred (20,000 matches).
    assert abs(counted.greatest_advantage()) < 3 + counted.chance()


@pytest.mark.parametrize("embassy", EMBASSIES)
def test_no_embassy_favours_a_seat(embassy):
    counted = tally(5, embassy, 400, RandomPlayer(), Random(1))
    assert abs(counted.greatest_advantage()) < 3 + counted.chance()


@pytest.mark.parametrize(
    ("embassy", "changed"),
    [
        ("rich_archives", lambda with_it, without: sum(with_it.totals) > sum(without.totals)),
        ("paper_shredder", lambda with_it, without: sum(with_it.totals) < sum(without.totals)),
        ("double_game", lambda with_it, without: with_it.reward > 1.8 * without.reward),
        ("counter_espionage", lambda with_it, without: sum(with_it.totals) < sum(without.totals)),
    ],
)
def test_what_an_embassy_does_to_the_points_is_noticed(embassy, changed):
    with_it, without = (
        tally(4, which, 300, RandomPlayer(), Random(1)) for which in (embassy, None)
    )
    assert changed(with_it, without)


def test_a_shared_victory_counts_in_parts_and_seats_from_the_first_ambassador():
    match = table("", "", "", ambassador=2)
    to_the_end(match)
    match.winners = (0, 2)
    counted = Tally(3)
    counted.count(match)
    assert counted.wins == [0.5, 0.5, 0.0]
    assert counted.advantage(2) == pytest.approx(-100 / 3)


def test_the_report_has_a_table_by_seat_and_one_by_embassy():
    text = "\n".join(report(8, RandomPlayer(), [3], seed=1))
    assert text.startswith("3 players, 8 matches\n  seat")
    assert all(embassy in text for embassy in ["none", *EMBASSIES])
