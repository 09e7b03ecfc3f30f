"""Resigning, a match that is over, and what counts as the same decision."""

import pytest

from engine.agent_avenue.actions import Discard, Play, Recruit, Take, Use
from engine.agent_avenue.conditions import Condition
from engine.agent_avenue.events import Ended, Resigned
from engine.game import Action, IllegalAction, Resign

from .arrange import TWO_AGAINST_TWO, arrange, offer, pick, recruits, take

# Resign


@pytest.mark.parametrize("seat", [0, 1])
def test_any_seat_resigns_at_any_time_and_its_team_loses(seat):
    match = arrange()
    events = match.apply(seat, Resign())
    conditions = (Condition(seat, "lose", "resigned"),)
    assert events == [Resigned(seat), Ended((1 - seat,), conditions)]
    assert match.over
    assert match.winners == (1 - seat,)


def test_a_whole_team_loses_by_one_seat():
    match = arrange(teams=TWO_AGAINST_TWO)
    match.apply(3, Resign())
    assert match.winners == (0, 2)


def test_also_in_the_middle_of_a_chain():
    match = arrange(moved=(1, 0), supply=["mind_control", "masterplan"])
    recruits(match, "enforcer", "codebreaker")
    match.apply(0, Resign())
    assert match.winners == (1,)


def test_resigning_is_never_listed_as_legal():
    assert Resign() not in arrange().legal(0)


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_a_seat_that_is_not_there_cannot_resign(seat):
    with pytest.raises(IllegalAction, match="no seat"):
        arrange().apply(seat, Resign())


# Over


def test_a_match_that_is_over_takes_no_further_action_resign_included():
    match = arrange()
    match.apply(0, Resign())
    before = match.full()
    for action in (Resign(), Play("enforcer", "mole"), Recruit("face_up"), Discard("mole")):
        for seat in (0, 1):
            with pytest.raises(IllegalAction, match="over"):
                match.apply(seat, action)
    assert match.full() == before
    assert match.to_act() == ()
    assert match.legal(0) == ()


def test_when_over_the_active_team_stays_as_it_was():
    match = arrange(active=1)
    match.apply(0, Resign())
    assert match.view(None).active == 1
    assert match.view(None).step == "over"


def test_an_action_of_another_game_is_no_action():
    class Castle(Action, frozen=True, tag="castle"):
        pass

    with pytest.raises(IllegalAction, match="no such action"):
        arrange().apply(0, Castle())


# Decisions


def team():
    return arrange(teams=TWO_AGAINST_TWO, hands=[["enforcer", "mole"] * 2] * 4)


def test_who_is_not_to_act_decides_nothing():
    match = arrange()
    assert match.decision(0) is not None
    assert match.decision(1) is None
    match.apply(0, Resign())
    assert match.decision(0) is None


def test_a_teammates_discard_leaves_my_decision_as_it_is():
    match = team()
    mine, mates = match.decision(0), match.decision(2)
    match.apply(2, Discard("mole"))
    assert match.decision(0) == mine
    assert match.decision(2) != mates


def test_a_teammates_face_up_card_ends_my_decision():
    match = team()
    before = match.decision(0)
    match.apply(2, Play(face_up="enforcer"))
    assert match.decision(0) not in (None, before)


def test_the_second_ones_own_discard_ends_its_decision():
    match = team()
    match.apply(2, Play(face_up="enforcer"))
    before = match.decision(0)
    match.apply(0, Discard("mole"))
    assert match.decision(0) not in (None, before)


def test_every_take_and_every_choice_is_a_decision_of_its_own():
    match = arrange(
        moved=(4, 4),
        hands=[["enforcer", "codebreaker", "sidekick", "mole"]] * 2,
        supply=["secret_recruit", "spycation", "masterplan", "watchtower"],
    )
    decisions = [match.decision(0)]
    offer(match, "enforcer", "codebreaker")
    assert match.decision(0) is None
    decisions.append(match.decision(1))
    pick(match, "face_down")
    decisions.append(match.decision(0))
    take(match, "secret_recruit")
    decisions.append(match.decision(0))
    match.apply(0, Use("sidekick"))
    decisions.append(match.decision(0))
    take(match, "spycation")
    decisions.append(match.decision(0))
    assert None not in decisions
    assert len(set(decisions)) == len(decisions)


def test_a_decision_of_the_next_turn_is_another_one():
    match = arrange()
    before = match.decision(0)
    recruits(match, "codebreaker", "sentinel")
    recruits(match, "codebreaker", "sentinel")
    assert match.to_act() == (0,)
    assert match.decision(0) != before


def test_a_copy_is_independent():
    match = arrange(moved=(1, 0), supply=["masterplan", "mind_control"])
    twin = match.copy()
    before = match.full()
    recruits(twin, "enforcer", "codebreaker")
    twin.apply(0, Take("masterplan"))
    assert match.full() == before
    assert twin.full() != before
    assert twin.copy().full() == twin.full()
