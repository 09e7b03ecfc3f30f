"""Text that fits: measured, shrunk, wrapped, and cut with an ellipsis only at the very end."""

import math
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from bot.draw.fonts import Weight, font
from bot.draw.names import drawable

LINE = 1.16
"""Distance from line to line, as a share of the font size."""

PAD = 4
"""Pixels left free on both sides while a text is drawn, for letters that reach out."""

SOFT_HYPHEN = "\u00ad"
"""Where a label may break, with a hyphen drawn there; elsewhere nothing is drawn for it."""

_FINE = 2

_AFTER_HYPHEN = re.compile(r"(?<=\w-)(?=\w)")


@dataclass(frozen=True)
class Fitted:
    """Text as it will be drawn: its lines and the size in which each is at most so wide."""

    lines: tuple[str, ...]
    size: int
    squeezed: bool = False
    """Whether words are broken anywhere, and what is too long all the same is cut off."""


class _Piece(NamedTuple):
    """What a line break does not part."""

    text: str
    before: str
    """What parts it from the piece before, on one line: a space or nothing."""

    hyphen: str
    """What is drawn if the line ends behind it."""


class _Wrapped(NamedTuple):
    """Lines and, in the order of their weight, what counts against them."""

    number: int
    hyphens: int
    widest: float
    lines: tuple[str, ...]


class Mask(NamedTuple):
    """Where a line of text has ink, and nothing around that."""

    image: Image.Image
    left: int
    top: int
    """Where its top left corner is, from the start of the line's base line."""


@lru_cache(maxsize=4096)
def text_width(text: str, weight: Weight, size: int) -> float:
    """How wide the text runs, in pixels."""
    return font(weight, size * _FINE).getlength(text) / _FINE


@lru_cache(maxsize=1024)
def text_mask(text: str, weight: Weight, size: int) -> Mask | None:
    """A line of text; None if there is nothing to be seen of it.

    Drawn twice as large and reduced: hinting at the size itself would make the spacing uneven.
    """
    width = math.ceil(text_width(text, weight, size)) + 2 * PAD
    mask = Image.new("L", (width * _FINE, round(size * 1.5) * _FINE))
    ImageDraw.Draw(mask).text(
        (PAD * _FINE, size * _FINE), text, fill=255, font=font(weight, size * _FINE), anchor="ls"
    )
    mask = mask.reduce(_FINE)
    inked = mask.getbbox()
    if inked is None:
        return None
    return Mask(mask.crop(inked), inked[0] - PAD, inked[1] - size)


@lru_cache(maxsize=2048)
def fit(
    text: str,
    weight: Weight,
    size: int,
    *,
    least: int,
    width: int,
    height: int,
    lines: int = 1,
    hyphens: bool = False,
) -> Fitted:
    """The text in the largest size from `size` down to `least` in which it fits the space.

    Lines break at spaces and behind hyphens. Where that is not enough at the least size, they break
    at soft hyphens, too, if the text is a label that may have some (`hyphens`: people's names
    lose theirs). If that is not enough either, words are broken anywhere at the least size, and
    what is still too long ends with an ellipsis.
    """
    plain = drawable(text)
    readings = [_pieces(plain)]
    if hyphens and SOFT_HYPHEN in text:
        readings.append(_pieces(text))
    for pieces in readings:
        for candidate in range(size, least - 1, -1):
            wrapped = _wrap(pieces, weight, candidate, width)
            if wrapped is not None and wrapped.number <= _room(height, candidate, lines):
                return Fitted(wrapped.lines, candidate)
    room = _room(height, least, lines)
    return Fitted(tuple(_squeeze(plain, weight, least, width, room)), least, squeezed=True)


def _room(height: int, size: int, lines: int) -> int:
    """How many lines there is room for, at least one."""
    return max(1, min(lines, int(height / (size * LINE))))


def _pieces(text: str) -> list[_Piece]:
    pieces: list[_Piece] = []
    for word in text.split():
        before = " "
        for syllable in word.split(SOFT_HYPHEN):
            for part in _AFTER_HYPHEN.split(drawable(syllable)):
                pieces.append(_Piece(part, before, "" if part.endswith("-") else "-"))
                before = ""
        pieces[-1] = pieces[-1]._replace(hyphen="")
    return pieces


def _wrap(pieces: list[_Piece], weight: Weight, size: int, width: int) -> _Wrapped | None:
    """The pieces in as few lines as possible, of these the most even; None if one is too wide."""
    # For each piece, the last one first: the best lines that begin with it.
    best: list[_Wrapped | None] = [None] * len(pieces) + [_Wrapped(0, 0, 0, ())]
    for first in reversed(range(len(pieces))):
        line = ""
        for last, piece in enumerate(pieces[first:], first):
            line += piece.before + piece.text if line else piece.text
            if text_width(line, weight, size) > width:
                break
            rest, shown = best[last + 1], line + piece.hyphen
            wide = text_width(shown, weight, size)
            if rest is None or wide > width:
                continue
            hyphens = rest.hyphens + len(piece.hyphen)
            widest = max(rest.widest, wide)
            found = _Wrapped(rest.number + 1, hyphens, widest, (shown, *rest.lines))
            known = best[first]
            if known is None or found[:3] <= known[:3]:
                best[first] = found
    return best[0]


def _squeeze(rest: str, weight: Weight, size: int, width: int, room: int) -> list[str]:
    """Lines that are as full as they can be."""
    lines: list[str] = []
    while rest:
        if len(lines) == room - 1:
            return [*lines, ellipsis(rest, weight, size, width)]
        line = _longest_start(rest, weight, size, width)
        at_space = line.rfind(" ")
        if at_space > 0 and len(line) < len(rest) and rest[len(line)] != " ":
            line = line[:at_space]
        lines.append(line.rstrip())
        rest = rest[len(line) :].lstrip()
    return lines


def fit_row(
    texts: tuple[str, ...], weight: Weight, size: int, *, least: int, width: int, between: str
) -> tuple[str, int]:
    """Several texts in one line and its size: shrunk, then cut so that each keeps a fair share."""
    for candidate in range(size, least - 1, -1):
        line = between.join(texts)
        if text_width(line, weight, candidate) <= width:
            return line, candidate
    room = width - text_width(between, weight, least) * (len(texts) - 1)
    share = _fair_share([text_width(text, weight, least) for text in texts], room)
    return between.join(ellipsis(text, weight, least, int(share)) for text in texts), least


def _fair_share(wanted: list[float], room: float) -> float:
    """The most that each may have so that all together get by with the room."""
    left = sorted(wanted)
    while left and left[0] <= room / len(left):
        room -= left.pop(0)
    return room / len(left) if left else max(wanted)


def ellipsis(text: str, weight: Weight, size: int, width: float) -> str:
    """The text if it is narrow enough, else its beginning with an ellipsis."""
    if text_width(text, weight, size) <= width:
        return text
    room = width - text_width("…", weight, size)
    return f"{_longest_start(text, weight, size, room).rstrip()}…"


def _longest_start(text: str, weight: Weight, size: int, width: float) -> str:
    """The longest beginning that is narrow enough, at least one character."""
    low, high = 1, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if text_width(text[:middle], weight, size) <= width:
            low = middle
        else:
            high = middle - 1
    return text[:low]
