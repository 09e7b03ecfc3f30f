"""Two deals that differ only in cards a viewer may not see make the same messages for that viewer.

Byte for byte: texts, buttons, alt texts and pictures, until the rules reveal a difference. The
tracker of the engine's own test says when that is; it reads the events only.
"""

import asyncio
from collections.abc import Iterator, Sequence
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bot.draw import cache
from bot.screen import Screen, compose, digest
from engine.agencia.actions import AgenciaAction
from engine.agencia.game import GAME, Deal, Options
from engine.game import IllegalAction, Seat
from tests.engine.agencia.matches import OPTIONS, deals
from tests.engine.agencia.test_secrecy import Tracker, random_actions, with_swapped

from .watched import CONTROLS, FACE, Watched

Actions = Sequence[tuple[Seat, AgenciaAction]]


def screens(watched: Watched, viewer: Seat | None) -> list[Screen]:
    """All the messages that a viewer has of a match: those in the channel, and its own."""
    scene = watched.scene()
    shown = [FACE.table(scene, CONTROLS)]
    shown += [FACE.summary(scene, page) for page in range(FACE.page(scene))]
    if viewer is not None:
        shown.append(FACE.hand(watched.scene(viewer)))
    return shown


def calls(watched: Watched) -> list[str]:
    """The pings that everybody reads."""
    return [FACE.call(watched.scene(), seat) for seat in watched.match.to_act()]


def course(
    deal: Deal, options: Options, actions: Actions, tracker: Tracker | None = None
) -> Iterator[Watched]:
    """The match at its beginning and after each action; stops where an action is refused."""
    watched = Watched(GAME.new(deal, options, len(deal.decks)), options)
    yield watched
    for step, (seat, action) in enumerate(actions, start=1):
        before = len(watched.events)
        try:
            watched.apply(seat, action)
        except IllegalAction:
            return
        if tracker:
            for _, event in watched.events[before:]:
                tracker.follow(event, step)
        yield watched


def sights(
    deal: Deal,
    options: Options,
    viewer: Seat | None,
    actions: Actions,
    tracker: Tracker | None = None,
) -> list[list[str]]:
    """A digest of each message that the viewer is shown, step by step."""
    return [
        [*map(digest, screens(watched, viewer)), *calls(watched)]
        for watched in course(deal, options, actions, tracker)
    ]


@settings(max_examples=60, deadline=None)
@given(deals(), OPTIONS, st.integers(), st.data())
def test_messages_are_the_same_until_an_unseen_card_is_shown(
    deal: Deal, options: Options, seed: int, data: st.DataObject
) -> None:
    seats = len(deal.decks)
    viewer = data.draw(st.sampled_from([None, *range(seats)]), label="viewer")
    seat = data.draw(st.integers(0, seats - 1), label="seat")
    one, other = data.draw(
        st.lists(st.integers(0, 7), min_size=2, max_size=2, unique=True), label="swapped"
    )
    assume(deal.decks[seat][one] != deal.decks[seat][other])
    actions = list(random_actions(deal, options, seed))
    tracker = Tracker(seats, viewer)
    seen = sights(deal, options, viewer, actions, tracker)
    twin = sights(with_swapped(deal, seat, one, other), options, viewer, actions)

    first = min(tracker.seen_at[seat, one], tracker.seen_at[seat, other])
    assert twin[:first] == seen[:first]
    assert twin[first] != seen[first]


@pytest.mark.parametrize("seats", [3, 6])
def test_the_bytes_of_the_messages_and_of_their_pictures_are_the_same(
    seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing comes from a cache here: each message is put together and each picture drawn."""
    monkeypatch.setattr(cache, "PICTURES", cache.PictureCache(max_bytes=0))
    rng = Random(seats)
    for viewer in (None, 0, seats - 1):
        options = Options()
        deal = GAME.deal(rng, options, seats)
        actions = list(random_actions(deal, options, rng.random()))
        twin = unseen_twin(deal)
        tracker = Tracker(seats, viewer)
        for _ in course(deal, options, actions, tracker):
            pass
        differ = [
            (seat, place)
            for seat in range(seats)
            for place in range(8)
            if deal.decks[seat][place] != twin.decks[seat][place]
        ]
        first = min(tracker.seen_at[card] for card in differ)
        pairs = zip(course(deal, options, actions), course(twin, options, actions), strict=False)
        for step, (one, other) in enumerate(pairs):
            same = sent(one, viewer) == sent(other, viewer)
            assert same == (step < first), (viewer, step)
            if step == first:
                break
        assert first > 0


def unseen_twin(deal: Deal) -> Deal:
    """The deal in which each seat's face-down card has changed places with one of its deck."""
    for seat, deck in enumerate(deal.decks):
        other = next(place for place in range(7, 3, -1) if deck[place] != deck[1])
        deal = with_swapped(deal, seat, 1, other)
    return deal


def sent(watched: Watched, viewer: Seat | None) -> list[object]:
    """The newest messages as they go to Discord."""

    async def composed() -> list[object]:
        shown = screens(watched, viewer)
        return [
            (
                message.view.to_components(),
                [(file.filename, file.description, file.fp.read()) for file in message.files],
            )
            for message in [await compose(screen, "8K2P") for screen in (shown[0], shown[-1])]
        ]

    return asyncio.run(composed())
