"""One pass over the messages of a match: what lags behind is edited, or posted anew."""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Literal

import msgspec

from bot.database import StoreError
from bot.delivery import Delivery, Failed, Later, Lost
from bot.face import Face, Scene, hand_button
from bot.match import Match
from bot.messages import (
    direct_screen,
    former_hand_screen,
    hand_screen,
    started_screen,
    table_screen,
)
from bot.presence import deadline
from bot.rows import SeatRow, SurfaceRow
from bot.scenes import Scenes
from bot.screen import Row, Screen, Text, digest
from bot.store import PlaceTaken, Store
from bot.upkeep import Upkeep, composed
from engine.game import Seat

log = logging.getLogger(__name__)

MAX_THREAD_NAME = 100
"""Discord's limit for a thread's name, in characters."""


class Refresh:
    """One pass over the messages of a match."""

    def __init__(
        self,
        match: Match,
        face: Face,
        store: Store,
        delivery: Delivery,
        scenes: Scenes,
        *,
        again: Callable[[], None],
        is_free: Callable[[int], bool],
        unreached: Callable[[Match, Seat], None],
    ) -> None:
        self._match = match
        self._face = face
        self._store = store
        self._delivery = delivery
        self._scenes = scenes
        self._again = again
        self._is_free = is_free
        self._unreached = unreached
        self._upkeep = Upkeep(match, store, delivery, again=again, is_free=is_free)
        self._failed: Exception | None = None
        self._table_stands = False
        self._silent: set[Seat] = set()

    async def run(self) -> Exception | None:
        """Bring every message up to date; returns what should be tried again later, if anything."""
        match = self._match
        try:
            self._silent = await self._scenes.silent(match)
            # First, since the private messages link to it.
            await self._guarded(self._table)
            await asyncio.gather(
                self._guarded(self._around_table),
                *(self._guarded(partial(self._hand, row)) for row in match.humans()),
                *(
                    self._guarded(
                        partial(self._former if self._is_former(row) else self._peek, row)
                    )
                    for row in list(match.surfaces.values())
                    if row.kind == "peek" or self._is_former(row)
                ),
            )
            await self._upkeep.save()
        except StoreError as error:
            self._failed = error
        return self._failed

    async def _guarded(self, part: Callable[[], Coroutine[None, None, None]]) -> None:
        """One message's trouble must not keep the others from being sent."""
        try:
            await part()
        except (Later, StoreError) as error:
            self._failed = error
        except Failed as error:
            log.warning("A message of %s cannot be shown: %s", self._match.id, error)
        except Exception as error:  # the last resort: logged, and tried again
            log.error("A message of %s was not sent", self._match.id, exc_info=error)
            self._failed = error

    # The public messages: the table, the pages before it, the calls.

    async def _table(self) -> None:
        match = self._match
        try:
            await self._show_table()
            trouble = None
        except Later:
            raise
        except Lost:
            trouble = "lost"
        except Failed as error:
            log.warning("The table of %s cannot be shown: %s", match.id, error)
            trouble = "denied"
        if match.trouble != trouble:
            match.trouble = trouble
            self._again()  # The players are told in their private messages.

    async def _show_table(self) -> None:
        await self._make_thread(await self._find_lobby())
        scene = await self._scenes.scene(self._match, None)
        version, calls = self._match.version, self._to_call()
        screen = table_screen(self._face, scene)
        row = self._upkeep.row("table", -1, self._face.page(scene))
        await self._move_table(row)
        await self._upkeep.show(row, screen, version, self._match.row.place, calls=calls)
        self._table_stands = True

    async def _move_table(self, row: SurfaceRow) -> None:
        """Delete a table that stands elsewhere or is to be posted anew; then it will be posted."""
        match = self._match
        if not match.repost and row.channel in (None, match.row.place):
            return
        if row.message is not None and not self._is_free(row.message):
            return  # The answer to a press is an edit of it.
        try:
            await self._upkeep.remove(row)
        except Later:
            raise
        except Failed as error:
            log.info("The old table of %s is left alone: %s", match.id, error)
        row.message, row.digest = None, ""
        match.repost = False
        self._upkeep.link_anew()

    async def _around_table(self) -> None:
        if not self._table_stands:
            return
        scene = await self._scenes.scene(self._match, None)
        await self._guarded(partial(self._retire_pages, scene, self._face.page(scene)))
        await self._guarded(partial(self._call_seats, scene))
        lobby = self._match.surfaces.get(("lobby", -1, 0))
        if lobby is not None:
            screen = started_screen(self._face, scene)
            await self._guarded(partial(self._upkeep.finish, lobby, screen))

    async def _find_lobby(self) -> SurfaceRow | None:
        """The lobby's message, as long as it has not been seen to."""
        row = self._match.surfaces.get(("lobby", -1, 0))
        if row is not None and row.message is None and row.channel is not None:
            try:
                await self._upkeep.adopt(row, row.channel)
            except Lost:
                log.info("The lobby of %s is gone with its channel", self._match.id)
        return row

    async def _make_thread(self, lobby: SurfaceRow | None) -> None:
        """Open the match's thread at the message of its lobby."""
        match = self._match
        if match.row.thread != "wanted":
            return
        scene = await self._scenes.scene(match, None)
        title = self._face.title(scene.t, match.options)
        place, thread = match.row.home, "none"
        if lobby is not None and lobby.message is not None:
            try:
                name = f"{title} · {match.id}"[:MAX_THREAD_NAME]
                place = await self._delivery.make_thread(match.row.home, lobby.message, name)
                thread = "made"
            except (Later, Lost):
                raise
            except Failed as error:
                log.info("No thread for %s, the match stays in its channel: %s", match.id, error)
        async with match.lock:
            if match.row.thread != "wanted":
                return  # It has just been moved.
            try:
                await self._store.set_thread(match.id, thread, place)
            except PlaceTaken as taken:  # Somebody had made the thread, and played there.
                log.info("%s stays in its channel: its thread has %s", match.id, taken.owner)
                place, thread = match.row.home, "none"
                await self._store.set_thread(match.id, thread, place)
            match.row = msgspec.structs.replace(match.row, thread=thread, place=place)

    async def _retire_pages(self, scene: Scene, page: int) -> None:
        """Reduce the tables before this page to their summaries; then they are let go."""
        for row in list(self._match.surfaces.values()):
            if row.kind != "table" or row.page >= page:
                continue
            await self._upkeep.finish(row, self._face.summary(scene, row.page))

    # Calls: one ping for each decision of a seat, by the new table or by a message of its own.

    def _to_call(self) -> dict[Seat, int]:
        """Whom to notify for which decision: who is to decide and has not been told.

        Never the one who acted last: that person is looking, unless late, when the computer acted.
        """
        match = self._match
        waiting: dict[Seat, int] = {}
        for seat in match.deciding():
            row, decision = match.seats[seat], match.decision(seat)
            if not row.present or row.pinged >= decision:
                continue
            looking = seat == match.last_actor and not row.missed
            if looking or seat in self._silent:
                self._upkeep.note_called({seat: decision})
            else:
                waiting[seat] = decision
        return waiting

    async def _call_seats(self, scene: Scene) -> None:
        match, awaited = self._match, self._match.awaited()
        for row in list(match.surfaces.values()):
            if row.kind not in ("ping", "reminder"):
                continue
            past = row.page != match.decision(row.seat) or self._is_former_owners(row)
            if row.seat not in awaited or past:
                await self._guarded(partial(self._end_call, row))
            elif row.message is not None:  # The seat may be somebody else's, the limit another.
                await self._guarded(partial(self._call, scene, row))
        for seat, decision in self._to_call().items():
            await self._call(scene, self._upkeep.row("ping", seat, decision))
        await self._remind_seats(scene)

    def _is_former_owners(self, row: SurfaceRow) -> bool:
        """Whether it is a reminder of somebody whose seat, and with it the time, is another's."""
        posted = row.kind == "reminder" and row.message is not None
        return posted and self._match.seats[row.seat].reminded < row.page

    async def _remind_seats(self, scene: Scene) -> None:
        """Call those again, once, whose time is half over."""
        match = self._match
        for seat, decision in list(match.to_remind.items()):
            reminded = match.seats[seat]
            if seat in match.awaited() and match.decision(seat) == decision > reminded.reminded:
                if seat not in self._silent:
                    await self._call(scene, self._upkeep.row("reminder", seat, decision))
                reminded.reminded = decision
                self._upkeep.note_seat(reminded)
            match.to_remind.pop(seat, None)

    async def _call(self, scene: Scene, row: SurfaceRow) -> None:
        """Call a seat to its decision; a reminder also says how long there is time."""
        lines = [self._face.call(scene, row.seat)]
        if row.kind == "reminder" and scene.deadline is not None:
            lines.append(deadline(scene, scene.deadline))
        screen = Screen((Text("\n".join(lines)), Row((hand_button(self._face, scene.t),))))
        version, place = self._match.version, self._match.row.place
        await self._upkeep.show(row, screen, version, place, calls={row.seat: row.page})

    async def _end_call(self, row: SurfaceRow) -> None:
        await self._upkeep.remove(row)
        self._upkeep.drop(row)

    # The private messages.

    async def _hand(self, seat: SeatRow) -> None:
        if seat.user is None or (seat.dms == "closed" and not self._match.tries_dms(seat.seat)):
            return
        scene = await self._scenes.scene(self._match, seat.seat)
        version = self._match.version
        if self._match.seats[seat.seat] is not seat:
            return  # It has just gone to somebody else, who alone may see what comes now.
        row = self._upkeep.row("hand", seat.seat, seat.tenancy)
        try:
            channel = row.channel or await self._delivery.open_dm(seat.user)
            if seat.dms == "closed":
                await self._upkeep.adopt(row, channel)  # One may be left of the time before.
            screen = direct_screen(self._face, scene, self._match)
            await self._upkeep.show(row, screen, version, channel)
        except Later:
            raise
        except Failed as error:
            log.info("No direct messages to seat %d of %s: %s", seat.seat, self._match.id, error)
            self._upkeep.drop(row)
            if seat.dms == "open":
                self._note_dms(seat, "closed")
                self._unreached(self._match, seat.seat)
        else:
            if seat.dms == "closed":
                self._note_dms(seat, "open")
        self._match.note_dms_tried(seat.seat)

    def _note_dms(self, seat: SeatRow, dms: Literal["open", "closed"]) -> None:
        seat.dms = dms
        self._upkeep.note_seat(seat)
        self._again()  # The table says so.

    def _is_former(self, row: SurfaceRow) -> bool:
        """Whether it is a private message of somebody whose seat has gone to another."""
        private = row.kind in ("hand", "peek")
        return private and row.page != self._match.seats[row.seat].tenancy

    async def _former(self, row: SurfaceRow) -> None:
        """Show no hand any more in such a message, and let it go."""
        await self._upkeep.settle(row)
        old = self._match.former.get((row.seat, row.page))
        t = await self._scenes.translator(self._match, old)
        scene = await self._scenes.scene(self._match, None, t)
        message = await composed(row, former_hand_screen(self._face, scene))
        if row.message is not None and not self._is_free(row.message):
            return  # The answer to a press would show the hand again.
        try:
            if row.token is not None and row.message is not None:
                await self._delivery.edit_ephemeral(row.token, row.message, message)
            elif row.message is not None and row.channel is not None:
                await self._delivery.edit(row.channel, row.message, message)
        except Later:
            raise
        except Failed as error:
            log.info("A former private message of %s stays as it is: %s", self._match.id, error)
        self._upkeep.drop(row)

    async def _peek(self, row: SurfaceRow) -> None:
        if row.token is None or row.message is None or time.time() > (row.expires or 0):
            self._upkeep.drop(row)
            return
        scene = await self._scenes.scene(self._match, row.seat)
        version = self._match.version
        if self._is_former(row):
            return  # As above.
        screen = hand_screen(self._face, scene, self._match)
        shown = digest(screen)
        if shown != row.digest:
            message = await composed(row, screen)
            if not self._is_free(row.message) or shown == row.digest:
                return
            try:
                await self._delivery.edit_ephemeral(row.token, row.message, message)
            except Later:
                raise
            except Failed:
                self._upkeep.drop(row)
                return
        self._upkeep.note(row, shown, version)
