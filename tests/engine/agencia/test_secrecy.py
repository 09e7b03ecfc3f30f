"""Two deals that differ only in cards a viewer may not see are one match to that viewer.

Every physical card is followed through the match by a tracker that reads the events only. A second
deal swaps two cards of a deck. Until the first of the places that differ is shown to the viewer,
all it sees must be the same, byte for byte; and then it must differ.
"""

from random import Random

import msgspec
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.agencia.events import (
    AgentsResolved,
    CardPlayed,
    Drew,
    Ended,
    InfiltratorResolved,
    RecruiterResolved,
    Swapped,
)
from engine.agencia.game import Deal
from engine.game import IllegalAction

from .matches import OPTIONS, deals, opened, random_action

SLOTS = ("open", "hidden", "own", "blind")


def shown(viewer, owner, slot):
    """The reference's table of who sees a position."""
    return {
        "open": True,
        "hidden": False,
        "own": viewer == owner,
        "blind": viewer is not None and viewer != owner,
    }[slot]


class Tracker:
    """Where each physical card is, and when a viewer first saw it.

    A card is called by its place in the deal: (seat, index in the deck).
    """

    def __init__(self, seats, viewer):
        self.viewer = viewer
        self.slots = [{slot: (seat, i) for i, slot in enumerate(SLOTS)} for seat in range(seats)]
        self.decks = [[(seat, i) for i in range(4, 8)] for seat in range(seats)]
        self.played = {}
        self.seen_at = {}
        for seat in range(seats):
            for slot in SLOTS:
                self.show(seat, slot, 0)

    def show(self, owner, slot, step):
        if shown(self.viewer, owner, slot):
            self.seen_at.setdefault(self.slots[owner][slot], step)

    def discard(self, seat):
        self.decks[seat].append(self.played.pop(seat))

    def follow(self, event, step):
        match event:
            case CardPlayed(seat=seat, slot=slot):
                self.played[seat] = self.slots[seat].pop(slot)
                self.seen_at.setdefault(self.played[seat], step)
            case Swapped(seat=seat, whom=whom):
                self.played[seat], self.played[whom] = self.played[whom], self.played[seat]
                self.discard(seat)
                self.discard(whom)
            case InfiltratorResolved(found=False) | RecruiterResolved(found=False):
                self.discard(event.seat)
            case AgentsResolved(seat=seat):
                self.discard(seat)
            case Drew(seat=seat, slot=slot):
                self.slots[seat][slot] = self.decks[seat].pop(0)
                self.show(seat, slot, step)
            case Ended():
                for card in [c for slots in self.slots for c in slots.values()]:
                    self.seen_at.setdefault(card, step)
                for card in [c for deck in self.decks for c in deck]:
                    self.seen_at.setdefault(card, step)
            case _:
                pass  # moves no card


def sights(deal, options, viewer, actions, tracker=None):
    """All that the viewer is shown, encoded, step by step; stops where an action is refused."""
    match = opened(deal, options)
    yield msgspec.json.encode(match.view(viewer))
    for step, (seat, action) in enumerate(actions, start=1):
        try:
            events = match.apply(seat, action)
        except IllegalAction:
            return
        if tracker:
            for event in events:
                tracker.follow(event, step)
        seen = [event.seen_by(viewer) for event in events]
        yield msgspec.json.encode([seen, match.view(viewer)])


def random_actions(deal, options, seed):
    """A random match to its end."""
    match, rng = opened(deal, options), Random(seed)
    while not match.over:
        seat, action = random_action(match, rng, 0.01)
        yield seat, action
        match.apply(seat, action)


def with_swapped(deal, seat, one, other):
    """The deal with two cards of a deck in each other's place."""
    decks = [list(deck) for deck in deal.decks]
    decks[seat][one], decks[seat][other] = decks[seat][other], decks[seat][one]
    return Deal(ambassador=deal.ambassador, decks=decks)


@settings(max_examples=300, deadline=None)
@given(deals(), OPTIONS, st.integers(), st.data())
def test_deals_that_differ_in_unseen_cards_look_the_same_until_one_is_shown(
    deal, options, seed, data
):
    seats = len(deal.decks)
    viewer = data.draw(st.sampled_from([None, *range(seats)]), label="viewer")
    seat = data.draw(st.integers(0, seats - 1), label="seat")
    one, other = data.draw(
        st.lists(st.integers(0, 7), min_size=2, max_size=2, unique=True), label="swapped"
    )
    assume(deal.decks[seat][one] != deal.decks[seat][other])
    actions = list(random_actions(deal, options, seed))
    tracker = Tracker(seats, viewer)
    seen = list(sights(deal, options, viewer, actions, tracker))
    seen_of_twin = list(sights(with_swapped(deal, seat, one, other), options, viewer, actions))

    first = min(tracker.seen_at[seat, one], tracker.seen_at[seat, other])
    assert seen_of_twin[:first] == seen[:first]
    assert seen_of_twin[first] != seen[first]
