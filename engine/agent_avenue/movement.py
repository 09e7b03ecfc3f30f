"""How far recruiting an agent moves the meeple (Rulebook, Recruit; black market cards)."""

from collections.abc import Collection, Mapping
from functools import cache

from engine.agent_avenue.cards import AGENTS

LAST_ICON = 3
"""Rulebook, Reminders: the 4th, 5th or 6th agent of a name counts as the 3rd."""

WATCHTOWER = 2
SINISTER_TWIN = 2
SUPERCOMPUTER = 3
GETAWAY_CAR = 3
SURVEILLANCE_TRUCK = 1

StepTable = Mapping[str, tuple[int, ...]]
"""For each agent, the spaces to move, by the number of its copies in play (index 0 is unused)."""


@cache
def steps_with(ongoing: frozenset[str]) -> StepTable:
    """The movements of every agent for a team with these ongoing black market cards in play."""
    return {card: _steps(card, ongoing) for card in AGENTS}


def _steps(card: str, ongoing: Collection[str]) -> tuple[int, ...]:
    most = max(AGENTS[card].copies, LAST_ICON)
    icons = [AGENTS[card].moves[min(copy, LAST_ICON) - 1] or 0 for copy in range(1, most + 1)]
    if card == "saboteur" and "distraction_device" in ongoing:
        icons = [abs(icon) for icon in icons]
    elif card == "double_agent" and "sinister_twin" in ongoing:
        icons = [SINISTER_TWIN * icon for icon in icons]
    elif card == "enforcer" and "watchtower" in ongoing:
        icons = [icon + WATCHTOWER for icon in icons]
    elif card == "codebreaker" and "supercomputer" in ongoing:
        icons = [SUPERCOMPUTER for _ in icons]
    return (0, *icons)


NO_MARKET_STEPS = steps_with(frozenset[str]())
"""The printed movements."""
