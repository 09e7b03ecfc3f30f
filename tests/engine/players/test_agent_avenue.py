"""The strengths of Agent Avenue: legal, blind to what is hidden, repeatable, strong enough."""

import pickle
from collections.abc import Iterator
from random import Random

import pytest

from engine.agent_avenue import GAME
from engine.agent_avenue.actions import Discard, Play, Recruit, Use
from engine.agent_avenue.end import out_of_cards
from engine.agent_avenue.events import Discarded, Recruited, Returned
from engine.agent_avenue.match import AgentAvenueMatch
from engine.agent_avenue.options import Options
from engine.players.agent_avenue.hard import HardAgentAvenuePlayer
from engine.players.agent_avenue.memory import Memory
from engine.players.agent_avenue.reader import Reader, read
from engine.players.agent_avenue.sight import Sight
from engine.players.agent_avenue.values import values
from engine.players.budget import Budget

from ..agent_avenue.arrange import (
    TWO_AGAINST_TWO,
    arrange,
    offer,
    play_apart,
    recruits,
    take,
)
from ..agent_avenue.matches import TEAMS, other_world
from .play import RANDOM, Played, share

QUICK = HardAgentAvenuePlayer(Budget(seconds=None, iterations=3))
STRENGTHS = {**GAME.players, "hard": QUICK}
TWO = ((0,), (1,))


def table(options: Options, rng: Random) -> Played:
    (seats,) = GAME.seat_counts(options)
    return Played(GAME, options, seats, rng)


def sight_of(match: AgentAvenueMatch, seat: int) -> Sight:
    view = match.view(seat)
    return Sight(view, match.legal(seat), Memory(seat, view.active, []))


def sight(played: Played, seat: int) -> Sight:
    view = played.match.view(seat)
    return Sight(view, played.match.legal(seat), Memory(seat, view.active, played.seen[seat]))


def test_there_are_three_strengths_and_normal_is_the_standard_one():
    assert list(GAME.players) == ["easy", "normal", "hard"]
    assert GAME.player is GAME.players["normal"]


@pytest.mark.parametrize("strength", STRENGTHS)
def test_it_can_be_sent_to_another_process(strength):
    played = table(Options(), Random(1))
    (seat,) = played.match.to_act()
    view, legal = played.match.view(seat), played.match.legal(seat)
    sent = pickle.loads(pickle.dumps((STRENGTHS[strength], view, legal, played.seen[seat])))
    player, view, legal, seen = sent
    assert player.choose(view, legal, Random(2), seen) == played.choice(
        STRENGTHS[strength], seat, Random(2)
    )


@pytest.mark.parametrize("mode", ["simple", "advanced"])
@pytest.mark.parametrize("teams", TEAMS)
@pytest.mark.parametrize("strength", ["easy", "hard"])
def test_it_chooses_a_legal_action_in_whatever_position(strength, teams, mode):
    player = STRENGTHS[strength]
    for number in range(4):
        played = table(Options(mode, teams), Random(number))
        for seat in played.decisions():
            assert played.choice(player, seat, Random(3)) in played.match.legal(seat)


@pytest.mark.parametrize("teams", TEAMS)
def test_hard_finds_its_way_without_any_memory(teams):
    """Who comes in without the events still plays by the rules."""
    for number in range(4):
        played = table(Options("advanced", teams), Random(number))
        for seat in played.decisions():
            match = played.match
            choice = QUICK.choose(match.view(seat), match.legal(seat), Random(3))
            assert choice in match.legal(seat)


def test_without_any_memory_hard_knows_whose_agents_an_ability_asks_for():
    """Both teams may stand on corners, and either may be the one that is asked."""
    for match in abilities(600):
        (seat,) = match.to_act()
        view, legal = match.view(seat), match.legal(seat)
        if match.ability in ("spycation", "mind_control"):
            assert QUICK.choose(view, legal, Random(3)) in legal


def abilities(matches: int) -> Iterator[AgentAvenueMatch]:
    """Random matches for two, each time that an ability asks for a choice."""
    options = Options("advanced")
    for number in range(matches):
        rng = Random(number)
        match = GAME.new(GAME.deal(rng, options, 2), options, 2)
        while not match.over:
            if match.step == "ability":
                yield match
            seat = rng.choice(match.to_act())
            match.apply(seat, rng.choice(match.legal(seat)))


@pytest.mark.parametrize("mode", ["simple", "advanced"])
@pytest.mark.parametrize("teams", [TWO, TWO_AGAINST_TWO])
@pytest.mark.parametrize("strength", STRENGTHS)
def test_hidden_cards_make_no_difference(strength, teams, mode):
    """Twins that differ only in what the seat cannot know: the same chance, the same choice."""
    rng = Random(7)
    differed = 0
    for _ in range(3):
        played = table(Options(mode, teams), rng)
        for seat in played.decisions():
            twin = other_world(played.match, seat, rng)
            differed += twin.hands != played.match.hands
            choices = [
                played.choice(STRENGTHS[strength], seat, Random(8), match=match)
                for match in (played.match, twin)
            ]
            assert choices[0] == choices[1]
            played.apply(seat, choices[0])
    assert differed


@pytest.mark.parametrize("teams", TEAMS)
def test_what_hard_imagines_looks_to_it_like_what_it_sees(teams):
    rng = Random(5)
    for number in range(6):
        played = table(Options("advanced", teams), Random(number))
        for seat in played.decisions():
            seen = played.match.view(seat)
            world = sight(played, seat).imagine(rng, [0.0] * 8)
            imagined = world.view(seat)
            for field in imagined.__struct_fields__:
                assert getattr(imagined, field) == getattr(seen, field), field


@pytest.mark.parametrize("strength", STRENGTHS)
def test_the_same_chance_gives_the_same_choice(strength):
    played = table(Options("advanced"), Random(4))
    for seat in played.decisions():
        choices = [played.choice(STRENGTHS[strength], seat, Random(9)) for _ in range(2)]
        assert choices[0] == choices[1]


def test_hard_imagines_no_more_worlds_than_it_may(monkeypatch):
    imagined = []
    imagine = Sight.imagine

    def counted(self, *args):
        imagined.append(self.view.step)
        return imagine(self, *args)

    monkeypatch.setattr(Sight, "imagine", counted)
    played = table(Options(), Random(2))
    most = 0
    for seat in played.decisions():
        imagined.clear()
        played.choice(QUICK, seat, Random(1))
        most = max(most, len(imagined))
    assert most == 3


def test_hard_remembers_what_it_discarded():
    played = table(Options(), Random(3))
    (seat,) = played.match.to_act()
    card = played.match.hands[seat][0]
    before = sight(played, seat).unseen[card]
    played.apply(seat, Discard(card))
    drawn = played.match.hands[seat][-1]
    assert sight(played, seat).unseen[card] == before - (drawn == card)


def test_a_card_seen_on_its_way_into_a_hand_is_imagined_there():
    memory = Memory(0, 0, [Returned(0, "mole", 1, 1)])
    assert memory.held[1] == ["mole"]


def test_a_card_that_may_have_been_discarded_is_not():
    memory = Memory(0, 0, [Returned(0, "mole", 1, 1), Discarded(1, None)])
    assert "mole" not in memory.held[1]


def test_a_card_that_came_into_play_has_left_the_hand():
    memory = Memory(0, 0, [Returned(0, "mole", 1, 1), Recruited(1, 1, "mole", 1, "secret_recruit")])
    assert "mole" not in memory.held[1]


def test_who_does_the_opposite_again_and_again_is_read():
    reader = Reader()
    assert reader.face_up(0.9) > 0.7
    for _ in range(6):
        reader.learn(0.9, took_face_up=False)
    assert reader.face_up(0.9) < 0.3


def choice(strength, match, seat):
    return STRENGTHS[strength].choose(match.view(seat), match.legal(seat), Random(1))


@pytest.mark.parametrize("strength", STRENGTHS)
def test_nobody_overlooks_the_third_codebreaker(strength):
    match = arrange(in_play=[{}, {"codebreaker": 2}])
    match.hands[0] = ["codebreaker", "enforcer", "mole", "mole"]
    offer(match, "codebreaker", "enforcer")
    assert choice(strength, match, 1) == Recruit("face_up")


@pytest.mark.parametrize("strength", STRENGTHS)
def test_nobody_takes_the_third_daredevil_in_sight(strength):
    match = arrange(in_play=[{}, {"daredevil": 2}])
    match.hands[0] = ["daredevil", "enforcer", "mole", "mole"]
    offer(match, "daredevil", "enforcer")
    assert choice(strength, match, 1) == Recruit("face_down")


@pytest.mark.parametrize("strength", STRENGTHS)
def test_nobody_offers_the_card_that_wins_for_the_other_side(strength):
    hand = ["codebreaker", "sentinel", "enforcer", "enforcer"]
    match = arrange(
        in_play=[{}, {"codebreaker": 2}], hands=[hand, ["mole", "sidekick", "saboteur", "enforcer"]]
    )
    action = choice(strength, match, 0)
    if isinstance(action, Discard):
        assert action.card == "codebreaker"
    else:
        assert isinstance(action, Play)
        assert "codebreaker" not in (action.face_up, action.face_down)


@pytest.mark.parametrize("strength", STRENGTHS)
def test_everybody_takes_away_the_codebreaker_that_would_win_for_the_opponent(strength):
    match = arrange(
        moved=(1, 0),
        supply=["mind_control", "masterplan"],
        in_play=[{}, {"codebreaker": 2, "mole": 1}],
    )
    recruits(match, "enforcer", "codebreaker")
    assert choice(strength, match, 0).card == "mind_control"
    take(match, "mind_control")
    assert choice(strength, match, 0) == Use("codebreaker")


def choices_of_hard(match, seat):
    """What it chooses in the same position by different chance."""
    view, legal = match.view(seat), match.legal(seat)
    return {QUICK.choose(view, legal, Random(number)) for number in range(60)}


def test_hard_takes_the_win_in_sight_even_where_the_other_card_may_well_win_too():
    match = arrange(
        teams=TWO_AGAINST_TWO,
        moved=(0, 1),
        in_play=[
            {"enforcer": 1, "saboteur": 1, "daredevil": 2, "mole": 1},
            {"double_agent": 1, "codebreaker": 2, "sentinel": 1, "sidekick": 1},
        ],
    )
    match.hands[0] = match.hands[2] = ["codebreaker", "daredevil", "mole", "mole"]
    play_apart(match, "codebreaker", "daredevil")
    assert choices_of_hard(match, 1) == {Recruit("face_up")}


def test_hard_offers_what_wins_either_way_and_nothing_that_is_only_likely_to():
    match = arrange(
        moved=(6, 0),
        in_play=[
            {"double_agent": 1, "codebreaker": 1, "saboteur": 2, "daredevil": 1, "sentinel": 2},
            {"double_agent": 1, "enforcer": 2, "saboteur": 2, "daredevil": 1, "sentinel": 1},
        ],
        hands=[["enforcer", "daredevil", "sentinel", "codebreaker"], ["mole"] * 4],
    )
    wins = {Play("daredevil", "sentinel"), Play("sentinel", "daredevil")}
    assert choices_of_hard(match, 0) <= wins


def test_hard_takes_no_card_that_surely_loses_while_the_other_one_may_not():
    match = arrange(
        moved=(5, 0),
        in_play=[
            {"double_agent": 1, "enforcer": 1, "codebreaker": 2, "saboteur": 1, "sentinel": 2},
            {"enforcer": 2, "codebreaker": 1, "saboteur": 2, "daredevil": 1, "mole": 1},
        ],
    )
    match.hands[1] = ["double_agent", "saboteur", "daredevil", "daredevil"]
    match.hands[0] = ["double_agent", "enforcer", "sentinel", "codebreaker"]
    offer(match, "double_agent", "enforcer")
    assert choices_of_hard(match, 1) == {Recruit("face_up")}


def test_hard_knows_that_the_distance_decides_when_the_cards_run_out():
    hand = ["codebreaker", "sentinel", "enforcer", "daredevil"]
    match = arrange(hands=[hand, ["mole"]], deck=())
    wins = {Play("codebreaker", "sentinel"), Play("sentinel", "codebreaker")}  # nobody moves
    assert choices_of_hard(match, 0) <= wins


def test_hard_knows_who_can_still_play():
    hand = ["codebreaker", "sentinel", "enforcer", "daredevil"]
    match = arrange(hands=[hand, ["mole", "sidekick"]], deck=())
    assert not out_of_cards(sight_of(match, 0).known())


@pytest.mark.parametrize(
    ("better", "worse", "clearly"),
    [("normal", "random", 0.75), ("easy", "random", 0.6), ("hard", "normal", 0.6)],
)
def test_the_stronger_one_wins_more_often(better, worse, clearly):
    players = {**STRENGTHS, "random": RANDOM}
    assert share(GAME, Options(), TWO, (players[better], players[worse]), 40) > clearly


def test_hard_is_stronger_than_normal_in_advanced_mode_too():
    players = (QUICK, STRENGTHS["normal"])
    assert share(GAME, Options("advanced"), TWO, players, 40) > 0.55


@pytest.mark.parametrize("teams", [TWO, TWO_AGAINST_TWO])
def test_the_reader_follows_the_match(teams):
    """At the end of what it has seen its table lies like the real one."""
    for number in range(6):
        played = table(Options("advanced", teams), Random(number))
        for seat in played.decisions():
            own, match = sight(played, seat), played.match
            followed = own.empty_table()
            read(followed, own.me, played.seen[seat], values("advanced"))
            for name in ("active", "gaps", "spaces", "in_play", "ongoing", "face_up", "deck"):
                assert getattr(followed, name) == getattr(match, name), name
            assert followed.discards_left == match.discards_left
