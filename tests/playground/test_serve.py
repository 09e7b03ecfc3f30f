"""Serving the playground: what surrounds the bot, and that its page follows what the bot does."""

import asyncio
import contextlib
import logging
import socket
import tempfile
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
import simcord.preview
from discord.ext import commands

from bot import playground
from bot.config import Config
from bot.playground import PlaygroundError, serve


class StandIn(commands.AutoShardedBot):
    """A bot with one command, `/go`, that does what a test wants."""

    def __init__(self, config: Config) -> None:
        super().__init__("!", intents=discord.Intents(guilds=True), shard_count=1)
        self.config = config
        self.closed = False
        self.works: set[asyncio.Task[None]] = set()

    async def setup_hook(self) -> None:
        @self.tree.command(name="go", description="Go")
        async def go(interaction: discord.Interaction) -> None:
            await self.go(interaction)

        await self.tree.sync()

    async def go(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message("gone")

    async def close(self) -> None:
        self.closed = True
        await super().close()

    def later(self, work: Any) -> None:
        """Go on after the command has been answered."""
        task = asyncio.create_task(work)
        self.works.add(task)
        task.add_done_callback(self.works.discard)


class Visitor:
    """Somebody who has opened the page, seen as the requests of a browser."""

    def __init__(self, http: aiohttp.ClientSession, address: str) -> None:
        self.http = http
        self.base, _, capability = address.partition("/#")
        self.headers = {"X-Simcord-Capability": capability}
        self.state: dict[str, Any] = {}

    async def open(self) -> None:
        self.state = await self._ask("POST", "/api/pages", {})
        self.headers["X-Simcord-Context"] = self.state["context"]["id"]

    async def look(self) -> list[str]:
        """What the messages say that the page shows now, as it does twice a second."""
        self.state = await self._ask("GET", "/api/state")
        return [row["excerpt"] for row in self.state["messageIndex"]]

    async def sees(self, text: str, seconds: float = 3) -> bool:
        """Whether a message says this within so many seconds."""
        for _ in range(int(seconds / 0.05)):
            if any(text in said for said in await self.look()):
                return True
            await asyncio.sleep(0.05)
        return False

    async def run(self, command: str) -> dict[str, Any]:
        entries = (await self._ask("GET", "/api/commands"))["entries"]
        entry = next(entry for entry in entries if entry["invocation"] == command)
        return await self._act(
            kind="run_command",
            command_id=entry["commandId"],
            path=entry["path"],
            schema_fingerprint=entry["schemaFingerprint"],
            options={},
        )

    async def _act(self, **body: Any) -> dict[str, Any]:
        last = self.state.get("lastAction") or {"expectedSequence": 0}
        return await self._ask(
            "POST",
            "/api/action",
            body
            | {
                "protocol_version": 3,
                "sequence": last["expectedSequence"] + 1,
                "request_id": f"request {last['expectedSequence'] + 1}",
                "generation": self.state["context"]["generation"],
                "bot_generation": self.state["botGeneration"],
                "published_revision": self.state["publishedRevision"],
            },
        )

    async def _ask(self, method: str, path: str, body: Any = None) -> Any:
        async with self.http.request(
            method, self.base + path, json=body, headers=self.headers
        ) as answer:
            answer.raise_for_status()
            return await answer.json()


Opened = contextlib.AbstractAsyncContextManager[tuple[StandIn, Visitor]]


@pytest.fixture
def console(monkeypatch: pytest.MonkeyPatch) -> asyncio.Queue[str]:
    """The lines that the playground writes on the console."""
    lines: asyncio.Queue[str] = asyncio.Queue()
    monkeypatch.setattr(playground, "_say", lines.put_nowait)
    return lines


@pytest.fixture
def bots(monkeypatch: pytest.MonkeyPatch) -> list[StandIn]:
    """The bots that a playground has been opened with."""
    made: list[StandIn] = []

    def create_bot(config: Config) -> StandIn:
        made.append(StandIn(config))
        return made[-1]

    monkeypatch.setattr(playground, "create_bot", create_bot)
    return made


@pytest.fixture
def playing(console: asyncio.Queue[str], bots: list[StandIn]) -> Callable[[], Opened]:
    """Opens the playground and its page for as long as the context lasts."""

    @contextlib.asynccontextmanager
    async def opened() -> AsyncIterator[tuple[StandIn, Visitor]]:
        serving = asyncio.ensure_future(serve(Config(token="secret"), 0))
        line = asyncio.ensure_future(console.get())
        await asyncio.wait((serving, line), timeout=10, return_when=asyncio.FIRST_COMPLETED)
        if serving.done():
            await serving
        async with aiohttp.ClientSession() as http:
            visitor = Visitor(http, line.result().rpartition(" ")[2])
            await visitor.open()
            yield bots[0], visitor
        serving.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await serving

    return opened


async def test_serves_this_machine_only(playing: Callable[[], Opened]) -> None:
    async with playing() as (_, visitor):
        assert visitor.base.startswith("http://127.0.0.1:")


async def test_offers_three_people_in_one_channel(playing: Callable[[], Opened]) -> None:
    async with playing() as (_, visitor):
        assert [person["name"] for person in visitor.state["viewers"]] == ["Ana", "Ben", "Cleo"]
        assert visitor.state["channel"]["name"] == "games"


async def test_says_how_to_begin(playing: Callable[[], Opened]) -> None:
    async with playing() as (_, visitor):
        assert await visitor.sees("/play")


async def test_touches_no_real_match(playing: Callable[[], Opened]) -> None:
    async with playing() as (bot, _):
        folder = bot.config.database.parent
        assert folder.is_dir()
        assert folder.is_relative_to(tempfile.gettempdir())
        assert bot.config.token == ""
    assert bot.closed
    assert not folder.exists()


async def test_keeps_matches_in_the_one_channel_of_the_page(
    playing: Callable[[], Opened],
) -> None:
    async with playing() as (bot, _):
        assert bot.config.threads is False


async def test_closes_direct_messages(
    playing: Callable[[], Opened], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go(_: StandIn, interaction: discord.Interaction) -> None:
        try:
            await interaction.user.send("your hand")
        except discord.Forbidden as refusal:
            await interaction.response.send_message(f"refused with {refusal.code}")

    monkeypatch.setattr(StandIn, "go", go)
    async with playing() as (_, visitor):
        await visitor.run("go")
        assert await visitor.sees("refused with 50007")


async def test_shows_what_the_bot_does_later_without_a_reload(
    playing: Callable[[], Opened], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go(bot: StandIn, interaction: discord.Interaction) -> None:
        await interaction.response.send_message("thinking")

        async def move() -> None:
            await asyncio.sleep(0.3)
            await interaction.edit_original_response(content="moved")

        bot.later(move())

    monkeypatch.setattr(StandIn, "go", go)
    async with playing() as (_, visitor):
        running = asyncio.ensure_future(visitor.run("go"))
        assert await visitor.sees("thinking")
        assert await visitor.sees("moved")
        await running
        assert await visitor.sees("moved")


async def test_refuses_a_press_on_what_has_changed_since(playing: Callable[[], Opened]) -> None:
    async with playing() as (bot, visitor):
        await visitor.look()
        channel = next(channel for channel in bot.get_all_channels() if channel.name == "games")
        assert isinstance(channel, discord.TextChannel)
        await channel.send("news")
        receipt = await visitor.run("go")
        assert receipt["rejected"]
        assert await visitor.sees("news")
        assert not (await visitor.run("go"))["rejected"]


async def test_goes_on_after_the_bot_has_failed(
    playing: Callable[[], Opened],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def fail(_: StandIn, interaction: discord.Interaction) -> None:
        raise RuntimeError("a mistake")

    async with playing() as (_, visitor):
        with caplog.at_level(logging.ERROR, "bot.playground"), monkeypatch.context() as broken:
            broken.setattr(StandIn, "go", fail)
            await visitor.run("go")
        assert "a mistake" in caplog.text
        await visitor.look()
        await visitor.run("go")
        assert await visitor.sees("gone")


async def test_runs_on_the_time_of_the_wall(playing: Callable[[], Opened]) -> None:
    async with playing() as (bot, _):
        guild = bot.guilds[0]
        assert abs((discord.utils.utcnow() - guild.created_at).total_seconds()) < 60


async def test_says_that_the_port_is_taken(
    bots: list[StandIn], console: asyncio.Queue[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(PlaygroundError, match=f"Port {port} is not free"):
            await serve(Config(), port)
    assert console.empty()
    assert bots[0].closed
    assert not Path(bots[0].config.database).parent.exists()


async def test_says_that_parts_of_the_page_are_missing(
    bots: list[StandIn], console: asyncio.Queue[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def find_no_parts() -> None:
        raise simcord.SetupError("Preview requires regex.")

    monkeypatch.setattr(simcord.preview, "_require_preview_runtime", find_no_parts)
    with pytest.raises(PlaygroundError, match=r"not installed completely: .*regex"):
        await serve(Config(), 0)
    assert console.empty()
    assert bots[0].closed
