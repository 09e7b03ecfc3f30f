"""The four positions of a player's cards and who sees the card in each: the heart of the game."""

from enum import StrEnum

from engine.game import Seat


class Slot(StrEnum):
    """A position, by its id in records; in the order in which the first four cards fill them."""

    __hash__ = str.__hash__  # Enum's is written in Python

    OPEN = "open"
    """On the table, face up."""

    HIDDEN = "hidden"
    """On the table, face down."""

    OWN = "own"
    """In hand, facing its owner."""

    BLIND = "blind"
    """In hand, facing outward."""


SLOTS: tuple[Slot, ...] = tuple(Slot)
_OPEN, _, _OWN, _BLIND = SLOTS  # to look each up in its class takes four times as long as `sees`


def sees(viewer: Seat | None, owner: Seat, slot: Slot) -> bool:
    """Whether a seat, or a bystander (None), sees the card in this position of `owner`.

    A bystander sees what the channel shows. A blind card is never shown there, since its owner
    reads the channel too: the other seats get it privately.
    """
    if slot is _OPEN:
        return True
    if slot is _OWN:
        return viewer == owner
    if slot is _BLIND:
        return viewer is not None and viewer != owner
    return False
