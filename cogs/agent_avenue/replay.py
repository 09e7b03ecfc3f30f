"""What a replay tells of each step, and its table with all cards open."""

from collections.abc import Sequence
from functools import partial

import msgspec

from bot.face import Scene
from bot.screen import Picture, Row, Screen, Text, picture_key
from cogs.agent_avenue import story, table, words
from cogs.agent_avenue.picture import open_picture
from engine.agent_avenue.events import Discarded, Played
from engine.game import Event


def told(scene: Scene, events: Sequence[Event]) -> list[str]:
    """What happened in a step."""
    lines = [
        _card(scene, event) or story.sentence(scene, event, events[index + 1 :])
        for index, event in enumerate(events)
    ]
    return [line for line in lines if line is not None]


def _card(scene: Scene, event: Event) -> str | None:
    """What was done with a card that only a replay may name; None for everything else."""
    t = scene.t
    match event:
        case Discarded(card=str() as card):
            return t.gettext(
                "{player} discarded {card} and drew a card.",
                player=scene.sitters[event.seat].name,
                card=words.card(t, card),
            )
        case Played(face_up=str() as card, face_down=str() as hidden):
            return t.gettext(
                "{player} offered {card} face up and {hidden} face down.",
                player=scene.sitters[event.seat].name,
                card=words.card(t, card),
                hidden=words.card(t, hidden),
            )
        case Played(face_up=None, face_down=str() as hidden):
            return t.gettext(
                "{player} laid {card} face down.",
                player=scene.sitters[event.seat].name,
                card=words.card(t, hidden),
            )
        case Played(face_up=None):
            return t.gettext(
                "{player} laid a card face down.", player=scene.sitters[event.seat].name
            )
        case _:
            return None


def open_table(scene: Scene) -> Screen:
    """The table with all hands open, and with what lies face down."""
    shown = table.table(scene, Row(()))
    blocks = [_picture(scene) if isinstance(block, Picture) else block for block in shown.blocks]
    return msgspec.structs.replace(
        shown, blocks=(*blocks, Text("\n".join(table.open_hands(scene))))
    )


def _picture(scene: Scene) -> Picture:
    view, labels = scene.view, table.table_labels(scene)
    draw = partial(
        open_picture,
        view,
        labels,
        table.labelled_seats(scene),
        advanced=scene.options.mode == "advanced",
        acting=words.team_of(scene.options, view.to_act[0]),
    )
    return Picture(
        "table.png",
        picture_key(view, labels.status),
        draw,
        table.alt(scene),
        untold=table.meeples(scene),
    )
