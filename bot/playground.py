"""The bot in a simulated Discord, played in the browser: no account, no token, no network.

simcord runs the real bot against a Discord that lives in this process, and its preview shows one
channel of it as a page on which one acts as any of three people. Each start is a new, empty server
with a database of its own in a temporary folder, so that no real match is ever touched.

The page shows one channel and no direct messages. So matches stay out of threads here, everybody's
direct messages are closed, and people play from the ephemeral message that the table offers then.
"""

import contextlib
import logging
import sys
import tempfile
from collections.abc import AsyncGenerator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple, Self

import msgspec
from discord.ext import commands

from bot.app import create_bot
from bot.config import Config
from bot.i18n import Translator, pick

# While it is imported, simcord tries a client without intents, and discord.py warns of that.
logging.getLogger("discord.state").disabled = True
import simcord  # noqa: E402
from simcord.preview import Preview  # noqa: E402

logging.getLogger("discord.state").disabled = False

SERVER = "Safehouse playground"
CHANNEL = "games"
BOT = "Safehouse"
GUIDE = "Guide"
PEOPLE = ("Ana", "Ben", "Cleo")

_log = logging.getLogger(__name__)


class PlaygroundError(Exception):
    """The playground cannot open. Its text is one line that says why and what to do."""


async def serve(config: Config, port: int) -> None:
    """Serve the page until cancelled, or until somebody ends the session in it.

    `port` 0 takes any free one. Raises `PlaygroundError` when there can be no page.
    """
    with tempfile.TemporaryDirectory(prefix="safehouse-") as folder:
        bot = create_bot(_settings(config, Path(folder)))
        async with _world(bot, pick(config.language)) as world, _LivePage(world, port) as page:
            _say(f"The playground is open: {page.url}")
            _say("Open this address in a browser to play. Ctrl-C ends it.")
            await page.wait_closed()


def _settings(config: Config, folder: Path) -> Config:
    """The configuration without what would touch real matches or leave the page's one channel.

    The simulated Discord waits for the bot's tasks, but not for other processes.
    """
    return msgspec.structs.replace(
        config,
        token="",
        database=folder / "playground.db",
        threads=False,
        emojis=False,
        drawing_processes=0,
    )


class _Discord(simcord.Env):
    """The simulated Discord. What the bot's own tasks fail with goes to the log."""

    def _record_error(self, error: BaseException) -> None:
        super()._record_error(error)
        _log.error("The bot failed", exc_info=error)


class _World(NamedTuple):
    env: simcord.Env
    channel: simcord.ChannelHandle
    people: tuple[simcord.MemberActor, ...]


@contextlib.asynccontextmanager
async def _world(bot: commands.AutoShardedBot, t: Translator) -> AsyncGenerator[_World]:
    """A server with a channel, three people and the bot, who works while the context lasts."""
    env = _Discord(bot, check_errors=False, shard_count=None if bot.shard_count else 1)
    _catch_up(env)
    guild = env.create_guild(SERVER)
    channel = guild.create_text_channel(CHANNEL)
    people = tuple(guild.add_member(_person(env, name)) for name in PEOPLE)
    guide = guild.add_member(_person(env, GUIDE))
    try:
        await env.start()
        with env.time_context():
            if bot.user is not None:
                await bot.user.edit(username=BOT)
            await guide.send(channel, _welcome(t))
            yield _World(env, channel, people)
    finally:
        await bot.close()
        await env.shutdown()


def _person(env: simcord.Env, name: str) -> simcord.UserHandle:
    """Somebody whose direct messages are closed, as the page could not show them."""
    user = env.create_user(name.lower(), global_name=name)
    env.inject_error(
        "POST",
        f"/channels/{user.dm_channel.id}/messages",
        status=403,
        code=50007,
        message="Cannot send messages to this user",
        times=None,
    )
    return user


def _welcome(t: Translator) -> str:
    return t.gettext(
        "Welcome! This is a simulated Discord that lives on your computer only.\n"
        "1. Type `/play` in the box below, choose a game and press the arrow.\n"
        "2. Press **Add computer**, then **Start**.\n"
        "3. Your cards are behind **My hand** or **My cards**: nobody gets direct messages here.\n"
        "4. You are {name}. The list “Viewing as” at the top makes you somebody else.",
        name=PEOPLE[0],
    )


def _catch_up(env: simcord.Env) -> None:
    """Set the simulated clock to the real time: by itself it moves only while timers run."""
    behind = (datetime.now(UTC) - env.now()).total_seconds()
    env.backend.advance_clock(max(0.0, behind))


class _LivePage(Preview):
    """simcord's page, which by itself shows what a press did; this one also shows what follows it.

    It looks for news whenever the browser asks (twice a second), so that a computer's moves appear
    as they happen, even while a press is still being settled, and nobody needs the reload button.
    Uses parts of `Preview` that are open to subclasses but not documented.
    """

    def __init__(self, world: _World, port: int) -> None:
        super().__init__(
            world.env,
            world.channel,
            world.people,
            layout="channel",
            display="responsive",
            width=960,
            height=720,
            locale="en-US",
            timezone="UTC",
            presentation_time=None,
            assets=None,
            port=port,
        )
        self._port = port
        self._shown: dict[str, int] = {}
        """For each open page how many of the bot's requests it shows the outcome of."""

    async def __aenter__(self) -> Self:
        try:
            await super().__aenter__()
        except simcord.SetupError as error:
            raise PlaygroundError(_why(error, self._port)) from error
        return self

    # Any below: the page's own records and JSON, which are handed on unread.

    async def _action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        """Do what somebody pressed, unless it changed since they saw it: then show that first."""
        _catch_up(self.env)
        self._show_news(self._get_page(context_id))
        return await super()._action(context_id, body)

    def _page_payload(self, page: Any) -> dict[str, Any]:
        """What a browser gets when it asks."""
        self._show_news(page)
        return super()._page_payload(page)

    def _show_news(self, page: Any) -> None:
        has_news = self._shown.get(page.id) != len(self.env.http_requests)
        # A press that failed or took too long leaves its page unusable until it is shown anew.
        if page.id in self._pages and (has_news or page.status == "stale"):
            self._advance_presentation_time()
            self._publish(page, reason="refresh")

    def _publish(self, page: Any, *, reason: Any = "action") -> None:
        super()._publish(page, reason=reason)
        self._shown[page.id] = len(self.env.http_requests)


def _why(error: simcord.SetupError, port: int) -> str:
    if isinstance(error.__cause__, OSError):
        return f"Port {port} is not free: choose another one with --port, or --port 0 for any."
    return f"The playground is not installed completely: {error}"


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
