"""What a match asks of Discord: requests for each decision, over whole matches between two people.

Everything counts, from the first press after the lobby has started to the last picture. People
press when everything that the press before set off has been shown. Discord allows a bot 50
requests a second; the answers to presses do not count against that.

    python -m bench.requests
"""

import asyncio
from collections import Counter
from random import Random

from tests.loopback.driver import COMMITTING
from tests.loopback.faults import Request
from tests.loopback.server import Loopback

from .stage import stage

MATCHES = 8


async def count() -> tuple[int, Counter[str]]:
    """The number of decisions, and how many requests of each kind they caused."""
    async with stage() as s, s.bot():
        decisions, asked = 0, Counter[str]()
        for number in range(MATCHES):
            party = s.party(str(number), Random(number))
            await party.sit_down()
            await s.loopback.quiet(0.05)
            before = len(s.loopback.requests)
            while (press := await party.step()) is not None:
                decisions += press.button.verb in COMMITTING
                await s.loopback.quiet(0.03)
            asked.update(_kind(s.loopback, r) for r in s.loopback.requests[before:])
        return decisions, asked


def _kind(loopback: Loopback, request: Request) -> str:
    """The endpoint, and for messages whether all see them or one person."""
    parts = request.path.split("/")
    if parts[1] != "channels":
        return request.name
    private = loopback.world.channels[int(parts[2])].recipient is not None
    return f"{request.name} ({'private' if private else 'public'})"


def rows() -> list[tuple[str, str]]:
    """What was measured, and the result, for the table of all benchmarks."""
    decisions, asked = asyncio.run(count())
    total = asked.total()
    limited = total - asked["answer"]
    summary = (
        f"{total / decisions:.2f}, of which {limited / decisions:.2f} beside the answers "
        f"({decisions} decisions)"
    )
    split = [
        (f"requests per decision: {kind}", f"{times / decisions:.2f}")
        for kind, times in asked.most_common()
    ]
    return [("requests per decision", summary), *split]


if __name__ == "__main__":
    for label, value in rows():
        print(f"{label:45} {value}")
