"""The bot object: wires the services together and loads the cogs."""

import asyncio
import importlib
import logging
from collections.abc import Awaitable, Callable, Iterator
from random import Random, SystemRandom
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.answer import Answer, answer_in_time, apologise
from bot.clock import Clock
from bot.config import Config
from bot.delivery import Delivery, OnePiece, paced
from bot.draw.studio import STUDIO
from bot.emojis import Emojis
from bot.face import Face
from bot.i18n import CommandTranslator, command_name, mentionable
from bot.lobbies import Lobbies
from bot.manager import GameManager
from bot.match import BrokenMatch, Match
from bot.scenes import Languages, Scenes
from bot.screen import leave_pressed
from bot.store import Store
from bot.surfaces import Surfaces
from engine import registry
from engine.game import Seat

log = logging.getLogger(__name__)

COGS = (
    "cogs.lobby",
    "cogs.matches",
    "cogs.challenge",
    "cogs.fair",
    "cogs.game",
    "cogs.learn",
    "cogs.preferences",
    "cogs.privacy",
    "cogs.replay",
    "cogs.records",
    "cogs.rules",
    "cogs.settings",
)
"""The extensions that every game shares; the games' own stand in the registry."""

HEALED_AT_ONCE = 4
"""Matches whose messages are mended at the same time after a stop.

All at once would keep presses waiting and exceed Discord's 50 requests a second.
"""

HEAL_AGAIN = 60.0
"""Seconds after which that is tried again, if the database could not be read for example."""


Door = Callable[[discord.Interaction, str, str], Awaitable[None]]
"""Answers the presses in messages that belong to no match: gets the verb and its argument."""


ANSWERING = ("discord-ui-dynamic-item", "CommandTree-invoker")
"""How discord.py names the tasks that answer presses and commands."""

LAST_ANSWERS = 2.0
"""Seconds that a stop waits for them. Whatever is done is on disk before it is answered."""


class _Commands(app_commands.CommandTree[Any]):
    """The slash commands."""

    async def interaction_check(self, interaction: discord.Interaction) -> bool:
        """Let every command be acknowledged in time; nothing is checked here."""
        if interaction.type is discord.InteractionType.application_command:
            answer_in_time(interaction)
        return True


class Safehouse(commands.AutoShardedBot):
    """The bot. Its services are there from `setup_hook` on, when the database is open."""

    store: Store
    delivery: Delivery
    languages: Languages
    drawings: Emojis
    scenes: Scenes
    surfaces: Surfaces
    manager: GameManager
    lobbies: Lobbies
    clock: Clock

    def __init__(self, config: Config, rng: Random) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            tree_cls=_Commands,
            # None is its default; the type leaves it out.
            http_trace=paced(config.requests_per_second),  # pyright: ignore[reportArgumentType]
        )
        self.config = config
        self.rng = rng
        self.faces: dict[str, Face] = {}
        self.doors: dict[str, Door] = {}
        self.play = app_commands.Group(
            name=command_name("play"),
            description=app_commands.locale_str("Open a match in this channel"),
            guild_only=True,
        )
        self.learn = app_commands.Group(
            name=command_name("learn"),
            description=app_commands.locale_str("Learn a game by playing it"),
        )
        self.tree.error(self._command_failed)
        self._healing: asyncio.Task[None] | None = None

    async def login(self, token: str) -> None:
        """Log in. Only now there is an event loop, which the connections need."""
        self.http.connector = OnePiece(limit=0)  # as many as there are requests, as by default
        await super().login(token)

    async def setup_hook(self) -> None:
        """Open the database, build the services, load the cogs and tell Discord the commands."""
        config = self.config
        self.store = await Store.open(config.database)
        self.languages = Languages(self, self.store, config.language)
        self.drawings = Emojis()
        self.scenes = Scenes(self.languages, self.drawings)
        self.delivery = Delivery(self)
        self.surfaces = Surfaces(
            self.store, self.delivery, self.scenes, self.faces, unreached=self._look_for
        )
        self.manager = GameManager(
            self.store,
            self.rng,
            computer_delay=config.computer_delay,
            idle_seconds=config.idle_minutes * 60,
            changed=self._match_changed,
        )
        self.clock = Clock(
            self.store, self.manager, self.languages, self.delivery, self.surfaces.refresh
        )
        self.lobbies = Lobbies(self.store, self.rng)
        # From here on `close` closes everything, whenever it comes.
        await STUDIO.open(config.drawing_processes)
        await self.tree.set_translator(CommandTranslator())
        self.tree.add_command(self.play)
        for extension in (*COGS, *(cog for _, cog in registry.GAMES.values())):
            # Not load_extension: it executes the module anew for each bot, and then the classes
            # that the games have imported are no longer those of the cogs.
            await importlib.import_module(extension).setup(self)
        if self.learn.commands:  # Discord takes no empty group
            self.tree.add_command(self.learn)
        self.languages.mention(mentionable(await self.tree.sync()))

    def _match_changed(self, match: Match) -> None:
        self.surfaces.refresh(match)
        self.clock.watch(match)

    def _look_for(self, match: Match, seat: Seat) -> None:
        self.clock.look_for(match, seat)

    async def _command_failed(
        self, interaction: discord.Interaction, error: app_commands.AppCommandError
    ) -> None:
        match error:
            case app_commands.TransformerError(type=discord.AppCommandOptionType.user):
                t = await self.languages.of(interaction)
                await Answer(interaction).tell(t.gettext("That person is not in this server."))
            case _:
                await apologise(interaction, error.__cause__ or error)

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        """Pass an event on to who listens; what answers a press begins after this."""
        if event_name == "interaction":
            leave_pressed(*args)
        super().dispatch(event_name, *args, **kwargs)

    async def on_ready(self) -> None:
        """Mend once what an earlier stop has left behind."""
        if self._healing is None:
            self._healing = asyncio.create_task(self._heal(), name="heal")

    async def _heal(self) -> None:
        """Dispatches the event `healed` at the end."""
        while True:
            try:
                await self._mend()
            except Exception:  # the last resort: nobody waits for this, so it would end unheard
                log.exception("What a stop has left behind could not be mended; again in a minute")
                await asyncio.sleep(HEAL_AGAIN)
            else:
                self.dispatch("healed")
                return

    async def _mend(self) -> None:
        await self.clock.start()
        if self.config.emojis:
            await self.drawings.find(self, self.faces)
        unfinished = await self.store.unfinished()
        if unfinished:
            log.info("Going on with %d matches", len(unfinished))
        waiting = iter(unfinished)
        await asyncio.gather(*(self._heal_each(waiting) for _ in range(HEALED_AT_ONCE)))
        await self.drawings.update(self)

    async def _heal_each(self, waiting: Iterator[str]) -> None:
        for match_id in waiting:
            try:
                self.manager.wake(await self.manager.open(match_id))
            except BrokenMatch:
                continue  # Set aside and logged where it was opened.
            except Exception:  # the last resort: the other matches must be mended, too
                log.exception("The messages of %s could not be mended", match_id)
                continue
            await self.surfaces.at_rest(match_id)

    async def close(self) -> None:
        """Disconnect, answer who has pressed by then, and close the database."""
        for shard in self.shards.values():
            await shard.disconnect()
        await _answer_the_last()
        if self._healing is not None:
            self._healing.cancel()
            await asyncio.gather(self._healing, return_exceptions=True)
        if hasattr(self, "store"):
            self.clock.stop()
            await self.manager.stop()
            await self.surfaces.stop()
        await super().close()
        if hasattr(self, "store"):
            await STUDIO.close()
            await self.store.close()


async def _answer_the_last() -> None:
    """Wait for the presses and commands that are being answered, but not for long.

    Who has been answered may still wait to have another message shown; that heals later.
    """
    last = [task for task in asyncio.all_tasks() if task.get_name().startswith(ANSWERING)]
    if not last:
        return
    _, late = await asyncio.wait(last, timeout=LAST_ANSWERS)
    for task in late:
        task.cancel()
    await asyncio.gather(*late, return_exceptions=True)


def create_bot(config: Config, *, rng: Random | None = None) -> Safehouse:
    """The bot, not connected yet; `rng` is its only source of chance (by default the system's)."""
    return Safehouse(config, rng or SystemRandom())
