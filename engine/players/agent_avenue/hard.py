"""The hard opponent for Agent Avenue: learned values, a reading of the other side, and playouts.

Every choice is first judged one turn ahead: what the other side is likely to do (`reader`), and
what the learned values say about the position that follows. The choices that come near the best one
are then played out for a few turns in imagined worlds that fit all that the seat has seen, each
choice in the same worlds. Between choices that are nearly as good it lets chance decide, so that it
cannot be read.
"""

from collections.abc import Mapping, Sequence
from random import Random

from engine.agent_avenue.actions import RECRUITS, Discard, Play
from engine.agent_avenue.match import AgentAvenueMatch
from engine.agent_avenue.view import AgentAvenueView
from engine.game import Action, Event
from engine.players.agent_avenue.forecast import NUMBER, Outlook
from engine.players.agent_avenue.memory import Memory
from engine.players.agent_avenue.policy import (
    discard_worth,
    hand_worth,
    likely_downs,
    offer_worth,
    play_on,
    standing,
)
from engine.players.agent_avenue.reader import read
from engine.players.agent_avenue.sight import Sight
from engine.players.agent_avenue.values import values
from engine.players.budget import Budget, Thinker

TURN_OF_CHOICE = 1
"""The number of the turn in which the choice is made, in imagined worlds."""

TURNS = 1
"""How many turns are played out after the one in which the choice is made."""

NEAR = 0.06
"""Choices that are this much worse, one turn ahead, are not played out, in winning chance."""

SURE = 1 - 1e-9
"""From this on a choice wins, whatever is hidden and whatever the other side does."""

MOST = 4
"""No more choices than this are played out."""

TRUST = 20.0
"""How many imagined worlds the judgement one turn ahead counts for."""

DISCARD_COST = 0.03
"""What one of the few discards of a match is worth, in winning chance."""

MARKET_WORLDS = 6
"""In how many worlds a choice of the black market is judged one turn ahead."""

MIXED = 0.01
"""How much chance there is in the worth of a choice."""


class HardAgentAvenuePlayer(Thinker, frozen=True):
    """Plays simple and advanced mode, alone or in a team."""

    def choose(
        self,
        view: AgentAvenueView,
        legal: Sequence[Action],
        rng: Random,
        seen: Sequence[Event] = (),
    ) -> Action:
        """The choice that wins most often."""
        if len(legal) == 1:
            return legal[0]
        (seat,) = (int(key) for key in view.legal)
        return Thought(view, legal, Memory(seat, view.active, seen), seen).best(self.budget, rng)


class Thought:
    """One decision."""

    def __init__(
        self, view: AgentAvenueView, legal: Sequence[Action], memory: Memory, seen: Sequence[Event]
    ) -> None:
        self.sight = Sight(view, legal, memory)
        self.legal = legal
        self.values = values("advanced" if self.sight.advanced else "simple")
        self.me = self.sight.me
        self.known = self.sight.known()
        self.downs: list[float] | None = None
        """How likely each agent is to be the face-down one."""
        if view.step == "play":
            reader = read(self.sight.empty_table(), self.me, seen, self.values)
            self.outlook = Outlook(self.known, self.values, reader.face_up)
        elif view.step == "recruit":
            self.outlook = Outlook(self.known, self.values)
            up = self.known.face_up
            assert up is not None
            self.downs = likely_downs(
                self.outlook, NUMBER[up], [*self.sight.hand, *memory.own_discards]
            )

    def best(self, budget: Budget, rng: Random) -> Action:
        """The best choice, as far as the budget allows to tell."""
        worth = self.judged(rng)
        tried = worth_trying(worth)
        if len(tried) == 1:
            return tried[0]
        sums = dict.fromkeys(tried, 0.0)
        count = 0
        for _ in budget.worlds():
            world = self.sight.imagine(rng, self.downs)
            seed = rng.random()
            for action in tried:
                sums[action] += self.surprise(world.copy(), action, Random(seed))
            count += 1
        return max(
            tried,
            key=lambda action: (
                worth[action] + sums[action] / (TRUST + count) + MIXED * rng.random()
            ),
        )

    # One turn ahead.

    def judged(self, rng: Random) -> dict[Action, float]:
        """How likely the own team is to win after each choice."""
        step = self.sight.view.step
        if step == "recruit":
            return self.judged_recruits()
        if step == "play":
            return {action: self.judge_play(action) for action in self.legal}
        return self.judged_market(rng)

    def judged_recruits(self) -> dict[Action, float]:
        """Either card, given how likely each face-down one is."""
        assert self.downs is not None
        assert self.known.face_up is not None
        up, chances, total = NUMBER[self.known.face_up], self.outlook.chances, sum(self.downs)
        if not total:
            return dict.fromkeys(RECRUITS, 0.5)
        likely = list(enumerate(self.downs))
        taken = sum(weight * chances[up][down] for down, weight in likely) / total
        left = sum(weight * chances[down][up] for down, weight in likely) / total
        return {RECRUITS[0]: 1 - taken, RECRUITS[1]: 1 - left}

    def judge_play(self, action: Action) -> float:
        """An offer, or a discard and then the best offer."""
        if isinstance(action, Discard):
            worth = discard_worth(self.known, self.sight.hand, action.card, self.outlook)
            return worth - DISCARD_COST
        assert isinstance(action, Play)
        return offer_worth(self.known, action, self.outlook)

    def judged_market(self, rng: Random) -> dict[Action, float]:
        """Taking or using a black market card, each choice in the same few worlds."""
        worth = dict.fromkeys(self.legal, 0.0)
        for _ in range(MARKET_WORLDS):
            world = self.sight.imagine(rng)
            seed = rng.random()
            for action in self.legal:
                after = world.copy()
                after.carry_out(self.sight.seat, action)
                self.finish_turn(after, Random(seed))
                worth[action] += standing(after, self.me, self.values) / MARKET_WORLDS
        return worth

    def finish_turn(self, world: AgentAvenueMatch, rng: Random) -> None:
        """Play on to the end of the turn in which the choice is made."""
        if world.step == "recruit" and self.sight.view.step == "play":
            assert world.face_up is not None
            takes = rng.random() < self.outlook.face_up(NUMBER[world.face_up])
            world.carry_out(world.acting[0], RECRUITS[0 if takes else 1])
        play_on(world, TURN_OF_CHOICE + 1 - world.turn, self.values, rng)

    # Playing out.

    def surprise(self, world: AgentAvenueMatch, action: Action, rng: Random) -> float:
        """How much better a world is some turns after an action than it looked after one."""
        world.carry_out(self.sight.seat, action)
        self.finish_turn(world, rng)
        if world.over:
            return 0.0
        looked = standing(world, self.me, self.values)
        play_on(world, TURNS, self.values, rng)
        return self.outcome(world) - looked

    def outcome(self, world: AgentAvenueMatch) -> float:
        """How likely the own team is to win; with its turn ahead, its hand counts."""
        if world.over or world.active != self.me:
            return standing(world, self.me, self.values)
        outlook = Outlook(world, self.values)
        hands = [world.hands[seat] for seat in world.acting]
        return sum(hand_worth(world, hand, outlook) for hand in hands) / len(hands)


def worth_trying(worth: Mapping[Action, float]) -> list[Action]:
    """The choices near the best one, the best first.

    Nothing comes near a sure win, and no sure loss near a hope: imagined worlds are but samples.
    """
    order = sorted(worth, key=lambda action: -worth[action])
    most = worth[order[0]]
    least = most if most >= SURE else max(most - NEAR, 1 - SURE)
    return [action for action in order[:MOST] if worth[action] >= least] or order[:1]
