"""The cards of an agency and the numbers of the rulebook that do not depend on an embassy."""

from enum import StrEnum

import msgspec


class Card(StrEnum):
    """A card, by its id in records. Two cards with the same id are interchangeable."""

    __hash__ = str.__hash__  # Enum's is written in Python

    AGENTS_1 = "agents_1"
    AGENTS_2 = "agents_2"
    AGENTS_3 = "agents_3"
    AGENTS_4 = "agents_4"
    AGENTS_5 = "agents_5"
    RECRUITER = "recruiter"
    INFILTRATOR = "infiltrator"


class CardFacts(msgspec.Struct, frozen=True):
    """What is printed on a card."""

    agents: int
    """The number of Agents; 0 for Infiltrators and Recruiters, which count for neither side."""

    value: int
    """The information value."""

    copies: int = 1
    """How many of it an agency starts with."""

    assumed: bool = False
    """True where no source names the value, so that it is this project's assumption."""


CARDS: dict[Card, CardFacts] = {
    # The values of Agents 1, 2 and 4 are in the rulebook's example, the Recruiter's in its list of
    # components (Catalan, English). The others are ASSUMED: Agents n are worth n/2, rounded up,
    # as the known ones are, and the Infiltrator, for which no value is named, is worth nothing.
    Card.AGENTS_1: CardFacts(agents=1, value=1),
    Card.AGENTS_2: CardFacts(agents=2, value=1),
    Card.AGENTS_3: CardFacts(agents=3, value=2, assumed=True),
    Card.AGENTS_4: CardFacts(agents=4, value=2),
    Card.AGENTS_5: CardFacts(agents=5, value=3, assumed=True),
    Card.RECRUITER: CardFacts(agents=0, value=1, copies=2),
    Card.INFILTRATOR: CardFacts(agents=0, value=0, assumed=True),
}

VALUES: dict[Card, int] = {card: facts.value for card, facts in CARDS.items()}
"""The information values of a match whose options override none."""

AGENCY: tuple[Card, ...] = tuple(card for card, facts in CARDS.items() for _ in range(facts.copies))
"""The 8 cards everyone starts with."""

AGENTS: frozenset[Card] = frozenset(card for card, facts in CARDS.items() if facts.agents)
"""The Agents cards."""

START_INFORMATION = 5
"""The information everyone starts with (rulebook, Getting ready)."""

ROUNDS: dict[int, int] = {3: 4, 4: 3, 5: 2, 6: 2}
"""Number of players -> number of rounds; a round is as many hands as there are players."""
