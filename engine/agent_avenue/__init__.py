"""Agent Avenue, by Christian and Laura Kudahl (Nerdlab Games).

Two teams of 1 or 2 players race around a ring of 14 spaces by recruiting agents: the active team
offers one card face up and one face down, the other takes one of them. The modules follow the
rulebook: `cards` and `board` (components), `options` (setup), `turn` (Play and Recruit),
`movement`, `market` (advanced mode), `end` (End step). `race` holds what lies open, `state` the
whole match, `view` what may be seen of it, `prospect` what a card would do, and `match` is what the
rest of the house talks to.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.agent_avenue.game import GAME as GAME
    from engine.agent_avenue.game import AgentAvenue


def __getattr__(name: str) -> "AgentAvenue":
    # On demand: the game offers its computer player, which plays by the rules of this package.
    if name == "GAME":
        from engine.agent_avenue.game import GAME

        return GAME
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
