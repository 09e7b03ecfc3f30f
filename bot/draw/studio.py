"""Where pictures are drawn: in processes of their own, so that the event loop is not kept waiting.

In a thread beside it, drawing would hold Python's lock for half of the time, and every answer would
have to wait for it again and again.
"""

import asyncio
import logging
import os
import pickle
import struct
import subprocess
import sys
from asyncio.transports import BaseTransport, SubprocessTransport, WriteTransport
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, cast

from bot.ctrl_c import kept_from_children
from bot.metrics import PICTURES_DRAWN, PICTURES_KEPT

log = logging.getLogger(__name__)

Drawing = Callable[[], bytes]
"""Draws a picture, in whatever thread or process: a function of a module, with its arguments."""

SIZE = struct.Struct(">I")
"""Before each order and each answer: the number of its bytes."""

PATIENCE = 10.0
"""Seconds after which a process is given up: it hangs. Hundreds of pictures do not take so long."""

ROOT = Path(__file__).parents[2]


class Drawn(NamedTuple):
    """The answer of a process."""

    png: bytes | None
    """None if the drawing failed."""
    drawn: int
    kept: int
    """How many pictures were drawn for it, and how many were there already."""


class Gone(Exception):
    """The process has ended, or is given up."""


class _Draughtsman(asyncio.SubprocessProtocol):
    """A process that draws one picture after the other, in the order of the orders."""

    def __init__(self) -> None:
        self._input: WriteTransport | None = None
        self._transport: SubprocessTransport | None = None
        self._waiting: deque[asyncio.Future[Drawn]] = deque()
        self._read = bytearray()
        self.tried = False
        """Whether it has ever answered."""

    @property
    def orders(self) -> int:
        """How many pictures it has yet to draw."""
        return len(self._waiting)

    @property
    def alive(self) -> bool:
        """Whether it takes orders."""
        return self._input is not None and not self._input.is_closing()

    async def draw(self, drawing: Drawing) -> Drawn:
        """The picture. Raises `Gone`."""
        if self._input is None or self._input.is_closing():
            raise Gone
        order = pickle.dumps(drawing)
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Drawn] = loop.create_future()
        self._waiting.append(answer)
        self._input.write(SIZE.pack(len(order)) + order)
        hangs = loop.call_later(PATIENCE, self.kill)
        try:
            return await answer
        finally:
            hangs.cancel()

    def kill(self) -> None:
        """End it at once."""
        if self._transport is not None:
            self._transport.close()

    # What the event loop calls.

    def connection_made(self, transport: BaseTransport) -> None:
        """It has been started."""
        self._transport = cast(SubprocessTransport, transport)
        self._input = cast(WriteTransport, self._transport.get_pipe_transport(0))

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """Some bytes of answers have arrived."""
        self._read += data
        while len(self._read) >= SIZE.size:
            end = SIZE.size + SIZE.unpack_from(self._read)[0]
            if len(self._read) < end:
                return
            answer: Drawn = pickle.loads(self._read[SIZE.size : end])
            del self._read[:end]
            self.tried = True
            waiting = self._waiting.popleft()
            if not waiting.done():
                waiting.set_result(answer)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        """It has ended, or is about to."""
        while self._waiting:
            waiting = self._waiting.popleft()
            if not waiting.done():
                waiting.set_exception(Gone())
                waiting.exception()  # Whoever was to take it may have been stopped.


class Studio:
    """Draws pictures off the event loop: in its processes, and without any in a thread."""

    def __init__(self) -> None:
        self.wanted = 0
        """How many processes there should be."""
        self._staff: list[_Draughtsman] = []
        self._hiring: asyncio.Task[None] | None = None

    async def open(self, processes: int) -> None:
        """Start so many processes. One that ends is replaced, unless it never drew anything."""
        self.wanted = processes
        await self._hire()

    async def close(self) -> None:
        """End the processes. What is still wanted is drawn in threads."""
        self.wanted = 0
        if self._hiring is not None:
            await asyncio.gather(self._hiring, return_exceptions=True)
        for one in self._staff:
            one.kill()
        self._staff.clear()

    async def draw(self, drawing: Drawing) -> bytes:
        """The PNG. Raises what `drawing` raises."""
        self._replace()
        if self._staff:
            try:
                drawn = await min(self._staff, key=lambda one: one.orders).draw(drawing)
            except Gone:
                log.warning("A process that draws pictures has ended; the bot draws on itself.")
            else:
                PICTURES_DRAWN.inc(drawn.drawn)
                PICTURES_KEPT.inc(drawn.kept)
                if drawn.png is not None:
                    return drawn.png
        return await asyncio.to_thread(drawing)

    def _replace(self) -> None:
        """Part with who has ended, and see to it that others come."""
        ended = [one for one in self._staff if not one.alive]
        self._staff = [one for one in self._staff if one.alive]
        for one in ended:
            if not one.tried:
                self.wanted -= 1
                log.warning("A process to draw pictures in does not start; the bot draws itself.")
        if len(self._staff) < self.wanted and (self._hiring is None or self._hiring.done()):
            self._hiring = asyncio.create_task(self._hire(), name="hire who draws")

    async def _hire(self) -> None:
        environment = {name: value for name, value in os.environ.items() if name != "DISCORD_TOKEN"}
        paths = [str(ROOT), *filter(None, [environment.get("PYTHONPATH")])]
        environment["PYTHONPATH"] = os.pathsep.join(paths)
        try:
            while len(self._staff) < self.wanted:
                with kept_from_children():
                    _, one = await asyncio.get_running_loop().subprocess_exec(
                        _Draughtsman,
                        *(sys.executable, "-m", "bot.draw"),
                        stdin=subprocess.PIPE,
                        stdout=subprocess.PIPE,
                        stderr=None,
                        env=environment,
                    )
                self._staff.append(one)
        except OSError as error:
            self.wanted = len(self._staff)
            log.warning("No process can be started to draw in (%s); the bot draws itself.", error)


STUDIO = Studio()
"""That of this process. Until it is opened, it draws in threads."""
