"""Random matches of every kind: they end, nothing is inconsistent, and they go as they should."""

from random import Random

import pytest

from bench.engine_stats import FOUR, KINDS, THREE, random_matches, table
from engine.agent_avenue import GAME
from engine.agent_avenue.options import Options
from engine.game import IllegalAction

from .matches import EVERY_ACTION, opened, other_world

EVERY_KIND = [
    Options(mode, teams) for mode in ("simple", "advanced") for teams in (((0,), (1,)), THREE, FOUR)
]


def accepts(match, seat, action):
    try:
        match.copy().apply(seat, action)
    except IllegalAction:
        return False
    return True


@pytest.mark.parametrize("options", EVERY_KIND)
def test_apply_accepts_exactly_the_legal_actions(options):
    rng = Random(4)
    (seats,) = GAME.seat_counts(options)
    for _ in range(12):
        match = opened(GAME.deal(rng, options, seats), options)
        while acting := match.to_act():
            for seat in range(seats):
                accepted = {action for action in EVERY_ACTION if accepts(match, seat, action)}
                assert accepted == set(match.legal(seat))
                assert len(match.legal(seat)) == len(accepted)
            seat = rng.choice(acting)
            match.apply(seat, rng.choice(match.legal(seat)))


@pytest.mark.parametrize("options", EVERY_KIND)
def test_nothing_of_what_a_viewer_cannot_know_shows_in_its_view(options):
    """A match that differs only in hidden cards looks the same, at every step."""
    rng = Random(5)
    (seats,) = GAME.seat_counts(options)
    for _ in range(40):
        match = opened(GAME.deal(rng, options, seats), options)
        while acting := match.to_act():
            viewer = rng.choice(range(seats))
            assert other_world(match, viewer, rng).view(viewer) == match.view(viewer)
            assert other_world(match, None, rng).view(None) == match.view(None)
            seat = rng.choice(acting)
            match.apply(seat, rng.choice(match.legal(seat)))


# The statistics: 'first player 50 %, about 6.6 turns; catch 63 %, Codebreakers 18 %, Daredevils
# 16 %' of an independent simulation without discards, with room for so few matches.


def share(part, whole):
    return 100 * part / whole


def test_simple_matches_without_discards_go_as_an_independent_simulation_says():
    found = random_matches(3000, Options(), discards=False, seed=1)
    assert 6.4 < found.turns / found.matches < 6.9
    assert 47 < share(found.first_wins, 3000) < 53
    assert 60 < share(found.ways["catch"], 3000) < 68
    assert 16 < share(found.ways["codebreakers"], 3000) < 22
    assert 15 < share(found.ways["daredevils"], 3000) < 21
    assert set(found.ways) <= {"catch", "codebreakers", "daredevils", "closer"}


def test_advanced_matches_go_as_an_independent_simulation_says():
    found = random_matches(2000, Options("advanced"), discards=True, seed=1)
    assert 5.9 < found.turns / found.matches < 6.5
    assert 1.5 < share(found.ways["security_system"], 2000) < 4.5
    assert 0.8 < share(found.ways["leader_of_the_pack"], 2000) < 3
    assert 0.6 < share(found.ways["masterplan"], 2000) < 2.6
    assert len(found.taken) == 15


@pytest.mark.parametrize("teams", [THREE, FOUR])
@pytest.mark.parametrize("mode", ["simple", "advanced"])
def test_team_matches_end(mode, teams):
    found = random_matches(300, Options(mode, teams), discards=True, seed=1)
    assert found.matches == 300
    assert 5 < found.turns / 300 < 8


def test_the_table_of_statistics_has_a_column_for_every_kind():
    columns = [random_matches(2, Options(), discards=True, seed=1) for _ in KINDS]
    header, _, matches, *_ = table(columns)
    assert len(header.split()) == len(KINDS)
    assert matches.split() == ["matches", *["2"] * len(KINDS)]
