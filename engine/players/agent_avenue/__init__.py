"""Computer opponents for Agent Avenue: `easy`, `normal` and `hard`.

Each sees what a person in its seat would see. `normal` is public arithmetic with a look one turn
ahead; `easy` is a forgiving form of it; `hard` imagines the hidden cards and plays on from there.
docs/players.md says how strong they are and how that was measured.
"""

from collections.abc import Mapping

from engine.game import Level, Player
from engine.players.agent_avenue.easy import EasyAgentAvenuePlayer
from engine.players.agent_avenue.hard import HardAgentAvenuePlayer
from engine.players.agent_avenue.normal import AgentAvenuePlayer as AgentAvenuePlayer
from engine.players.budget import Budget

PLAYERS: Mapping[Level, Player] = {
    "easy": EasyAgentAvenuePlayer(),
    "normal": AgentAvenuePlayer(),
    "hard": HardAgentAvenuePlayer(Budget(seconds=1.2, iterations=128, least=16)),
}
