"""A rematch: whoever has lost begins, by an option that a record and a fair deal hold."""

import json
from random import Random
from types import SimpleNamespace

import msgspec
import pytest
from msgspec import UNSET

from engine import fair, registry
from engine.agencia.game import Options as Agencia
from engine.agent_avenue.options import Options
from engine.game import IllegalSetup, Resign
from engine.record import Record, RecordError, decode, encode
from engine.rematch import Begins, losers, options_after

SECRET = bytes(range(32))
TEAMS = ((0, 2), (1, 3))

SETUPS = [
    ("agent-avenue", Options(), 2),
    ("agent-avenue", Options(mode="advanced", teams=TEAMS), 4),
    ("la-agencia", Agencia(), 4),
]


def deal(game, options, seats):
    return fair.deal(SECRET, fair.Terms(game, options, seats, (1, 2)))


def first(dealt):
    return getattr(dealt, "first", None) if hasattr(dealt, "first") else dealt.ambassador


def cards(dealt):
    fields = msgspec.to_builtins(dealt)
    return {key: value for key, value in fields.items() if key not in ("first", "ambassador")}


def after(game_id, options, seats, quitters):
    """Who has lost after these have given up."""
    game = registry.game(game_id)
    state, events = game.new(deal(game_id, options, seats), options, seats), []
    for seat in quitters:
        events += state.apply(seat, Resign())
    rng = Random(1)
    while not state.over:
        seat = state.to_act()[0]
        events += state.apply(seat, rng.choice(list(state.legal(seat))))
    return losers(game, options, state, events), state


@pytest.mark.parametrize(("game_id", "options", "seats"), SETUPS)
def test_who_is_to_begin_begins(game_id, options, seats):
    game = registry.game(game_id)
    for seat in range(seats):
        again = options_after(game, options, [seat])
        state = game.new(deal(game_id, again, seats), again, seats)
        assert seat in state.to_act()


@pytest.mark.parametrize(("game_id", "options", "seats"), SETUPS)
def test_that_it_is_agreed_changes_no_draw(game_id, options, seats):
    game = registry.game(game_id)
    draws = fair.seed(SECRET, "the same")
    dealt = {
        msgspec.json.encode(cards(game.deal(fair.Draws(draws), chosen, seats)))
        for chosen in (options, *(options_after(game, options, [s]) for s in range(seats)))
    }
    assert len(dealt) == 1


@pytest.mark.parametrize(("game_id", "options", "seats"), SETUPS)
def test_a_deal_in_which_another_begins_is_refused(game_id, options, seats):
    game = registry.game(game_id)
    dealt = deal(game_id, options, seats)
    others = [
        seat
        for seat in range(seats)
        if first(game.deal(Random(1), options_after(game, options, [seat]), seats)) != first(dealt)
    ]
    with pytest.raises(IllegalSetup, match=r"deal\.(first|ambassador): the options say"):
        game.new(dealt, options_after(game, options, others[:1]), seats)


@pytest.mark.parametrize(("game_id", "options", "seats"), SETUPS)
def test_without_an_agreement_the_options_are_written_as_ever(game_id, options, seats):
    game = registry.game(game_id)
    agreed = options_after(game, options, [1])
    assert "first" not in msgspec.to_builtins(options)
    assert msgspec.to_builtins(agreed)["first"] == 1
    assert options_after(game, agreed, []) == options
    assert options_after(game, agreed, []).first is UNSET


def test_in_agent_avenue_the_losing_team_begins():
    assert after("agent-avenue", Options(), 2, [0])[0] == (0,)
    assert after("agent-avenue", Options(), 2, [1])[0] == (1,)
    assert after("agent-avenue", Options(teams=TEAMS), 4, [3])[0] == (1, 3)


def test_in_la_agencia_whoever_gave_up_or_has_the_lowest_score():
    assert after("la-agencia", Agencia(), 4, [2])[0] == (2,)
    lost, state = after("la-agencia", Agencia(), 4, [])
    worst = min((score.total, score.deck) for score in state.view(None).scores)
    (seat,) = lost
    assert (state.view(None).scores[seat].total, state.view(None).scores[seat].deck) == worst


@pytest.mark.parametrize(("winners", "lost"), [((0, 1, 2), ()), ((0, 1), (2,)), ((1,), (0,))])
def test_nobody_has_lost_where_all_share_the_victory_and_of_several_the_lowest_seat(winners, lost):
    ended = SimpleNamespace(seats=3, winners=winners)
    assert losers(SimpleNamespace(), None, ended, []) == lost


@pytest.mark.parametrize(
    "game_id", [game for game in registry.GAMES if isinstance(registry.game(game), Begins)]
)
def test_a_record_says_who_begins_in_its_deal_alone(game_id: str) -> None:
    """Format 1 has no such option, so records of rematches are those of any match."""
    rules = registry.game(game_id)
    usual = rules.options_type()
    agreed = options_after(rules, usual, [0])
    seats = rules.seat_counts(agreed)[0]
    deal = rules.deal(Random(1), agreed, seats)
    written = encode(Record(game_id, ("?",) * seats, deal, agreed))
    assert json.loads(written)["options"] == json.loads(msgspec.json.encode(usual))
    assert decode(written).options == usual
    forged = {**json.loads(written), "options": msgspec.to_builtins(agreed)}
    with pytest.raises(RecordError, match="options: who begins stands in the deal alone"):
        decode(json.dumps(forged).encode())
