"""Turn limits: who has to decide is reminded once, and in the end the match goes on without them.

And people who have left the server. Discord tells a bot without privileged intents nothing of that,
so it is asked: when a direct message to somebody is refused, when a reminder is due, and, limit or
not, after a match has waited for somebody for a while, ever more rarely.

Since when a match waits for a person is kept in the database; a decision's time follows from when
it arose, or its seat was taken over, and from the server's setting, so that a restart changes
nothing. One task serves all matches: it sleeps until the earliest moment at which there is
something to do, and ends when no match waits for anybody.
"""

import asyncio
import logging
import math
import time
from collections.abc import Callable

import msgspec
from discord.utils import utcnow

from bot.database import StoreError
from bot.delivery import Delivery, Failed
from bot.manager import GameManager
from bot.match import BrokenMatch, Match, NoSuchMatch, Refused
from bot.scenes import Languages
from bot.store import Store
from engine.game import Seat

log = logging.getLogger(__name__)

LEFT_AFTER = 15 * 60.0
"""After how many seconds of waiting for somebody it is asked whether that person has left.

Again when twice as much has passed, and so on: never for a decision made in time, and about seven
times in the first day.
"""

LONGEST_SLEEP = 3600.0
"""Seconds after which the clock looks up at the latest: the system's may have been set forward."""

RETRY = 60.0
"""Seconds after which it looks again at a match for which nothing could be done."""

SOON = 0.001
"""Seconds after which it looks again at the earliest.

Sums of the same times may be rounded apart, and a simulated clock stands still meanwhile.
"""


def now() -> float:
    """The system's time, in seconds since 1970."""
    return utcnow().timestamp()


class Waiting(msgspec.Struct):
    """A match that waits for a person.

    Its time runs by the system's clock, so that it runs on while the bot is down, but never slower
    than by a clock that nobody can set back.
    """

    guild: int
    since: float
    """When the oldest open decision arose, in seconds since 1970."""
    started: float
    """The same by the monotonic clock."""
    ask_from: float
    """How many seconds after that it is asked whether somebody has left, at the earliest."""
    look: float = 0
    """How many seconds after that there is something to do."""
    ask: dict[tuple[Seat, float], float] = {}
    """For seats and since when they decide, after how many seconds of that it is asked again."""

    @classmethod
    def starting(cls, guild: int, since: float) -> "Waiting":
        """A match that has waited since then."""
        elapsed = max(now() - since, 0)
        return cls(guild, since, time.monotonic() - elapsed, elapsed + LEFT_AFTER)

    @property
    def elapsed(self) -> float:
        """How many seconds it has waited."""
        return max(time.monotonic() - self.started, now() - self.since)


class Clock:
    """Watches the matches that wait for people."""

    def __init__(
        self,
        store: Store,
        manager: GameManager,
        languages: Languages,
        delivery: Delivery,
        changed: Callable[[Match], None],
    ) -> None:
        self._store = store
        self._manager = manager
        self._languages = languages
        self._delivery = delivery
        self._changed = changed
        self._waiting: dict[str, Waiting] = {}
        self._unreached: set[tuple[str, Seat]] = set()
        self._task: asyncio.Task[None] | None = None
        self._wakes: float | None = None  # by the monotonic clock; None while it does not sleep

    async def start(self) -> None:
        """Take up the matches that waited when the bot was stopped."""
        for match_id, guild, since in await self._store.waiting():
            waiting = self._waiting.setdefault(match_id, Waiting.starting(guild, since))
            half = await self._languages.turn_limit(guild) / 2 or math.inf
            waiting.look = min(half, waiting.ask_from)
        self._arm(0)

    def stop(self) -> None:
        """Watch no longer."""
        if self._task is not None:
            self._task.cancel()

    def watch(self, match: Match) -> None:
        """Take notice of a match that has changed."""
        since = match.waiting()
        if since is None:
            self._waiting.pop(match.id, None)
            return
        known = self._waiting.get(match.id)
        if known is None or known.since != since:
            asked = {} if known is None else known.ask
            self._waiting[match.id] = known = Waiting.starting(match.row.guild, since)
            known.ask = asked
            limit = self._languages.known_turn_limit(match.row.guild)
            known.look = 0 if limit is None else min(limit / 2 or math.inf, known.ask_from)
        self._arm(known.look - known.elapsed)

    def look_for(self, match: Match, seat: Seat) -> None:
        """Ask whether somebody has left whom a direct message does not reach."""
        self._unreached.add((match.id, seat))
        self._arm(0)

    async def settings_changed(self, guild: int) -> None:
        """Take notice of a server's new settings, and show them at its tables."""
        for match_id, waiting in list(self._waiting.items()):
            if waiting.guild == guild:
                waiting.look = 0
                try:
                    self._changed(await self._manager.open(match_id))
                except (BrokenMatch, NoSuchMatch):
                    self._forget(match_id, waiting)
        self._arm(0)

    def _arm(self, seconds: float) -> None:
        """See to it that the task looks up after so many seconds at the latest."""
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run(), name="clock")
        elif self._wakes is not None and time.monotonic() + seconds < self._wakes:
            self._task.cancel()
            self._task = asyncio.create_task(self._run(), name="clock")

    async def _run(self) -> None:
        while self._waiting or self._unreached:
            while self._unreached:
                await self._look_for(*self._unreached.pop())
            if not self._waiting:
                return
            seconds = min(waiting.look - waiting.elapsed for waiting in self._waiting.values())
            if seconds > 0:
                self._wakes = time.monotonic() + min(seconds, LONGEST_SLEEP)
                try:
                    await asyncio.sleep(min(seconds, LONGEST_SLEEP))
                finally:
                    self._wakes = None
            for match_id, waiting in list(self._waiting.items()):
                if waiting.look <= waiting.elapsed:
                    await self._look_at(match_id, waiting)

    async def _look_for(self, match_id: str, seat: Seat) -> None:
        try:
            match = await self._manager.open(match_id)
            if not match.over and match.seats[seat].away != "left":
                await self._has_left(match, seat)
        except (NoSuchMatch, BrokenMatch, Refused):
            pass  # Nobody waits there any more.
        except StoreError as error:
            log.warning("Who has left %s could not be noted: %s", match_id, error)
        except Exception:  # the last resort: the other matches must not wait for ever
            log.exception("Who has left %s could not be noted", match_id)

    async def _look_at(self, match_id: str, waiting: Waiting) -> None:
        waiting.look = math.inf  # Whoever changes the limit from here on has it looked at again.
        try:
            limit = await self._languages.turn_limit(waiting.guild)
            await self._look(await self._manager.open(match_id), waiting, limit)
        except (NoSuchMatch, BrokenMatch):
            self._forget(match_id, waiting)  # The manager has set it aside and said so.
        except Refused:
            waiting.look = waiting.elapsed + RETRY  # Somebody has acted in this moment.
        except StoreError as error:
            log.warning("The time of %s is looked at again in a minute: %s", match_id, error)
            waiting.look = waiting.elapsed + RETRY
        except Exception:  # the last resort: the other matches must not wait for ever
            log.exception("The time of %s is looked at again in an hour", match_id)
            waiting.look = waiting.elapsed + LONGEST_SLEEP

    def _forget(self, match_id: str, waiting: Waiting) -> None:
        if self._waiting.get(match_id) is waiting:
            del self._waiting[match_id]

    async def _look(self, match: Match, waiting: Waiting, limit: float) -> None:
        """Do what is due in a match, and note when there will be something to do again."""
        if not match.awaited():
            self._forget(match.id, waiting)
        limit_since = await self._languages.limit_since(match.row.guild)
        for seat in match.awaited():
            since = match.since(seat)
            elapsed = waiting.elapsed - (since - waiting.since)
            used = elapsed - max(limit_since - since, 0)
            if limit and used >= limit:
                waiting.look = 0  # The match may wait for somebody else since then.
                await self._time_over(match, seat)
                return
            decision = match.decision(seat)
            ask = waiting.ask.get((seat, since), LEFT_AFTER)
            ask = max(ask, waiting.ask_from - waiting.elapsed + elapsed)
            remind = math.inf
            if limit and match.seats[seat].reminded < decision:
                remind = limit / 2
            if elapsed >= ask or used >= remind:
                if await self._has_left(match, seat):
                    waiting.look = 0
                    return
                waiting.ask[seat, since] = ask = 2 * elapsed
            if used >= remind:
                match.to_remind[seat], remind = decision, math.inf
                self._changed(match)
            left = min(ask - elapsed, min(remind, limit or math.inf) - used)
            waiting.look = min(waiting.look, waiting.elapsed + max(left, SOON))

    async def _time_over(self, match: Match, seat: Seat) -> None:
        try:
            if await self._languages.forfeits(match.row.guild):
                await self._manager.forfeit(match, seat)
            else:
                await self._manager.move_absent(match, seat)
        finally:  # What has been written counts, even if the rest could not be.
            self._manager.wake(await self._manager.open(match.id))

    async def _has_left(self, match: Match, seat: Seat) -> bool:
        """Whether a person has left the server; then the match goes on without that person.

        By the server's rule, as if that person's time had been over twice.
        """
        user = match.seats[seat].user
        try:
            if user is None or await self._delivery.is_member(match.row.guild, user):
                return False
        except Failed as error:
            log.info("Whether seat %d of %s has left is not known: %s", seat, match.id, error)
            return False
        if match.seats[seat].user != user:
            return False  # Somebody has taken the seat over meanwhile.
        try:
            await self._manager.take_over(match, seat)
            if await self._languages.forfeits(match.row.guild):
                await self._manager.resign(match, seat)
        finally:
            self._manager.wake(await self._manager.open(match.id))
        return True
