"""The black market (Rulebook, Advanced Mode): landing on corners, taking cards, abilities."""

from collections.abc import Callable

from engine.agent_avenue.actions import SPYCATIONS, TAKES, USES, Take, Use
from engine.agent_avenue.cards import AGENT_IDS, BLACK_MARKET, AgentId, MarketId
from engine.agent_avenue.end import end_step
from engine.agent_avenue.events import Ignored, Recruited, Returned, Revealed, Took
from engine.agent_avenue.movement import SURVEILLANCE_TRUCK
from engine.agent_avenue.state import MatchState
from engine.game import IllegalAction, Log, Seat


def resolve_landings(state: MatchState, log: Log) -> None:
    """Let the teams that landed on corners take, until somebody must decide or the turn ends.

    A decision without alternative is not asked: the engine takes it.
    """
    while state.landings and state.supply:
        seats = state.teams[state.landings[0]]
        alternatives = len(seats) * len(state.supply)
        if alternatives > 1:
            state.step = "market"
            state.acting = seats
            return
        if _take(state, seats[0], state.supply[0], log):
            return
    state.landings = ()
    end_step(state, log)


def market_choices(state: MatchState, seat: Seat) -> tuple[Take, ...]:
    """Any card of the supply."""
    return tuple([TAKES[card] for card in state.supply])


def take(state: MatchState, seat: Seat, action: Take, log: Log) -> None:
    """Rulebook, Advanced Mode, Recruit: a team that landed on a corner takes a card."""
    if not _take(state, seat, action.card, log):
        resolve_landings(state, log)


def check_take(state: MatchState, seat: Seat, action: Take) -> None:
    """Raise `IllegalAction` unless the seat's team takes now, and this card can be taken."""
    if state.step != "market":
        raise IllegalAction("There is no black market card to take now.")
    if seat not in state.acting:
        raise IllegalAction("The other team takes a black market card now.")
    if action.card not in state.supply:
        raise IllegalAction("That card is not in the black market supply.")


def _take(state: MatchState, seat: Seat, card: MarketId, log: Log) -> bool:
    """Take a card, replace it, then resolve it. True if its ability now waits for a choice."""
    team = state.landings[0]
    state.landings = state.landings[1:]
    replacement = _replace(state, card)
    if log is not None:
        log.append(Took(team, seat, card, replacement))
    if BLACK_MARKET[card].kind == "ongoing":
        state.keep(team, card)
        return False
    if card in _UNASKED:
        if not _UNASKED[card](state, seat, log) and log is not None:
            log.append(Ignored(team, card))
        return False
    return _ask(state, seat, card, log)


def _replace(state: MatchState, card: MarketId) -> MarketId | None:
    """Rulebook: the taken card is replaced at once from the black market deck, if it has any."""
    supply = list(state.supply)
    place = supply.index(card)
    new = None
    if state.revealed < len(state.black_market):
        supply[place] = new = state.black_market[state.revealed]
        state.revealed += 1
    else:
        del supply[place]
    state.supply = tuple(supply)
    return new


def _ask(state: MatchState, seat: Seat, card: MarketId, log: Log) -> bool:
    """Resolve an ability that asks for a choice. True if there is one to make."""
    choices, carry_out = _ASKED[card]
    possible = choices(state, seat)
    if len(possible) > 1:
        state.step = "ability"
        state.acting = (seat,)
        state.ability = card
        return True
    if possible:
        carry_out(state, seat, possible[0], log)
    elif log is not None:
        log.append(Ignored(state.team_of[seat], card))
    return False


def ability_choices(state: MatchState, seat: Seat) -> tuple[Use, ...]:
    """What the ability being resolved lets its seat choose from."""
    assert state.ability is not None
    choices, _ = _ASKED[state.ability]
    return choices(state, seat)


def use(state: MatchState, seat: Seat, action: Use, log: Log) -> None:
    """Make the choice that an instant ability asks for."""
    assert state.ability is not None
    _, carry_out = _ASKED[state.ability]
    carry_out(state, seat, action, log)
    state.ability = None
    resolve_landings(state, log)


def check_use(state: MatchState, seat: Seat, action: Use) -> None:
    """Raise `IllegalAction` unless an ability asks this seat, and this is one of its choices."""
    if state.ability is None:
        raise IllegalAction("There is no ability that asks for a choice now.")
    if seat not in state.acting:
        raise IllegalAction("Whoever took the black market card chooses now.")
    choices, _ = _ASKED[state.ability]
    if action not in choices(state, seat):
        raise IllegalAction(f"{BLACK_MARKET[state.ability].name} does not allow that choice.")


def _recruit(state: MatchState, seat: Seat, card: AgentId, by: MarketId, log: Log) -> int:
    """Put an agent in play by an ability. Returns how far the meeple is to move."""
    team = state.team_of[seat]
    steps = state.place(team, card)
    if log is not None:
        log.append(Recruited(team, seat, card, state.in_play[team][card], by))
    return steps


def _advance(state: MatchState, seat: Seat, steps: int, by: str, log: Log) -> None:
    """Move by an ability; a landing on a corner lets the same team take again, first of all."""
    team = state.team_of[seat]
    if state.advance(team, steps, by, log):
        state.landings = (team, *state.landings)


def _recruit_from_hand(
    state: MatchState, seat: Seat, card: AgentId, by: MarketId, log: Log
) -> None:
    """Recruit from hand, draw at once, and only then move."""
    state.hands[seat].remove(card)
    steps = _recruit(state, seat, card, by, log)
    state.fill_hand(seat, log)
    _advance(state, seat, steps, card, log)


def outpost(state: MatchState, seat: Seat, log: Log) -> bool:
    """Outpost: recruit a Sentinel from your hand."""
    if "sentinel" not in state.hands[seat]:
        return False
    _recruit_from_hand(state, seat, "sentinel", "outpost", log)
    return True


def smoke_screen(state: MatchState, seat: Seat, log: Log) -> bool:
    """Smoke Screen: recruit the top card of the agent deck."""
    if not state.deck:
        return False
    card = state.agents[state.drawn]
    state.drawn += 1
    _advance(state, seat, _recruit(state, seat, card, "smoke_screen", log), card, log)
    return True


def surveillance_truck(state: MatchState, seat: Seat, log: Log) -> bool:
    """Surveillance Truck: move 1 forward."""
    _advance(state, seat, SURVEILLANCE_TRUCK, "surveillance_truck", log)
    return True


def secret_recruit_choices(state: MatchState, seat: Seat) -> tuple[Use, ...]:
    """Secret Recruit: any agent in your hand that differs from all you have in play."""
    in_play = state.in_play[state.team_of[seat]]
    hand = state.hands[seat]
    return tuple([USES[card] for card in AGENT_IDS if card in hand and card not in in_play])


def secret_recruit(state: MatchState, seat: Seat, choice: Use, log: Log) -> None:
    """Secret Recruit: recruit the chosen agent from your hand."""
    _recruit_from_hand(state, seat, choice.card, "secret_recruit", log)


def double_trouble_choices(state: MatchState, seat: Seat) -> tuple[Use, ...]:
    """Double Trouble: any agent of which you hold two."""
    hand = state.hands[seat]
    return tuple([USES[card] for card in AGENT_IDS if hand.count(card) >= 2])


def double_trouble(state: MatchState, seat: Seat, choice: Use, log: Log) -> None:
    """Double Trouble: reveal both, recruit one and keep the other."""
    if log is not None:
        log.append(Revealed(seat, choice.card))
    _recruit_from_hand(state, seat, choice.card, "double_trouble", log)


def spycation_choices(state: MatchState, seat: Seat) -> tuple[Use, ...]:
    """Spycation: any agent that your team has in play, recruited at once or not."""
    in_play = state.in_play[state.team_of[seat]]
    return tuple([use for card in AGENT_IDS if card in in_play for use in SPYCATIONS[card]])


def spycation(state: MatchState, seat: Seat, choice: Use, log: Log) -> None:
    """Spycation: take an agent back into your hand, and recruit it at once if you like."""
    team = state.team_of[seat]
    state.remove(team, choice.card)
    state.hands[seat].append(choice.card)
    if log is not None:
        log.append(Returned(team, choice.card, team, seat))
    if choice.recruit is True:
        _recruit_from_hand(state, seat, choice.card, "spycation", log)


def mind_control_choices(state: MatchState, seat: Seat) -> tuple[Use, ...]:
    """Mind Control: any agent that the opponent has in play."""
    in_play = state.in_play[1 - state.team_of[seat]]
    return tuple([USES[card] for card in AGENT_IDS if card in in_play])


def mind_control(state: MatchState, seat: Seat, choice: Use, log: Log) -> None:
    """Mind Control: put the chosen agent of the opponent into your hand."""
    team = state.team_of[seat]
    state.remove(1 - team, choice.card)
    state.hands[seat].append(choice.card)
    if log is not None:
        log.append(Returned(1 - team, choice.card, team, seat))


Choices = Callable[[MatchState, Seat], tuple[Use, ...]]
CarryOut = Callable[[MatchState, Seat, Use, Log], None]

_UNASKED: dict[MarketId, Callable[[MatchState, Seat, Log], bool]] = {
    "outpost": outpost,
    "smoke_screen": smoke_screen,
    "surveillance_truck": surveillance_truck,
}
"""The instant abilities that ask nothing; each tells whether it could be carried out."""

_ASKED: dict[MarketId, tuple[Choices, CarryOut]] = {
    "secret_recruit": (secret_recruit_choices, secret_recruit),
    "double_trouble": (double_trouble_choices, double_trouble),
    "spycation": (spycation_choices, spycation),
    "mind_control": (mind_control_choices, mind_control),
}
"""The instant abilities that ask for a choice, and what is done with it."""
