"""Is La Agencia fair? Whole matches, scored by seat and by embassy.

Seats are counted from the first Ambassador clockwise: 0 is the first Ambassador, 1 its left
neighbour, who plays first. Each seat is the Ambassador equally often, so the rules give none an
advantage but that of coming early or late in a round.

    python -m bench.agencia_stats                       20,000 random matches per number of players
    python -m bench.agencia_stats --matches 500 --computer
"""

import argparse
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import sqrt
from random import Random

from engine.agencia import GAME
from engine.agencia.embassies import EMBASSIES
from engine.agencia.game import Options
from engine.agencia.match import Match
from engine.game import Player
from engine.players.random_player import RandomPlayer

PLAYERS = (3, 4, 5, 6)
SHARE_FOR_EMBASSIES = 4
"""Each embassy is played in one match for this many without one: seven more would be long."""


@dataclass
class Tally:
    """What came of the matches with one number of players and one embassy."""

    seats: int
    matches: int = 0
    wins: list[float] = field(default_factory=list)
    """Per seat from the first Ambassador; a victory that k seats share counts 1/k for each."""

    totals: list[int] = field(default_factory=list)
    best: int = 0
    reward: int = 0

    def __post_init__(self) -> None:
        self.wins = [0.0] * self.seats
        self.totals = [0] * self.seats

    def count(self, match: Match) -> None:
        """Add a finished match."""
        self.matches += 1
        self.reward += match.reward
        self.best += max(score.total for score in match.scores)
        for seat, score in enumerate(match.scores):
            place = (seat - match.first) % self.seats
            self.totals[place] += score.total
            if seat in match.winners:
                self.wins[place] += 1 / len(match.winners)

    def share(self, place: int) -> float:
        """The share of victories that a seat has."""
        return self.wins[place] / self.matches

    def advantage(self, place: int) -> float:
        """How far a seat's share of victories is above the fair one, in percentage points."""
        return 100 * (self.share(place) - 1 / self.seats)

    def greatest_advantage(self) -> float:
        """The advantage, for or against, of the seat that has the greatest."""
        return max((self.advantage(place) for place in range(self.seats)), key=abs)

    def chance(self) -> float:
        """Two standard errors of a fair seat's share, in percentage points: what is mere chance."""
        fair = 1 / self.seats
        return 200 * sqrt(fair * (1 - fair) / self.matches)

    def mean(self, place: int) -> float:
        """A seat's mean score."""
        return self.totals[place] / self.matches


def tally(seats: int, embassy: str | None, matches: int, player: Player, rng: Random) -> Tally:
    """Play matches in which all seats are played by `player`."""
    counted = Tally(seats)
    options = Options(embassy=embassy)
    # A random player looks at no view, and making one costs more than all the rest of its turn.
    blind = isinstance(player, RandomPlayer)
    for _ in range(matches):
        match = GAME.new(GAME.deal(rng, options, seats), options, seats)
        while (seat := match.active) is not None:
            view = None if blind else match.view(seat)
            match.apply(seat, player.choose(view, match.legal(seat), rng))
        counted.count(match)
    return counted


def seat_lines(counted: Tally) -> Iterator[str]:
    """The table by seat for one number of players."""
    yield f"{counted.seats} players, {counted.matches:,} matches"
    yield f"  {'seat':>4} {'wins':>8} {'from fair':>10} {'score':>8}"
    for place in range(counted.seats):
        yield (
            f"  {place:>4} {counted.share(place):>8.2%} {counted.advantage(place):>+10.2f}"
            f" {counted.mean(place):>8.2f}"
        )
    yield f"  (points of a hundred; by chance up to {counted.chance():.2f})"


def embassy_lines(by_embassy: dict[str | None, Tally]) -> Iterator[str]:
    """The table by embassy for one number of players."""
    yield (
        f"  {'embassy':18} {'matches':>8} {'score':>7} {'winner':>7} {'reward':>7}"
        f" {'worst seat':>11} {'chance':>7}"
    )
    for embassy, counted in by_embassy.items():
        score = sum(counted.totals) / counted.seats / counted.matches
        yield (
            f"  {embassy or 'none':18} {counted.matches:>8,} {score:>7.2f}"
            f" {counted.best / counted.matches:>7.2f} {counted.reward / counted.matches:>7.2f}"
            f" {counted.greatest_advantage():>+11.2f} {counted.chance():>7.2f}"
        )


def report(matches: int, player: Player, players: Iterable[int], seed: int) -> Iterator[str]:
    """All tables, line by line as they are ready."""
    for seats in players:
        rng = Random(f"{seed} {seats}")
        by_embassy: dict[str | None, Tally] = {None: tally(seats, None, matches, player, rng)}
        yield from seat_lines(by_embassy[None])
        yield ""
        fewer = max(1, matches // SHARE_FOR_EMBASSIES)
        for embassy in EMBASSIES:
            by_embassy[embassy] = tally(seats, embassy, fewer, player, rng)
        yield from embassy_lines(by_embassy)
        yield ""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.agencia_stats", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--matches", type=int, default=20_000, help="per number of players")
    parser.add_argument("--players", type=int, nargs="*", choices=PLAYERS, default=PLAYERS)
    parser.add_argument("--computer", action="store_true", help="the computer plays, not chance")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    player = GAME.player if asked.computer else RandomPlayer()
    for line in report(asked.matches, player, asked.players, asked.seed):
        print(line, flush=True)


if __name__ == "__main__":
    main()
