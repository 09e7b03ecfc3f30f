"""Two matches that differ only in what a viewer may not see look the same to that viewer.

For every viewer, in every mode, over hundreds of random matches, byte for byte in everything that
is put together for Discord; pictures by their keys. Whole matches through Discord are compared in
`test_whole_matches`.
"""

from random import Random

import pytest

from tests.secrecy.looks import act, course, look, opened, sight
from tests.secrecy.twins import MODES, Twins, pairs, twins, viewers

PAIRS = 12
"""For each viewer in each mode."""

COUNTED = 8
"""The same, of the rare pairs in which the number of actions differs."""

EVERYBODY = [(mode, viewer) for mode in MODES for viewer in viewers(mode)]


@pytest.mark.parametrize(("mode", "viewer"), EVERYBODY)
def test_what_a_viewer_may_not_see_changes_nothing_that_it_is_shown(
    mode: str, viewer: int | None
) -> None:
    for pair in pairs(mode, viewer, seed=1, number=PAIRS):
        assert_look_the_same(pair)


@pytest.mark.parametrize(("mode", "viewer"), [who for who in EVERYBODY if "advanced" in who[0]])
def test_nobody_can_count_the_choices_that_another_hand_has_had(
    mode: str, viewer: int | None
) -> None:
    """An ability that has but one card to choose asks nothing, and is one action instead of two."""
    found, rng = 0, Random(f"{mode} {viewer}")
    while found < COUNTED:
        pair = twins(mode, viewer, rng)
        if list(map(len, pair.one.strokes)) != list(map(len, pair.other.strokes)):
            assert_look_the_same(pair)
            found += 1


def assert_look_the_same(pair: Twins) -> None:
    """Play both, and look at them through their viewer's eyes."""
    one, other, viewer = opened(pair.one), opened(pair.other), pair.viewer
    assert look(one, viewer) == look(other, viewer)
    for stroke, alike in zip(pair.one.strokes, pair.other.strokes, strict=True):
        moments = zip(
            course(one, stroke, viewer, otherwise=False),
            course(other, alike, viewer, otherwise=True),
            strict=True,
        )
        for _ in moments:
            assert look(one, viewer) == look(other, viewer)
            assert sight(one, viewer) == sight(other, viewer)


@pytest.mark.parametrize("mode", MODES)
def test_somebody_else_sees_the_difference(mode: str) -> None:
    """So the two are no mere copies of each other."""
    for viewer in viewers(mode):
        found = sum(_differs_for_others(pair) for pair in pairs(mode, viewer, seed=1, number=4))
        assert found >= 2


def _differs_for_others(pair: Twins) -> bool:
    one, other = opened(pair.one), opened(pair.other)
    for stroke, alike in zip(pair.one.strokes, pair.other.strokes, strict=True):
        act(one, stroke)
        act(other, alike)
        if any(sight(one, seat) != sight(other, seat) for seat in range(pair.one.seats)):
            return True
    return False
