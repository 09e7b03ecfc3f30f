"""What a finished match of Agent Avenue counts as."""

from collections import Counter
from collections.abc import Sequence

from engine.agent_avenue.events import Recruited
from engine.agent_avenue.options import Options
from engine.agent_avenue.view import AgentAvenueView
from engine.game import Event
from engine.outcome import Outcome


def outcome(options: Options, view: AgentAvenueView, events: Sequence[Event]) -> Outcome:
    """The winning team before the other, by the first condition that speaks for it.

    Every agent counts that came into play for a team, also the card that the other team left.
    """
    recruits = (Counter[str](), Counter[str]())
    for event in events:
        if isinstance(event, Recruited):
            recruits[event.team][event.card] += 1
    places = [1 if set(team) == set(view.winners) else 2 for team in options.teams]
    how = next(
        condition.by
        for condition in view.conditions
        if (places[condition.team] == 1) == (condition.result == "win")
    )
    return Outcome(options.teams, places, how, recruits)
