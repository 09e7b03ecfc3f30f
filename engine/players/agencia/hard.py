"""The hard opponent for La Agencia: it remembers every card and plays the match on.

It follows all cards from deck to position (`memory`), imagines what it has never seen, and plays
each of its choices on for some hands in the same imagined worlds, with others who take what looks
best to them (`policy`). What counts is how likely it then is to win, not how much information it
has.
"""

from collections.abc import Sequence
from math import exp
from random import Random

from engine.agencia.match import Match
from engine.agencia.view import AgenciaView
from engine.game import Action, Event, Seat
from engine.players.agencia.memory import Forgotten, Memory
from engine.players.agencia.normal import imagine
from engine.players.agencia.policy import LAST_HANDS, play_on
from engine.players.budget import Thinker

HANDS = 2
"""How many hands are played out beside the one in which the choice is made."""

SHARPNESS = 2.0, 0.35
"""A lead of how much makes a win likely: at the end, and more for each hand to come."""


class HardAgenciaPlayer(Thinker, frozen=True):
    """Takes the choice that wins most often in imagined worlds."""

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
        (seat,) = view.to_act
        try:
            memory = Memory(view, seen)
        except Forgotten:
            memory = None
        wins = [0.0] * len(legal)
        for _ in self.budget.worlds():
            world = imagine(view, seat, rng) if memory is None else memory.imagine(rng)
            seed = rng.random()
            for index, action in enumerate(legal):
                wins[index] += played_out(world, seat, action, Random(seed))
        return legal[wins.index(max(wins))]


def played_out(world: Match, seat: Seat, action: Action, rng: Random) -> float:
    """How likely a seat is to win this world after an action."""
    after = world.copy()
    hands = world.hands_done + 1 + HANDS
    if world.rounds * world.seats - hands <= LAST_HANDS - HANDS:
        hands = world.rounds * world.seats
    after.carry_out(seat, action)
    play_on(after, hands, rng)
    return chance_to_win(after, seat)


def chance_to_win(match: Match, seat: Seat) -> float:
    """1 or 0 when the match is over (shared victories in part), else by the leads."""
    if match.over:
        return (seat in match.winners) / max(len(match.winners), 1)
    last, each = SHARPNESS
    left = match.rounds * match.seats - match.hands_done
    spread = last + each * left
    points = [
        points + sum(match.values[card] for card in deck[len(deck) + left - LAST_HANDS :])
        if left < LAST_HANDS
        else points
        for points, deck in zip(match.information, match.decks, strict=True)
    ]
    most = max(points)
    shares = [exp((own - most) / spread) for own in points]
    return shares[seat] / sum(shares)
