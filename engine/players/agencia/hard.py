"""The hard opponent for La Agencia: it remembers every card and plays the match on.

It follows all cards from deck to position (`memory`), imagines what it has never seen, and plays
each of its choices on for some hands in the same imagined worlds, with others who take what looks
best to them (`policy`). What counts is how likely it then is to win, not how much information it
has.
"""

from collections.abc import Mapping, Sequence
from math import exp
from random import Random
from typing import TYPE_CHECKING, Self

import msgspec

from engine.agencia.cards import VALUES, Card
from engine.agencia.view import AgenciaView
from engine.game import Action, Event, Seat
from engine.players.agencia.memory import Forgotten, Memory
from engine.players.agencia.normal import imagine
from engine.players.agencia.policy import Judgement
from engine.players.agencia.world import (
    LAST_HANDS,
    World,
    carry_out,
    numbered,
    play_hands,
    winners,
)
from engine.players.budget import Thinker

if TYPE_CHECKING:  # the game imports its players
    from engine.agencia.game import Options

HANDS = 2
"""How many hands are played out beside the one in which the choice is made."""

SHARPNESS = 2.0, 0.35
"""A lead of how much makes a win likely: at the end, and more for each hand to come."""


class HardAgenciaPlayer(Thinker, frozen=True):
    """Takes the choice that wins most often in imagined worlds."""

    values: Mapping[Card, int] = msgspec.field(default_factory=VALUES.copy)
    """As those of `KnowsValues`, which cannot be its base beside `Thinker`."""

    def told(self, options: "Options") -> Self:
        """The same player in a match with these options."""
        return msgspec.structs.replace(self, values=options.values)

    def choose(
        self,
        view: AgenciaView,
        legal: Sequence[Action],
        rng: Random,
        seen: Sequence[Event] = (),
    ) -> Action:
        """One of `legal`."""
        if len(legal) == 1:
            return legal[0]
        (seat,), values = view.to_act, self.values
        try:
            memory = Memory(view, seen, values)
        except Forgotten:
            memory = None
        choices = [numbered(action) for action in legal]
        wins = [0.0] * len(legal)
        for _ in self.budget.worlds():
            match = imagine(view, seat, values, rng) if memory is None else memory.imagine(rng)
            world, seed = World.of(match), rng.random()
            for index, choice in enumerate(choices):
                wins[index] += played_out(world, seat, choice, Random(seed))
        return legal[wins.index(max(wins))]


def played_out(world: World, seat: Seat, choice: int, rng: Random) -> float:
    """How likely a seat is to win this world after a choice."""
    after = world.copy()
    hands = world.hands_done + 1 + HANDS
    if world.terms.hands - hands <= LAST_HANDS - HANDS:
        hands = world.terms.hands
    carry_out(after, seat, choice)
    play_hands(after, hands, Judgement(world.terms, rng))
    return chance_to_win(after, seat)


def chance_to_win(world: World, seat: Seat) -> float:
    """1 or 0 when the match is over (shared victories in part), else by the leads."""
    left = world.hands_left
    if not left:
        first = winners(world)
        return (seat in first) / len(first)
    last, each = SHARPNESS
    spread = last + each * left
    points = world.information
    if left < LAST_HANDS:
        values = world.terms.values
        points = [
            own + sum([values[card] for card in cards[left - LAST_HANDS :]])
            for own, cards in zip(points, world.cards, strict=True)
        ]
    most = max(points)
    shares = [exp((own - most) / spread) for own in points]
    return shares[seat] / sum(shares)
