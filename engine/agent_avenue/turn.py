"""The Play step and the Recruit step of a turn; what follows them is the market or the End step.

Both happen in every turn of every match. So they write out what others call: `fill_hand`, `place`
and, where there is no black market, `advance`. Without these calls a match takes a tenth less time.
"""

from msgspec import UNSET

from engine.agent_avenue.actions import (
    SINGLE_CHOICES,
    Choices,
    Discard,
    Play,
    Recruit,
    face_down_choices,
    face_up_choices,
)
from engine.agent_avenue.board import SPACES
from engine.agent_avenue.cards import AGENTS, AgentId
from engine.agent_avenue.end import end_step
from engine.agent_avenue.events import Discarded, Drew, Moved, Played, Recruited
from engine.agent_avenue.market import resolve_landings
from engine.agent_avenue.options import HAND
from engine.agent_avenue.state import MatchState
from engine.game import IllegalAction, Log, Seat


def play_choices(state: MatchState, seat: Seat) -> Choices:
    """What a seat that still has to play a card may do."""
    names = frozenset(state.hands[seat])
    may_discard = state.discards_left[seat] > 0 and state.drawn < len(state.agents)
    if len(state.teams[state.active]) == 1:
        cards_only, with_discards = SINGLE_CHOICES[names]
        return with_discards if may_discard else cards_only
    if state.face_up is None:
        return face_up_choices(names, may_discard)
    return face_down_choices(names, state.face_up, may_discard)


def discard(state: MatchState, seat: Seat, action: Discard, log: Log) -> None:
    """Rulebook, Play, optional: before playing, discard 1 card face down and draw 1."""
    state.hands[seat].remove(action.card)
    state.discards_left[seat] -= 1
    if log is not None:
        log.append(Discarded(seat, action.card))
    state.draw_one(seat, log)


def check_discard(state: MatchState, seat: Seat, action: Discard) -> None:
    """At most 4 times in a match (2 times each in a team of two), never with an empty deck."""
    if state.step != "play" or seat not in state.acting:
        raise _not_to_play(state)
    if not state.discards_left[seat]:
        raise IllegalAction("You have used up your discards for this match.")
    if state.drawn == len(state.agents):
        raise IllegalAction("The agent deck is empty, so nothing can be discarded any more.")
    hand = state.hands[seat]
    if action.card not in hand:
        raise IllegalAction(_not_held(hand, action.card))


def play(state: MatchState, seat: Seat, action: Play, log: Log) -> None:
    """Rulebook, Play: a card face up and a card face down come to the centre of the table.

    A single player lays both. Team Variant: the teammate who goes first lays the card face up, the
    other one the card face down; with it the Play step is over, and the other team recruits.
    """
    up, down = action.face_up, action.face_down
    hand = state.hands[seat]
    if up is not UNSET:
        hand.remove(up)
        state.face_up = up
    if down is not UNSET:
        hand.remove(down)
        state.face_down = down
        state.face_down_seat = seat
        state.step = "recruit"
        state.acting = state.teams[1 - state.active]
    else:
        state.acting = tuple(mate for mate in state.acting if mate != seat)
    if log is not None:
        log.append(Played(seat, up or None, down or None, hidden=down is not UNSET))
    drawn, agents = state.drawn, state.agents
    missing = HAND - len(hand)
    if missing > 0 and drawn < len(agents):
        cards = agents[drawn : drawn + missing]
        state.drawn = drawn + len(cards)
        hand += cards
        if log is not None:
            log.append(Drew(seat, cards))


def check_play(state: MatchState, seat: Seat, action: Play) -> None:
    """Raise `IllegalAction` unless the seat is to play, and may play this.

    A single player's two cards have different names, unless all in hand have the same.
    """
    if state.step != "play" or seat not in state.acting:
        raise _not_to_play(state)
    hand = state.hands[seat]
    if len(state.teams[state.active]) == 2:
        if state.face_up is None:
            _check_face_up(hand, action)
        else:
            _check_face_down(hand, action, state.face_up)
        return
    up, down = action.face_up, action.face_down
    if up is UNSET or down is UNSET:
        raise IllegalAction("Play two cards: one face up and one face down.")
    if up not in hand or down not in hand:
        raise IllegalAction(_not_held(hand, up, down))
    if up == down and hand.count(up) < len(hand):
        raise IllegalAction("The two cards must have different names.")


def _check_face_up(hand: list[AgentId], action: Play) -> None:
    """Rulebook, Team Variant, Play: the teammate who goes first may play any card face up."""
    up = action.face_up
    if up is UNSET or action.face_down is not UNSET:
        raise IllegalAction("Play one card face up; your teammate plays the face-down card.")
    if up not in hand:
        raise IllegalAction(_not_held(hand, up))


def _check_face_down(hand: list[AgentId], action: Play, face_up: AgentId) -> None:
    """Rulebook, Team Variant, Play: the other teammate plays a card face down.

    Its name differs from the face-up card's, unless every card in this hand has that name.
    """
    down = action.face_down
    if down is UNSET or action.face_up is not UNSET:
        raise IllegalAction("Play one card face down; your teammate has played the face-up card.")
    if down not in hand:
        raise IllegalAction(_not_held(hand, down))
    if down == face_up and hand.count(down) < len(hand):
        raise IllegalAction("The card must have another name than your teammate's face-up card.")


def recruit(state: MatchState, seat: Seat, action: Recruit, log: Log) -> None:
    """Rulebook, Recruit: the opponents take one card, the active team gets the other.

    Both agents are placed and both meeples moved before anybody looks at a corner.
    """
    if action.pick == "face_up":
        taken, left, left_by = state.face_up, state.face_down, "face_down"
    else:
        taken, left, left_by = state.face_down, state.face_up, "face_up"
    assert taken is not None
    assert left is not None
    state.face_up = state.face_down = None
    active, other = state.active, 1 - state.active
    theirs, own = state.in_play[other], state.in_play[active]
    copy = theirs[taken] = theirs.get(taken, 0) + 1
    own_copy = own[left] = own.get(left, 0) + 1
    if log is not None:
        log.append(Recruited(other, seat, taken, copy, action.pick))
        log.append(Recruited(active, None, left, own_copy, left_by))
    steps, own_steps = state.steps[other][taken][copy], state.steps[active][left][own_copy]
    if state.black_market:
        move_both(state, taken, steps, left, own_steps, log)
        return
    # Simple mode: on no space anything happens.
    gaps, spaces = state.gaps, state.spaces
    gaps[active] += steps - own_steps
    gaps[other] += own_steps - steps
    spaces[active] = (spaces[active] - 1 + own_steps) % SPACES + 1
    spaces[other] = (spaces[other] - 1 + steps) % SPACES + 1
    if log is not None:
        if steps:
            log.append(Moved(other, steps, taken))
        if own_steps:
            log.append(Moved(active, own_steps, left))
    end_step(state, log)


def move_both(
    state: MatchState, taken: AgentId, steps: int, left: AgentId, own_steps: int, log: Log
) -> None:
    """Rulebook, Recruit, and Advanced Mode: both meeples move, then corners count.

    Who lands on one takes a card, the active team first.
    """
    active, other = state.active, 1 - state.active
    landed = state.advance(other, steps, taken, log)
    active_landed = state.advance(active, own_steps, left, log)
    if state.supply and (landed or active_landed):
        state.landings = (active,) * active_landed + (other,) * landed
        resolve_landings(state, log)
    else:
        end_step(state, log)


def check_recruit(state: MatchState, seat: Seat, action: Recruit) -> None:
    """Raise `IllegalAction` unless the seat's team recruits now."""
    if state.step != "recruit":
        raise IllegalAction("There is nothing to recruit now.")
    if seat not in state.acting:
        raise IllegalAction("The other team chooses which card to recruit.")


def _not_to_play(state: MatchState) -> IllegalAction:
    if state.step != "play":
        return IllegalAction("This is not the moment to play or discard a card.")
    return IllegalAction("It is not for you to play a card now.")


def _not_held(hand: list[AgentId], *cards: AgentId) -> str:
    missing = next(card for card in cards if card not in hand)
    name = AGENTS[missing].name if missing in AGENTS else missing
    return f"You have no {name} in your hand."
