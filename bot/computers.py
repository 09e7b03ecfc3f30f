"""Computers in seats: what they decide, and at what pace they act."""

import asyncio
import math
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from bot.face import seen
from bot.match import Match, NotYourTurn, asks
from bot.thinking import Thinking, Thought
from engine.game import Action, Event, Player, Seat, State, informed
from engine.players.budget import Thinker

PACE = 0.6, 1.4
"""A computer acts after its delay times a number between these, so that it is no metronome."""

LONGEST_THOUGHT = 1.3
"""Seconds before which an opponent that thinks does not act, unless there is no delay at all: else
it would tell how hard it finds a choice, and so what it holds."""

LONG_AGO = -math.inf
"""When something was asked for that is done without a pace: no time is left for a thought, whose
length would tell as much."""


class Stroke(NamedTuple):
    """What a computer has decided: in whose seat, the decision that it is for, an action, and the
    answer if that asks for one."""

    seat: Seat
    version: int
    action: Action
    then: Action | None


class Computers:
    """Decides for the computers of all matches."""

    def __init__(self, rng: Random, *, delay: float) -> None:
        self._rng = rng
        self._delay = delay
        self._thinking = Thinking()

    def close(self) -> None:
        """End what is still being thought about."""
        self._thinking.close()

    def pace(self, match: Match, seat: Seat) -> float:
        """Seconds from a computer's turn to its action, its thought included.

        They vary by nothing but the match and its moment, whatever anybody holds.
        """
        quickest, slowest = (self._delay * factor for factor in PACE)
        if isinstance(_player(match, seat), Thinker) and self._delay:
            quickest = max(quickest, LONGEST_THOUGHT)
            slowest = max(slowest, quickest * PACE[1])
        return Random(f"{match.id}:{match.moment}").uniform(quickest, slowest)

    async def decide(self, match: Match, seat: Seat, asked: float) -> Stroke:
        """What the computer does in a seat: if its team has proposed or settled anything, that.

        It is done in the seat of whose hand that is for. What has passed since it was `asked` is
        lost to its thought.
        """
        proposal = match.current_proposal()
        seat = seat if proposal is None else proposal.acting
        version = match.decision(seat)
        if proposal is None:
            action = await self.choose(match, match.state, seat, match.events, asked)
        else:
            action = match.read_action(proposal.action)
        return Stroke(seat, version, action, await self.answer(match, seat, action))

    async def answer(self, match: Match, seat: Seat, action: Action) -> Action | None:
        """What the computer chooses when its action asks for a choice.

        In no time: a thought would tell that its hand left one.
        """
        if not action.asks or action not in match.state.legal(seat):
            return None
        state = match.state.copy()
        happened = [(match.version, event) for event in state.apply(seat, action)]
        if not asks(state, seat):
            return None
        return await self.choose(match, state, seat, [*match.events, *happened], LONG_AGO)

    async def choose(
        self,
        match: Match,
        state: State,
        seat: Seat,
        events: Sequence[tuple[int, Event]],
        asked: float,
    ) -> Action:
        """What a seat's computer does in `state`, of which it is told what the seat may know."""
        view, legal = state.view(seat), state.legal(seat)
        if not legal:
            raise NotYourTurn(match.id)
        player, since = _player(match, seat), match.seats[seat].since
        told = tuple(event for _, event in seen(events, seat, since))
        if not isinstance(player, Thinker):
            return await asyncio.to_thread(player.choose, view, legal, self._rng, told)
        seed = self._rng.getrandbits(64)
        return await self._thinking.decide(Thought(player, view, tuple(legal), told, seed, asked))


def _player(match: Match, seat: Seat) -> Player:
    """The computer that plays in a seat; for a person it is the normal one."""
    row = match.seats[seat]
    player = match.game.players[row.level] if row.user is None else match.game.player
    return informed(player, match.options)
