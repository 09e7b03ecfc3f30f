"""The pictures of La Agencia: from what a viewer may see to a PNG.

Each is a pure function of a scene, may run in any thread, and says everything in its alt text or
in the text beside it, too.
"""

from collections.abc import Mapping
from functools import partial

import msgspec

from bot.draw.names import picture_name
from bot.draw.studio import Drawing
from bot.face import Scene
from bot.screen import Picture, picture_key
from cogs.agencia import outcome, words
from cogs.agencia.picture_end import FinalRow, FinalScene, draw_end
from cogs.agencia.picture_hand import HandScene, draw_hand
from cogs.agencia.picture_rows import Labels, PlayerRow, Spot, Tile
from cogs.agencia.picture_table import TableScene, draw_table
from cogs.agencia.story import Hand, agents_in_play, hands
from engine.agencia.actions import Side
from engine.agencia.events import CardPlayed
from engine.agencia.slots import SLOTS
from engine.game import Seat


def table_picture(scene: Scene) -> Picture:
    """The table, for a bystander's scene: nothing but open and played cards."""
    hand = hands(scene)[-1]
    plays = hand.plays
    rows = tuple(_row(scene, plays, seat) for seat in range(len(scene.sitters)))
    content = TableScene(_tile(scene), rows, _labels(scene, hand))
    draw = partial(draw_table, content)
    alt = scene.t.gettext(
        "The table: for each player the four positions and the played card, as the text below "
        "tells them."
    )
    return _picture(scene, "table.png", content, draw, alt)


def hand_picture(scene: Scene) -> Picture:
    """What a seat sees: the own positions, then everybody else's, clockwise."""
    return _hand_picture(scene, _tile(scene), _labels(scene, hands(scene)[-1]))


def dealt_picture(scene: Scene) -> Picture:
    """The same without the table, for a scene in which nothing has been played yet."""
    labels = msgspec.structs.replace(_labels(scene, hands(scene)[-1]), played="")
    return _hand_picture(scene, None, labels)


def _hand_picture(scene: Scene, tile: Tile | None, labels: Labels) -> Picture:
    t, viewer = scene.t, scene.viewer
    assert viewer is not None, "a private message has a viewer"
    plays = hands(scene)[-1].plays
    seats = len(scene.sitters)
    others = [(viewer + step) % seats for step in range(1, seats)]
    content = HandScene(
        tile,
        _row(scene, plays, viewer),
        tuple(_row(scene, plays, seat) for seat in others),
        labels,
        tuple(words.seers(t, slot) for slot in SLOTS),
    )
    draw = partial(draw_hand, content)
    alt = t.gettext("Your four positions and everybody else's, as the text below tells them.")
    return _picture(scene, "cards.png", content, draw, alt)


def final_picture(scene: Scene) -> Picture:
    """The ranking with everybody's cards. Raises `ValueError` while the match runs."""
    view, t = scene.view, scene.t
    if not view.over:
        raise ValueError("the cards are shown only when the match is over")
    content = FinalScene(
        rows=tuple(
            FinalRow(
                name=_name(scene, placing.seat),
                rank=placing.rank,
                winner=placing.seat in view.winners,
                points=placing.score.points,
                deck_value=placing.score.deck,
                total=placing.score.total,
                deck=tuple(view.decks[placing.seat]),
                positions=tuple(view.slots[placing.seat][slot] for slot in SLOTS),
            )
            for placing in outcome.ranking(scene)
        ),
        values=dict(scene.options.values),
        deck=t.gettext("Deck"),
        positions=t.gettext("Positions"),
    )
    draw = partial(draw_end, content)
    alt = t.gettext("The ranking with everybody's cards, as the text below tells them.")
    return _picture(scene, "table.png", content, draw, alt)


def _picture(scene: Scene, name: str, content: object, draw: Drawing, alt: str) -> Picture:
    values = _printed_values(scene)
    return Picture(name, picture_key(content), draw, f"{alt} {values}", untold=values)


def _printed_values(scene: Scene) -> str:
    """What is printed on the cards beside their names, and a server may have chosen."""
    t = scene.t
    values = ", ".join(
        t.gettext("{card}: {value}", card=words.card(t, card), value=value)
        for card, value in scene.options.values.items()
    )
    return t.gettext("Information values: {values}.", values=values)


def _tile(scene: Scene) -> Tile:
    return Tile(scene.view.side, agents_in_play(scene), scene.view.reward)


def _row(scene: Scene, plays: Mapping[Seat, CardPlayed], seat: Seat) -> PlayerRow:
    view, play = scene.view, plays.get(seat)
    return PlayerRow(
        name=_name(scene, seat),
        place=(seat - view.ambassador) % len(scene.sitters),
        information=view.information[seat],
        spots=tuple(
            Spot(view.slots[seat][slot], empty=play is not None and play.slot == slot)
            for slot in SLOTS
        ),
        played=None if play is None else play.card,
        gone=play is not None and view.played[seat] is None,
        acting=seat in view.to_act,
    )


def _labels(scene: Scene, hand: Hand) -> Labels:
    t, view = scene.t, scene.view
    return Labels(
        cards=words.all_printed(t),
        values=dict(scene.options.values),
        positions=tuple(words.position(t, slot) for slot in SLOTS),
        played=t.gettext("Played"),
        side=t.gettext("Hall or Garden?") if view.side is None else words.side(t, view.side),
        limit=_limit(scene, hand),
        reward=t.gettext("Reward"),
    )


def _limit(scene: Scene, hand: Hand) -> str:
    """What the side holds or asks for; nothing while there is no side."""
    t = scene.t
    if hand.limit is None:
        return ""
    if scene.view.side == Side.HALL:
        return t.ngettext("room for {n} Agent", "room for {n} Agents", hand.limit)
    return t.ngettext("at least {n} Agent", "at least {n} Agents", hand.limit)


def _name(scene: Scene, seat: Seat) -> str:
    """A name as a picture can show it; the number of the seat for one that it cannot."""
    return picture_name(scene.sitters[seat].plain, f"#{seat + 1}")
