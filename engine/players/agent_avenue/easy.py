"""The easy opponent for Agent Avenue: plays on sight, and forgives.

It sees what normal sees, but looks at its choices less closely: differences of a few spaces escape
it, and it never discards. A choice that is much worse than the best one is out of the question, so
what would end the match at once is overlooked only where the match is as good as decided anyway.
"""

from collections.abc import Sequence
from random import Random

from engine.agent_avenue.actions import Discard
from engine.agent_avenue.view import AgentAvenueView
from engine.game import Action, Event
from engine.players.agent_avenue.normal import Sight

CARELESSNESS = 7.0
"""Differences up to this many spaces may escape it."""


class EasyAgentAvenuePlayer:
    """Plays simple and advanced mode, alone or in a team."""

    def choose(
        self,
        view: AgentAvenueView,
        legal: Sequence[Action],
        rng: Random,
        seen: Sequence[Event] = (),
    ) -> Action:
        """One of the choices that look good enough at a glance."""
        choices = [action for action in legal if not isinstance(action, Discard)]
        if len(choices) == 1:
            return choices[0]
        sight = Sight(view)
        return max(choices, key=lambda action: sight.worth(action) + CARELESSNESS * rng.random())
