"""What recruiting an agent would do: public arithmetic, as all that it depends on lies open."""

from typing import Literal, NamedTuple

from engine.agent_avenue.cards import AGENT_IDS, AGENTS, AgentId
from engine.agent_avenue.end import fulfilled, winner
from engine.agent_avenue.race import Race
from engine.agent_avenue.view import AgentAvenueView, laid_out


class Prospect(NamedTuple):
    """What recruiting an agent does to one team, whatever the other team gets in the same turn."""

    copy: int
    """Which copy of the agent the team then has in play: 1 for the 1st."""

    steps: int
    """Spaces forward, everything in play in force, Getaway Car included."""

    catches: bool
    """Whether the meeple then has reached or passed the other one."""

    caught: bool
    """Whether the other one then has reached or passed it, as it moved backward."""

    ends: Literal["", "win", "loss"]
    """What the End step makes of the agents in play, and of where the meeple then stands.

    Nothing where a catch would turn it: that the other meeple may yet escape.
    """


def prospect(
    view: AgentAvenueView, team: int, card: AgentId, leaving: int | None = None
) -> Prospect:
    """What recruiting this agent now would do to a team.

    `leaving`: the team that has it in play and that it leaves before, by a black market card.
    """
    race = laid_out(view)
    if leaving is not None:
        race.remove(leaving, card)
    return _recruited(race, view.active, team, card)


def may_catch(view: AgentAvenueView, team: int) -> bool:
    """Whether an agent that does not lie in front of a team yet could bring this one a catch."""
    race = laid_out(view)
    return any(
        _moved(race.copy(), team, card).gaps[team] <= 0
        for card in AGENT_IDS
        if sum(in_play.get(card, 0) for in_play in view.in_play) < AGENTS[card].copies
    )


def _moved(race: Race, team: int, card: AgentId) -> Race:
    """The race, in which a team now has the card and has moved."""
    race.advance(team, race.place(team, card))
    return race


def _recruited(race: Race, active: int, team: int, card: AgentId) -> Prospect:
    """Carry a recruit out in a race that is there for nothing else."""
    before = race.gaps[team]
    _moved(race, team, card)
    conditions = fulfilled(race)
    lasting = [condition for condition in conditions if condition.by != "catch"]
    ends = ""
    if lasting and winner(lasting, active) == winner(conditions, active):
        ends = "win" if winner(lasting, active) == team else "loss"
    return Prospect(
        copy=race.in_play[team][card],
        steps=before - race.gaps[team],
        catches=race.gaps[team] <= 0,
        caught=race.gaps[1 - team] <= 0,
        ends=ends,
    )
