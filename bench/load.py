"""The bot under load, beside a bare discord.py bot on the same loopback Discord.

The people of a thousand matches of both games press at random moments, some twice and some on old
buttons. First so many times a second, within Discord's limits: 50 requests a second, and 5 posts or
edits in 5 s in a channel; answers to presses are free. Then without a pause and without those
limits. At last the bot is killed. The bare bot, which counts how often its buttons were pressed,
gets the same presses.

    python -m bench.load                           about eight minutes
    python -m bench.load --soak 20                 20 minutes within the limits
    python -m bench.load --profile profile.txt     and where the bot's processor time goes: within
                                                   the limits, then without a pause
"""

import argparse
import asyncio
import gc
import json
import os
import platform
import re
import signal
import sqlite3
from collections.abc import AsyncGenerator, Awaitable, Sequence
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from random import Random
from time import perf_counter, process_time

import aiohttp
import msgspec
import simcord.components
import uvloop

from engine.agencia import GAME as AGENCIA
from engine.agent_avenue import GAME as AVENUE
from engine.game import Level
from tests.loopback import disk
from tests.loopback.driver import Button, Party
from tests.loopback.message import Message
from tests.loopback.process import BotDied, BotProcess
from tests.loopback.world import User

from .__main__ import machine
from .archive import Archive
from .crowd import Crowd, Measured, ahead, lost
from .stage import Stage, percentile, processor_seconds, resident_bytes, stage

MATCHES, RATE, SECONDS = 1000, 50.0, 30.0
FULL_SECONDS = 10.0
"""How long people press without a pause."""

RISING_SECONDS = 20.0
"""How long they do so before it counts: at first what follows the answers piles up, and few matches
end or begin, so that there are up to a third more answers than later."""

ALTERNATIONS, ALTERNATION_SECONDS = 12, 10.0
"""How often, and for how long, people press beside easy and beside hard computers, by turns: in one
long stretch of each, what the matches happen to be at tells more than the computers do."""

AT_ONCE = 64
"""How many presses are unanswered at any moment of that."""

SETTLED_WITHIN = 60.0
"""Seconds that the bot gets, after all that, to send what it has not sent yet."""

GUILDS = 20
BARE_BUTTONS = 200
SAMPLE_EVERY = 10.0
"""Seconds between two looks of the soak."""

UNSENT = """
    SELECT count(DISTINCT id) FROM matches JOIN surfaces ON owner = id
    WHERE status = 'running' AND kind = 'table' AND shown < version
"""


class Presser(Party):
    """Somebody who presses the button of the bare bot again and again."""

    def __init__(self, stage: Stage, party: Party, message: Message, rng: Random) -> None:
        super().__init__(stage.loopback, party.channel, party.people, rng)
        self._message = message

    def move(self) -> tuple[User, Button]:
        """The button: its custom id is another after each press."""
        (custom_id,) = self._message.buttons
        verb, count = custom_id.split(":")
        return self.people[0], Button(self._message, custom_id, "bare", int(count), verb, "")

    def table(self) -> None:
        """There is none, so nobody looks up the rules."""


@dataclass
class Stretch:
    """What was measured while people pressed in one way."""

    measured: Measured
    seconds: float
    bot: float
    """Seconds of processor time that the bot took, until everything had been shown."""
    loopback: float
    """The same of this process: the loopback Discord and the people."""

    @property
    def answers(self) -> float:
        """Answers a second."""
        return self.measured.answered(self.seconds) / self.seconds


@dataclass(repr=False)
class Load:
    """What came of it all for one of the bots.

    When asyncio.run ends it looks at the text of the result, as Python 3.11 has it: with every
    press in it, that would take gigabytes.
    """

    steady: Stretch
    full: Stretch
    beside_easy: Sequence[Stretch] = ()
    beside_hard: Sequence[Stretch] = ()
    """By turns: beside easy computers and beside hard ones, against whom somebody plays."""
    numbers: dict[str, float] = field(default_factory=dict)
    """What the bot has counted itself in the steady stretch."""
    healing: float = 0.0
    settling: float = 0.0
    """Seconds from the last press of the steady stretch until nothing was left to be sent."""
    committed: float = 0.0
    """Commits a second at saturation."""
    memory: Sequence[int] = ()
    """At the start, with all matches open, and at the end."""
    told: int = 0
    """Decisions that an answer told of."""
    seen: int = 0
    """Matches in which somebody saw a button for a later decision."""
    lost: int = 0
    """What of that is not on the disk after a SIGKILL."""
    finished: int = 0
    """Matches that came to their end."""
    soaked: Sequence["Sample"] = ()
    output: str = ""


async def measured(
    crowd: Crowd, bot: BotProcess, pressing: Awaitable[None], seconds: float
) -> Stretch:
    """Let people press; the processor time is that of this alone."""
    begun = crowd.measure()
    before, own = processor_seconds(bot.pid), process_time()
    await pressing
    await crowd.all_answered()
    return Stretch(begun, seconds, processor_seconds(bot.pid) - before, process_time() - own)


async def bare(rate: float, seconds: float) -> Load:
    """The yardstick."""
    rng = Random(1)
    async with stage(guilds=GUILDS) as s:
        parties = [s.party(f"{number}", rng, size=1) for number in range(BARE_BUTTONS)]
        async with BotProcess(s.loopback, "tests.loopback.bare_bot") as bot:
            pressers = [Presser(s, party, await _count(s, party), rng) for party in parties]
            async with Crowd(s.loopback, pressers, rng) as crowd:
                steady = await measured(crowd, bot, crowd.press_for(seconds, rate), seconds)
                pressing = crowd.press_without_pause(FULL_SECONDS, AT_ONCE)
                full = await measured(crowd, bot, pressing, FULL_SECONDS)
                return Load(steady, full)


async def _count(s: Stage, party: Party) -> Message:
    reply = (await s.loopback.slash(party.people[0], party.channel, "count")).reply
    assert reply is not None
    return reply


async def ours(asked: argparse.Namespace) -> Load:
    """Our bot, in so many matches."""
    rng = Random(1)
    seconds = asked.soak * 60 or asked.seconds
    async with stage(guilds=GUILDS, shards=asked.shards, computer_delay=None) as s:
        archive = Archive(s, rng)
        parties = archive.add_running(asked.matches, lagging=True, games=(AVENUE, AGENCIA))
        archive.save()
        pulse = s.folder / "pulse.json"
        watched = ["bench.watched", "--pulse", str(pulse)]
        if asked.profile:
            asked.profile.unlink(missing_ok=True)
            watched += ["--profile", str(asked.profile)]
        began = perf_counter()
        async with s.bot(*watched) as bot:
            memory = [resident_bytes(bot.pid)]
            await s.loopback.quiet(1.5, 600)  # Every message is brought up to date once.
            healing = perf_counter() - began - 1.5
            memory.append(resident_bytes(bot.pid))
            os.kill(bot.pid, signal.SIGUSR1)
            s.loopback.limit_as_discord()
            async with Crowd(s.loopback, parties, rng) as crowd, _sampling(s, bot, pulse) as soaked:
                before = await numbers(s)
                steady = await measured(crowd, bot, crowd.press_for(seconds, asked.rate), seconds)
                ended = perf_counter()
                with suppress(TimeoutError):
                    await s.loopback.quiet(2.0, SETTLED_WITHIN)
                settling = perf_counter() - ended - 2.0
                after = await numbers(s)
                beside_easy, beside_hard = await _by_turns(s, crowd, bot, asked)
                with suppress(TimeoutError):
                    await s.loopback.quiet(2.0, SETTLED_WITHIN)
                s.lift_limits()
                await bot.stop(30)
                await bot.start()
                await s.loopback.quiet(1.5, 600)
                rising = crowd.press_without_pause(RISING_SECONDS, AT_ONCE)
                await measured(crowd, bot, rising, RISING_SECONDS)
                before_full = await numbers(s)
                pressing = crowd.press_without_pause(FULL_SECONDS, AT_ONCE)
                full = await measured(crowd, bot, pressing, FULL_SECONDS)
                if not bot.alive:
                    raise BotDied(bot.output()[-4000:])
                full_numbers = await numbers(s)
                memory.append(resident_bytes(bot.pid))
                if asked.profile:
                    await bot.stop(30)
                else:
                    await _kill_meanwhile(crowd, bot)
                commits = "safehouse_commit_seconds_count"
                stored = disk.read(s.database)
                return Load(
                    steady,
                    full,
                    beside_easy=beside_easy,
                    beside_hard=beside_hard,
                    numbers={name: after[name] - before.get(name, 0.0) for name in after},
                    healing=healing,
                    settling=settling,
                    committed=(full_numbers[commits] - before_full[commits]) / FULL_SECONDS,
                    memory=memory,
                    told=len(crowd.told),
                    seen=len(crowd.seen),
                    lost=len(lost(crowd.told, stored)) + len(ahead(crowd.seen, stored)),
                    finished=sum(match.replayed().over for match in stored.matches.values()),
                    soaked=soaked,
                    output=bot.output(),
                )


async def numbers(s: Stage) -> dict[str, float]:
    """What the bot counts, from its monitor."""
    async with aiohttp.ClientSession() as session, session.get(f"{s.monitor}/metrics") as page:
        lines = (await page.text()).splitlines()
    found = (line.rpartition(" ") for line in lines if not line.startswith("#"))
    return {name: float(value) for name, _, value in found}


async def _by_turns(
    s: Stage, crowd: Crowd, bot: BotProcess, asked: argparse.Namespace
) -> tuple[list[Stretch], list[Stretch]]:
    """The steady presses beside easy computers, and beside hard ones.

    A match more is played either way, so what differs is how its computers think.
    """
    stretches: dict[Level, list[Stretch]] = {"easy": [], "hard": []}
    for _ in range(asked.alternations):
        for level, measured_so_far in stretches.items():
            async with _playing(s, asked.hard, level):
                pressing = crowd.press_for(ALTERNATION_SECONDS, asked.rate)
                measured_so_far.append(await measured(crowd, bot, pressing, ALTERNATION_SECONDS))
    return stretches["easy"], stretches["hard"]


@asynccontextmanager
async def _playing(s: Stage, people: int, level: Level) -> AsyncGenerator[None]:
    """Meanwhile so many people play against computers of this strength, without waiting."""

    async def play(number: int) -> None:
        party = s.party(f"{level} {number}", Random(number), size=1, command="play la-agencia")
        party.options, party.patience = {"computer": level}, 60.0
        while True:
            await party.sit_down()
            await party.play()

    playing = [asyncio.create_task(play(number)) for number in range(people)]
    try:
        yield
    finally:
        for task in playing:
            task.cancel()
        for ended in await asyncio.gather(*playing, return_exceptions=True):
            if isinstance(ended, Exception):
                raise ended


async def _kill_meanwhile(crowd: Crowd, bot: BotProcess) -> None:
    """SIGKILL while people press, and see what they still got."""
    crowd.measure()
    pressing = asyncio.create_task(crowd.press_without_pause(2.0, AT_ONCE))
    await asyncio.sleep(1.0)
    await bot.kill()
    await pressing
    crowd.hear()


# -- a long time of it ---------------------------------------------------------------------------


@dataclass
class Sample:
    """How the bot is at one moment of the soak."""

    at: float
    """Seconds from the beginning."""
    memory: int
    tasks: int
    slow: int
    """How often the event loop has stood still for more than 0.1 s so far."""
    unsent: int
    """Running matches whose table does not show the newest state yet."""


@asynccontextmanager
async def _sampling(s: Stage, bot: BotProcess, pulse: Path) -> AsyncGenerator[list[Sample]]:
    samples: list[Sample] = []

    async def sample() -> None:
        began = perf_counter()
        while bot.alive:
            beat = json.loads(await asyncio.to_thread(pulse.read_text))
            samples.append(
                Sample(
                    at=perf_counter() - began,
                    memory=resident_bytes(bot.pid),
                    tasks=beat["tasks"],
                    slow=len(beat["slow"]),
                    unsent=await asyncio.to_thread(unsent, s.database),
                )
            )
            await asyncio.sleep(SAMPLE_EVERY)

    sampling = asyncio.create_task(sample())
    try:
        yield samples
    finally:
        sampling.cancel()


def unsent(database: Path) -> int:
    """The number of running matches whose table does not show the newest state yet."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
        return db.execute(UNSENT).fetchone()[0]


# -- the result ----------------------------------------------------------------------------------

Row = tuple[str, str, str]
"""What was measured, the result, and what is to be reached."""


def load_rows(load: Load, beside: Load) -> list[Row]:
    """The table."""
    return [
        *_answer_rows(load, beside),
        *_work_rows(load),
        *_picture_rows(load),
        *_end_rows(load),
    ]


def _answer_rows(load: Load, beside: Load) -> list[Row]:
    seconds, theirs = load.steady.measured.seconds(), beside.steady.measured.seconds()
    rate = len(seconds) / load.steady.seconds
    rows = [
        ("presses a second, offered and answered", _pressed(load.steady, rate), ""),
        ("press to answer, the bare bot", _spread(theirs), ""),
        ("press to answer", _spread(seconds), "no answer later than 1 s"),
    ]
    for percent, aim in ((50, 20), (99, 60)):
        ratio = percentile(seconds, percent) / percentile(theirs, percent)
        rows.append((f"p{percent} beside the bare bot", f"{ratio:.0f} ×", f"≤ {aim} ×"))
    if load.beside_hard:
        easy, hard = (
            [second for stretch in stretches for second in stretch.measured.seconds()]
            for stretches in (load.beside_easy, load.beside_hard)
        )
        more = percentile(hard, 99) / percentile(easy, 99) - 1
        rows.append(("press to answer, by turns beside easy computers", _spread(easy), ""))
        rows.append(("press to answer, and beside hard ones", _spread(hard), ""))
        rows.append(("what hard thinking does to p99", f"{more:+.0%}", "< 20 %"))
    return [
        *rows,
        ("only its decisions", _spread(load.steady.measured.seconds("decision")), ""),
        ("answers a second without a pause, the bare bot", f"{beside.full.answers:.0f}", ""),
        ("answers a second without a pause", f"{load.full.answers:.0f}", ""),
        (
            "the same beside the bare bot",
            f"1/{beside.full.answers / load.full.answers:.1f}",
            "≥ 1/8",
        ),
        ("press to answer without a pause", _spread(load.full.measured.seconds()), ""),
        ("commits a second without a pause", f"{load.committed:.0f}", "every action on the disk"),
    ]


def _pressed(stretch: Stretch, rate: float) -> str:
    measured = stretch.measured
    kinds = ("decision", "step", "lobby", "again", "old", "rules")
    counted = ", ".join(f"{measured.count(kind)} {kind}" for kind in kinds)
    unanswered = sum(pressed.seconds is None for pressed in measured.presses)
    deferred = sum(pressed.deferred for pressed in measured.presses)
    return (
        f"{rate:.1f} ({counted}; {unanswered} without an answer, {deferred} deferred, "
        f"{measured.nobody} times nobody could press)"
    )


def _work_rows(load: Load) -> list[Row]:
    measured, decisions = load.steady.measured, load.numbers["safehouse_actions_total"]
    asked = measured.requests.total() / decisions
    split = ", ".join(f"{n / decisions:.2f} {kind}" for kind, n in measured.requests.most_common())
    refused = ", ".join(f"{n} × {what}" for what, n in measured.refused.most_common()) or "none"
    return [
        ("decision until the next can be made", _spread(measured.shown), ""),
        ("until nothing was left to be sent", f"{load.settling:.1f} s after the last press", ""),
        ("requests per decision", f"{asked:.2f} ({split})", "≤ 3"),
        ("requests that Discord refused", refused, "none"),
        (
            "the loopback and the people stood still, at most",
            f"{1000 * measured.held_up:.0f} ms",
            "",
        ),
        ("processor time per decision", f"{1000 * load.steady.bot / decisions:.1f} ms", ""),
        (
            "processor time per press, loopback and people",
            f"{1000 * load.steady.loopback / len(measured.presses):.1f} ms",
            "",
        ),
    ]


def _picture_rows(load: Load) -> list[Row]:
    drawn, kept = (load.numbers[f"safehouse_pictures_{what}_total"] for what in ("drawn", "kept"))
    sizes = [float(size) for size in load.steady.measured.uploads]
    return [
        ("pictures drawn, and taken from the cache", f"{drawn:.0f}, {kept:.0f}", ""),
        (
            "pictures sent",
            f"{len(sizes)}, p50 {percentile(sizes, 50) / 1024:.0f} KiB, "
            f"largest {max(sizes) / 1024:.0f} KiB",
            "≤ 60 KiB",
        ),
    ]


def _end_rows(load: Load) -> list[Row]:
    start, opened, end = (f"{bytes_ / 2**20:.0f} MiB" for bytes_ in load.memory)
    return [
        ("memory at the start, with all matches open, at the end", f"{start}, {opened}, {end}", ""),
        ("matches that came to their end", f"{load.finished:,}", ""),
        ("start until every match was healed", f"{load.healing:.1f} s", ""),
        (
            "lost by a SIGKILL",
            f"{load.lost} of {load.told} decisions told of and {load.seen} matches seen",
            "0",
        ),
    ]


def soak_rows(load: Load) -> list[Row]:
    """What a long time of it shows."""
    steady = [sample for sample in load.soaked if sample.at <= load.steady.seconds]
    third = max(1, len(steady) // 3)
    early, late = (
        sum(sample.memory for sample in part) / len(part) / 2**20
        for part in (steady[third : 2 * third] or steady, steady[-third:])
    )
    complaints = re.findall(r"^.*\bERROR\b.*$|^Traceback", load.output, re.MULTILINE)
    return [
        ("memory in the second and in the last third", f"{early:.0f}, {late:.0f} MiB", "level"),
        ("tasks, most and last", _most([s.tasks for s in steady]), "none that grow in number"),
        ("tables not up to date, most and last", _most([s.unsent for s in steady]), "level"),
        ("times the event loop stood still for more than 0.1 s", f"{steady[-1].slow}", "none"),
        ("errors in the log", f"{len(complaints)}", "none"),
    ]


def _most(values: Sequence[int]) -> str:
    return f"{max(values)}, {values[-1]}"


def _spread(seconds: list[float]) -> str:
    parts = [f"p{p} {1000 * percentile(seconds, p):.1f}" for p in (50, 95, 99)]
    return f"{', '.join(parts)}, worst {1000 * max(seconds):.0f} ms"


def arguments(given: Sequence[str] | None = None) -> argparse.Namespace:
    """What is wanted."""
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--rate", type=float, default=RATE, help="presses a second")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of presses at that rate")
    parser.add_argument("--shards", type=int, default=1)
    parser.add_argument("--hard", type=int, default=1, help="people who play against hard ones")
    parser.add_argument(
        "--alternations",
        type=int,
        default=ALTERNATIONS,
        help="of 10 s beside easy and beside hard ones",
    )
    parser.add_argument("--soak", type=float, default=0.0, help="minutes instead of the seconds")
    parser.add_argument("--profile", type=Path, help="file for the processor time by function")
    return parser.parse_args(given)


def _step_aside() -> None:
    """Let the people and the loopback, which would be elsewhere, take little of the two cores.

    They wait until a bot pauses (Linux's SCHED_BATCH), the garbage collector seldom looks at their
    objects, all of which are kept anyway, and simcord, which checks each message for the loopback
    and copies it for that, does so in C.
    """
    os.sched_setscheduler(0, os.SCHED_BATCH | os.SCHED_RESET_ON_FORK, os.sched_param(0))
    gc.set_threshold(10_000)
    simcord.components.deepcopy = lambda wire: msgspec.json.decode(msgspec.json.encode(wire))


def measure(asked: argparse.Namespace) -> list[Row]:
    """The whole table."""
    _step_aside()
    beside = uvloop.run(bare(asked.rate, min(asked.seconds, SECONDS)))
    load = uvloop.run(ours(asked))
    return [*load_rows(load, beside), *(soak_rows(load) if asked.soak else ())]


def rows() -> list[tuple[str, str]]:
    """For the table of all benchmarks, with fewer matches: that one is to be there in minutes."""
    found = measure(arguments(["--matches", "300", "--rate", "15", "--seconds", "20"]))
    return [(f"300 matches: {what}", value) for what, value, _ in found]


def main() -> None:
    asked = arguments()
    print(f"{machine()}; Python {platform.python_version()}; {date.today().isoformat()}")
    print(f"{asked.matches:,} running matches, {asked.rate:.0f} presses a second\n")
    print("| what | result | aim |")
    print("| --- | --- | --- |")
    for what, value, aim in measure(asked):
        print(f"| {what} | {value} | {aim} |")


if __name__ == "__main__":
    main()
