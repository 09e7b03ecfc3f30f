"""Reference, Hands."""

from engine.agent_avenue.actions import Discard, Use
from engine.agent_avenue.events import Drew, Moved, Recruited, Revealed

from .arrange import arrange, of, offer, recruits, take

LANDING = {"moved": (1, 0), "hands": [["enforcer", "codebreaker", "sentinel", "mole"]] * 2}
"""One step ahead of home: recruiting a first Enforcer lands team 0 on corner 3."""


def land(match):
    recruits(match, "enforcer", "codebreaker")
    assert match.view(None).step == "market"


def test_whenever_is_at_once_an_outpost_draws_before_the_meeple_moves():
    match = arrange(**LANDING, supply=["outpost", "masterplan"], in_play=[{"sentinel": 1}, {}])
    land(match)
    events = take(match, "outpost")
    kinds = [type(event) for event in events]
    assert kinds.index(Recruited) < kinds.index(Drew) < kinds.index(Moved)
    assert len(match.full().hands[0]) == 4


def test_whenever_is_at_once_a_secret_recruit_draws_before_the_meeple_moves():
    match = arrange(**LANDING, supply=["secret_recruit", "masterplan"])
    land(match)
    take(match, "secret_recruit")
    events = match.apply(0, Use("mole"))
    kinds = [type(event) for event in events]
    assert kinds.index(Recruited) < kinds.index(Drew) < kinds.index(Moved)


def test_a_card_drawn_during_a_chain_is_there_for_the_next_ability():
    match = arrange(
        hands=[["enforcer", "codebreaker", "sidekick", "daredevil"], ["mole"] * 4],
        deck=["saboteur", "sentinel", "daredevil", "sentinel"],
        moved=(4, 4),
        supply=["secret_recruit", "double_trouble", "masterplan"],
    )
    land(match)
    take(match, "secret_recruit")
    match.apply(0, Use("sidekick"))  # draws the second Daredevil, and moves from corner 6 to 10
    events = take(match, "double_trouble")
    assert Revealed(0, "daredevil") in events


def test_there_is_no_upper_limit_mind_control_can_leave_5():
    match = arrange(**LANDING, supply=["mind_control", "masterplan"], in_play=[{}, {"mole": 1}])
    land(match)
    take(match, "mind_control")
    match.apply(0, Use("mole"))
    assert len(match.full().hands[0]) == 5


def test_then_nothing_is_drawn_until_fewer_than_4_remain():
    match = arrange(hands=[["mole", "enforcer", "sentinel", "saboteur", "daredevil"]] * 2)
    events = offer(match, "mole", "enforcer")
    assert [len(event.cards) for event in of(events, Drew)] == [1]
    assert len(match.full().hands[0]) == 4

    match = arrange(hands=[["mole", "enforcer", "sentinel", "saboteur", "daredevil", "mole"]] * 2)
    assert of(offer(match, "mole", "enforcer"), Drew) == []


def test_an_empty_deck_is_never_reshuffled():
    match = arrange(deck=["mole"])
    match.apply(0, Discard("mole"))
    assert match.view(None).deck == 0
    offer(match, "enforcer", "sentinel")
    assert match.view(None).deck == 0
    assert len(match.full().hands[0]) == 2
