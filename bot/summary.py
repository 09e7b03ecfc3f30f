"""A match that is over as one animated picture, for sharing."""

from functools import partial

import msgspec

from bot import replay
from bot.draw.animation import MOST_FRAMES, animate, sampled
from bot.draw.cache import PictureCache
from bot.face import Face
from bot.i18n import Translator
from bot.match import Match
from bot.scenes import sitters
from bot.screen import Picture, shorten

MAX_ALT = 1000
"""Discord's limit for what a screen reader says of a picture is 1024 characters."""

ANIMATIONS = PictureCache()
"""The animations made lately."""


class _Shown(msgspec.Struct, frozen=True):
    """All that an animation depends on."""

    match: str
    actions: int
    language: str
    names: tuple[str, ...]
    """Somebody may have become anonymous since."""


def summary(face: Face, match: Match, t: Translator) -> Picture:
    """The match as everybody saw it. Takes seconds if it is not kept: call it in a thread.

    Raises `ValueError` for a match that is not over and for a game without pictures.
    """
    names = tuple(sitter.plain for sitter in sitters(match, t))
    shown = _Shown(match.id, len(match.actions), t.language, names)
    found = replay.pictures(face, match, t)
    if not found:
        raise ValueError("a game without pictures")
    chosen = [found[place] for place in sampled(len(found), MOST_FRAMES)]
    gif = ANIMATIONS.get("summary", shown, lambda: animate([one.draw() for one in chosen]))
    alt = t.gettext(
        "{title}, match {id}: the table from the first decision to the end, one picture after the "
        "other. At the end: {end}",
        title=face.title(t, match.options),
        id=match.id,
        end=found[-1].alt,
    )
    return Picture(f"{match.id}.gif", shown.match, partial(bytes, gif), shorten(alt, MAX_ALT))
