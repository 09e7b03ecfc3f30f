"""A match in memory: its record played, whose decision is open, and which presses count."""

import asyncio
import math
import time
from collections.abc import Hashable, Sequence
from functools import cache
from typing import Any, Literal

import msgspec

from bot.ratings import NOBODY
from bot.rows import DAMAGED, MatchRow, Proposal, SeatRow, Stored, SurfaceKey, SurfaceRow
from engine import registry
from engine.game import Action, Event, Game, Resign, Seat, State
from engine.outcome import Outcome, outcome

DMS_AGAIN = 600.0
"""Seconds after which somebody's direct messages, once refused, may be tried again."""


class Refused(Exception):
    """A press that changes nothing: the text is the match's id, the subclasses are the reasons."""


class NoSuchMatch(Refused):
    """There is no match with this id."""


class AlreadySeated(Refused):
    """This person plays in the match already."""


class KnowsCards(Refused):
    """This person has had another seat of the match, and knows cards that this one must not."""


class MatchOver(Refused):
    """The match has ended."""


class NotSeated(Refused):
    """This person does not play in the match."""


class HasResigned(Refused):
    """This person has given the match up, which goes on for the others."""


class NotYourTurn(Refused):
    """The seat is not to act."""


class Outdated(Refused):
    """The decision that the button was made for is over."""


class BrokenMatch(Exception):
    """A stored match that does not replay any more."""


class Match:
    """A running or finished match in memory."""

    def __init__(
        self,
        row: MatchRow,
        seats: list[SeatRow],
        surfaces: list[SurfaceRow],
        proposal: Proposal | None = None,
    ) -> None:
        self.row = row
        self.game: Game = registry.game(row.game)
        self.options: Any = decoder(self.game.options_type).decode(row.options)
        self.deal: Any = decoder(self.game.deal_type).decode(row.deal)
        self.contributions: tuple[int, ...] = decoder(tuple[int, ...]).decode(row.contributions)
        """What the joins have added to the deal."""
        self.seats = seats
        self.former: dict[tuple[Seat, int], SeatRow] = {}
        """Who had a seat before, by the seat and its tenancy then: to be told so in their language,
        and to take no other seat.

        It is not stored: a restart forgets it, and they are told in the server's language."""
        self.state: State = self.game.new(self.deal, self.options, len(seats))
        self.version = 0
        self.moment = 0
        """Numbers the decisions: it grows with every action, by as much whether an action that may
        ask for a choice has asked for one or not, since that may depend on what is hidden."""
        self.events: list[tuple[int, Event]] = []
        self.actions: list[tuple[Seat, Action]] = []
        self.surfaces: dict[SurfaceKey, SurfaceRow] = {row.key: row for row in surfaces}
        self.unsaved: dict[SurfaceKey, SurfaceRow] = {}  # not as they stand in the store
        self.unsaved_seats: dict[Seat, SeatRow] = {}  # likewise: their calls and messages
        self.trouble: Literal["denied", "lost"] | None = None  # why the table cannot be shown
        self.showing = False  # messages are being sent, or wait to be sent again
        self.proposal = proposal
        self.lock = asyncio.Lock()
        self.touched = time.monotonic()
        self._decisions: list[tuple[Hashable | None, int]] = [(None, 0)] * len(seats)
        self._since = [row.created_at] * len(seats)
        self.repost = False  # somebody wants its table to be posted anew
        self.last_actor: Seat | None = None
        """The seat whose owner was the last to act, be it for a computer; None where that was an
        earlier proposal of the seat's, which a teammate may have confirmed, or the computer."""
        self.to_remind: dict[Seat, int] = {}
        """The decisions of which the clock wants the seats to be reminded."""
        self._try_dms: set[Seat] = set()
        self._dms_tried: dict[Seat, float] = {}
        self._note_decisions(row.created_at)

    @property
    def id(self) -> str:
        """The short code that people see."""
        return self.row.id

    def read_action(self, stored: bytes) -> Action:
        """An action as it is stored. Raises `msgspec.MsgspecError`."""
        return decoder(self.game.action_type).decode(stored)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.state.over or self.ended

    def try_dms(self, seat: Seat) -> None:
        """Let direct messages be tried again that were refused, unless they just were."""
        tried = self._dms_tried.get(seat, -math.inf)
        if self.seats[seat].dms == "closed" and time.monotonic() - tried > DMS_AGAIN:
            self._try_dms.add(seat)

    def tries_dms(self, seat: Seat) -> bool:
        """Whether that is wanted."""
        return seat in self._try_dms

    def note_dms_tried(self, seat: Seat) -> None:
        """Note that it is known now whether direct messages are refused."""
        self._try_dms.discard(seat)
        self._dms_tried[seat] = time.monotonic()

    def require_running(self) -> None:
        """Raises `MatchOver` if the match has ended."""
        if self.over:
            raise MatchOver(self.id)

    def has_resigned(self, seat: Seat) -> bool:
        """Whether the match has been given up for the seat."""
        return (seat, Resign()) in self.actions

    def require_playing(self, seat: Seat) -> None:
        """Raises `HasResigned` if the match has been given up for the seat."""
        if self.has_resigned(seat):
            raise HasResigned(self.id)

    def require_owner(self, seat: Seat, tenancy: int) -> None:
        """Raises `Outdated` if the seat has gone to somebody else since."""
        if self.seats[seat].tenancy != tenancy:
            raise Outdated(self.id)

    @property
    def ended(self) -> bool:
        """Whether a moderator has ended it, before the rules did."""
        return self.row.status == "ended"

    def play(self, seat: Seat, action: Action, at: float = 0.0) -> None:
        """Carry out an action that need not be written down: it has been, or never will be.

        Raises `IllegalAction`.
        """
        events = self.state.apply(seat, action)
        self.advance(seat, action, self.state, list(events), at)

    def advance(
        self, seat: Seat, action: Action, state: State, events: list[Event], at: float
    ) -> None:
        """Take over the state after an action, which is on disk already."""
        self.last_actor = self._who_acts(seat, action, at)
        self.events.extend((self.version, event) for event in events)
        self.actions.append((seat, action))
        self.state = state
        self.version += 1
        self.touched = time.monotonic()
        # A seat's own action always ends its decision.
        self.moment += 2 if action.asks and not asks(state, seat) else 1
        self._decisions[seat] = (None, self.moment)
        self._since[seat] = at
        self._note_decisions(at)

    def _who_acts(self, seat: Seat, action: Action, at: float) -> Seat | None:
        """The seat whose owner does what is being done in a seat; None if that is not known."""
        if action.answers and at == self._since[seat]:  # It is a part of the last action.
            return self.last_actor
        if self._has_proposed(seat):
            return None
        if self.seats[seat].present:
            return seat
        # A computer acts before a person only if that one wants it.
        open_to = (s for s, (decision, _) in enumerate(self._decisions) if decision is not None)
        return next((s for s in open_to if self.seats[s].present), seat)

    def _note_decisions(self, at: float) -> None:
        for seat, (known, number) in enumerate(self._decisions):
            decision = self.state.decision(seat)
            if decision != known:
                self._since[seat] = at
                # One that is over keeps its number: what has ended it for a teammate may have been
                # the first or the second part of an action, which depends on what is hidden.
                self._decisions[seat] = (decision, number if decision is None else self.moment)

    def decision(self, seat: Seat | None) -> int:
        """The moment at which a seat's decision arose; for None, that of the seats to act."""
        if seat is not None:
            return self._decisions[seat][1]
        return max((self._decisions[s][1] for s in self.state.to_act()), default=self.moment)

    def since(self, seat: Seat) -> float:
        """Since when a seat's owner has had its decision to make, in seconds since 1970."""
        return max(self._since[seat], self.seats[seat].seated_at)

    def outcome(self, state: State, happened: Sequence[Event] = ()) -> Outcome:
        """What the match counts as when it ends in `state`, after what happened last."""
        events = [*(event for _, event in self.events), *happened]
        return outcome(self.game, self.options, state, events)

    def deciding(self) -> Sequence[Seat]:
        """The seats whose decision is open: all that are to act, until their team has settled it.

        From then on it is the one that makes the choice that the settled move asks for.
        """
        if self.over:
            return ()
        settled = self.settled()
        return self.state.to_act() if settled is None else (settled.acting,)

    def awaited(self) -> list[Seat]:
        """The seats of people that the match waits for, last the one that has proposed a move."""
        seats = [seat for seat in self.deciding() if self.seats[seat].present]
        proposal = self.current_proposal() if len(seats) > 1 else None
        return seats if proposal is None else sorted(seats, key=proposal.seat.__eq__)

    def waiting(self) -> float | None:
        """Since when a person has had to decide; None while none has to."""
        return min((self.since(seat) for seat in self.awaited()), default=None)

    def waiting_after(self, state: State, acting: Seat, at: float) -> float | None:
        """The same for the state after an action at this time, which ends whatever was settled."""
        if state.over:
            return None
        return min(
            (
                self.since(seat)
                if seat != acting and state.decision(seat) == self._decisions[seat][0]
                else at
                for seat in state.to_act()
                if self.seats[seat].present
            ),
            default=None,
        )

    def outlook(self, new: SeatRow | Proposal) -> tuple[bool, float | None]:
        """Whether a computer would be to act, and since when a person, if this were so."""
        seats, proposal = self.seats, self.proposal
        if isinstance(new, Proposal):
            self.proposal = new
        else:
            self.seats = [new if row.seat == new.seat else row for row in seats]
        try:
            return bool(self.computers_to_act()), self.waiting()
        finally:
            self.seats, self.proposal = seats, proposal

    def seat_of(self, user: int) -> Seat | None:
        """Where a person sits."""
        return next((row.seat for row in self.seats if row.user == user), None)

    def require_seat(self, user: int) -> Seat:
        """Where a person sits. Raises `NotSeated` for somebody who does not play in the match."""
        seat = self.seat_of(user)
        if seat is None:
            raise NotSeated(self.id)
        return seat

    def has_had_another(self, user: int, seat: Seat) -> bool:
        """Whether a person has had another seat before."""
        return any(old.user == user and had != seat for (had, _), old in self.former.items())

    def humans(self) -> list[SeatRow]:
        """The seats that people hold whom the bot knows."""
        return [row for row in self.seats if row.user not in (None, NOBODY)]

    def computers_to_act(self, state: State | None = None) -> list[Seat]:
        """The seats of computers that are to move, in `state` or now.

        None while a person may act as well: a computer lets its teammate go first, and agrees.
        """
        deciding = self.deciding() if state is None else state.to_act()
        return [] if any(self.seats[s].present for s in deciding) else list(deciding)

    def partners(self, seat: Seat) -> list[Seat]:
        """The other people who may act now, and with whom a seat has to agree."""
        return [s for s in self.state.to_act() if s != seat and self.seats[s].present]

    def current_proposal(self) -> Proposal | None:
        """What is proposed for the present decision, if anything."""
        proposal = self.proposal
        if proposal is None or proposal.decision != self.decision(None):
            return None
        return proposal

    def _has_proposed(self, seat: Seat) -> bool:
        """Whether the latest proposal is the seat's, for the decision that it has now."""
        proposal = self.proposal
        if proposal is None or proposal.agreed or proposal.seat != seat:
            return False
        return proposal.decision == self.decision(seat)

    def settled(self) -> Proposal | None:
        """What the team is about to carry out, as soon as its seat has chosen what it asks."""
        proposal = self.current_proposal()
        return proposal if proposal is not None and proposal.agreed else None

    def judge(self, seat: Seat, version: int) -> None:
        """Raises `Refused` if a seat's press made for `version` does not count any more."""
        self.require_running()
        if seat not in self.state.to_act():
            # The button of somebody else's present decision, or of one that is over.
            raise NotYourTurn(self.id) if version == self.decision(None) else Outdated(self.id)
        if version != self.decision(seat):
            raise Outdated(self.id)


@cache
def decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """Reads stored values of this type. It is kept: to make one takes longer than to use it."""
    return msgspec.json.Decoder(kind)


def asks(state: State, seat: Seat) -> bool:
    """Whether the seat's last action asks for a choice now."""
    return any(choice.answers for choice in state.legal(seat))


def replay(stored: Stored) -> Match:
    """A match from its record. Raises `BrokenMatch`, whose text says at which action and why."""
    row, seats, version = stored.row, stored.seats, 0
    try:
        match = Match(row, seats, stored.surfaces, stored.proposal)
        if [seat.seat for seat in seats] != list(range(match.state.seats)):
            raise LookupError("a seat is missing")
        for version, done in enumerate(stored.actions):
            if done.version != version or not 0 <= done.seat < len(seats):
                raise LookupError("it is missing or belongs to nobody")
            match.play(done.seat, match.read_action(done.action), done.at)
        version = match.version
        if version < row.version:
            raise LookupError("it is missing")
    except DAMAGED as error:
        raise BrokenMatch(
            f"Match {row.id} does not replay (action {version}: {error or type(error).__name__})"
        ) from error
    return match


def unstored(
    match_id: str, game: str, options: msgspec.Struct, deal: msgspec.Struct, seats: list[SeatRow]
) -> Match:
    """A match before its first action that nobody stores."""
    row = MatchRow(
        id=match_id,
        game=game,
        options=msgspec.json.encode(options),
        deal=msgspec.json.encode(deal),
        status="running",
        version=0,
        guild=0,
        home=0,
        place=0,
        thread="none",
        computer_due=0,
        created_at=0.0,
        ended_at=None,
    )
    return Match(row, seats, [])
