"""What a match asks of Discord: requests for each decision, over whole matches.

Everything counts, from the command that opens the lobby to the last picture. The same people play
one match after the other, and press when everything that the press before set off has been shown:
between people, and one of them against computers, whose decisions count as well.
Discord allows a bot 50 requests a second;
the answers to presses do not count against that.

    python -m bench.requests
"""

import asyncio
import sqlite3
from collections import Counter
from contextlib import closing
from random import Random

from engine.agencia import GAME as AGENCIA
from engine.agent_avenue import GAME as AVENUE
from tests.loopback.faults import Request
from tests.loopback.server import Loopback

from .archive import COMMANDS, SEATS
from .stage import Stage, stage

MATCHES = {AVENUE.id: 6, AGENCIA.id: 2}
"""Between people. A match of La Agencia is several times as long."""

AGAINST_COMPUTERS = {AVENUE.id: 6, AGENCIA.id: 1}
"""Of one person; in La Agencia computers take all five other seats."""

DELAY = 0.1
"""Seconds after which a computer acts, about: what it does is shown by then."""


async def count(game: str, matches: int, people: int) -> tuple[int, Counter[str]]:
    """The number of decisions, and how many requests of each kind they caused."""
    pause = 2 * DELAY if people == 1 else 0.03
    async with stage(computer_delay=DELAY) as s:
        async with s.bot():
            await s.loopback.quiet(0.2)
            before = len(s.loopback.requests)
            party = s.party("again", Random(1), size=people, command=COMMANDS[game])
            for _ in range(matches):
                await party.sit_down()
                await s.loopback.quiet(max(pause, 0.05))
                while await party.step() is not None:
                    await s.loopback.quiet(pause)
            asked = Counter(kind_of(s.loopback, r) for r in s.loopback.requests[before:])
        return _decisions(s), asked


def _decisions(s: Stage) -> int:
    """How many decisions have been made on a stage."""
    with closing(sqlite3.connect(s.database)) as db:
        return db.execute("SELECT count(*) FROM actions").fetchone()[0]


def kind_of(loopback: Loopback, request: Request) -> str:
    """The endpoint, and for messages whether all see them or one person."""
    parts = request.path.split("/")
    if parts[1] != "channels" or int(parts[2]) not in loopback.world.channels:
        return request.name
    private = loopback.world.channels[int(parts[2])].recipient is not None
    return f"{request.name} ({'private' if private else 'public'})"


def rows() -> list[tuple[str, str]]:
    """What was measured, and the result, for the table of all benchmarks."""
    between = [row for game in MATCHES for row in _rows(game, game, MATCHES[game], SEATS[game])]
    against = [
        row
        for game, matches in AGAINST_COMPUTERS.items()
        for row in _rows(f"{game}, against computers", game, matches, 1)
    ]
    return between + against


def _rows(label: str, game: str, matches: int, people: int) -> list[tuple[str, str]]:
    decisions, asked = asyncio.run(count(game, matches, people))
    total = asked.total()
    limited = total - asked["answer"]
    summary = (
        f"{total / decisions:.2f}, of which {limited / decisions:.2f} beside the answers "
        f"({decisions} decisions)"
    )
    split = [
        (f"requests per decision, {label}: {kind}", f"{times / decisions:.2f}")
        for kind, times in asked.most_common()
    ]
    return [(f"requests per decision, {label}", summary), *split]


if __name__ == "__main__":
    for label, value in rows():
        print(f"{label:60} {value}")
