"""Reference, Components: each of the 15 black market cards."""

import pytest

from engine.agent_avenue.actions import Use
from engine.agent_avenue.events import Drew, Ignored, Moved, Recruited, Returned, Revealed, Took
from engine.agent_avenue.movement import NO_MARKET_STEPS, steps_with
from engine.game import IllegalAction

from .arrange import arrange, of, recruits, take


def moves(ongoing, card, copy, **arrangement):
    """What recruiting this copy makes the meeple of the team with these ongoing cards do."""
    in_play = {card: copy - 1} if copy > 1 else {}
    other = "sentinel" if card != "sentinel" else "codebreaker"  # the first one does not move
    match = arrange(in_play=[in_play, {}], ongoing=[ongoing, []], **arrangement)
    return [(event.steps, event.by) for event in of(recruits(match, card, other), Moved)]


def landed(card, *, hand=("saboteur", "mole"), deck=("enforcer",) * 6, in_play=({}, {}), **more):
    """Team 0 has landed on corner 3 by a first Enforcer, and now takes this card.

    `hand` is what its seat then holds; two cards have been drawn already.
    """
    match = arrange(
        moved=(1, 0),
        hands=[["enforcer", "codebreaker", *hand], ["mole"] * 4],
        deck=["enforcer", "enforcer", *deck],
        in_play=in_play,
        supply=[card, "masterplan", "security_system"],
        **more,
    )
    recruits(match, "enforcer", "codebreaker")
    match.hands[0] = list(hand)
    match.drawn = 2
    return match, take(match, card)


# Ongoing


@pytest.mark.parametrize(("copy", "steps"), [(1, 1), (2, 1), (3, 2), (4, 2)])
def test_distraction_device_a_saboteur_moves_you_forward_instead_of_backward(copy, steps):
    assert moves(["distraction_device"], "saboteur", copy) == [(steps, "saboteur")]


@pytest.mark.parametrize(("copy", "steps"), [(1, 3), (2, 4), (3, 5), (4, 5)])
def test_watchtower_an_enforcer_moves_you_2_more_spaces_forward(copy, steps):
    assert moves(["watchtower"], "enforcer", copy) == [(steps, "enforcer")]


@pytest.mark.parametrize(("copy", "steps"), [(1, -2), (2, 12), (3, -2), (4, -2)])
def test_sinister_twin_a_double_agent_moves_you_twice_as_far_in_either_direction(copy, steps):
    assert moves(["sinister_twin"], "double_agent", copy) == [(steps, "double_agent")]


@pytest.mark.parametrize("copy", [1, 2, 3])
def test_supercomputer_a_codebreaker_moves_you_3_forward_the_3rd_copy_too(copy):
    assert moves(["supercomputer"], "codebreaker", copy) == [(3, "codebreaker")]


@pytest.mark.parametrize(
    ("ongoing", "card"),
    [
        ("distraction_device", "mole"),
        ("watchtower", "sentinel"),
        ("sinister_twin", "saboteur"),
        ("supercomputer", "daredevil"),
    ],
)
def test_an_ongoing_card_changes_no_other_agent(ongoing, card):
    assert steps_with(frozenset({ongoing}))[card] == NO_MARKET_STEPS[card]


def test_an_ongoing_card_does_nothing_for_the_opponent():
    match = arrange(ongoing=[["watchtower"], []])
    assert of(recruits(match, "codebreaker", "enforcer"), Moved) == [Moved(1, 1, "enforcer")]


GETAWAY = [(1, "enforcer"), (3, "getaway_car")]


def test_getaway_car_landing_exactly_on_the_opponents_home_moves_3_forward():
    assert moves(["getaway_car"], "enforcer", 1, moved=(6, 6)) == GETAWAY


def test_getaway_car_landing_exactly_on_the_own_home_moves_3_forward():
    assert moves(["getaway_car"], "enforcer", 1, moved=(-1, 0)) == GETAWAY


def test_getaway_car_counts_for_landing_by_moving_backward_too():
    expected = [(-1, "saboteur"), (3, "getaway_car")]
    assert moves(["getaway_car"], "saboteur", 1, moved=(1, 0)) == expected


def test_getaway_car_does_nothing_for_crossing_a_home():
    assert moves(["getaway_car"], "daredevil", 1, moved=(-1, 0)) == [(2, "daredevil")]


def test_getaway_car_does_nothing_for_standing_on_a_home_without_moving():
    assert moves(["getaway_car"], "codebreaker", 1) == []


def test_getaway_car_comes_before_the_corner_check_on_the_final_space():
    match = arrange(moved=(6, 6), ongoing=[["getaway_car"], []], supply=["masterplan"])
    recruits(match, "enforcer", "codebreaker")
    assert match.view(None).spaces[0] == 11
    assert match.view(None).step == "play"


def test_getaway_car_counts_at_the_end_step_for_catching():
    match = arrange(moved=(6, 2), ongoing=[["getaway_car"], []])
    recruits(match, "enforcer", "codebreaker")
    assert match.view(None).gaps == (-1, 15)
    assert match.winners == (0,)


def by(match):
    return [(c.team, c.result, c.by) for c in match.view(None).conditions]


def test_leader_of_the_pack_3_daredevils_win_you_the_match_instead_of_losing_it():
    match = arrange(in_play=[{"daredevil": 2}, {}], ongoing=[["leader_of_the_pack"], []])
    recruits(match, "daredevil", "codebreaker")
    assert match.winners == (0,)
    assert by(match) == [(0, "win", "leader_of_the_pack")]


def test_leader_of_the_pack_does_not_save_the_opponent():
    match = arrange(in_play=[{"daredevil": 2}, {}], ongoing=[[], ["leader_of_the_pack"]])
    recruits(match, "daredevil", "codebreaker")
    assert by(match) == [(0, "lose", "daredevils")]


SIX = {"enforcer": 1, "codebreaker": 1, "saboteur": 1, "daredevil": 1, "sentinel": 1, "mole": 1}


def test_masterplan_7_different_agents_in_play_win_you_the_match():
    match = arrange(in_play=[dict(SIX), {}], ongoing=[["masterplan"], []])
    recruits(match, "double_agent", "codebreaker")
    assert by(match) == [(0, "win", "masterplan")]


def test_masterplan_6_different_agents_do_not_also_with_7_cards():
    match = arrange(in_play=[dict(SIX), {}], ongoing=[["masterplan"], []])
    recruits(match, "codebreaker", "sentinel")
    assert not match.over


def test_masterplan_counts_at_once_for_who_takes_it_with_7_different_agents_in_play():
    """The agent whose recruiting led to it is in play, too."""
    others = dict.fromkeys(["double_agent", "saboteur", "daredevil", "sentinel", "mole"], 1)
    match, _ = landed("masterplan", in_play=[{**others, "sidekick": 1}, {}])
    assert by(match) == [(0, "win", "masterplan")]


def test_masterplan_needs_the_card():
    match = arrange(in_play=[dict(SIX), {}])
    recruits(match, "double_agent", "codebreaker")
    assert not match.over


def test_security_system_the_opponents_meeple_on_your_home_space_wins_you_the_match():
    match = arrange(moved=(6, 6), ongoing=[["security_system"], []])
    recruits(match, "codebreaker", "enforcer")
    assert match.view(None).spaces == (7, 1)
    assert by(match) == [(0, "win", "security_system")]


def test_security_system_says_nothing_about_the_own_meeple_or_the_other_home():
    match = arrange(moved=(-1, -1), ongoing=[["security_system"], []])
    match.hands[0] = ["enforcer"] * 4
    recruits(match, "enforcer", "enforcer")
    assert match.view(None).spaces == (1, 8)
    assert not match.over


def test_security_system_only_counts_where_the_turn_ends():
    match = arrange(moved=(6, 6), ongoing=[["security_system"], ["getaway_car"]])
    recruits(match, "codebreaker", "enforcer")
    assert match.view(None).spaces[1] == 4
    assert not match.over


def test_a_tie_by_the_extra_conditions_goes_to_the_active_team():
    for active in (0, 1):
        match = arrange(
            active=active,
            moved=(6, 6),
            in_play=[{}, {"codebreaker": 3}],
            ongoing=[["security_system"], []],
        )
        if active == 0:
            recruits(match, "codebreaker", "enforcer")
        else:
            recruits(match, "enforcer", "codebreaker")
        assert by(match) == [(0, "win", "security_system"), (1, "win", "codebreakers")]
        assert match.view(None).active == active
        assert match.winners == (active,)


def test_a_card_taken_this_turn_counts_at_this_end_step():
    match = arrange(
        moved=(1, 0),
        in_play=[{"daredevil": 3}, {}],
        supply=["leader_of_the_pack", "watchtower"],
    )
    recruits(match, "enforcer", "codebreaker")
    take(match, "leader_of_the_pack")
    assert by(match) == [(0, "win", "leader_of_the_pack")]


# Instant


def test_outpost_recruit_a_sentinel_from_your_hand():
    match, events = landed("outpost", hand=["sentinel", "mole"], in_play=[{"sentinel": 1}, {}])
    assert of(events, Recruited) == [Recruited(0, 0, "sentinel", 2, "outpost")]
    assert of(events, Moved) == [Moved(0, 2, "sentinel")]
    assert match.view(None).in_play[0]["sentinel"] == 2
    assert match.full().hands[0][0] == "mole"


def test_outpost_without_a_sentinel_is_ignored():
    match, events = landed("outpost")
    assert of(events, Ignored) == [Ignored(0, "outpost")]
    assert match.full().hands[0] == ("saboteur", "mole")
    assert match.view(None).step == "play"


def test_secret_recruit_1_agent_that_differs_from_all_you_have_in_play():
    hand = ["saboteur", "enforcer", "mole", "mole"]
    match, _ = landed("secret_recruit", hand=hand)
    assert match.legal(0) == (Use("saboteur"), Use("mole"))
    with pytest.raises(IllegalAction, match="Secret Recruit does not allow"):
        match.apply(0, Use("enforcer"))
    events = match.apply(0, Use("mole"))
    assert of(events, Recruited) == [Recruited(0, 0, "mole", 1, "secret_recruit")]
    assert of(events, Moved) == [Moved(0, -3, "mole")]


def test_secret_recruit_with_one_possible_agent_is_not_asked():
    _, events = landed("secret_recruit", hand=["saboteur", "enforcer", "saboteur"])
    assert of(events, Recruited) == [Recruited(0, 0, "saboteur", 1, "secret_recruit")]


def test_secret_recruit_with_none_is_ignored():
    _, events = landed("secret_recruit", hand=["enforcer"] * 4)
    assert of(events, Ignored) == [Ignored(0, "secret_recruit")]


def test_double_trouble_reveal_2_identical_agents_recruit_one_keep_the_other():
    hand = ["saboteur", "sentinel", "saboteur", "mole"]
    match, events = landed("double_trouble", hand=hand)
    assert Revealed(0, "saboteur") in events
    assert of(events, Recruited) == [Recruited(0, 0, "saboteur", 1, "double_trouble")]
    assert match.full().hands[0] == ("sentinel", "saboteur", "mole", "enforcer")


def test_double_trouble_with_two_pairs_lets_choose():
    match, _ = landed("double_trouble", hand=["mole", "sentinel", "mole", "sentinel"])
    assert match.legal(0) == (Use("sentinel"), Use("mole"))
    events = match.apply(0, Use("sentinel"))
    assert Revealed(0, "sentinel") in events
    assert match.full().hands[0][:3] == ("mole", "mole", "sentinel")


def test_double_trouble_without_a_pair_is_ignored():
    _, events = landed("double_trouble", hand=["mole", "sentinel", "saboteur", "enforcer"])
    assert of(events, Ignored) == [Ignored(0, "double_trouble")]


def test_smoke_screen_recruit_the_top_card_of_the_agent_deck():
    match, events = landed("smoke_screen", deck=["daredevil", "mole"], hand=["mole"] * 4)
    assert of(events, Recruited) == [Recruited(0, 0, "daredevil", 1, "smoke_screen")]
    assert of(events, Moved) == [Moved(0, 2, "daredevil")]
    assert of(events, Drew) == []
    assert match.view(None).deck == 1


def test_smoke_screen_with_an_empty_deck_is_ignored():
    _, events = landed("smoke_screen", deck=[], hand=["mole"] * 4)
    assert of(events, Ignored) == [Ignored(0, "smoke_screen")]


SPYCATION = {"hand": ["mole", "saboteur", "mole", "mole"], "in_play": [{"sentinel": 3}, {}]}


def test_spycation_take_1_agent_that_you_have_in_play_back_into_your_hand_no_movement():
    match, _ = landed("spycation", **SPYCATION)
    assert match.legal(0) == (
        Use("enforcer", recruit=True),
        Use("enforcer", recruit=False),
        Use("sentinel", recruit=True),
        Use("sentinel", recruit=False),
    )
    events = match.apply(0, Use("sentinel", recruit=False))
    assert events[0] == Returned(0, "sentinel", 0, 0)
    assert of(events, Moved) == []
    assert match.view(None).in_play[0] == {"enforcer": 1, "sentinel": 2}
    assert match.full().hands[0] == ("mole", "saboteur", "mole", "mole", "sentinel")


def test_spycation_you_may_recruit_it_at_once():
    match, _ = landed("spycation", **SPYCATION)
    events = match.apply(0, Use("sentinel", recruit=True))
    assert of(events, Recruited) == [Recruited(0, 0, "sentinel", 3, "spycation")]
    assert of(events, Moved) == [Moved(0, 6, "sentinel")]
    assert of(events, Drew) == []
    assert match.view(None).in_play[0] == {"enforcer": 1, "sentinel": 3}
    assert match.full().hands[0] == ("mole", "saboteur", "mole", "mole")


def test_spycation_the_last_copy_leaves_no_zero():
    match, _ = landed("spycation", **SPYCATION)
    match.apply(0, Use("enforcer", recruit=False))
    assert match.view(None).in_play[0] == {"sentinel": 3}


def test_spycation_the_card_that_came_in_goes_to_the_end_and_the_first_one_leaves():
    match, _ = landed("spycation", hand=["sentinel", "mole", "mole", "mole"], in_play=[{}, {}])
    match.in_play[0]["sentinel"] = 1
    match.apply(0, Use("sentinel", recruit=True))
    assert match.full().hands[0] == ("mole", "mole", "mole", "sentinel")


@pytest.mark.parametrize("choice", [Use("enforcer"), Use("mole", recruit=True)])
def test_spycation_asks_for_an_own_agent_and_whether_to_recruit_it(choice):
    match, _ = landed("spycation", **SPYCATION)
    with pytest.raises(IllegalAction, match="Spycation does not allow"):
        match.apply(0, choice)


def test_mind_control_put_1_agent_that_the_opponent_has_in_play_into_your_hand_no_movement():
    match, _ = landed("mind_control", hand=["mole"] * 4, in_play=[{}, {"daredevil": 2}])
    assert match.legal(0) == (Use("codebreaker"), Use("daredevil"))
    events = match.apply(0, Use("daredevil"))
    assert events[0] == Returned(1, "daredevil", 0, 0)
    assert of(events, Moved) == []
    assert match.view(None).in_play[1] == {"codebreaker": 1, "daredevil": 1}
    assert match.full().hands[0] == ("mole", "mole", "mole", "mole", "daredevil")


def test_mind_control_needs_no_choice_among_copies_of_one_agent():
    match, events = landed("mind_control", hand=["mole"] * 4, in_play=[{}, {"codebreaker": 1}])
    assert of(events, Returned) == [Returned(1, "codebreaker", 0, 0)]
    assert match.view(None).in_play[1] == {"codebreaker": 1}


def test_mind_control_of_an_opponent_without_agents_is_ignored():
    match = arrange(
        moved=(1, 1),
        hands=[["enforcer"] * 4, ["mole"] * 4],
        supply=["mind_control", "spycation", "masterplan"],
    )
    recruits(match, "enforcer", "enforcer")
    take(match, "mind_control")  # the only Enforcer of team 1, which landed as well
    events = take(match, "spycation")
    assert of(events, Ignored) == [Ignored(1, "spycation")]


def test_taking_a_3rd_codebreaker_away_before_the_end_step_undoes_that_condition():
    match, _ = landed("mind_control", in_play=[{}, {"codebreaker": 2, "mole": 1}])
    assert not match.over
    match.apply(0, Use("codebreaker"))
    assert not match.over


def test_leaving_it_there_does_not():
    match, _ = landed("mind_control", in_play=[{}, {"codebreaker": 2, "mole": 1}])
    match.apply(0, Use("mole"))
    assert match.winners == (1,)


def test_taking_ones_own_3rd_daredevil_back_undoes_that_condition():
    match, _ = landed("spycation", in_play=[{"daredevil": 3}, {}])
    match.apply(0, Use("daredevil", recruit=False))
    assert not match.over


def test_surveillance_truck_move_1_forward():
    match, events = landed("surveillance_truck")
    assert of(events, Moved) == [Moved(0, 1, "surveillance_truck")]
    assert match.view(None).spaces[0] == 4


def test_an_ignored_ability_is_over_and_the_card_gone():
    match, events = landed("outpost")
    assert of(events, Took) == [Took(0, 0, "outpost", None)]
    assert match.view(None).supply == ("masterplan", "security_system")
    assert match.view(None).black_market == [(), ()]


def test_only_the_seat_that_took_the_card_makes_its_choice():
    match, _ = landed("spycation", **SPYCATION)
    assert match.to_act() == (0,)
    with pytest.raises(IllegalAction, match="Whoever took"):
        match.apply(1, Use("sentinel", recruit=True))
