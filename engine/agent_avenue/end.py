"""The End step: all the ways to win and to lose, ties, and running out of cards."""

from engine.agent_avenue.board import HOMES
from engine.agent_avenue.conditions import Condition
from engine.agent_avenue.events import Ended, Resigned, TurnBegan
from engine.agent_avenue.race import Race
from engine.agent_avenue.state import MatchState
from engine.game import IllegalAction, Log, Resign, Seat

SET = 3
"""Codebreakers that win, Daredevils that lose."""

MASTERPLAN = 7
"""Different agents that win with Masterplan."""


def end_step(state: MatchState, log: Log) -> None:
    """Rulebook, End: check all conditions, now and only now; otherwise the next turn begins."""
    conditions = fulfilled(state)
    if conditions:
        _finish(state, winner(conditions, state.active), tuple(conditions), log)
    elif state.drawn == len(state.agents) and out_of_cards(state):
        team = closer(state, state.active)
        _finish(state, team, (Condition(team, "win", "closer"),), log)
    else:
        state.turn += 1
        state.active = team = 1 - state.active
        state.step = "play"
        state.acting = state.teams[team]
        if log is not None:
            log.append(TurnBegan(state.turn, team))


def fulfilled(race: Race) -> list[Condition]:
    """Everything that the teams fulfil at the End step, team 0 first.

    Rulebook, End, A: a meeple catches the other if it has reached or passed it, counting every
    step; so one that moves backward into the other is caught too, and one that was passed and got
    away in the same turn is not. B: three Codebreakers win. C: three Daredevils lose. Masterplan:
    7 different agents win. Security System: the opponent on one's own home wins.
    """
    conditions: list[Condition] = []
    for team in (0, 1):
        in_play = race.in_play[team]
        if race.gaps[team] <= 0:
            conditions.append(Condition(team, "win", "catch"))
        if "codebreaker" in in_play and in_play["codebreaker"] >= SET:
            conditions.append(Condition(team, "win", "codebreakers"))
        if "daredevil" in in_play and in_play["daredevil"] >= SET:
            conditions.append(_daredevils(race, team))
        ongoing = race.ongoing[team]
        if ongoing:
            if "masterplan" in ongoing and len(in_play) >= MASTERPLAN:
                conditions.append(Condition(team, "win", "masterplan"))
            if "security_system" in ongoing and race.spaces[1 - team] == HOMES[team]:
                conditions.append(Condition(team, "win", "security_system"))
    return conditions


def _daredevils(race: Race, team: int) -> Condition:
    """Leader of the Pack: three Daredevils win instead of losing."""
    if "leader_of_the_pack" in race.ongoing[team]:
        return Condition(team, "win", "leader_of_the_pack")
    return Condition(team, "lose", "daredevils")


def winner(conditions: list[Condition], active: int) -> int:
    """The team that wins by these conditions; the active team wins every tie.

    A tie: both teams fulfil a win, both fulfil a loss, or one of them fulfils a win and a loss.
    In short, the conditions do not all speak for the same team.
    """
    favoured = {
        condition.team if condition.result == "win" else 1 - condition.team
        for condition in conditions
    }
    return favoured.pop() if len(favoured) == 1 else active


def out_of_cards(state: MatchState) -> bool:
    """Rulebook, 'Running out of cards': with the deck empty, the next team cannot play.

    A single player needs 2 cards; in a team of two, each needs 1.
    """
    seats = state.teams[1 - state.active]
    needed = 2 if len(seats) == 1 else 1
    return any(len(state.hands[seat]) < needed for seat in seats)


def closer(race: Race, active: int) -> int:
    """Out of cards: the team with fewer spaces to go wins; at equal distance the active one."""
    if race.gaps[0] == race.gaps[1]:
        return active
    return 0 if race.gaps[0] < race.gaps[1] else 1


def resign(state: MatchState, seat: Seat, action: Resign, log: Log) -> None:
    """A seat gives up at any time: its team loses."""
    team = state.team_of[seat]
    if log is not None:
        log.append(Resigned(seat))
    _finish(state, 1 - team, (Condition(team, "lose", "resigned"),), log)


def check_resign(state: MatchState, seat: Seat, action: Resign) -> None:
    """Raise `IllegalAction` unless there is such a seat."""
    if not 0 <= seat < state.seats:
        raise IllegalAction(f"There is no seat {seat} in this match.")


def _finish(state: MatchState, team: int, conditions: tuple[Condition, ...], log: Log) -> None:
    state.over = True
    state.step = "over"
    state.acting = ()
    state.winners = state.teams[team]
    state.conditions = conditions
    if log is not None:
        log.append(Ended(state.winners, conditions))
