"""The cards that a text names: by their ids, as in custom ids, or by name in any language."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any

import msgspec

from bot.face import Explains
from bot.i18n import Translator, languages, translator
from cogs.agencia import words as agencia
from cogs.agent_avenue import words as agent_avenue
from tests.faces import FACES


def _names(t: Translator) -> Iterator[tuple[str, str]]:
    explained = [face.topics(t, None) for face in FACES.values() if isinstance(face, Explains)]
    for topic in chain.from_iterable(explained):
        if topic.card:
            yield topic.name, topic.key
            yield topic.key.replace("_", " "), topic.key


def _explanations(t: Translator) -> Iterator[str]:
    for effect in (*agent_avenue.EFFECTS.values(), *agencia.EFFECTS.values()):
        yield t.gettext(effect)


_SPOKEN = [translator(language) for language in languages()]

NAMES: dict[str, str] = {name.lower(): card for t in _SPOKEN for name, card in _names(t)}
NAMES |= {card: card for card in NAMES.values()}


def _any_of(texts: Iterator[str] | Mapping[str, str]) -> re.Pattern[str]:
    longest_first = sorted(set(texts), key=lambda text: (-len(text), text))
    return re.compile("|".join(map(re.escape, longest_first)), re.IGNORECASE)


_CARD = _any_of(NAMES)
_EXPLANATION = _any_of(text for t in _SPOKEN for text in _explanations(t))


@cache
def named(text: str) -> frozenset[str]:
    """The cards named, but for those in the printed explanation of another card."""
    said = _EXPLANATION.sub("", text)
    return frozenset(NAMES[found.lower()] for found in _CARD.findall(said))


def held(shown: object) -> set[str]:
    """The cards in something that the engine shows: a view, an event."""
    return {text for text in texts(msgspec.to_builtins(shown)) if text in NAMES}


def texts(value: Any) -> Iterator[str]:
    """Every text in something made of lists and objects, keys included."""
    match value:
        case str():
            yield value
        case Mapping():
            for key, inner in value.items():
                yield from texts(key)
                yield from texts(inner)
        case Sequence():
            for inner in value:
                yield from texts(inner)
        case _:
            pass
