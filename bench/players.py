"""How strong the computer opponents are: one strength against another, over whole matches.

    python -m bench.players                                 2,000 matches a pairing: some hours
    python -m bench.players --matches 400 --only "hard"     less, and only some of them
    python -m bench.players --only "thinking time"          does more time make hard stronger?

Every deal is played once with the one that is measured in each team or seat, so that luck with the
cards is the same for both sides; the interval of confidence (95 %) is that of the mean over deals.
A victory that k seats share counts 1/k. `hard` plays with a number of imagined worlds instead of
seconds, so that the table does not depend on how busy the machine is; the column beside it says how
long a decision then takes.
"""

import argparse
import platform
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from math import sqrt
from random import Random
from time import process_time
from typing import Any

from bench.__main__ import machine
from engine import agencia, agent_avenue
from engine.agencia.game import Options as AgenciaOptions
from engine.agent_avenue.options import Options
from engine.game import Action, Event, Game, Player, Seat, informed
from engine.players.agencia.hard import HardAgenciaPlayer
from engine.players.agent_avenue.hard import HardAgentAvenuePlayer
from engine.players.budget import Budget
from engine.players.random_player import RandomPlayer

FOUR = ((0, 2), (1, 3))
THREE = ((0, 2), (1,))
TWO = ((0,), (1,))

WORLDS = 16
"""How many worlds hard imagines for a decision unless the command says otherwise."""


@dataclass(frozen=True)
class Pairing:
    """Who plays whom at what."""

    what: str
    game: Game
    options: Any
    measured: str
    others: str
    aim: float | None = None
    seats: int = 2
    worlds: int | None = None
    """For hard, instead of the number that the command says."""

    def sides(self) -> Sequence[Sequence[Seat]]:
        """The seats that belong together: teams, or each seat for itself."""
        if isinstance(self.options, Options):
            return self.options.teams
        return [(seat,) for seat in range(self.seats)]


def _avenue(
    what: str, mode: Any, teams: Any, measured: str, others: str, aim: float | None = None
) -> Pairing:
    seats = sum(len(team) for team in teams)
    options = Options(mode, teams)
    return Pairing(what, agent_avenue.GAME, options, measured, others, aim, seats)


def _agencia(
    seats: int, embassy: str | None, measured: str, others: str, aim: float | None = None
) -> Pairing:
    what = f"La Agencia, {seats} players" + (f", {embassy}" if embassy else "")
    options = AgenciaOptions(embassy)
    return Pairing(what, agencia.GAME, options, measured, others, aim, seats)


PAIRINGS: Sequence[Pairing] = (
    _avenue("Agent Avenue, simple", "simple", TWO, "normal", "random", 0.88),
    _avenue("Agent Avenue, simple", "simple", TWO, "hard", "normal", 0.70),
    _avenue("Agent Avenue, advanced", "advanced", TWO, "hard", "normal", 0.65),
    _avenue("Agent Avenue, simple, 2 against 2", "simple", FOUR, "hard", "normal", 0.65),
    _avenue("Agent Avenue, advanced, 2 against 2", "advanced", FOUR, "hard", "normal", 0.65),
    _avenue("Agent Avenue, advanced, 2 against 1", "advanced", THREE, "hard", "normal", 0.65),
    _agencia(4, None, "hard", "normal", 0.40),
    _agencia(3, None, "hard", "normal"),
    _agencia(6, None, "hard", "normal"),
    _avenue("Agent Avenue, simple", "simple", TWO, "hard", "random"),
    _avenue("Agent Avenue, advanced", "advanced", TWO, "normal", "random"),
    _avenue("Agent Avenue, simple", "simple", TWO, "normal", "easy"),
    _avenue("Agent Avenue, advanced", "advanced", TWO, "normal", "easy"),
    _avenue("Agent Avenue, simple", "simple", TWO, "easy", "random"),
    _avenue("Agent Avenue, advanced", "advanced", TWO, "easy", "random"),
    _agencia(4, None, "normal", "easy"),
    _agencia(4, None, "easy", "random"),
)

THINKING: Sequence[Pairing] = tuple(
    Pairing(
        f"thinking time: {base.what}, {worlds} worlds",
        base.game,
        base.options,
        "hard",
        "normal",
        seats=base.seats,
        worlds=worlds,
    )
    for base in (
        _avenue("Agent Avenue, simple", "simple", TWO, "hard", "normal"),
        _avenue("Agent Avenue, advanced", "advanced", TWO, "hard", "normal"),
        _agencia(4, None, "hard", "normal"),
    )
    for worlds in (1, 16, 128)
)
"""The same match-up with more and more time."""


@dataclass
class Clocked:
    """A player, and how long its decisions take."""

    player: Player
    decisions: int = 0
    seconds: float = 0.0

    def choose(
        self, view: Any, legal: Sequence[Action], rng: Random, seen: Sequence[Event]
    ) -> Action:
        """What the player chooses."""
        began = process_time()
        action = self.player.choose(view, legal, rng, seen)
        self.seconds += process_time() - began
        self.decisions += 1
        return action


@dataclass
class Result:
    """The shares of victories that one side had, deal by deal."""

    shares: list[float] = field(default_factory=list)
    matches: int = 0

    def mean(self) -> float:
        """The share of victories."""
        return sum(self.shares) / len(self.shares)

    def interval(self) -> float:
        """How far the true share may lie on either side of the mean, at 95 %."""
        if len(self.shares) < 2:
            return 1.0
        mean = self.mean()
        variance = sum((share - mean) ** 2 for share in self.shares) / (len(self.shares) - 1)
        return 1.96 * sqrt(variance / len(self.shares))


def opponent(game: Game, strength: str, worlds: int) -> Player:
    """A player by its strength; hard with a number of worlds instead of seconds."""
    if strength == "random":
        return RandomPlayer()
    if strength != "hard":
        return game.players[strength]
    budget = Budget(seconds=None, iterations=worlds)
    if game is agencia.GAME:
        return HardAgenciaPlayer(budget)
    return HardAgentAvenuePlayer(budget)


def play(pairing: Pairing, deal: Any, players: Sequence[Clocked], rng: Random) -> Sequence[Seat]:
    """Play a match, each seat with what it has seen; returns the winners."""
    match = pairing.game.new(deal, pairing.options, pairing.seats)
    seen: list[list[Event]] = [[] for _ in players]
    while acting := match.to_act():
        seat = acting[int(rng.random() * len(acting))]
        action = players[seat].choose(match.view(seat), match.legal(seat), rng, seen[seat])
        for event in match.apply(seat, action):
            for viewer, events in enumerate(seen):
                if (shown := event.seen_by(viewer)) is not None:
                    events.append(shown)
    return match.winners


def measure(pairing: Pairing, matches: int, worlds: int, seed: int) -> tuple[Result, float]:
    """The result, and the milliseconds of processor time that a decision took."""
    worlds = pairing.worlds or worlds
    rng = Random(seed)
    clocked, others = (
        Clocked(informed(opponent(pairing.game, strength, worlds), pairing.options))
        for strength in (pairing.measured, pairing.others)
    )
    sides = pairing.sides()
    result = Result()
    for _ in range(max(1, matches // len(sides))):
        deal = pairing.game.deal(rng, pairing.options, pairing.seats)
        seed_of_deal, share = rng.random(), 0.0
        for number, side in enumerate(sides):
            players = [clocked if seat in side else others for seat in range(pairing.seats)]
            winners = play(pairing, deal, players, Random(f"{seed_of_deal} {number}"))
            share += sum(seat in side for seat in winners) / max(len(winners), 1)
        result.shares.append(share / len(sides))
        result.matches += len(sides)
    return result, 1000 * clocked.seconds / max(clocked.decisions, 1)


def lines(pairings: Sequence[Pairing], matches: int, worlds: int, seed: int) -> Iterator[str]:
    """The table, line by line as it is ready."""
    yield "| game | who | against | matches | wins | aim | a decision |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for pairing in pairings:
        result, milliseconds = measure(pairing, matches, worlds, seed)
        aim = f"≥ {pairing.aim:.0%}" if pairing.aim is not None else ""
        wins = f"{100 * result.mean():.1f} % ± {100 * result.interval():.1f}"
        yield (
            f"| {pairing.what} | {pairing.measured} | {pairing.others} | {result.matches:,} |"
            f" {wins} | {aim} | {milliseconds:.1f} ms |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.players", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--matches", type=int, default=2000, help="per pairing")
    parser.add_argument("--worlds", type=int, default=WORLDS, help="that hard imagines")
    parser.add_argument("--only", default="", help="pairings whose description holds this text")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    pairings = [
        pairing
        for pairing in (*PAIRINGS, *THINKING)
        if asked.only.lower() in f"{pairing.what}: {pairing.measured} - {pairing.others}".lower()
    ]
    print(f"{machine()}; Python {platform.python_version()}; {date.today().isoformat()}")
    print(f"hard imagines {asked.worlds} worlds for a decision\n")
    for line in lines(pairings, asked.matches, asked.worlds, asked.seed):
        print(line, flush=True)


if __name__ == "__main__":
    main()
