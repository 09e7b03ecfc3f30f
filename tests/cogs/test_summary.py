"""The animated summary of the longest matches: small enough, and readable on a phone."""

import asyncio
import io
from random import Random
from typing import Any

import pytest
from PIL import Image

from bot.draw.animation import MAX_BYTES, MOST_FRAMES
from bot.gallery import faces
from bot.i18n import translator
from bot.match import Match, unstored
from bot.rows import SeatRow
from bot.summary import summary
from engine import registry
from engine.agencia.game import Options as Agencia
from engine.agent_avenue.options import Options as AgentAvenue

READABLE = 480
"""Pixels of width in which the smallest writing of the pictures can still be read."""

TEAMS = ((0, 2), (1, 3))

NAMES = ("Maximiliane", "Bartholomäus", "Cleopatra", "Désirée", "Evangelina", "Ferdinand")


def played(game: str, options: Any, seats: int, rng: Random) -> Match:
    """A match in which everything is decided by chance."""
    rules = registry.game(game)
    deal = rules.deal(rng, options, seats)
    people = [SeatRow(seat, seat + 1, NAMES[seat], "") for seat in range(seats)]
    match = unstored("4F7K", game, options, deal, people)
    while not match.over:
        seat = rng.choice(list(match.state.to_act()))
        action = rng.choice(list(match.state.legal(seat)))
        match.play(seat, action)
    return match


@pytest.mark.parametrize(
    ("game", "options", "seats"),
    [
        ("agent-avenue", AgentAvenue(), 2),
        ("agent-avenue", AgentAvenue(mode="advanced", teams=TEAMS), 4),
        ("la-agencia", Agencia(), 3),
        ("la-agencia", Agencia(embassy="double_game"), 6),
    ],
)
def test_the_longest_of_many_random_matches_fits_into_1_mib(
    game: str, options: Any, seats: int
) -> None:
    rng = Random(1)
    matches = [played(game, options, seats, rng) for _ in range(60)]
    longest = max(matches, key=lambda match: match.version)
    picture, end = summary(asyncio.run(faces())[game], longest, translator("de"))
    data = picture.draw()
    image = Image.open(io.BytesIO(data))
    assert len(data) <= MAX_BYTES
    assert image.width >= READABLE
    assert 1 < image.n_frames <= MOST_FRAMES  # type: ignore[attr-defined]
    assert 20 < len(picture.alt) <= 1024
    assert all(name in "".join(text.markdown for text in end) for name in NAMES[:seats])
