"""Where the benchmarks of the bot play: the loopback Discord, and the bot in its own process.

The launcher that points discord.py at the loopback leaves out two waits of discord.py's: 2 s for
guilds at each start, and 5 s before each further shard.
"""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.loopback.driver import Party
from tests.loopback.process import BotProcess
from tests.loopback.server import Loopback


class Stage:
    """A loopback Discord with one guild, and a folder with the bot's configuration and database."""

    def __init__(self, loopback: Loopback, folder: Path) -> None:
        self.loopback = loopback
        self.guild = loopback.guild()
        self.database = folder / "matches.db"
        self._config = folder / "config.toml"
        self._config.write_text(
            'database = "matches.db"\ncomputer_delay = 0\nemojis = false\n', encoding="utf-8"
        )

    def bot(self) -> BotProcess:
        """Our bot, not started yet."""
        return BotProcess(self.loopback, "bot", "run", "--config", str(self._config))

    def party(self, name: str, rng: Random) -> Party:
        """Two people with a channel for themselves."""
        people = [self.loopback.user(f"{one} {name}", self.guild) for one in ("Ada", "Ben")]
        return Party(self.loopback, self.loopback.channel(self.guild, name), people, rng)


@asynccontextmanager
async def stage() -> AsyncGenerator[Stage]:
    """A stage for one benchmark."""
    with TemporaryDirectory() as folder:
        async with Loopback() as loopback:
            yield Stage(loopback, Path(folder))


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
