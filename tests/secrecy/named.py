"""The cards that a text names: by their ids, as in custom ids, or by their English names."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from cogs.agencia import words as agencia
from cogs.agent_avenue import words as agent_avenue
from engine.agencia.cards import Card

NAMES: dict[str, str] = {
    name.lower(): card
    for card, name in [
        *agent_avenue.AGENTS.items(),
        *agent_avenue.BLACK_MARKET.items(),
        *((card, card.replace("_", " ")) for card in Card),
    ]
}
NAMES |= {card: card for card in NAMES.values()}

_CARD = re.compile("|".join(sorted(map(re.escape, NAMES), key=len, reverse=True)), re.IGNORECASE)
_EXPLANATIONS = (*agent_avenue.EFFECTS.values(), *agencia.EFFECTS.values())


def named(text: str) -> set[str]:
    """The cards named, but for those in the printed explanation of another card."""
    for explanation in _EXPLANATIONS:
        text = text.replace(explanation, "")
    return {NAMES[found.lower()] for found in _CARD.findall(text)}


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
