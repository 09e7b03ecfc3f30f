"""Nobody is sent what the rules do not show: whole matches through Discord, every mode.

Everything that leaves the bot is watched, see `tests.secrecy.watch`, while somebody presses all
sorts of wrong buttons. Then the match's twin is played, and compared as that person saw it:
content, number, kind and order of everything sent.
"""

from pathlib import Path
from random import Random

import pytest

from tests.secrecy.apart import compare
from tests.secrecy.twins import MODES, Twins, twins, viewers

EVENINGS = [
    (mode, viewer)
    for number, mode in enumerate(MODES)
    for viewer in [viewers(mode)[number % len(viewers(mode))]]
]


@pytest.mark.parametrize(("mode", "viewer"), EVENINGS)
async def test_nobody_is_sent_what_the_rules_do_not_show(
    mode: str, viewer: int | None, tmp_path: Path
) -> None:
    await compare(tmp_path, twins(mode, viewer, Random(f"{mode} {viewer}")))


async def test_nobody_can_count_the_choices_that_another_hand_has_had(tmp_path: Path) -> None:
    """An ability that has but one card to choose asks nothing, and is one action instead of two."""
    rng = Random(5)
    pair = twins("agent-avenue advanced 1v1", 0, rng)
    while not _told_by_counting(pair):
        pair = twins("agent-avenue advanced 1v1", 0, rng)
    await compare(tmp_path, pair, to_the_end=False)


def _told_by_counting(pair: Twins) -> bool:
    """Whether the viewer acts after the other's hand has had a choice in one of the two only."""
    strokes = list(zip(pair.one.strokes, pair.other.strokes, strict=True))
    counted = [i for i, (one, other) in enumerate(strokes) if len(one) != len(other)]
    acted = [i for i, (one, _) in enumerate(strokes) if one[0][0] == pair.viewer]
    return bool(counted and acted) and counted[0] < acted[-1]
