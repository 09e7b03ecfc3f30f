"""The reference's 'A hand', step C, and the rulebook's example."""

import pytest

from engine.agencia.actions import Play, Target
from engine.agencia.cards import Card
from engine.agencia.events import (
    AgentsResolved,
    InfiltratorResolved,
    RecruiterResolved,
    RewardRaised,
    Swapped,
)
from engine.agencia.slots import Slot
from engine.game import IllegalAction

from .table import agency, cards, deck, hand, of, place, table, target


def test_the_rulebooks_example():
    anna, beatrice, charles, david, esther = range(5)
    match = table("5 4 3 1", "2 1 3 4", "5 4 R 1", "1 2 3 4", "1 5 2 3")
    place(match, "hall")
    match.apply(beatrice, Play(Slot.OPEN))  # Agents 2
    match.apply(charles, Play(Slot.OWN))  # Recruiter
    match.apply(david, Play(Slot.BLIND))  # Agents 4
    match.apply(esther, Play(Slot.HIDDEN))  # Agents 5
    match.apply(anna, Play(Slot.BLIND))  # Agents 1
    assert match.legal(charles) == tuple(Target(seat) for seat in (anna, beatrice, david, esther))
    events = match.apply(charles, Target(esther))
    assert match.information == [6, 6, 5, 3, 5]
    assert match.reward == 1
    assert match.decks[charles][-1] == Card.AGENTS_5
    assert match.decks[esther][-1] == Card.RECRUITER
    assert match.ambassador == beatrice
    assert [(event.seat, event.change) for event in of(AgentsResolved, events)] == [
        (beatrice, 1),
        (david, -2),
        (anna, 1),
    ]


class TestOrder:
    def test_infiltrators_then_recruiters_then_agents(self):
        match = table("I", "1", "R", "R")
        events = [*hand(match, "hall", "1", "R", "R", "I"), *target(match, 2)]
        kinds = [type(event) for event in events]
        order = [InfiltratorResolved, RecruiterResolved]
        assert [kind for kind in kinds if kind in order] == order
        # The last Recruiter took the only Agents card, so there was nothing left to resolve.
        assert AgentsResolved not in kinds

    def test_within_each_kind_clockwise_from_the_ambassadors_left(self):
        match = table("1", "1", "1", "1", ambassador=2)
        events = hand(match, "hall", "1", "1", "1", "1")
        assert [event.seat for event in of(AgentsResolved, events)] == [3, 0, 1, 2]

    def test_infiltrators_and_recruiters_too_clockwise_from_the_ambassadors_left(self):
        match = table("R", "I", "R", "I", "R", "1", ambassador=2)
        hand(match, "hall", "I", "R", "1", "R", "I", "R")
        choosers = []
        while match.step == "target":
            choosers += match.to_act()
            target(match, match.legal(choosers[-1])[0].whom)
        # Seat 3 takes seat 0's Recruiter, seat 1 that of seat 2; seat 4's finds the Agents alone.
        assert choosers == [3, 1]
        assert match.reward == 1

    def test_a_card_that_anothers_effect_has_removed_is_not_resolved(self):
        match = table("2", "R", "I")
        events = hand(match, "hall", "R", "I", "2")
        assert of(RecruiterResolved, events) == []
        assert [event.seat for event in of(AgentsResolved, events)] == [0]
        assert match.reward == 0


class TestInfiltrators:
    def test_takes_from_the_bank_as_much_as_is_on_the_reward_tile_which_keeps_it(self):
        match = table("R", "I", "3")
        match.reward = 3
        events = hand(match, "hall", "I", "3", "R")
        assert of(InfiltratorResolved, events) == [InfiltratorResolved(1, True, 3, 0)]
        assert match.information == [5, 8, 7]
        assert match.reward == 3

    def test_chooses_a_player_whose_recruiter_is_still_in_play(self):
        match = table("R", "I", "R", "1")
        hand(match, "hall", "I", "R", "1", "R")
        assert match.to_act() == (1,)
        assert match.legal(1) == (Target(0), Target(2))
        for whom in (1, 3, 4, -1):
            with pytest.raises(IllegalAction):
                match.apply(1, Target(whom))

    def test_the_two_swap_their_played_cards_and_discard_them(self):
        match = table("R", "I", "R", "1")
        hand(match, "hall", "I", "R", "1", "R")
        events = target(match, 2)
        assert of(Swapped, events)[0] == Swapped(1, 2, Card.INFILTRATOR, Card.RECRUITER)
        assert match.decks[1][-1] == Card.RECRUITER
        assert match.decks[2][-1] == Card.INFILTRATOR

    def test_the_reward_is_taken_before_the_target_is_chosen(self):
        match = table("R", "I", "R")
        match.reward = 3
        hand(match, "hall", "I", "R", "R")
        assert match.step == "target"
        assert match.information == [5, 8, 5]

    def test_a_recruiter_taken_by_the_first_infiltrator_is_not_there_for_the_second(self):
        match = table("R", "I", "I")
        events = hand(match, "hall", "I", "I", "R")
        assert of(InfiltratorResolved, events) == [
            InfiltratorResolved(1, True, 0, 0),
            InfiltratorResolved(2, False, 0, 0),
        ]

    def test_without_a_recruiter_in_play_it_is_discarded(self):
        match = table("1", "I", "1")
        match.reward = 3
        events = hand(match, "hall", "I", "1", "1")
        assert of(InfiltratorResolved, events) == [InfiltratorResolved(1, False, 0, 0)]
        assert of(Swapped, events) == []
        assert match.decks[1][-1] == Card.INFILTRATOR
        assert match.information == [6, 5, 6]


class TestRecruiters:
    def test_chooses_an_agents_card_that_is_still_in_play(self):
        match = table("R", "1", "5", "I")
        hand(match, "hall", "1", "5", "I", "R")
        # The Infiltrator has taken the Recruiter: nothing is left to choose.
        assert match.hands_done == 1
        match = table("R", "1", "5", "R")
        hand(match, "hall", "1", "5", "R", "R")
        assert match.to_act() == (3,)
        assert match.legal(3) == (Target(1), Target(2))
        target(match, 1)
        assert match.decks[3][-1] == Card.AGENTS_1  # seat 0 then had only the Agents 5 to take
        assert match.decks[0][-1] == Card.AGENTS_5

    def test_the_two_swap_and_discard_and_1_is_added_to_the_reward_tile(self):
        match = table("R", "1", "5")
        hand(match, "hall", "1", "5", "R")
        events = target(match, 2)
        assert events[:2] == [
            Swapped(0, 2, Card.RECRUITER, Card.AGENTS_5),
            RewardRaised(0, 1, 1),
        ]
        assert match.reward == 1
        assert match.decks[0][-1] == Card.AGENTS_5
        assert match.decks[2][-1] == Card.RECRUITER

    def test_the_point_on_the_tile_comes_from_the_bank_and_only_after_the_swap(self):
        match = table("R", "1", "5")
        hand(match, "hall", "1", "5", "R")
        assert match.reward == 0
        target(match, 2)
        assert match.information == [5, 6, 5]  # only the Agents 1 were paid for

    def test_without_agents_in_play_it_is_discarded(self):
        match = table("R", "R", "R")
        events = hand(match, "hall", "R", "R", "R")
        assert of(RecruiterResolved, events) == [RecruiterResolved(s, False) for s in (1, 2, 0)]
        assert match.reward == 0
        assert [deck[-1] for deck in match.decks] == cards("R R R")
        assert match.information == [5, 5, 5]


class TestHall:
    def test_agents_that_fit_in_with_those_inside_enter_and_take_the_value(self):
        match = table("1", "1", "2", "4")
        events = hand(match, "hall", "1", "2", "4", "1")
        # 1, then 3, then 7 > 4, then 4: the Agents 4 stay out and do not count.
        assert [(e.success, e.change, e.count) for e in of(AgentsResolved, events)] == [
            (True, 1, 1),
            (True, 1, 3),
            (False, -2, 3),
            (True, 1, 4),
        ]

    @pytest.mark.parametrize("seats", [3, 4, 5, 6])
    def test_the_hall_has_room_for_at_most_n_agents(self, seats):
        match = table(*["1 2"] * seats)
        events = hand(match, "hall", *["1"] * (seats - 1), "2")
        *fitting, last = of(AgentsResolved, events)
        assert all(event.success for event in fitting)
        assert (last.success, last.count, last.limit) == (False, seats - 1, seats)
        match = table(*["1 2"] * seats)
        events = hand(match, "hall", *["1"] * seats)
        assert all(event.success for event in of(AgentsResolved, events))

    def test_a_single_card_may_be_too_big(self):
        match = table("3", "4", "R")
        events = hand(match, "hall", "4", "R", "3")
        events = target(match, 0)
        (only,) = of(AgentsResolved, events)
        assert (only.seat, only.success, only.change) == (1, False, -2)

    def test_infiltrators_and_recruiters_do_not_count(self):
        match = table("3", "I", "I")
        events = hand(match, "hall", "I", "I", "3")
        assert [(e.success, e.count) for e in of(AgentsResolved, events)] == [(True, 3)]
        match = table("3", "R", "1")
        hand(match, "hall", "R", "1", "3")
        assert [(e.success, e.count) for e in of(AgentsResolved, target(match, 2))] == [(True, 3)]


class TestGarden:
    def test_agents_that_with_those_before_reach_n_take_the_value_others_pay(self):
        match = table("1", "2", "1", "2")
        events = hand(match, "garden", "2", "1", "2", "1")
        # 2 and 3 are too few, 5 and 6 are enough: those that paid count.
        assert [(e.success, e.change, e.count) for e in of(AgentsResolved, events)] == [
            (False, -1, 2),
            (False, -1, 3),
            (True, 1, 5),
            (True, 1, 6),
        ]

    @pytest.mark.parametrize("seats", [3, 4, 5])
    def test_exactly_n_agents_are_enough(self, seats):
        match = table("1", str(seats), *["I"] * (seats - 2))
        events = hand(match, "garden", str(seats), *["I"] * (seats - 2), "1")
        assert [event.success for event in of(AgentsResolved, events)] == [True, True]

    def test_one_less_than_n_is_not_enough(self):
        match = table("1", "2", "I")
        events = hand(match, "garden", "2", "I", "1")
        assert [event.success for event in of(AgentsResolved, events)] == [False, True]

    def test_infiltrators_and_recruiters_do_not_count(self):
        match = table("2", "I", "I")
        events = hand(match, "garden", "I", "I", "2")
        assert [(e.success, e.count) for e in of(AgentsResolved, events)] == [(False, 2)]

    def test_recruited_agents_do_not_count(self):
        match = table("2", "R", "4")
        hand(match, "garden", "R", "4", "2")
        events = target(match, 2)
        assert [(e.seat, e.success, e.count) for e in of(AgentsResolved, events)] == [(0, False, 2)]


class TestPaymentAndDiscards:
    def test_who_cannot_pay_pays_what_is_left(self):
        match = table("1", "5", "4", information_values={Card.AGENTS_5: 9})
        events = hand(match, "hall", "5", "4", "1")
        assert [event.change for event in of(AgentsResolved, events)] == [-5, -2, 1]
        assert match.information == [6, 0, 3]

    def test_all_agents_are_discarded_under_the_own_deck(self):
        match = table("1", "2", "5")
        before = [deck[-1] for deck in match.decks]
        hand(match, "hall", "2", "5", "1")
        assert [deck[-1] for deck in match.decks] == cards("1 2 5")
        assert [deck[-2] for deck in match.decks] == before

    def test_a_swap_is_for_good_the_received_card_stays_in_the_agency(self):
        match = table("R", "1", "5")
        hand(match, "hall", "1", "5", "R")
        target(match, 2)
        own = sorted(deck(""))
        assert agency(match, 1) == own
        assert agency(match, 0) == sorted([*cards("1 2 3 4 5 5 R I")])
        assert agency(match, 2) == sorted([*cards("1 2 3 4 R R R I")])
