"""Ctrl-C, which a terminal sends to each process of a program: the bot alone answers it."""

import signal
import sys
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def kept_from_children() -> Generator[None]:
    """Who is started meanwhile does not get it, not even while importing what would ignore it."""
    if sys.platform == "win32":
        yield
        return
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        # Not what was before: that may be another one's block, which has ended meanwhile.
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
