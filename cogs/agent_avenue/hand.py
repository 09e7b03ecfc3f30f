"""The private message: a seat's hand, and the choices made from it.

Nothing is committed before the last tap; the choice so far rides in the custom ids of the private
message itself. While there is nothing to choose in it, it shows what stays as it is until there is:
what the others do stands at the table.
"""

from collections.abc import Sequence
from functools import partial

import msgspec

from bot.face import Choice, LetGo, Misplaced, Move, Scene
from bot.screen import Button, Picture, Row, Screen, Style, Text, picture_key
from cogs.agent_avenue import market, words
from cogs.agent_avenue.effects import either, on_ties
from cogs.agent_avenue.picture import HandLabels, hand_picture, quiet_hand_picture
from cogs.agent_avenue.story import outcome
from cogs.agent_avenue.table import side_labels
from engine.agent_avenue.actions import Discard, Play, Recruit, Take
from engine.agent_avenue.cards import AGENT_IDS, AgentId
from engine.agent_avenue.events import Played
from engine.game import Action

DISCARDING = "discard"
"""The step of a choice in which the card to discard is picked; the other step is `up.CARD`."""


def hand(scene: Scene, choice: str = "") -> Screen:
    """The viewer's hand, at step `choice` of its choice."""
    heading = _heading(scene)
    if scene.view.over:
        return Screen((*heading, Text(outcome(scene))))
    accent = words.ACCENTS[_own_team(scene)]
    decision = _decision(scene, choice)
    if not decision:
        waiting = (_quiet_picture(scene), Text("\n".join(_held(scene))))
        return Screen((*heading, *waiting, Text(_waiting(scene))), accent=accent)
    cards = (_picture(scene), Text("\n".join(_cards(scene))))
    return Screen((*heading, *cards, *decision), accent=accent)


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


def _own_team(scene: Scene) -> int:
    return words.team_of(scene.options, scene.viewer or 0)


def _heading(scene: Scene) -> list[Text]:
    t = scene.t
    heading = Text(t.gettext("### Your hand · {id} in {place}", id=scene.id, place=scene.place))
    if scene.table_link is None:
        return [heading]
    link = "-# " + t.gettext("[To the table]({link})", link=scene.table_link)
    return [heading, Text(link, soft=True)]


def _cards(scene: Scene) -> list[str]:
    """Every card of the hand with what it would do to either side."""
    t, view = scene.t, scene.view
    mine = _own_team(scene)
    lines = [either(scene, mine, card, _counted(scene, card)) for card in _names(scene)]
    lines += on_ties(scene, _names(scene))
    if view.table.face_up is not None:
        lines.append(
            t.gettext("Face up on the table: {card}", card=words.card(t, view.table.face_up))
        )
    return lines


def _held(scene: Scene) -> list[str]:
    """The hand, and what the viewer has played last."""
    t, (face_up, face_down) = scene.t, _last_played(scene)
    lines = [_alt(scene)]
    if face_up is not None:
        lines.append(t.gettext("Played last face up: {card}", card=words.card(t, face_up)))
    if face_down is not None:
        lines.append(t.gettext("Played last face down: {card}", card=words.card(t, face_down)))
    return lines


def _last_played(scene: Scene) -> tuple[str | None, str | None]:
    """The cards that the viewer has laid on the table last: face up and face down."""
    for _, event in reversed(scene.events):
        if isinstance(event, Played) and event.seat == scene.viewer:
            return event.face_up, event.face_down
    return None, None


def _names(scene: Scene) -> list[AgentId]:
    """The different cards of the hand, in the order of the reference's list."""
    held = scene.view.hands[scene.viewer]
    return [card for card in AGENT_IDS if card in held]


def _counted(scene: Scene, card: str) -> str:
    count = scene.view.hands[scene.viewer].count(card)
    name = words.card(scene.t, card)
    return f"{name} ×{count}" if count > 1 else name


def _decision(scene: Scene, choice: str) -> list[Text | Row]:
    """What the viewer may choose or should know of a choice; nothing while there is none here."""
    view = scene.view
    if scene.viewer not in view.to_act:
        return []
    if market.pending(scene) is not None and market.resolver(scene) != scene.viewer:
        return []
    if view.step == "recruit":
        proposal = _proposal(scene)
        return [*proposal, *market.hand_blocks(scene)] if proposal else []
    if view.step != "play":
        return [*_proposal(scene), *market.hand_blocks(scene)]
    legal: Sequence[Action] = view.legal[str(scene.viewer)]
    if choice == DISCARDING:
        return _discarding(scene, legal)
    if choice.startswith("up."):
        return _second_card(scene, legal, choice.removeprefix("up."))
    return _first_card(scene, legal)


def _waiting(scene: Scene) -> str:
    """Whom one waits for: of the other team, whose turn comes before one's own next.

    That stays true until this one begins, whoever takes black market cards in the meantime, so the
    message need not be edited for it.
    """
    t, view, own = scene.t, scene.view, _own_team(scene)
    chooses = [market.resolver(scene)] if market.pending(scene) is not None else view.to_act
    mates = [seat for seat in chooses if words.team_of(scene.options, seat) == own]
    if mates and scene.viewer not in mates:
        names = ", ".join(scene.sitters[seat].name for seat in mates)
        return t.ngettext(
            "You are waiting for {names}.", "You are waiting for {names}.", len(mates), names=names
        )
    return t.gettext(
        "Before your next turn comes that of {team}: then you recruit at the table, where you "
        "will be called.",
        team=words.team(scene, 1 - own),
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


def _hand_names(scene: Scene) -> str:
    return ", ".join(_counted(scene, card) for card in _names(scene)) or "–"


def _quiet_picture(scene: Scene) -> Picture:
    """The cards alone, and what the viewer has played last."""
    hand, last = words.in_order(scene.view.hands[scene.viewer]), _last_played(scene)
    draw = partial(quiet_hand_picture, hand, *last, _own_team(scene), _labels(scene))
    return Picture("hand.png", picture_key(hand, last), draw, _alt(scene))


def _picture(scene: Scene) -> Picture:
    view = scene.view
    seat = scene.viewer or 0
    draw = partial(hand_picture, view, seat, _own_team(scene), _labels(scene))
    hand = words.in_order(view.hands[seat])
    shown = (hand, view.table, view.spaces, view.in_play, view.black_market)
    return Picture("hand.png", picture_key(*shown), draw, _alt(scene))


def _alt(scene: Scene) -> str:
    return scene.t.gettext("Your cards: {cards}.", cards=_hand_names(scene))


def _labels(scene: Scene) -> HandLabels:
    t = scene.t
    return HandLabels(
        sides=side_labels(scene),
        cards=words.all_printed(t),
        face_up=t.gettext("Face up"),
        face_down=t.gettext("Face down"),
    )
