"""Whole turns, as computer opponents imagine them.

The rules are those of the Play step and the Recruit step (`engine.agent_avenue.turn`) at a stretch:
nobody looks at the table while the two cards lie there. In simple mode nothing happens on the
spaces of the ring either. Tests play both side by side.
"""

from collections.abc import Callable

from msgspec import UNSET

from engine.agent_avenue.actions import Play
from engine.agent_avenue.board import SPACES
from engine.agent_avenue.cards import AgentId
from engine.agent_avenue.end import end_step
from engine.agent_avenue.options import HAND
from engine.agent_avenue.state import MatchState
from engine.agent_avenue.turn import move_both
from engine.game import Seat


def has_whole_turns(match: MatchState) -> bool:
    """Whether a turn is one offer and one answer: that of a single player."""
    return len(match.teams[match.active]) == 1


def whole_turn(
    match: MatchState, seat: Seat, offer: Play, takes_face_up: Callable[[AgentId], bool]
) -> None:
    """A seat plays two cards and the opponents recruit; then comes the market or the End step.

    `takes_face_up` answers the face-up card.
    """
    up, down = offer.face_up, offer.face_down
    assert up is not UNSET
    assert down is not UNSET
    hand = match.hands[seat]
    hand.remove(up)
    hand.remove(down)
    # `fill_hand` would take longer to call than to write out.
    missing, drawn, agents = HAND - len(hand), match.drawn, match.agents
    if missing > 0 and drawn < len(agents):
        cards = agents[drawn : drawn + missing]
        match.drawn = drawn + len(cards)
        hand += cards
    taken, left = (up, down) if takes_face_up(up) else (down, up)
    active, other = match.active, 1 - match.active
    own, theirs = match.in_play[active], match.in_play[other]
    own_copy = own[left] = own.get(left, 0) + 1
    copy = theirs[taken] = theirs.get(taken, 0) + 1
    own_steps, steps = match.steps[active][left][own_copy], match.steps[other][taken][copy]
    if match.black_market:
        move_both(match, taken, steps, left, own_steps, None)
    else:
        gaps, spaces = match.gaps, match.spaces
        gaps[active] += steps - own_steps
        gaps[other] += own_steps - steps
        spaces[active] = (spaces[active] - 1 + own_steps) % SPACES + 1
        spaces[other] = (spaces[other] - 1 + steps) % SPACES + 1
        end_step(match, None)
