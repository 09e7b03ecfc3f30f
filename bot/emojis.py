"""Small drawings beside words: application emojis, which the bot uploads for itself.

They are an ornament: a word always stands beside one, and where they cannot be had, the word
stands alone.
"""

import asyncio
import hashlib
import logging
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from typing import NamedTuple

import discord

from bot.delivery import TROUBLE
from bot.face import Draws, Face

log = logging.getLogger(__name__)

MAX_NAME = 32
"""Discord's limit for an emoji's name, in characters."""


Key = tuple[str, str]
"""A game and what an emoji of it shows."""


class Drawn(NamedTuple):
    """An emoji as it should be."""

    name: str
    """The game, the thing and a few digits of the picture, so that a new drawing is uploaded."""

    png: bytes


class Emojis:
    """The emojis that Discord has, by game and thing, as they are written in a message."""

    def __init__(self) -> None:
        self._known: dict[str, dict[str, str]] = {}
        self._missing: dict[Key, Drawn] = {}
        self._outdated: list[discord.Emoji] = []

    def of(self, game: str) -> Mapping[str, str]:
        """A game's emojis by what they show; empty where there are none."""
        return self._known.get(game, {})

    async def find(self, client: discord.Client, faces: Mapping[str, Face]) -> None:
        """Know the emojis that are there: one request."""
        drawn = await asyncio.to_thread(_draw, faces)
        with _unimportant():
            there = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
            for key, (name, _) in drawn.items():
                if name in there:
                    self._know(key, there.pop(name))
                else:
                    self._missing[key] = drawn[key]
            self._outdated = _outdated(there.values(), drawn)

    async def update(self, client: discord.Client) -> None:
        """Upload what was missing, and take away what is out of date.

        That may take long, as Discord limits uploads, so nothing should wait for it. What Discord
        refuses is left out until the next start.
        """
        with _unimportant():
            for key, (name, png) in self._missing.items():
                self._know(key, await client.create_application_emoji(name=name, image=png))
            for emoji in self._outdated:
                await emoji.delete()

    def _know(self, key: Key, emoji: discord.Emoji) -> None:
        game, thing = key
        self._known.setdefault(game, {})[thing] = str(emoji)


@contextmanager
def _unimportant() -> Generator[None]:
    """Lets nothing else fail with it."""
    try:
        yield
    except TROUBLE as error:
        log.warning("Not every emoji can be shown; words stand without them: %s", error)


def _draw(faces: Mapping[str, Face]) -> dict[Key, Drawn]:
    return {
        (game, thing): _named(f"{game.replace('-', '_')}_{thing}", draw)
        for game, face in faces.items()
        if isinstance(face, Draws)
        for thing, draw in face.emojis().items()
    }


def _named(prefix: str, draw: Callable[[], bytes]) -> Drawn:
    png = draw()
    name = f"{prefix}_{hashlib.blake2b(png, digest_size=3).hexdigest()}"
    if len(name) > MAX_NAME:
        raise ValueError(f"Discord allows {MAX_NAME} characters for an emoji's name, not {name}")
    return Drawn(name, png)


def _outdated(emojis: Iterable[discord.Emoji], drawn: Mapping[Key, Drawn]) -> list[discord.Emoji]:
    """Earlier drawings of the same things; whatever else is there belongs to somebody else."""
    ours = {name.rpartition("_")[0] for name, _ in drawn.values()}
    return [emoji for emoji in emojis if emoji.name.rpartition("_")[0] in ours]
