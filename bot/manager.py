"""GameManager: the one door to running matches.

A match is opened by replaying its record, changed only by `act`, and written to the store before
its state advances; so memory never holds anything that is not on disk.
"""

import asyncio
import logging
import math
import time
from collections.abc import Callable, Hashable, Sequence
from functools import cache
from random import Random
from typing import Any, Literal, NamedTuple

import msgspec
from discord.utils import utcnow

from bot.database import StoreError
from bot.face import Move, seen
from bot.metrics import ACTIONS
from bot.store import (
    NOBODY,
    MatchRow,
    Proposal,
    SeatRow,
    Store,
    Stored,
    SurfaceKey,
    SurfaceRow,
    VersionTaken,
)
from bot.thinking import Thinking, Thought
from engine import registry
from engine.game import Action, Event, Game, Player, Resign, Seat, State
from engine.outcome import Outcome, outcome
from engine.players.budget import Thinker

log = logging.getLogger(__name__)

MISSES = 2
"""How often in a row a seat's time may run out before the computer takes it over."""

DMS_AGAIN = 600.0
"""Seconds after which somebody's direct messages, once refused, may be tried again."""

PACE = 0.6, 1.4
"""A computer acts after its delay times a number between these, so that it is no metronome."""

LONGEST_THOUGHT = 1.3
"""Seconds before which an opponent that thinks does not act, unless there is no delay at all: else
it would tell how hard it finds a choice, and so what it holds."""

OVER_SECONDS = 120.0
"""Seconds after which a match that is over leaves memory. It is read again for a replay."""

CLOSE_EVERY = 5.0
"""Seconds between two looks for the matches that leave memory: with a thousand it takes 1 ms."""

RETRY_DELAYS = (1.0, 5.0, 15.0, 60.0)
"""Seconds between a computer's attempts to act while the database cannot be written."""


class Refused(Exception):
    """A press that changes nothing, and why; the subclasses are the reasons."""


class NoSuchMatch(Refused):
    """There is no match with this id."""


class AlreadySeated(Refused):
    """This person plays in the match already."""


class MatchOver(Refused):
    """The match has ended."""


class NotSeated(Refused):
    """This person does not play in the match."""


class NotYourTurn(Refused):
    """The seat is not to act."""


class Outdated(Refused):
    """The decision that the button was made for is over."""


class BrokenMatch(Exception):
    """A stored match that does not replay any more."""


REPLAY_ERRORS = (msgspec.MsgspecError, ValueError, LookupError, RecursionError)
"""What damaged data raises; `UnknownGame`, `IllegalSetup` and `IllegalAction` are ValueErrors."""


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
        self.seats = seats
        self.state: State = self.game.new(self.deal, self.options, len(seats))
        self.version = 0
        self.moment = 0
        """Numbers the decisions: it grows with every action, by as much whether an action that may
        ask for a choice has asked for one or not, since that may depend on what is hidden."""
        self.events: list[tuple[int, Event]] = []
        self.actions: list[tuple[Seat, Action]] = []
        self.surfaces: dict[SurfaceKey, SurfaceRow] = {row.key: row for row in surfaces}
        self.unsaved: dict[SurfaceKey, SurfaceRow] = {}  # not as they stand in the store
        self.trouble: Literal["denied", "lost"] | None = None  # why the table cannot be shown
        self.showing = False  # messages are being sent, or wait to be sent again
        self.proposal = proposal
        self.lock = asyncio.Lock()
        self.touched = time.monotonic()
        self._decisions: list[tuple[Hashable | None, int]] = [(None, 0)] * len(seats)
        self._since = [row.created_at] * len(seats)
        self.repost = False  # somebody wants its table to be posted anew
        self.to_remind: dict[Seat, int] = {}
        """The decisions of which the clock wants the seats to be reminded."""
        self._try_dms: set[Seat] = set()
        self._dms_tried: dict[Seat, float] = {}
        self._note_decisions(row.created_at)

    @property
    def id(self) -> str:
        """The short code that people see."""
        return self.row.id

    @property
    def contributions(self) -> tuple[int, ...]:
        """What the joins have added to the deal."""
        return decoder(tuple[int, ...]).decode(self.row.contributions)

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
        """When a seat's decision arose, in seconds since 1970."""
        return self._since[seat]

    def outcome(self, state: State, happened: Sequence[Event] = ()) -> Outcome:
        """What the match counts as when it ends in `state`, after what happened last."""
        events = [*(event for _, event in self.events), *happened]
        return outcome(self.game, self.options, state, events)

    def awaited(self) -> list[Seat]:
        """The seats of people that the match waits for."""
        return [] if self.over else [s for s in self.state.to_act() if self.seats[s].present]

    def waiting(self) -> float | None:
        """Since when a person has had to decide; None while none has to."""
        return min((self._since[seat] for seat in self.awaited()), default=None)

    def waiting_after(self, state: State, acting: Seat, at: float) -> float | None:
        """The same for the state after an action at this time."""
        if state.over:
            return None
        return min(
            (
                self._since[seat]
                if seat != acting and state.decision(seat) == self._decisions[seat][0]
                else at
                for seat in state.to_act()
                if self.seats[seat].present
            ),
            default=None,
        )

    def outlook(self, seat: SeatRow) -> tuple[bool, float | None]:
        """Whether a computer would be to act, and since when a person, if this were so."""
        known, self.seats[seat.seat] = self.seats[seat.seat], seat
        try:
            return bool(self.computers_to_act()), self.waiting()
        finally:
            self.seats[seat.seat] = known

    def seat_of(self, user: int) -> Seat | None:
        """Where a person sits."""
        return next((row.seat for row in self.seats if row.user == user), None)

    def humans(self) -> list[SeatRow]:
        """The seats that people hold whom the bot knows."""
        return [row for row in self.seats if row.user not in (None, NOBODY)]

    def last_actor(self) -> Seat | None:
        """The seat whose action was the last."""
        return self.actions[-1][0] if self.actions else None

    def computers_to_act(self, state: State | None = None) -> list[Seat]:
        """The seats of computers that are to move, in `state` or now.

        None while a person may act as well: a computer lets its teammate go first, and agrees.
        """
        if self.ended:
            return []
        to_act = (state or self.state).to_act()
        return [] if any(self.seats[s].present for s in to_act) else list(to_act)

    def partners(self, seat: Seat) -> list[Seat]:
        """The other people who may act now, and with whom a seat has to agree."""
        return [s for s in self.state.to_act() if s != seat and self.seats[s].present]

    def current_proposal(self) -> Proposal | None:
        """What is proposed for the present decision, if anything."""
        proposal = self.proposal
        if proposal is None or proposal.decision != self.decision(None):
            return None
        return proposal

    def judge(self, seat: Seat | None, version: int) -> Seat:
        """The seat, if a press made for `version` still counts. Raises `Refused`."""
        if seat is None:
            raise NotSeated(self.id)
        self.require_running()
        if seat not in self.state.to_act():
            # The button of somebody else's present decision, or of one that is over.
            raise NotYourTurn(self.id) if version == self.decision(None) else Outdated(self.id)
        if version != self.decision(seat):
            raise Outdated(self.id)
        return seat


def _player(match: Match, seat: Seat) -> Player:
    """The computer that plays in a seat; for a person it is the normal one."""
    row = match.seats[seat]
    return match.game.players[row.level] if row.user is None else match.game.player


@cache
def decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """Reads stored values of this type. It is kept: to make one takes longer than to use it."""
    return msgspec.json.Decoder(kind)


def asks(state: State, seat: Seat) -> bool:
    """Whether the seat's last action asks for a choice now."""
    return any(choice.answers for choice in state.legal(seat))


class _Stroke(NamedTuple):
    """What a computer has decided: the decision that it is for, an action, and the answer if that
    asks for one."""

    version: int
    action: Action
    then: Action | None


class _Step(NamedTuple):
    """An action, what happened, and the state after it."""

    action: Action
    events: list[Event]
    state: State


def _steps(before: State, seat: Seat, action: Action, then: Action | None) -> list[_Step]:
    """An action, and its answer if it asks for one. Raises `IllegalAction`."""
    state = before.copy()
    steps = [_Step(action, list(state.apply(seat, action)), state)]
    if then is not None and asks(state, seat):
        state = state.copy()
        steps.append(_Step(then, list(state.apply(seat, then)), state))
    return steps


def replay(stored: Stored) -> Match:
    """A match from its record. Raises `BrokenMatch`, whose text says at which action and why."""
    row, seats, version = stored.row, stored.seats, 0
    try:
        match = Match(row, seats, stored.surfaces, stored.proposal)
        for version, done in enumerate(stored.actions):
            if done.version != version or not 0 <= done.seat < len(seats):
                raise LookupError("it is missing or belongs to nobody")
            match.play(done.seat, match.read_action(done.action), done.at)
    except REPLAY_ERRORS as error:
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


class GameManager:
    """Opens matches, carries out actions and moves the computers."""

    def __init__(
        self,
        store: Store,
        rng: Random,
        *,
        computer_delay: float,
        idle_seconds: float,
        changed: Callable[[Match], None],
    ) -> None:
        self._store = store
        self._rng = rng
        self._computer_delay = computer_delay
        self._idle_seconds = idle_seconds
        self._changed = changed
        self._matches: dict[str, Match] = {}
        self._closed = -math.inf  # when those that nobody uses were looked for last
        self._computers: dict[str, asyncio.Task[None]] = {}
        self._thinking = Thinking()

    @property
    def in_memory(self) -> int:
        """The number of matches in memory."""
        return len(self._matches)

    async def open(self, match_id: str) -> Match:
        """A match, from memory or replayed. Raises `NoSuchMatch` or `BrokenMatch`."""
        match = self._matches.get(match_id)
        if match is None:
            self._close_idle()
            # Who loads the same match at the same time shares the one that arrives first.
            match = self._matches.setdefault(match_id, await self._load(match_id))
        match.touched = time.monotonic()
        return match

    async def _load(self, match_id: str) -> Match:
        stored = await self._store.stored(match_id)
        if stored is None:
            raise NoSuchMatch(match_id)
        try:
            return replay(stored)
        except BrokenMatch as broken:
            await self._set_aside(match_id, broken)
            raise

    async def _set_aside(self, match_id: str, broken: BrokenMatch) -> None:
        """Leave a broken match alone from now on; the log says so once."""
        try:
            if await self._store.set_aside(match_id):
                log.error("%s. It is set aside; every other match goes on.", broken)
        except StoreError as error:
            log.warning("%s, and it could not be set aside yet: %s", broken, error)

    def _close_idle(self) -> None:
        """Forget the matches that nobody has touched for a while; they are on disk."""
        now = time.monotonic()
        if now < self._closed + CLOSE_EVERY:
            return
        self._closed = now
        for match_id, match in list(self._matches.items()):
            busy = match.lock.locked() or match.showing or match_id in self._computers
            limit = min(self._idle_seconds, OVER_SECONDS) if match.over else self._idle_seconds
            if match.touched < now - limit and not busy:
                del self._matches[match_id]

    def forget(self, user: int) -> None:
        """Make a person's seats anonymous in memory, too, after the store has done so."""
        for match in self._matches.values():
            seat = match.seat_of(user)
            if seat is not None:
                match.seats[seat] = SeatRow(seat, NOBODY, "", "", dms="closed")
                for key in [k for k in match.surfaces if k[0] != "table" and k[1] == seat]:
                    del match.surfaces[key]
                    match.unsaved.pop(key, None)

    async def act(
        self,
        match: Match,
        seat: Seat | None,
        version: int,
        action: Action,
        then: Action | None = None,
    ) -> Match:
        """Carry out an action and write it down; returns the match as it is then.

        `then` answers what the action asks for, if it asks: both are written down at once, since
        whether there was a choice would tell of the hand. Raises `Refused` or `IllegalAction` for
        a press that does not count and `StoreError` when it could not be written; in each case
        nothing has changed. The caller answers the press, then calls `wake`.
        """
        return await self._carry_out(match, lambda match: match.judge(seat, version), action, then)

    async def _carry_out(
        self,
        match: Match,
        judge: Callable[[Match], Seat],
        action: Action,
        then: Action | None = None,
    ) -> Match:
        """Carry out an action of the seat that `judge` admits."""
        while True:
            async with match.lock:
                acting = judge(match)
                match.require_running()
                steps, at = _steps(match.state, acting, action, then), utcnow().timestamp()
                state = steps[-1].state
                happened = [event for step in steps for event in step.events]
                try:
                    await self._store.append(
                        match.id,
                        match.version,
                        acting,
                        [msgspec.json.encode(step.action) for step in steps],
                        at=at,
                        over=state.over,
                        computer_due=bool(match.computers_to_act(state)),
                        waiting=match.waiting_after(state, acting, at),
                        outcome=match.outcome(state, happened) if state.over else None,
                    )
                except VersionTaken:
                    self._matches.pop(match.id, None)
                else:
                    for step in steps:
                        match.advance(acting, step.action, step.state, step.events, at)
                    ACTIONS.inc(len(steps))
                    break
            match = await self.open(match.id)
        return match

    async def propose(
        self, match: Match, seat: Seat, version: int, move: Move, *, wait: float
    ) -> Proposal | None:
        """Propose a move to the team; None if the team has agreed on it, or need not.

        It has agreed when a teammate proposes the same, or when nobody has proposed anything else
        for `wait` seconds; it need not where `wait` is 0 or no other person may decide.
        Raises `Refused`.
        """
        action, now = msgspec.json.encode(move.action), utcnow().timestamp()
        async with match.lock:
            match.judge(seat, version)
            known = match.current_proposal()
            if known is not None and known.agreed:
                raise Outdated(match.id)
            if wait == 0 or not match.partners(seat):
                return None
            if known is not None and known.proposes(action, move.seat):
                agreed = known.seat != seat or now >= known.at + wait
                return None if agreed else known
            acting = seat if move.seat is None else move.seat
            proposal = Proposal(version, seat, acting, action, now, agreed=False)
            await self._keep(match, proposal)
        return proposal

    async def settle(self, match: Match, seat: Seat, version: int, move: Move) -> None:
        """Note that a move is to be carried out as soon as its seat has chosen what it asks."""
        acting = seat if move.seat is None else move.seat
        action, now = msgspec.json.encode(move.action), utcnow().timestamp()
        async with match.lock:
            match.judge(seat, version)
            await self._keep(match, Proposal(version, seat, acting, action, now, agreed=True))

    async def _keep(self, match: Match, proposal: Proposal) -> None:
        await self._store.save_proposal(match.id, proposal)
        match.proposal = proposal
        for row in match.surfaces.values():
            if row.kind in ("table", "hand"):
                row.shown = -1

    def wake(self, match: Match) -> None:
        """Bring the messages up to date and let the computers act, if they may."""
        self._changed(match)
        if match.computers_to_act() and match.id not in self._computers:
            self._computers[match.id] = asyncio.create_task(
                self._move_computers(match.id), name=f"computer {match.id}"
            )

    async def stop(self) -> None:
        """Let no computer begin another move; they go on at the next start."""
        tasks = list(self._computers.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._thinking.close()

    async def _move_computers(self, match_id: str) -> None:
        try:
            await self._move_computers_until_a_person_acts(match_id)
        except BrokenMatch:
            pass  # Set aside and logged where it was opened.
        finally:
            # In the same step as the decision to end, so that no wake-up is missed.
            del self._computers[match_id]

    async def _move_computers_until_a_person_acts(self, match_id: str) -> None:
        failures = 0
        while True:
            try:
                match = await self.open(match_id)
                seats = match.computers_to_act()
                if not seats:
                    return
                match = await self._move_in_time(match, seats[0])
            except Refused:
                continue  # Somebody else acted meanwhile; look again.
            except StoreError:
                log.exception("The computer's move in %s could not be written", match_id)
                await asyncio.sleep(RETRY_DELAYS[min(failures, len(RETRY_DELAYS) - 1)])
                failures += 1
            else:
                failures = 0
                self._changed(match)

    async def _move_in_time(self, match: Match, seat: Seat) -> Match:
        """Let the computer act in its seat at a pace that people can follow."""
        began = time.monotonic()
        stroke = await self._decide(match, seat)
        await asyncio.sleep(began + self._pace(match, seat) - time.monotonic())
        if seat not in match.computers_to_act():
            raise NotYourTurn(match.id)  # A person has come back meanwhile, for example.
        return await self.act(match, seat, *stroke)

    def _pace(self, match: Match, seat: Seat) -> float:
        """Seconds from a computer's turn to its action, its thought included.

        They vary by nothing but the match and its version, whatever the computer holds.
        """
        quickest, slowest = (self._computer_delay * factor for factor in PACE)
        if isinstance(_player(match, seat), Thinker) and self._computer_delay:
            quickest = max(quickest, LONGEST_THOUGHT)
            slowest = max(slowest, quickest * PACE[1])
        return Random(f"{match.id}:{match.version}").uniform(quickest, slowest)

    async def move_computer(self, match: Match, seat: Seat) -> Match:
        """Let the computer act in its seat, at once. Raises `Refused`."""
        return await self.act(match, seat, *await self._decide(match, seat))

    async def act_for_computer(
        self, match: Match, seat: Seat, version: int, action: Action
    ) -> Match:
        """Carry out an action in a computer's seat; the choice that it asks for is the computer's.

        Raises as `act` does.
        """
        return await self.act(match, seat, version, action, await self._answer(match, seat, action))

    async def _decide(self, match: Match, seat: Seat) -> _Stroke:
        """What the computer does in a seat: if its team has settled anything, that."""
        version, settled = match.decision(seat), match.current_proposal()
        if settled is not None and settled.agreed and settled.acting == seat:
            action = match.read_action(settled.action)
        else:
            action = await self._choose(match, match.state, seat, match.events, time.monotonic())
        return _Stroke(version, action, await self._answer(match, seat, action))

    async def _answer(self, match: Match, seat: Seat, action: Action) -> Action | None:
        """What the computer chooses when its action asks for a choice.

        In no time: a thought would tell that its hand left one.
        """
        if not action.asks or action not in match.state.legal(seat):
            return None
        state = match.state.copy()
        happened = [(match.version, event) for event in state.apply(seat, action)]
        if not asks(state, seat):
            return None
        return await self._choose(match, state, seat, [*match.events, *happened], -math.inf)

    async def _choose(
        self,
        match: Match,
        state: State,
        seat: Seat,
        events: Sequence[tuple[int, Event]],
        asked: float,
    ) -> Action:
        """What a seat's computer does in `state`, of which it is told what the seat may know."""
        view, legal = state.view(seat), state.legal(seat)
        if not legal:
            raise NotYourTurn(match.id)
        player, since = _player(match, seat), match.seats[seat].since
        told = tuple(event for _, event in seen(events, seat, since))
        if not isinstance(player, Thinker):
            return await asyncio.to_thread(player.choose, view, legal, self._rng, told)
        seed = self._rng.getrandbits(64)
        return await self._thinking.decide(Thought(player, view, tuple(legal), told, seed, asked))

    # Seats whose people are away.

    async def move_absent(self, match: Match, seat: Seat) -> Match:
        """Let the computer move for a person whose time is over; after two in a row, from now on.

        Raises `Refused` if the person has acted after all.
        """
        match.judge(seat, match.decision(seat))
        match = await self.move_computer(match, seat)
        while match.actions[-1][1].prepares:
            match = await self.move_computer(match, seat)
        row = match.seats[seat]
        missed = row.missed + 1
        await self._set_presence(match, row, missed, "late" if missed >= MISSES else row.away)
        return match

    async def take_over(self, match: Match, seat: Seat) -> None:
        """Let the computer play for a person who has left the server, until that person is back."""
        await self._set_presence(match, match.seats[seat], match.seats[seat].missed, "left")

    async def come_back(self, match: Match, seat: Seat) -> None:
        """Note that a person plays, after having been away or late."""
        row = match.seats[seat]
        if row.missed or row.away:
            await self._set_presence(match, row, 0, None)

    async def forfeit(self, match: Match, seat: Seat) -> Match:
        """Give the match up for a person whose time is over."""
        await self._set_presence(match, match.seats[seat], match.seats[seat].missed + 1, None)
        return await self.resign(match, seat)

    async def _set_presence(
        self, match: Match, row: SeatRow, missed: int, away: Literal["late", "left"] | None
    ) -> None:
        async with match.lock:
            new = msgspec.structs.replace(row, missed=missed, away=away)
            computer_due, waiting = match.outlook(new)
            await self._store.save_presence(
                match.id, new, computer_due=computer_due, waiting=waiting
            )
            row.missed, row.away = missed, away

    async def reseat(
        self,
        match: Match,
        seat: Seat,
        tenancy: int,
        user: int | None,
        name: str = "",
        locale: str = "",
    ) -> None:
        """Give a person's seat to somebody else, or to the computer (None). Raises `Refused`.

        `tenancy` says which of the seat's owners is to be replaced.
        """
        async with match.lock:
            old = match.seats[seat]
            match.require_running()
            if old.tenancy != tenancy or old.user is None:
                raise Outdated(match.id)
            if user is not None and match.seat_of(user) is not None:
                raise AlreadySeated(match.id)
            new = SeatRow(seat, user, name, locale, "open", old.pinged, old.reminded)
            new.tenancy, new.since = tenancy + 1, match.version
            computer_due, waiting = match.outlook(new)
            try:
                await self._store.reseat(match.id, new, computer_due=computer_due, waiting=waiting)
            except VersionTaken:
                self._matches.pop(match.id, None)
                raise Outdated(match.id) from None
            match.seats[seat] = new

    async def end(self, match: Match) -> None:
        """End a match before its rules do. Raises `Refused`."""
        async with match.lock:
            match.require_running()
            await self._store.end_match(match.id, utcnow().timestamp())
            match.row = msgspec.structs.replace(match.row, status="ended")

    async def move(self, match: Match, place: int) -> None:
        """Move a match to another channel or thread. Raises `PlaceTaken` or `Refused`."""
        async with match.lock:
            match.require_running()
            await self._store.move_match(match.id, place)
            thread = "none" if match.row.thread == "wanted" else match.row.thread
            match.row = msgspec.structs.replace(match.row, place=place, thread=thread)

    async def resign(self, match: Match, seat: Seat | None) -> Match:
        """Give the match up for a seat, whether it is to act or not. Raises `Refused`."""
        if seat is None:
            raise NotSeated(match.id)
        return await self._carry_out(match, lambda _: seat, Resign())
