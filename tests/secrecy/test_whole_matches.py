"""Nobody is sent what the rules do not show: whole matches through Discord, every mode.

Everything that leaves the bot is watched, see `tests.secrecy.watch`, while somebody presses all
sorts of wrong buttons. Then the match's twin is played, and compared as that person saw it:
content, number, kind and order of everything sent.
"""

from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from bot.i18n import languages
from bot.rows import Preferences
from engine.game import Seat
from tests.secrecy.apart import compare
from tests.secrecy.evening import Plan
from tests.secrecy.twins import MODES, Twins, seats_of, twins, viewers
from tests.secrecy.wishes import WISHES

EVENINGS = [
    (mode, viewer)
    for number, mode in enumerate(MODES)
    for viewer in [viewers(mode)[number % len(viewers(mode))]]
]

CHOSEN = (Preferences(open_hand=False), Preferences(pictures=False), Preferences())
"""Hands only on a press, no pictures, nothing."""


def planned(mode: str, viewer: Seat | None) -> Plan:
    """Another language, other choices, and other trouble in each mode."""
    number, spoken = MODES.index(mode), languages()
    teams = "2v" in mode
    return Plan(
        wishes=WISHES,
        first=number * 4 % len(WISHES),
        language=spoken[number % len(spoken)],
        preferences={
            seat: replace(
                CHOSEN[(seat + number) % 3], language=spoken[(number + seat) % len(spoken)]
            )
            for seat in range(seats_of(mode))
        },
        late=(2, 3, 4)[number % 3],
        alone=2,
        decoys=teams,
        removed=None if teams else (1 if viewer != 1 else 0),
    )


@pytest.mark.parametrize(("mode", "viewer"), EVENINGS)
async def test_nobody_is_sent_what_the_rules_do_not_show(
    mode: str, viewer: int | None, tmp_path: Path
) -> None:
    pair = twins(mode, viewer, Random(f"{mode} {viewer}"))
    await compare(tmp_path, pair, plan=planned(mode, viewer))


@pytest.mark.parametrize("mode", ["agent-avenue advanced 2v1", "la-agencia 4"])
async def test_who_gives_a_seat_away_sees_nothing_of_it_any_more(mode: str, tmp_path: Path) -> None:
    pair = twins(mode, 0, Random(mode), becomes=None)
    await compare(tmp_path, pair, to_the_end=False)


@pytest.mark.parametrize("mode", ["agent-avenue advanced 2v1", "la-agencia 4"])
async def test_who_takes_a_seat_over_sees_what_it_holds_and_not_what_it_has_held(
    mode: str, tmp_path: Path
) -> None:
    pair = twins(mode, None, Random(mode), becomes=0)
    await compare(tmp_path, pair, to_the_end=False)


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
