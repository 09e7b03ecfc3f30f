"""Bring the catalogues up to date with the code: `python -m bot.locales [--check] [LANGUAGE …]`.

English is written from the code itself; the other languages get the new texts, empty, and lose
those that are gone. A language that is named and not there yet is begun. With --check nothing is
written: it fails where a catalogue is behind the code, incomplete, marked fuzzy, or has one of the
mistakes of `bot.locales.mistakes`.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from copy import deepcopy
from pathlib import Path

import discord
from babel import localedata
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import PoFileError, read_po, write_po

from bot.i18n import CARD, DEFAULT, DOMAIN, LOCALES, NAME, WHICH_GAME
from bot.locales.mistakes import forms, problems, texts

ROOT = LOCALES.parent.parent
PACKAGES = ("bot", "cogs", "engine")
KEYWORDS: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    "gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "N_": None,
    "locale_str": None,
}
MARKED: dict[str, str] = {"command_name": NAME, "game_option": WHICH_GAME, "card_name": CARD}
"""What marks names of commands and of cards, and the contexts under which these stand."""

CLIENTS = {client.value.replace("-", "_") for client in discord.Locale}
"""What Discord's clients speak. Babel has two of these codes under other names: zh_CN and zh_TW."""


def extract() -> Catalog:
    """Every text in the code."""
    catalogue = Catalog(project="Safehouse", charset="utf-8")
    for package in PACKAGES:
        marks = (({mark: None}, context) for mark, context in MARKED.items())
        for keywords, named in ((KEYWORDS, None), *marks):
            for _, _, message, comments, context in extract_from_dir(
                ROOT / package, [("**.py", "python")], keywords=keywords
            ):
                catalogue.add(message, None, auto_comments=comments, context=named or context)
    return catalogue


def update(path: Path, template: Catalog) -> Catalog:
    """A language's catalogue with exactly the template's texts."""
    language = path.parent.parent.name
    catalogue = Catalog(locale=language)
    if path.exists():
        with path.open("rb") as file:
            catalogue = read_po(file, locale=language)
    # A copy, because Babel takes new messages over as they are, and English is filled in below. The
    # date stays: else every file would change each time, and two people's changes not merge.
    catalogue.update(deepcopy(template), no_fuzzy_matching=True, update_creation_date=False)
    catalogue.obsolete.clear()
    if language == DEFAULT:
        for message in texts(catalogue):
            message.string = message.id
    return catalogue


def _keys(catalogue: Catalog) -> set[tuple[tuple[str, ...], str]]:
    return {(forms(message.id), message.context or "") for message in texts(catalogue)}


def check(path: Path, template: Catalog) -> list[str]:
    """What is wrong with a stored catalogue."""
    return [f"{path.relative_to(ROOT)}: {line}" for line in _wrong(path, template)]


def _wrong(path: Path, template: Catalog) -> Iterator[str]:
    try:
        with path.open("rb") as file:
            stored = read_po(file, abort_invalid=True)
    except (OSError, PoFileError) as error:
        yield str(error)
        return
    yield from problems(stored)
    plurals = Catalog(locale=path.parent.parent.name).plural_forms
    if stored.plural_forms != plurals:
        yield f"the header says 'Plural-Forms: {stored.plural_forms}' in place of {plurals!r}"
    for ids, _ in sorted(_keys(template) ^ _keys(stored)):
        yield f"not in step with the code: {ids!r}"


def main(arguments: Sequence[str]) -> int:
    """Update, or check, the languages that are named, or every one; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m bot.locales", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--check", action="store_true", help="say what is wrong, and write nothing")
    parser.add_argument("languages", metavar="LANGUAGE", nargs="*", help="without one: all")
    asked = parser.parse_args(arguments)
    template = extract()
    for name in asked.languages:
        if name not in CLIENTS and not localedata.exists(name):
            sys.stderr.write(f"{name!r} is no language code; use one like it, or pt_BR.\n")
            return 2
    folders = [LOCALES / name for name in asked.languages] or sorted(LOCALES.glob("[a-z]*/"))
    paths = [folder / "LC_MESSAGES" / f"{DOMAIN}.po" for folder in folders]
    if asked.check:
        found = [line for path in paths for line in check(path, template)]
        sys.stderr.writelines(f"{line}\n" for line in found)
        return 1 if found else 0
    for path in paths:
        catalogue = update(path, template)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            write_po(file, catalogue, no_location=True, omit_header=False, sort_output=True)
        missing = sum("not translated" in line for line in problems(catalogue))
        sys.stdout.write(f"{path.relative_to(ROOT)}: {missing} texts to translate\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
