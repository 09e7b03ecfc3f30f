"""A program, watched from inside: `python -m bench.watched [options] MODULE ARGS…` runs MODULE.

    --profile FILE   adds at the end where the processor time went, by function
    --pulse FILE     writes every few seconds how many tasks there are, and how often the event
                     loop has stood still for more than 0.1 s

The pulse costs a hundredth of its speed or less, the profile up to a third. SIGUSR1 lets both begin
anew.
"""

import argparse
import asyncio
import json
import runpy
import signal
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

LOOK_EVERY = 0.004
"""Seconds between two looks of the profile."""

LOOKS_WITHIN = 0.0001
"""Seconds until the profile gets to look. With Python's usual 0.005 it nearly always looked where
the others let go of Python's lock by themselves: where they wait or write."""

SHOWN = 60
"""Functions in each list of the profile."""

PULSE = 2.0
"""Seconds between two reports of the pulse."""

BEAT = 0.01
"""Seconds from one beat of the event loop's heart to the next."""

SLOW = 0.1
"""Seconds between two beats from which on the loop has stood still.

A callback that takes as long, of which asyncio's debug mode warns, makes it stand still, and so do
several that together take as long before it gets round.
"""


class Profile:
    """Seconds of processor time by function.

    Now and then a thread of its own looks at what each other thread is doing, and the time that the
    other has taken since counts for that. A function written in C counts for the one that calls it,
    and so does uvloop's part for `Runner.run`.
    """

    def __init__(self) -> None:
        self._own = Counter[CodeType]()
        self._with_callees = Counter[CodeType]()
        self._threads = Counter[str]()
        self._taken: dict[int, float] = {}
        self._stopped = threading.Event()
        self._looking = threading.Thread(target=self._keep_looking, name="profile", daemon=True)

    def start(self) -> None:
        """From now on, look."""
        sys.setswitchinterval(LOOKS_WITHIN)
        self._looking.start()

    def stop(self) -> None:
        """Look no more."""
        self._stopped.set()
        self._looking.join()

    def reset(self) -> None:
        """Forget what was seen so far."""
        for counted in (self._own, self._with_callees, self._threads):
            counted.clear()

    def _keep_looking(self) -> None:
        while not self._stopped.wait(LOOK_EVERY):
            frames = sys._current_frames()
            for thread in threading.enumerate():
                frame = frames.get(thread.ident or 0)
                if frame is not None and thread is not self._looking:
                    seconds = self._seconds_since(thread.native_id or 0)
                    if seconds > 0:
                        self._count(thread.name.rstrip("-_0123456789"), frame, seconds)

    def _seconds_since(self, thread: int) -> float:
        """The processor time that a thread has taken since it was asked for last."""
        try:
            # The clock of a thread as Linux numbers it; asking for one that has ended is harmless,
            # unlike with `time.pthread_getcpuclockid`.
            taken = time.clock_gettime(~thread << 3 | 6)
        except OSError:  # it has just ended
            return 0.0
        before = self._taken.get(thread, 0.0)
        self._taken[thread] = taken
        return taken - before

    def _count(self, thread: str, frame: FrameType, seconds: float) -> None:
        self._threads[thread] += seconds
        self._own[frame.f_code] += seconds
        callers = set[CodeType]()
        above: FrameType | None = frame
        while above is not None:
            callers.add(above.f_code)
            above = above.f_back
        for code in callers:
            self._with_callees[code] += seconds

    def lines(self) -> list[str]:
        """The result, to be read."""
        total = self._threads.total()
        lines = [f"{total:.1f} s of processor time, by thread"]
        lines += [_line(seconds, total, name) for name, seconds in self._threads.most_common(12)]
        for title, counted in (("own time", self._own), ("with callees", self._with_callees)):
            lines += ["", f"by function, {title}"]
            lines += [_line(s, total, _name(code)) for code, s in counted.most_common(SHOWN)]
        return lines


def _line(seconds: float, total: float, what: str) -> str:
    return f"{seconds:8.2f} s {seconds / total:6.1%}  {what}"


def _name(code: CodeType) -> str:
    parts = Path(code.co_filename).parts[-3:]
    return f"{code.co_qualname} ({'/'.join(parts)}:{code.co_firstlineno})"


class Pulse:
    """How the event loop fares, written to a file again and again."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._slow: list[float] = []
        self._due = 0.0

    def start(self) -> None:
        """From now on, let every event loop have a heart that beats.

        asyncio's debug mode, which would time each callback, is not to be had without its costs,
        and another kind of event loop keeps its callbacks to itself.
        """
        run = asyncio.Runner.run

        def watched(runner: asyncio.Runner, *args: Any, **options: Any) -> Any:
            loop = runner.get_loop()
            loop.call_soon(self._beat, loop, loop.time())
            return run(runner, *args, **options)

        asyncio.Runner.run = watched  # type: ignore[method-assign]

    def reset(self) -> None:
        """Forget when it stood still."""
        self._slow.clear()

    def _beat(self, loop: asyncio.AbstractEventLoop, last: float) -> None:
        now = loop.time()
        if now - last > SLOW:
            self._slow.append(now - last)
        if now > self._due:
            self._due = now + PULSE
            self._report(loop)
        loop.call_later(BEAT, self._beat, loop, now)

    def _report(self, loop: asyncio.AbstractEventLoop) -> None:
        pulse = {"tasks": len(asyncio.all_tasks(loop)), "slow": self._slow}
        fresh = self._path.with_suffix(".new")
        fresh.write_text(json.dumps(pulse), encoding="utf-8")
        fresh.replace(self._path)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.watched", description=__doc__)
    parser.add_argument("--profile", type=Path)
    parser.add_argument("--pulse", type=Path)
    parser.add_argument("program", nargs=argparse.REMAINDER)
    asked = parser.parse_args()
    sys.argv = asked.program
    profile = Profile() if asked.profile else None
    pulse = Pulse(asked.pulse) if asked.pulse else None
    watching = [each for each in (profile, pulse) if each is not None]
    signal.signal(signal.SIGUSR1, lambda *_: [each.reset() for each in watching])
    for each in watching:
        each.start()
    try:
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
    finally:
        if profile is not None:
            profile.stop()
            with asked.profile.open("a", encoding="utf-8") as file:
                file.write("\n".join([*profile.lines(), "", ""]))


if __name__ == "__main__":
    main()
