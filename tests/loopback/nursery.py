"""Bots that start at once: forked from a process that has imported everything before.

Else a test that kills a bot hundreds of times spends most of its time on imports. What such a bot
does, and how it dies, is what one does that was started as a program of its own.
"""

import asyncio
import importlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any, Self

from tests.loopback import bot

ROOT = Path(__file__).resolve().parents[2]

MOST = 4096
"""Bytes of the longest order; the answers are shorter."""

POLL_SECONDS = 0.005
"""How often somebody who waits for the end of a bot looks after it."""


class Nursery:
    """The process that has imported everything; it ends when it is left, its bots go on."""

    def __enter__(self) -> Self:
        self._line, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", __name__, str(theirs.fileno())],
                cwd=ROOT,
                pass_fds=[theirs.fileno()],
            )
        return self

    def __exit__(self, *_: object) -> None:
        self._line.close()
        self._process.wait()

    def fork(self, arguments: Sequence[str], token: str, printed: IO[bytes]) -> "Forked":
        """A bot with these arguments of the launcher, whose output goes into the file."""
        life, held = os.pipe()
        order = [token, *arguments]
        try:
            pid = self._ask(order, [printed.fileno(), held])
        finally:
            os.close(held)
        return Forked(pid, life, self)

    def reap(self, pid: int) -> int:
        """The exit status of a bot that has ended; negative, the signal that it died of."""
        return self._ask(pid, [])

    def _ask(self, order: Any, files: list[int]) -> int:
        socket.send_fds(self._line, [json.dumps(order).encode()], files)
        return int(self._line.recv(MOST))


class Forked:
    """A forked bot, to be used like a process of asyncio's."""

    def __init__(self, pid: int, life: int, nursery: Nursery) -> None:
        self.pid = pid
        self._life = life
        """The end of a pipe whose other end is open for as long as the bot lives."""
        self._nursery = nursery
        self._status: int | None = None

    @property
    def returncode(self) -> int | None:
        """The exit status, None while it runs."""
        if self._status is None and select.select([self._life], [], [], 0)[0]:
            os.close(self._life)
            self._status = self._nursery.reap(self.pid)
        return self._status

    async def wait(self) -> int:
        """Wait for its end. Returns the exit status."""
        while (status := self.returncode) is None:  # noqa: ASYNC110  (asks at once, like `alive`)
            await asyncio.sleep(POLL_SECONDS)
        return status

    def kill(self) -> None:
        """SIGKILL."""
        os.kill(self.pid, signal.SIGKILL)

    def terminate(self) -> None:
        """SIGTERM."""
        os.kill(self.pid, signal.SIGTERM)


def main() -> None:
    """At each order fork a bot, or tell how one has ended. Returns in each bot, and at the end."""
    line = socket.socket(fileno=int(sys.argv[1]))
    from bot.app import COGS
    from engine.registry import GAMES

    for module in ("bot.cli", *COGS, *(cog for _, cog in GAMES.values())):
        importlib.import_module(module)
    while words := socket.recv_fds(line, MOST, 2):
        if not words[0]:
            return
        order, files = json.loads(words[0]), words[1]
        if isinstance(order, int):
            answer = os.waitstatus_to_exitcode(os.waitpid(order, 0)[1])
        elif (answer := os.fork()) == 0:
            line.close()
            os.dup2(files[0], sys.stdout.fileno())
            os.dup2(files[0], sys.stderr.fileno())
            os.close(files[0])
            os.environ["DISCORD_TOKEN"], *sys.argv[1:] = order
            bot.main()
            return
        for file in files:
            os.close(file)
        line.send(str(answer).encode())


if __name__ == "__main__":
    main()
