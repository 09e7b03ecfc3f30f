"""A whole turn that a computer opponent imagines leads to where the rules lead."""

from random import Random

import pytest

from engine.agent_avenue import GAME
from engine.agent_avenue.actions import RECRUITS, Play
from engine.agent_avenue.options import Options
from engine.players.agent_avenue.turns import has_whole_turns, whole_turn

from ..agent_avenue.matches import TEAMS
from ..test_carry_out import everything

MATCHES = 100
MODES = "simple", "advanced"


def opened(options: Options, rng: Random):
    (seats,) = GAME.seat_counts(options)
    return GAME.new(GAME.deal(rng, options, seats), options, seats)


def all_but_who_laid_it(match):
    return {name: value for name, value in everything(match).items() if name != "face_down_seat"}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("teams", TEAMS)
def test_it_does_what_the_play_step_and_the_recruit_step_do(mode, teams):
    rng = Random(1)
    ends, turns = set(), 0
    for _ in range(MATCHES):
        match = opened(Options(mode, teams), rng)
        while not match.over:
            seat = rng.choice(match.to_act())
            choice = rng.choice(match.legal(seat))
            imagined = match.copy()
            match.apply(seat, choice)
            if not (isinstance(choice, Play) and has_whole_turns(imagined)):
                continue
            answer, asked = rng.choice(RECRUITS), []

            def takes_face_up(face_up, answer=answer, asked=asked):
                asked.append(face_up)
                return answer.pick == "face_up"

            whole_turn(imagined, seat, choice, takes_face_up)
            match.apply(rng.choice(match.to_act()), answer)
            assert all_but_who_laid_it(imagined) == all_but_who_laid_it(match)
            assert asked == [choice.face_up]
            turns += 1
        ends.update(condition.by for condition in match.conditions)
    assert ends >= {"catch", "codebreakers", "daredevils"}
    assert bool(turns) == any(len(team) == 1 for team in teams)
