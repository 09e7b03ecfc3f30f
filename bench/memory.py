"""How much memory a running match takes: the growth of the bot's process as matches are opened.

python -m bench.memory
"""

import asyncio
from random import Random

from .archive import Archive
from .press import open_all
from .stage import resident_bytes, stage

WARM_UP = 100
"""Opened first, for what a process allocates once."""

MATCHES = 1000


async def measure() -> tuple[int, int]:
    """The bytes of the process before and after the matches were opened."""
    async with stage() as s:
        archive = Archive(s, Random(1))
        parties = archive.add_running(WARM_UP + MATCHES)
        archive.save()
        async with s.bot() as bot:
            await open_all(s, parties[:WARM_UP])
            before = resident_bytes(bot.pid)
            await open_all(s, parties[WARM_UP:])
            return before, resident_bytes(bot.pid)


def rows() -> list[tuple[str, str]]:
    """What was measured, and the result, for the table of all benchmarks."""
    before, after = asyncio.run(measure())
    return [
        ("memory of the bot, 100 matches open", f"{before / 2**20:.0f} MiB"),
        ("memory per running match", f"{(after - before) / MATCHES / 2**10:.1f} KiB"),
    ]


if __name__ == "__main__":
    for label, value in rows():
        print(f"{label:45} {value}")
