"""Matches set up by hand: cards written as 1–5 (Agents), R (Recruiter) and I (Infiltrator)."""

from collections.abc import Sequence
from typing import TypeVar

from engine.agencia import GAME
from engine.agencia.actions import Place, Play, Side, Target
from engine.agencia.cards import AGENCY, Card
from engine.agencia.game import Deal, Options
from engine.agencia.match import Match
from engine.agencia.slots import Slot
from engine.game import Event

SHORT = {
    **{str(number): Card(f"agents_{number}") for number in range(1, 6)},
    "R": Card.RECRUITER,
    "I": Card.INFILTRATOR,
}

E_ = TypeVar("E_", bound=Event)


def cards(text: str) -> list[Card]:
    """`"2 R"` -> Agents 2, Recruiter."""
    return [SHORT[short] for short in text.split()]


def deck(text: str) -> list[Card]:
    """A whole agency in draw order: the cards named, then the others."""
    first = cards(text)
    rest = list(AGENCY)
    for card in first:
        rest.remove(card)
    return first + rest


def table(*decks: str, ambassador: int = 0, **options) -> Match:
    """A match of as many seats as decks; the first four cards of each go to the positions."""
    deal = Deal(ambassador=ambassador, decks=[deck(text) for text in decks])
    return GAME.new(deal, Options(**options), len(decks))


def place(match: Match, side: str) -> Sequence[Event]:
    """The Ambassador chooses a side."""
    return match.apply(match.ambassador, Place(Side(side)))


def play(match: Match, *shorts: str) -> Sequence[Event]:
    """The next seats in turn play these cards, each from the first position that holds it."""
    events: list[Event] = []
    for card in cards(" ".join(shorts)):
        (seat,) = match.to_act()
        slot = next(slot for slot in Slot if match.slots[seat][slot] == card)
        events += match.apply(seat, Play(slot))
    return events


def hand(match: Match, side: str, *shorts: str) -> Sequence[Event]:
    """A hand from the Ambassador's choice to the first target to choose, or to the next hand."""
    return [*place(match, side), *play(match, *shorts)]


def target(match: Match, whom: int) -> Sequence[Event]:
    """The seat whose card is being resolved chooses."""
    (seat,) = match.to_act()
    return match.apply(seat, Target(whom))


def idle_hand(match: Match) -> None:
    """A hand in which everyone plays the open card and every choice is the first."""
    hands = match.hands_done
    while not match.over and match.hands_done == hands:
        (seat,) = match.to_act()
        match.apply(seat, match.legal(seat)[0])


def to_the_end(match: Match) -> None:
    """Play on with the first legal actions."""
    while not match.over:
        idle_hand(match)


def agency(match: Match, seat: int) -> list[Card]:
    """All cards a seat owns now, sorted."""
    owned = [*match.slots[seat].values(), *match.decks[seat], match.played[seat]]
    return sorted(card for card in owned if card)


def of(kind: type[E_], events: Sequence[Event]) -> list[E_]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]
