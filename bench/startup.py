"""How long the bot takes to start with 100,000 stored matches, 1,000 of them running.

Twice: after a stop in peace, and after a kill that left the messages of all the running matches
behind, which the bot then edits, a few matches at a time, while people press already. Two things
are quicker here than with Discord: the launcher leaves out the 2 s that discord.py waits for guilds
(presses are answered meanwhile, healing starts afterwards), and there is no limit of 50 requests a
second.

    python -m bench.startup
"""

import asyncio
from random import Random
from time import perf_counter

from tests.loopback.driver import Party

from .archive import Archive
from .stage import Stage, percentile, stage

STORED, RUNNING = 100_000, 1_000
PRESSES = 40
"""Presses while the bot is healing."""


async def start(*, lagging: bool) -> list[tuple[str, str]]:
    """Start once; with `lagging` every running match has to be healed."""
    what = "after a kill" if lagging else "after a stop"
    async with stage() as s:
        archive = Archive(s, Random(1))
        archive.add_finished(STORED - RUNNING)
        parties = archive.add_running(RUNNING, lagging=lagging)
        archive.save()
        began = perf_counter()
        async with s.bot():
            await answered(s, parties[0])
            found = [(f"start to first answer, {what}", f"{perf_counter() - began:.2f} s")]
            if lagging:
                found += await _heal(s, parties[1:], began)
            return found


async def answered(s: Stage, party: Party) -> None:
    """Have one press answered."""
    table = party.table()
    assert table is not None
    rules = next(button for button in table.buttons if ":rules" in button)
    press = await s.loopback.press(party.people[0], table, rules)
    assert press.reply is not None


async def _heal(s: Stage, parties: list[Party], began: float) -> list[tuple[str, str]]:
    """People press while the bot brings all messages up to date."""
    seconds: list[float] = []
    for party in Random(2).sample(parties, PRESSES):
        move = party.move()
        assert move is not None
        press = await s.loopback.press(move[0], move[1].message, move[1].custom_id, old=True)
        seconds.append(press.seconds or 0.0)
        await asyncio.sleep(0.1)
    await s.loopback.quiet(1.0, within=300)
    healed = max(request.at + request.seconds for request in s.loopback.requests)
    asked = sum(request.name != "answer" for request in s.loopback.requests)
    worst = f"p50 {1000 * percentile(seconds, 50):.0f} ms, worst {1000 * max(seconds):.0f} ms"
    return [
        ("press to answer, while healing", worst),
        (
            f"start to all {RUNNING:,} matches healed",
            f"{healed - began:.1f} s, {asked} requests (Discord: 2 s later, 50 requests a second)",
        ),
    ]


def rows() -> list[tuple[str, str]]:
    """What was measured, and the result, for the table of all benchmarks."""
    calm, healing = (asyncio.run(start(lagging=lagging)) for lagging in (False, True))
    return [*calm, *healing]


if __name__ == "__main__":
    for label, value in rows():
        print(f"{label:45} {value}")
