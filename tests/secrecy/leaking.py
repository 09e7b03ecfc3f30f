"""What built-in leaks have in common: a card not to be known, and pairs that differ in it."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.face import Scene
from bot.match import Match
from bot.scenes import Scenes
from engine.game import Seat, State
from tests.secrecy.apart import compare
from tests.secrecy.evening import Plan
from tests.secrecy.twins import SAME, Same, Twins, twins

Patch = pytest.MonkeyPatch


def secret(state: State) -> str:
    """A card that nobody in the channel may know."""
    full: Any = state.full()
    if full.game == "la-agencia":
        return full.slots[0]["hidden"] or "-"
    return full.table.face_down or full.hands[0][0]


def secret_of_the_last(state: State) -> str:
    """A card that nobody but perhaps the last seat may know."""
    full: Any = state.full()
    if full.game == "la-agencia":
        return full.slots[-1]["hidden"] or "-"
    return (*full.hands[-1], "-")[0]


def number_of_the_last(state: State) -> int:
    """A number that betrays something of what the last seat holds."""
    full: Any = state.full()
    hidden = full.slots[-1].values() if full.game == "la-agencia" else full.hands[-1]
    return sum(hash_of(card or "-") * place for place, card in enumerate(hidden, start=1)) % 7


def hash_of(card: str) -> int:
    """A number that betrays a card without naming it."""
    return sum(card.encode()) % 1000


def matches_shown(patch: Patch) -> dict[str, Match]:
    """Every match of which a scene is made from now on, by its id."""
    matches = dict[str, Match]()
    make = Scenes.scene

    async def scene(self: Scenes, match: Match, *args: Any) -> Scene:
        matches[match.id] = match
        return await make(self, match, *args)

    patch.setattr(Scenes, "scene", scene)
    return matches


def some_pair(
    mode: str, viewer: Seat | None, rng: Random, *, becomes: Seat | Same | None = SAME
) -> Twins:
    """A short pair in which something is hidden from the viewer from the start."""
    while True:
        pair = twins(mode, viewer, rng, becomes=becomes)
        told = secret if viewer is None else secret_of_the_last
        one, other = (hash_of(told(course.start())) for course in (pair.one, pair.other))
        late = pair.swap is not None and not 3 <= pair.swap.stroke < len(pair.one.strokes) - 3
        if 4 < len(pair.one.strokes) < 16 and one % 2 != other % 2 and not late:
            return pair


async def compare_some(
    folder: Path,
    mode: str,
    viewer: Seat | None = None,
    *,
    becomes: Seat | Same | None = SAME,
    plan: Plan | None = None,
    most: int = 4,
) -> None:
    """Compare a few such pairs. Raises `Leak`."""
    rng = Random(f"{mode} {viewer}")
    for attempt in range(most):
        pair = some_pair(mode, viewer, rng, becomes=becomes)
        folder_of_pair = folder / f"{attempt}"
        if plan is None:
            await compare(folder_of_pair, pair, to_the_end=False)
        else:
            await compare(folder_of_pair, pair, to_the_end=False, plan=plan)
