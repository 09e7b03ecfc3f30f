"""A process that draws: `python -m bot.draw`. `bot.draw.studio` starts it, its input ends it.

It imports what draws and what is drawn, and nothing of Discord.
"""

import pickle
import signal
import sys
import traceback

from bot.draw import cache
from bot.draw.studio import SIZE, Drawn


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the bot's to answer.
    orders, answers = sys.stdin.buffer, sys.stdout.buffer
    while len(size := orders.read(SIZE.size)) == SIZE.size:
        answer = _carry_out(orders.read(SIZE.unpack(size)[0]))
        answers.write(SIZE.pack(len(answer)) + answer)
        answers.flush()


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
