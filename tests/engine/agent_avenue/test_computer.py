"""The computer opponent of Agent Avenue."""

from random import Random

import pytest

from engine.agent_avenue import GAME
from engine.agent_avenue.actions import Play, Recruit, Use
from engine.agent_avenue.options import Options
from engine.players.random_player import RandomPlayer

from .arrange import TWO_AGAINST_ONE, TWO_AGAINST_TWO, arrange, offer, recruits, take
from .matches import TEAMS, opened, other_world


def wins(options, matches):
    """How many of these matches the computer's team wins against random players."""
    rng = Random(1)
    (seats,) = GAME.seat_counts(options)
    won = 0
    for number in range(matches):
        match = opened(GAME.deal(rng, options, seats), options)
        computer = number % 2
        while acting := match.to_act():
            seat = rng.choice(acting)
            player = GAME.player if match.team_of[seat] == computer else RandomPlayer()
            match.apply(seat, player.choose(match.view(seat), match.legal(seat), rng))
        won += match.team_of[match.winners[0]] == computer
    return won


@pytest.mark.parametrize(
    ("options", "matches"),
    [
        (Options(), 200),
        (Options("advanced"), 200),
        (Options("simple", TWO_AGAINST_TWO), 100),
        (Options("advanced", TWO_AGAINST_TWO), 100),
        (Options("advanced", TWO_AGAINST_ONE), 100),
    ],
)
def test_it_wins_three_of_four_against_random_play(options, matches):
    assert wins(options, matches) > 0.75 * matches


@pytest.mark.parametrize("teams", TEAMS)
def test_it_always_chooses_a_legal_action(teams):
    options = Options("advanced", teams)
    rng = Random(6)
    (seats,) = GAME.seat_counts(options)
    for _ in range(15):
        match = opened(GAME.deal(rng, options, seats), options)
        while acting := match.to_act():
            seat = rng.choice(acting)
            legal = match.legal(seat)
            assert GAME.player.choose(match.view(seat), legal, rng) in legal
            match.apply(seat, rng.choice(legal))


def test_it_knows_no_more_than_a_person():
    """The same view, the same choice: hidden cards make no difference."""
    rng = Random(7)
    options = Options("advanced")
    for _ in range(10):
        match = opened(GAME.deal(rng, options, 2), options)
        while acting := match.to_act():
            (seat,) = acting
            twin = other_world(match, seat, rng)
            choices = [
                GAME.player.choose(world.view(seat), world.legal(seat), Random(8))
                for world in (match, twin)
            ]
            assert choices[0] == choices[1]
            match.apply(seat, choices[0])


def choice(match, seat):
    return GAME.player.choose(match.view(seat), match.legal(seat), Random(1))


def test_it_takes_the_third_codebreaker():
    match = arrange(in_play=[{}, {"codebreaker": 2}])
    match.hands[0] = ["codebreaker", "enforcer", "mole", "mole"]
    offer(match, "codebreaker", "enforcer")
    assert choice(match, 1) == Recruit("face_up")


def test_it_leaves_the_third_daredevil():
    match = arrange(in_play=[{}, {"daredevil": 2}])
    match.hands[0] = ["daredevil", "enforcer", "mole", "mole"]
    offer(match, "daredevil", "enforcer")
    assert choice(match, 1) == Recruit("face_down")


def test_it_does_not_offer_two_cards_that_both_lose():
    match = arrange(
        in_play=[{}, {"codebreaker": 2}],
        hands=[["codebreaker", "sentinel", "enforcer", "enforcer"], []],
    )
    action = choice(match, 0)
    assert isinstance(action, Play)
    assert "codebreaker" not in (action.face_up, action.face_down)


def test_it_takes_away_the_codebreaker_that_would_win_for_the_opponent():
    match = arrange(
        moved=(1, 0),
        supply=["mind_control", "masterplan"],
        in_play=[{}, {"codebreaker": 2, "mole": 1}],
    )
    recruits(match, "enforcer", "codebreaker")
    assert choice(match, 0).card == "mind_control"
    take(match, "mind_control")
    assert choice(match, 0) == Use("codebreaker")
