"""Agent Avenue as a game of the registry."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec
from msgspec import UNSET

from engine.agent_avenue.actions import AgentAvenueAction
from engine.agent_avenue.match import AgentAvenueMatch
from engine.agent_avenue.options import Deal, Options, check_deal, deal, seating
from engine.agent_avenue.outcome import outcome
from engine.agent_avenue.view import AgentAvenueView
from engine.game import Chance, Event, Level, Player, Seat
from engine.outcome import Outcome
from engine.players.agent_avenue import PLAYERS


class AgentAvenue:
    """The rules of Agent Avenue: simple and advanced mode, two players or two teams."""

    id: ClassVar[str] = "agent-avenue"
    options_type: ClassVar[type[msgspec.Struct]] = Options
    deal_type: ClassVar[type[msgspec.Struct]] = Deal
    action_type: ClassVar[Any] = AgentAvenueAction  # a union is no type
    players: ClassVar[Mapping[Level, Player]] = PLAYERS
    player: ClassVar[Player] = PLAYERS["normal"]

    def seat_counts(self, options: Options) -> Sequence[int]:
        """The teams in the options say how many seats there are."""
        return (sum(len(team) for team in options.teams),)

    def begun_by(self, options: Options, seat: Seat | None) -> Options:
        """The team of the seat starts."""
        first = UNSET if seat is None else int(seat in options.teams[1])
        return msgspec.structs.replace(options, first=first)

    def deal(self, rng: Chance, options: Options, seats: int) -> Deal:
        """Shuffle the cards and toss for who starts."""
        return deal(rng, options)

    def new(self, deal: Deal, options: Options, seats: int) -> AgentAvenueMatch:
        """A match before its first turn. Raises `IllegalSetup`."""
        table = seating(options.teams, seats)
        check_deal(deal, options)
        return AgentAvenueMatch(deal, table)

    def outcome(self, options: Options, view: AgentAvenueView, events: Sequence[Event]) -> Outcome:
        """Which team has won, by what, and whom each has recruited."""
        return outcome(options, view, events)


GAME = AgentAvenue()
