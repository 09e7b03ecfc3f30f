"""The disk under a running bot: full, held by another program, or used by a second bot."""

import asyncio
import sqlite3
import sys
import time
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from .disk import read
from .driver import COMMITTING, Party, Press
from .process import BotDied, BotProcess
from .scene import complaints
from .server import Loopback

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits another process's files")


class Table:
    """Two people at a running match, and the bot's database."""

    def __init__(self, folder: Path, loopback: Loopback) -> None:
        self.config = folder / "config.toml"
        self.config.write_text(
            'database = "matches.db"\nthreads = false\nemojis = false\n', encoding="utf-8"
        )
        self.database = folder / "matches.db"
        self.loopback = loopback
        guild = loopback.guild()
        people = [loopback.user("Ada", guild), loopback.user("Ben", guild)]
        self.party = Party(loopback, loopback.channel(guild), people, Random(1))

    def bot(self) -> BotProcess:
        return BotProcess(self.loopback, "bot", "run", "--config", str(self.config))

    def actions(self) -> int:
        """How many actions are on the disk."""
        (match,) = read(self.database).matches.values()
        return len(match.actions)

    def shown(self) -> str:
        """What everybody sees."""
        return "\n".join(message.text for message in self.party.messages())

    async def commit(self) -> Press:
        """Press on until a press carries the match on, or should."""
        while True:
            press = await self.party.step()
            assert press is not None, "the match is over"
            if press.button.verb in COMMITTING:
                return press

    def complaints(self) -> list[str]:
        """What is wrong with what people see."""
        return complaints(self.loopback, [self.party], read(self.database))

    async def rest(self) -> None:
        """Wait until everybody sees what is on the disk."""
        await self.loopback.until(lambda: not self.complaints(), 20)
        await self.loopback.quiet(1.0)

    async def finish(self) -> None:
        """Play to the end; everything that anybody was told is on the disk."""
        await self.party.play()
        await self.rest()
        (match,) = read(self.database).matches.values()
        assert match.replayed().over
        assert not self.complaints()


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with Loopback() as loopback:
        yield Table(tmp_path, loopback)


def limit_files(process: int, size: int) -> None:
    """From now on no file of another process may grow beyond this size: a full disk."""
    import resource

    resource.prlimit(process, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


async def test_while_the_disk_is_full_nobody_is_told_of_an_action(table: Table) -> None:
    async with table.bot() as bot:
        await table.party.sit_down()
        await table.commit()
        await table.rest()
        before, shown = table.actions(), table.shown()

        journal = table.database.with_name("matches.db-wal").stat().st_size
        limit_files(bot.pid, journal)
        press = await table.commit()
        await table.loopback.quiet(0.5)
        assert press.answer.startswith("That could not be saved, so nothing has changed.")
        assert not press.told
        assert table.actions() == before
        assert table.shown() == shown

        limit_files(bot.pid, -1)
        again = await table.party.press(press.user, press.button, lambda: False)
        assert again.told
        assert table.actions() == before + 1
        await table.finish()
        assert await bot.stop() == 0


async def test_a_press_waits_while_another_program_holds_the_database(table: Table) -> None:
    """For 10 s; it is acknowledged at once, and told of when it is on the disk."""
    async with table.bot() as bot:
        await table.party.sit_down()
        await table.commit()
        await table.rest()
        before, shown = table.actions(), table.shown()

        with closing(sqlite3.connect(table.database, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            began = time.monotonic()
            press = await table.commit()
            assert time.monotonic() - began < 3
            assert not press.answered, "a deferral tells nothing"
            await asyncio.sleep(10 - (time.monotonic() - began))
            assert table.shown() == shown
            assert table.actions() == before
            other.execute("ROLLBACK")
        await table.loopback.until(lambda: table.actions() == before + 1, 5)
        await table.finish()
        assert await bot.stop() == 0


async def test_a_second_bot_on_the_same_data_ends_at_once_in_one_line(table: Table) -> None:
    async with table.bot() as first:
        await table.party.sit_down()
        with pytest.raises(BotDied) as died:
            await table.bot().start()
        assert str(died.value).splitlines() == [
            f"Safehouse already runs on {table.database} (process {first.pid}): stop it first."
        ]
        await table.finish()
