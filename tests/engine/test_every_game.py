"""What the services take for granted in a game, played at random: for every game that there is."""

import pickle
import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, get_args

import pytest

from engine import registry
from engine.game import Event, Game, IllegalAction, Level, Resign, Seat, State, View
from engine.outcome import outcome
from engine.record import Record, decode, encode, replay

MATCHES = 10
"""With each number of seats, in the game's usual form."""

RESIGNING = 0.02


@pytest.fixture(params=[*registry.GAMES, "high-card"])
def game(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Game:
    """Each game, and the one of the tests, which others begin with."""
    monkeypatch.setitem(registry.GAMES, "high-card", ("tests.toy.game", "tests.toy.cog"))
    return registry.game(request.param)


class Played:
    """A random match, from its deal on."""

    def __init__(self, game: Game, seats: int, seed: int) -> None:
        self._rng = Random(f"{game.id} {seats} {seed}")
        self.options = game.options_type()
        self.deal = game.deal(self._rng, self.options, seats)
        self.state: Any = game.new(self.deal, self.options, seats)
        self.actions: list[tuple[Seat, Any]] = []
        self.events: list[Event] = []

    def moments(self) -> Iterator[State]:
        """The match before each action, and in the end."""
        while acting := self.state.to_act():
            yield self.state
            seat = self._rng.choice(acting)
            gives_up = self._rng.random() < RESIGNING
            action = Resign() if gives_up else self._rng.choice(self.state.legal(seat))
            self.events += self.state.apply(seat, action)
            self.actions.append((seat, action))
        yield self.state

    def to_its_end(self) -> "Played":
        for _ in self.moments():
            pass
        return self


def matches(game: Game) -> Iterator[Played]:
    for seats in game.seat_counts(game.options_type()):
        for seed in range(MATCHES):
            yield Played(game, seats, seed)


def moments(game: Game) -> Iterator[State]:
    for played in matches(game):
        yield from played.moments()


def viewers(state: State) -> Sequence[Seat | None]:
    return None, *range(state.seats)


def everything(state: State) -> list[View]:
    return [state.full(), *map(state.view, viewers(state))]


def test_it_is_called_as_the_registry_calls_it(game: Game) -> None:
    assert registry.game(game.id) is game
    assert re.fullmatch("[a-z][a-z0-9-]{0,31}", game.id)


def test_it_has_an_opponent_of_each_strength_which_can_be_sent_to_where_it_thinks(
    game: Game,
) -> None:
    assert set(game.players) == set(get_args(Level))
    assert game.player == game.players["normal"]
    pickle.loads(pickle.dumps((game.player, game.players)))


def test_who_may_act_has_a_decision_and_legal_actions_and_nobody_else(game: Game) -> None:
    for state in moments(game):
        acting = state.to_act()
        assert list(acting) == sorted(set(acting))
        assert bool(acting) is not state.over
        for seat in range(state.seats):
            assert bool(state.legal(seat)) is (seat in acting)
            assert (state.decision(seat) is not None) is (seat in acting)
            assert Resign() not in state.legal(seat)


def test_a_view_holds_the_viewer_s_own_legal_actions_and_what_all_games_tell(game: Game) -> None:
    for state in moments(game):
        for viewer in viewers(state):
            view = state.view(viewer)
            own = {str(viewer): state.legal(viewer)} if viewer in state.to_act() else {}
            assert view.legal == own
            told = view.game, view.over, view.winners, view.to_act
            assert told == (game.id, state.over, state.winners, state.to_act())


def test_what_is_not_legal_is_refused_and_changes_nothing(game: Game) -> None:
    for played in matches(game):
        seen: set[Any] = set()
        for state in played.moments():
            seen.update(action for seat in state.to_act() for action in state.legal(seat))
            before = everything(state)
            for seat in range(state.seats):
                wrong = seen - set(state.legal(seat))
                for action in [*wrong, *[Resign()] * state.over]:
                    with pytest.raises(IllegalAction):
                        state.apply(seat, action)
            assert everything(state) == before


def test_an_imagined_match_is_its_own_and_goes_on_as_the_real_one_does(game: Game) -> None:
    rng = Random(1)
    for state in moments(game):
        before = everything(state)
        for seat in state.to_act():
            action = rng.choice([*state.legal(seat), Resign()])
            real, told, untold = state.copy(), state.copy(), state.copy()
            log: list[Event] = []
            told.carry_out(seat, action, log)
            untold.carry_out(seat, action)
            assert list(real.apply(seat, action)) == log
            assert everything(real) == everything(told) == everything(untold)
        assert everything(state) == before


def test_its_record_replays_to_the_same_end_whoever_gives_up(game: Game) -> None:
    for played in matches(game):
        state = played.to_its_end().state
        names = tuple(f"Player {seat}" for seat in range(state.seats))
        record = Record(game.id, names, played.deal, played.options, tuple(played.actions))
        assert everything(replay(decode(encode(record)))) == everything(state)


def test_what_a_finished_match_counts_as_fits_to_who_has_won(game: Game) -> None:
    for played in matches(game):
        state = played.to_its_end().state
        ended = outcome(game, played.options, state, played.events)
        assert sorted(seat for team in ended.teams for seat in team) == list(range(state.seats))
        teams = zip(ended.teams, ended.places, strict=True)
        assert sorted(seat for team, place in teams if place == 1 for seat in team) == list(
            state.winners
        )
        assert not ended.cards or len(ended.cards) == len(ended.teams)
