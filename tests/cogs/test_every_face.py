"""What a face has as well, it has whole: for every game that there is."""

from typing import Protocol

import pytest

from bot import face
from tests.faces import FACES

EXTRAS = [
    kind
    for kind in vars(face).values()
    if isinstance(kind, type) and Protocol in kind.__bases__ and kind is not face.Face
]


@pytest.mark.parametrize("extra", EXTRAS, ids=lambda extra: extra.__name__)
@pytest.mark.parametrize("game", FACES)
def test_a_part_of_it_would_be_ignored_without_a_word(game: str, extra: type) -> None:
    members = {name for name in vars(extra) if not name.startswith("_")}
    there = {name for name in members if hasattr(FACES[game], name)}
    assert there in (set(), members)


def test_these_are_extras() -> None:
    assert {face.Explains, face.Replays, face.Teaches, face.NamesHand} < set(EXTRAS)
