"""Learn the values that the hard opponent for Agent Avenue judges by: matches against itself.

Both sides play by `engine.players.agent_avenue.policy` with the values learned so far, and now and
then at random. At each beginning of a turn the log-odds that the team to play wins are moved
towards what came of the match. `python -m bench.fit_values` writes the table anew; it takes about
a quarter of an hour on one core.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import log
from random import Random

import msgspec

from engine.agent_avenue import GAME
from engine.agent_avenue.actions import Discard, Take
from engine.agent_avenue.cards import BLACK_MARKET
from engine.agent_avenue.match import AgentAvenueMatch
from engine.agent_avenue.options import Mode, Options
from engine.players.agent_avenue import policy
from engine.players.agent_avenue.forecast import Outlook
from engine.players.agent_avenue.values import (
    COLLECTED,
    COUNTS,
    DECK_BINS,
    FILE,
    GAPS,
    MATTERS,
    PAIRS,
    TO_PLAY,
    WAITING,
    Values,
    Weights,
    deck_bin,
    discards_left,
    logistic,
    matters,
)

MATCHES = {"simple": 75_000, "advanced": 60_000}
EXPLORE = 0.08
"""How often an action is taken at random."""

DISCARD_GAIN = 0.03
"""What a discard must promise, in winning chance, to be worth one of the few there are."""

REFRESH = 1000
"""After this many matches both sides play by what has been learned meanwhile."""

FIRST_RATE, LAST_RATE = 0.01, 0.0004
SEATINGS = (
    ((0,), (1,)),
    ((0,), (1,)),
    ((0,), (1,)),
    ((0, 2), (1, 3)),
)

Place = tuple[list[float], int]
"""A weight: the list it stands in, and where."""


def blank() -> Weights:
    """Nothing but that it is good to be near."""
    return Weights(
        gap=[[0.2 * (8 - gap) for gap in range(GAPS)] for _ in range(len(DECK_BINS) + 1)],
        copies=[
            [[[0.0] * COUNTS for _ in COLLECTED] for _ in range(GAPS)] for _ in (TO_PLAY, WAITING)
        ],
        pairs=[[[0.0] * COUNTS**2 for _ in PAIRS] for _ in (TO_PLAY, WAITING)],
        discards=[[0.0] * 5 for _ in (TO_PLAY, WAITING)],
        spaces=[[0.0] * 15 for _ in (TO_PLAY, WAITING)],
        kept=[{card: [0.0] * MATTERS[card] for card in MATTERS} for _ in (TO_PLAY, WAITING)],
        take=dict.fromkeys(BLACK_MARKET, 0.3),
    )


@dataclass
class Learner:
    """Weights that are being fitted, and the flat part of the copies, which all gaps share."""

    weights: Weights
    flat: list[list[list[float]]] = field(
        default_factory=lambda: [[[0.0] * COUNTS for _ in COLLECTED] for _ in (TO_PLAY, WAITING)]
    )

    def merged(self) -> Weights:
        """The weights with the flat part added at every gap."""
        merged = msgspec.convert(msgspec.to_builtins(self.weights), Weights)
        for role in (TO_PLAY, WAITING):
            for by_gap in merged.copies[role]:
                for number, counts in enumerate(by_gap):
                    by_gap[number] = [
                        own + shared
                        for own, shared in zip(counts, self.flat[role][number], strict=True)
                    ]
        return merged

    def places(self, match: AgentAvenueMatch) -> list[Place]:
        """The weights that add up to the log-odds of a match at the start of a turn."""
        weights, active = self.weights, match.active
        gap = match.gaps[active]
        found: list[Place] = [(weights.gap[deck_bin(match.deck)], gap)]
        for role, team in ((TO_PLAY, active), (WAITING, 1 - active)):
            counts = [min(match.in_play[team].get(card, 0), COUNTS - 1) for card in COLLECTED]
            for number, count in enumerate(counts):
                if count:
                    found.append((weights.copies[role][gap][number], count))
                    found.append((self.flat[role][number], count))
            for number, (i, j) in enumerate(PAIRS):
                if counts[i] and counts[j]:
                    found.append((weights.pairs[role][number], COUNTS * counts[i] + counts[j]))
            found.append((weights.discards[role], discards_left(match, team)))
            if match.black_market:
                found.append((weights.spaces[role], match.spaces[team]))
                found += [
                    (weights.kept[role][card], matters(card, match, team))
                    for card in match.ongoing[team]
                ]
        return found


def match_played(
    options: Options, values: Values, learner: Learner, rng: Random
) -> Iterator[tuple[list[Place], bool]]:
    """Play a match; each beginning of a turn with its weights and whether that team won."""
    (seats,) = GAME.seat_counts(options)
    match = GAME.new(GAME.deal(rng, options, seats), options, seats)
    turns: list[tuple[list[Place], int]] = []
    seen = 0
    while acting := match.acting:
        if match.turn > seen:
            seen = match.turn
            turns.append((learner.places(match), match.active))
        seat = rng.choice(acting)
        action = choose(match, seat, values, rng)
        if isinstance(action, Take):
            learn_take(match, seat, action, values)
        match.carry_out(seat, action)
    winner = match.team_of[match.winners[0]]
    for places, team in turns:
        yield places, team == winner


def choose(match: AgentAvenueMatch, seat: int, values: Values, rng: Random):
    """What one of the two sides does."""
    if rng.random() < EXPLORE:
        choices = [action for action in match.legal(seat) if not isinstance(action, Discard)]
        return rng.choice(choices)
    if match.step in ("market", "ability"):
        return policy.market_action(match, seat, values, rng)
    outlook = Outlook(match, values)
    if match.step == "recruit":
        return policy.recruit(match, seat, outlook, rng)
    hand = match.hands[seat]
    discards = [action for action in match.legal(seat) if isinstance(action, Discard)]
    if discards:
        worth = [
            (policy.discard_worth(match, hand, action.card, outlook), action) for action in discards
        ]
        best, action = max(worth, key=lambda pair: pair[0])
        if best > policy.hand_worth(match, hand, outlook) + DISCARD_GAIN:
            return action
    return policy.offer(match, seat, outlook, rng)


def learn_take(match: AgentAvenueMatch, seat: int, action: Take, values: Values) -> None:
    """Move what taking this card is thought to add towards what it added now, by the values."""
    team = match.team_of[seat]
    before = policy.standing(match, team, values)
    after = match.copy()
    after.carry_out(seat, action)
    if after.step == "ability":
        after.carry_out(seat, policy.market_action(after, seat, values, Random(0)))
    added = log_odds(policy.standing(after, team, values)) - log_odds(before)
    take = values.weights.take
    take[action.card] += 0.02 * (added - take[action.card])


def log_odds(chance: float) -> float:
    """Cut off where a match is as good as decided."""
    chance = min(max(chance, 0.02), 0.98)
    return log(chance / (1 - chance))


def fit(mode: Mode, matches: int, seed: int) -> Weights:
    """Learn a mode's weights from this many matches."""
    rng = Random(seed)
    learner = Learner(blank())
    values = Values(learner.merged())
    loss = count = 0
    for number in range(matches):
        options = Options(mode, SEATINGS[number % len(SEATINGS)])
        rate = FIRST_RATE * (1 - number / matches) ** 1.5 + LAST_RATE
        for places, won in match_played(options, values, learner, rng):
            chance = logistic(sum(weights[index] for weights, index in places))
            for weights, index in places:
                weights[index] += rate * (won - chance)
            loss -= log(max(chance if won else 1 - chance, 1e-9))
            count += 1
        if (number + 1) % REFRESH == 0:
            learner.weights.take = values.weights.take
            values = Values(learner.merged())
        if (number + 1) % (10 * REFRESH) == 0:
            print(f"{mode}: {number + 1:,} matches, log loss {loss / count:.4f}", flush=True)
            loss = count = 0
    return learner.merged()


def rounded(weights: Weights) -> Weights:
    """Three decimals are plenty."""

    def shorter(item: object) -> object:
        if isinstance(item, float):
            return round(item, 3)
        if isinstance(item, dict):
            return {key: shorter(value) for key, value in item.items()}
        return [shorter(value) for value in item] if isinstance(item, list) else item

    return msgspec.convert(shorter(msgspec.to_builtins(weights)), Weights)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.fit_values", description=__doc__)
    parser.add_argument("--modes", nargs="*", choices=tuple(MATCHES), default=tuple(MATCHES))
    parser.add_argument("--share", type=float, default=1.0, help="the share of the matches")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    stored = msgspec.json.decode(FILE.read_bytes()) if FILE.exists() else {}
    for mode in asked.modes:
        weights = fit(mode, round(MATCHES[mode] * asked.share), asked.seed)
        stored[mode] = msgspec.to_builtins(rounded(weights))
        FILE.write_bytes(msgspec.json.encode(stored) + b"\n")


if __name__ == "__main__":
    main()
