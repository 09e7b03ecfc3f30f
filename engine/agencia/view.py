"""What a viewer may see of a match: the one place where state becomes something to look at."""

from collections.abc import Callable, Mapping, Sequence

from engine.agencia.actions import Side
from engine.agencia.cards import Card
from engine.agencia.events import Score
from engine.agencia.slots import Slot, sees
from engine.agencia.state import State, Step
from engine.game import Action, Seat, View


class AgenciaView(View, frozen=True, kw_only=True):
    """The fields of the replay output, as docs/record-format.md describes them."""

    round: int
    hand: int
    ambassador: Seat
    side: Side | None
    step: Step
    information: Sequence[int]
    reward: int
    slots: Sequence[Mapping[Slot, Card | None]]
    """Per seat; None where the viewer does not see the card, or where there is none just now."""

    played: Sequence[Card | None]
    decks: Sequence[int] | Sequence[Sequence[Card]]
    """The number of cards per seat; once the match is over, the cards in draw order."""

    scores: Sequence[Score]
    embassy: str | None


def seen(state: State, viewer: Seat | None) -> AgenciaView:
    """What a seat, or a bystander (None), may see. A finished match has no secrets."""
    if state.over:
        return full(state)
    deciding = viewer if viewer is not None and viewer == state.active else None
    return _view(state, deciding, lambda owner, slot: sees(viewer, owner, slot))


def full(state: State) -> AgenciaView:
    """Everything but the order of the decks, which a running match never shows."""
    return _view(state, state.active, lambda owner, slot: True)


def _view(
    state: State, deciding: Seat | None, visible: Callable[[Seat, Slot], bool]
) -> AgenciaView:
    """The view with the cards in the visible positions and the choices of `deciding`."""
    return AgenciaView(
        game="la-agencia",
        over=state.over,
        winners=state.winners,
        to_act=() if state.active is None else (state.active,),
        legal=_legal(state, deciding),
        round=state.round,
        hand=state.hand,
        ambassador=state.ambassador,
        side=state.side,
        step=state.step,
        information=tuple(state.information),
        reward=state.reward,
        slots=[
            {slot: card if visible(owner, slot) else None for slot, card in cards.items()}
            for owner, cards in enumerate(state.slots)
        ],
        played=tuple(state.played),
        decks=[deck.copy() for deck in state.decks]
        if state.over
        else [len(deck) for deck in state.decks],
        scores=state.scores,
        embassy=state.embassy_id,
    )


def _legal(state: State, deciding: Seat | None) -> dict[str, Sequence[Action]]:
    return {} if deciding is None else {str(deciding): state.choices}
