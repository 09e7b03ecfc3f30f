"""A bot that is stopped while people play finishes what it is doing and complains of nothing."""

import asyncio
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from .driver import Party, Stuck
from .process import BotProcess
from .server import Loopback

PARTIES = 6


@pytest.mark.parametrize("pace", [50, 3])
async def test_a_stop_in_the_middle_of_play_is_clean(pace: int, tmp_path: Path) -> None:
    """Also where there is more to be shown than Discord takes: `pace` requests a second."""
    config = tmp_path / "config.toml"
    settings = 'database = "matches.db"\nthreads = false\nemojis = false\n'
    config.write_text(f"{settings}requests_per_second = {pace}\n", encoding="utf-8")
    async with Loopback() as loopback:
        guild = loopback.guild()
        parties = [
            Party(
                loopback,
                loopback.channel(guild),
                [loopback.user(f"{name} {number}", guild) for name in ("Ada", "Ben")],
                Random(number),
            )
            for number in range(PARTIES)
        ]
        async with BotProcess(loopback, "bot", "run", "--config", str(config)) as bot:

            async def play(party: Party) -> None:
                with suppress(Stuck):
                    await party.play(lambda: not bot.alive)

            for party in parties:
                await party.sit_down()
            playing = [asyncio.create_task(play(party)) for party in parties]
            before = sum(len(party.presses) for party in parties)
            await loopback.until(
                lambda: sum(len(party.presses) for party in parties) > before + 10, 15
            )
            code = await bot.stop()
            await asyncio.gather(*playing)
            printed = bot.output()
    assert code == 0, printed
    for complaint in (" WARNING ", " ERROR ", "Traceback", "never awaited"):
        assert complaint not in printed, printed
