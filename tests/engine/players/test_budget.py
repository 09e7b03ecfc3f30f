"""How long a computer opponent may think."""

import pytest

from engine.players import budget
from engine.players.budget import Budget


def test_the_number_of_worlds_is_a_limit():
    assert list(Budget(seconds=None, iterations=4).worlds()) == [0, 1, 2, 3]


def test_time_is_a_limit_too_but_one_world_is_always_imagined():
    assert list(Budget(seconds=0, iterations=4).worlds()) == [0]


@pytest.mark.parametrize(("seconds", "worlds"), [(1.0, 1), (3.5, 4), (100.0, 9)])
def test_a_slow_machine_imagines_fewer_worlds(monkeypatch, seconds, worlds):
    """Each world takes a second here."""
    now = iter(range(100))
    monkeypatch.setattr(budget, "perf_counter", lambda: float(next(now)))
    assert len(list(Budget(seconds, iterations=9).worlds())) == worlds
