"""Computer opponents for La Agencia: `easy`, `normal` and `hard`.

Each sees what a person in its seat would see. docs/players.md says how strong they are and how
that was measured.
"""

from collections.abc import Mapping

from engine.game import Level, Player
from engine.players.agencia.easy import EasyAgenciaPlayer
from engine.players.agencia.hard import HardAgenciaPlayer
from engine.players.agencia.normal import AgenciaPlayer
from engine.players.budget import Budget

PLAYERS: Mapping[Level, Player] = {
    "easy": EasyAgenciaPlayer(),
    "normal": AgenciaPlayer(),
    "hard": HardAgenciaPlayer(Budget(seconds=1.2, iterations=128, least=16)),
}
