"""GameManager: the one door to running matches.

A match is opened by replaying its record, changed only here, and written to the store before
its state advances; so memory never holds anything that is not on disk.
"""

import asyncio
import logging
import math
import time
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

import msgspec
from discord.utils import utcnow

from bot.computers import LONG_AGO, Computers
from bot.database import StoreError
from bot.face import Move
from bot.match import (
    AlreadySeated,
    BrokenMatch,
    KnowsCards,
    Match,
    NoSuchMatch,
    NotYourTurn,
    Outdated,
    Refused,
    asks,
    replay,
)
from bot.metrics import ACTIONS
from bot.ratings import NOBODY
from bot.rows import Proposal, SeatRow
from bot.store import Store, VersionTaken
from engine.game import Action, Event, Resign, Seat, State

log = logging.getLogger(__name__)

MISSES = 2
"""How often in a row a seat's time may run out before the computer takes it over."""

OVER_SECONDS = 120.0
"""Seconds after which a match that is over leaves memory. It is read again for a replay."""

CLOSE_EVERY = 5.0
"""Seconds between two looks for the matches that leave memory: with a thousand it takes 1 ms."""

RETRY_DELAYS = (1.0, 5.0, 15.0, 60.0)
"""Seconds between a computer's attempts to act while the database cannot be written."""


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
        self._idle_seconds = idle_seconds
        self._changed = changed
        self._matches: dict[str, Match] = {}
        self._closed = -math.inf  # when those that nobody uses were looked for last
        self._computers = Computers(rng, delay=computer_delay)
        self._moving: dict[str, asyncio.Task[None]] = {}

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
            busy = (
                match.lock.locked()
                or match.showing
                or match_id in self._moving
                or (match.former and not match.over)  # Who has had a seat stands nowhere else.
            )
            limit = min(self._idle_seconds, OVER_SECONDS) if match.over else self._idle_seconds
            if match.touched < now - limit and not busy:
                del self._matches[match_id]

    def forget(self, user: int) -> None:
        """Make a person's seats anonymous in memory, too, after the store has done so."""
        for match in self._matches.values():
            for key in [key for key, old in match.former.items() if old.user == user]:
                del match.former[key]
            seat = match.seat_of(user)
            if seat is not None:
                match.seats[seat] = SeatRow(seat, NOBODY, "", "", dms="closed")
                match.unsaved_seats.pop(seat, None)
                for key in [k for k in match.surfaces if k[0] != "table" and k[1] == seat]:
                    del match.surfaces[key]
                    match.unsaved.pop(key, None)

    async def act(
        self,
        match: Match,
        seat: Seat,
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
        return await self._carry_out(match, seat, version, action, then)

    async def _carry_out(
        self,
        match: Match,
        seat: Seat,
        version: int | None,
        action: Action,
        then: Action | None = None,
    ) -> Match:
        """Carry out an action of a seat's owner; `version` is None for one that is no decision."""
        owner = match.seats[seat].tenancy
        while True:
            async with match.lock:
                match.require_running()
                match.require_owner(seat, owner)
                if version is None:
                    match.require_playing(seat)
                else:
                    match.judge(seat, version)
                steps, at = _steps(match.state, seat, action, then), utcnow().timestamp()
                state = steps[-1].state
                happened = [event for step in steps for event in step.events]
                try:
                    await self._store.append(
                        match.id,
                        match.version,
                        seat,
                        [msgspec.json.encode(step.action) for step in steps],
                        at=at,
                        over=state.over,
                        computer_due=bool(match.computers_to_act(state)),
                        waiting=match.waiting_after(state, seat, at),
                        outcome=match.outcome(state, happened) if state.over else None,
                    )
                except VersionTaken:
                    self._matches.pop(match.id, None)
                else:
                    for step in steps:
                        match.advance(seat, step.action, step.state, step.events, at)
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
        owner = match.seats[seat].tenancy
        async with match.lock:
            match.require_owner(seat, owner)
            match.judge(seat, version)
            if match.settled() is not None:
                raise Outdated(match.id)
            known = match.current_proposal()
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
        owner = match.seats[seat].tenancy
        async with match.lock:
            match.require_owner(seat, owner)
            match.judge(seat, version)
            await self._keep(match, Proposal(version, seat, acting, action, now, agreed=True))

    async def _keep(self, match: Match, proposal: Proposal) -> None:
        computer_due, waiting = match.outlook(proposal)
        await self._store.save_proposal(
            match.id, proposal, computer_due=computer_due, waiting=waiting
        )
        match.proposal = proposal
        for row in match.surfaces.values():
            if row.kind in ("table", "hand"):
                row.shown = -1

    def wake(self, match: Match) -> None:
        """Bring the messages up to date and let the computers act, if they may."""
        self._changed(match)
        if match.computers_to_act() and match.id not in self._moving:
            self._moving[match.id] = asyncio.create_task(
                self._move_computers(match.id), name=f"computer {match.id}"
            )

    async def stop(self) -> None:
        """Let no computer begin another move; they go on at the next start."""
        tasks = list(self._moving.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._computers.close()

    async def _move_computers(self, match_id: str) -> None:
        try:
            await self._move_computers_until_a_person_acts(match_id)
        except BrokenMatch:
            pass  # Set aside and logged where it was opened.
        finally:
            # In the same step as the decision to end, so that no wake-up is missed.
            del self._moving[match_id]

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
        stroke = await self._computers.decide(match, seat, began)
        await asyncio.sleep(began + self._computers.pace(match, seat) - time.monotonic())
        if seat not in match.computers_to_act():
            raise NotYourTurn(match.id)  # A person has come back meanwhile, for example.
        return await self.act(match, *stroke)

    async def move_computer(self, match: Match, seat: Seat) -> Match:
        """Let the computer act in its seat, at once. Raises `Refused`."""
        row, present = match.seats[seat], match.seats[seat].present
        stroke = await self._computers.decide(match, seat, LONG_AGO)
        if match.seats[seat] is not row or row.present != present:
            raise Outdated(match.id)  # Somebody has taken the seat over, or come back, meanwhile.
        return await self.act(match, *stroke)

    async def act_for_computer(
        self, match: Match, seat: Seat, version: int, action: Action
    ) -> Match:
        """Carry out an action in a computer's seat; the choice that it asks for is the computer's.

        Raises as `act` does.
        """
        then = await self._computers.answer(match, seat, action)
        return await self.act(match, seat, version, action, then)

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
        late = {"away": "late"} if missed >= MISSES else {}
        await self._set_presence(match, row, missed=missed, **late)
        return match

    async def take_over(self, match: Match, seat: Seat) -> None:
        """Let the computer play for a person who has left the server, until that person is back."""
        await self._set_presence(match, match.seats[seat], away="left")

    async def offer(self, match: Match, seat: Seat) -> None:
        """Note that a person looks for a substitute, until that person plays on."""
        await self._set_presence(match, match.seats[seat], offered=True)

    async def come_back(self, match: Match, seat: Seat) -> bool:
        """Note that a person plays, after having been away or late, or having offered the seat.

        Returns whether that is new; the caller calls `wake` then. Raises `Refused` if the seat
        goes to somebody else in this moment.
        """
        row = match.seats[seat]
        if not (row.missed or row.away or row.offered):
            return False
        await self._set_presence(match, row, missed=0, away=None, offered=False)
        return True

    async def forfeit(self, match: Match, seat: Seat) -> Match:
        """Give the match up for a person whose time is over.

        Raises `Refused` if the person has acted after all.
        """
        match = await self._carry_out(match, seat, match.decision(seat), Resign())
        row = match.seats[seat]
        await self._set_presence(match, row, missed=row.missed + 1, away=None)
        return match

    # Any: the fields of a row are of several types.
    async def _set_presence(self, match: Match, row: SeatRow, **changed: Any) -> None:
        """Change `missed`, `away` or `offered`; the others stay as they are by then."""
        async with match.lock:
            match.require_owner(row.seat, row.tenancy)
            new = msgspec.structs.replace(row, **changed)
            computer_due, waiting = match.outlook(new)
            await self._store.save_presence(
                match.id, new, computer_due=computer_due, waiting=waiting
            )
            row.missed, row.away, row.offered = new.missed, new.away, new.offered

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

        `tenancy` says which of the seat's owners is to be replaced; somebody else gets the seat
        only while that one offers it.
        """
        async with match.lock:
            old = match.seats[seat]
            match.require_running()
            if old.tenancy != tenancy or old.user is None:
                raise Outdated(match.id)
            if user is not None and match.seat_of(user) is not None:
                raise AlreadySeated(match.id)
            if user is not None and match.has_had_another(user, seat):
                raise KnowsCards(match.id)
            if user is not None and (not old.offered or match.has_resigned(seat)):
                raise Outdated(match.id)
            new = SeatRow(seat, user, name, locale, pinged=old.pinged)
            new.tenancy, new.since = tenancy + 1, match.version
            new.seated_at = utcnow().timestamp()
            computer_due, waiting = match.outlook(new)
            try:
                await self._store.reseat(match.id, new, computer_due=computer_due, waiting=waiting)
            except VersionTaken:
                self._matches.pop(match.id, None)
                raise Outdated(match.id) from None
            match.former[seat, tenancy] = old
            match.seats[seat] = new
            match.to_remind.pop(seat, None)
            proposal = match.proposal
            if proposal is not None and proposal.seat == seat and not proposal.agreed:
                match.proposal = None

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
            if match.row.place == place:
                return
            await self._store.move_match(match.id, place)
            match.row = msgspec.structs.replace(match.row, home=place, place=place, thread="none")

    async def resign(self, match: Match, seat: Seat) -> Match:
        """Give the match up for a seat, whether it is to act or not. Raises `Refused`."""
        return await self._carry_out(match, seat, None, Resign())
