"""The private message: exactly what one seat may see."""

from bot.face import Scene
from bot.screen import Picture, Row, Screen, Text
from cogs.agencia import choices, outcome, words
from cogs.agencia.picture import hand_picture
from cogs.agencia.story import hands, is_empty
from cogs.agencia.table import order, tile
from engine.agencia.slots import Slot
from engine.game import Seat


def hand(scene: Scene) -> Screen:
    """The viewer's cards, and everybody else's as the viewer sees them."""
    blocks: list[Text | Picture | Row] = [Text(_heading(scene))]
    if scene.view.over:
        blocks.append(Text(f"**{outcome.verdict(scene)}**"))
        return Screen(tuple(blocks), version=scene.decision)
    blocks.append(hand_picture(scene))
    blocks.append(Text("\n".join([own_cards(scene), *_others(scene), *_table(scene)])))
    blocks += _decision(scene)
    return Screen(tuple(blocks), version=scene.decision, accent=words.ACCENTS[scene.view.side])


def _heading(scene: Scene) -> str:
    t = scene.t
    heading = t.gettext("### Your cards · {id} in {place}", id=scene.id, place=scene.place)
    if scene.table_link is None:
        return heading
    return f"{heading}\n-# " + t.gettext("[To the table]({link})", link=scene.table_link)


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
        f"{words.name(scene, seat)} {words.card(t, play.card)}"
        for seat, play in current.plays.items()
    ]
    played = t.gettext("Played: {cards}", cards=", ".join(plays) or words.NOTHING)
    return [tile(scene, current), played, _information(scene)]


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
