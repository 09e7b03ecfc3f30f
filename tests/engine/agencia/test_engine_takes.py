"""Decisions that nobody has to take: forced ones and those of seats that have resigned."""

import pytest

from engine.agencia.actions import Place, Play, Side, Target
from engine.agencia.events import CardPlayed, Ended, Placed, Resigned, Swapped
from engine.agencia.slots import Slot
from engine.game import IllegalAction, Resign

from .table import hand, of, place, play, table, target, to_the_end


class TestForced:
    def test_a_single_possible_target_is_taken_by_the_engine(self):
        match = table("1", "R", "I")
        events = hand(match, "hall", "R", "I", "1")
        assert [(event.seat, event.whom) for event in of(Swapped, events)] == [(2, 1)]
        assert match.hands_done == 1

    def test_a_forced_target_between_two_choices(self):
        match = table("R", "R", "1", "2", "I")
        hand(match, "hall", "R", "1", "2", "I", "R")
        assert match.to_act() == (4,)  # the Infiltrator may have either Recruiter
        target(match, 0)
        assert match.to_act() == (1,)
        events = target(match, 3)
        assert [event.whom for event in of(Swapped, events)] == [3]
        assert match.hands_done == 1

    def test_a_forced_target_cannot_be_given_as_an_action(self):
        match = table("1", "R", "I")
        hand(match, "hall", "R", "I", "1")
        with pytest.raises(IllegalAction):
            match.apply(2, Target(1))


class TestResign:
    def test_any_seat_at_any_time_and_never_listed_as_legal(self):
        match = table("", "", "", "")
        assert Resign() not in match.legal(0)
        assert match.apply(2, Resign()) == [Resigned(2)]
        place(match, "hall")
        assert Resign() not in match.legal(1)
        assert of(Resigned, match.apply(1, Resign())) == [Resigned(1)]

    def test_the_engine_plays_its_cards_on_with_the_first_legal_action(self):
        match = table("1 2 3 4", "5 4 3 2", "1 2 3 4", ambassador=2)
        match.apply(1, Resign())
        match.apply(2, Place(Side.GARDEN))
        events = match.apply(0, Play(Slot.OWN))
        assert [(e.seat, e.slot) for e in of(CardPlayed, events)] == [
            (0, Slot.OWN),
            (1, Slot.OPEN),
        ]
        assert match.to_act() == (2,)

    def test_as_ambassador_the_first_legal_side_is_the_hall(self):
        match = table("1", "1", "1")
        events = match.apply(0, Resign())
        assert of(Placed, events) == [Placed(0, Side.HALL, 3)]
        assert match.to_act() == (1,)

    def test_the_first_legal_target_is_the_lowest_seat_number(self):
        match = table("1", "2", "R", ambassador=2)
        match.apply(2, Resign())  # the engine places the tile
        events = play(match, "1", "2")  # and plays the open Recruiter, which takes seat 0's Agents
        assert [(e.seat, e.whom) for e in of(Swapped, events)] == [(2, 0)]

    def test_a_seat_that_resigns_while_it_chooses_has_its_choice_made(self):
        match = table("1", "R", "2")
        hand(match, "hall", "R", "2", "1")
        assert match.to_act() == (1,)
        events = match.apply(1, Resign())
        assert [event.whom for event in of(Swapped, events)] == [0]

    def test_a_seat_that_has_resigned_takes_no_further_action(self):
        match = table("", "", "")
        match.apply(1, Resign())
        for action in (Resign(), Place(Side.HALL)):
            with pytest.raises(IllegalAction, match="resigned"):
                match.apply(1, action)

    def test_it_is_out_of_the_ranking_but_its_score_is_listed(self):
        match = table("", "", "")
        match.information = [5, 50, 5]
        match.apply(1, Resign())
        to_the_end(match)
        assert match.scores[1].points > 40
        assert 1 not in match.winners
        assert match.winners

    def test_where_all_but_one_have_resigned_the_match_is_played_on(self):
        match = table("", "", "")
        match.apply(1, Resign())
        match.apply(2, Resign())
        assert not match.over
        to_the_end(match)
        assert match.winners == (0,)

    def test_where_all_have_resigned_nobody_wins(self):
        match = table("", "", "")
        match.apply(1, Resign())
        match.apply(2, Resign())
        events = match.apply(0, Resign())
        assert match.over
        assert match.winners == ()
        assert len(match.scores) == 3
        assert len(of(Ended, events)) == 1


class TestDecision:
    def test_only_the_seat_to_act_has_a_decision(self):
        match = table("", "", "", ambassador=1)
        assert match.decision(1) is not None
        assert match.decision(0) is match.decision(2) is None

    def test_it_stays_the_same_whatever_others_do(self):
        match = table("", "", "")
        decision = match.decision(0)
        match.apply(2, Resign())
        assert match.decision(0) == decision

    def test_the_own_action_ends_it_and_no_two_decisions_are_alike(self):
        match = table("R", "R", "1", "2", "3")
        decisions = []
        while not match.over:
            (seat,) = match.to_act()
            decisions.append((seat, match.decision(seat)))
            match.apply(seat, match.legal(seat)[0])
            assert match.decision(seat) not in {token for who, token in decisions if who == seat}
        assert len(set(decisions)) == len(decisions)
        assert all(match.decision(seat) is None for seat in range(5))
