"""What a turn can lead to, and what the two sides are likely to make of it.

An `Outlook` is the table of a turn: for each agent that the recruiting team may take and each that
is left for the active team, how likely the active team then is to win. From it follow what a
recruiter who judges by what lies open would take, and what an offer is worth.
"""

from collections.abc import Callable, Mapping, Sequence
from math import exp
from typing import NamedTuple

from engine.agent_avenue.board import HOMES, SPACES
from engine.agent_avenue.cards import AGENT_IDS, AGENTS, AgentId
from engine.agent_avenue.end import MASTERPLAN, SET, out_of_cards
from engine.agent_avenue.race import START_GAP, Race
from engine.agent_avenue.state import MatchState
from engine.players.agent_avenue.values import (
    COUNTS,
    PLACE_VALUE,
    TO_PLAY,
    WAITING,
    Values,
    deck_bin,
    discards_left,
    profile,
)

CERTAINTY = 4.0
"""How clearly a recruiter prefers the better of two cards, per unit of winning chance."""

KINDS = range(len(AGENT_IDS))
NUMBER: Mapping[str, int] = {card: number for number, card in enumerate(AGENT_IDS)}
COPIES: Sequence[int] = [AGENTS[card].copies for card in AGENT_IDS]

Table = list[list[float]]
"""Indexed by the numbers of two agents."""


class Step(NamedTuple):
    """What recruiting one agent does to one team, apart from the other."""

    table: Sequence[float]
    """What its collection then adds to the log-odds, by the gap."""

    odds: float
    """What else adds to them."""

    steps: int
    wins: bool = False
    loses: bool = False
    other_wins: bool = False
    """Security System: whether the meeple then stands on the other side's guarded home."""


class Outlook:
    """One turn, seen from the active team."""

    def __init__(
        self, match: MatchState, values: Values, reading: Callable[[float], float] | None = None
    ) -> None:
        """`reading` corrects how likely a recruiter is to take the face-up card."""
        self._reading = reading
        self.chances = outcomes(match, values)
        """By the agent that the recruiting team takes and the one left to the active team."""
        self.hidden = hidden(match)
        """How many of each agent do not lie open."""
        self._face_up: dict[int, float] = {}

    def face_up(self, up: int) -> float:
        """How likely a recruiter who knows only what lies open is to take this face-up card."""
        if up not in self._face_up:
            gain = self.advantage_of_face_up(up, self.hidden)
            likely = 1 / (1 + exp(-CERTAINTY * gain))
            self._face_up[up] = self._reading(likely) if self._reading else likely
        return self._face_up[up]

    def offer(self, up: int, down: int) -> float:
        """How likely the active team is to win after offering these two."""
        likely = self.face_up(up)
        return likely * self.chances[up][down] + (1 - likely) * self.chances[down][up]

    def advantage_of_face_up(self, up: int, downs: Sequence[float]) -> float:
        """What the recruiter gains by the face-up card, given how likely each other one is."""
        row = self.chances[up]
        gain = total = 0.0
        for down, weight in enumerate(downs):
            if weight > 0 and down != up:
                gain += weight * (self.chances[down][up] - row[down])
                total += weight
        return gain / total if total else 0.0


def hidden(match: MatchState) -> list[int]:
    """How many of each agent do not lie open."""
    first, second = match.in_play
    up = match.face_up
    return [
        COPIES[number] - first.get(card, 0) - second.get(card, 0) - (card == up)
        for number, card in enumerate(AGENT_IDS)
    ]


def outcomes(match: MatchState, values: Values) -> Table:
    """The active team's chances by what the recruiting team takes and what it leaves.

    The active team wins every tie (Rulebook, End step), also when the cards have run out.
    """
    active = match.active
    gap = match.gaps[active]
    last = not match.deck and out_of_cards(match)
    left = steps(match, values, active, WAITING)
    by_gap = values.weights.gap[deck_bin(match.deck)]
    table: Table = []
    for their_table, their_odds, their_steps, their_win, their_loss, own_guard in steps(
        match, values, 1 - active, TO_PLAY
    ):
        row: list[float] = []
        for own_table, own_odds, own_steps, win, loss, their_guard in left:
            next_gap = SPACES - gap + own_steps - their_steps  # the other team's, who plays next
            if 0 < next_gap < SPACES and not (
                win or loss or their_win or their_loss or own_guard or their_guard
            ):
                if last:
                    row.append(float(next_gap >= START_GAP))
                    continue
                z = their_odds + own_odds + by_gap[next_gap]
                row.append(1 / (1 + exp(z + their_table[next_gap] + own_table[next_gap])))
            elif win or own_guard or next_gap >= SPACES or their_loss:
                row.append(1.0)
            else:
                row.append(0.0)
        table.append(row)
    return table


def steps(match: MatchState, values: Values, team: int, role: int) -> list[Step]:
    """What recruiting each of the agents does to a team."""
    in_play = match.in_play[team]
    number = profile(in_play)
    tables = values.tables[role]
    odds = values.weights.discards[role][discards_left(match, team)]
    found: list[Step] = []
    for card in AGENT_IDS:
        far = match.steps[team][card]
        count = in_play.get(card, 0) + 1
        table = tables[number + PLACE_VALUE[card] if count < COUNTS else number]
        if count < len(far):
            ends = count >= SET
            wins, loses = ends and card == "codebreaker", ends and card == "daredevil"
            found.append(Step(table, odds, far[count], wins, loses))
        else:
            found.append(Step(table, odds, 0))  # there is no such copy
    if match.black_market:
        return [
            _with_market(step, match, values, team, role, card)
            for step, card in zip(found, AGENT_IDS, strict=True)
        ]
    return found


def _with_market(
    step: Step, match: MatchState, values: Values, team: int, role: int, card: AgentId
) -> Step:
    """Advanced mode: ongoing cards, and what a landing on a corner promises."""
    if match.in_play[team].get(card, 0) >= AGENTS[card].copies:
        return step
    after = Race.copy(match)
    landed = after.advance(team, after.place(team, card))
    odds = step.odds + values.market(after, team, role) + values.guarded(after, 1 - team, 1 - role)
    if landed and match.supply:
        best = max(values.weights.take[offered] for offered in match.supply)
        odds += best if role == TO_PLAY else -best
    own, others = match.ongoing[team], match.ongoing[1 - team]
    leads = step.loses and "leader_of_the_pack" in own
    plans = "masterplan" in own and len(after.in_play[team]) >= MASTERPLAN
    return Step(
        step.table,
        odds,
        match.gaps[team] - after.gaps[team],
        step.wins or leads or plans,
        step.loses and not leads,
        "security_system" in others and after.spaces[team] == HOMES[1 - team],
    )
