"""What a replay tells of each step, and its table with all cards open."""

from collections.abc import Sequence

import msgspec

from bot.face import Scene
from bot.screen import Row, Screen, Text
from cogs.agencia import story, table, words
from cogs.agencia.hand import seen_card
from engine.agencia.events import CardPlayed, Placed
from engine.agencia.slots import Slot
from engine.game import Event


def told(scene: Scene, events: Sequence[Event]) -> list[str]:
    """What happened in a step."""
    lines = (_done(scene, event) or story.sentence(scene, event) for event in events)
    return [line for line in lines if line is not None]


def _done(scene: Scene, event: Event) -> str | None:
    """What somebody decided; None for what followed from it."""
    t = scene.t
    match event:
        case Placed():
            return story.placed(scene, story.hands(scene)[-1], event)
        case CardPlayed():
            return t.gettext(
                "{player} played {card} ({position}).",
                player=words.name(scene, event.seat),
                card=words.card(t, event.card),
                position=words.position(t, event.slot),
            )
        case _:
            return None


def open_table(scene: Scene) -> Screen:
    """The table with the cards in all positions: its picture shows what the view holds."""
    shown = table.table(scene, Row(()))
    lines = [_cards(scene, seat) for seat in range(len(scene.sitters))]
    return msgspec.structs.replace(shown, blocks=(*shown.blocks, Text("\n".join(lines))))


def _cards(scene: Scene, seat: int) -> str:
    t = scene.t
    return t.gettext(
        "Cards of {name}: {positions}",
        name=words.name(scene, seat),
        positions=", ".join(
            f"{words.position(t, slot)} {seen_card(scene, seat, slot)}" for slot in Slot
        ),
    )
