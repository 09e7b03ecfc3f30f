"""Display names made harmless: they come from people, and some people try things."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from itertools import dropwhile
from typing import Protocol

import discord

from bot.i18n import Translator
from engine.game import Level, Seat

MAX_NAME = 32
"""Discord's limit for a display name, in characters; here it also bounds what is shown."""

SPECIAL = re.compile(r"[\\*_~|`<>\[\]#:]")
"""What Discord's markdown begins with: formatting, links, mentions, timestamps, emojis."""

LISTED = re.compile(r"^\d*(?=[.-](?: |$))")
"""Where a name begins like an item of a list, what stands before the mark; lines begin with names,
and Discord would number them anew or put a bullet there."""


INVISIBLE = {
    **dict.fromkeys((0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0), " "),
    **dict.fromkeys((0x034F, 0x17B4, 0x17B5, *range(0x180B, 0x1810))),
    **dict.fromkeys((*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))),
}
"""What shows nothing although Unicode counts it among letters and marks: fillers, which are as wide
as a space, and what chooses between the forms of a letter beside it."""


FROM_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
"""Unicode's classes of characters that turn the order of what stands beside them."""

ISOLATE, END_ISOLATE = "\u2068", "\u2069"
"""What stands between them has its own direction, and what stands around them keeps its own."""


def computer(t: Translator, level: Level) -> str:
    """What stands for a computer's name."""
    match level:
        case "easy":
            return t.pgettext("stands for a name", "Computer (easy)")
        case "normal":
            return t.pgettext("stands for a name", "Computer")
        case "hard":
            return t.pgettext("stands for a name", "Computer (hard)")


def nameless(t: Translator) -> str:
    """What stands for the name of somebody that cannot be shown, or is not known any more."""
    return t.pgettext("stands for a name that cannot be shown", "Player")


@lru_cache(maxsize=4096)
def plain(name: str) -> str:
    """A name that cannot reorder, hide or break the text around it."""
    kept = (
        " " if unicodedata.category(char).startswith("Z") else char
        for char in name.translate(INVISIBLE)
        if not unicodedata.category(char).startswith("C")
    )
    # A mark without a letter would stand on what is before the name.
    shown = "".join(dropwhile(lambda char: unicodedata.category(char)[0] in "MZ", kept))
    short = " ".join(unicodedata.normalize("NFC", shown).split())[:MAX_NAME]
    if any(unicodedata.bidirectional(char) in FROM_RIGHT_TO_LEFT for char in short):
        return f"{ISOLATE}{short}{END_ISOLATE}"
    return short


@lru_cache(maxsize=4096)
def safe(name: str) -> str:
    """A plain name for Discord markdown: nothing in it formats, lists, links or mentions."""
    escaped = LISTED.sub(r"\g<0>\\", SPECIAL.sub(r"\\\g<0>", name))
    return discord.utils.escape_mentions(escaped)


def distinct(names: Sequence[str], unknown: str) -> list[str]:
    """The names in plain form, each different from the others; `unknown` stands for an empty one.

    Of equal names the second and later ones get a number: 'Kim', 'Kim (2)'.
    """
    return list(_distinct(tuple(names), unknown))


class Seated(Protocol):
    """A seat of a match as it is stored, for what it is called."""

    @property
    def seat(self) -> Seat: ...
    @property
    def user(self) -> int | None: ...
    @property
    def name(self) -> str: ...
    @property
    def level(self) -> Level: ...
    @property
    def since(self) -> int: ...


def seated(t: Translator, seats: Sequence[Seated]) -> list[str]:
    """What the seats of a match are called, wherever it is told of.

    Of equal names whoever came first has the plain one, so that who comes later renames nobody.
    """
    came = sorted(seats, key=lambda one: (one.since, one.seat))
    names = [computer(t, one.level) if one.user is None else one.name for one in came]
    called = dict(zip((one.seat for one in came), distinct(names, nameless(t)), strict=True))
    return [called[one.seat] for one in seats]


@lru_cache(maxsize=1024)
def _distinct(names: tuple[str, ...], unknown: str) -> Sequence[str]:
    result: list[str] = []
    for name in names:
        base = plain(name) or unknown
        candidate, number = base, 2
        while candidate.casefold() in (taken.casefold() for taken in result):
            candidate, number = f"{base} ({number})", number + 1
        result.append(candidate)
    return result
