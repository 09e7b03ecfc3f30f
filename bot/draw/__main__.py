"""A process that draws: `python -m bot.draw`. `bot.draw.studio` starts it, its input ends it.

It imports what draws and what is drawn, and nothing of Discord.
"""

import os
import pickle
import signal
import sys
import traceback
from typing import BinaryIO

from bot.draw import cache
from bot.draw.studio import SIZE, Drawn


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the bot's to answer.
    try:
        while order := _next(sys.stdin.buffer):
            answer = _carry_out(order)
            sys.stdout.buffer.write(SIZE.pack(len(answer)) + answer)
            sys.stdout.buffer.flush()
    except OSError:  # the bot has ended
        os._exit(0)  # lest Python try to send the rest of the answer


def _next(orders: BinaryIO) -> bytes:
    """The next order; nothing if the bot has ended."""
    size = orders.read(SIZE.size)
    if len(size) < SIZE.size:
        return b""
    order = orders.read(SIZE.unpack(size)[0])
    return order if len(order) == SIZE.unpack(size)[0] else b""


def _carry_out(order: bytes) -> bytes:
    pictures, png = cache.PICTURES, None
    drawn, kept = pictures.drawn, pictures.kept
    try:
        png = pickle.loads(order)()
    except Exception:  # noqa: BLE001  (the bot draws it itself then, and tells what is wrong)
        traceback.print_exc()
    return pickle.dumps(Drawn(png, pictures.drawn - drawn, pictures.kept - kept))


if __name__ == "__main__":
    main()
