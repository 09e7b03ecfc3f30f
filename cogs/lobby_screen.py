"""What a lobby shows: who is in, who may join, and the buttons; and why a press does not count."""

from collections.abc import Sequence
from typing import Any

from bot.face import Face
from bot.i18n import Translator
from bot.lobby import (
    AlreadyIn,
    Full,
    Guest,
    Kept,
    Lobby,
    LobbyRefused,
    NotIn,
    OnlyHost,
    OnlyInvited,
    SideFull,
    TooFew,
    missing,
)
from bot.messages import commitment_line
from bot.names import computer, distinct, nameless, safe
from bot.screen import Button, Option, Row, Screen, Select, Text
from engine.game import Seat


def lobby_screen(lobby: Lobby, face: Face, t: Translator) -> Screen:
    """A lobby, open for everybody in its channel, or a rematch that waits for its people."""
    options: Any = lobby.decoded_options()
    if lobby.rematch:
        lines = _rematch_lines(lobby, face, t)
        return Screen((Text("\n".join(lines)), _rematch_buttons(t)))
    lacking = missing(lobby)
    lines = [
        f"### {face.title(t, options)}",
        *_seat_lines(lobby, face.sides(t, options, len(lobby.seats)), t),
        t.gettext("{who} Cards come by direct message.", who=_who_may_join(lobby, t)),
        t.gettext("Opened by {host}, who starts the match.", host=_mention(lobby.host)),
        *([_too_few(lacking, t)] if lacking else []),
        commitment_line(t, lobby.commitment),
    ]
    buttons = (
        *_join_buttons(lobby, face, t),
        Button(t.gettext("Leave"), "leave"),
        Button(t.gettext("Add computer"), "computer"),
        Button(t.gettext("Start"), "start", style="primary"),
        Button(t.gettext("Cancel"), "cancel", style="danger"),
    )
    levels = [_levels(lobby, t)] if lobby.computers() else []
    return Screen((Text("\n".join(lines)), Row(buttons), *levels))


def closed_screen(lobby: Lobby, face: Face, t: Translator) -> Screen:
    """A lobby whose match will never start."""
    title = face.title(t, lobby.decoded_options())
    return Screen((Text(f"### {title}\n" + t.gettext("This lobby was closed.")),))


def reason(refused: LobbyRefused, t: Translator) -> str:
    """What a press in a lobby that changes nothing is answered with."""
    match refused:
        case AlreadyIn():
            return t.gettext("You are in already.")
        case NotIn():
            return t.gettext("You are not in this lobby.")
        case Full():
            return t.gettext("Every seat is taken.")
        case SideFull():
            return t.gettext("Every seat of this team is taken.")
        case OnlyInvited():
            return t.gettext(
                "This lobby is for invited people. Open your own with {command}.",
                command=t.command("play"),
            )
        case Kept():
            return t.gettext("The free seat is kept for the person who was challenged.")
        case OnlyHost():
            return t.gettext("Only the one who opened the lobby can do that.")
        case TooFew():
            return _too_few(refused.missing, t)
        case _:
            return t.gettext(
                "This lobby is closed. Open a new one with {command}.", command=t.command("play")
            )


def _rematch_lines(lobby: Lobby, face: Face, t: Translator) -> list[str]:
    """What a rematch shows before it begins: who wants it, and who is still to say so."""
    options: Any = lobby.decoded_options()
    lines = [
        f"### {face.title(t, options)}",
        t.gettext("Rematch of {id}, in the same seats.", id=lobby.rematch),
        *_agreement_lines(lobby, face.sides(t, options, len(lobby.seats)), t),
        t.gettext("It begins as soon as all have pressed **Rematch**."),
    ]
    if lobby.beginners:
        called = _names(lobby, t)
        names = [
            called[seat] if (user := lobby.reserved[seat]) is None else _mention(user)
            for seat in lobby.beginners
        ]
        lines.append(
            t.ngettext(
                "Lost and begins this time: {names}.",
                "Lost and begin this time: {names}.",
                len(names),
                names=", ".join(names),
            )
        )
    return [*lines, commitment_line(t, lobby.commitment)]


def _join_buttons(lobby: Lobby, face: Face, t: Translator) -> list[Button]:
    if not lobby.sides:
        return [Button(t.gettext("Join"), "join", style="success")]
    labels = face.sides(t, lobby.decoded_options(), len(lobby.seats))
    return [
        Button(t.gettext("Join {side}", side=labels[side]), "join", str(side), style="success")
        for side in sorted(set(lobby.sides))
    ]


def _who_may_join(lobby: Lobby, t: Translator) -> str:
    people = ", ".join(map(_mention, lobby.invited))
    if lobby.others and people:
        return t.gettext("Challenged: {people}. Anyone else here can join, too.", people=people)
    if people:
        return t.gettext("Only {people} can join.", people=people)
    return t.gettext("Anyone here can join.")


def _too_few(lacking: int, t: Translator) -> str:
    """How many have to join before the match can start."""
    return t.ngettext(
        "One more has to join first, a person or the computer (Add computer).",
        "{n} more have to join first, people or computers (Add computer).",
        lacking,
    )


def _levels(lobby: Lobby, t: Translator) -> Select:
    """The choice of how well the computers play."""
    texts = {
        "easy": t.gettext("Computers play: easy"),
        "normal": t.gettext("Computers play: normal"),
        "hard": t.gettext("Computers play: hard"),
    }
    now = lobby.computers()[0].level
    options = tuple(Option(text, level, selected=level == now) for level, text in texts.items())
    return Select(t.gettext("How well the computers play"), "level", options)


def _rematch_buttons(t: Translator) -> Row:
    return Row(
        (
            Button(t.gettext("Rematch"), "join", style="success"),
            Button(t.gettext("Leave"), "leave"),
            Button(t.gettext("Cancel"), "cancel", style="danger"),
        )
    )


def _agreement_lines(lobby: Lobby, sides: Sequence[str], t: Translator) -> list[str]:
    """The seats of a rematch: who has agreed, and who has not yet."""
    lines = _seat_lines(lobby, sides, t)
    for seat, (user, guest) in enumerate(zip(lobby.reserved, lobby.seats, strict=True)):
        if user is not None and guest is None:
            waiting = t.gettext("{player} has not pressed yet", player=_mention(user))
            lines[seat] = f"{sides[seat]}  {waiting}"
    return lines


def _mention(user: int) -> str:
    return f"<@{user}>"


def _seat_lines(lobby: Lobby, sides: Sequence[str], t: Translator) -> list[str]:
    names, free = _names(lobby, t), t.gettext("(free)")
    return [
        f"{side}  {f'**{names[seat]}**' if seat in names else free}"
        for seat, side in enumerate(sides)
    ]


def _names(lobby: Lobby, t: Translator) -> dict[Seat, str]:
    """What those who are in are called, by their seats."""
    names = {seat: _name(guest, t) for seat, guest in enumerate(lobby.seats) if guest is not None}
    return dict(zip(names, map(safe, distinct(list(names.values()), nameless(t))), strict=True))


def _name(guest: Guest, t: Translator) -> str:
    return computer(t, guest.level) if guest.user is None else guest.name
