"""What holds in every match, whatever is dealt and done: a hypothesis state machine."""

from collections import Counter
from copy import deepcopy
from random import Random

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.agent_avenue.actions import Discard
from engine.agent_avenue.board import HOMES
from engine.agent_avenue.cards import AGENT_DECK, BLACK_MARKET, MARKET_IDS
from engine.agent_avenue.events import (
    Discarded,
    Drew,
    Ended,
    Ignored,
    Moved,
    Played,
    Recruited,
    Resigned,
    Returned,
    Revealed,
    Took,
    TurnBegan,
)
from engine.agent_avenue.match import AgentAvenueMatch
from engine.game import IllegalAction, Resign
from engine.record import Record, decode, encode, replay

from .matches import EVERY_ACTION, OPTIONS, deals, opened, other_world

HIDDEN = {Discarded: ("card",), Drew: ("cards",), Played: ("face_down",)}
"""The fields of events that only the acting seat may see; all others are public."""

PUBLIC = {TurnBegan, Recruited, Moved, Took, Ignored, Revealed, Returned, Resigned, Ended}


def everything(match: AgentAvenueMatch) -> dict:
    """All that a match consists of, down to what no view shows."""
    names = [name for kind in type(match).__mro__ for name in getattr(kind, "__slots__", ())]
    return {name: deepcopy(getattr(match, name)) for name in names}


class AnyMatch(RuleBasedStateMachine):
    """A match of any kind in which anything is tried."""

    @initialize(data=st.data())
    def deal(self, data):
        self.options = data.draw(OPTIONS)
        self.dealt = data.draw(deals(self.options))
        self.match = opened(self.dealt, self.options)
        self.discarded = Counter()
        self.market_gone = Counter()
        self.actions = []

    @precondition(lambda self: not self.match.over)
    @rule(choice=st.integers(0, 10**6))
    def act(self, choice):
        """Somebody who may act does something legal."""
        options = [
            (seat, action) for seat in self.match.to_act() for action in self.match.legal(seat)
        ]
        seat, action = options[choice % len(options)]
        self.decide(seat, action)

    @rule(data=st.data())
    def try_anything(self, data):
        """What is not legal is refused with a sentence and changes nothing; what is legal works."""
        seat = data.draw(st.integers(-1, self.match.seats))
        action = data.draw(st.sampled_from(EVERY_ACTION))
        if action in self.match.legal(seat):
            self.decide(seat, action)
            return
        before = everything(self.match)
        with pytest.raises(IllegalAction, match=r"^[A-Z].*\.$"):
            self.match.apply(seat, action)
        assert everything(self.match) == before

    @precondition(lambda self: not self.match.over and len(self.actions) > 12)
    @rule(seat=st.integers(0, 3))
    def resign(self, seat):
        """Anybody gives up, later in a match."""
        self.decide(seat % self.match.seats, Resign())

    def decide(self, seat, action):
        own = self.match.decision(seat)
        others = {
            other: self.match.decision(other) for other in range(self.match.seats) if other != seat
        }
        twin = self.match.copy()
        events = self.match.apply(seat, action)
        assert twin.apply(seat, action) == events
        assert twin.full() == self.match.full()
        self.actions.append((seat, action))
        self.count(events)
        self.check_events(seat, events)
        if not isinstance(action, Resign):
            assert self.match.decision(seat) is None or self.match.decision(seat) != own
        if isinstance(action, Discard):
            assert all(self.match.decision(other) == token for other, token in others.items())

    def count(self, events):
        for event in events:
            if isinstance(event, Discarded):
                self.discarded[event.card] += 1
            elif isinstance(event, Took) and BLACK_MARKET[event.card].kind == "instant":
                self.market_gone[event.card] += 1

    def check_events(self, seat, events):
        """Each viewer sees every event, with exactly the hidden fields of others emptied."""
        for event in events:
            assert type(event) in PUBLIC | HIDDEN.keys()
            for viewer in (None, *range(self.match.seats)):
                seen = msgspec.to_builtins(event.seen_by(viewer))
                whole = msgspec.to_builtins(event)
                if viewer != getattr(event, "seat", None):
                    for field in HIDDEN.get(type(event), ()):
                        value = whole[field]
                        whole[field] = (None,) * len(value) if field == "cards" else None
                assert seen == whole

    @invariant()
    def no_agent_is_lost_or_made(self):
        match = self.match
        cards = Counter(match.agents[match.drawn :]) + self.discarded
        for hand in match.hands:
            cards.update(hand)
        for in_play in match.in_play:
            assert all(in_play.values())
            cards.update(in_play)
        cards.update(card for card in (match.face_up, match.face_down) if card is not None)
        assert cards == Counter(AGENT_DECK)

    @invariant()
    def no_black_market_card_is_lost_or_made(self):
        match = self.match
        cards = Counter(match.black_market[match.revealed :]) + self.market_gone
        if match.ability is not None:
            assert self.market_gone[match.ability] == 1
        for card in (*match.supply, *match.ongoing[0], *match.ongoing[1]):
            cards[card] += 1
        assert cards == (Counter(MARKET_IDS) if self.options.mode == "advanced" else Counter())

    @invariant()
    def the_gaps_sum_to_14_and_agree_with_the_spaces(self):
        view = self.match.view(None)
        assert sum(view.gaps) == 14
        assert all(1 <= space <= 14 for space in view.spaces)
        assert (view.spaces[1] - view.spaces[0] - view.gaps[0]) % 14 == 0
        assert HOMES == (1, 8)

    @invariant()
    def hands_are_filled_up_while_the_deck_lasts(self):
        if self.match.deck:
            assert all(len(hand) >= 4 for hand in self.match.hands)

    @invariant()
    def somebody_can_act_until_it_is_over(self):
        match = self.match
        acting = match.to_act()
        assert list(acting) == sorted(acting)
        assert bool(acting) is not match.over
        assert bool(match.winners) is match.over
        for seat in range(match.seats):
            assert bool(match.legal(seat)) is (seat in acting)
            assert (match.decision(seat) is not None) is (seat in acting)
        if match.view(None).step in ("market", "ability"):
            assert sum(len(match.legal(seat)) for seat in acting) > 1, "the engine takes that"

    @invariant()
    def a_view_holds_nothing_that_the_viewer_may_not_know(self):
        if self.match.over:
            return
        for viewer in (None, *range(self.match.seats)):
            seen = self.match.view(viewer)
            twin = other_world(self.match, viewer, Random(len(self.actions)))
            assert twin.view(viewer) == seen
            for seat, hand in enumerate(seen.hands):
                assert seat == viewer or set(hand) <= {None}
            assert set(seen.legal) <= {str(viewer)}

    @invariant()
    def the_record_replays_to_the_same_match(self):
        names = tuple("ABCD"[: self.match.seats])
        record = Record("agent-avenue", names, self.dealt, self.options, tuple(self.actions))
        data = encode(record)
        assert decode(data) == record
        assert replay(decode(data)).full() == self.match.full()


AnyMatch.TestCase.settings = settings(max_examples=120, stateful_step_count=40, deadline=None)
TestAnyMatch = AnyMatch.TestCase
