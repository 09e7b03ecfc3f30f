"""What it takes to open a match: memory, by which the bot's process grows, and time.

The time is that from a press on Rules, in a match that is not in memory, to its answer.

python -m bench.memory
"""

import asyncio
from random import Random

from engine.agencia import GAME as AGENCIA
from engine.agent_avenue import GAME as AVENUE

from .archive import Archive
from .press import open_all
from .stage import percentile, resident_bytes, stage

WARM_UP = 100
"""Opened first, for what a process allocates once."""

MATCHES = 1000


async def measure() -> tuple[int, int, list[float]]:
    """The bytes of the process before and after the matches were opened; seconds for each."""
    async with stage() as s:
        archive = Archive(s, Random(1))
        parties = archive.add_running(WARM_UP + MATCHES, games=(AVENUE, AGENCIA))
        archive.save()
        async with s.bot() as bot:
            await open_all(s, parties[:WARM_UP])
            before = resident_bytes(bot.pid)
            await open_all(s, parties[WARM_UP:])
            seconds = [press.interaction.seconds or 0.0 for p in parties for press in p.presses]
            return before, resident_bytes(bot.pid), seconds[WARM_UP:]


def rows() -> list[tuple[str, str]]:
    """What was measured, and the result, for the table of all benchmarks."""
    before, after, seconds = asyncio.run(measure())
    p50, p99 = (1000 * percentile(seconds, percent) for percent in (50, 99))
    return [
        ("memory of the bot, 100 matches open", f"{before / 2**20:.0f} MiB"),
        ("memory per running match", f"{(after - before) / MATCHES / 2**10:.1f} KiB"),
        ("opening a match, and its rules as the answer", f"p50 {p50:.1f} ms, p99 {p99:.1f} ms"),
    ]


if __name__ == "__main__":
    for label, value in rows():
        print(f"{label:45} {value}")
