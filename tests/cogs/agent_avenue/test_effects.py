"""What is said of a card's effect and of what threatens: everything in play is in force."""

import pytest

from bot.screen import Picture, Row
from cogs.agent_avenue import picture_cards
from cogs.agent_avenue.effects import effect
from cogs.agent_avenue.hand import hand
from cogs.agent_avenue.table import table
from engine.agent_avenue.match import AgentAvenueMatch
from tests.cogs.agent_avenue.scenes import scene
from tests.engine.agent_avenue.arrange import arrange, offer, pick
from tests.written import reading, text

SIX = dict.fromkeys(
    ["double_agent", "enforcer", "codebreaker", "saboteur", "daredevil", "sentinel"], 1
)


def told(match: AgentAvenueMatch) -> str:
    """What everybody reads at the table."""
    return text(table(scene(match), Row(())))


@pytest.mark.parametrize(
    ("card", "arrangement", "said"),
    [
        ("daredevil", {"in_play": ({"daredevil": 2}, {})}, "the third: a loss"),
        (
            "daredevil",
            {"in_play": ({"daredevil": 2}, {}), "ongoing": (["leader_of_the_pack"], [])},
            "the third: a win",
        ),
        ("codebreaker", {"in_play": ({"codebreaker": 2}, {})}, "the third: a win"),
        ("sidekick", {"in_play": (SIX, {})}, "the 1st: +4"),
        ("sidekick", {"in_play": (SIX, {}), "ongoing": (["masterplan"], [])}, "the 1st: a win"),
        ("enforcer", {"moved": (6, 6)}, "the 1st: +1"),
        ("enforcer", {"moved": (6, 6), "ongoing": (["getaway_car"], [])}, "the 1st: +4"),
        ("enforcer", {"moved": (6, 3)}, "the 1st: +1"),
        (
            "enforcer",
            {"moved": (6, 3), "ongoing": (["getaway_car"], [])},
            "the 1st: +4 and a catch",
        ),
        ("enforcer", {"moved": (6, 6), "ongoing": ([], ["security_system"])}, "the 1st: a loss"),
        (
            "enforcer",
            {"moved": (6, 0), "ongoing": ([], ["security_system"])},
            "the 1st: +1 and a catch",
        ),
        ("saboteur", {"moved": (-6, 0)}, "the 1st: −1 and caught"),
    ],
)
def test_an_effect_is_told_with_everything_in_play_in_force(card, arrangement, said) -> None:
    assert effect(scene(arrange(**arrangement)), 0, card) == said


def test_offer_and_hand_tell_it() -> None:
    match = arrange(
        hands=[["daredevil", "saboteur", "mole", "sentinel"], ["daredevil"] * 4],
        in_play=({"daredevil": 2}, {}),
        ongoing=(["leader_of_the_pack"], []),
    )
    assert "**Daredevil**: for you the third: a win; for Ben the 1st: +2" in text(
        hand(scene(match, 0))
    )
    offer(match, "daredevil", "saboteur")
    assert "(for you the 1st: +2; for Ana the third: a win)" in told(match)


TIES = "In a tie the side whose turn it is wins."


@pytest.mark.parametrize(
    ("card", "in_play", "said"),
    [
        ("codebreaker", ({}, {"codebreaker": 2}), True),
        ("codebreaker", ({"codebreaker": 2}, {}), False),
        ("daredevil", ({"daredevil": 2}, {}), True),
        ("daredevil", ({}, {"daredevil": 2}), False),
    ],
)
def test_where_the_other_card_may_make_it_a_tie_the_rule_on_ties_is_told(
    card, in_play, said
) -> None:
    match = arrange(hands=[[card, "saboteur", "mole", "sentinel"], ["mole"] * 4], in_play=in_play)
    assert (TIES in text(hand(scene(match, 0)))) == said
    offer(match, card, "saboteur")
    assert (TIES in told(match)) == said


def test_a_third_codebreaker_is_lost_to_a_catch_in_the_same_turn() -> None:
    """That is such a tie: what was told of the card would else have proved untrue."""
    match = arrange(in_play=({}, {"codebreaker": 2}), moved=(6, 0))
    match.hands[0] = ["codebreaker", "enforcer", "mole", "sentinel"]
    offer(match, "codebreaker", "enforcer")
    assert "for you the third: a win;" in told(match)
    assert TIES in told(match)
    pick(match, "face_up")
    assert match.over
    assert list(match.view(None).winners) == [0]


def test_two_daredevils_with_the_leader_of_the_pack_are_a_promise() -> None:
    daredevils = {"in_play": ({"daredevil": 2}, {"daredevil": 2})}
    match = arrange(ongoing=(["leader_of_the_pack"], []), **daredevils)
    assert "▲ **Ana**: Daredevil 2 (a third wins)" in told(match)
    assert "● **Ben**: Daredevil 2 (a third loses)" in told(match)


def test_a_catch_is_within_reach_if_an_agent_that_is_left_can_bring_it() -> None:
    far = {"moved": (-5, 0), "in_play": ({"double_agent": 1}, {})}
    assert not within_reach(arrange(**far))
    assert within_reach(arrange(ongoing=(["sinister_twin"], []), **far))
    near = {"moved": (3, 0)}
    assert within_reach(arrange(**near))
    assert not within_reach(arrange(in_play=({}, {"sidekick": 1}), **near))


def within_reach(match: AgentAvenueMatch) -> bool:
    """Whether the table says of Ana that she may catch Ben."""
    (ana,) = [line for line in told(match).splitlines() if line.startswith("▲ **Ana**")]
    return ana.endswith(" · a catch is within reach")


def test_a_hand_s_picture_shows_it_too() -> None:
    match = arrange(moved=(6, 6), ongoing=(["getaway_car"], []))
    (picture,) = [block for block in hand(scene(match, 0)).blocks if isinstance(block, Picture)]
    with reading(picture_cards) as texts:
        picture.draw()
    on_pills = [written.text for written in texts if written.fill == picture_cards.WHITE]
    assert "+4" in on_pills


def test_a_hand_s_picture_is_drawn_anew_where_the_meeple_stands_elsewhere() -> None:
    keys = {
        block.key
        for moved in ((6, 6), (5, 5))
        for block in hand(scene(arrange(moved=moved, ongoing=(["getaway_car"], [])), 0)).blocks
        if isinstance(block, Picture)
    }
    assert len(keys) == 2


def test_a_hand_that_is_empty_is_said_to_hold_nothing() -> None:
    shown = hand(scene(arrange(hands=[[], ["mole", "sentinel"]], deck=(), active=1), 0))
    assert "Your cards: –." in text(shown).splitlines()
    assert [block.alt for block in shown.blocks if isinstance(block, Picture)] == ["Your cards: –."]
