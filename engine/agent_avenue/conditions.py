"""Why a match ended, as the match record tells it."""

from typing import Literal

import msgspec

Reason = Literal[
    "catch",
    "codebreakers",
    "daredevils",
    "leader_of_the_pack",
    "masterplan",
    "security_system",
    "closer",
    "resigned",
]


class Condition(msgspec.Struct, frozen=True):
    """Something that a team fulfilled at the end, and what it means for this team."""

    team: int
    result: Literal["win", "lose"]
    by: Reason
