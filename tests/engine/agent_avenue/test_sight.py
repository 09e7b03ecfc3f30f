"""Who sees what: views, events, and the moment when nothing is hidden any more."""

import json

import msgspec
import pytest

from engine.agent_avenue.actions import Discard, Play
from engine.agent_avenue.events import Discarded, Drew, Played
from engine.agent_avenue.view import AgentAvenueView
from engine.game import Resign

from .arrange import TWO_AGAINST_TWO, arrange, offer, pick, recruits

HANDS = [["enforcer", "sentinel", "saboteur", "mole"], ["daredevil"] * 4]
FOUR = [*HANDS, ["codebreaker"] * 4, ["sentinel"] * 4]


def test_a_seat_sees_its_own_hand_and_only_the_number_of_the_others_cards():
    match = arrange(hands=HANDS)
    assert match.view(0).hands == [tuple(HANDS[0]), (None,) * 4]
    assert match.view(1).hands == [(None,) * 4, tuple(HANDS[1])]


def test_a_bystander_sees_no_hand():
    assert arrange(hands=HANDS).view(None).hands == [(None,) * 4, (None,) * 4]


def test_teammates_never_see_each_others_hands():
    match = arrange(teams=TWO_AGAINST_TWO, hands=FOUR)
    assert match.view(2).hands == [(None,) * 4, (None,) * 4, tuple(FOUR[2]), (None,) * 4]


def test_the_face_down_card_is_seen_by_the_seat_that_played_it_not_by_its_teammate():
    match = arrange(teams=TWO_AGAINST_TWO, hands=FOUR)
    match.apply(0, Play(face_up="enforcer"))
    match.apply(2, Play(face_down="codebreaker"))
    seen = {viewer: match.view(viewer).table.face_down for viewer in (0, 1, 2, 3, None)}
    assert seen == {0: None, 1: None, 2: "codebreaker", 3: None, None: None}
    assert {match.view(viewer).table.face_up for viewer in (0, 1, 2, 3, None)} == {"enforcer"}


def test_legal_holds_the_viewers_own_actions_only():
    match = arrange(teams=TWO_AGAINST_TWO, hands=FOUR)
    assert match.view(0).legal == {"0": match.legal(0)}
    assert match.view(1).legal == {}
    assert match.view(None).legal == {}
    assert match.full().legal == {"0": match.legal(0), "2": match.legal(2)}


def test_everybody_sees_who_is_to_act():
    match = arrange(teams=TWO_AGAINST_TWO, hands=FOUR)
    assert {match.view(viewer).to_act for viewer in (0, 1, None)} == {(0, 2)}


def test_a_finished_match_has_no_secrets():
    match = arrange(hands=HANDS, moved=(6, 0))
    recruits(match, "enforcer", "codebreaker")
    assert match.over
    assert match.view(None) == match.view(0) == match.view(1) == match.full()
    assert None not in match.view(None).hands[0]


def test_a_resignation_opens_the_table_too():
    match = arrange(hands=HANDS)
    offer(match, "enforcer", "mole")
    match.apply(1, Resign())
    assert match.view(None).table.face_down == "mole"
    assert match.view(1).hands[0] == match.full().hands[0]


def test_a_discard_is_seen_by_its_seat_only():
    match = arrange(hands=HANDS, deck=["sidekick"])
    discarded, drew = match.apply(0, Discard("mole"))
    assert discarded.seen_by(0) == Discarded(0, "mole")
    assert drew.seen_by(0) == Drew(0, ("sidekick",))
    for viewer in (1, None):
        assert discarded.seen_by(viewer) == Discarded(0, None)
        assert drew.seen_by(viewer) == Drew(0, (None,))


def test_a_face_down_card_in_an_event_is_seen_by_its_seat_only():
    match = arrange(hands=HANDS)
    (played, *_) = offer(match, "enforcer", "mole")
    assert played.seen_by(0) == Played(0, "enforcer", "mole", hidden=True)
    for viewer in (1, None):
        assert played.seen_by(viewer) == Played(0, "enforcer", None, hidden=True)


def test_what_was_recruited_is_public():
    match = arrange(hands=HANDS)
    offer(match, "enforcer", "mole")
    for event in pick(match, "face_up"):
        assert event.seen_by(None) == event.seen_by(0) == event


def test_a_view_encodes_to_the_keys_of_the_record_format():
    common = ["format", "game", "over", "winners", "to_act", "legal"]
    board = ["active", "step", "gaps", "spaces", "hands", "table", "in_play", "deck"]
    rest = ["discards_left", "black_market", "supply", "market_deck", "conditions"]
    encoded = json.loads(msgspec.json.encode(arrange().view(0)))
    assert list(encoded) == common + board + rest
    assert encoded["format"] == 1
    assert encoded["game"] == "agent-avenue"
    assert encoded["table"] == {"face_up": None, "face_down": None}
    assert encoded["legal"]["0"][0] == {"do": "discard", "card": "enforcer"}
    assert encoded["legal"]["0"][-1] == {"do": "play", "face_up": "mole", "face_down": "sentinel"}


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_a_view_does_not_change_with_the_match(viewer):
    match = arrange(hands=HANDS)
    view = match.view(viewer)
    before = msgspec.json.encode(view)
    recruits(match, "enforcer", "saboteur")
    assert isinstance(view, AgentAvenueView)
    assert msgspec.json.encode(view) == before
