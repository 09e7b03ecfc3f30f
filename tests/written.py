"""What is written on screens; and in pictures, every text with its size, its ground and whether
it was cut."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from bot.draw.canvas import Box, Canvas
from bot.draw.palette import Colour
from bot.draw.text import fit
from bot.screen import Screen, Text


class Written(NamedTuple):
    """One text on a picture."""

    text: str
    lines: tuple[str, ...]
    size: int
    fill: Colour
    ground: Colour
    squeezed: bool
    """Whether a word is broken where it should not be, or cut off."""

    @property
    def cut(self) -> bool:
        """Whether a part of it is missing."""
        return _letters("".join(self.lines)) != _letters(self.text)


def text(screen: Screen) -> str:
    """Everything written on a screen, but for its buttons and pictures."""
    return "\n".join(block.markdown for block in screen.blocks if isinstance(block, Text))


def _letters(text: str) -> str:
    """A text without what line breaks add and take away."""
    return "".join(character for character in text if character not in " -\N{SOFT HYPHEN}")


@contextmanager
def reading(*sprites: ModuleType) -> Iterator[list[Written]]:
    """Every text that is written inside; `sprites` are modules that keep parts with their text."""
    texts: list[Written] = []
    original: Callable[..., None] = Canvas.write

    def write(canvas: Canvas, text: str, box: Box, fill: Colour, **how: Any) -> None:
        left, top, width, height = box
        part = canvas.image.crop((left, top, left + width, top + height)).convert("RGB")
        ground: Any = max(part.getcolors(width * height) or [])[1]  # the most common colour
        fitted = fit(
            text,
            how.get("weight", "Bold"),
            how["size"],
            least=how.get("least") or how["size"],
            width=width,
            height=height,
            lines=how.get("lines", 1),
            hyphens=how.get("hyphens", False),
        )
        texts.append(Written(text, fitted.lines, fitted.size, fill, ground, fitted.squeezed))
        original(canvas, text, box, fill, **how)

    _forget(sprites)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Canvas, "write", write)
        yield texts
    _forget(sprites)


def _forget(modules: tuple[ModuleType, ...]) -> None:
    for module in modules:
        for part in vars(module).values():
            if hasattr(part, "cache_clear") and part.__module__ == module.__name__:
                part.cache_clear()
