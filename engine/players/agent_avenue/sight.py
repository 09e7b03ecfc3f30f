"""What one seat knows: what it sees now and what it has seen, and worlds that fit all of it."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from msgspec import UNSET

from engine.agent_avenue.actions import Use
from engine.agent_avenue.board import CORNERS
from engine.agent_avenue.cards import (
    AGENT_DECK,
    AGENT_IDS,
    MARKET_IDS,
    AgentId,
    MarketId,
)
from engine.agent_avenue.match import AgentAvenueMatch
from engine.agent_avenue.options import DISCARDS, HAND, Deal, Seating
from engine.agent_avenue.view import AgentAvenueView, lay_out
from engine.game import Action, Seat
from engine.players.agent_avenue.memory import Memory

NO_DEAL = Deal(0, AGENT_DECK)
"""Any deal: what follows from it is replaced by what is known."""


class Sight:
    """One seat's knowledge at one of its decisions."""

    def __init__(self, view: AgentAvenueView, legal: Sequence[Action], memory: Memory) -> None:
        (self.seat,) = (int(key) for key in view.legal)
        self.view = view
        self.memory = memory
        self.seats = len(view.hands)
        self.hand: list[AgentId] = [card for card in view.hands[self.seat] if card is not None]
        self.advanced = bool(view.supply or view.market_deck or any(view.black_market))
        self.ability: MarketId | None = self._ability(legal) if view.step == "ability" else None
        self.me = self._own_team(legal)
        """The own team."""
        self.teams = self._teams()
        self.unseen = self._unseen()
        """Every agent that lies somewhere unseen: in other hands, face down, in the deck, gone."""
        self._base = self._known()

    def _own_team(self, legal: Sequence[Action]) -> int:
        """The view does not say it, but the step does, and for the market what has happened.

        Who has forgotten that is of a team on a corner, the active one first.
        """
        view, seat = self.view, self.seat
        if view.step == "play":
            return view.active
        if view.step == "recruit":
            return 1 - view.active
        if seat in self.memory.team_of:
            return self.memory.team_of[seat]
        for team in (view.active, 1 - view.active):
            if view.spaces[team] in CORNERS and self._may_be_asked(team, legal):
                return team
        return view.active

    def _may_be_asked(self, team: int, legal: Sequence[Action]) -> bool:
        """Whether the ability would ask a team this: some ask for agents that lie open."""
        if self.ability not in ("spycation", "mind_control"):
            return True
        asked = {action.card for action in legal if isinstance(action, Use)}
        return asked == set(self.view.in_play[team if self.ability == "spycation" else 1 - team])

    def _teams(self) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
        """Who plays together."""
        own = {self.seat, *self._mates()}
        others = set(range(self.seats)) - own
        first, second = (own, others) if self.me == 0 else (others, own)
        return tuple(sorted(first)), tuple(sorted(second))

    def _mates(self) -> Sequence[Seat]:
        """The teammate: who acts together, else what has happened, else every other seat."""
        view, team_of = self.view, self.memory.team_of
        if view.step in ("recruit", "market") or (view.step == "play" and not view.table.face_up):
            return view.to_act
        rest = [seat for seat in range(self.seats) if seat != self.seat]
        known = [seat for seat in rest if team_of.get(seat) == self.me]
        if known or self.seats == 2:
            return known
        of_two = [seat for seat in rest if view.discards_left[seat] <= DISCARDS[2]]
        possible = [seat for seat in of_two if seat not in team_of]
        likely = [seat for seat in possible if (seat - self.seat) % 2 == 0]
        must = self.seats == 4 or view.step == "play"  # the teammate has laid the face-up card
        return (likely or (possible if must else []))[:1]

    def _ability(self, legal: Sequence[Action]) -> MarketId:
        """The ability that asks: the card that was taken last, or one that has such choices."""
        if self.memory.took:
            return self.memory.took[-1]
        choices = [action for action in legal if isinstance(action, Use)]
        if choices[0].recruit is not UNSET:
            return "spycation"
        cards = {choice.card for choice in choices}
        if cards == {card for card in self.hand if self.hand.count(card) > 1}:
            return "double_trouble"
        return "secret_recruit" if cards <= set(self.hand) else "mind_control"

    def _unseen(self) -> Counter[AgentId]:
        view = self.view
        unseen = Counter(AGENT_DECK)
        for in_play in view.in_play:
            for card in AGENT_IDS:
                unseen[card] -= in_play.get(card, 0)
        table = view.table
        unseen.subtract([*self.hand, *self.memory.own_discards])
        for card in (table.face_up, table.face_down):
            if card is not None:
                unseen[card] -= 1
        return +unseen

    def _known(self) -> AgentAvenueMatch:
        """A match with everything that lies open, and the own hand."""
        view = self.view
        match = AgentAvenueMatch(NO_DEAL, _seating(self.teams))
        match.step = view.step
        match.active = view.active
        match.acting = tuple(view.to_act)
        lay_out(match, view)
        match.face_up = view.table.face_up
        match.face_down = view.table.face_down
        match.discards_left = list(view.discards_left)
        match.supply = tuple(view.supply)
        match.ability = self.ability
        match.hands = [[] for _ in range(self.seats)]
        match.hands[self.seat] = self.hand.copy()
        match.agents = AGENT_DECK
        match.drawn = len(AGENT_DECK) - view.deck
        if self.advanced:
            match.black_market = MARKET_IDS
            match.revealed = len(MARKET_IDS) - view.market_deck
        if view.step == "market":
            match.landings = (self.me, *self._other_landing())
        elif view.step == "ability":
            match.landings = self._other_landing()
        return match

    def _other_landing(self) -> tuple[int, ...]:
        """The other team, if it takes a card after the own one."""
        other = 1 - self.me
        waits = self.me == self.view.active and other in self.memory.moved
        return (other,) if waits and self.view.spaces[other] in CORNERS else ()

    def known(self) -> AgentAvenueMatch:
        """A match in which nothing is imagined: of other hands only the size is right."""
        match = self._base.copy()
        for hand, cards in zip(match.hands, self.view.hands, strict=True):
            hand.extend(AGENT_DECK[len(hand) : len(cards)])
        return match

    def empty_table(self) -> AgentAvenueMatch:
        """A match of the same teams and mode before its first turn."""
        match = AgentAvenueMatch(NO_DEAL, _seating(self.teams))
        match.discards_left = [DISCARDS[len(self.teams[team])] for team in match.team_of]
        match.drawn = HAND * self.seats
        match.active = self.memory.first
        if self.advanced:
            match.black_market = MARKET_IDS
        return match

    def imagine(self, rng: Random, downs: Sequence[float] | None = None) -> AgentAvenueMatch:
        """A match that looks to this seat, then and now, like the one it plays in.

        `downs` are the weights of the agents, in their order, as the face-down card.
        """
        match = self._base.copy()
        pool = list(self.unseen.elements())
        if match.step == "recruit":
            assert downs is not None
            (down,) = rng.choices(AGENT_IDS, downs) if any(downs) else rng.choices(pool)
            match.face_down = down
            match.face_down_seat = next(s for s in range(self.seats) if s not in match.acting)
            pool.remove(down)
        rng.shuffle(pool)
        self._deal_known(match, pool)
        for seat, cards in enumerate(self.view.hands):
            hand = match.hands[seat]
            while seat != self.seat and len(hand) < len(cards):
                hand.append(pool.pop())
        match.agents = tuple(pool[: self.view.deck])
        match.drawn = 0
        if self.advanced:
            self._shuffle_market(match, rng)
        return match

    def _deal_known(self, match: AgentAvenueMatch, pool: list[AgentId]) -> None:
        """Cards that were seen on their way into another hand, as far as they can be there."""
        for seat, cards in self.memory.held.items():
            for card in cards:
                if len(match.hands[seat]) < len(self.view.hands[seat]) and card in pool:
                    pool.remove(card)
                    match.hands[seat].append(card)

    def _shuffle_market(self, match: AgentAvenueMatch, rng: Random) -> None:
        """The unseen black market cards in any order under those that have been seen."""
        seen = {*self.view.supply, *self.memory.took}
        for cards in self.view.black_market:
            seen.update(cards)
        left: list[MarketId] = [card for card in MARKET_IDS if card not in seen]
        rng.shuffle(left)
        market = (*MARKET_IDS[: match.revealed], *left)
        match.black_market = market[: len(MARKET_IDS)]


def _seating(teams: tuple[tuple[Seat, ...], tuple[Seat, ...]]) -> Seating:
    seats = len(teams[0]) + len(teams[1])
    return Seating(teams, tuple(int(seat in teams[1]) for seat in range(seats)), (0,) * seats)
