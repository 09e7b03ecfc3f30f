"""The rules of a hand, step by step as the rulebook's 'Sequence of the game' lists them.

Each function carries out one step on the state and writes what happened to the log, if there is
one; where somebody has to decide next, it `ask`s. They assume that the action is legal:
`match.Match.apply` looks first whether it is among the choices.
"""

from collections.abc import Sequence

from engine.agencia.actions import Place, Play, Side, Target
from engine.agencia.cards import AGENTS, CARDS, ROUNDS, Card
from engine.agencia.events import (
    AgentsResolved,
    AmbassadorPassed,
    CardPlayed,
    Drew,
    Ended,
    InfiltratorResolved,
    Placed,
    RecruiterResolved,
    Resigned,
    RewardRaised,
    RoundBegan,
    Score,
    Swapped,
)
from engine.agencia.slots import Slot
from engine.agencia.state import State, Step
from engine.game import Action, Log, Resign, Seat

# Looking a member up in its class takes Python 3.11 longer than the step it is needed for.
INFILTRATOR, RECRUITER = Card.INFILTRATOR, Card.RECRUITER
PLACE, PLAY, TARGET = Step.PLACE, Step.PLAY, Step.TARGET
HALL = Side.HALL

SEEKERS = (INFILTRATOR, RECRUITER)
"""The cards that seek another one to be swapped with, in the order in which they are resolved."""

SOUGHT = {INFILTRATOR: frozenset({RECRUITER}), RECRUITER: AGENTS}
"""Which cards each of them seeks."""

PLACES = tuple(Place(side) for side in Side)
PLAYS = tuple(Play(slot) for slot in Slot)
TARGETS = tuple(Target(whom) for whom in range(max(ROUNDS)))


def ask(state: State, step: Step, seat: Seat | None, choices: Sequence[Action]) -> None:
    """From now on this seat has to decide, and may choose from these."""
    state.step = step
    state.active = seat
    state.choices = choices


def places(state: State) -> tuple[Place, ...]:
    """The sides the Ambassador may choose; `revolving_door` forbids that of the hand before."""
    if not state.embassy.alternating:
        return PLACES
    return tuple(place for place in PLACES if place.side != state.side_before)


def targets(state: State, seeker: Card) -> tuple[Target, ...]:
    """Whose card an Infiltrator or a Recruiter may be swapped for, ascending.

    An Infiltrator seeks a Recruiter that is still in play, a Recruiter an Agents card.
    """
    sought = SOUGHT[seeker]
    return tuple([TARGETS[whom] for whom, card in enumerate(state.played) if card in sought])


def resign(state: State, seat: Seat, action: Resign, log: Log) -> None:
    """A seat gives up: its cards are played on for it."""
    state.resigned |= {seat}
    if log is not None:
        log.append(Resigned(seat))


# A. Place


def place(state: State, seat: Seat, action: Place, log: Log) -> None:
    """The Ambassador chooses Hall or Garden (step A)."""
    state.side = action.side
    ask(state, PLAY, (seat + 1) % state.seats, PLAYS)
    if log is not None:
        log.append(Placed(seat, action.side, state.limit))


# B. Play


def play(state: State, seat: Seat, action: Play, log: Log) -> None:
    """A seat plays a card face up (step B); after the Ambassador's the hand is resolved."""
    slot = action.slot
    slots = state.slots[seat]
    card = slots[slot]
    assert card is not None, "every position is full when a seat's turn comes"
    slots[slot] = None
    state.played[seat] = card
    state.came_from[seat] = slot
    plays = state.plays = state.plays + 1
    if log is not None:
        log.append(CardPlayed(seat, slot, card))
    if plays == state.seats:
        resolve(state, log)
    else:
        state.active = (seat + 1) % state.seats


# C. Resolve


def resolve(state: State, log: Log) -> None:
    """Resolve what is still in play (step C): Infiltrators, Recruiters, Agents, each clockwise.

    Stops where a seat has to choose a target. Infiltrators and Recruiters leave play when they
    are resolved, so the first one clockwise that is still in play is always the next.
    """
    played = state.played
    clockwise = state.clockwise()
    for kind in SEEKERS:
        if kind in played:
            for seat in clockwise:
                if played[seat] == kind and seek(state, seat, kind, log):
                    return
    resolve_agents(state, clockwise, log)
    replace(state, clockwise, log)
    new_ambassador(state, log)


def seek(state: State, seat: Seat, card: Card, log: Log) -> bool:
    """Resolve a seat's Infiltrator or Recruiter. True if there is somebody to choose first."""
    choices = targets(state, card)
    found = bool(choices)
    if card == INFILTRATOR:
        infiltrator(state, seat, found, log)
    elif log is not None:
        log.append(RecruiterResolved(seat, found))
    if not found:
        discard(state, seat, card)
    elif len(choices) == 1:
        meet(state, seat, choices[0].whom, log)
    else:
        ask(state, TARGET, seat, choices)
        return True
    return False


def infiltrator(state: State, seat: Seat, found: bool, log: Log) -> None:
    """Resolve an Infiltrator, except for its swap: the reward comes before the choice.

    The Reward tile keeps what lies on it. Only an embassy lets one that finds nobody pay.
    """
    gained = state.reward if found else 0
    paid = 0 if found else pay(state, seat, state.embassy.exposure)
    state.information[seat] += gained
    if log is not None:
        log.append(InfiltratorResolved(seat, found, gained, paid))


def target(state: State, seat: Seat, action: Target, log: Log) -> None:
    """Meet the chosen one, then go on resolving."""
    meet(state, seat, action.whom, log)
    resolve(state, log)


def meet(state: State, seat: Seat, whom: Seat, log: Log) -> None:
    """Swap the played cards of a seat and of whom it meets; a Recruiter raises the reward."""
    recruits = state.played[seat] == RECRUITER
    swap(state, seat, whom, log)
    if recruits:
        state.reward += state.embassy.recruitment
        if log is not None:
            log.append(RewardRaised(seat, state.embassy.recruitment, state.reward))


def swap(state: State, seat: Seat, whom: Seat, log: Log) -> None:
    """Two seats swap their played cards for good: each goes under its receiver's deck."""
    gave, got = state.played[seat], state.played[whom]
    assert gave is not None, "the card that is resolved is in play"
    assert got is not None, "a target is in play"
    state.decks[seat].append(got)
    state.decks[whom].append(gave)
    state.played[seat] = state.played[whom] = None
    if log is not None:
        log.append(Swapped(seat, whom, gave, got))


def resolve_agents(state: State, clockwise: Sequence[Seat], log: Log) -> None:
    """Resolve the Agents that are still in play, then discard them.

    In the Hall they must fit in with those inside, and those that do not fit are turned face down:
    they do not count. In the Garden those gathered so far and they must be enough; all count.
    """
    side, limit, values = state.side, state.limit, state.values
    bonus, fine = state.embassy.bonus, state.embassy.fine
    played, information, decks = state.played, state.information, state.decks
    assert side is not None, "the Ambassador has placed the tile"
    hall = side == HALL
    count = 0
    for seat in clockwise:
        card = played[seat]
        if card is None:
            continue
        together = count + CARDS[card].agents
        success = together <= limit if hall else together >= limit
        if success or not hall:
            count = together
        if success:
            change = values[card] + bonus
            information[seat] += change
        else:
            change = -pay(state, seat, values[card] + fine)
        if log is not None:
            log.append(AgentsResolved(seat, card, side, success, change, count, limit))
        decks[seat].append(card)  # `discard` would take longer to call
        played[seat] = None


def pay(state: State, seat: Seat, amount: int) -> int:
    """A seat pays the bank; who cannot pay pays what is left. Returns what was paid."""
    left = state.information[seat]
    paid = amount if amount < left else left  # `min` takes longer
    state.information[seat] = left - paid
    return paid


def discard(state: State, seat: Seat, card: Card) -> None:
    """Put a seat's played card under its deck."""
    state.decks[seat].append(card)
    state.played[seat] = None


# D. Replace


def replace(state: State, clockwise: Sequence[Seat], log: Log) -> None:
    """Everyone draws into the position from which the played card came (step D)."""
    came_from, decks, slots = state.came_from, state.decks, state.slots
    for seat in clockwise:
        slot = came_from[seat]
        assert slot is not None, "everyone has played"
        card = slots[seat][slot] = decks[seat].pop(0)
        came_from[seat] = None
        if log is not None:
            log.append(Drew(seat, slot, card))


# E. New Ambassador


def new_ambassador(state: State, log: Log) -> None:
    """Pass the tile clockwise (step E); the match ends after the last round."""
    hands, seats = state.hands_done + 1, state.seats
    if hands == state.rounds * seats:
        end(state, log)
        return
    state.hands_done = hands
    state.plays = 0
    state.side_before, state.side = state.side, None
    ambassador = (state.first + hands) % seats
    if log is not None:
        rounds, in_round = divmod(hands, seats)
        if in_round == 0:
            log.append(RoundBegan(rounds + 1))
        log.append(AmbassadorPassed(ambassador, rounds + 1, in_round + 1))
    choices = places(state)
    if len(choices) == 1:
        place(state, ambassador, choices[0], log)
    else:
        ask(state, PLACE, ambassador, choices)


def end(state: State, log: Log) -> None:
    """Count the information and find the winners (rulebook, End of the game)."""
    ask(state, Step.OVER, None, ())
    state.scores = tuple([score(state, seat) for seat in range(state.seats)])
    state.winners = ranked_first(state)
    if log is not None:
        log.append(Ended(state.winners, state.scores))


def score(state: State, seat: Seat) -> Score:
    """Information points and the values of the cards in the deck; the positions do not count."""
    points, values = state.information[seat], state.values
    deck = sum([values[card] for card in state.decks[seat]])
    return Score(points, deck, points + deck)


def ranked_first(state: State) -> tuple[Seat, ...]:
    """The highest total wins, at a tie the higher deck, then the victory is shared.

    Who has resigned is out of the ranking.
    """
    ranking = {
        seat: (score.total, score.deck)
        for seat, score in enumerate(state.scores)
        if seat not in state.resigned
    }
    best = max(ranking.values(), default=None)
    return tuple([seat for seat, rank in ranking.items() if rank == best])
