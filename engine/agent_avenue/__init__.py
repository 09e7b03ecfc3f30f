"""Agent Avenue, by Christian and Laura Kudahl (Nerdlab Games).

Two teams of 1 or 2 players race around a ring of 14 spaces by recruiting agents: the active team
offers one card face up and one face down, the other takes one of them. The modules follow the
rulebook: `cards` and `board` (components), `options` (setup), `turn` (Play and Recruit),
`movement`, `market` (advanced mode), `end` (End step). `race` holds what lies open, `state` the
whole match, `view` what may be seen of it, and `match` is what the rest of the house talks to.
"""

from engine.agent_avenue.game import AgentAvenue

GAME = AgentAvenue()
