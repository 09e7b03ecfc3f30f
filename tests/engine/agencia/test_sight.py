"""The reference's 'What each player may see, ever', for views."""

import msgspec
import pytest

from engine.agencia.cards import Card
from engine.agencia.slots import Slot, sees

from .table import cards, hand, place, play, table

SEEN_BY = {
    "open": {None, 0, 1, 2},
    "hidden": set(),
    "own": {1},
    "blind": {0, 2},
}
"""Who sees the cards of seat 1 in a match of three."""


@pytest.mark.parametrize("slot", SEEN_BY)
@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_who_sees_a_position(slot, viewer):
    match = table("5 1 R R", "1 R 3 I", "5 1 R R")
    held = match.slots[1][Slot(slot)]
    seen = viewer in SEEN_BY[slot]
    assert sees(viewer, 1, Slot(slot)) is seen
    assert match.view(viewer).slots[1][Slot(slot)] == (held if seen else None)


def test_never_ones_own_blind_card_and_never_a_hidden_one_before_it_is_played():
    match = table("1 2 3 4", "1 2 3 4", "1 2 3 4")
    view = match.view(0)
    assert view.slots[0] == dict(zip(Slot, [*cards("1"), None, *cards("3"), None], strict=True))
    assert view.slots[1] == dict(zip(Slot, [*cards("1"), None, None, *cards("4")], strict=True))


def test_in_public_only_the_open_and_the_played_cards():
    match = table("1 2 3 4", "1 2 3 4", "1 2 3 4")
    place(match, "hall")
    play(match, "4")
    view = match.view(None)
    assert view.slots == [
        {"open": "agents_1", "hidden": None, "own": None, "blind": None} for _ in range(3)
    ]
    assert view.played == (None, Card.AGENTS_4, None)


def test_nobody_looks_into_a_deck():
    match = table("1", "1", "1")
    hand(match, "hall", "1", "1", "1")
    for viewer in (None, 0, 1, 2):
        assert match.view(viewer).decks == [4, 4, 4]
    assert match.full().decks == [4, 4, 4]


def test_full_shows_every_position():
    match = table("1 2 3 4", "5 R I 1", "R R I 5")
    assert match.full().slots == match.slots


def test_legal_holds_the_viewers_own_actions_only():
    match = table("", "", "", ambassador=1)
    assert list(match.view(1).legal) == ["1"]
    assert list(match.full().legal) == ["1"]
    assert match.view(0).legal == match.view(2).legal == match.view(None).legal == {}
    assert all(match.view(viewer).to_act == (1,) for viewer in (None, 0, 1, 2))


def test_a_view_encodes_to_exactly_the_keys_of_the_replay_output():
    match = table("1 2 3 4", "5 R I 1", "R R I 5", embassy="open_doors")
    assert msgspec.json.decode(msgspec.json.encode(match.view(0))) == {
        "format": 1,
        "game": "la-agencia",
        "over": False,
        "winners": [],
        "to_act": [0],
        "legal": {"0": [{"do": "place", "side": "hall"}, {"do": "place", "side": "garden"}]},
        "round": 1,
        "hand": 1,
        "ambassador": 0,
        "side": None,
        "step": "place",
        "information": [5, 5, 5],
        "reward": 0,
        "slots": [
            {"open": "agents_1", "hidden": None, "own": "agents_3", "blind": None},
            {"open": "agents_5", "hidden": None, "own": None, "blind": "agents_1"},
            {"open": "recruiter", "hidden": None, "own": None, "blind": "agents_5"},
        ],
        "played": [None, None, None],
        "decks": [4, 4, 4],
        "scores": [],
        "embassy": "open_doors",
    }


def test_a_view_stays_as_it_was_when_the_match_goes_on():
    match = table("1", "1", "1")
    view = match.view(0)
    before = msgspec.json.encode(view)
    hand(match, "hall", "1", "1", "1")
    assert msgspec.json.encode(view) == before
    assert msgspec.json.encode(match.view(0)) != before
