"""Reference, Advanced mode: landing on corners, taking cards, who comes first, chains."""

import pytest

from engine.agent_avenue.actions import Play, Take, Use
from engine.agent_avenue.events import Moved, Recruited, Took, TurnBegan
from engine.game import IllegalAction

from .arrange import (
    TWO_AGAINST_TWO,
    arrange,
    of,
    offer,
    pick,
    play_apart,
    recruits,
    take,
)

SUPPLY = ["masterplan", "supercomputer", "watchtower"]
MARKET_DECK = ["security_system", "getaway_car"]

# Forward steps from home: 2 to the first corner, 5, 9 and 12 to the others.


@pytest.mark.parametrize("corner", [2, 5, 9, 12])
@pytest.mark.parametrize("team", [0, 1])
def test_a_movement_that_ends_exactly_on_a_corner_must_take_1_card(team, corner):
    moved = (corner - 1, corner - 1)  # both, so that nobody is caught
    match = arrange(active=team, moved=moved, supply=SUPPLY)
    recruits(match, "enforcer", "codebreaker")
    assert match.view(None).step == "market"
    assert match.to_act() == (team,)
    assert match.legal(team) == tuple(Take(card) for card in SUPPLY)


def test_moving_backward_onto_a_corner_takes_too():
    match = arrange(moved=(3, 0), supply=SUPPLY)
    recruits(match, "saboteur", "codebreaker")
    assert match.view(None).spaces[0] == 3
    assert match.view(None).step == "market"


def test_crossing_a_corner_gives_nothing():
    match = arrange(moved=(1, 0), supply=SUPPLY)
    recruits(match, "daredevil", "codebreaker")
    assert match.view(None).spaces[0] == 4
    assert match.view(None).step == "play"


def test_standing_on_a_corner_without_moving_gives_nothing():
    match = arrange(moved=(2, 0), supply=SUPPLY)
    recruits(match, "codebreaker", "sentinel")
    assert match.view(None).spaces[0] == 3
    assert match.view(None).step == "play"


def test_in_simple_mode_a_corner_is_a_space_like_any_other():
    match = arrange(moved=(1, 0))
    recruits(match, "enforcer", "codebreaker")
    assert match.view(None).spaces[0] == 3
    assert match.view(None).step == "play"


def test_the_opponent_takes_for_landing_in_the_active_players_turn():
    match = arrange(moved=(0, 1), supply=SUPPLY)
    recruits(match, "codebreaker", "enforcer")
    assert match.to_act() == (1,)
    take(match, "masterplan")
    assert match.view(None).black_market == [(), ("masterplan",)]


def test_it_is_replaced_from_the_deck_at_once_in_its_place():
    match = arrange(moved=(1, 0), supply=SUPPLY, market_deck=MARKET_DECK)
    recruits(match, "enforcer", "codebreaker")
    events = take(match, "supercomputer")
    assert events[0] == Took(0, 0, "supercomputer", "security_system")
    assert match.view(None).supply == ("masterplan", "security_system", "watchtower")
    assert match.view(None).market_deck == 1


def test_before_the_ability_is_resolved():
    match = arrange(moved=(1, 0), supply=["spycation", "watchtower"], market_deck=MARKET_DECK)
    recruits(match, "enforcer", "codebreaker")
    take(match, "spycation")
    assert match.view(None).step == "ability"
    assert match.view(None).supply == ("security_system", "watchtower")


def test_without_a_market_deck_the_supply_shrinks():
    match = arrange(moved=(1, 0), supply=SUPPLY)
    recruits(match, "enforcer", "codebreaker")
    assert take(match, "supercomputer")[0] == Took(0, 0, "supercomputer", None)
    assert match.view(None).supply == ("masterplan", "watchtower")


def test_with_an_empty_supply_nothing_is_taken():
    match = arrange(moved=(1, 0), mode="advanced")
    recruits(match, "enforcer", "codebreaker")
    assert match.view(None).spaces[0] == 3
    assert match.view(None).step == "play"


def test_only_the_team_that_landed_takes_and_only_from_the_supply():
    match = arrange(moved=(1, 0), supply=SUPPLY)
    with pytest.raises(IllegalAction, match="no black market card to take"):
        match.apply(0, Take("masterplan"))
    recruits(match, "enforcer", "codebreaker")
    with pytest.raises(IllegalAction, match="other team"):
        match.apply(1, Take("masterplan"))
    with pytest.raises(IllegalAction, match="not in the black market supply"):
        match.apply(0, Take("getaway_car"))
    with pytest.raises(IllegalAction, match="not the moment"):
        match.apply(0, Play("enforcer", "mole"))
    with pytest.raises(IllegalAction, match="no ability"):
        match.apply(0, Use("mole"))


def test_an_ongoing_card_is_kept_in_play_by_the_team():
    match = arrange(moved=(1, 0), supply=SUPPLY)
    recruits(match, "enforcer", "codebreaker")
    take(match, "watchtower")
    assert match.view(None).black_market == [("watchtower",), ()]


def test_an_instant_card_is_discarded_after_it_was_resolved():
    match = arrange(moved=(1, 0), supply=["surveillance_truck", "watchtower"])
    recruits(match, "enforcer", "codebreaker")
    take(match, "surveillance_truck")
    assert match.view(None).black_market == [(), ()]
    assert match.view(None).supply == ("watchtower",)


def test_an_ongoing_card_never_counts_for_the_agent_whose_recruiting_led_to_it():
    match = arrange(moved=(1, 0), supply=SUPPLY)
    recruits(match, "enforcer", "codebreaker")
    take(match, "watchtower")
    assert match.view(None).spaces[0] == 3


def test_it_counts_for_the_rest_of_the_match():
    match = arrange(moved=(1, 0), supply=SUPPLY)
    recruits(match, "enforcer", "codebreaker")
    take(match, "watchtower")
    recruits(match, "sentinel", "enforcer")  # team 1's turn; the second Enforcer goes to team 0
    assert match.view(None).spaces[0] == 3 + 2 + 2


# Both teams


def both_land(**arrangement):
    """Both recruit a first Enforcer and land on a corner."""
    match = arrange(moved=(1, 1), **arrangement)
    match.hands[match.to_act()[0]] = ["enforcer"] * 4
    offer(match, "enforcer", "enforcer")
    pick(match, "face_up")
    assert match.view(None).spaces == (3, 10)
    return match


@pytest.mark.parametrize("active", [0, 1])
def test_when_both_land_in_the_same_turn_the_active_team_takes_first(active):
    match = both_land(active=active, supply=SUPPLY)
    assert match.to_act() == (active,)
    take(match, "masterplan")
    assert match.to_act() == (1 - active,)
    take(match, "watchtower")
    assert match.view(None).step == "play"
    assert match.view(None).black_market[active] == ("masterplan",)
    assert match.view(None).black_market[1 - active] == ("watchtower",)


def test_both_agents_are_placed_and_both_meeples_moved_before_any_corner_is_looked_at():
    match = arrange(moved=(1, 0), supply=SUPPLY)
    events = recruits(match, "enforcer", "sidekick")
    assert [type(event) for event in events[-4:]] == [Recruited, Recruited, Moved, Moved]
    assert match.view(None).spaces == (3, 12)
    assert match.view(None).step == "market"


def test_the_active_team_resolves_everything_first_chains_included():
    match = both_land(
        supply=["double_trouble", "surveillance_truck", "masterplan"],
        market_deck=["watchtower", "getaway_car"],
    )
    match.hands[0] = ["enforcer", "enforcer", "mole", "sentinel"]
    match.in_play[0]["enforcer"] = 2
    take(match, "double_trouble")  # a third Enforcer: from corner 3 to corner 6
    assert match.view(None).spaces[0] == 6
    assert match.to_act() == (0,)
    take(match, "surveillance_truck")
    assert match.to_act() == (1,)
    take(match, "masterplan")
    assert match.view(None).step == "play"


def test_if_the_active_team_empties_the_supply_the_other_takes_nothing():
    match = arrange(moved=(1, 1), supply=["masterplan"], hands=[["enforcer"] * 4] * 2)
    offer(match, "enforcer", "enforcer")
    events = pick(match, "face_up")
    assert of(events, Took) == [Took(0, 0, "masterplan", None)]
    assert match.view(None).spaces == (3, 10)
    assert match.view(None).step == "play"


# Chains


def test_an_ability_that_recruits_moves_as_usual_and_may_land_again_then_the_team_takes_again():
    match = arrange(
        moved=(4, 4),
        supply=["secret_recruit", "masterplan", "watchtower"],
        market_deck=["getaway_car"],
        hands=[["enforcer", "codebreaker", "sidekick", "mole"]] * 2,
    )
    recruits(match, "enforcer", "codebreaker")
    take(match, "secret_recruit")
    events = match.apply(0, Use("sidekick"))
    assert of(events, Moved) == [Moved(0, 4, "sidekick")]
    assert match.view(None).spaces[0] == 10
    assert match.view(None).step == "market"
    assert match.to_act() == (0,)
    assert TurnBegan(2, 1) in take(match, "masterplan")


def test_ongoing_cards_in_force_count_for_recruiting_by_an_ability():
    match = arrange(
        supply=["smoke_screen", "masterplan", "supercomputer"],
        ongoing=[["watchtower"], []],
        deck=["mole", "mole", "enforcer"],
    )
    recruits(match, "daredevil", "codebreaker")
    events = take(match, "smoke_screen")
    assert of(events, Moved) == [Moved(0, 1 + 2, "enforcer")]
    assert match.view(None).spaces[0] == 6


def test_a_chain_may_also_lead_backward():
    match = arrange(
        moved=(4, 4),
        supply=["secret_recruit", "masterplan", "watchtower"],
        hands=[["enforcer", "codebreaker", "sidekick", "mole"]] * 2,
    )
    recruits(match, "enforcer", "codebreaker")
    take(match, "secret_recruit")
    match.apply(0, Use("mole"))
    assert match.view(None).spaces[0] == 6 - 3
    assert match.view(None).step == "market"


def test_a_match_is_not_decided_before_the_chain_is_over():
    match = arrange(
        moved=(1, 0),
        supply=["mind_control", "masterplan"],
        in_play=[{}, {"codebreaker": 2, "sentinel": 1}],
    )
    recruits(match, "enforcer", "codebreaker")
    assert not match.over
    take(match, "mind_control")
    match.apply(0, Use("codebreaker"))
    assert not match.over
    assert match.view(None).step == "play"


# What the engine takes itself


def test_a_single_player_takes_the_only_card_of_the_supply_without_being_asked():
    match = arrange(moved=(1, 0), supply=["masterplan"])
    events = recruits(match, "enforcer", "codebreaker")
    assert of(events, Took) == [Took(0, 0, "masterplan", None)]
    assert match.view(None).step == "play"


def test_the_ability_of_such_a_card_is_still_asked():
    match = arrange(moved=(1, 0), supply=["spycation"])
    recruits(match, "enforcer", "codebreaker")
    assert match.view(None).step == "ability"
    assert match.legal(0) == (Use("enforcer", recruit=True), Use("enforcer", recruit=False))
    match.apply(0, Use("enforcer", recruit=False))
    assert match.view(None).in_play[0] == {}


def test_two_teammates_are_asked_who_of_them_takes_the_only_card():
    match = arrange(teams=TWO_AGAINST_TWO, moved=(1, 0), supply=["masterplan"])
    match.hands = [["enforcer"], ["mole"], ["codebreaker"], ["mole"]]
    play_apart(match, "enforcer", "codebreaker")
    pick(match, "face_down")
    assert match.to_act() == (0, 2)
    assert match.legal(0) == match.legal(2) == (Take("masterplan"),)
