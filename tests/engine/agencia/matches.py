"""Hypothesis strategies: matches of any kind and the actions that drive them."""

from random import Random

from hypothesis import strategies as st

from engine.agencia import GAME
from engine.agencia.actions import AgenciaAction
from engine.agencia.cards import AGENCY, Card
from engine.agencia.embassies import EMBASSIES
from engine.agencia.game import Deal, Options
from engine.agencia.match import Match
from engine.game import Resign, Seat

OPTIONS = st.builds(
    Options,
    embassy=st.sampled_from([None, *EMBASSIES]),
    information_values=st.none()
    | st.dictionaries(st.sampled_from(Card), st.integers(0, 9), max_size=3),
)


@st.composite
def deals(draw, seats: int | None = None) -> Deal:
    """Any deal for 3 to 6 seats."""
    seats = seats or draw(st.integers(3, 6))
    decks = [draw(st.permutations(AGENCY)) for _ in range(seats)]
    return Deal(ambassador=draw(st.integers(0, seats - 1)), decks=decks)


def opened(deal: Deal, options: Options) -> Match:
    """The match that starts from a deal."""
    return GAME.new(deal, options, len(deal.decks))


def random_action(match: Match, rng: Random, resigning: float = 0.0) -> tuple[Seat, AgenciaAction]:
    """A legal action of the seat to act, or now and then a resignation of any seat."""
    staying = [seat for seat in range(match.seats) if seat not in match.resigned]
    if rng.random() < resigning:
        return rng.choice(staying), Resign()
    (seat,) = match.to_act()
    return seat, rng.choice(match.legal(seat))
