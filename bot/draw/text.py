"""Text that fits: measured, shrunk, wrapped, and cut with an ellipsis only at the very end."""

import math
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from bot.draw.fonts import Weight, font
from bot.draw.names import drawable

LINE = 1.16
"""Distance from line to line, as a share of the font size."""

PAD = 4
"""Pixels left free on both sides of a text mask, for letters that reach out."""

_FINE = 2


@dataclass(frozen=True)
class Fitted:
    """Text as it will be drawn: its lines and the size in which each is at most so wide."""

    lines: tuple[str, ...]
    size: int


@lru_cache(maxsize=4096)
def text_width(text: str, weight: Weight, size: int) -> float:
    """How wide the text runs, in pixels."""
    return font(weight, size * _FINE).getlength(text) / _FINE


@lru_cache(maxsize=1024)
def text_mask(text: str, weight: Weight, size: int) -> Image.Image:
    """The text as a mask; the start of its base line is at (`PAD`, `size`).

    Drawn twice as large and reduced: hinting at the size itself would make the spacing uneven.
    """
    width = math.ceil(text_width(text, weight, size)) + 2 * PAD
    mask = Image.new("L", (width * _FINE, round(size * 1.5) * _FINE))
    ImageDraw.Draw(mask).text(
        (PAD * _FINE, size * _FINE), text, fill=255, font=font(weight, size * _FINE), anchor="ls"
    )
    return mask.reduce(_FINE)


@lru_cache(maxsize=2048)
def fit(
    text: str, weight: Weight, size: int, *, least: int, width: int, height: int, lines: int = 1
) -> Fitted:
    """The text in the largest size from `size` down to `least` in which it fits the space.

    At the least size, words are broken and what is still too long ends with an ellipsis.
    """
    words = drawable(text).split()
    for candidate in range(size, least - 1, -1):
        room = max(1, min(lines, int(height / (candidate * LINE))))
        wrapped = _wrap(words, weight, candidate, width)
        if wrapped is not None and len(wrapped) <= room:
            return Fitted(tuple(wrapped), candidate)
    room = max(1, min(lines, int(height / (least * LINE))))
    return Fitted(tuple(_squeeze(words, weight, least, width, room)), least)


def _wrap(words: list[str], weight: Weight, size: int, width: int) -> list[str] | None:
    """The words in lines, or None if a single one is too wide."""
    lines: list[str] = []
    for word in words:
        if text_width(word, weight, size) > width:
            return None
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, weight, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _squeeze(words: list[str], weight: Weight, size: int, width: int, room: int) -> list[str]:
    lines: list[str] = []
    rest = " ".join(words)
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
