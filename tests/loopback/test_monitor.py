"""The health and the numbers of a bot in its own process."""

import re
import socket
from contextlib import closing
from pathlib import Path
from random import Random

import aiohttp

from .driver import COMMITTING, Party
from .process import BotProcess
from .server import Loopback


def free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        return server.getsockname()[1]


async def get(port: int, path: str) -> tuple[int, str]:
    url = f"http://127.0.0.1:{port}{path}"
    async with aiohttp.ClientSession() as session, session.get(url) as answer:
        return answer.status, await answer.text()


async def until_health(port: int, loopback: Loopback, status: int) -> str:
    """Ask until the bot answers so; the words of the answer."""
    while (answer := await get(port, "/health"))[0] != status:
        await loopback.quiet(0.05)
    return answer[1]


def number(text: str, name: str) -> float:
    found = re.search(rf"^safehouse_{name} (\S+)$", text, flags=re.MULTILINE)
    assert found is not None, f"no {name} in {text}"
    return float(found[1])


async def test_a_bot_at_play_is_healthy_and_counts(tmp_path: Path) -> None:
    port, config = free_port(), tmp_path / "config.toml"
    config.write_text(
        f'database = "m.db"\nmonitor_port = {port}\nemojis = false\n', encoding="utf-8"
    )
    async with Loopback() as loopback:
        guild = loopback.guild()
        people = [loopback.user(name, guild) for name in ("Ada", "Ben", "Carl")]
        # Agent Avenue may be over after two actions, and then nothing runs.
        party = Party(loopback, loopback.channel(guild), people, Random(1), "play la-agencia")
        async with BotProcess(loopback, "bot", "run", "--config", str(config)) as bot:
            await until_health(port, loopback, 200)
            await party.sit_down()
            done = 0
            while done < 4:
                press = await party.step()
                assert press is not None
                done += press.button.verb in COMMITTING
            await loopback.quiet(0.3)
            _, text = await get(port, "/metrics")
            assert number(text, "actions_total") == done
            assert number(text, "press_seconds_count") >= len(party.presses)
            assert number(text, "commit_seconds_count") > done
            assert number(text, "matches_running") == number(text, "matches_in_memory") == 1
            assert number(text, "refresh_failures_total") == 0
            assert "Ada" not in text
            assert str(guild.id) not in text
            assert await bot.stop() == 0
