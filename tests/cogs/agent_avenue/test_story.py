"""Why a match has ended, in one line."""

import pytest

from cogs.agent_avenue.story import outcome
from tests.cogs.agent_avenue.scenes import scene
from tests.engine.agent_avenue.arrange import arrange, recruits

TIE = "In a tie the side whose turn it is wins."


@pytest.mark.parametrize(("moved", "tie"), [((0, 0), True), ((1, 0), False), ((0, 1), False)])
def test_out_of_cards_at_equal_distance_it_is_said_which_rule_decides(moved, tie: bool) -> None:
    match = arrange(hands=[["mole"] * 2, ["mole"]], deck=(), moved=moved)
    events = recruits(match, "codebreaker", "sentinel")
    line = outcome(scene(match, events=events))
    winner, other = ("Ben", "Ana") if moved == (0, 1) else ("Ana", "Ben")
    ended = f"{winner} wins: the cards have run out and {winner} is at least as close to {other}."
    assert line == (f"{ended} {TIE}" if tie else ended)
