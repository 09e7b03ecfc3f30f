"""The one place where a match becomes what a person may see of it."""

from collections.abc import Collection, Mapping, Sequence

import msgspec

from engine.agent_avenue.cards import AGENT_IDS, AgentId, MarketId
from engine.agent_avenue.conditions import Condition
from engine.agent_avenue.race import Race
from engine.agent_avenue.state import MatchState, Step
from engine.game import Action, Seat, View


class Table(msgspec.Struct, frozen=True):
    """What lies in the centre; the face-down card is seen by the seat that played it."""

    face_up: AgentId | None
    face_down: AgentId | None


class AgentAvenueView(View, frozen=True, kw_only=True):
    """A match as one viewer sees it. What is hidden from the viewer is None."""

    active: int
    """The team whose turn it is, or was when the match ended."""

    step: Step
    gaps: tuple[int, int]
    """Spaces forward from each team's meeple to the other's, not wrapped; their sum is 14."""

    spaces: tuple[int, int]
    hands: Sequence[Sequence[AgentId | None]]
    """Each seat's cards in the order they came in."""

    table: Table
    in_play: Sequence[Mapping[str, int]]
    """For each team the number of copies of each agent it has in play, without zeros."""

    deck: int
    """The number of cards left in the agent deck."""

    discards_left: Sequence[int]
    black_market: Sequence[Sequence[MarketId]]
    """For each team its ongoing black market cards, in the order it took them."""

    supply: Sequence[MarketId]
    market_deck: int
    """The number of cards left in the black market deck."""

    conditions: Sequence[Condition]
    """When over: everything that was fulfilled, team 0 first."""


def view(
    state: MatchState, open_to: Collection[Seat], legal: Mapping[str, Sequence[Action]]
) -> AgentAvenueView:
    """The match for somebody who may see the hands of the seats in `open_to`.

    Built up from what may be seen. A finished match has no secrets.
    """
    if state.over:
        open_to = range(state.seats)
    first, second = state.in_play
    return AgentAvenueView(
        game="agent-avenue",
        over=state.over,
        winners=state.winners,
        to_act=state.acting,
        legal=legal,
        active=state.active,
        step=state.step,
        gaps=(state.gaps[0], state.gaps[1]),
        spaces=(state.spaces[0], state.spaces[1]),
        hands=[_hand(state, seat, seat in open_to) for seat in range(state.seats)],
        table=Table(
            face_up=state.face_up,
            face_down=state.face_down if state.face_down_seat in open_to else None,
        ),
        in_play=[_counts(first), _counts(second)],
        deck=state.deck,
        discards_left=state.discards_left.copy(),
        black_market=state.ongoing.copy(),
        supply=state.supply,
        market_deck=state.market_deck,
        conditions=state.conditions,
    )


def lay_out(race: Race, view: AgentAvenueView) -> None:
    """Let everything that lies open before the two teams lie in a race as a view shows it."""
    race.gaps = list(view.gaps)
    race.spaces = list(view.spaces)
    race.in_play = [
        {card: in_play[card] for card in AGENT_IDS if card in in_play} for in_play in view.in_play
    ]
    for team, cards in enumerate(view.black_market):
        for card in cards:
            race.keep(team, card)


def laid_out(view: AgentAvenueView) -> Race:
    """A race of its own in which everything lies as a view shows it."""
    race = Race()
    lay_out(race, view)
    return race


def _hand(state: MatchState, seat: Seat, is_open: bool) -> tuple[AgentId | None, ...]:
    hand = state.hands[seat]
    return tuple(hand) if is_open else (None,) * len(hand)


def _counts(in_play: Mapping[AgentId, int]) -> dict[str, int]:
    """In the order of the cards, so that the order of events does not show."""
    return {card: in_play[card] for card in AGENT_IDS if card in in_play}
