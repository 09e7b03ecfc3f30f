"""Computer opponents for La Agencia: `easy`, `normal` and `hard`.

Each sees what a person in its seat would see. docs/players.md says how strong they are and how
that was measured.
"""

from engine.players.agencia.normal import AgenciaPlayer as AgenciaPlayer
