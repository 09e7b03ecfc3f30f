"""A bot in its own process whose computers think in others."""

from pathlib import Path
from random import Random

import pytest

from .driver import Party
from .process import BotProcess
from .server import Loopback

PARENT = 1
"""Where a line of /proc has the parent, after the name."""


def children(pid: int) -> set[int]:
    """The processes that a process has started, where /proc lists them."""
    return {
        int(stat.parent.name)
        for stat in Path("/proc").glob("[0-9]*/stat")
        if fields(stat)[PARENT:] and int(fields(stat)[PARENT]) == pid
    }


def fields(stat: Path) -> list[str]:
    """A process's state, parent and so on; nothing if it has ended."""
    try:
        return stat.read_text().rpartition(")")[2].split()
    except OSError:
        return []


@pytest.mark.parametrize("kill", [False, True])
async def test_thinking_keeps_no_bot_from_ending_and_outlives_none(
    tmp_path: Path, kill: bool
) -> None:
    config = tmp_path / "config.toml"
    config.write_text('database = "m.db"\ncomputer_delay = 0\nemojis = false\n', encoding="utf-8")
    async with Loopback() as loopback:
        guild = loopback.guild()
        ada, channel = loopback.user("Ada", guild), loopback.channel(guild)
        async with BotProcess(loopback, "bot", "run", "--config", str(config)) as bot:
            alone = children(bot.pid)
            await loopback.slash(ada, channel, "play agent-avenue", {"computer": "hard"})
            party = Party(loopback, channel, [ada], Random(1))
            await loopback.until(lambda: party.table() is not None)
            while children(bot.pid) == alone:
                await party.step(lambda: children(bot.pid) != alone)
            workers = children(bot.pid) - alone
            await loopback.quiet(0.3)
            if kill:
                await bot.kill()
            else:
                assert await bot.stop() == 0
            await loopback.until(lambda: not any(map(runs, workers)))
            assert "Traceback" not in bot.output()


def runs(pid: int) -> bool:
    """Whether a process has not ended."""
    return fields(Path(f"/proc/{pid}/stat"))[:1] not in ([], ["Z"])
