"""Carrying an action out, as computer opponents imagine it, does what applying it does."""

from random import Random
from typing import Any

import pytest

from engine import agencia, agent_avenue
from engine.agencia.embassies import EMBASSIES
from engine.agencia.game import Options as Agencia
from engine.agent_avenue.options import Options as Avenue
from engine.game import Event, Game, Resign, State

MATCHES = 40

MODES = "simple", "advanced"
TEAMS = [((0,), (1,)), ((0, 2), (1,)), ((0, 2), (1, 3))]

KINDS = [
    *((agent_avenue.GAME, Avenue(mode, teams)) for mode in MODES for teams in TEAMS),
    *((agencia.GAME, Agencia(embassy)) for embassy in (None, *EMBASSIES)),
]


def everything(state: State) -> dict[str, Any]:
    """All that a state consists of, what no view shows included."""
    names = (name for kind in type(state).__mro__ for name in getattr(kind, "__slots__", ()))
    return {name: getattr(state, name) for name in names}


@pytest.mark.parametrize(("game", "options"), KINDS)
def test_it_leads_to_the_same_state_and_writes_down_the_same_events(game: Game, options: Any):
    rng = Random(6)
    for _ in range(MATCHES):
        seats = rng.choice(game.seat_counts(options))
        applied = game.new(game.deal(rng, options, seats), options, seats)
        told, untold = applied.copy(), applied.copy()
        while acting := applied.to_act():
            seat = rng.choice(acting)
            action = Resign() if rng.random() < 0.01 else rng.choice(applied.legal(seat))
            log: list[Event] = []
            told.carry_out(seat, action, log)
            untold.carry_out(seat, action)
            assert log == applied.apply(seat, action)
            assert everything(told) == everything(untold) == everything(applied)
