"""Whole random Agent Avenue matches a second, through the engine's public interface.

Beside it, in the same run, a minimal simulation of the simple mode's rules: the least that plain
Python must do for a match. The aim is a third of its speed, and half of simple mode's in advanced.
`python -m bench.engine_speed` runs it alone.
"""

from collections.abc import Callable
from functools import partial
from random import Random
from statistics import median
from time import perf_counter

from engine.agent_avenue import GAME
from engine.agent_avenue.options import Options

ROUNDS = 7
"""Each kind is measured this often, taking turns, so that a busy machine slows all of them."""

SECONDS = 0.4
"""How long one measurement lasts, about."""

BATCH = 200
TEAMS = ((0, 2), (1, 3))

COPIES = (6, 6, 6, 6, 6, 6, 1, 1)
CODEBREAKER, DAREDEVIL = 2, 4
STEPS = (
    (0, -1, 6, -1, -1, -1, -1),
    (0, 1, 2, 3, 3, 3, 3),
    (0, 0, 0, 0, 0, 0, 0),
    (0, -1, -1, -2, -2, -2, -2),
    (0, 2, 3, 0, 0, 0, 0),
    (0, 0, 2, 6, 6, 6, 6),
    (0, 4),
    (0, -3),
)
CARDS = [card for card, copies in enumerate(COPIES) for _ in range(copies)]


def minimal_match(rng: Random) -> int:
    """A random match of two players: numbers only, no checks, no events. Returns the winner."""
    random = rng.random
    deck = CARDS.copy()
    rng.shuffle(deck)
    hands = [deck[0:4], deck[4:8]]
    drawn = 8
    discards = [4, 4]
    in_play = [[0] * 8, [0] * 8]
    gap = 7  # from player 0's meeple forward to player 1's; the other gap is 14 - gap
    active = int(random() * 2)
    while True:
        other = 1 - active
        hand = hands[active]
        while True:
            names = list(set(hand))
            count = len(names)
            may_discard = count if discards[active] and drawn < 38 else 0
            choice = int(random() * (may_discard + (count * (count - 1) or 1)))
            if choice >= may_discard:
                break
            discards[active] -= 1
            hand.remove(names[choice])
            hand.append(deck[drawn])
            drawn += 1
        choice -= may_discard
        up = names[choice % count]
        down = names[(choice % count + 1 + choice // count) % count]
        hand.remove(up)
        hand.remove(down)
        missing = 4 - len(hand)
        if missing > 0 and drawn < 38:
            hand += deck[drawn : drawn + missing]
            drawn += missing
        taken, left = (up, down) if random() < 0.5 else (down, up)
        mine, theirs = in_play[active], in_play[other]
        mine[left] += 1
        theirs[taken] += 1
        change = STEPS[left][mine[left]] - STEPS[taken][theirs[taken]]
        gap += change if active else -change
        mine_wins = (14 - gap if active else gap) <= 0 or mine[CODEBREAKER] > 2
        theirs_wins = (gap if active else 14 - gap) <= 0 or theirs[CODEBREAKER] > 2
        mine_loses = mine[DAREDEVIL] > 2
        theirs_loses = theirs[DAREDEVIL] > 2
        if mine_wins or theirs_wins or mine_loses or theirs_loses:
            tie = (
                (mine_wins and theirs_wins)
                or (mine_loses and theirs_loses)
                or (mine_wins and mine_loses)
                or (theirs_wins and theirs_loses)
            )
            return active if tie or mine_wins or theirs_loses else other
        if drawn >= 38 and len(hands[other]) < 2:
            if gap == 7:
                return active
            return 0 if gap < 7 else 1
        active = other


def engine_match(rng: Random, options: Options, seats: int) -> None:
    """A random match through deal, new, to_act, legal and apply, each with all that it does."""
    random = rng.random
    match = GAME.new(GAME.deal(rng, options, seats), options, seats)
    apply, legal, to_act = match.apply, match.legal, match.to_act
    while acting := to_act():
        seat = acting[int(random() * len(acting))]
        choices = legal(seat)
        apply(seat, choices[int(random() * len(choices))])


def rate(play: Callable[[Random], object], rng: Random) -> float:
    """Matches a second."""
    played = 0
    start = perf_counter()
    while (passed := perf_counter() - start) < SECONDS:
        for _ in range(BATCH):
            play(rng)
        played += BATCH
    return played / passed


def rows() -> list[tuple[str, str]]:
    """What was measured, and the result, for the table of all benchmarks."""
    rng = Random(1)
    kinds: dict[str, Callable[[Random], object]] = {
        "minimal": minimal_match,
        "simple": partial(engine_match, options=Options(), seats=2),
        "advanced": partial(engine_match, options=Options("advanced"), seats=2),
        "teams": partial(engine_match, options=Options("advanced", TEAMS), seats=4),
    }
    rounds = [{kind: rate(play, rng) for kind, play in kinds.items()} for _ in range(ROUNDS)]
    rates = {kind: median(round[kind] for round in rounds) for kind in kinds}
    to_minimal = median(round["simple"] / round["minimal"] for round in rounds)
    to_simple = median(round["advanced"] / round["simple"] for round in rounds)
    return [
        ("Agent Avenue, minimal simulation", f"{rates['minimal']:,.0f} matches/s"),
        (
            "Agent Avenue, engine, simple",
            f"{rates['simple']:,.0f} matches/s ({to_minimal:.2f} of minimal, aim 0.33)",
        ),
        (
            "Agent Avenue, engine, advanced",
            f"{rates['advanced']:,.0f} matches/s ({to_simple:.2f} of simple, aim 0.50)",
        ),
        ("Agent Avenue, engine, advanced, 2 against 2", f"{rates['teams']:,.0f} matches/s"),
    ]


if __name__ == "__main__":
    for label, value in rows():
        print(f"{label:45} {value}")
