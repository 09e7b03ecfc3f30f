"""`/health` and `/metrics`, for this machine alone.

Health is what a watchdog needs to know: connected to Discord, and the database can be written.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot.app import Safehouse
from bot.database import StoreError
from bot.metrics import IN_MEMORY, RUNNING

LOOPBACK = "127.0.0.1"

PROBE_SECONDS = 3.0
"""How long `/health` waits for the database before it says 503."""


class MonitorError(Exception):
    """The port cannot be used. The text is one sentence."""


class Monitor:
    """Answers the two paths for one bot."""

    def __init__(self, bot: Safehouse) -> None:
        self._bot = bot
        self._probe: asyncio.Task[str | None] | None = None

    async def health(self, _: web.Request) -> web.Response:
        """200, or 503 with a line for each thing that is wrong."""
        wrong = [line for line in (self._disconnected(), await self._unwritable()) if line]
        text = "\n".join(wrong) or "ok"
        return web.Response(text=f"{text}\n", status=503 if wrong else 200)

    def _disconnected(self) -> str | None:
        shards = self._bot.shards.values()
        if self._bot.is_ready() and not any(shard.is_closed() for shard in shards):
            return None
        return "not connected to Discord"

    async def _unwritable(self) -> str | None:
        """What keeps the database from being written.

        A probe that takes too long is never cancelled, which would leave its transaction open:
        the next request waits for the same one.
        """
        if self._probe is None or self._probe.done():
            self._probe = asyncio.create_task(self._write(), name="health")
        done, _ = await asyncio.wait((self._probe,), timeout=PROBE_SECONDS)
        return self._probe.result() if done else "the database is held by another program"

    async def _write(self) -> str | None:
        try:
            await self._bot.store.check_writable()
        except StoreError as error:
            return str(error)
        return None

    async def metrics(self, _: web.Request) -> web.Response:
        """Every number, in Prometheus's text format."""
        with suppress(StoreError):  # the last number stands; /health says what is wrong
            RUNNING.set(await self._bot.store.count_running())
        IN_MEMORY.set(self._bot.manager.in_memory)
        return web.Response(body=generate_latest(), headers={"Content-Type": CONTENT_TYPE_LATEST})


@asynccontextmanager
async def monitor(bot: Safehouse, port: int) -> AsyncGenerator[None]:
    """Serve both paths meanwhile; with port 0 nothing. Raises `MonitorError`."""
    if port == 0:
        yield
        return
    pages = Monitor(bot)
    app = web.Application()
    app.router.add_get("/health", pages.health)
    app.router.add_get("/metrics", pages.metrics)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, LOOPBACK, port).start()
        except OSError as error:
            raise MonitorError(
                f"monitor_port {port} cannot be used: {error.strerror or error}. Choose another "
                "port, or 0 for none."
            ) from error
        yield
    finally:
        await runner.cleanup()
