"""A match in progress: what lies where, and the small changes that the rules are made of."""

from typing import Literal, Self

from engine.agent_avenue.cards import AgentId, MarketId
from engine.agent_avenue.conditions import Condition
from engine.agent_avenue.events import Drew
from engine.agent_avenue.options import HAND, SUPPLY, Deal, Seating
from engine.agent_avenue.race import Race
from engine.game import Log, Seat

Step = Literal["play", "recruit", "market", "ability", "over"]


class MatchState(Race):
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
        "hands",
        "landings",
        "over",
        "revealed",
        "seats",
        "step",
        "supply",
        "team_of",
        "teams",
        "turn",
        "winners",
    )

    def __init__(self, deal: Deal, seating: Seating) -> None:
        """Rulebook, Game setup. The deal has been checked."""
        super().__init__()
        self.teams, self.team_of, discards = seating
        seats = self.seats = len(self.team_of)

        self.over = False
        self.turn = 1
        self.active: int = deal.first
        self.step: Step = "play"
        self.acting: tuple[Seat, ...] = self.teams[deal.first]
        """The seats that may act."""

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

        self.black_market: tuple[MarketId, ...] = deal.black_market or ()
        """All black market cards in draw order (none in simple mode)."""
        self.supply: tuple[MarketId, ...] = self.black_market[:SUPPLY]
        self.revealed = len(self.supply)
        self.landings: tuple[int, ...] = ()
        """The teams that still take a card for landing on a corner, in this order."""
        self.ability: MarketId | None = None
        """The instant ability being resolved by the one acting seat."""

        self.winners: tuple[Seat, ...] = ()
        self.conditions: tuple[Condition, ...] = ()

    def copy(self) -> Self:
        """An independent copy."""
        twin = super().copy()
        twin.seats = self.seats
        twin.teams = self.teams
        twin.team_of = self.team_of
        twin.over = self.over
        twin.turn = self.turn
        twin.active = self.active
        twin.step = self.step
        twin.acting = self.acting
        twin.agents = self.agents
        twin.drawn = self.drawn
        twin.hands = [hand.copy() for hand in self.hands]
        twin.discards_left = self.discards_left.copy()
        twin.face_up = self.face_up
        twin.face_down = self.face_down
        twin.face_down_seat = self.face_down_seat
        twin.black_market = self.black_market
        twin.revealed = self.revealed
        twin.supply = self.supply
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
        return len(self.black_market) - self.revealed

    def fill_hand(self, seat: Seat, log: Log) -> None:
        """Rulebook, Cards in hand: with fewer than 4 cards, draw up to 4."""
        hand, drawn = self.hands[seat], self.drawn
        missing = HAND - len(hand)
        if missing > 0 and drawn < len(self.agents):
            cards = self.agents[drawn : drawn + missing]
            self.drawn = drawn + len(cards)
            hand += cards
            if log is not None:
                log.append(Drew(seat, cards))

    def draw_one(self, seat: Seat, log: Log) -> None:
        """Draw 1 card, however many are in hand. The deck is not empty."""
        card = self.agents[self.drawn]
        self.drawn += 1
        self.hands[seat].append(card)
        if log is not None:
            log.append(Drew(seat, (card,)))
