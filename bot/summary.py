"""A match that is over as one animated picture, for sharing."""

from functools import partial
from typing import NamedTuple

import msgspec

from bot import replay
from bot.draw.animation import MOST_FRAMES, animate, sampled
from bot.draw.cache import PictureCache
from bot.face import Face
from bot.i18n import Translator
from bot.match import Match
from bot.scenes import sitters
from bot.screen import Picture, Text

ANIMATIONS = PictureCache()
"""The animations made lately."""


class _Shown(msgspec.Struct, frozen=True):
    """All that an animation depends on."""

    match: str
    actions: int
    language: str
    names: tuple[str, ...]
    """Somebody may have become anonymous since."""


class Summary(NamedTuple):
    """The animated picture, and in words what its end shows."""

    picture: Picture
    end: tuple[Text, ...]


def summary(face: Face, match: Match, t: Translator) -> Summary:
    """The match as everybody saw it. Takes seconds if it is not kept: call it in a thread.

    Raises `ValueError` for a match that is not over and for a game without pictures.
    """
    names = tuple(sitter.plain for sitter in sitters(match, t))
    shown = _Shown(match.id, len(match.actions), t.language, names)
    tables = replay.tables(face, match, t)
    found = [block for table in tables for block in table.blocks if isinstance(block, Picture)]
    if not found:
        raise ValueError("a game without pictures")
    chosen = [found[place] for place in sampled(len(found), MOST_FRAMES)]
    gif = ANIMATIONS.get("summary", shown, lambda: animate([one.draw() for one in chosen]))
    alt = t.gettext(
        "{title}, match {id}: the table from the first decision to the end, one picture after the "
        "other. The end is told below.",
        title=face.title(t, match.options),
        id=match.id,
    )
    picture = Picture(f"{match.id}.gif", shown.match, partial(bytes, gif), f"{alt} {found[-1].alt}")
    _, *end = (block for block in tables[-1].blocks if isinstance(block, Text))
    if match.ended:
        end.append(Text(t.gettext("A moderator has ended this match. Nobody wins.")))
    return Summary(picture, tuple(end))
