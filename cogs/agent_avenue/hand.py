"""The private message: a seat's hand, and the choices made from it.

Nothing is committed before the last tap; the choice so far rides in the custom ids of the private
message itself.
"""

from collections.abc import Sequence
from functools import partial

import msgspec

from bot.face import Choice, LetGo, Misplaced, Move, Scene
from bot.screen import Button, Picture, Row, Screen, Style, Text, picture_key
from cogs.agent_avenue import market, words
from cogs.agent_avenue.picture import HandLabels, hand_picture
from cogs.agent_avenue.story import outcome
from cogs.agent_avenue.table import effect, side_labels
from engine.agent_avenue.actions import Discard, Play, Recruit, Take
from engine.game import Action

DISCARDING = "discard"
"""The step of a choice in which the card to discard is picked; the other step is `up.CARD`."""


def hand(scene: Scene, choice: str = "") -> Screen:
    """The viewer's hand, at step `choice` of its choice."""
    blocks: list[Text | Picture | Row] = [Text(_heading(scene))]
    if scene.view.over:
        blocks.append(Text(outcome(scene)))
        return Screen(tuple(blocks), version=scene.decision)
    blocks += [_picture(scene), Text("\n".join(_cards(scene)))]
    blocks += _decision(scene, choice)
    team = words.team_of(scene.options, scene.viewer or 0)
    return Screen(tuple(blocks), version=scene.decision, accent=words.ACCENTS[team])


def press(scene: Scene, verb: str, args: str) -> Move | LetGo | Choice:
    """What a press in the hand, or under the table, means."""
    match verb, args.split("."):
        case "pick", ["back"]:
            return Choice("")
        case "pick", [step] if step == DISCARDING:
            return Choice(step)
        case "pick", ["up", card]:
            return Choice(f"up.{card}")
        case "letgo", [seat] if seat in _computer_mates(scene):
            return LetGo(int(seat))
        case "resolve", [choice]:
            return market.resolve(scene, choice)
        case "take", [card, seat]:
            return market.take(scene, card, seat)
        case "recruit", [pick]:
            action = _legal(scene, {"do": "recruit", "pick": pick})
            return Move(action, shared=len(scene.view.to_act) > 1)
        case _:
            return Move(_legal(scene, _written(verb, args.split("."))))


def _written(verb: str, args: list[str]) -> dict[str, object]:
    """The action that a press stands for, as a record writes it."""
    match verb, args:
        case "play", [face_up, face_down]:
            return {"do": "play", "face_up": face_up, "face_down": face_down}
        case "playup", [card]:
            return {"do": "play", "face_up": card}
        case "playdown", [card]:
            return {"do": "play", "face_down": card}
        case "discard", [card]:
            return {"do": "discard", "card": card}
        case (("use" | "aim"), [card]):
            return {"do": "use", "card": card}
        case "aim", [card, recruit]:
            return {"do": "use", "card": card, "recruit": recruit == "1"}
        case _:
            raise Misplaced(verb)


def _legal(scene: Scene, written: dict[str, object]) -> Action:
    for action in scene.view.legal.get(str(scene.viewer), ()):
        if msgspec.to_builtins(action) == written:
            return action
    raise Misplaced(str(written))


def _computer_mates(scene: Scene) -> list[str]:
    """The computers that could play first in the viewer's place."""
    return [
        str(seat)
        for seat in scene.view.to_act
        if seat != scene.viewer and scene.sitters[seat].computer
    ]


def _heading(scene: Scene) -> str:
    t = scene.t
    heading = t.gettext("### Your hand · {id} in {place}", id=scene.id, place=scene.place)
    if scene.table_link is None:
        return heading
    return f"{heading}\n-# " + t.gettext("[To the table]({link})", link=scene.table_link)


def _cards(scene: Scene) -> list[str]:
    """Every card of the hand with what it would do to either side."""
    t, view = scene.t, scene.view
    mine = words.team_of(scene.options, scene.viewer or 0)
    lines = [
        t.gettext(
            "**{card}**: for you {mine}; for {team} {theirs}",
            card=_counted(scene, card),
            mine=effect(scene, mine, card),
            team=words.team(scene, 1 - mine),
            theirs=effect(scene, 1 - mine, card),
        )
        for card in _names(scene)
    ]
    if view.table.face_up is not None:
        lines.append(
            t.gettext("Face up on the table: {card}", card=words.card(t, view.table.face_up))
        )
    if view.table.face_down is not None:
        lines.append(
            t.gettext("Face down on the table: {card}", card=words.card(t, view.table.face_down))
        )
    return lines


def _names(scene: Scene) -> list[str]:
    """The different cards of the hand, in the order of the reference's list."""
    held = scene.view.hands[scene.viewer]
    return [card for card in words.AGENTS if card in held]


def _counted(scene: Scene, card: str) -> str:
    count = scene.view.hands[scene.viewer].count(card)
    name = words.card(scene.t, card)
    return f"{name} ×{count}" if count > 1 else name


def _decision(scene: Scene, choice: str) -> list[Text | Row]:
    view = scene.view
    if scene.viewer not in view.to_act:
        return [Text(_waiting(scene, view.to_act))]
    if market.pending(scene) is not None and market.resolver(scene) != scene.viewer:
        return [Text(_waiting(scene, [market.resolver(scene)]))]
    if view.step != "play":
        return [*_proposal(scene), *market.hand_blocks(scene)]
    legal: Sequence[Action] = view.legal[str(scene.viewer)]
    if choice == DISCARDING:
        return _discarding(scene, legal)
    if choice.startswith("up."):
        return _second_card(scene, legal, choice.removeprefix("up."))
    return _first_card(scene, legal)


def _waiting(scene: Scene, seats: Sequence[int]) -> str:
    names = ", ".join(scene.sitters[seat].name for seat in seats)
    return scene.t.ngettext(
        "You are waiting for {names}.", "You are waiting for {names}.", len(seats), names=names
    )


def _proposal(scene: Scene) -> list[Text | Row]:
    """What the team has before it."""
    t, proposed = scene.t, scene.proposed
    if proposed is None or proposed.agreed:
        return []
    match proposed.action:
        case Recruit(pick="face_up"):
            what = t.gettext("the face-up card")
        case Recruit():
            what = t.gettext("the face-down card")
        case Take():
            what = t.gettext(
                "{player} takes {card}",
                player=scene.sitters[proposed.acting or 0].name,
                card=words.card(t, proposed.action.card),
            )
        case _:
            return []
    name = scene.sitters[proposed.seat].name
    return [Text(t.gettext("**{player} proposes: {what}.**", player=name, what=what))]


def _first_card(scene: Scene, legal: Sequence[Action]) -> list[Text | Row]:
    """The first choice of a Play step: two cards, or one beside a teammate."""
    t, view = scene.t, scene.view
    plays = [action for action in legal if isinstance(action, Play)]
    if all(isinstance(play.face_down, str) and isinstance(play.face_up, str) for play in plays):
        text = t.gettext("**Choose the card to play face up:**")
        buttons = _plays(scene, "pick", "up.", [str(play.face_up) for play in plays])
    elif view.table.face_up is None:
        text = t.gettext(
            "**Choose the card to play face up**, or let your teammate go first; who goes second "
            "plays face down."
        )
        buttons = _plays(scene, "playup", "", [str(play.face_up) for play in plays])
        buttons += [_let_go(scene, int(seat)) for seat in _computer_mates(scene)]
    else:
        text = t.gettext(
            "Your teammate plays {card} face up. **Choose the card to play face down:**",
            card=words.card(t, view.table.face_up),
        )
        buttons = _plays(scene, "playdown", "", [str(play.face_down) for play in plays])
    if any(isinstance(action, Discard) for action in legal):
        left = view.discards_left[scene.viewer or 0]
        label = t.ngettext("Discard a card ({n} left)", "Discard a card ({n} left)", left)
        buttons.append(Button(label, "pick", DISCARDING))
    return [Text(text), Row(tuple(buttons))]


def _plays(scene: Scene, verb: str, prefix: str, cards: Sequence[str]) -> list[Button]:
    return [_card(scene, card, verb, prefix + card) for card in dict.fromkeys(cards)]


def _card(scene: Scene, card: str, verb: str, args: str, *, style: Style = "primary") -> Button:
    return Button(_counted(scene, card), verb, args, style=style, emoji=scene.emoji(card))


def _let_go(scene: Scene, seat: int) -> Button:
    name = scene.sitters[seat].plain
    return Button(scene.t.gettext("Let {player} go first", player=name), "letgo", str(seat))


def _second_card(scene: Scene, legal: Sequence[Action], face_up: str) -> list[Text | Row]:
    """The second choice of a single player: the face-down card."""
    t = scene.t
    downs = [
        play.face_down
        for play in legal
        if isinstance(play, Play) and play.face_up == face_up and isinstance(play.face_down, str)
    ]
    if not downs:
        return _first_card(scene, legal)
    text = t.gettext("Face up: {card}. **Now the face-down card:**", card=words.card(t, face_up))
    buttons = [_card(scene, card, "play", f"{face_up}.{card}") for card in downs]
    return [Text(text), Row((*buttons, _back(scene)))]


def _discarding(scene: Scene, legal: Sequence[Action]) -> list[Text | Row]:
    cards = [action.card for action in legal if isinstance(action, Discard)]
    if not cards:
        return _first_card(scene, legal)
    text = scene.t.gettext(
        "**Choose the card to discard.** You draw one for it; nobody sees which it was."
    )
    buttons = [_card(scene, card, "discard", card, style="danger") for card in cards]
    return [Text(text), Row((*buttons, _back(scene)))]


def _back(scene: Scene) -> Button:
    return Button(scene.t.gettext("Back"), "pick", "back")


def _picture(scene: Scene) -> Picture:
    t, view = scene.t, scene.view
    seat = scene.viewer or 0
    labels = HandLabels(
        sides=side_labels(scene),
        cards=words.all_printed(t),
        face_up=t.gettext("Face up"),
        face_down=t.gettext("Face down"),
    )
    draw = partial(hand_picture, view, seat, words.team_of(scene.options, seat), labels)
    held = ", ".join(_counted(scene, card) for card in _names(scene))
    shown = (view.hands[seat], view.table, view.in_play, view.black_market)
    alt = t.gettext("Your cards: {cards}.", cards=held)
    return Picture("hand.png", picture_key(*shown), draw, alt)
