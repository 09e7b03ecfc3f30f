"""The computer opponent: legal, blind to what it may not see, quick, and better than chance."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.agencia import GAME
from engine.agencia.cards import Card
from engine.agencia.game import Options
from engine.agencia.slots import Slot
from engine.players.agencia.normal import AgenciaPlayer, imagine
from engine.players.random_player import RandomPlayer

from .matches import OPTIONS, deals, opened, random_action
from .table import hand, place, table


def played_match(rng, seats, players):
    """A match in which each seat has its own player."""
    match = GAME.new(GAME.deal(rng, Options(), seats), Options(), seats)
    while not match.over:
        (seat,) = match.to_act()
        match.apply(seat, players[seat].choose(match.view(seat), match.legal(seat), rng))
    return match


def test_it_is_the_games_player():
    assert isinstance(GAME.player, AgenciaPlayer)


@settings(max_examples=25, deadline=None)
@given(deals(), OPTIONS, st.integers())
def test_it_always_answers_with_a_legal_action_whatever_the_options(deal, options, seed):
    match, rng = opened(deal, options), Random(seed)
    while not match.over:
        (seat,) = match.to_act()
        legal = match.legal(seat)
        choice = GAME.player.choose(match.view(seat), legal, rng)
        assert choice in legal
        match.apply(*random_action(match, rng))


@settings(max_examples=25, deadline=None)
@given(deals(), OPTIONS, st.integers())
def test_what_it_imagines_looks_to_it_like_what_it_sees(deal, options, seed):
    match, rng = opened(deal, options), Random(seed)
    while not match.over:
        (seat,) = match.to_act()
        seen = match.view(seat)
        imagined = imagine(seen, seat, options.values, rng).view(seat)
        for same in ("round", "hand", "ambassador", "side", "step", "to_act", "information"):
            assert getattr(imagined, same) == getattr(seen, same)
        assert (imagined.slots, imagined.played) == (seen.slots, seen.played)
        match.apply(*random_action(match, rng))


def test_the_same_view_and_chance_give_the_same_choice():
    match = table("1 2 3 4", "5 R I 1", "R R I 5")
    place(match, "hall")
    choices = [
        GAME.player.choose(match.view(1), match.legal(1), Random(seed)) for seed in (1, 2, 1, 2)
    ]
    assert choices[:2] == choices[2:]


def test_an_infiltrator_in_hand_takes_a_rich_reward():
    match = table("1 2 3 4", "R", "4 5 I 3")
    match.reward = 9
    hand(match, "hall", "R")
    assert GAME.player.choose(match.view(2), match.legal(2), Random(0)).slot == Slot.OWN


def test_the_last_to_play_chooses_agents_that_still_fit():
    match = table("5 R 1 R", "2", "I")
    hand(match, "hall", "2", "I")
    assert match.slots[0][Slot.OWN] == Card.AGENTS_1
    assert GAME.player.choose(match.view(0), match.legal(0), Random(0)).slot == Slot.OWN


@pytest.mark.parametrize(("seats", "clearly"), [(3, 0.6), (6, 0.3)])
def test_it_beats_chance_clearly(seats, clearly):
    rng, won = Random(7), 0.0
    for number in range(40):
        mine = number % seats
        players = [GAME.player if seat == mine else RandomPlayer() for seat in range(seats)]
        winners = played_match(rng, seats, players).winners
        won += (mine in winners) / len(winners)
    assert won / 40 > clearly  # the fair share is 1 / seats; over many matches it has 85 and 45 %
