"""How random matches of Agent Avenue go: a table of who wins, why, and how often each card comes.

`python -m bench.engine_stats` plays 100,000 simple, 50,000 advanced and 20,000 team matches and
checks each of them; `--share 0.01` plays a hundredth of that.
"""

import argparse
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random

from engine.agent_avenue import GAME
from engine.agent_avenue.actions import Discard
from engine.agent_avenue.cards import AGENT_DECK, BLACK_MARKET
from engine.agent_avenue.events import Ended, Ignored, Took
from engine.agent_avenue.match import AgentAvenueMatch
from engine.agent_avenue.options import Options
from engine.game import Event

FOUR = ((0, 2), (1, 3))
THREE = ((0, 2), (1,))

KINDS: tuple[tuple[str, str, int, Options, bool], ...] = (
    # mode, who, how many, options, whether discards are played
    ("simple", "no discards", 100_000, Options(), False),
    ("simple", "two players", 100_000, Options(), True),
    ("advanced", "no discards", 50_000, Options("advanced"), False),
    ("advanced", "two players", 50_000, Options("advanced"), True),
    ("simple", "2 against 2", 5_000, Options("simple", FOUR), True),
    ("advanced", "2 against 2", 5_000, Options("advanced", FOUR), True),
    ("simple", "2 against 1", 5_000, Options("simple", THREE), True),
    ("advanced", "2 against 1", 5_000, Options("advanced", THREE), True),
)


class Inconsistent(AssertionError):
    """A match broke something that holds in every match."""


@dataclass
class Statistics:
    """What happened in a number of matches."""

    matches: int = 0
    turns: int = 0
    first_wins: int = 0
    ways: Counter[str] = field(default_factory=Counter[str])
    """What the winners won by; a loss of the others counts under its name."""

    several: int = 0
    """Matches with more than one of these ways at once."""

    taken: Counter[str] = field(default_factory=Counter[str])
    ignored: Counter[str] = field(default_factory=Counter[str])

    def count(self, match: AgentAvenueMatch, first: int, events: Iterable[Event]) -> None:
        """Add a finished match."""
        self.matches += 1
        self.turns += match.turn
        winner = match.team_of[match.winners[0]]
        self.first_wins += winner == first
        for event in events:
            if isinstance(event, Ended):
                ways = [
                    condition.by
                    for condition in event.conditions
                    if (condition.team == winner) == (condition.result == "win")
                ]
                self.ways.update(ways)
                self.several += len(ways) > 1
            elif isinstance(event, Took):
                self.taken[event.card] += 1
            elif isinstance(event, Ignored):
                self.ignored[event.card] += 1


def play(rng: Random, options: Options, discards: bool, statistics: Statistics) -> None:
    """Play one random match, check it after every action, and count it."""
    (seats,) = GAME.seat_counts(options)
    deal = GAME.deal(rng, options, seats)
    match = GAME.new(deal, options, seats)
    events: list[Event] = []
    while acting := match.to_act():
        seat = rng.choice(acting)
        choices = match.legal(seat)
        if not discards:
            choices = [action for action in choices if not isinstance(action, Discard)]
        events += match.apply(seat, rng.choice(choices))
        check(match)
    statistics.count(match, deal.first, events)


def check(match: AgentAvenueMatch) -> None:
    """Raise `Inconsistent` if something is wrong that no action can make right."""
    if sum(match.gaps) != 14:
        raise Inconsistent(f"gaps {match.gaps}")
    if (match.spaces[1] - match.spaces[0] - match.gaps[0]) % 14:
        raise Inconsistent(f"spaces {match.spaces} with gaps {match.gaps}")
    held = sum(len(hand) for hand in match.hands)
    played = sum(sum(in_play.values()) for in_play in match.in_play)
    table = (match.face_up is not None) + (match.face_down is not None)
    if held + played + table + match.deck > len(AGENT_DECK):
        raise Inconsistent("there are more agents than the game has")
    if match.deck and any(len(hand) < 4 for hand in match.hands):
        raise Inconsistent("a hand was not filled up")
    if match.over != bool(match.winners) or match.over == bool(match.to_act()):
        raise Inconsistent("a match is over when it has winners and nobody is to act")


def random_matches(number: int, options: Options, discards: bool, seed: int) -> Statistics:
    """Play this many random matches."""
    rng = Random(seed)
    found = Statistics()
    for _ in range(number):
        play(rng, options, discards, found)
    return found


def all_kinds(share: float, seed: int) -> list[Statistics]:
    """Play this share of the matches of every kind."""
    return [
        random_matches(max(round(number * share), 1), options, discards, seed)
        for _, _, number, options, discards in KINDS
    ]


def table(columns: list[Statistics]) -> list[str]:
    """The statistics as lines of text, one column a kind of match."""
    ways = (
        "catch",
        "codebreakers",
        "daredevils",
        "leader_of_the_pack",
        "masterplan",
        "security_system",
        "closer",
    )
    lines = [
        _line("", (mode for mode, *_ in KINDS)),
        _line("", (who for _, who, *_ in KINDS)),
        _line("matches", (f"{column.matches:,}" for column in columns)),
        _line("turns", (f"{column.turns / column.matches:.2f}" for column in columns)),
        _line("first team wins", (_percent(c.first_wins, c.matches) for c in columns)),
        *(_line(f"by {way}", (_percent(c.ways[way], c.matches) for c in columns)) for way in ways),
        _line("  more than one way", (_percent(c.several, c.matches) for c in columns)),
    ]
    for card in BLACK_MARKET:
        lines.append(_line(f"took {card}", (_percent(c.taken[card], c.matches) for c in columns)))
        if any(column.ignored[card] for column in columns):
            cells = (_percent(column.ignored[card], column.matches) for column in columns)
            lines.append(_line("  ignored", cells))
    return lines


def _line(label: str, cells: Iterable[str]) -> str:
    return f"{label:26}" + "".join(f"{cell:>13}" for cell in cells)


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %"


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.engine_stats", description=__doc__)
    parser.add_argument("--share", type=float, default=1.0, help="the share of the matches")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other matches")
    options = parser.parse_args()
    for line in table(all_kinds(options.share, options.seed)):
        print(line)


if __name__ == "__main__":
    main()
