"""Reading the other side: how it has chosen between two cards so far, and how it will.

A recruiter may go by what lies open, may be unmoved by it, or may expect to be lured and do the
opposite. What it has done so far tells which of them is how likely (Bayes).
"""

from collections.abc import Sequence

from engine.agent_avenue.board import space_after
from engine.agent_avenue.cards import BLACK_MARKET
from engine.agent_avenue.events import (
    Discarded,
    Drew,
    Moved,
    Played,
    Recruited,
    Returned,
    Took,
    TurnBegan,
)
from engine.agent_avenue.match import AgentAvenueMatch
from engine.game import Event
from engine.players.agent_avenue.forecast import NUMBER, Outlook
from engine.players.agent_avenue.values import Values

FOLLOWS, UNMOVED, CONTRARY = 0.72, 0.23, 0.05
"""How likely each kind of recruiter is before it has chosen anything."""


class Reader:
    """How likely the other team is to be which kind of recruiter."""

    def __init__(self) -> None:
        self.kinds = [FOLLOWS, UNMOVED, CONTRARY]

    def learn(self, face_up: float, took_face_up: bool) -> None:
        """It chose; `face_up` is how likely one that follows was to take the face-up card."""
        likely = face_up if took_face_up else 1 - face_up
        kinds = [
            kind * chance
            for kind, chance in zip(self.kinds, (likely, 0.5, 1 - likely), strict=True)
        ]
        total = sum(kinds)
        self.kinds = [kind / total for kind in kinds]

    def face_up(self, chance: float) -> float:
        """How likely it is to take a face-up card that one that follows takes with this chance."""
        follows, unmoved, contrary = self.kinds
        return follows * chance + unmoved / 2 + contrary * (1 - chance)


def read(table: AgentAvenueMatch, me: int, seen: Sequence[Event], values: Values) -> Reader:
    """Follow the match from its beginning on a table that is set up for it.

    `table` has the teams of the match and its mode; everything else is set here.
    """
    reader = Reader()
    for event in seen:
        match event:
            case Recruited(team=team, seat=seat, card=card, by=by):
                chose = team != me and seat is not None
                if chose and by in ("face_up", "face_down") and table.face_up is not None:
                    follows = Outlook(table, values).face_up(NUMBER[table.face_up])
                    reader.learn(follows, by == "face_up")
                if by in ("face_up", "face_down"):
                    table.face_up = None
                table.drawn += by == "smoke_screen"
                table.place(team, card)
            case Played(face_up=up) if up is not None:
                table.face_up = up
            case _:
                _follow(table, event)
    return reader


def _follow(table: AgentAvenueMatch, event: Event) -> None:
    """What else changes the table."""
    match event:
        case TurnBegan(team=team):
            table.active = team
        case Moved(team=team, steps=steps):
            table.gaps[team] -= steps
            table.gaps[1 - team] += steps
            table.spaces[team] = space_after(table.spaces[team], steps)
        case Drew(cards=cards):
            table.drawn += len(cards)
        case Discarded(seat=seat):
            table.discards_left[seat] -= 1
        case Returned(team=team, card=card):
            table.remove(team, card)
        case Took(team=team, card=card):
            if BLACK_MARKET[card].kind == "ongoing":
                table.keep(team, card)
        case _:
            pass
