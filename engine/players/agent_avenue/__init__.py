"""Computer opponents for Agent Avenue: `easy`, `normal` and `hard`.

Each sees what a person in its seat would see. `normal` is public arithmetic with a look one turn
ahead; `easy` is a forgiving form of it; `hard` imagines the hidden cards and plays on from there.
docs/players.md says how strong they are and how that was measured.
"""

from engine.players.agent_avenue.normal import AgentAvenuePlayer as AgentAvenuePlayer
