"""What can be wrong with a translation and shows without knowing its language."""

import re
from collections.abc import Iterable, Iterator
from string import Formatter
from typing import cast

import discord
from babel.messages.catalog import Catalog, Message

from bot.i18n import NAME

COMMAND = re.compile(r"[-\w]{1,32}")
"""A name that Discord takes for a command or an option, if it is in lower case."""

LINE_START = re.compile(r"^(#+ |-# |- )", re.MULTILINE)
"""What makes a heading, small print or a list of a line."""

LABEL = re.compile(r"(?<=.)\*\*([^*]+)\*\*")
"""Within a line, what is bold may be a button; at its beginning it is a heading."""


BREAK = re.compile(r" [:;!?»]|« ")
"""Where a line must not break. A language that has a space there takes U+00A0."""


def problems(catalogue: Catalog) -> Iterator[str]:
    """What is wrong with a catalogue, a line each."""
    for message in texts(catalogue):
        yield from (f"{problem}: {forms(message.id)[0]!r}" for problem in _of(message, catalogue))


def _of(message: Message, catalogue: Catalog) -> Iterator[str]:
    if message.fuzzy:
        yield "fuzzy"
    found = forms(message.string)
    if not all(found):
        yield "not translated"
        return
    many = not isinstance(message.id, str)
    if len(found) != (catalogue.num_plurals if many else 1):
        yield f"{len(found)} plural forms"
    for form in dict.fromkeys(found):
        yield from _placeholders_of(message, form)
        yield from _markup(message, form)
        yield from _place(message, form, catalogue)
        yield from _labels(message, form, catalogue)


def _placeholders_of(message: Message, form: str) -> Iterator[str]:
    wanted = {name for text in forms(message.id) for name in _placeholders(text)}
    try:
        placeholders = _placeholders(form)
    except ValueError:
        yield "braces that do not match"
        return
    strange = placeholders - wanted
    lost = wanted - placeholders - {"n"}  # a plural form may do without its number
    if strange or lost:
        yield f"other placeholders ({', '.join(sorted(strange | lost))})"


def _markup(message: Message, form: str) -> Iterator[str]:
    text = forms(message.id)[0]
    for mark in ("**", "`"):
        if form.count(mark) % 2:
            yield f"{mark} opened and not closed"
        elif (mark in text) != (mark in form):
            yield f"{mark} in only one of both"
    if LINE_START.findall(text) != LINE_START.findall(form):
        yield "other beginnings of lines"
    if _edges(text) != _edges(form):
        yield "other spaces at the ends"
    if BREAK.search(form):
        yield "a space at a mark, where no line may break (use U+00A0)"


def _place(message: Message, form: str, catalogue: Catalog) -> Iterator[str]:
    context = message.context or ""
    if context == NAME and not (COMMAND.fullmatch(form) and form == form.lower()):
        yield f"no name that Discord takes ({form})"
    if context == NAME and not spoken(str(catalogue.locale)) and form != message.id:
        yield "a name that no client shows, as Discord does not speak this language"


def _labels(message: Message, form: str, catalogue: Catalog) -> Iterator[str]:
    """A button that a text names stands under that name."""
    for label in LABEL.findall(forms(message.id)[0]):
        named = catalogue.get(label)
        if named is not None and named.string and f"**{named.string}**" not in form:
            yield f"does not name **{named.string}**"


def spoken(language: str) -> bool:
    """Whether Discord's clients speak a language, in any of its regions."""
    return any(re.split("[-_]", language)[0] == each.value.split("-")[0] for each in discord.Locale)


def texts(catalogue: Catalog) -> Iterator[Message]:
    """The entries without the header."""
    return (message for message in catalogue if message.id)


def forms(text: object) -> tuple[str, ...]:
    """A text in all its plural forms."""
    if isinstance(text, str):
        return (text,)
    return tuple(str(form or "") for form in cast("Iterable[object]", text or ("",)))


def _placeholders(text: str) -> set[str]:
    """Raises `ValueError` for braces that do not match."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def _edges(text: str) -> tuple[bool, bool]:
    return text[0].isspace(), text[-1].isspace()
