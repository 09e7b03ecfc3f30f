"""A computer opponent for La Agencia: it imagines how the hand could go on and counts points.

It knows what its seat sees and nothing else. The cards it does not see are drawn, again and again,
from what those agencies started with, and the players after it are taken to play anything; it does
not remember earlier hands.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Self

import msgspec

from engine.agencia.cards import AGENCY, ROUNDS, VALUES, Card
from engine.agencia.embassies import EMBASSIES, PLAIN
from engine.agencia.match import Match
from engine.agencia.slots import Slot, sees
from engine.agencia.state import Step
from engine.agencia.view import AgenciaView
from engine.game import Action, Event, Seat
from engine.players.agencia.policy import Chance
from engine.players.agencia.world import LAST_HANDS, World, carry_out, numbered, play_hands

if TYPE_CHECKING:  # the game imports its players
    from engine.agencia.game import Options

WORLDS = 12
"""How many ways the unseen cards could lie are tried for a choice, each with every choice."""


class KnowsValues(msgspec.Struct, frozen=True):
    """What a player is that knows the information values of its match, as people see them."""

    values: Mapping[Card, int] = msgspec.field(default_factory=VALUES.copy)

    def told(self, options: "Options") -> Self:
        """The same player in a match with these options."""
        return msgspec.structs.replace(self, values=options.values)


class AgenciaPlayer(KnowsValues, frozen=True):
    """Takes the choice that gains most over the other seats in this hand, on the average world."""

    def choose(
        self,
        view: AgenciaView,
        legal: Sequence[Action],
        rng: Random,
        seen: Sequence[Event] = (),
    ) -> Action:
        """One of `legal`."""
        (seat,) = view.to_act
        choices = [numbered(action) for action in legal]
        gains = [0.0] * len(legal)
        for _ in range(WORLDS):
            world = World.of(imagine(view, seat, self.values, rng))
            for index, choice in enumerate(choices):
                gains[index] += gain(world, seat, choice, rng)
        return legal[gains.index(max(gains))]


def gain(world: World, seat: Seat, choice: int, rng: Random) -> float:
    """What a seat has over the average of the others after this choice and a random hand."""
    after = world.copy()
    carry_out(after, seat, choice)
    play_hands(after, world.hands_done + 1, Chance(rng))
    worth = after.information
    if world.hands_left <= LAST_HANDS:
        values = world.terms.values
        worth = [
            points + values[cards[-1]] for points, cards in zip(worth, after.cards, strict=True)
        ]
    return worth[seat] - (sum(worth) - worth[seat]) / (len(worth) - 1)


def imagine(view: AgenciaView, viewer: Seat, values: Mapping[Card, int], rng: Random) -> Match:
    """A match that looks to the viewer like this view, with chance in the place of the unseen."""
    seats = len(view.information)
    plays = cards_played(view)
    match = Match(
        seats=seats,
        rounds=ROUNDS[seats],
        first=(view.ambassador - view.hand + 1) % seats,
        embassy_id=view.embassy,
        embassy=PLAIN if view.embassy is None else EMBASSIES[view.embassy],
        values=values,
        active=view.to_act[0],
        choices=view.legal[str(viewer)],
        information=list(view.information),
        slots=[dict(slots) for slots in view.slots],
        decks=[[] for _ in range(seats)],
        played=list(view.played),
        came_from=[None] * seats,
        step=view.step,
        hands_done=(view.round - 1) * seats + view.hand - 1,
        plays=plays,
        side=view.side,
        reward=view.reward,
    )
    for turn, seat in enumerate(match.clockwise()):
        if turn < plays:
            match.came_from[seat] = empty_slot(view, viewer, seat)
        deal_unseen(match, seat, rng)
    return match


def cards_played(view: AgenciaView) -> int:
    """How many seats have played in this hand."""
    if view.step == Step.TARGET:
        return len(view.information)
    if view.step == Step.PLAY:
        return (view.to_act[0] - view.ambassador - 1) % len(view.information)
    return 0


def empty_slot(view: AgenciaView, viewer: Seat, seat: Seat) -> Slot:
    """A position from which a seat's played card may have come, as far as the viewer can tell."""
    for slot, card in view.slots[seat].items():
        if card is None and sees(viewer, seat, slot):
            return slot
    return Slot.HIDDEN


def deal_unseen(match: Match, seat: Seat, rng: Random) -> None:
    """Fill a seat's unseen positions and its deck from the rest of the agency it began with."""
    slots = match.slots[seat]
    unseen = list(AGENCY)
    for card in (*slots.values(), match.played[seat]):
        if card is not None and card in unseen:  # else one that a swap brought in
            unseen.remove(card)
    rng.shuffle(unseen)
    for slot, card in slots.items():
        if card is None and slot != match.came_from[seat]:
            slots[slot] = unseen.pop()
    match.decks[seat] = unseen
