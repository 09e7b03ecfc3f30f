"""La Agencia as it is imagined: by the engine's rules, from whatever step, to the same end."""

from copy import deepcopy
from itertools import product
from random import Random

import pytest

from engine.agencia import GAME
from engine.agencia.cards import Card
from engine.agencia.embassies import EMBASSIES
from engine.agencia.game import Options
from engine.agencia.match import Match
from engine.agencia.slots import SLOTS
from engine.agencia.state import Step
from engine.game import Resign
from engine.players.agencia.policy import Chance
from engine.players.agencia.world import (
    FIRST_IN_DECK,
    NUMBERS,
    SIDES,
    World,
    carry_out,
    numbered,
    play_hands,
    scores,
    winners,
)

KINDS = list(product((3, 4, 5, 6), (None, *EMBASSIES)))
"""Seats and embassy."""

MATCHES = 2
"""Of each kind, with and without resignations."""


def opened(rng: Random, seats: int, embassy: str | None) -> Match:
    """A match in which some cards have other values than is usual."""
    values = {card: rng.randrange(12) for card in Card if rng.random() < 0.3}
    options = Options(embassy, values)
    return GAME.new(GAME.deal(rng, options, seats), options, seats)


def play_by_chance(match: Match, hands: int, rng: Random) -> None:
    """Until so many hands are done."""
    while match.active is not None and match.hands_done < hands:
        choice = match.choices[int(rng.random() * len(match.choices))]
        match.carry_out(match.active, choice)


def after_hand(match: Match):
    """What there is when a hand is over, even if the engine has gone on for who has resigned."""
    return {
        "information": match.information,
        "reward": match.reward,
        "side before": match.side if match.over else match.side_before,
        "positions": [
            [NUMBERS[slots[slot] or played] for slot in SLOTS]
            for slots, played in zip(match.slots, match.played, strict=True)
        ],
        "decks": [[NUMBERS[card] for card in deck] for deck in match.decks],
    }


def after_imagined_hand(world: World):
    return {
        "information": world.information,
        "reward": world.reward,
        "side before": SIDES[world.side_before],
        "positions": [cards[:FIRST_IN_DECK] for cards in world.cards],
        "decks": [cards[FIRST_IN_DECK:] for cards in world.cards],
    }


def play_side_by_side(match: Match, world: World, seed: float) -> None:
    """To the end, with the same numbers; they agree after each hand, and on who wins."""
    rng, same = Random(seed), Random(seed)
    for hands in range(world.hands_done + 1, world.terms.hands + 1):
        play_by_chance(match, hands, rng)
        play_hands(world, hands, Chance(same))
        assert after_imagined_hand(world) == after_hand(match)
        assert rng.getstate() == same.getstate(), "there were as many choices"
    assert match.over
    assert scores(world) == [(score.total, score.deck) for score in match.scores]
    assert winners(world) == list(match.winners)


@pytest.mark.parametrize(("seats", "embassy"), KINDS)
@pytest.mark.parametrize("resigning", [0.0, 0.03])
def test_from_every_step_it_goes_on_like_the_engine(seats, embassy, resigning):
    rng, begun = Random(f"{seats} {embassy} {resigning}"), set[Step]()
    for _ in range(MATCHES):
        match = opened(rng, seats, embassy)
        while (seat := match.active) is not None:
            action = rng.choice(match.choices)
            if match.step != Step.PLAY or rng.random() < 0.1:
                begun.add(match.step)
                play_side_by_side(match.copy(), World.of(match), rng.random())
                after, world = match.copy(), World.of(match)
                after.carry_out(seat, action)
                assert SIDES[world.side_before] == match.side_before
                carry_out(world, seat, numbered(action))
                play_side_by_side(after, world, rng.random())
            if rng.random() < resigning and len(match.resigned) < seats - 1:
                seat, action = rng.choice(sorted(set(range(seats)) - match.resigned)), Resign()
            match.carry_out(seat, action)
    assert begun == {Step.PLACE, Step.PLAY, Step.TARGET}


def everything(world: World):
    return {name: deepcopy(getattr(world, name)) for name in World.__slots__}


def test_a_copy_and_its_original_go_their_own_ways():
    rng = Random(4)
    for seats in (3, 4, 5, 6):
        match = opened(rng, seats, "double_game")
        while match.active is not None:
            world = World.of(match)
            before, copy = everything(world), world.copy()
            assert everything(copy) == before
            play_hands(copy, copy.hands_done + 1, Chance(rng))
            assert everything(world) == before
            copy = world.copy()
            play_hands(world, world.hands_done + 1, Chance(rng))
            assert everything(copy) == before
            match.carry_out(match.active, rng.choice(match.choices))
