"""Names and other foreign text in pictures: only what the font can show, and nothing that plays
tricks with direction, width or height."""

import unicodedata
from functools import lru_cache

from bot.draw.fonts import covers


@lru_cache(maxsize=2048)
def drawable(text: str) -> str:
    """The text as a picture can show it, possibly empty.

    Fancy letters become plain ones; control, format and private characters, stacked accents and
    characters without a glyph go; white space becomes single spaces.
    """
    kept = map(_drawable, unicodedata.normalize("NFC", text))
    return " ".join("".join(kept).split())


def picture_name(name: str, fallback: str) -> str:
    """The name as a picture can show it, or `fallback` if nothing is left that names somebody.

    That is a letter, or a digit in a name without letters.
    """
    shown = drawable(name)
    names = str.isalpha if any(map(str.isalpha, name)) else str.isalnum
    return shown if any(map(names, shown)) else drawable(fallback)


def _drawable(character: str) -> str:
    if character.isspace():
        return " "
    # C: control, format, surrogate, private, unassigned; M: accents that found no letter
    if unicodedata.category(character)[0] in "CM":
        return ""
    if covers(character):
        return character
    plain = unicodedata.normalize("NFKC", character)
    if plain != character:
        return "".join(map(_drawable, plain))
    base = unicodedata.normalize("NFKD", character)[0]
    return base if base != character and covers(base) else ""
