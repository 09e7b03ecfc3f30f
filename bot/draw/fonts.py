"""Roboto from the package font-roboto: the same letters on every machine, accents included."""

import threading
from functools import cache
from importlib.resources import files
from typing import Literal

from PIL import Image, ImageDraw, ImageFont

Weight = Literal["Regular", "Medium", "Bold"]

CAP_HEIGHT = 0.711
"""Height of a capital letter in Roboto, as a share of the font size."""

_UNASSIGNED = "\U000f0000"  # private use: always drawn as the empty box
_thread = threading.local()  # a FreeType face must not serve two threads at once


@cache
def _file(weight: Weight) -> str:
    return str(files("font_roboto").joinpath("files", f"Roboto-{weight}.ttf"))


def font(weight: Weight, size: int) -> ImageFont.FreeTypeFont:
    """The font in one weight and size (pixels)."""
    fonts: dict[tuple[Weight, int], ImageFont.FreeTypeFont] = _thread.__dict__.setdefault(
        "fonts", {}
    )
    key = weight, size
    if key not in fonts:
        fonts[key] = ImageFont.truetype(_file(weight), size)
    return fonts[key]


@cache
def covers(character: str) -> bool:
    """Whether the font has a glyph of its own for this character."""
    if character.isspace():
        return True
    return _shape(character) != _shape(_UNASSIGNED)


def _shape(character: str) -> bytes:
    image = Image.new("L", (48, 32))
    ImageDraw.Draw(image).text((4, 26), character, fill=255, font=font("Regular", 24), anchor="ls")
    return image.tobytes()
