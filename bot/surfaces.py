"""Surfaces: the messages of a match as projections of its state.

`refresh` brings everything that a match shows up to date: it renders each message from the newest
view and edits it, or posts it anew. One refresh a match runs at a time, as a task that ends when
nothing lags behind; so many quick actions become one edit, and a message that a crash has left
behind is mended by the next refresh.
"""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import contextmanager
from itertools import islice

import discord

from bot.delivery import Delivery
from bot.face import Face
from bot.match import Match
from bot.messages import direct_screen, hand_screen, table_screen
from bot.metrics import REFRESH_FAILURES
from bot.refresh import Refresh
from bot.rows import SeatRow, SurfaceRow
from bot.scenes import Scenes
from bot.screen import Screen, digest, mark_of, marker
from bot.store import Store
from engine.game import Seat

log = logging.getLogger(__name__)

RETRY_DELAYS = (2.0, 5.0, 15.0, 60.0, 300.0)
"""Seconds before an unsent message is tried again; after the last, at the next change."""

AT_ONCE = 64
"""How many matches are being brought up to date at any moment.

Discord takes 50 requests a second, so more would only wait: each of their messages as a task, with
its picture, instead of the match as it is.
"""

AT_LEAST = 4
"""How many it is while very many presses are being answered: the answers come first."""

TOKEN_SECONDS = 14 * 60
"""How long an ephemeral message is kept up to date; Discord's limit is 15 minutes."""


class Surfaces:
    """Keeps the messages of all matches up to date."""

    def __init__(
        self,
        store: Store,
        delivery: Delivery,
        scenes: Scenes,
        faces: dict[str, Face],
        unreached: Callable[[Match, Seat], None],
    ) -> None:
        self._store = store
        self._delivery = delivery
        self._scenes = scenes
        self._faces = faces
        self._unreached = unreached  # is told whom a direct message did not reach
        self._running: dict[str, asyncio.Task[None]] = {}
        self._outdated: dict[str, Match] = {}
        self._failures: dict[str, int] = {}
        self._retries: dict[str, asyncio.Task[None]] = {}
        self._answering: Counter[int] = Counter()
        self._passed_over: set[int] = set()

    def refresh(self, match: Match) -> None:
        """See to it that everything shown of the match becomes up to date."""
        # The newest object counts: a match may have been read anew while another is being shown.
        self._outdated[match.id] = match
        match.showing = True
        self._begin()

    def repost_table(self, match: Match) -> None:
        """The same, and post the table anew at the end of its channel."""
        match.repost = True
        self.refresh(match)

    def look_for_table(self, match: Match) -> None:
        """The same, and post the table anew if it has been deleted: Discord does not tell."""
        for row in match.surfaces.values():
            if row.kind == "table" and row.message is not None:
                row.digest = ""
        self.refresh(match)

    async def at_rest(self, match_id: str) -> None:
        """Wait until no refresh of the match is running."""
        while match_id in self._running or match_id in self._outdated:
            await asyncio.wait(self._running.values(), return_when=asyncio.FIRST_COMPLETED)

    async def stop(self) -> None:
        """End every refresh; what lags behind is seen to at the next start."""
        self._outdated.clear()
        tasks = [*self._running.values(), *self._retries.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _begin(self) -> None:
        """Begin with as many matches as may be shown at once, first who has waited longest."""
        free = max(AT_LEAST, AT_ONCE - len(self._answering)) - len(self._running)
        if free <= 0:
            return
        waiting = (match_id for match_id in self._outdated if match_id not in self._running)
        for match_id in list(islice(waiting, free)):
            self._running[match_id] = asyncio.create_task(
                self._work(match_id), name=f"refresh {match_id}"
            )

    async def _work(self, match_id: str) -> None:
        try:
            match = self._outdated.pop(match_id)
            while await self._show(match):
                match = self._outdated.pop(match_id, match)
        finally:
            # In the same step, so that no wish is missed that came meanwhile.
            del self._running[match_id]
            self._begin()

    async def _show(self, match: Match) -> bool:
        """Make one pass; returns whether it has left something that can be done at once."""
        unfinished = False

        def again() -> None:
            nonlocal unfinished
            unfinished = True

        refresh = Refresh(
            match,
            self._faces[match.row.game],
            self._store,
            self._delivery,
            self._scenes,
            again=again,
            is_free=self._is_free,
            unreached=self._unreached,
        )
        try:
            failed = await refresh.run()
            if failed is None:
                self._failures.pop(match.id, None)
            else:
                self._again(match, failed)
        finally:
            waits = match.id in self._outdated or match.id in self._retries
            match.showing = unfinished or waits
        return unfinished

    def _again(self, match: Match, error: Exception) -> None:
        """Try a failed refresh again after a while, but not for ever."""
        REFRESH_FAILURES.inc()
        if match.id in self._retries:
            return
        failures = self._failures.get(match.id, 0)
        if failures == len(RETRY_DELAYS):
            log.error("Giving up on the messages of %s until it changes: %s", match.id, error)
            self._failures.pop(match.id)
            return
        log.warning("A message of %s could not be sent yet: %s", match.id, error)
        self._failures[match.id] = failures + 1
        self._retries[match.id] = asyncio.create_task(
            self._retry(match, RETRY_DELAYS[failures]), name=f"retry {match.id}"
        )

    async def _retry(self, match: Match, delay: float) -> None:
        await asyncio.sleep(delay)
        del self._retries[match.id]
        self.refresh(self._outdated.get(match.id, match))

    # What a press shows at once. The press is answered by editing its own message; the refresh
    # then finds that message up to date and sees to the others.

    @contextmanager
    def answering(self, match: Match, message: discord.Message | None) -> Generator[None]:
        """While a press is answered by an edit of its message, no refresh touches that message.

        Two edits on their way at once may arrive in either order, and the bot may die before it
        knows which was the last.
        """
        pressed = 0 if message is None else message.id
        self._answering[pressed] += 1
        try:
            yield
        finally:
            self._answering[pressed] -= 1
            if not self._answering[pressed]:
                del self._answering[pressed]
                self._begin()
            if pressed in self._passed_over:
                self._passed_over.discard(pressed)
                self.refresh(self._outdated.get(match.id, match))

    def _is_free(self, message: int) -> bool:
        """Whether a refresh may touch a message now; if not, one follows when it may."""
        if message not in self._answering:
            return True
        self._passed_over.add(message)
        return False

    def surface_at(self, match: Match, message: discord.Message) -> SurfaceRow | None:
        """The surface that a message is, if it still is one.

        A message that can be pressed has been posted, even if a crash came before that was noted.
        """
        for row in match.surfaces.values():
            if row.message is None and mark_of(message.components) == marker(row.owner, *row.key):
                row.channel, row.message = message.channel.id, message.id
            if row.message == message.id:
                return row
        return None

    async def screen(self, match: Match, row: SurfaceRow) -> Screen:
        """What a surface shows now."""
        face = self._faces[match.row.game]
        if row.kind == "table":
            scene = await self._scenes.scene(match, None)
            if face.page(scene) != row.page:
                return face.summary(scene, row.page)
            return table_screen(face, scene)
        return await self.hand(match, row.seat, stays=row.kind == "hand")

    async def hand(
        self, match: Match, seat: Seat, choice: str = "", *, stays: bool = False
    ) -> Screen:
        """A seat's private message.

        Where it `stays` after the press, it is covered for who wants to see it only on a press.
        """
        scene = await self._scenes.scene(match, seat)
        shown = direct_screen if stays else hand_screen
        return shown(self._faces[match.row.game], scene, match, choice)

    async def note_shown(self, match: Match, row: SurfaceRow, screen: Screen, version: int) -> None:
        """Remember that a press has been answered with this screen of `version`."""
        row.digest, row.shown = digest(screen), max(row.shown, version)
        if match.surfaces.get(row.key) is row:
            match.unsaved[row.key] = row
        if match.version != version:
            self.refresh(match)

    async def note_peek(
        self,
        match: Match,
        sitter: SeatRow,
        channel: int,
        message: int,
        token: str,
        screen: Screen,
    ) -> None:
        """Remember an ephemeral hand, to keep it up to date while its token lives.

        `sitter` is who it was made for; the seat may have gone to somebody else since.
        """
        row = SurfaceRow(
            owner=match.id,
            kind="peek",
            seat=sitter.seat,
            page=sitter.tenancy,
            channel=channel,
            message=message,
            shown=match.version,
            digest=digest(screen),
            token=token,
            expires=time.time() + TOKEN_SECONDS,
        )
        match.surfaces[row.key] = row
        await self._store.save_surfaces([row])
