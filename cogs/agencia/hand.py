"""The private message: exactly what one seat may see."""

import msgspec

from bot.face import Scene
from bot.screen import Picture, Row, Screen, Text
from cogs.agencia import choices, outcome, words
from cogs.agencia.picture import dealt_picture, hand_picture
from cogs.agencia.story import hands, is_empty, resigned
from cogs.agencia.table import order, played, tile
from engine.agencia.events import AmbassadorPassed
from engine.agencia.slots import Slot, sees
from engine.game import Seat


def hand(scene: Scene) -> Screen:
    """The viewer's cards as they were dealt, and everybody else's as the viewer saw them then.

    It stays as it is until the next hand is dealt: what is played, and what there is to choose,
    stands at the table.
    """
    t, heading = scene.t, _heading(scene)
    if scene.view.over:
        return Screen((*heading, Text(f"**{outcome.verdict(scene)}**")))
    dealt = as_dealt(scene)
    lines = [own_cards(dealt), *_others(dealt), _information(dealt)]
    if scene.viewer in resigned(scene):
        told = t.gettext("You have given up the match {id}.", id=scene.id)
    else:
        told = t.gettext("You play at the table, where you will be called.")
    blocks = (*heading, dealt_picture(dealt), Text("\n".join(lines)), Text(told))
    return Screen(blocks, accent=words.ACCENTS[None])


def whole(scene: Scene) -> Screen:
    """The viewer's cards, the table and the present choice in one, for a lesson."""
    blocks: list[Text | Picture | Row] = [*_heading(scene), hand_picture(scene)]
    blocks.append(Text("\n".join([own_cards(scene), *_others(scene), *_table(scene)])))
    blocks += _decision(scene)
    return Screen(tuple(blocks), accent=words.ACCENTS[scene.view.side])


def as_dealt(scene: Scene) -> Scene:
    """The scene of the moment at which this hand was dealt, as the viewer saw it then.

    Of the events there is only that moment's: nothing is told of what was before.
    """
    slots = [dict(cards) for cards in scene.view.slots]
    for seat, play in hands(scene)[-1].plays.items():
        slots[seat][play.slot] = play.card if sees(scene.viewer, seat, play.slot) else None
    view = msgspec.structs.replace(
        scene.view, slots=slots, played=[None] * len(slots), side=None, to_act=()
    )
    began = [pair for pair in scene.events if isinstance(pair[1], AmbassadorPassed)][-1:]
    return msgspec.structs.replace(scene, view=view, events=began)


def _heading(scene: Scene) -> list[Text]:
    t = scene.t
    heading = Text(t.gettext("### Your cards · {id} in {place}", id=scene.id, place=scene.place))
    if scene.table_link is None:
        return [heading]
    link = "-# " + t.gettext("[To the table]({link})", link=scene.table_link)
    return [heading, Text(link, soft=True)]


def own_cards(scene: Scene) -> str:
    """The own positions: who sees each, and its card as far as the viewer does."""
    t, seat = scene.t, scene.viewer
    assert seat is not None, "a private message has a viewer"
    return " · ".join(
        t.gettext(
            "{position} ({seers}): {card}",
            position=words.position(t, slot),
            seers=words.seers(t, slot),
            card=seen_card(scene, seat, slot),
        )
        for slot in (Slot.OWN, Slot.BLIND, Slot.HIDDEN, Slot.OPEN)
    )


def seen_card(scene: Scene, seat: Seat, slot: Slot) -> str:
    """The name of a card, or what stands for one that is unseen or has been played."""
    card = scene.view.slots[seat][slot]
    if card is not None:
        return f"**{words.card(scene.t, card)}**"
    return words.NOTHING if is_empty(scene, seat, slot) else words.UNSEEN


def _others(scene: Scene) -> list[str]:
    """The others' cards that the viewer sees, the private ones first."""
    t = scene.t
    return [
        t.gettext("Facing out with the others: {cards}", cards=_seen(scene, Slot.BLIND)),
        t.gettext("Open with the others: {cards}", cards=_seen(scene, Slot.OPEN)),
    ]


def _seen(scene: Scene, slot: Slot) -> str:
    return ", ".join(
        f"{sitter.name} {seen_card(scene, sitter.seat, slot)}"
        for sitter in scene.sitters
        if sitter.seat != scene.viewer
    )


def _table(scene: Scene) -> list[str]:
    """What lies open in the middle: the Embassy tile and the cards played in this hand."""
    t = scene.t
    current = hands(scene)[-1]
    plays = [
        f"{words.name(scene, seat)} {played(scene, seat, play)}"
        for seat, play in current.plays.items()
    ]
    cards = t.gettext("Played: {cards}", cards=", ".join(plays) or words.NOTHING)
    return [tile(scene, current), cards, _information(scene)]


def _information(scene: Scene) -> str:
    """Everybody's information, with the marks of the order of play."""
    points = [
        f"{order(scene, sitter.seat)} {sitter.name} {scene.view.information[sitter.seat]}"
        for sitter in scene.sitters
    ]
    return scene.t.gettext("Information: {points}", points=", ".join(points))


def _decision(scene: Scene) -> list[Text | Row]:
    t, view = scene.t, scene.view
    if scene.viewer not in view.to_act:
        names = ", ".join(words.name(scene, seat) for seat in view.to_act)
        waiting = t.ngettext(
            "You are waiting for {names}.",
            "You are waiting for {names}.",
            len(view.to_act),
            names=names,
        )
        return [Text(waiting)]
    you = t.pgettext("stands for the name of who is called", "you")
    return [Text(choices.call(scene, you)), choices.buttons(scene)]
