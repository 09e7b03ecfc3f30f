"""A quick way to play on, for the matches that the computer imagines.

Both sides judge by the learned values and one turn ahead: the active team makes the offer that is
best against a recruiter who knows what lies open, the recruiter expects such offers. Each uses only
what its seat could know in that match.
"""

from collections.abc import Sequence
from math import exp
from random import Random

from msgspec import UNSET

from engine.agent_avenue.actions import RECRUITS, Play, Recruit, Take
from engine.agent_avenue.cards import AGENT_IDS, AgentId
from engine.agent_avenue.end import fulfilled, winner
from engine.agent_avenue.match import AgentAvenueMatch
from engine.agent_avenue.turn import play_choices
from engine.game import Action, Seat
from engine.players.agent_avenue.forecast import NUMBER, Outlook
from engine.players.agent_avenue.turns import has_whole_turns, whole_turn
from engine.players.agent_avenue.values import Values, logistic

VARIETY = 0.03
"""How much chance there is in the worth of an offer, in winning chance."""

CUNNING = 5.0
"""How strongly a recruiter expects a good offer to be more likely than a bad one."""


def play_on(match: AgentAvenueMatch, turns: int, values: Values, rng: Random) -> None:
    """Play until this many more turns have begun, or the match is over."""
    end = match.turn + turns
    while acting := match.acting:
        if match.step == "play" and match.turn >= end:
            return
        if match.step in ("play", "recruit"):
            play_turn(match, values, rng)
        else:
            seat = acting[0] if len(acting) == 1 else acting[int(rng.random() * len(acting))]
            match.carry_out(seat, market_action(match, seat, values, rng))


def play_turn(match: AgentAvenueMatch, values: Values, rng: Random) -> None:
    """Play the rest of a Play step and the Recruit step."""
    outlook = Outlook(match, values)
    recruiters = match.teams[1 - match.active]
    recruiter = recruiters[int(rng.random() * len(recruiters))]
    while match.step == "play":
        acting = match.acting
        seat = acting[0] if len(acting) == 1 else acting[int(rng.random() * len(acting))]
        action = offer(match, seat, outlook, rng)
        if has_whole_turns(match):
            whole_turn(
                match, seat, action, lambda up: takes_face_up(match, recruiter, up, outlook, rng)
            )
            return
        match.carry_out(seat, action)
    match.carry_out(recruiter, recruit(match, recruiter, outlook, rng))


def offer(match: AgentAvenueMatch, seat: Seat, outlook: Outlook, rng: Random) -> Play:
    """The offer that is worth most, with a little chance; nothing is discarded."""
    best, chosen = -1.0, None
    for action in play_choices(match, seat):
        if isinstance(action, Play):
            worth = offer_worth(match, action, outlook) + VARIETY * rng.random()
            if worth > best:
                best, chosen = worth, action
    assert chosen is not None
    return chosen


def offer_worth(match: AgentAvenueMatch, action: Play, outlook: Outlook) -> float:
    """How likely the active team is to win with these cards, or with this one of a team of two."""
    up = match.face_up if action.face_up is UNSET else action.face_up
    assert up is not None
    if action.face_down is not UNSET:
        return outlook.offer(NUMBER[up], NUMBER[action.face_down])
    return face_up_worth(outlook, NUMBER[up])


def face_up_worth(outlook: Outlook, up: int) -> float:
    """What a face-up card is worth when the teammate chooses the other one.

    The teammate has a few cards to choose from, so that good ones are more likely than in the deck.
    """
    total = weights = 0.0
    for down, count in enumerate(outlook.hidden):
        if count > 0 and down != up:
            worth = outlook.offer(up, down)
            weight = count * exp(CUNNING * worth)
            total += weight * worth
            weights += weight
    return total / weights if weights else 0.5


def hand_worth(match: AgentAvenueMatch, hand: Sequence[AgentId], outlook: Outlook) -> float:
    """What the best offer from a hand is worth."""
    cards = {NUMBER[card] for card in hand}
    up = match.face_up
    if up is not None:
        others = cards - {NUMBER[up]} or cards
        return max(outlook.offer(NUMBER[up], down) for down in others)
    if len(match.teams[match.active]) > 1:
        return max(face_up_worth(outlook, card) for card in cards)
    if len(cards) == 1:
        return max(outlook.offer(card, card) for card in cards)
    return max(outlook.offer(up, down) for up in cards for down in cards if up != down)


def discard_worth(
    match: AgentAvenueMatch, hand: list[AgentId], card: AgentId, outlook: Outlook
) -> float:
    """What the best offer is worth on average after a card of the hand was exchanged."""
    unseen = outlook.hidden.copy()
    for held in hand:
        unseen[NUMBER[held]] -= 1
    rest: list[AgentId] = hand.copy()
    rest.remove(card)
    drawn: list[tuple[AgentId, int]] = [
        (AGENT_IDS[number], count) for number, count in enumerate(unseen) if count > 0
    ]
    worth = weight = 0.0
    for new, count in drawn:
        worth += count * hand_worth(match, [*rest, new], outlook)
        weight += count
    return worth / weight


def recruit(match: AgentAvenueMatch, seat: Seat, outlook: Outlook, rng: Random) -> Recruit:
    """The card that is worth more."""
    assert match.face_up is not None, "the active team has played"
    face_up, face_down = RECRUITS
    return face_up if takes_face_up(match, seat, match.face_up, outlook, rng) else face_down


def takes_face_up(
    match: AgentAvenueMatch, seat: Seat, face_up: AgentId, outlook: Outlook, rng: Random
) -> bool:
    """Whether the face-up card is worth more, given how likely each face-down card is."""
    up = NUMBER[face_up]
    downs = likely_downs(outlook, up, match.hands[seat])
    return outlook.advantage_of_face_up(up, downs) + VARIETY * (rng.random() - 0.5) > 0


def likely_downs(outlook: Outlook, up: int, elsewhere: Sequence[str]) -> list[float]:
    """How likely each agent is to be the face-down one, for who knows these to be elsewhere."""
    weights = [0.0 if down == up else float(count) for down, count in enumerate(outlook.hidden)]
    for card in elsewhere:
        weights[NUMBER[card]] -= 1
    return [
        weight * exp(CUNNING * (outlook.offer(up, down) - 0.5)) if weight > 0 else 0.0
        for down, weight in enumerate(weights)
    ]


def market_action(match: AgentAvenueMatch, seat: Seat, values: Values, rng: Random) -> Action:
    """Take what helps most on average; use it so that the position afterwards is best."""
    worth = [
        values.weights.take[action.card] + VARIETY * rng.random()
        if isinstance(action, Take)
        else after_use(match, seat, action, values)
        for action in match.legal(seat)
    ]
    return match.legal(seat)[worth.index(max(worth))]


def after_use(match: AgentAvenueMatch, seat: Seat, action: Action, values: Values) -> float:
    """How likely a seat's team is to win after a choice of an ability."""
    after = match.copy()
    after.carry_out(seat, action)
    return standing(after, match.team_of[seat], values)


def standing(match: AgentAvenueMatch, team: int, values: Values) -> float:
    """How likely a team is to win a match, judged by what lies open."""
    if match.over:
        return float(match.team_of[match.winners[0]] == team)
    to_play = match.active
    if match.step != "play":
        conditions = fulfilled(match)
        if conditions:
            return float(winner(conditions, match.active) == team)
        to_play = 1 - match.active
    chance = logistic(values.log_odds(match, to_play))
    return chance if to_play == team else 1 - chance
