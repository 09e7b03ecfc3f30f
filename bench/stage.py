"""Where the benchmarks of the bot play: the loopback Discord, and the bot in its own process.

The launcher that points discord.py at the loopback leaves out two waits of discord.py's: 2 s for
guilds at each start, and 5 s before each further shard.
"""

import os
import socket
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.loopback.driver import Party
from tests.loopback.process import BotProcess
from tests.loopback.server import Loopback
from tests.loopback.world import Guild

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn")


class Stage:
    """A loopback Discord, and a folder with the bot's configuration and database.

    There are `guilds` servers, spread over all shards; parties take one after the other. Computers
    act after about `computer_delay` seconds; None: as people have them.
    """

    def __init__(
        self,
        loopback: Loopback,
        folder: Path,
        guilds: int = 1,
        *,
        computer_delay: float | None = 0.0,
    ) -> None:
        self.loopback = loopback
        self.folder = folder
        self.guilds = [_guild_on(loopback, number % loopback.shards) for number in range(guilds)]
        self.database = folder / "matches.db"
        self.monitor = f"http://127.0.0.1:{(port := _free_port())}"
        self.config = folder / "config.toml"
        self.config.write_text(
            f'database = "matches.db"\nemojis = false\nmonitor_port = {port}\n'
            + ("" if computer_delay is None else f"computer_delay = {computer_delay}\n"),
            encoding="utf-8",
        )
        self._parties = 0

    def lift_limits(self) -> None:
        """Let neither the loopback nor the bot limit its requests, from its next start on."""
        self.loopback.rate_limits.clear()
        with self.config.open("a", encoding="utf-8") as config:
            config.write("requests_per_second = 0\n")

    def bot(self, *before: str) -> BotProcess:
        """Our bot, not started yet; run by the module and arguments `before` it, if any."""
        return BotProcess(self.loopback, *(*before, "bot", "run", "--config", str(self.config)))

    def party(
        self, name: str, rng: Random, *, size: int = 2, command: str = "play agent-avenue"
    ) -> Party:
        """People with a channel for themselves."""
        guild = self.guilds[self._parties % len(self.guilds)]
        self._parties += 1
        people = [self.loopback.user(f"{one} {name}", guild) for one in NAMES[:size]]
        return Party(self.loopback, self.loopback.channel(guild, name), people, rng, command)


def _guild_on(loopback: Loopback, shard: int) -> Guild:
    """A server that belongs to this shard: its id, which is a time, decides."""
    while ((guild := loopback.guild()).id >> 22) % loopback.shards != shard:
        time.sleep(0.001)
    return guild


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@asynccontextmanager
async def stage(
    *, guilds: int = 1, shards: int = 1, computer_delay: float | None = 0.0
) -> AsyncGenerator[Stage]:
    """A stage for one benchmark."""
    with TemporaryDirectory() as folder:
        async with Loopback(shards=shards) as loopback:
            yield Stage(loopback, Path(folder), guilds, computer_delay=computer_delay)


def percentile(values: list[float], percent: float) -> float:
    """The smallest value that is not below `percent` per cent of them."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]


def resident_bytes(pid: int) -> int:
    """The memory of a process that lies in RAM (Linux)."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    raise ProcessLookupError(pid)


def processor_seconds(pid: int) -> float:
    """The processor time that a process has taken, in all its threads (Linux)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
