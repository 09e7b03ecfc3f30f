"""What the tests let a process draw: functions that can be sent to it."""

import os
import sys
import time

import msgspec

from bot.draw.cache import kept


def process() -> bytes:
    """The number of the process that draws."""
    return str(os.getpid()).encode()


def environment(name: str) -> bytes:
    """A variable of its environment."""
    return os.environ.get(name, "").encode()


def imported(module: str) -> bytes:
    """Whether it has imported a module."""
    return b"yes" if module in sys.modules else b"no"


def failing() -> bytes:
    """A drawing with a mistake in it."""
    raise ValueError("there is no such card")


def ending(bot: int) -> bytes:
    """Ends the process that draws, if it is not the bot's."""
    if os.getpid() != bot:
        os._exit(3)
    return b"drawn by the bot"


def hanging(bot: int) -> bytes:
    """Hangs in the process that draws, if it is not the bot's."""
    if os.getpid() != bot:
        time.sleep(60)
    return b"drawn by the bot"


class Number(msgspec.Struct, frozen=True):
    """The content of a picture."""

    number: int


@kept
def numbered(content: Number) -> bytes:
    """A picture that is kept."""
    return str(content.number).encode()
