"""What holds in every match, whatever is dealt and done."""

from collections import Counter
from copy import deepcopy
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.agencia.actions import Place, Play, Side, Target
from engine.agencia.cards import AGENCY, CARDS
from engine.agencia.events import (
    AgentsResolved,
    AmbassadorPassed,
    CardPlayed,
    Drew,
    InfiltratorResolved,
    RewardRaised,
)
from engine.agencia.slots import Slot
from engine.game import IllegalAction, Resign

from .matches import OPTIONS, deals, opened, random_action
from .table import agency, of

any_match = settings(max_examples=100, deadline=None)

SEES = {
    "open": lambda viewer, owner: True,
    "hidden": lambda viewer, owner: False,
    "own": lambda viewer, owner: viewer == owner,
    "blind": lambda viewer, owner: viewer not in (owner, None),
}
"""The reference's table once more, so that the engine's own is not what it is checked with."""


def steps(deal, options, seed, resigning=0.02):
    """Play a random match; yields it before the first action and after each one's events."""
    match, rng = opened(deal, options), Random(seed)
    yield match, []
    while not match.over:
        events = match.apply(*random_action(match, rng, resigning))
        yield match, events


@any_match
@given(deals(), OPTIONS, st.integers())
def test_every_agency_keeps_8_cards_and_none_is_lost(deal, options, seed):
    for match, _ in steps(deal, options, seed):
        agencies = [agency(match, seat) for seat in range(match.seats)]
        assert all(len(owned) == 8 for owned in agencies)
        assert Counter(card for owned in agencies for card in owned) == Counter(
            AGENCY * match.seats
        )


@any_match
@given(deals(), OPTIONS, st.integers())
def test_information_is_never_negative_and_the_reward_never_falls(deal, options, seed):
    reward = 0
    for match, _ in steps(deal, options, seed):
        assert min(match.information) >= 0
        assert match.reward >= reward
        reward = match.reward


@any_match
@given(deals(), OPTIONS, st.integers())
def test_the_events_tell_every_point_that_moves(deal, options, seed):
    information, reward = [5] * len(deal.decks), 0
    for match, events in steps(deal, options, seed):
        for event in of(InfiltratorResolved, events):
            information[event.seat] += event.gained - event.paid
        for event in of(AgentsResolved, events):
            information[event.seat] += event.change
        for event in of(RewardRaised, events):
            reward += event.by
            assert event.reward == reward
        assert (match.information, match.reward) == (information, reward)


@any_match
@given(deals(), OPTIONS, st.integers())
def test_views_hold_nothing_they_may_not(deal, options, seed):
    for match, _ in steps(deal, options, seed):
        whole = msgspec.to_builtins(match.full())
        for viewer in (None, *range(match.seats)):
            view = msgspec.to_builtins(match.view(viewer))
            if match.over:
                assert view == whole
                continue
            allowed = {seat: acts for seat, acts in whole["legal"].items() if seat == str(viewer)}
            assert view.pop("legal") == allowed
            for owner, slots in enumerate(view.pop("slots")):
                for slot, card in slots.items():
                    seen = whole["slots"][owner][slot] if SEES[slot](viewer, owner) else None
                    assert card == seen
            # What is left is the same for all and names no card but those that lie face up.
            assert view == {key: whole[key] for key in view}
            view.pop("played")
            assert not any(card in repr(view) for card in CARDS)


@any_match
@given(deals(), OPTIONS, st.integers())
def test_events_name_no_card_but_played_ones_and_those_seen_drawn(deal, options, seed):
    played: set[str] = set()  # what has lain face up on the table in this hand
    for match, events in steps(deal, options, seed):
        for event in events:
            if isinstance(event, CardPlayed):
                played.add(event.card)
            if isinstance(event, AmbassadorPassed):
                played.clear()
            for viewer in (None, *range(match.seats)):
                assert named_cards(event.seen_by(viewer)) <= allowed_cards(event, viewer, played)


def named_cards(event):
    """All cards an event names."""
    return {value for value in msgspec.structs.astuple(event) if value in CARDS}


def allowed_cards(event, viewer, played):
    """The cards it may name: what has been played, or what is drawn before the viewer's eyes."""
    if isinstance(event, Drew):
        return {event.card} if SEES[event.slot](viewer, event.seat) else set()
    return played


@any_match
@given(deals(), OPTIONS, st.integers(), st.integers(0, 80))
def test_illegal_actions_change_nothing_and_legal_ones_are_taken(deal, options, seed, stop):
    for number, (match, _) in enumerate(steps(deal, options, seed)):
        if number == stop or match.over:
            break
    before = deepcopy(match)
    tried = [*map(Place, Side), *map(Play, Slot), *map(Target, range(-1, match.seats + 1))]
    for seat in range(-1, match.seats + 1):
        for action in [*tried, Resign()]:
            if takes(match, seat, action):
                match.copy().apply(seat, action)
                assert match == before
                continue
            with pytest.raises(IllegalAction, match=r"\.$"):
                match.apply(seat, action)
            assert match == before


@any_match
@given(deals(), OPTIONS, st.integers(), st.integers(0, 80))
def test_a_copy_goes_its_own_way(deal, options, seed, stop):
    for number, (match, _) in enumerate(steps(deal, options, seed)):
        if number == stop or match.over:
            break
    before, copied, rng = deepcopy(match), match.copy(), Random(seed)
    assert copied == match
    while not copied.over:
        copied.apply(*random_action(copied, rng))
    assert match == before


def takes(match, seat, action):
    """Whether the rules allow this, by what the match lists."""
    if isinstance(action, Resign):
        return not match.over and seat in set(range(match.seats)) - match.resigned
    return action in match.legal(seat)


@any_match
@given(deals(), OPTIONS, st.integers())
def test_exactly_one_seat_decides_and_has_a_choice(deal, options, seed):
    for match, _ in steps(deal, options, seed):
        if match.over:
            assert list(match.to_act()) == []
            continue
        (seat,) = match.to_act()
        assert seat not in match.resigned
        assert len(match.legal(seat)) > 1
        assert [s for s in range(match.seats) if match.legal(s) or match.decision(s)] == [seat]


@any_match
@given(deals(), OPTIONS, st.integers())
def test_a_record_of_the_actions_replays_to_the_same_match(deal, options, seed):
    match, rng = opened(deal, options), Random(seed)
    actions = []
    while not match.over:
        actions.append(random_action(match, rng, 0.02))
        match.apply(*actions[-1])
    again = opened(deal, options)
    for seat, action in actions:
        again.apply(seat, action)
    assert again == match


@any_match
@given(deals(), OPTIONS, st.integers())
def test_the_winners_are_the_best_of_those_who_stayed(deal, options, seed):
    for match, _ in steps(deal, options, seed):
        assert bool(match.winners) <= match.over
    staying = set(range(match.seats)) - match.resigned
    best = max((match.scores[seat].total for seat in staying), default=None)
    first = {seat for seat in staying if match.scores[seat].total == best}
    deck = max((match.scores[seat].deck for seat in first), default=None)
    assert list(match.winners) == sorted(s for s in first if match.scores[s].deck == deck)
