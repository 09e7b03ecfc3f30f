"""A match in progress: what lies where, and the small changes that the rules are made of."""

from typing import Literal, Self

from engine.agent_avenue.board import CORNERS, HOMES, space_after
from engine.agent_avenue.cards import AgentId, MarketId
from engine.agent_avenue.conditions import Condition
from engine.agent_avenue.events import Drew, Moved, Recruited
from engine.agent_avenue.movement import GETAWAY_CAR, NO_MARKET_STEPS, StepTable
from engine.agent_avenue.options import HAND, SUPPLY, Deal, Seating
from engine.game import Event, Seat

Step = Literal["play", "recruit", "market", "ability", "over"]
Log = list[Event]

START_GAP = 7
"""Spaces from each meeple forward to the other at the start; the two gaps always sum to 14."""


class MatchState:
    """The data of a match. Teams and seats are numbers; every list is indexed by one of them."""

    __slots__ = (
        "ability",
        "acting",
        "active",
        "agents",
        "black_market",
        "conditions",
        "discards_left",
        "drawn",
        "face_down",
        "face_down_seat",
        "face_up",
        "gaps",
        "hands",
        "in_play",
        "landings",
        "ongoing",
        "over",
        "revealed",
        "seats",
        "spaces",
        "step",
        "steps",
        "supply",
        "team_of",
        "teams",
        "turn",
        "winners",
    )

    def __init__(self, deal: Deal, seating: Seating) -> None:
        """Rulebook, Game setup. The deal has been checked."""
        self.teams, self.team_of, discards = seating
        seats = self.seats = len(self.team_of)

        self.over = False
        self.turn = 1
        self.active: int = deal.first
        self.step: Step = "play"
        self.acting: tuple[Seat, ...] = self.teams[deal.first]
        """The seats that may act."""

        self.gaps = [START_GAP, START_GAP]
        """Spaces forward from each team's meeple to the other's, not wrapped: 0 or less catches."""
        self.spaces: list[int] = list(HOMES)

        self.agents = deal.agents
        """All agents in draw order; those before `drawn` have left the deck."""
        self.drawn = HAND * seats
        self.hands: list[list[AgentId]] = [
            list(deal.agents[HAND * seat : HAND * (seat + 1)]) for seat in range(seats)
        ]
        self.discards_left = list(discards)
        self.face_up: AgentId | None = None
        self.face_down: AgentId | None = None
        self.face_down_seat: Seat = 0
        """Who laid the face-down card; meaningless while there is none."""
        self.in_play: list[dict[AgentId, int]] = [{}, {}]
        """Number of copies of each agent in play for a team, without zeros."""
        self.steps: list[StepTable] = [NO_MARKET_STEPS] * 2
        """How far each agent moves a team, ongoing black market cards included."""

        self.black_market: tuple[MarketId, ...] = deal.black_market or ()
        """All black market cards in draw order (none in simple mode)."""
        self.revealed = SUPPLY
        self.supply: tuple[MarketId, ...] = self.black_market[:SUPPLY]
        self.ongoing: list[tuple[MarketId, ...]] = [(), ()]
        self.landings: tuple[int, ...] = tuple[int, ...]()
        """The teams that still take a card for landing on a corner, in this order."""
        self.ability: MarketId | None = None
        """The instant ability being resolved by the one acting seat."""

        self.winners: tuple[Seat, ...] = ()
        self.conditions: tuple[Condition, ...] = ()

    def copy(self) -> Self:
        """An independent copy."""
        twin = object.__new__(type(self))
        twin.seats = self.seats
        twin.teams = self.teams
        twin.team_of = self.team_of
        twin.over = self.over
        twin.turn = self.turn
        twin.active = self.active
        twin.step = self.step
        twin.acting = self.acting
        twin.gaps = self.gaps.copy()
        twin.spaces = self.spaces.copy()
        twin.agents = self.agents
        twin.drawn = self.drawn
        twin.hands = [hand.copy() for hand in self.hands]
        twin.discards_left = self.discards_left.copy()
        twin.face_up = self.face_up
        twin.face_down = self.face_down
        twin.face_down_seat = self.face_down_seat
        twin.in_play = [self.in_play[0].copy(), self.in_play[1].copy()]
        twin.steps = self.steps.copy()
        twin.black_market = self.black_market
        twin.revealed = self.revealed
        twin.supply = self.supply
        twin.ongoing = self.ongoing.copy()
        twin.landings = self.landings
        twin.ability = self.ability
        twin.winners = self.winners
        twin.conditions = self.conditions
        return twin

    @property
    def deck(self) -> int:
        """The number of cards left in the agent deck."""
        return len(self.agents) - self.drawn

    @property
    def market_deck(self) -> int:
        """The number of cards left in the black market deck."""
        return max(len(self.black_market) - self.revealed, 0)

    def fill_hand(self, seat: Seat, log: Log) -> None:
        """Rulebook, Cards in hand: with fewer than 4 cards, draw up to 4."""
        missing = HAND - len(self.hands[seat])
        if missing > 0 and self.drawn < len(self.agents):
            self.draw(seat, missing, log)

    def draw(self, seat: Seat, number: int, log: Log) -> None:
        """Draw this many cards, or as many as the deck still has."""
        cards = self.agents[self.drawn : self.drawn + number]
        self.drawn += len(cards)
        self.hands[seat] += cards
        log.append(Drew(seat, cards))

    def place(self, team: int, seat: Seat | None, card: AgentId, by: str, log: Log) -> int:
        """Put a recruited agent in play. Returns how far it moves the team's meeple."""
        in_play = self.in_play[team]
        copy = in_play.get(card, 0) + 1
        in_play[card] = copy
        log.append(Recruited(team, seat, card, copy, by))
        return self.steps[team][card][copy]

    def remove(self, team: int, card: AgentId) -> None:
        """Take an agent out of play. The meeple does not move."""
        in_play = self.in_play[team]
        in_play[card] -= 1
        if not in_play[card]:
            del in_play[card]

    def advance(self, team: int, steps: int, by: str, log: Log) -> bool:
        """Move a meeple, Getaway Car included. True if it moved and came to rest on a corner."""
        if not steps:
            return False
        self.gaps[team] -= steps
        self.gaps[1 - team] += steps
        space = self.spaces[team] = space_after(self.spaces[team], steps)
        log.append(Moved(team, steps, by))
        if space in HOMES and "getaway_car" in self.ongoing[team]:
            return self.advance(team, GETAWAY_CAR, "getaway_car", log)
        return space in CORNERS
