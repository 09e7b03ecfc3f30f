"""Whole turns of simple mode, as computer opponents imagine them.

The rules are those of `engine.agent_avenue.turn` and `end`, at a stretch: nobody looks at the table
while the two cards lie there, and nothing happens on the spaces of the ring. It takes two thirds of
the time of the two steps.
"""

from collections.abc import Callable

from msgspec import UNSET

from engine.agent_avenue.actions import Play, Recruit
from engine.agent_avenue.board import SPACES
from engine.agent_avenue.cards import AgentId
from engine.agent_avenue.end import end_step
from engine.agent_avenue.movement import NO_MARKET_STEPS
from engine.agent_avenue.state import MatchState
from engine.game import Seat


def has_whole_turns(match: MatchState) -> bool:
    """Whether a turn is one offer and one answer: in simple mode, by a single player."""
    return not match.black_market and len(match.teams[match.active]) == 1


def whole_turn(
    match: MatchState, seat: Seat, offer: Play, recruit: Callable[[AgentId], Recruit]
) -> None:
    """A seat plays two cards, the opponents recruit, and the turn ends.

    `recruit` answers the face-up card.
    """
    up, down = offer.face_up, offer.face_down
    assert up is not UNSET
    assert down is not UNSET
    hand = match.hands[seat]
    hand.remove(up)
    hand.remove(down)
    match.fill_hand(seat, None)
    taken, left = (up, down) if recruit(up).pick == "face_up" else (down, up)
    active, other = match.active, 1 - match.active
    gaps, spaces = match.gaps, match.spaces
    shares: tuple[tuple[int, AgentId], ...] = ((other, taken), (active, left))
    for team, card in shares:
        in_play = match.in_play[team]
        copy = in_play[card] = in_play.get(card, 0) + 1
        steps = NO_MARKET_STEPS[card][copy]
        if steps:
            gaps[team] -= steps
            gaps[1 - team] += steps
            spaces[team] = (spaces[team] - 1 + steps) % SPACES + 1
    end_step(match, None)
