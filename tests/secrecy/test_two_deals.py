"""Two matches that differ only in what a viewer may not see look the same to that viewer.

For every viewer, in every mode, over hundreds of random matches, byte for byte in everything that
is put together for Discord; pictures by their keys. Whole matches through Discord are compared in
`test_whole_matches`.
"""

import pytest

from tests.secrecy.looks import act, course, look, opened, sight
from tests.secrecy.twins import MODES, Twins, pairs, viewers

PAIRS = 12
"""For each viewer in each mode."""

EVERYBODY = [(mode, viewer) for mode in MODES for viewer in viewers(mode)]


@pytest.mark.parametrize(("mode", "viewer"), EVERYBODY)
def test_what_a_viewer_may_not_see_changes_nothing_that_it_is_shown(
    mode: str, viewer: int | None
) -> None:
    for pair in pairs(mode, viewer, seed=1, number=PAIRS):
        one, other = opened(pair.one), opened(pair.other)
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
