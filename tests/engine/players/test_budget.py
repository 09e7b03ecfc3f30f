"""How long a computer opponent may think."""

import pytest

from engine.players import budget
from engine.players.budget import Budget, Thinker


def test_the_number_of_worlds_is_a_limit():
    assert list(Budget(seconds=None, iterations=4).worlds()) == [0, 1, 2, 3]


def test_time_is_a_limit_too_but_one_world_is_always_imagined():
    assert list(Budget(seconds=0, iterations=4).worlds()) == [0]


def test_some_worlds_are_imagined_even_when_the_time_is_over():
    assert list(Budget(seconds=0, iterations=40, least=3).worlds()) == [0, 1, 2]


@pytest.mark.parametrize(("seconds", "worlds"), [(1.0, 1), (3.5, 4), (100.0, 9)])
def test_a_slow_machine_imagines_fewer_worlds(monkeypatch, seconds, worlds):
    """Each world takes a second here."""
    now = iter(range(100))
    monkeypatch.setattr(budget, "perf_counter", lambda: float(next(now)))
    assert len(list(Budget(seconds, iterations=9).worlds())) == worlds


@pytest.mark.parametrize(
    ("seconds", "told"),
    [(None, [0, 1, 2, "at ease", 3]), (0.0, [0, 1, 2]), (9.0, [0, 1, 2, "at ease", 3])],
)
def test_when_the_least_has_been_imagined_the_rest_is_not_urgent(seconds, told):
    heard: list[int | str] = []
    worlds = Budget(seconds, iterations=4, least=3, at_ease=lambda: heard.append("at ease"))
    for world in worlds.worlds():
        heard.append(world)  # noqa: PERF402 - one after the other
    assert heard == told


@pytest.mark.parametrize(("waited", "left"), [(0.0, 1.2), (1.0, 0.2), (5.0, 0.0)])
def test_the_time_that_a_decision_has_waited_is_lost_to_its_thought(waited, left):
    hurried = Thinker(Budget(seconds=1.2, iterations=9, least=2)).hurried(waited)
    assert hurried.budget.seconds == pytest.approx(left)
    assert (hurried.budget.iterations, hurried.budget.least) == (9, 2)


def test_without_a_clock_waiting_changes_nothing():
    player = Thinker(Budget(seconds=None, iterations=9))
    assert player.hurried(5.0) == player
