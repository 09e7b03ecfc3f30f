"""The messages of one match, each by itself: edited, posted anew, found again, forgotten."""

import logging
import secrets
from collections.abc import Callable, Mapping

from bot.database import StoreError
from bot.delivery import Delivery, Failed, Gone, Later, Lost, TooOld
from bot.match import Match
from bot.rows import SeatRow, SurfaceKey, SurfaceKind, SurfaceRow
from bot.screen import Composed, Screen, compose, digest, marker
from bot.store import Store
from engine.game import Seat

log = logging.getLogger(__name__)

POSTING = "posting"
"""How the digest of a message begins that is perhaps on its way: look for it before posting again.

Its nonce follows, by which Discord knows a second attempt to post the same.
"""


async def composed(row: SurfaceRow, screen: Screen) -> Composed:
    """A surface's screen, ready to be sent and to be found again."""
    return await compose(screen, row.owner, marker(row.owner, *row.key))


class Upkeep:
    """Keeps the messages of a match as they are to be; what has changed is written by `save`."""

    def __init__(
        self,
        match: Match,
        store: Store,
        delivery: Delivery,
        *,
        again: Callable[[], None],
        is_free: Callable[[int], bool],
    ) -> None:
        self._match = match
        self._store = store
        self._delivery = delivery
        self._again = again
        self._is_free = is_free
        self._dropped: list[SurfaceRow] = []

    def row(self, kind: SurfaceKind, seat: Seat, page: int) -> SurfaceRow:
        """The message of this key; a new one is not posted yet."""
        key: SurfaceKey = (kind, seat, page)
        if key not in self._match.surfaces:
            self._match.surfaces[key] = SurfaceRow(self._match.id, kind, seat, page)
        return self._match.surfaces[key]

    def drop(self, row: SurfaceRow) -> None:
        """Forget a message."""
        if self._stands(row):
            del self._match.surfaces[row.key]
            self._match.unsaved.pop(row.key, None)
            self._dropped.append(row)

    def _stands(self, row: SurfaceRow) -> bool:
        """Whether no newer message has taken its place, and it has not been forgotten."""
        return self._match.surfaces.get(row.key) is row

    def note(self, row: SurfaceRow, shown: str, version: int) -> None:
        """Remember what a message shows: the digest of its screen, which is of this version."""
        if version < row.shown <= self._match.version:
            # A press was answered while this older state was on its way: show the newest again.
            row.digest = ""
            self._again()
            return
        if (row.digest, row.shown) != (shown, version):
            row.digest, row.shown = shown, version
            if self._stands(row):
                self._match.unsaved[row.key] = row

    def note_called(self, calls: Mapping[Seat, int]) -> None:
        """Remember which seats have been called to which decisions."""
        for seat, decision in calls.items():
            row = self._match.seats[seat]
            row.pinged = max(row.pinged, decision)
            self.note_seat(row)

    def note_seat(self, row: SeatRow) -> None:
        """Remember that something has changed that is kept of a seat."""
        self._match.unsaved_seats[row.seat] = row

    def link_anew(self) -> None:
        """Let the private messages be edited, since the table that they link to is gone."""
        for row in self._match.surfaces.values():
            if row.kind in ("hand", "peek"):
                row.digest = ""

    async def save(self) -> None:
        """Write down everything that has changed. Raises `StoreError`."""
        changed, self._match.unsaved = self._match.unsaved, {}
        seats, self._match.unsaved_seats = self._match.unsaved_seats, {}
        if not (changed or self._dropped or seats):
            return
        try:
            await self._store.save_shown(
                self._match.id,
                list(changed.values()),
                self._dropped,
                list(seats.values()),
            )
        except StoreError:
            self._match.unsaved = changed | self._match.unsaved
            self._match.unsaved_seats = seats | self._match.unsaved_seats
            raise

    async def show(
        self,
        row: SurfaceRow,
        screen: Screen,
        version: int,
        channel: int,
        *,
        calls: Mapping[Seat, int] | None = None,
    ) -> None:
        """Edit the message, or post it if there is none; a new one calls seats to decisions."""
        shown = digest(screen)
        if row.message is not None and shown == row.digest:
            self.note(row, shown, version)
            return
        message = await composed(row, screen)
        if await self.settle(row):
            self.note_called(calls or {})  # It called them when it was posted.
        if row.message is not None and row.channel is not None:
            # Whoever has pressed in it meanwhile may have begun a choice since, which stays.
            if not self._is_free(row.message) or shown == row.digest:
                return
            try:
                await self._delivery.edit(row.channel, row.message, message)
            except TooOld:
                await self._delivery.delete(row.channel, row.message)
            except Gone:
                log.info("A message of %s was deleted; posting it again", row.owner)
                if row.kind == "table":
                    self.link_anew()
            else:
                self.note(row, shown, version)
                return
            message = await composed(row, screen)  # The edit has used up the first one.
        is_first = not row.digest.startswith(POSTING)
        await self._post(row, channel, message, calls or {})
        if is_first:
            self.note(row, shown, version)
        else:  # It may be the message of the first attempt, which shows an older state.
            row.digest = ""
            self._again()

    async def _post(
        self, row: SurfaceRow, channel: int, message: Composed, calls: Mapping[Seat, int]
    ) -> None:
        """Post a message such that a crash at any moment leaves neither none nor two of it."""
        nonce = row.digest.removeprefix(POSTING) if row.digest.startswith(POSTING) else ""
        nonce = nonce or secrets.token_hex(8)
        row.channel, row.message, row.digest = channel, None, POSTING + nonce
        await self._store.save_surfaces([row])
        users = [user for seat in calls if (user := self._match.seats[seat].user) is not None]
        row.message = await self._delivery.post(channel, message, nonce=nonce, ping=users)
        # Written at the end of the pass; a crash before that finds the message by its marker.
        self._match.unsaved[row.key] = row
        self.note_called(calls)

    async def settle(self, row: SurfaceRow) -> bool:
        """Learn how the attempt to post a message ended, if a crash cut it off.

        Returns whether the message was found.
        """
        if row.message is not None or row.channel is None or not row.digest.startswith(POSTING):
            return False
        await self.adopt(row, row.channel)
        return row.message is not None

    async def _settle_old(self, row: SurfaceRow) -> None:
        """The same for a message that has had its time: it is gone if its channel is."""
        try:
            await self.settle(row)
        except Lost:
            log.info("An old message of %s is gone with its channel", self._match.id)

    async def adopt(self, row: SurfaceRow, channel: int) -> None:
        """Find the message of an attempt whose end nobody saw; remove it if there are several."""
        mark = marker(row.owner, *row.key)
        try:
            found = await self._delivery.find(channel, mark)
        except (Later, Lost):
            raise
        except Failed:
            return  # Without the right to read the history its nonce keeps it from being doubled.
        for double in found[1:]:
            await self._delivery.delete(channel, double)
        if found:
            row.channel, row.message = channel, found[0]

    async def finish(self, row: SurfaceRow, screen: Screen) -> None:
        """Edit a message for the last time, and forget it; not while a press in it is answered."""
        await self._settle_old(row)
        # Whoever pressed in it may have got the same as the answer.
        if row.message is not None and row.channel is not None and row.digest != digest(screen):
            message = await composed(row, screen)
            if not self._is_free(row.message):
                return
            if not await self._edit_once(row.channel, row.message, message):
                return
        self.drop(row)

    async def remove(self, row: SurfaceRow) -> None:
        """Delete a message."""
        await self._settle_old(row)
        if row.message is not None and row.channel is not None:
            await self._delivery.delete(row.channel, row.message)

    async def _edit_once(self, channel: int, message: int, content: Composed) -> bool:
        """Edit a message for the last time; returns whether it need not be looked at again.

        One that may not be edited any more goes, lest its buttons stay.
        """
        try:
            await self._delivery.edit(channel, message, content)
        except TooOld:
            await self._delivery.delete(channel, message)
        except (Gone, Lost):
            log.info("An old message of %s is gone", self._match.id)
        except Later:
            raise
        except Failed as error:
            log.info("An old message of %s stays as it is for now: %s", self._match.id, error)
            return False
        return True
