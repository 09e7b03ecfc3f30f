"""What a match asks of Discord: requests for each decision, over whole matches between people.

Everything counts, from the command that opens the lobby to the last picture. The same people play
one match after the other, and press when everything that the press before set off has been shown.
Discord allows a bot 50 requests a second;
the answers to presses do not count against that.

    python -m bench.requests
"""

import asyncio
from collections import Counter
from random import Random

from engine.agencia import GAME as AGENCIA
from engine.agent_avenue import GAME as AVENUE
from tests.loopback.driver import COMMITTING
from tests.loopback.faults import Request
from tests.loopback.server import Loopback

from .archive import COMMANDS, SEATS
from .stage import stage

MATCHES = {AVENUE.id: 6, AGENCIA.id: 2}
"""A match of La Agencia is several times as long."""


async def count(game: str) -> tuple[int, Counter[str]]:
    """The number of decisions, and how many requests of each kind they caused."""
    async with stage() as s, s.bot():
        decisions = 0
        await s.loopback.quiet(0.2)
        before = len(s.loopback.requests)
        party = s.party("again", Random(1), size=SEATS[game], command=COMMANDS[game])
        for _ in range(MATCHES[game]):
            await party.sit_down()
            await s.loopback.quiet(0.05)
            while (press := await party.step()) is not None:
                decisions += press.button.verb in COMMITTING
                await s.loopback.quiet(0.03)
        return decisions, Counter(kind_of(s.loopback, r) for r in s.loopback.requests[before:])


def kind_of(loopback: Loopback, request: Request) -> str:
    """The endpoint, and for messages whether all see them or one person."""
    parts = request.path.split("/")
    if parts[1] != "channels" or int(parts[2]) not in loopback.world.channels:
        return request.name
    private = loopback.world.channels[int(parts[2])].recipient is not None
    return f"{request.name} ({'private' if private else 'public'})"


def rows() -> list[tuple[str, str]]:
    """What was measured, and the result, for the table of all benchmarks."""
    return [row for game in MATCHES for row in _rows(game)]


def _rows(game: str) -> list[tuple[str, str]]:
    decisions, asked = asyncio.run(count(game))
    total = asked.total()
    limited = total - asked["answer"]
    summary = (
        f"{total / decisions:.2f}, of which {limited / decisions:.2f} beside the answers "
        f"({decisions} decisions)"
    )
    split = [
        (f"requests per decision, {game}: {kind}", f"{times / decisions:.2f}")
        for kind, times in asked.most_common()
    ]
    return [(f"requests per decision, {game}", summary), *split]


if __name__ == "__main__":
    for label, value in rows():
        print(f"{label:60} {value}")
