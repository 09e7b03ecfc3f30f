"""The pictures of Agent Avenue: the table, a hand, and the end with all hands open.

Each is a pure function of what its viewer may see (a view) and of labels in the viewer's language,
returns a PNG and may run in any thread. Everything shown is also said in the texts beside it.
"""

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from bot.draw.names import picture_name
from cogs.agent_avenue.picture_cards import Outcome, outcome
from cogs.agent_avenue.picture_hand import HandScene, draw_hand
from cogs.agent_avenue.picture_table import Collections, OpenHand, TableScene, draw_table
from cogs.agent_avenue.words import in_order
from engine.agent_avenue.cards import AgentId
from engine.agent_avenue.view import AgentAvenueView


class PersonLabel(msgspec.Struct, frozen=True):
    """A person's name as it is (pictures leave out what they cannot show).

    `fallback` stands for a name of which nothing can be shown: '#3', say.
    """

    name: str
    fallback: str


class SideLabel(msgspec.Struct, frozen=True):
    """How a team is called: `people` in its panel, `letter` with its mark everywhere."""

    people: tuple[PersonLabel, ...]
    letter: str


class TableLabels(msgspec.Struct, frozen=True):
    """The words on a table's picture."""

    sides: tuple[SideLabel, SideLabel]
    cards: Mapping[str, str]
    """The names of the agents and, in advanced mode, of the black market cards, by id."""
    status: str = ""
    """What one waits for, or who won: shown in the centre while no cards are offered."""
    hands: str = ""
    """Heading for the hands that are opened at the end."""


class HandLabels(msgspec.Struct, frozen=True):
    """The words on a hand's picture."""

    sides: tuple[SideLabel, SideLabel]
    cards: Mapping[str, str]
    face_up: str
    """Heading for the card that lies face up in the centre."""
    face_down: str
    """Heading for the viewer's own card that lies face down."""


def table_picture(
    view: AgentAvenueView, labels: TableLabels, *, advanced: bool = False, acting: int | None = None
) -> bytes:
    """The public table: the ring, the cards offered, what each team has in play; a PNG.

    Shows nothing of any hand, and of the face-down card only that it lies there. `acting` is the
    team that one waits for.
    """
    scene = _table_scene(view, labels, advanced, acting)
    return draw_table(scene)


def final_picture(
    view: AgentAvenueView,
    labels: TableLabels,
    seats: Sequence[tuple[int, PersonLabel]],
    *,
    advanced: bool = False,
) -> bytes:
    """The table of a match that is over, with all hands open; a PNG.

    `seats`: for each seat in order, its team and who sat there.
    """
    if not view.over:
        raise ValueError("hands are opened only when the match is over")
    table = _table_scene(view, labels, advanced, None)
    # supply and distances decide nothing any more, and the hands need the room
    winner, _ = seats[view.winners[0]]
    scene = replace(
        table,
        supply=(),
        gaps=None,
        winner=winner,
        hands=_hands(view, seats),
        hands_heading=labels.hands,
    )
    return draw_table(scene)


def open_picture(
    view: AgentAvenueView,
    labels: TableLabels,
    seats: Sequence[tuple[int, PersonLabel]],
    *,
    advanced: bool = False,
    acting: int | None = None,
) -> bytes:
    """The table of a replay, with all cards open while the match still runs in it; a PNG.

    `view` holds everything; it is never that of a match that is being played.
    """
    scene = replace(
        _table_scene(view, labels, advanced, acting, opened=True),
        hands=_hands(view, seats),
        hands_heading=labels.hands,
    )
    return draw_table(scene)


def _hands(view: AgentAvenueView, seats: Sequence[tuple[int, PersonLabel]]) -> tuple[OpenHand, ...]:
    return tuple(
        OpenHand(side, _name(person), in_order(hand))
        for (side, person), hand in zip(seats, view.hands, strict=True)
    )


def hand_picture(view: AgentAvenueView, seat: int, side: int, labels: HandLabels) -> bytes:
    """The hand of the seat whose view this is, a PNG.

    On each card, a mark shows which icon would count for either team, and what it would come to;
    the viewer's team (`side`) comes first. Below, the card that a teammate has laid face up.
    """
    hand = in_order(view.hands[seat])
    scene = HandScene(
        hand=hand,
        side=side,
        teams=_collections(view, labels.sides),
        face_up=view.table.face_up,
        face_down=None,
        headings=(labels.face_up, labels.face_down),
        card_names=dict(labels.cards),
        outcomes=_outcomes(view, hand, (side, 1 - side)),
    )
    return draw_hand(scene)


def quiet_hand_picture(
    hand: Sequence[str | None],
    face_up: str | None,
    face_down: str | None,
    side: int,
    labels: HandLabels,
) -> bytes:
    """A hand of which nothing is to be chosen now, and the cards that it has played last; a PNG.

    It changes with these cards alone.
    """
    scene = HandScene(
        hand=in_order(hand),
        side=side,
        teams=Collections(
            in_play=({}, {}),
            ongoing=((), ()),
            names=(_names(labels.sides[0]), _names(labels.sides[1])),
            letters=(labels.sides[0].letter, labels.sides[1].letter),
        ),
        face_up=face_up,
        face_down=face_down,
        headings=(labels.face_up, labels.face_down),
        card_names=dict(labels.cards),
        outcomes={},
    )
    return draw_hand(scene)


def _table_scene(
    view: AgentAvenueView,
    labels: TableLabels,
    advanced: bool,
    acting: int | None,
    *,
    opened: bool = False,
) -> TableScene:
    # whoever's view this is: the public picture opens the card only with everything else
    face_down = view.table.face_down if opened or view.over else None
    return TableScene(
        spaces=(view.spaces[0], view.spaces[1]),
        gaps=(view.gaps[0], view.gaps[1]),
        teams=_collections(view, labels.sides),
        face_up=view.table.face_up,
        face_down=face_down,
        outcomes=_outcomes(view, (view.table.face_up, face_down), (0, 1)),
        hidden=view.step == "recruit",
        supply=tuple(view.supply),
        advanced=advanced,
        acting=acting,
        card_names=dict(labels.cards),
        status=labels.status,
    )


def _outcomes(
    view: AgentAvenueView, cards: Sequence[AgentId | None], sides: tuple[int, int]
) -> dict[str, tuple[Outcome, ...]]:
    """For each of these cards that is known, what recruiting it would do for the sides."""
    return {
        card: tuple(outcome(view, side, card) for side in sides)
        for card in cards
        if card is not None
    }


def _collections(view: AgentAvenueView, sides: tuple[SideLabel, SideLabel]) -> Collections:
    return Collections(
        in_play=(dict(view.in_play[0]), dict(view.in_play[1])),
        ongoing=(tuple(view.black_market[0]), tuple(view.black_market[1])),
        names=(_names(sides[0]), _names(sides[1])),
        letters=(sides[0].letter, sides[1].letter),
    )


def _names(side: SideLabel) -> tuple[str, ...]:
    return tuple(_name(person) for person in side.people)


def _name(person: PersonLabel) -> str:
    return picture_name(person.name, person.fallback)
