"""The reference's 'Components' and 'Setup', and what no match can start from."""

from collections import Counter
from random import Random

import pytest

from engine.agencia import GAME
from engine.agencia.cards import AGENCY, AGENTS, CARDS, Card
from engine.agencia.game import Deal, Options
from engine.agencia.slots import Slot
from engine.game import IllegalSetup

from .table import cards, deck, hand, idle_hand, table, to_the_end


def test_an_agency_is_agents_1_to_5_two_recruiters_and_an_infiltrator():
    assert sorted(AGENCY) == sorted(cards("1 2 3 4 5 R R I"))


@pytest.mark.parametrize(
    ("card", "agents", "value"),
    [
        ("agents_1", 1, 1),
        ("agents_2", 2, 1),
        ("agents_3", 3, 2),
        ("agents_4", 4, 2),
        ("agents_5", 5, 3),
        ("recruiter", 0, 1),
        ("infiltrator", 0, 0),
    ],
)
def test_a_card_shows_a_number_of_agents_and_an_information_value(card, agents, value):
    facts = CARDS[Card(card)]
    assert (facts.agents, facts.value) == (agents, value)


def test_only_agents_show_a_number_of_agents():
    assert frozenset(cards("1 2 3 4 5")) == AGENTS


def test_the_three_values_that_no_source_gives_are_marked_as_assumed():
    assert [card for card, facts in CARDS.items() if facts.assumed] == cards("3 5 I")


def test_a_matchs_options_may_override_the_information_values():
    match = table("1", "1", "1", information_values={Card.AGENTS_1: 4, Card.INFILTRATOR: 7})
    hand(match, "hall", "1", "1", "1")
    assert match.information == [9, 9, 9]
    to_the_end(match)
    for seat, score in enumerate(match.scores):
        worth = {**{card: facts.value for card, facts in CARDS.items()}, "agents_1": 4}
        worth["infiltrator"] = 7
        assert score.deck == sum(worth[card] for card in match.decks[seat])


def test_information_is_kept_openly():
    match = table("1", "1", "4")
    hand(match, "hall", "1", "4", "1")
    for viewer in (None, 0, 1, 2):
        assert match.view(viewer).information == (6, 6, 3)


def test_the_bank_never_runs_out():
    match = table("1", "1", "1", information_values={Card.AGENTS_1: 10**6})
    hand(match, "hall", "1", "1", "1")
    assert match.information == [10**6 + 5] * 3


def test_the_reward_tile_starts_at_0():
    assert table("", "", "").full().reward == 0


def test_everyone_gets_5_information():
    assert table("", "", "", "").information == [5, 5, 5, 5]


def test_everyone_shuffles_the_own_8_cards():
    deals = [GAME.deal(Random(seed), Options(), 4) for seed in range(50)]
    decks = [tuple(deck) for deal in deals for deck in deal.decks]
    assert all(Counter(deck) == Counter(AGENCY) for deck in decks)
    assert len(set(decks)) > 150  # of 200; equal ones would mean a poor shuffle


def test_every_card_may_come_first():
    first = {GAME.deal(Random(seed), Options(), 3).decks[2][0] for seed in range(200)}
    assert first == set(Card)


def test_the_first_four_cards_go_to_open_hidden_own_and_blind():
    match = table("1 R 5 I", "", "")
    assert match.slots[0] == dict(zip(Slot, cards("1 R 5 I"), strict=True))
    assert match.decks[0] == deck("1 R 5 I")[4:]
    assert list(match.full().slots[0]) == ["open", "hidden", "own", "blind"]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a_random_player_is_the_first_ambassador(seats):
    drawn = Counter(GAME.deal(Random(seed), Options(), seats).ambassador for seed in range(600))
    assert sorted(drawn) == list(range(seats))
    assert min(drawn.values()) > 600 / seats * 0.7


def test_the_first_ambassador_is_the_one_that_was_dealt():
    match = table("", "", "", ambassador=2)
    assert match.to_act() == (2,)
    assert match.full().ambassador == 2


@pytest.mark.parametrize(
    ("seats", "rounds", "hands"), [(3, 4, 12), (4, 3, 12), (5, 2, 10), (6, 2, 12)]
)
def test_rounds_and_hands_by_number_of_players(seats, rounds, hands):
    match = table(*[""] * seats, ambassador=1)
    seen = []
    while not match.over:
        seen.append((match.round, match.hand))
        idle_hand(match)
    assert seen == [(round_ + 1, hand_ + 1) for round_ in range(rounds) for hand_ in range(seats)]
    assert len(seen) == hands


def test_3_to_6_players():
    assert list(GAME.seat_counts(Options())) == [3, 4, 5, 6]
    for seats in (2, 7):
        deal = GAME.deal(Random(0), Options(), seats)
        with pytest.raises(IllegalSetup, match="seats"):
            GAME.new(deal, Options(), seats)


@pytest.mark.parametrize(
    ("deal", "options", "place"),
    [
        (Deal(3, [deck("")] * 3), Options(), "deal.ambassador"),
        (Deal(-1, [deck("")] * 3), Options(), "deal.ambassador"),
        (Deal(0, [deck("")] * 4), Options(), "deal.decks:"),
        (Deal(0, [deck("")] * 2), Options(), "deal.decks:"),
        (Deal(0, [deck(""), deck("")[:7], deck("")]), Options(), "deal.decks[1]"),
        (Deal(0, [deck(""), deck(""), cards("1 1 2 3 4 5 R R")]), Options(), "deal.decks[2]"),
        (Deal(0, [deck("")] * 3), Options(embassy="random"), "options.embassy"),
        (Deal(0, [deck("")] * 3), Options(embassy=""), "options.embassy"),
        (
            Deal(0, [deck("")] * 3),
            Options(information_values={Card.AGENTS_2: -1}),
            "options.information_values.agents_2",
        ),
    ],
)
def test_an_impossible_setup_is_refused_and_names_the_place(deal, options, place):
    with pytest.raises(IllegalSetup) as refused:
        GAME.new(deal, options, 3)
    assert str(refused.value).startswith(place)
