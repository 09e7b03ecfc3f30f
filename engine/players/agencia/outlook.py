"""What a card looks worth, in an imagined match, to the seat that is to play one.

What it brings or costs in this hand, in view of what has been played, and whether it counts at the
end. A card that its owner does not see is worth what an average one is.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.agencia.cards import AGENCY
from engine.players.agencia.world import HALL, INFILTRATOR, LAST_HANDS, RECRUITER, Terms, World

RECRUITED = 0.17
"""How likely each later seat is to take away a card by a Recruiter, or to bring one."""

LURE = 0.5
"""What taking an Agents card from somebody is worth, beside its value."""

TO_COME = 0.75
"""How likely it is that later seats bring Agents, each."""

UNSEEN = 0
"""The number of a card that its owner does not see."""

AGENTS = range(1, RECRUITER)
IN_AGENCY = len(AGENCY)


class Prospects(NamedTuple):
    """What the cards bring when a certain number of seats play later.

    Agents by how many of them the Hall still holds or the Garden asks for, then by their number;
    what all of an agency bring together is at `UNSEEN`.
    """

    agents_in_hall: Sequence[Sequence[float]]
    agents_in_garden: Sequence[Sequence[float]]
    recruiter: float
    recruiter_beside_agents: float
    """Where Agents cards have been played."""

    found: float
    """How likely an Infiltrator finds a Recruiter where none has been played."""

    kept: int
    """What an Infiltrator counts at the end."""


class Outlook:
    """What playing a card brings, about, by the terms of a match."""

    __slots__ = ("_last", "_sooner", "_terms")

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        # By how many seats play later.
        self._sooner = [prospects(terms, later, remains=False) for later in range(terms.seats)]
        self._last = [prospects(terms, later, remains=True) for later in range(terms.seats)]

    def worths(self, world: World) -> Sequence[float]:
        """For the seat that is to play: by the number of the card, or `UNSEEN`."""
        terms, played, hall = self._terms, world.played, world.side == HALL
        later, room, agents, recruiters = terms.seats - 1, terms.limit, False, False
        for seat in world.clockwise:
            card = played[seat]
            if not card:
                break  # this is the seat
            later -= 1
            if card < RECRUITER:
                agents = True
                if card <= room or not hall:
                    room -= card
            elif card == RECRUITER:
                recruiters = True
        remains = terms.hands - world.hands_done <= LAST_HANDS
        by_later = self._last if remains else self._sooner
        in_hall, in_garden, recruiter, beside_agents, found, kept = by_later[later]
        of_agents = in_hall[room] if hall else in_garden[room if room > 0 else 0]
        if agents:
            recruiter = beside_agents
        if recruiters:
            found = 1.0
        infiltrator = found * (world.reward + remains) - (1 - found) * terms.exposure + kept
        worths = [*of_agents, recruiter, infiltrator]
        worths[UNSEEN] = (worths[UNSEEN] + 2 * recruiter + infiltrator) / IN_AGENCY
        return worths


@lru_cache(maxsize=32)
def outlook(terms: Terms) -> Outlook:
    """The outlook by these terms: most matches have the same."""
    return Outlook(terms)


def prospects(terms: Terms, later: int, *, remains: bool) -> Prospects:
    """When so many seats play later, and what is played now counts at the end or does not.

    Agents enter, or pay; a later Recruiter may take them away either way.
    """
    stays = 1 - min(0.8, RECRUITED * later)
    kept = [value if remains else 0 for value in terms.values]
    success = [stays * (value + terms.bonus) for value in terms.values]
    failure = [-stays * (value + terms.fine) for value in terms.values]

    def agents(entering: range) -> list[float]:
        worths = [
            (success[card] if card in entering else failure[card]) + kept[card] for card in AGENTS
        ]
        return [sum(worths), *worths]

    rooms = range(terms.limit + 1)
    taken = LURE + remains
    return Prospects(
        agents_in_hall=[agents(range(room + 1)) for room in rooms],
        agents_in_garden=[agents(range(room, RECRUITER)) for room in rooms],
        recruiter=min(1.0, TO_COME * later) * taken + kept[RECRUITER],
        recruiter_beside_agents=taken + kept[RECRUITER],
        found=min(1.0, RECRUITED * later),
        kept=kept[INFILTRATOR],
    )
