"""A quick way to play on, for the hands that the computer imagines.

Everybody takes the card that looks best for this hand: what it brings or costs, in view of what
has been played, and whether it counts at the end. A position that its owner does not see is worth
what an average card is.
"""

from random import Random

from engine.agencia.actions import Play, Side, Target
from engine.agencia.cards import AGENTS, CARDS, Card
from engine.agencia.match import Match
from engine.agencia.slots import Slot
from engine.agencia.state import Step
from engine.game import Action, Seat

VARIETY = 0.8
"""How much chance there is in a choice, in information."""

RECRUITED = 0.17
"""How likely each later seat is to take away a card by a Recruiter, or to bring one."""

LURE = 0.5
"""What taking an Agents card from somebody is worth, beside its value."""

TO_COME = 0.75
"""How likely it is that later seats bring Agents, each."""

LAST_HANDS = 4
"""A card that goes under a deck in the last four hands is not drawn again: it counts at the end."""


def play_on(match: Match, hands: int, rng: Random) -> None:
    """Play until so many hands are done, or the match is over."""
    while (seat := match.active) is not None and match.hands_done < hands:
        match.carry_out(seat, choice(match, seat, rng))


def choice(match: Match, seat: Seat, rng: Random) -> Action:
    """What a seat does in an imagined match."""
    if match.step == Step.PLAY:
        return Play(card_played(match, seat, VARIETY, rng))
    choices = match.choices
    if match.step == Step.PLACE:
        return choices[int(rng.random() * len(choices))]
    return max(choices, key=lambda action: target_worth(match, action, rng))


def target_worth(match: Match, action: Action, rng: Random) -> float:
    """An Agents card of high value, better still of who leads."""
    assert isinstance(action, Target)
    card = match.played[action.whom]
    assert card is not None
    return match.values[card] + 0.1 * match.information[action.whom] + rng.random()


def card_played(match: Match, seat: Seat, variety: float, rng: Random) -> Slot:
    """The position whose card looks best for this hand, with so much chance in it."""
    slots = match.slots[seat]
    table = Table(match)
    known = {slot: slots[slot] for slot in (Slot.OPEN, Slot.OWN)}
    worth = {slot: table.worth(card) for slot, card in known.items() if card is not None}
    average = table.average()
    worth[Slot.HIDDEN] = worth[Slot.BLIND] = average
    return max(worth, key=lambda slot: worth[slot] + variety * rng.random())


class Table:
    """What has been played in this hand, and what that makes of the next card."""

    __slots__ = ("agents", "count", "later", "match", "recruiters", "remains")

    def __init__(self, match: Match) -> None:
        self.match = match
        self.later = match.seats - match.plays - 1
        """Seats that play after the one that is to play."""
        self.count = 0
        """Agents that are in the Hall or in the Garden as things stand."""
        self.agents = self.recruiters = 0
        """How many Agents cards and Recruiters lie there."""
        self.remains = match.rounds * match.seats - match.hands_done <= LAST_HANDS
        for seat in match.clockwise():
            card = match.played[seat]
            if card is not None and card in AGENTS:
                self.agents += 1
                together = self.count + CARDS[card].agents
                if match.side == Side.GARDEN or together <= match.limit:
                    self.count = together
            elif card == Card.RECRUITER:
                self.recruiters += 1

    def worth(self, card: Card) -> float:
        """What playing a card brings, about."""
        match = self.match
        if card == Card.INFILTRATOR:
            chance = 1.0 if self.recruiters else min(1.0, RECRUITED * self.later)
            worth = chance * (match.reward + self.remains) - (1 - chance) * match.embassy.exposure
        elif card == Card.RECRUITER:
            chance = 1.0 if self.agents else min(1.0, TO_COME * self.later)
            worth = chance * (LURE + self.remains)
        else:
            worth = self.agents_worth(card)
        return worth + (match.values[card] if self.remains else 0)

    def agents_worth(self, card: Card) -> float:
        """Agents enter, or pay; a later Recruiter may take them away either way."""
        match = self.match
        together = self.count + CARDS[card].agents
        hall = match.side == Side.HALL
        success = together <= match.limit if hall else together >= match.limit
        value = match.values[card]
        stays = 1 - min(0.8, RECRUITED * self.later)
        if success:
            return stays * (value + match.embassy.bonus)
        return -stays * (value + match.embassy.fine)

    def average(self) -> float:
        """What a card is worth that its owner does not see."""
        return sum(self.worth(card) * facts.copies for card, facts in CARDS.items()) / 8
