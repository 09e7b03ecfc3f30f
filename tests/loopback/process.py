"""A bot in a process of its own, started against the loopback Discord."""

import asyncio
import os
import sys
import tempfile
from typing import Self

from .nursery import ROOT, Forked, Nursery
from .server import TOKEN, Loopback


class BotDied(Exception):
    """The process ended by itself; the message is the end of what it printed."""


class BotProcess:
    """Runs `python -m MODULE ARGS…` through the launcher, as often as it is started.

    With a nursery it is forked there, which takes a fifth of the time.

    As an async context manager it is started on entry and certainly gone after it.
    """

    def __init__(
        self, discord: Loopback, module: str, *args: str, nursery: Nursery | None = None
    ) -> None:
        self._discord = discord
        self._arguments = (discord.url, module, *args)
        self._nursery = nursery
        self._process: asyncio.subprocess.Process | Forked | None = None
        self.struck = False
        """Whether it has been killed since it was started last."""
        self._printed = tempfile.TemporaryFile()  # noqa: SIM115  (lives as long as the object)

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.kill()
        self._printed.close()

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.returncode is None

    def output(self) -> str:
        """Everything it has printed, over all its starts."""
        self._printed.seek(0)
        return self._printed.read().decode(errors="replace")

    async def start(self, within: float = 30.0) -> None:
        """Start and wait until it listens. Raises `BotDied` or `TimeoutError`."""
        before = self._discord.gateway.identified
        self.struck = False
        self._process = await self._started()
        listening = asyncio.ensure_future(
            self._discord.until(
                lambda: self._discord.gateway.identified - before >= self._discord.shards, within
            )
        )
        ended = asyncio.ensure_future(self._process.wait())
        await asyncio.wait({listening, ended}, return_when=asyncio.FIRST_COMPLETED)
        if ended.done():
            listening.cancel()
            raise BotDied(self.output()[-4000:])
        ended.cancel()
        try:
            await listening
        except TimeoutError:
            await self.kill()
            raise

    async def _started(self) -> asyncio.subprocess.Process | Forked:
        if self._nursery is not None:
            return self._nursery.fork(self._arguments, TOKEN, self._printed)
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.loopback.bot", *self._arguments),
            cwd=ROOT,
            env=os.environ | {"DISCORD_TOKEN": TOKEN},
            stdout=self._printed,
            stderr=self._printed,
        )

    def strike(self) -> None:
        """SIGKILL: no chance to tidy up, as when the machine loses its power."""
        assert self._process is not None
        if self.alive and not self.struck:
            self._process.kill()
        self.struck = True

    async def kill(self) -> None:
        """SIGKILL, and wait for the end."""
        assert self._process is not None
        self.strike()
        await self._process.wait()

    async def stop(self, within: float = 5.0) -> int:
        """SIGTERM, and wait for the clean end. Returns the exit status; raises `TimeoutError`."""
        assert self._process is not None
        if self.alive:
            self._process.terminate()
        return await asyncio.wait_for(self._process.wait(), within)
