"""Reference, Turn: End, with every tie, and running out of cards."""

import pytest

from engine.agent_avenue.conditions import Condition
from engine.agent_avenue.events import Ended
from engine.agent_avenue.options import Options

from .arrange import (
    TWO_AGAINST_ONE,
    TWO_AGAINST_TWO,
    arrange,
    of,
    offer,
    pick,
    play_apart,
    recruits,
)

FEW = [["enforcer", "sentinel"], ["mole"]]


def outcome(match):
    view = match.view(None)
    return view.winners, [(c.team, c.result, c.by) for c in view.conditions]


# Catch


def test_catch_your_meeple_has_reached_the_opponents():
    match = arrange(moved=(6, 0))
    recruits(match, "enforcer", "codebreaker")
    assert match.view(None).gaps == (0, 14)
    assert outcome(match) == ((0,), [(0, "win", "catch")])


def test_catch_your_meeple_has_passed_the_opponents():
    match = arrange(moved=(5, 0))
    recruits(match, "sidekick", "codebreaker")
    assert match.view(None).gaps == (-2, 16)
    assert outcome(match) == ((0,), [(0, "win", "catch")])


def test_one_space_short_is_no_catch():
    match = arrange(moved=(5, 0))
    recruits(match, "enforcer", "codebreaker")
    assert match.view(None).gaps == (1, 13)
    assert not match.over


def test_counting_every_step_of_this_turn_also_those_of_the_other_meeple():
    match = arrange(moved=(5, 0))
    recruits(match, "enforcer", "saboteur")
    assert outcome(match) == ((0,), [(0, "win", "catch")])


def test_who_was_overtaken_and_got_away_in_the_same_turn_was_not_caught():
    match = arrange(moved=(6, 0))
    recruits(match, "enforcer", "daredevil")
    assert match.view(None).gaps == (2, 12)
    assert not match.over


def test_moving_backward_into_the_opponents_meeple_gives_the_catch_to_the_opponent():
    match = arrange(moved=(-6, 0))
    recruits(match, "saboteur", "codebreaker")
    assert match.view(None).gaps == (14, 0)
    assert outcome(match) == ((1,), [(1, "win", "catch")])


def test_moving_backward_behind_the_opponents_meeple_gives_the_catch_to_the_opponent():
    match = arrange(moved=(-6, 0))
    recruits(match, "mole", "codebreaker")
    assert outcome(match) == ((1,), [(1, "win", "catch")])


def test_the_opponent_may_catch_in_the_active_players_turn():
    match = arrange(moved=(0, 6))
    recruits(match, "codebreaker", "enforcer")
    assert outcome(match) == ((1,), [(1, "win", "catch")])


# Sets


def test_3_codebreakers_in_play_win():
    match = arrange(in_play=[{"codebreaker": 2}, {}])
    recruits(match, "codebreaker", "enforcer")
    assert outcome(match) == ((0,), [(0, "win", "codebreakers")])


def test_2_codebreakers_do_not():
    match = arrange(in_play=[{"codebreaker": 1}, {}])
    recruits(match, "codebreaker", "enforcer")
    assert not match.over


def test_3_daredevils_in_play_lose():
    match = arrange(in_play=[{"daredevil": 2}, {}])
    recruits(match, "daredevil", "enforcer")
    assert outcome(match) == ((1,), [(0, "lose", "daredevils")])


def test_3_or_more_count_too():
    match = arrange(in_play=[{"daredevil": 3}, {}])
    recruits(match, "daredevil", "enforcer")
    assert outcome(match) == ((1,), [(0, "lose", "daredevils")])


def test_the_opponents_third_codebreaker_wins_for_the_opponent():
    match = arrange(in_play=[{}, {"codebreaker": 2}])
    recruits(match, "enforcer", "codebreaker")
    assert outcome(match) == ((1,), [(1, "win", "codebreakers")])


# Ties


def test_both_fulfil_a_win_the_active_team_wins():
    for active in (0, 1):
        match = arrange(active=active, moved=(6, 0), in_play=[{}, {"codebreaker": 2}])
        if active == 0:
            recruits(match, "enforcer", "codebreaker")
        else:
            recruits(match, "codebreaker", "enforcer")
        assert outcome(match) == ((active,), [(0, "win", "catch"), (1, "win", "codebreakers")])


def test_both_fulfil_a_loss_the_active_team_wins():
    for active in (0, 1):
        match = arrange(
            active=active,
            hands=[["daredevil"] * 4] * 2,
            in_play=[{"daredevil": 2}, {"daredevil": 2}],
        )
        offer(match, "daredevil", "daredevil")
        pick(match, "face_up")
        losses = [(0, "lose", "daredevils"), (1, "lose", "daredevils")]
        assert outcome(match) == ((active,), losses)


@pytest.mark.parametrize("active", [0, 1])
@pytest.mark.parametrize("team", [0, 1])
def test_any_team_fulfils_a_win_and_a_loss_at_once_the_active_team_wins(active, team):
    in_play = [{}, {}]
    in_play[team] = {"daredevil": 2}
    moved = (7, 0) if team == 0 else (0, 7)
    match = arrange(active=active, moved=moved, in_play=in_play)
    if active == team:
        recruits(match, "daredevil", "codebreaker")
    else:
        recruits(match, "codebreaker", "daredevil")
    assert outcome(match) == ((active,), [(team, "win", "catch"), (team, "lose", "daredevils")])


def test_otherwise_the_one_that_wins_wins_also_if_the_opponent_loses_too():
    match = arrange(active=1, moved=(6, 0), in_play=[{}, {"daredevil": 2}])
    recruits(match, "daredevil", "enforcer")
    assert outcome(match) == ((0,), [(0, "win", "catch"), (1, "lose", "daredevils")])


def test_several_wins_of_one_team_are_all_listed():
    match = arrange(moved=(7, 0), in_play=[{"codebreaker": 2}, {}])
    recruits(match, "codebreaker", "sentinel")
    assert outcome(match) == ((0,), [(0, "win", "catch"), (0, "win", "codebreakers")])


# Out of cards


def test_out_of_cards_the_next_player_has_fewer_than_2_cards_and_the_deck_is_empty():
    match = arrange(hands=FEW, deck=[], moved=(1, 0))
    offer(match, "sentinel", "enforcer")
    pick(match, "face_down")
    assert match.view(None).gaps == (7 - 1 + 1, 7 + 1 - 1)
    assert match.over


def test_2_cards_are_enough_to_go_on():
    match = arrange(hands=[FEW[0], ["mole", "sidekick"]], deck=[])
    offer(match, "sentinel", "enforcer")
    pick(match, "face_down")
    assert not match.over
    assert match.to_act() == (1,)


def test_with_a_card_in_the_deck_the_match_goes_on():
    match = arrange(hands=[[*FEW[0], "mole", "mole"], ["mole", "sidekick"]], deck=["mole"] * 5)
    offer(match, "sentinel", "enforcer")
    pick(match, "face_down")
    assert not match.over


@pytest.mark.parametrize(("moved", "closer"), [((1, 0), 0), ((0, 1), 1), ((-1, 0), 1)])
def test_whoever_has_fewer_spaces_to_go_going_forward_wins(moved, closer):
    match = arrange(hands=[["codebreaker", "sentinel"], []], deck=[], moved=moved)
    offer(match, "sentinel", "codebreaker")
    pick(match, "face_down")
    assert outcome(match) == ((closer,), [(closer, "win", "closer")])


@pytest.mark.parametrize("active", [0, 1])
def test_at_equal_distance_the_active_team_wins(active):
    hands = [["codebreaker", "sentinel"]] * 2
    hands[1 - active] = ["mole"]
    match = arrange(active=active, hands=hands, deck=[])
    offer(match, "sentinel", "codebreaker")
    pick(match, "face_down")
    assert outcome(match) == ((active,), [(active, "win", "closer")])


def test_out_of_cards_only_if_nobody_has_won_or_lost():
    match = arrange(
        hands=[["codebreaker", "sentinel"], []],
        deck=[],
        moved=(3, 0),
        in_play=[{}, {"codebreaker": 2}],
    )
    offer(match, "sentinel", "codebreaker")
    pick(match, "face_down")
    assert outcome(match) == ((1,), [(1, "win", "codebreakers")])


def test_the_active_players_own_hand_does_not_matter():
    match = arrange(hands=[FEW[0], ["mole", "sidekick"]], deck=[])
    offer(match, "sentinel", "enforcer")
    pick(match, "face_up")
    assert match.full().hands[0] == ()
    assert not match.over


@pytest.mark.parametrize(("cards", "over"), [(0, True), (1, False)])
def test_out_of_cards_for_a_next_team_of_two_any_of_its_seats_has_no_card(cards, over):
    match = arrange(
        teams=((1,), (0, 2)),
        hands=[["mole"] * 4, ["codebreaker", "sentinel"], ["sidekick"] * cards],
        deck=[],
    )
    offer(match, "sentinel", "codebreaker")
    pick(match, "face_down")
    assert match.over is over


def test_out_of_cards_for_a_single_player_after_a_team_fewer_than_2():
    for cards, over in [(1, True), (2, False)]:
        match = arrange(
            teams=TWO_AGAINST_ONE,
            hands=[["codebreaker"], ["mole"] * cards, ["sentinel"]],
            deck=[],
        )
        play_apart(match, "codebreaker", "sentinel")
        pick(match, "face_down")
        assert match.over is over


# The end


def test_teams_win_together():
    match = arrange(teams=TWO_AGAINST_TWO, moved=(6, 0))
    match.hands = [["enforcer"], ["mole"], ["codebreaker"], ["mole"]]
    play_apart(match, "enforcer", "codebreaker")
    pick(match, "face_down")
    assert match.winners == (0, 2)


def test_the_end_is_told_with_everything_that_was_fulfilled():
    match = arrange(moved=(6, 0))
    events = recruits(match, "enforcer", "codebreaker")
    assert of(events, Ended) == [Ended((0,), (Condition(0, "win", "catch"),))]
    assert events[-1] == of(events, Ended)[0]


def test_while_running_there_are_no_winners_and_no_conditions():
    match = arrange(mode=Options().mode)
    assert match.winners == ()
    assert match.view(None).conditions == ()
