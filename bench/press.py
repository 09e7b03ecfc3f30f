"""From the press of a button to the arrival of its answer: a bare discord.py bot, and ours.

Ours carries out an action, has it on the disk, draws a picture and answers with it. Meanwhile so
many other matches are running, all of them in memory. People press one at a time, each when
everything that the press before set off has been shown; at last so many a second, whatever is still
being shown.

    python -m bench.press
"""

import asyncio
from random import Random

from tests.loopback.driver import COMMITTING, Party, Press, buttons
from tests.loopback.process import BotProcess

from .archive import Archive
from .stage import Stage, percentile, stage

PRESSES = 200
MATCHES = (1, 100, 500)
A_SECOND = 10
"""Presses a second in the busy run. With the requests that they cause, Discord's limit of 50
requests a second is near."""


async def bare() -> list[float]:
    """Seconds to the answers of a bot that counts how often its button was pressed."""
    async with stage() as s:
        party = s.party("bare", Random(1))
        async with BotProcess(s.loopback, "tests.loopback.bare_bot"):
            message = (await s.loopback.slash(party.people[0], party.channel, "count")).reply
            assert message is not None
            seconds: list[float] = []
            for _ in range(PRESSES):
                (button,) = message.buttons
                press = await s.loopback.press(party.people[0], message, button)
                seconds.append(press.seconds or 0.0)
            return seconds


async def ours(matches: int, *, busy: bool = False) -> list[float]:
    """Seconds to the answers in so many running matches."""
    async with stage() as s:
        rng = Random(matches)
        archive = Archive(s, rng)
        # A match is over after some 15 decisions; one after the other makes one that runs.
        parties = archive.add_running(matches if matches > 1 else PRESSES)
        archive.save()
        async with s.bot():
            if matches > 1:
                await open_all(s, parties)
            if busy:
                return await _press_in_time(parties, rng)
            return await _press(s, parties, rng, one_after_the_other=matches == 1)


async def open_all(s: Stage, parties: list[Party]) -> None:
    """Let the bot read all the matches into its memory: somebody in each looks up the rules."""
    for party in parties:
        table = party.table()
        assert table is not None
        (rules,) = (button for button in buttons([table]) if button.verb == "rules")
        await party.press(party.people[0], rules, lambda: False)


async def _press(
    s: Stage, parties: list[Party], rng: Random, *, one_after_the_other: bool
) -> list[float]:
    left, seconds = list(parties), list[float]()
    while len(seconds) < PRESSES:
        party = left[0] if one_after_the_other else rng.choice(left)
        press = await party.step()
        if press is None:
            left.remove(party)
            continue
        if press.button.verb in COMMITTING:
            assert press.told
            seconds.append(press.interaction.seconds or 0.0)
        await s.loopback.quiet(0.02)
    return seconds


async def _press_in_time(parties: list[Party], rng: Random) -> list[float]:
    """Presses in different matches, in an even beat."""
    presses: list[asyncio.Task[Press | None]] = []
    for party in rng.sample(parties, PRESSES):
        presses.append(asyncio.create_task(party.step()))
        await asyncio.sleep(1 / A_SECOND)
    done = [press for press in await asyncio.gather(*presses) if press is not None]
    return [press.interaction.seconds or 0.0 for press in done]


def rows() -> list[tuple[str, str]]:
    """What was measured, and the result, for the table of all benchmarks."""
    measured = [("press to answer, bare bot", asyncio.run(bare()))]
    for matches in MATCHES:
        label = f"press to answer, {matches} running match{'es' if matches > 1 else ''}"
        measured.append((label, asyncio.run(ours(matches))))
    label = f"the same, {A_SECOND} presses a second"
    measured.append((label, asyncio.run(ours(MATCHES[-1], busy=True))))
    return [(label, _row(seconds)) for label, seconds in measured]


def _row(seconds: list[float]) -> str:
    p50, p99 = (1000 * percentile(seconds, percent) for percent in (50, 99))
    return f"p50 {p50:.1f} ms, p99 {p99:.1f} ms ({len(seconds)} presses)"


if __name__ == "__main__":
    for label, value in rows():
        print(f"{label:45} {value}")
