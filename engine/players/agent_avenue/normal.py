"""The standard opponent for Agent Avenue: public arithmetic and a small expectation.

It judges what lies open after each possible recruiting, with an average over the cards it cannot
see, and guesses that the other side does the same. It remembers nothing and looks one turn ahead.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from random import Random

from msgspec import UNSET

from engine.agent_avenue.actions import Discard, Play, Recruit, Take, Use
from engine.agent_avenue.board import CORNERS
from engine.agent_avenue.cards import AGENT_IDS, AGENTS, BLACK_MARKET, AgentId, MarketId
from engine.agent_avenue.end import fulfilled, winner
from engine.agent_avenue.race import Race
from engine.agent_avenue.view import AgentAvenueView, laid_out
from engine.game import Action, Event

WIN = 25.0
"""What a decided match is worth, in spaces; a sure win outweighs any position."""

CHANCE = 0.35
"""How likely a team is to get a particular agent as its next one, roughly."""

CODEBREAKERS = (0.0, 0.4, 2.5)
DAREDEVILS = (0.0, -0.8, -6.0)
"""What 0, 1 or 2 of them in play are worth, beside their movement."""

CORNER = 1.5
"""What landing on a corner is worth while there is something to take."""

KEPT: Mapping[str, float] = {"getaway_car": 1.0, "security_system": 1.5, "masterplan": 0.5}
"""What an ongoing card is worth beyond the movement of agents."""

CERTAINTY = 0.1
"""How clearly the other side prefers the better of two cards, a space of difference."""

CATCH = 6.0
"""What a next agent that would catch is worth, beside its movement."""

NOISE = 0.3
"""How much chance there is in a choice between nearly equal actions, in spaces."""

DISCARD_BELOW = -0.7
"""With nothing better to play than this loss, in spaces, a card is discarded."""


class AgentAvenuePlayer:
    """Plays simple and advanced mode, alone or in a team."""

    def choose(
        self,
        view: AgentAvenueView,
        legal: Sequence[Action],
        rng: Random,
        seen: Sequence[Event] = (),
    ) -> Action:
        """The action that looks best, with a little chance among nearly equal ones."""
        if len(legal) == 1:
            return legal[0]
        sight = Sight(view)
        worth = [(sight.worth(action) + NOISE * rng.random(), action) for action in legal]
        return max(worth, key=lambda pair: pair[0])[1]


class Sight:
    """What one seat makes of what it sees."""

    def __init__(self, view: AgentAvenueView) -> None:
        (seat,) = (int(key) for key in view.legal)
        self.view = view
        self.hand: list[AgentId] = [card for card in view.hands[seat] if card is not None]
        self.race = laid_out(view)
        self.from_hand = False
        """Whether the ability being resolved recruits from hand."""
        self.me = self._own_team(view.legal[str(seat)])
        self.hidden = _hidden(view)
        """How many of each agent do not lie open."""
        self.unseen = self._unseen()
        self.total = max(sum(self.unseen.values()), 1)
        self.now = self.judge(self.race)

    def worth(self, action: Action) -> float:
        """How good an action looks, in spaces that the own team is ahead."""
        match action:
            case Discard(card):
                return self.now + DISCARD_BELOW - 0.1 * self.hand.count(card)
            case Play():
                return self.offer(action)
            case Recruit(pick):
                return self.recruit(pick == "face_up")
            case Take(card):
                return self.take(card)
            case Use():
                return self.use(action)
            case _:
                return -WIN

    # What the view holds between the lines.

    def _own_team(self, legal: Sequence[Action]) -> int:
        """The team of the seat that is to act; the view does not say it, but the step does.

        A team that takes stands on a corner; if both do, the active one comes first. What an
        ability lets choose from tells which ability it is, and mostly whose.
        """
        view = self.view
        if view.step == "play":
            return view.active
        if view.step == "recruit":
            return 1 - view.active
        teams = [t for t in (view.active, 1 - view.active) if view.spaces[t] in CORNERS]
        choices = [action for action in legal if isinstance(action, Use)]
        return next((team for team in teams if self._explains(team, choices)), teams[0])

    def _explains(self, team: int, choices: Sequence[Use]) -> bool:
        """Whether a seat of this team could have these choices."""
        cards = {choice.card for choice in choices}
        own, others = (set(self.race.in_play[t]) for t in (team, 1 - team))
        if any(choice.recruit is not UNSET for choice in choices):
            return cards == own
        self.from_hand = cards in (self.held_twice(), set(self.hand) - own)
        return self.from_hand or cards == others

    def _unseen(self) -> dict[AgentId, int]:
        """How many of each agent the own seat has no idea where they are."""
        down = self.view.table.face_down
        return {
            card: left
            for card, count in self.hidden.items()
            if (left := count - self.hand.count(card) - (card == down)) > 0
        }

    # The Play step and the Recruit step.

    def offer(self, action: Play) -> float:
        """Offering two cards, of which the other side takes the one that looks better to it."""
        up = self.view.table.face_up if action.face_up is UNSET else action.face_up
        assert up is not None
        down = action.face_down
        downs: Mapping[AgentId, int] = {down: 1} if down else _without(self.unseen, up)
        likely = self.chance_of_face_up(up)
        return _mean(
            (
                likely * self.after(mine=down, theirs=up)
                + (1 - likely) * self.after(mine=up, theirs=down),
                count,
            )
            for down, count in downs.items()
        )

    def chance_of_face_up(self, up: AgentId) -> float:
        """How likely the other side is to take the face-up card, not knowing the other one."""
        downs = _without(self.hidden, up)
        gain = _mean(
            (self.after(mine=up, theirs=down) - self.after(mine=down, theirs=up), count)
            for down, count in downs.items()
        )
        return 1 / (1 + math.exp(-CERTAINTY * gain))

    def recruit(self, face_up: bool) -> float:
        """Taking the face-up card, or the other one."""
        up = self.view.table.face_up
        assert up is not None
        return _mean(
            (self.after(up, down) if face_up else self.after(down, up), count)
            for down, count in _without(self.unseen, up).items()
        )

    def after(self, mine: AgentId, theirs: AgentId) -> float:
        """Both teams recruit their card of the table."""
        race = self.race.copy()
        steps = race.place(self.me, mine)
        their_steps = race.place(1 - self.me, theirs)
        landed = race.advance(self.me, steps)
        they_landed = race.advance(1 - self.me, their_steps)
        corners = CORNER * (landed - they_landed) if self.view.supply else 0
        return self.judge(race) + corners

    # The black market.

    def take(self, card: MarketId) -> float:
        """Taking a card of the supply."""
        if BLACK_MARKET[card].kind == "ongoing":
            race = self.race.copy()
            race.keep(self.me, card)
            return self.judge(race) + KEPT.get(card, 0)
        if card == "smoke_screen":
            return self.smoke() if self.view.deck else self.now
        return max([self.now, *self.resolved(card)])

    def resolved(self, card: MarketId) -> list[float]:
        """What an instant ability can lead to."""
        own, others = self.race.in_play[self.me], self.race.in_play[1 - self.me]
        match card:
            case "surveillance_truck":
                return [self.recruited(None)]
            case "outpost":
                return [self.recruited("sentinel")] if "sentinel" in self.hand else []
            case "secret_recruit":
                return [self.recruited(agent) for agent in self.hand if agent not in own]
            case "double_trouble":
                return [self.recruited(agent) for agent in self.held_twice()]
            case "mind_control":
                return [self.removed(agent, 1 - self.me, False) for agent in others]
            case _:
                return [
                    self.removed(agent, self.me, again) for agent in own for again in (False, True)
                ]

    def smoke(self) -> float:
        """Smoke Screen: whatever lies on top of the deck."""
        return _mean((self.recruited(agent), count) for agent, count in self.unseen.items())

    def use(self, action: Use) -> float:
        """A choice of an instant ability."""
        if self.from_hand:
            return self.recruited(action.card)
        team = 1 - self.me if action.recruit is UNSET else self.me
        return self.removed(action.card, team, again=action.recruit is True)

    def held_twice(self) -> set[AgentId]:
        """The agents of which there are two in hand."""
        return {agent for agent in AGENT_IDS if self.hand.count(agent) > 1}

    def recruited(self, card: AgentId | None) -> float:
        """The own team recruits this agent, or just moves 1 forward."""
        return self._moved(self.race.copy(), card)

    def removed(self, card: AgentId, team: int, again: bool) -> float:
        """An agent leaves a team's play, and may be recruited again at once."""
        race = self.race.copy()
        race.remove(team, card)
        return self._moved(race, card) if again else self.judge(race)

    def _moved(self, race: Race, card: AgentId | None) -> float:
        steps = 1 if card is None else race.place(self.me, card)
        landed = race.advance(self.me, steps)
        return self.judge(race) + CORNER * landed

    # Public arithmetic.

    def judge(self, race: Race) -> float:
        """How far the own team is ahead if the turn ends like this, in spaces."""
        conditions = fulfilled(race)
        if conditions:
            return WIN if winner(conditions, self.view.active) == self.me else -WIN
        lead = (race.gaps[1 - self.me] - race.gaps[self.me]) / 2
        return lead + self.prospects(race, self.me) - self.prospects(race, 1 - self.me)

    def prospects(self, race: Race, team: int) -> float:
        """What the agents that a team has in play promise for its next ones."""
        in_play, steps, gap = race.in_play[team], race.steps[team], race.gaps[team]
        promise = 0.0
        for card, count in self.unseen.items():
            copy = in_play.get(card, 0) + 1
            if copy < len(steps[card]):
                step = steps[card][copy]
                promise += count * (step + (CATCH if step >= gap else 0))
        codebreakers = min(in_play.get("codebreaker", 0), 2)
        daredevils = min(in_play.get("daredevil", 0), 2)
        leads = "leader_of_the_pack" in race.ongoing[team]
        return (
            CHANCE * promise / self.total
            + CODEBREAKERS[codebreakers]
            + (CODEBREAKERS if leads else DAREDEVILS)[daredevils]
        )


def _hidden(view: AgentAvenueView) -> dict[AgentId, int]:
    """How many of each agent are not seen by everybody."""
    up = view.table.face_up
    first, second = view.in_play
    return {
        card: AGENTS[card].copies - first.get(card, 0) - second.get(card, 0) - (card == up)
        for card in AGENT_IDS
    }


def _without(cards: Mapping[AgentId, int], name: AgentId) -> Mapping[AgentId, int]:
    """The cards of other names, if there are any: two cards on the table differ."""
    return {card: count for card, count in cards.items() if count and card != name} or cards


def _mean(values: Iterable[tuple[float, int]]) -> float:
    """The mean of values, each with its weight."""
    pairs = list(values)
    return sum(value * weight for value, weight in pairs) / sum(weight for _, weight in pairs)
