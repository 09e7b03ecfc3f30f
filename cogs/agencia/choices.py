"""What a seat decides: the buttons for it, and what a press on one means."""

from collections.abc import Sequence

import msgspec

from bot.face import Misplaced, Move, Scene
from bot.screen import Button, Row
from cogs.agencia import words
from engine.agencia.actions import Side
from engine.agencia.cards import AGENTS, Card
from engine.agencia.slots import Slot
from engine.agencia.state import Step
from engine.game import Action, Seat

VERBS = frozenset({"place", "play", "target"})


def buttons(scene: Scene) -> Row:
    """The buttons of the present decision.

    Under the table they are made from a bystander's scene, which names no card but open ones.
    """
    match scene.view.step:
        case Step.PLACE:
            return Row(tuple(_place(scene, side) for side in Side))
        case Step.PLAY:
            return Row(tuple(_play(scene, slot) for slot in Slot))
        case _:
            return Row(tuple(_target(scene, seat) for seat in targets(scene)))


def _place(scene: Scene, side: Side) -> Button:
    label, emoji = words.side(scene.t, side), scene.emoji(side.value)
    return Button(label, "place", side.value, style="primary", emoji=emoji)


def _play(scene: Scene, slot: Slot) -> Button:
    """A position, with its card as far as the viewer knows it."""
    t = scene.t
    card = scene.view.slots[scene.view.to_act[0]][slot]
    label, emoji = words.position(t, slot), ""
    if card is not None:
        label = t.gettext("{position}: {card}", position=label, card=words.card(t, card))
        emoji = scene.emoji(card)
    return Button(label, "play", slot.value, style="primary", emoji=emoji)


def _target(scene: Scene, seat: Seat) -> Button:
    return Button(scene.sitters[seat].plain, "target", str(seat), style="primary")


def targets(scene: Scene) -> list[Seat]:
    """Whose card the card that is being resolved may be swapped for.

    The played cards are public, so the table may offer them; what a press means is judged by the
    engine's own list.
    """
    view = scene.view
    seeks_recruiters = view.played[view.to_act[0]] == Card.INFILTRATOR
    sought = {Card.RECRUITER} if seeks_recruiters else AGENTS
    return [seat for seat, card in enumerate(view.played) if card in sought]


def call(scene: Scene, who: str) -> str:
    """Says what is expected of somebody, called `who`."""
    t = scene.t
    match scene.view.step:
        case Step.PLACE:
            return t.gettext("→ {who}: choose the Hall or the Garden.", who=who)
        case Step.PLAY:
            return t.gettext("→ {who}: play one of your four cards.", who=who)
        case _:
            return _call_target(scene, who)


def _call_target(scene: Scene, who: str) -> str:
    t, view = scene.t, scene.view
    owners = ", ".join(
        f"{words.name(scene, seat)} {words.card(t, view.played[seat])}" for seat in targets(scene)
    )
    if view.played[view.to_act[0]] == Card.INFILTRATOR:
        return t.gettext(
            "→ {who}: whose Recruiter does your Infiltrator take? ({owners})",
            who=who,
            owners=owners,
        )
    return t.gettext(
        "→ {who}: whose Agents does your Recruiter take? ({owners})", who=who, owners=owners
    )


def press(scene: Scene, verb: str, args: str) -> Move:
    """What a press means. Raises `Misplaced` for one that no screen offered."""
    written = _written(verb, args)
    legal: Sequence[Action] = scene.view.legal.get(str(scene.viewer), ())
    for action in legal:
        if msgspec.to_builtins(action) == written:
            return Move(action)
    raise Misplaced(f"{verb} {args}")


def _written(verb: str, args: str) -> dict[str, object]:
    """The action that a press stands for, as a record writes it."""
    match verb:
        case "place":
            return {"do": "place", "side": args}
        case "play":
            return {"do": "play", "slot": args}
        case "target" if args.isdecimal():
            return {"do": "target", "whom": int(args)}
        case _:
            raise Misplaced(f"{verb} {args}")
