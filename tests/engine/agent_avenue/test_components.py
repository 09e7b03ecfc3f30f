"""Reference, Components and Setup."""

from collections import Counter
from random import Random

import pytest

from engine.agent_avenue import GAME
from engine.agent_avenue.board import CORNERS, HOMES, SPACES, space_after
from engine.agent_avenue.cards import AGENT_DECK, AGENTS, BLACK_MARKET
from engine.agent_avenue.movement import steps_with
from engine.agent_avenue.options import Deal, Options
from engine.game import IllegalSetup

from .arrange import TWO_AGAINST_ONE, TWO_AGAINST_TWO


def new(options=None, seed=1):
    options = options or Options()
    (seats,) = GAME.seat_counts(options)
    deal = GAME.deal(Random(seed), options, seats)
    return deal, GAME.new(deal, options, seats)


def test_the_ring_has_14_spaces_and_after_14_comes_1():
    assert [space_after(space, 1) for space in range(1, SPACES + 1)] == [*range(2, 15), 1]
    assert space_after(1, -1) == 14


def test_both_homes_see_the_same_distances_to_the_corners():
    for home in HOMES:
        assert {(corner - home) % SPACES for corner in CORNERS} == {2, 5, 9, 12}


@pytest.mark.parametrize(
    ("card", "copies", "moves"),
    [
        ("double_agent", 6, [-1, 6, -1]),
        ("enforcer", 6, [1, 2, 3]),
        ("codebreaker", 6, [0, 0, 0]),
        ("saboteur", 6, [-1, -1, -2]),
        ("daredevil", 6, [2, 3, 0]),
        ("sentinel", 6, [0, 2, 6]),
        ("sidekick", 1, [4]),
        ("mole", 1, [-3]),
    ],
)
def test_agent_cards(card, copies, moves):
    steps = steps_with(frozenset())[card]
    assert AGENTS[card].copies == copies
    assert list(steps[1 : len(moves) + 1]) == moves
    if copies == 6:
        assert steps[4] == steps[5] == steps[6] == steps[3]


def test_there_are_38_agents_in_the_order_of_the_reference():
    assert len(AGENT_DECK) == 38
    assert list(AGENTS) == [
        "double_agent",
        "enforcer",
        "codebreaker",
        "saboteur",
        "daredevil",
        "sentinel",
        "sidekick",
        "mole",
    ]


def test_15_black_market_cards_8_ongoing_and_7_instant():
    kinds = [card.kind for card in BLACK_MARKET.values()]
    assert kinds == ["ongoing"] * 8 + ["instant"] * 7


def test_meeples_start_on_the_two_homes_seven_spaces_apart():
    _, match = new()
    view = match.view(None)
    assert view.spaces == (1, 8)
    assert view.gaps == (7, 7)


def test_the_38_agents_are_shuffled_4_to_each_seat():
    deal, match = new()
    assert Counter(deal.agents) == Counter(AGENT_DECK)
    assert match.full().hands == [deal.agents[0:4], deal.agents[4:8]]
    assert match.view(None).deck == 30
    assert new(seed=1)[0] == deal
    assert new(seed=2)[0] != deal


def test_advanced_the_15_are_shuffled_and_3_revealed():
    deal, match = new(Options("advanced"))
    assert Counter(deal.black_market) == Counter(list(BLACK_MARKET))
    assert match.view(None).supply == deal.black_market[:3]
    assert match.view(None).market_deck == 12


def test_simple_mode_has_no_black_market():
    _, match = new()
    assert match.view(None).supply == ()
    assert match.view(None).market_deck == 0


def test_a_random_team_starts():
    starts = Counter(new(seed=seed)[0].first for seed in range(400))
    assert 150 < starts[0] < 250
    for seed in range(10):
        deal, match = new(seed=seed)
        assert match.view(None).active == deal.first
        assert match.to_act() == (deal.first,)


@pytest.mark.parametrize(("teams", "seats"), [(TWO_AGAINST_TWO, 4), (TWO_AGAINST_ONE, 3)])
def test_teams_of_three_and_four_get_4_cards_each(teams, seats):
    _, match = new(Options("simple", teams))
    assert [len(hand) for hand in match.full().hands] == [4] * seats
    assert match.view(None).deck == 38 - 4 * seats


@pytest.mark.parametrize(
    "teams",
    [
        ((), (0,)),
        ((0,), ()),
        ((0, 1, 2), (3,)),
        ((0,), (0,)),
        ((0, 0), (1,)),
        ((0,), (2,)),
        ((-1,), (0,)),
        ((0, 2), (1, 3)),  # two seats are too few for it
    ],
)
def test_impossible_teams_are_refused(teams):
    deal, _ = new()
    with pytest.raises(IllegalSetup, match=r"^(options\.teams|seats): "):
        GAME.new(deal, Options("simple", teams), 2)


def test_a_record_may_seat_the_teams_otherwise():
    deal, _ = new(Options("simple", TWO_AGAINST_TWO))
    match = GAME.new(deal, Options("simple", ((3, 2), (0, 1))), 4)
    assert match.to_act() == ((2, 3) if deal.first == 0 else (0, 1))


def test_impossible_deals_are_refused():
    deal, _ = new(Options("advanced"))
    simple = Deal(deal.first, deal.agents)
    short = Deal(deal.first, deal.agents[1:])
    doubled = Deal(deal.first, ("mole", "mole", *sorted(deal.agents)[2:]))
    twice = Deal(deal.first, deal.agents, deal.black_market[:14] + deal.black_market[:1])
    for wrong, mode, place in [
        (short, "simple", r"deal\.agents: needs 38 cards, has 37"),
        (doubled, "simple", r"deal\.agents: needs "),
        (deal, "simple", r"deal\.black_market: "),
        (simple, "advanced", r"deal\.black_market: "),
        (twice, "advanced", r"deal\.black_market: needs "),
    ]:
        with pytest.raises(IllegalSetup, match=place):
            GAME.new(wrong, Options(mode), 2)
