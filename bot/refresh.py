"""One pass over the messages of a match: what lags behind is edited, or posted anew."""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine, Mapping
from functools import partial
from typing import Literal

import msgspec

from bot.database import StoreError
from bot.delivery import Delivery, Failed, Gone, Later, Lost, TooOld
from bot.face import Face, Scene, hand_button
from bot.match import Match
from bot.messages import (
    covered_screen,
    former_hand_screen,
    hand_screen,
    started_screen,
    table_screen,
)
from bot.presence import presence
from bot.rows import SeatRow, SurfaceKey, SurfaceKind, SurfaceRow
from bot.scenes import Scenes
from bot.screen import (
    Composed,
    Row,
    Screen,
    Text,
    compose,
    digest,
    marker,
)
from bot.store import Store
from engine.game import Seat

log = logging.getLogger(__name__)

MAX_THREAD_NAME = 100
"""Discord's limit for a thread's name, in characters."""

POSTING = "posting"
"""How the digest of a message begins that is perhaps on its way: look for it before posting again.

Its nonce follows, by which Discord knows a second attempt to post the same.
"""


async def composed(row: SurfaceRow, screen: Screen) -> Composed:
    """A surface's screen, ready to be sent and to be found again."""
    return await compose(screen, row.owner, marker(row.owner, *row.key))


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
        self._dropped: list[SurfaceRow] = []
        self._seats: dict[Seat, SeatRow] = {}
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
            await self._save()
        except StoreError as error:
            self._failed = error
        return self._failed

    async def _guarded(self, part: Callable[[], Coroutine[None, None, None]]) -> None:
        """One message's trouble must not keep the others from being sent."""
        try:
            await part()
        except Later as error:
            self._failed = error
        except Failed as error:
            log.warning("A message of %s cannot be shown: %s", self._match.id, error)
        except StoreError:
            raise
        except Exception as error:  # the last resort: logged, and tried again
            log.error("A message of %s was not sent", self._match.id, exc_info=error)
            self._failed = error

    async def _save(self) -> None:
        changed, self._match.unsaved = self._match.unsaved, {}
        if not (changed or self._dropped or self._seats):
            return
        try:
            await self._store.save_shown(
                self._match.id,
                list(changed.values()),
                self._dropped,
                list(self._seats.values()),
            )
        except StoreError:
            self._match.unsaved = changed | self._match.unsaved
            raise

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
        row = self._row("table", -1, self._face.page(scene))
        await self._move_table(row)
        await self._show(row, screen, version, self._match.row.place, calls=calls)
        self._table_stands = True

    async def _move_table(self, row: SurfaceRow) -> None:
        """Delete a table that stands elsewhere or is to be posted anew; then it will be posted."""
        match = self._match
        if not match.repost and row.channel in (None, match.row.place):
            return
        try:
            await self._settle(row)
            if row.message is not None and row.channel is not None:
                await self._delivery.delete(row.channel, row.message)
        except Later:
            raise
        except Failed as error:
            log.info("The old table of %s is left alone: %s", match.id, error)
        row.message, row.digest = None, ""
        match.repost = False
        self._link_anew()

    async def _around_table(self) -> None:
        if not self._table_stands:
            return
        scene = await self._scenes.scene(self._match, None)
        await self._guarded(partial(self._retire_pages, scene, self._face.page(scene)))
        await self._guarded(partial(self._call_seats, scene))
        lobby = self._match.surfaces.get(("lobby", -1, 0))
        if lobby is not None:
            await self._guarded(partial(self._finish_lobby, lobby, scene))

    async def _find_lobby(self) -> SurfaceRow | None:
        """The lobby's message, as long as it has not been seen to."""
        row = self._match.surfaces.get(("lobby", -1, 0))
        if row is not None and row.message is None and row.channel is not None:
            await self._adopt(row, row.channel)
        return row

    async def _finish_lobby(self, row: SurfaceRow, scene: Scene) -> None:
        screen = started_screen(self._face, scene)
        if row.message is not None and row.channel is not None and row.digest != digest(screen):
            message = await composed(row, screen)
            if not await self._edit_once(row.channel, row.message, message):
                return
        self._drop(row.key)

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
            if match.row.thread == "wanted":  # else it has just been moved
                match.row = msgspec.structs.replace(match.row, thread=thread, place=place)
                await self._store.set_thread(match.id, thread, place)

    async def _retire_pages(self, scene: Scene, page: int) -> None:
        """Reduce the tables before this page to their summaries; then they are let go."""
        for key, row in list(self._match.surfaces.items()):
            if row.kind != "table" or row.page >= page:
                continue
            await self._settle(row)
            summary = self._face.summary(scene, row.page)
            # Whoever pressed under it has got the summary as the answer.
            shown = row.digest == digest(summary)
            if row.message is not None and row.channel is not None and not shown:
                message = await composed(row, summary)
                if not self._is_free(row.message):
                    continue
                if not await self._edit_once(row.channel, row.message, message):
                    continue
            self._drop(key)

    def _link_anew(self) -> None:
        """Let the private messages be edited, since the table that they link to is gone."""
        for row in self._match.surfaces.values():
            if row.kind in ("hand", "peek"):
                row.digest = ""

    # Calls: one ping for each decision of a seat, by the new table or by a message of its own.

    def _to_call(self) -> dict[Seat, int]:
        """Whom to notify for which decision: who is to decide and has not been told.

        Never the one who acted last: that person is looking.
        """
        match = self._match
        waiting: dict[Seat, int] = {}
        for seat in match.deciding():
            row, decision = match.seats[seat], match.decision(seat)
            if not row.present or row.pinged >= decision:
                continue
            if seat == match.last_actor() or seat in self._silent:
                self._note_called({seat: decision})
            else:
                waiting[seat] = decision
        return waiting

    def _note_called(self, calls: Mapping[Seat, int]) -> None:
        for seat, decision in calls.items():
            row = self._match.seats[seat]
            row.pinged = max(row.pinged, decision)
            self._seats[seat] = row

    async def _call_seats(self, scene: Scene) -> None:
        match, deciding = self._match, self._match.deciding()
        for row in list(match.surfaces.values()):
            current = row.seat in deciding and row.page == match.decision(row.seat)
            if row.kind not in ("ping", "reminder") or current:
                continue
            await self._guarded(partial(self._end_call, row))
        for seat, decision in self._to_call().items():
            row = self._row("ping", seat, decision)
            button = hand_button(self._face, scene.t)
            screen = Screen((Text(self._face.call(scene, seat)), Row((button,))))
            calls = {seat: decision}
            await self._show(row, screen, match.version, match.row.place, calls=calls)
        await self._remind_seats(scene)

    async def _remind_seats(self, scene: Scene) -> None:
        """Call those again, once, whose time is half over."""
        match = self._match
        for seat, decision in list(match.to_remind.items()):
            reminded = match.seats[seat]
            if seat in match.awaited() and match.decision(seat) == decision > reminded.reminded:
                if seat not in self._silent:
                    await self._remind(scene, seat, decision)
                reminded.reminded = decision
                self._seats[seat] = reminded
            match.to_remind.pop(seat, None)

    async def _remind(self, scene: Scene, seat: Seat, decision: int) -> None:
        row = self._row("reminder", seat, decision)
        lines = [self._face.call(scene, seat), *presence(scene)[-1:]]
        button = hand_button(self._face, scene.t)
        screen = Screen((Text("\n".join(lines)), Row((button,))))
        place = self._match.row.place
        await self._show(row, screen, self._match.version, place, calls={seat: decision})

    async def _end_call(self, row: SurfaceRow) -> None:
        await self._settle(row)
        if row.message is not None and row.channel is not None:
            await self._delivery.delete(row.channel, row.message)
        self._drop(row.key)

    # The private messages.

    async def _hand(self, seat: SeatRow) -> None:
        if seat.user is None or (seat.dms == "closed" and not self._match.tries_dms(seat.seat)):
            return
        scene = await self._scenes.scene(self._match, seat.seat)
        version = self._match.version
        if self._match.seats[seat.seat] is not seat:
            return  # It has just gone to somebody else, who alone may see what comes now.
        row = self._row("hand", seat.seat, seat.tenancy)
        try:
            channel = row.channel or await self._delivery.open_dm(seat.user)
            if seat.dms == "closed":
                await self._adopt(row, channel)  # One may be left of the time before.
            if self._match.over or await self._scenes.shows_hand(seat.user):
                screen = hand_screen(self._face, scene, self._match)
            else:
                screen = covered_screen(self._face, scene, self._match)
            await self._show(row, screen, version, channel)
        except Later:
            raise
        except Failed as error:
            log.info("No direct messages to seat %d of %s: %s", seat.seat, self._match.id, error)
            self._drop(row.key)
            if seat.dms == "open":
                self._note_dms(seat, "closed")
                self._unreached(self._match, seat.seat)
        else:
            if seat.dms == "closed":
                self._note_dms(seat, "open")
        self._match.note_dms_tried(seat.seat)

    def _note_dms(self, seat: SeatRow, dms: Literal["open", "closed"]) -> None:
        seat.dms = dms
        self._seats[seat.seat] = seat
        self._again()  # The table says so.

    def _is_former(self, row: SurfaceRow) -> bool:
        """Whether it is a private message of somebody whose seat has gone to another."""
        private = row.kind in ("hand", "peek")
        return private and row.page != self._match.seats[row.seat].tenancy

    async def _former(self, row: SurfaceRow) -> None:
        """Show no hand any more in such a message, and let it go."""
        await self._settle(row)
        scene = await self._scenes.scene(self._match, None)
        message = await composed(row, former_hand_screen(self._face, scene))
        try:
            if row.token is not None and row.message is not None:
                await self._delivery.edit_ephemeral(row.token, row.message, message)
            elif row.message is not None and row.channel is not None:
                await self._delivery.edit(row.channel, row.message, message)
        except Later:
            raise
        except Failed as error:
            log.info("A former private message of %s stays as it is: %s", self._match.id, error)
        self._drop(row.key)

    async def _peek(self, row: SurfaceRow) -> None:
        key = row.key
        if row.token is None or row.message is None or time.time() > (row.expires or 0):
            self._drop(key)
            return
        scene = await self._scenes.scene(self._match, row.seat)
        version = self._match.version
        screen = hand_screen(self._face, scene, self._match)
        shown = digest(screen)
        if shown != row.digest:
            message = await composed(row, screen)
            if not self._is_free(row.message):
                return
            try:
                await self._delivery.edit_ephemeral(row.token, row.message, message)
            except Later:
                raise
            except Failed:
                self._drop(key)
                return
        self._note(row, shown, version)

    # One message.

    def _row(self, kind: SurfaceKind, seat: Seat, page: int) -> SurfaceRow:
        key: SurfaceKey = (kind, seat, page)
        if key not in self._match.surfaces:
            self._match.surfaces[key] = SurfaceRow(self._match.id, kind, seat, page)
        return self._match.surfaces[key]

    def _drop(self, key: SurfaceKey) -> None:
        row = self._match.surfaces.pop(key, None)
        self._match.unsaved.pop(key, None)
        if row is not None:
            self._dropped.append(row)

    def _note(self, row: SurfaceRow, shown: str, version: int) -> None:
        """Remember what a message shows: the digest of its screen, which is of this version."""
        if row.shown > version:
            # A press was answered while this older state was on its way: show the newest again.
            row.digest = ""
            self._again()
            return
        if (row.digest, row.shown) != (shown, version):
            row.digest, row.shown = shown, version
            self._match.unsaved[row.key] = row

    async def _show(
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
            self._note(row, shown, version)
            return
        message = await composed(row, screen)
        if await self._settle(row):
            self._note_called(calls or {})  # It called them when it was posted.
        if row.message is not None and row.channel is not None:
            if not self._is_free(row.message):
                return
            try:
                await self._delivery.edit(row.channel, row.message, message)
            except TooOld:
                await self._delivery.delete(row.channel, row.message)
            except Gone:
                log.info("A message of %s was deleted; posting it again", row.owner)
                if row.kind == "table":
                    self._link_anew()
            else:
                self._note(row, shown, version)
                return
            message = await composed(row, screen)  # The edit has used up the first one.
        is_first = not row.digest.startswith(POSTING)
        await self._post(row, channel, message, calls or {})
        if is_first:
            self._note(row, shown, version)
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
        self._note_called(calls)

    async def _settle(self, row: SurfaceRow) -> bool:
        """Learn how the attempt to post a message ended, if a crash cut it off.

        Returns whether the message was found.
        """
        if row.message is not None or row.channel is None or not row.digest.startswith(POSTING):
            return False
        await self._adopt(row, row.channel)
        return row.message is not None

    async def _adopt(self, row: SurfaceRow, channel: int) -> None:
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
