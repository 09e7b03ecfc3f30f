"""Embassies: a small change to the rules for a whole match.

The rulebook's seven embassy cards are not in any source at hand. The seven here are house
variants of this project, with effects of its own.
"""

import msgspec


class Embassy(msgspec.Struct, frozen=True, kw_only=True):
    """What a match does differently. Without changes: the plain rules."""

    room: int = 0
    """Added to the number of players for what the Hall holds and the Garden asks for."""

    bonus: int = 0
    """Added to what the player of Agents that succeed takes."""

    fine: int = 0
    """Added to what the player of Agents that fail pays."""

    recruitment: int = 1
    """What a Recruiter that succeeds adds to the Reward tile."""

    exposure: int = 0
    """What the player of an Infiltrator that finds no Recruiter pays."""

    alternating: bool = False
    """Whether the Ambassador may not choose the same side as in the hand before."""


PLAIN = Embassy()
"""The embassy of a match that has none."""

EMBASSIES: dict[str, Embassy] = {
    "open_doors": Embassy(room=2),
    "cold_shoulder": Embassy(room=-1),
    "rich_archives": Embassy(bonus=1),
    "paper_shredder": Embassy(fine=1),
    "double_game": Embassy(recruitment=2),
    "counter_espionage": Embassy(exposure=1),
    "revolving_door": Embassy(alternating=True),
}
"""The house embassies by their ids in records."""
