"""What everybody sees at every step of whole matches, kept in golden files (see playthrough.py)."""

import json

import pytest

from .playthrough import GOLDEN, playthrough


@pytest.mark.parametrize("name", ["3-players", "6-players-double-game-and-a-resignation"])
def test_playthrough(name):
    record = json.loads((GOLDEN / f"{name}.json").read_text())
    assert playthrough(record) == (GOLDEN / f"{name}.txt").read_text()
