"""Nobody is sent what the rules do not show: whole matches through Discord, every mode.

Everything that leaves the bot is watched, see `tests.secrecy.watch`, while somebody presses all
sorts of wrong buttons. Then the match's twin is played, and compared as that person saw it:
content, number, kind and order of everything sent.
"""

from pathlib import Path
from random import Random

import pytest

from tests.secrecy.apart import compare
from tests.secrecy.twins import MODES, twins, viewers

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
