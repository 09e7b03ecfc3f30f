"""The cards of Agent Avenue (Rulebook, Components): 38 agents and 15 black market cards."""

from typing import Literal, get_args

import msgspec

AgentId = Literal[
    "double_agent",
    "enforcer",
    "codebreaker",
    "saboteur",
    "daredevil",
    "sentinel",
    "sidekick",
    "mole",
]
MarketId = Literal[
    "distraction_device",
    "watchtower",
    "sinister_twin",
    "supercomputer",
    "getaway_car",
    "leader_of_the_pack",
    "masterplan",
    "security_system",
    "outpost",
    "secret_recruit",
    "double_trouble",
    "smoke_screen",
    "spycation",
    "mind_control",
    "surveillance_truck",
]

AGENT_IDS: tuple[AgentId, ...] = get_args(AgentId)
"""The agents in the order of the rulebook's list."""

MARKET_IDS: tuple[MarketId, ...] = get_args(MarketId)
"""The black market cards in the order of the reference's list."""

NO_MOVE = None
"""An icon without a number: the meeple stays where it is."""


class AgentCard(msgspec.Struct, frozen=True):
    """An agent: its English name, how often it is in the deck, and its three icons."""

    name: str
    copies: int
    moves: tuple[int | None, int | None, int | None]
    """Spaces forward for the 1st, the 2nd, and the 3rd and every later copy in play."""


class MarketCard(msgspec.Struct, frozen=True):
    """A black market card: resolved once when taken, or kept in play for the rest of the match."""

    name: str
    kind: Literal["instant", "ongoing"]


AGENTS: dict[str, AgentCard] = {
    "double_agent": AgentCard("Double Agent", 6, (-1, 6, -1)),
    "enforcer": AgentCard("Enforcer", 6, (1, 2, 3)),
    "codebreaker": AgentCard("Codebreaker", 6, (0, 0, NO_MOVE)),
    "saboteur": AgentCard("Saboteur", 6, (-1, -1, -2)),
    "daredevil": AgentCard("Daredevil", 6, (2, 3, NO_MOVE)),
    "sentinel": AgentCard("Sentinel", 6, (0, 2, 6)),
    "sidekick": AgentCard("Sidekick", 1, (4, NO_MOVE, NO_MOVE)),
    "mole": AgentCard("Mole", 1, (-3, NO_MOVE, NO_MOVE)),
}

BLACK_MARKET: dict[str, MarketCard] = {
    "distraction_device": MarketCard("Distraction Device", "ongoing"),
    "watchtower": MarketCard("Watchtower", "ongoing"),
    "sinister_twin": MarketCard("Sinister Twin", "ongoing"),
    "supercomputer": MarketCard("Supercomputer", "ongoing"),
    "getaway_car": MarketCard("Getaway Car", "ongoing"),
    "leader_of_the_pack": MarketCard("Leader of the Pack", "ongoing"),
    "masterplan": MarketCard("Masterplan", "ongoing"),
    "security_system": MarketCard("Security System", "ongoing"),
    "outpost": MarketCard("Outpost", "instant"),
    "secret_recruit": MarketCard("Secret Recruit", "instant"),
    "double_trouble": MarketCard("Double Trouble", "instant"),
    "smoke_screen": MarketCard("Smoke Screen", "instant"),
    "spycation": MarketCard("Spycation", "instant"),
    "mind_control": MarketCard("Mind Control", "instant"),
    "surveillance_truck": MarketCard("Surveillance Truck", "instant"),
}

AGENT_DECK: tuple[AgentId, ...] = tuple(
    card for card in AGENT_IDS for _ in range(AGENTS[card].copies)
)
"""All 38 agents, unshuffled."""
