"""What recruiting an agent would do with everything in play in force: what the engine then does."""

from collections import Counter
from random import Random

import pytest

from engine.agent_avenue import GAME
from engine.agent_avenue.actions import RECRUITS
from engine.agent_avenue.end import winner
from engine.agent_avenue.events import Moved, Took
from engine.agent_avenue.match import AgentAvenueMatch
from engine.agent_avenue.options import Options
from engine.agent_avenue.prospect import Prospect, may_catch, prospect

from .arrange import TWO, TWO_AGAINST_TWO, arrange

SIX = dict.fromkeys(
    ["double_agent", "enforcer", "codebreaker", "saboteur", "daredevil", "sentinel"], 1
)

ENDINGS = ("leader_of_the_pack", "masterplan", "security_system")


def of_green(card, ongoing=(), *, in_play=None, others=(), **arrangement):
    """What this card does to team 0, which has these agents and ongoing cards in play."""
    match = arrange(in_play=[in_play or {}, {}], ongoing=[ongoing, others], **arrangement)
    return prospect(match.view(None), 0, card)


def test_getaway_car_counts_its_3_spaces_too():
    found = of_green("enforcer", ["getaway_car"], moved=(6, 6))
    assert found == Prospect(1, 4, catches=False, caught=False, ends="")


def test_getaway_car_may_bring_the_catch():
    """From 4 spaces behind: 1 to the home, 3 by the car."""
    assert not of_green("enforcer", moved=(6, 3)).catches
    assert of_green("enforcer", ["getaway_car"], moved=(6, 3)).catches


def test_who_moves_backward_into_the_other_meeple_is_caught():
    assert of_green("saboteur", moved=(-6, 0)).caught
    assert not of_green("codebreaker", moved=(-6, 0)).caught


@pytest.mark.parametrize(
    ("ongoing", "card", "in_play", "ends"),
    [
        ([], "codebreaker", {"codebreaker": 2}, "win"),
        ([], "daredevil", {"daredevil": 2}, "loss"),
        (["leader_of_the_pack"], "daredevil", {"daredevil": 2}, "win"),
        ([], "sidekick", SIX, ""),
        (["masterplan"], "sidekick", SIX, "win"),
        (["masterplan"], "enforcer", SIX, ""),
    ],
)
def test_agents_in_play_that_end_the_match(ongoing, card, in_play, ends):
    assert of_green(card, ongoing, in_play=in_play).ends == ends


def test_security_system_ends_it_for_who_lands_on_the_guarded_home():
    guarded = {"others": ["security_system"], "moved": (6, 3)}
    assert of_green("enforcer", **guarded).ends == "loss"
    assert of_green("daredevil", **guarded).ends == ""
    assert of_green("enforcer", ["getaway_car"], **guarded).ends == ""


@pytest.mark.parametrize(("active", "ends"), [(0, "win"), (1, "loss")])
def test_the_active_team_wins_the_tie_of_a_win_and_a_loss(active, ends):
    found = of_green(
        "sidekick",
        ["masterplan"],
        in_play=SIX,
        others=["security_system"],
        moved=(3, 4),
        active=active,
    )
    assert found.ends == ends


@pytest.mark.parametrize(("active", "ends"), [(0, ""), (1, "loss")])
def test_a_catch_on_the_guarded_home_is_a_tie_unless_the_other_escapes(active, ends):
    found = of_green("enforcer", others=["security_system"], moved=(6, 0), active=active)
    assert found == Prospect(1, 1, catches=True, caught=False, ends=ends)


@pytest.mark.parametrize(("active", "ends"), [(0, "win"), (1, "")])
def test_masterplan_for_who_is_caught_is_a_tie_unless_the_other_escapes(active, ends):
    found = of_green("mole", ["masterplan"], in_play=SIX, moved=(-5, 0), active=active)
    assert found == Prospect(1, -3, catches=False, caught=True, ends=ends)


def test_sinister_twin_brings_a_catch_within_reach_from_12_spaces():
    twin = {"moved": (-5, 0), "in_play": ({"double_agent": 1}, {})}
    assert may_catch(arrange(ongoing=(["sinister_twin"], []), **twin).view(None), 0)
    assert not may_catch(arrange(**twin).view(None), 0)


def test_an_agent_of_which_no_copy_is_left_catches_nobody():
    near = {"moved": (3, 0)}
    assert may_catch(arrange(**near).view(None), 0)
    assert not may_catch(arrange(in_play=({}, {"sidekick": 1}), **near).view(None), 0)


@pytest.mark.parametrize("teams", [TWO, TWO_AGAINST_TWO])
def test_it_is_what_the_engine_then_does(teams):
    """Both picks of every offer in random advanced matches, up to the first black market card."""
    met = Counter()
    for match in offers(teams, 600):
        for pick in RECRUITS:
            met += as_foretold(match, pick)
    assert set(met) >= {"getaway_car", "catch", "codebreakers", "daredevils", *ENDINGS}


def offers(teams, matches):
    """Random advanced matches, each time that two cards are offered."""
    options = Options("advanced", teams)
    (seats,) = GAME.seat_counts(options)
    for number in range(matches):
        rng = Random(number)
        match = GAME.new(GAME.deal(rng, options, seats), options, seats)
        while not match.over:
            if match.step == "recruit":
                yield match
            seat = rng.choice(match.to_act())
            match.apply(seat, rng.choice(match.legal(seat)))


def as_foretold(match: AgentAvenueMatch, pick) -> Counter:
    """Carry out a recruit on a copy and compare; what it came to."""
    view, after = match.view(None), match.copy()
    cards = [match.face_up, match.face_down]
    if pick.pick == "face_up":
        cards.reverse()
    own, others = match.active, 1 - match.active
    found = {own: prospect(view, own, cards[0]), others: prospect(view, others, cards[1])}
    events = after.apply(match.to_act()[0], pick)
    took = next((at for at, event in enumerate(events) if isinstance(event, Took)), None)
    moved = [event for event in events[:took] if isinstance(event, Moved)]
    for team in (0, 1):
        assert found[team].steps == sum(event.steps for event in moved if event.team == team)
    met = Counter(event.by for event in moved)
    if took is not None or after.step == "market":
        return met
    gap = view.gaps[own] - found[own].steps + found[others].steps
    catches = {condition.team for condition in after.conditions if condition.by == "catch"}
    assert catches == {team for team, ahead in ((own, gap), (others, 14 - gap)) if ahead <= 0}
    lasting = [c for c in after.conditions if c.by not in ("catch", "closer")]
    favoured = {
        team if found[team].ends == "win" else 1 - team for team in (0, 1) if found[team].ends
    }
    if not lasting:
        assert not favoured
    elif favoured:
        assert winner(lasting, own) == (favoured.pop() if len(favoured) == 1 else own)
    else:
        assert any(told.catches or told.caught for told in found.values())
    return met + Counter(condition.by for condition in after.conditions)
