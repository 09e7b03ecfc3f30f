"""What a watchdog and Prometheus are told, and who may ask."""

import socket
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import aiohttp
import pytest

from bot import database
from bot import monitor as monitor_module
from bot.monitor import MonitorError, monitor
from bot.store import Store
from tests.bot.stored import commits


class Bot:
    """As much of the bot as the monitor looks at."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.manager = SimpleNamespace(in_memory=3)
        self.ready = True
        self.closed = False
        self.shards = {
            0: SimpleNamespace(is_closed=lambda: False),
            1: SimpleNamespace(is_closed=lambda: self.closed),
        }

    def is_ready(self) -> bool:
        return self.ready


@pytest.fixture
def bot(store: Store) -> Bot:
    return Bot(store)


@pytest.fixture
def port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        return server.getsockname()[1]


def listening(port: int) -> list[str]:
    """The addresses of this machine that somebody listens at, in hexadecimal."""
    sockets = [
        line.split() for line in Path("/proc/net/tcp").read_text(encoding="ascii").split("\n")
    ]
    return [s[1] for s in sockets if len(s) > 3 and s[3] == "0A" and s[1].endswith(f":{port:04X}")]


async def get(port: int, path: str) -> tuple[int, str]:
    url = f"http://127.0.0.1:{port}{path}"
    async with aiohttp.ClientSession() as session, session.get(url) as answer:
        return answer.status, await answer.text()


async def test_health_is_200_while_connected_and_writable(bot: Bot, port: int) -> None:
    async with monitor(bot, port):
        assert await get(port, "/health") == (200, "ok\n")


@pytest.mark.parametrize("trouble", [{"ready": False}, {"closed": True}])
async def test_health_is_503_while_a_shard_is_not_connected(
    bot: Bot, port: int, trouble: dict[str, bool]
) -> None:
    vars(bot).update(trouble)
    async with monitor(bot, port):
        assert await get(port, "/health") == (503, "not connected to Discord\n")


async def test_health_is_503_while_another_program_holds_the_database(
    bot: Bot, port: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one who waits for the database is not cancelled, and the next time all is well."""
    monkeypatch.setattr(monitor_module, "PROBE_SECONDS", 0.05)
    async with monitor(bot, port):
        with closing(sqlite3.connect(tmp_path / "a.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            for _ in range(2):
                status, text = await get(port, "/health")
                assert status == 503
                assert "held by another program" in text
            other.execute("ROLLBACK")
        monkeypatch.setattr(monitor_module, "PROBE_SECONDS", 10.0)
        assert await get(port, "/health") == (200, "ok\n")


async def test_health_is_503_when_the_database_cannot_be_written(
    tmp_path: Path, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_TIMEOUT", 0.0)
    store = await Store.open(tmp_path / "b.db")
    with closing(sqlite3.connect(tmp_path / "b.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        async with monitor(Bot(store), port):
            status, text = await get(port, "/health")
    await store.close()
    assert status == 503
    assert "could not be written" in text


async def test_metrics_are_prometheus_s(bot: Bot, port: int) -> None:
    async with monitor(bot, port):
        status, text = await get(port, "/metrics")
    assert status == 200
    lines = text.splitlines()
    assert "safehouse_matches_running 0.0" in lines
    assert "safehouse_matches_in_memory 3.0" in lines
    for name in ("actions_total", "press_seconds_count", "refresh_failures_total"):
        assert any(line.startswith(f"safehouse_{name} ") for line in lines)


async def test_a_commit_is_timed_and_one_that_fails_is_not(bot: Bot) -> None:
    before = commits()
    await bot.store.check_writable()
    assert commits() == before + 1
    with pytest.raises(ZeroDivisionError):
        await bot.store._write(lambda db: 1 / 0)
    assert commits() == before + 1


@pytest.mark.skipif(sys.platform != "linux", reason="reads the sockets in /proc")
async def test_no_other_machine_may_ask(bot: Bot, port: int) -> None:
    async with monitor(bot, port):
        assert listening(port) == [f"0100007F:{port:04X}"]


async def test_a_port_that_is_taken_is_said_in_one_sentence(bot: Bot, port: int) -> None:
    async with monitor(bot, port):
        with pytest.raises(MonitorError, match=rf"monitor_port {port} cannot be used: .*in use"):
            async with monitor(bot, port):
                pass


async def test_without_a_port_nothing_is_served(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(monitor_module.web, "AppRunner")
    async with monitor(bot, 0):
        pass
