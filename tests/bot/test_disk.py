"""The disk is full: what could not be written has not happened, and goes on when there is room.

`tests/loopback/test_storage.py` shows the same of a whole bot, with a second program at the
database as well.
"""

from itertools import count, cycle

import pytest

from bot.database import StoreError
from bot.match import Match
from bot.rows import Preferences
from bot.store import Store
from tests.bot.stored import act, manager_on, start

PLENTY = 1_000_000


async def limit(store: Store, pages: int | None = None) -> None:
    """Let the database not grow beyond so many pages; by default not at all."""
    if pages is None:
        ((pages,),) = await store._all("PRAGMA page_count")
    await store._all(f"PRAGMA max_page_count = {pages:d}")


async def act_for_ever(store: Store, matches: list[Match]) -> None:
    """Act in one match after the other."""
    for match in cycle(matches):
        await act(store, match)


async def choose_for_ever(store: Store) -> None:
    """One person after the other chooses a language."""
    for user in count():
        await store.save_preferences(user, Preferences(language="en"))


async def test_an_action_that_finds_no_room_has_not_happened_and_can_be_done_later(
    store: Store,
) -> None:
    matches = [await start(store, channel) for channel in range(60)]
    await limit(store)
    with pytest.raises(StoreError, match=r"database or disk is full.*free space on the disk"):
        await act_for_ever(store, matches)
    # All before it are one action further.
    failed = min(matches, key=lambda match: match.version)
    version = failed.version
    assert len(await store.actions(failed.id)) == version

    await limit(store, PLENTY)
    await act(store, failed)
    assert len(await store.actions(failed.id)) == failed.version == version + 1
    assert (await manager_on(store).open(failed.id)).events == failed.events


async def test_what_is_stored_can_be_read_all_the_while(store: Store) -> None:
    match = await start(store)
    await limit(store)
    with pytest.raises(StoreError):
        await choose_for_ever(store)
    assert (await manager_on(store).open(match.id)).version == 0
    assert (await store.preferences(0)).language == "en"
