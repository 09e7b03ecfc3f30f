"""Whole random matches a second of processor time: the engine, and what its opponents imagine.

Beside them, in the same run, a minimal simulation of the same rules (`bench.minimal`): the least
that plain Python must do for a match. Through its public interface the engine is to reach a third
of that in Agent Avenue's simple mode and a quarter elsewhere. Advanced mode is to reach half of
simple mode, too. The computer opponents that search play copies of imagined worlds on and are to
reach two thirds: in Agent Avenue these are the engine's own states, played on by whole turns
(`engine.players.agent_avenue.turns`), in La Agencia its matches in small numbers
(`engine.players.agencia.world`). `python -m bench.engine_speed` runs it alone.
"""

import gc
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from statistics import median
from time import process_time
from typing import Any

from engine import agencia, agent_avenue
from engine.agencia.game import Options as Agencia
from engine.agent_avenue.actions import Play
from engine.agent_avenue.cards import AgentId
from engine.agent_avenue.match import AgentAvenueMatch
from engine.agent_avenue.options import Options as Avenue
from engine.agent_avenue.turn import play_choices
from engine.game import Game, Seat, State
from engine.players.agencia.policy import Chance
from engine.players.agencia.world import World, play_hands, winners
from engine.players.agent_avenue.turns import whole_turn

from . import minimal

ROUNDS = 11
"""Each kind is measured this often, taking turns, so that what slows the machine slows them all."""

SECONDS = 0.12
"""How long one measurement lasts, about."""

BATCH = 100
CHOICES = 4
"""In how many copies of an imagined world the hard opponents play on: one a choice, so about."""

TEAMS = ((0, 2), (1, 3))

# Any: each game has options of its own.
Kind = tuple[Game, Any, int]
SIMPLE: Kind = (agent_avenue.GAME, Avenue(), 2)
ADVANCED: Kind = (agent_avenue.GAME, Avenue("advanced"), 2)
FOUR: Kind = (agent_avenue.GAME, Avenue("advanced", TEAMS), 4)
EMBASSY: Kind = (agencia.GAME, Agencia(), 4)


def play_on(match: State, rng: Random) -> None:
    """To the end, through to_act, legal and apply, each with all that it does."""
    random = rng.random
    apply, legal, to_act = match.apply, match.legal, match.to_act
    while acting := to_act():
        seat = acting[0] if len(acting) == 1 else acting[int(random() * len(acting))]
        choices = legal(seat)
        apply(seat, choices[int(random() * len(choices))])


def imagine_agent_avenue(match: AgentAvenueMatch, rng: Random) -> None:
    """To the end, as the hard opponent plays on, with chance in place of its judgement.

    Between two players; the hard opponent discards nothing.
    """
    random = rng.random

    def takes_face_up(face_up: AgentId) -> bool:
        return random() < 0.5

    while acting := match.acting:
        seat = acting[0]
        choices = play_choices(match, seat) if match.step == "play" else match.legal(seat)
        action = choices[int(random() * len(choices))]
        if type(action) is Play:
            whole_turn(match, seat, action, takes_face_up)
        else:
            match.carry_out(seat, action)


def imagine_agencia(world: World, rng: Random) -> Sequence[Seat]:
    """The same for La Agencia, whose worlds are played on at a stretch. Returns the winners."""
    play_hands(world, world.terms.hands, Chance(rng))
    return winners(world)


def opened(kind: Kind, rng: Random) -> State:
    """A match through deal and new."""
    game, options, seats = kind
    return game.new(game.deal(rng, options, seats), options, seats)


def opened_embassy(rng: Random) -> World:
    """A match of La Agencia, as it is imagined."""
    return World.of(opened(EMBASSY, rng))


def minimal_matches(play: Callable[[Random], object], rng: Random) -> None:
    for _ in range(BATCH):
        play(rng)


def engine_matches(kind: Kind, rng: Random) -> None:
    for _ in range(BATCH):
        play_on(opened(kind, rng), rng)


# Any: what each kind of game imagines in.
def imagined_matches(
    imagined: Callable[[Random], Any], play: Callable[[Any, Random], object], rng: Random
) -> None:
    """As the hard opponents do it: copies of each world are played on."""
    for _ in range(BATCH // CHOICES):
        world = imagined(rng)
        for _ in range(CHOICES):
            play(world.copy(), rng)


MEASURED: dict[str, Callable[[Random], None]] = {
    "minimal": partial(minimal_matches, minimal.agent_avenue),
    "simple": partial(engine_matches, SIMPLE),
    "minimal advanced": partial(minimal_matches, minimal.agent_avenue_advanced),
    "advanced": partial(engine_matches, ADVANCED),
    "teams": partial(engine_matches, FOUR),
    "imagined": partial(imagined_matches, partial(opened, SIMPLE), imagine_agent_avenue),
    "imagined advanced": partial(imagined_matches, partial(opened, ADVANCED), imagine_agent_avenue),
    "minimal embassy": partial(minimal_matches, minimal.la_agencia),
    "embassy": partial(engine_matches, EMBASSY),
    "imagined embassy": partial(imagined_matches, opened_embassy, imagine_agencia),
}


def rate(play: Callable[[Random], None], rng: Random) -> float:
    """Matches a second; each call of `play` is a batch of them."""
    played = 0
    start = process_time()
    while (passed := process_time() - start) < SECONDS:
        play(rng)
        played += BATCH
    return played / passed


def rows() -> list[tuple[str, str]]:
    """What was measured, and the result, for the table of all benchmarks."""
    # What other benchmarks have left in memory would be looked through again and again meanwhile.
    gc.collect()
    gc.freeze()
    rng = Random(1)
    rounds = [{kind: rate(play, rng) for kind, play in MEASURED.items()} for _ in range(ROUNDS)]
    gc.unfreeze()

    def speed(kind: str) -> str:
        return f"{median(round[kind] for round in rounds):,.0f} matches/s"

    def beside(kind: str, other: str, name: str, aim: str) -> str:
        share = median(round[kind] / round[other] for round in rounds)
        return f"{share:.2f} of {name}, aim {aim}"

    def to_minimal(kind: str, other: str, aim: str) -> str:
        return f"{speed(kind)} ({beside(kind, other, 'minimal', aim)})"

    advanced = (
        beside("advanced", "simple", "simple", "0.50"),
        beside("advanced", "minimal advanced", "minimal", "0.25"),
    )
    return [
        ("Agent Avenue, minimal simulation, simple", speed("minimal")),
        ("Agent Avenue, engine, simple", to_minimal("simple", "minimal", "0.33")),
        ("Agent Avenue, minimal simulation, advanced", speed("minimal advanced")),
        ("Agent Avenue, engine, advanced", f"{speed('advanced')} ({'; '.join(advanced)})"),
        ("Agent Avenue, engine, advanced, 2 against 2", speed("teams")),
        ("Agent Avenue, imagined by hard, simple", to_minimal("imagined", "minimal", "0.67")),
        (
            "Agent Avenue, imagined by hard, advanced",
            to_minimal("imagined advanced", "minimal advanced", "0.67"),
        ),
        ("La Agencia, minimal simulation", speed("minimal embassy")),
        ("La Agencia, engine", to_minimal("embassy", "minimal embassy", "0.25")),
        (
            "La Agencia, imagined by hard",
            to_minimal("imagined embassy", "minimal embassy", "0.67"),
        ),
    ]


if __name__ == "__main__":
    for label, value in rows():
        print(f"{label:45} {value}")
