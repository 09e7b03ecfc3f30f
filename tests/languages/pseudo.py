"""A language of marks: what reads normally in it has bypassed the catalogue.

Every letter of a text bears an accent, and some are repeated so that it is 40 % longer.
Placeholders stay. The tests read it in the place of German.
"""

import re
import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from bot import i18n
from bot.draw.text import SOFT_HYPHEN
from bot.i18n import CARD, DEFAULT, DOMAIN, LOCALES, NAME, languages, translator
from bot.locales.__main__ import extract
from bot.locales.mistakes import forms

LANGUAGE = "de"

PLAIN = "abcdefghijklmnopqrstuvwxyz"
ACCENTED = "áḃçďéḟğĥíĵķļṁñóṗɋŕšţúṽŵẋýž"
TO_ACCENTED = str.maketrans(PLAIN + PLAIN.upper(), ACCENTED + ACCENTED.upper())

LONGER = 1.4

SYLLABLES = re.compile(r"(\w{5})(?=\w{3})")

KEPT = re.compile(r"(\{\w+\})")


def accented(text: str) -> str:
    """A text in the language of marks."""
    letters = [at for at, char in enumerate(text) if char.isascii() and char.isalpha()]
    names = [range(*found.span()) for found in KEPT.finditer(text)]
    letters = [at for at in letters if not any(at in name for name in names)]
    more = round(len(text) * (LONGER - 1))
    again = Counter(letters[i * len(letters) // more] for i in range(more)) if letters else {}
    out = (char * (1 + again.get(at, 0)) for at, char in enumerate(text))
    parts = KEPT.split("".join(out))
    return "".join(part if KEPT.fullmatch(part) else part.translate(TO_ACCENTED) for part in parts)


def catalogue() -> Catalog:
    """Every text of the code in the language of marks."""
    made = Catalog(locale=LANGUAGE)
    for message in extract():
        if not message.id:
            continue
        if message.context == NAME:
            translated = [str(message.id)]
        else:
            translated = [accented(form) for form in forms(message.id)]
        if message.context == CARD:  # as a translator does it, where the name may break
            translated = [SYLLABLES.sub(rf"\1{SOFT_HYPHEN}", form) for form in translated]
        string = translated[0] if isinstance(message.id, str) else tuple(translated)
        made.add(message.id, string, context=message.context)
    return made


def write(folder: Path) -> None:
    """English and the language of marks, to be installed from this folder."""
    path = folder / LANGUAGE / "LC_MESSAGES" / f"{DOMAIN}.po"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_po(file, catalogue())
    shutil.copytree(LOCALES / DEFAULT, folder / DEFAULT)


@contextmanager
def installed(folder: Path) -> Iterator[None]:
    """The languages in this folder are those that there are."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(i18n, "LOCALES", folder)
        for cached in (languages, translator):
            cached.cache_clear()
        yield
    for cached in (languages, translator):
        cached.cache_clear()


def all_texts(language: str) -> Catalog:
    """An installed catalogue as it stands in its file."""
    with (LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as file:
        return read_po(file)
