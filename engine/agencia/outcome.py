"""What a finished match of La Agencia counts as."""

from collections import Counter
from collections.abc import Sequence

from engine.agencia.events import CardPlayed, Resigned, Score
from engine.agencia.view import AgenciaView
from engine.game import Event
from engine.outcome import Outcome


def outcome(view: AgenciaView, events: Sequence[Event]) -> Outcome:
    """Everybody ranked by the total, then by the deck; who has resigned shares the last place.

    The cards are those that a seat has played, whether the engine chose them after a resignation
    or not.
    """
    seats = range(len(view.scores))
    resigned = {event.seat for event in events if isinstance(event, Resigned)}
    merits = {seat: _merit(view.scores[seat]) for seat in seats if seat not in resigned}
    places = [
        1 + sum(merit > merits[seat] for merit in merits.values()) if seat in merits else len(seats)
        for seat in seats
    ]
    cards = [Counter[str]() for _ in seats]
    for event in events:
        if isinstance(event, CardPlayed):
            cards[event.seat][event.card.value] += 1
    return Outcome([(seat,) for seat in seats], places, _how(view, places, resigned), cards)


def _merit(score: Score) -> tuple[int, int]:
    return score.total, score.deck


def _how(view: AgenciaView, places: Sequence[int], resigned: set[int]) -> str:
    """`total`; `deck`, where that has decided a tie; `shared` by equal ones; or nobody has won."""
    if not view.winners:
        return "resigned"
    best = view.scores[view.winners[0]].total
    tied = [
        seat
        for seat, score in enumerate(view.scores)
        if score.total == best and seat not in resigned and places[seat] > 1
    ]
    if len(view.winners) > 1:
        return "shared"
    return "deck" if tied else "total"
