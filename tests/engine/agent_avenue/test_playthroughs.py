"""What everybody sees at every step of whole matches, kept in golden files (see playthrough.py)."""

from functools import cache

import pytest

from engine.agent_avenue.actions import Discard, Recruit, Take, Use
from engine.agent_avenue.cards import BLACK_MARKET
from engine.agent_avenue.events import Ended, Ignored, Moved, Recruited, Took
from engine.record import Record, decode, steps

from .playthrough import GOLDEN, playthrough

RECORDS = sorted(GOLDEN.glob("*.json"))


@cache
def record(path) -> Record:
    return decode(path.read_bytes())


@cache
def told():
    """Every action of the golden records, with its events and the step of the turn after it."""
    return [
        (step.action, step.events, step.state.view(None))
        for path in RECORDS
        for step in steps(record(path))
    ]


def events(kind):
    return [event for _, happened, _ in told() for event in happened if isinstance(event, kind)]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_playthrough(path):
    assert playthrough(record(path)) == path.with_suffix(".txt").read_text()


def test_they_reach_each_of_the_15_black_market_cards():
    assert {event.card for event in events(Took)} == set(BLACK_MARKET)


def test_each_instant_ability_is_carried_out_and_each_that_can_be_is_ignored():
    recruiting = {event.by for event in events(Recruited)} & set(BLACK_MARKET)
    assert recruiting == {
        "outpost",
        "secret_recruit",
        "double_trouble",
        "smoke_screen",
        "spycation",
    }
    ignored = {event.card for event in events(Ignored)}
    assert ignored == {"outpost", "secret_recruit", "double_trouble", "smoke_screen"}
    assert any(event.by == "surveillance_truck" for event in events(Moved))
    assert any(event.by == "getaway_car" for event in events(Moved))


def test_each_ability_that_can_lead_to_another_corner_does_forward_and_backward():
    """An Outpost never does: no corner is 2 or 6 spaces from another one."""
    chains = set()
    for action, happened, view in told():
        if isinstance(action, (Take, Use)) and view.step == "market":
            moves = [event for event in happened if isinstance(event, Moved)]
            by = [event.by for event in happened if isinstance(event, Recruited)]
            if by and moves:
                chains.add((by[-1], moves[-1].steps > 0))
    assert {ability for ability, _ in chains} == {
        "secret_recruit",
        "double_trouble",
        "smoke_screen",
        "spycation",
    }
    assert {forward for _, forward in chains} == {True, False}


def test_they_end_in_every_way():
    by = {condition.by for event in events(Ended) for condition in event.conditions}
    assert by == {
        "catch",
        "codebreakers",
        "daredevils",
        "leader_of_the_pack",
        "masterplan",
        "security_system",
        "closer",
        "resigned",
    }
    assert any(len(event.conditions) > 1 for event in events(Ended))


def test_they_hold_every_kind_of_decision_and_of_table():
    kinds = {type(action).__name__ for action, _, _ in told()}
    assert kinds == {"Discard", "Play", "Recruit", "Take", "Use", "Resign"}
    assert {(record(path).options.mode, len(record(path).seats)) for path in RECORDS} == {
        ("simple", 2),
        ("advanced", 2),
        ("simple", 3),
        ("advanced", 3),
        ("advanced", 4),
    }
    assert Discard in {type(action) for action, _, view in told() if len(view.hands) == 4}
    assert Recruit("face_up") in {action for action, _, _ in told()}
