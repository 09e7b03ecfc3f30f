"""Where hard computer opponents think: in processes of their own, apart from the event loop.

A worker imports this module and the rules, and nothing of Discord.
"""

import asyncio
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from random import Random
from typing import Any

import msgspec

from bot.ctrl_c import kept_from_children
from engine.game import Action
from engine.players.budget import Thinker

log = logging.getLogger(__name__)

PATIENCE = 30.0
"""Seconds after which a thought is given up: its worker hangs. Hundreds that are asked for at the
same moment do not take so long, as all but the first have no time left."""

NICENESS = 10
"""By how much workers stand back behind the bot and everything else on the machine.

That is for the least of a thought, which must be done even where every core is busy.
"""

LEISURE = 19
"""The niceness for the rest of it: the greatest there is.

Less, and people who press wait noticeably longer beside a thought. To run on idle cores alone
(SCHED_IDLE) would spare them little more, but where no core is idle a thought would end seconds
late, as it cannot even see that its time is over.
"""


class Thought(msgspec.Struct, frozen=True):
    """A decision to be made: all that a worker gets."""

    player: Thinker
    view: Any  # the game's own view, as the player's seat has it
    legal: tuple[Action, ...]
    seen: tuple[Any, ...]  # the game's own events, as the seat has seen them
    seed: int
    asked: float
    """When, by the monotonic clock, which all processes of a machine share."""

    def decide(self, at_ease: Callable[[], None] | None = None) -> Action:
        """The player's choice. What has passed since it was asked is lost to its thought.

        `at_ease` is called when it has thought the least that it must.
        """
        player: Any = self.player.hurried(time.monotonic() - self.asked, at_ease)
        return player.choose(self.view, self.legal, Random(self.seed), self.seen)


class _Pool:
    """Workers that live until they are closed, or until the bot ends in whatever way."""

    def __init__(self, workers: int) -> None:
        context = get_context("spawn")
        # Nothing is ever sent. Once the bot's end is closed, be it by SIGKILL, the workers end.
        theirs, self._life = context.Pipe(duplex=False)
        self._theirs = theirs  # kept for the workers that are started later
        self.executor = ProcessPoolExecutor(workers, context, _prepare, (theirs,))

    def close(self) -> None:
        """End the workers at once, in the middle of a thought or not."""
        self.executor.shutdown(wait=False, cancel_futures=True)
        self._life.close()


class Thinking:
    """Lets hard opponents think. The processes are started with the first thought."""

    def __init__(self, workers: int | None = None) -> None:
        # One core is left to the bot.
        self._workers = workers or max(1, (os.cpu_count() or 1) - 1)
        self._pool: _Pool | None = None

    async def decide(self, thought: Thought) -> Action:
        """What a player decides; if there is no other way, in haste and in this process."""
        pool = None
        try:
            pool = self._pool = self._pool or _Pool(self._workers)
            with kept_from_children():
                deciding = asyncio.get_running_loop().run_in_executor(
                    pool.executor, _think, thought
                )
            async with asyncio.timeout(PATIENCE):
                return await deciding
        except (BrokenExecutor, OSError) as error:  # TimeoutError is an OSError
            self._give_up(pool, error)
        hurried = msgspec.structs.replace(thought, asked=float("-inf"))
        return await asyncio.to_thread(hurried.decide)

    def _give_up(self, pool: _Pool | None, error: Exception) -> None:
        """Part with a pool that does not work, unless another decision has done so already."""
        if pool is not self._pool:
            return
        reason = str(error) or type(error).__name__
        log.warning(
            "A computer opponent could not think in a process of its own (%s). It has decided in "
            "haste, and the next one gets a new process.",
            reason,
        )
        self.close()

    def close(self) -> None:
        """End every process, without waiting for thoughts."""
        if self._pool is not None:
            self._pool.close()
            self._pool = None


def _prepare(life: Connection) -> None:
    """Make a worker of a process that has just been started."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the bot's to answer.
    if sys.platform != "win32":
        os.nice(NICENESS)
    threading.Thread(target=_end_with, args=(life,), daemon=True).start()


def _think(thought: Thought) -> Action:
    """Decide, in a worker: on a thread for this decision alone, since it never comes forward again.

    This one, which hands on what is decided, does not stand back so far.
    """
    with ThreadPoolExecutor(1, "thought") as once:
        return once.submit(thought.decide, _stand_back).result()


def _stand_back() -> None:
    """From now on, let everything else go before this thread."""
    if sys.platform == "linux":  # elsewhere niceness is that of the whole process
        os.nice(LEISURE)


def _end_with(life: Connection) -> None:
    """End the process as soon as the other end of the pipe is closed."""
    life.poll(None)
    os._exit(0)
