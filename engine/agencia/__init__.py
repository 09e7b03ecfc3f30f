"""La Agencia: Misión Embajada.

Rules: 3 to 6 players hold cards in four positions that differ in who sees them. Hand by hand the
Ambassador picks the Hall or the Garden, everyone plays a card, and Infiltrators, Recruiters and
Agents are resolved for information.

Model: `cards`, `slots` and `embassies` are the data; `state` is what lies on the table, `rules`
the steps of a hand, `match` the protocol's face, `view` and `events` what a viewer may see.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.agencia.game import GAME as GAME
    from engine.agencia.game import Agencia


def __getattr__(name: str) -> "Agencia":
    # On demand: the game offers its computer player, which plays by the rules of this package.
    if name == "GAME":
        from engine.agencia.game import GAME

        return GAME
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
