"""What lies open before the two teams: their meeples, their agents, their ongoing cards."""

from typing import Self

from engine.agent_avenue.board import CORNERS, HOMES, SPACES
from engine.agent_avenue.cards import AgentId, MarketId
from engine.agent_avenue.events import Moved
from engine.agent_avenue.movement import GETAWAY_CAR, NO_MARKET_STEPS, StepTable, steps_with
from engine.game import Log

START_GAP = 7
"""Spaces from each meeple forward to the other at the start; the two gaps always sum to 14."""


class Race:
    """The race around the ring, all of it public. Every list is indexed by the team."""

    __slots__ = ("gaps", "in_play", "ongoing", "spaces", "steps")

    def __init__(self) -> None:
        """Rulebook, Game setup: both meeples at home, nothing in play."""
        self.gaps = [START_GAP, START_GAP]
        """Spaces forward from each team's meeple to the other's, not wrapped: 0 or less catches."""
        self.spaces: list[int] = list(HOMES)
        self.in_play: list[dict[AgentId, int]] = [{}, {}]
        """Number of copies of each agent in play for a team, without zeros."""
        self.ongoing: list[tuple[MarketId, ...]] = [(), ()]
        self.steps: list[StepTable] = [NO_MARKET_STEPS] * 2
        """How far each agent moves a team, ongoing black market cards included."""

    def copy(self) -> Self:
        """An independent copy."""
        twin = object.__new__(type(self))
        twin.gaps = self.gaps.copy()
        twin.spaces = self.spaces.copy()
        twin.in_play = [self.in_play[0].copy(), self.in_play[1].copy()]
        twin.ongoing = self.ongoing.copy()
        twin.steps = self.steps.copy()
        return twin

    def place(self, team: int, card: AgentId) -> int:
        """Put a recruited agent in play. Returns how far it moves the team's meeple."""
        in_play = self.in_play[team]
        copy = in_play[card] = in_play.get(card, 0) + 1
        return self.steps[team][card][copy]

    def remove(self, team: int, card: AgentId) -> None:
        """Take an agent out of play. The meeple does not move."""
        in_play = self.in_play[team]
        in_play[card] -= 1
        if not in_play[card]:
            del in_play[card]

    def advance(self, team: int, steps: int, by: str = "", log: Log = None) -> bool:
        """Move a meeple, Getaway Car included. True if it moved and came to rest on a corner."""
        if not steps:
            return False
        gaps = self.gaps
        gaps[team] -= steps
        gaps[1 - team] += steps
        spaces = self.spaces  # `space_after` would take longer to call than to write out
        space = spaces[team] = (spaces[team] - 1 + steps) % SPACES + 1
        if log is not None:
            log.append(Moved(team, steps, by))
        if space in HOMES and "getaway_car" in self.ongoing[team]:
            return self.advance(team, GETAWAY_CAR, "getaway_car", log)
        return space in CORNERS

    def keep(self, team: int, card: MarketId) -> None:
        """Put an ongoing black market card in play: from now on it counts."""
        self.ongoing[team] += (card,)
        self.steps[team] = steps_with(frozenset(self.ongoing[team]))
