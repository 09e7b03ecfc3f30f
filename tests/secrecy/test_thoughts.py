"""What is sent to where a hard opponent thinks: what its seat may know, and nothing else."""

import pickle
from random import Random
from typing import Any

import pytest

from bot.computers import Computers
from bot.match import Match
from bot.rows import SeatRow
from bot.thinking import Thinking, Thought
from engine.agencia import GAME
from engine.agencia.cards import VALUES, Card
from engine.agencia.game import Options
from engine.game import Action
from tests.secrecy.looks import act, opened
from tests.secrecy.twins import MODES, Course, pairs, seats_of

PAIRS = 6
"""For each seat in each mode."""


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[Thought]:
    """What the workers would get, as it arrives there."""
    arrived: list[Thought] = []

    async def decide(_: Thinking, thought: Thought) -> Action:
        arrived.append(pickle.loads(pickle.dumps(thought)))
        return thought.legal[0]

    monkeypatch.setattr(Thinking, "decide", decide)
    return arrived


async def ask(match: Match, seat: int) -> None:
    """Let the computer in a seat decide, if it is to act."""
    match.seats[seat] = SeatRow(seat, None, "", "", level="hard")
    if seat in match.state.to_act():
        computers = Computers(Random(1), delay=0)
        await computers.choose(match, match.state, seat, match.events, asked=0.0)


@pytest.mark.parametrize("mode", MODES)
async def test_twins_send_the_same(mode: str, sent: list[Thought]) -> None:
    thoughts = 0
    for seat in range(seats_of(mode)):
        for pair in pairs(mode, seat, seed=2, number=PAIRS):
            one, other = opened(pair.one), opened(pair.other)
            for stroke, alike in zip(pair.one.strokes, pair.other.strokes, strict=True):
                await ask(one, seat)
                await ask(other, seat)
                assert sent[::2] == sent[1::2]
                thoughts += len(sent) // 2
                sent.clear()
                act(one, stroke)
                act(other, alike)
    assert thoughts > 20


async def test_a_thought_knows_the_values_that_are_printed_on_everybodys_cards(
    sent: list[Thought],
) -> None:
    options = Options(information_values={Card.INFILTRATOR: 5})
    course = Course("la-agencia", options, 3, GAME.deal(Random(1), options, 3), ())
    for seat in range(3):
        await ask(opened(course), seat)
    (thought,) = sent
    player: Any = thought.player
    assert player.values == VALUES | {Card.INFILTRATOR: 5}
