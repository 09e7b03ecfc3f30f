"""A match that is over, step by step: what it looked like after each of its actions.

A step is an action together with the answer that it asks for, if it asks for one: whether it did
would tell of a hand, which nobody else could see. Nothing is stored for it: a match is played
again, in memory, up to the step.
"""

from collections.abc import Mapping, Sequence

import msgspec

from bot.face import Face, Replays, Scene, seen
from bot.i18n import Translator
from bot.match import Match
from bot.scenes import sitters
from bot.screen import Button, Picture, Row, Screen, Select, Text

EVERYBODY, WHOLE = "seen", "open"
"""The ways to look at a match, as custom ids write them: as everybody saw it, or all cards open."""


class Place(msgspec.Struct, frozen=True):
    """Where somebody is in a replay: everything that its message has to know."""

    step: int
    """The number of steps that have been taken."""

    whole: bool = False
    """With all cards open."""

    @property
    def args(self) -> str:
        """As it stands in custom ids."""
        return f"{self.step}.{WHOLE if self.whole else EVERYBODY}"


def place(match: Match, args: str) -> Place:
    """The place that a custom id names; the beginning for one that never was in a replay."""
    step, _, way = args.partition(".")
    number = int(step) if step.isascii() and step.isdecimal() else 0
    return Place(min(number, len(ends(match))), way == WHOLE)


def scene(match: Match, at: Place, t: Translator, emojis: Mapping[str, str]) -> Scene:
    """A match that is over as everybody saw it at a step, or as nobody did, with all cards open."""
    past = _begun(match)
    for _ in range(_version(match, at.step)):
        past.play(*match.actions[past.version])
    return _scene(past, at.whole, t, emojis)


def ends(match: Match) -> list[int]:
    """The number of actions after each step."""
    following = [*(action for _, action in match.actions[1:]), None]
    return [
        number
        for number, action in enumerate(following, 1)
        if number <= len(match.actions) and not (action is not None and action.answers)
    ]


def _version(match: Match, step: int) -> int:
    """The number of actions after so many steps."""
    return ends(match)[step - 1] if step else 0


def _begun(match: Match) -> Match:
    """The match before its first action. Raises `ValueError` for one that is not over."""
    if not match.over:
        raise ValueError("a running match has no replay")
    return Match(match.row, match.seats, [])


def _scene(past: Match, whole: bool, t: Translator, emojis: Mapping[str, str]) -> Scene:
    return Scene(
        id=past.id,
        options=past.options,
        viewer=None,
        view=past.state.full() if whole else past.state.view(None),
        events=past.events.copy() if whole else seen(past.events, None),
        sitters=[
            msgspec.structs.replace(sitter, dms_closed=False, late=False, away=None)
            for sitter in sitters(past, t)
        ],
        decision=past.decision(None),
        t=t,
        table_link=None,
        place=f"<#{past.row.place}>",
        emojis=emojis,
    )


def tables(face: Face, match: Match, t: Translator) -> list[Screen]:
    """The table as everybody saw it at each step of the match."""
    past, found = _begun(match), list[Screen]()
    for version in (0, *ends(match)):
        while past.version < version:
            past.play(*match.actions[past.version])
        found.append(table(face, _scene(past, False, t, {})))
    return found


def table(face: Face, scene: Scene, *, whole: bool = False) -> Screen:
    """The table at a step, without anything to press."""
    if whole and isinstance(face, Replays) and not scene.view.over:
        shown = face.open_table(scene)
    else:
        shown = face.table(scene, Row(()))
    kept = tuple(block for block in shown.blocks if not isinstance(block, Row | Select))
    return msgspec.structs.replace(shown, blocks=kept)


def screen(face: Face, match: Match, at: Place, t: Translator, emojis: Mapping[str, str]) -> Screen:
    """The replay's message at a step."""
    now = scene(match, at, t, emojis)
    shown = table(face, now, whole=at.whole)
    above = heading(face, now, at, match)
    pictures = any(isinstance(block, Picture) for block in shown.blocks)
    others = _others(face, at, t, pictures=pictures)
    rows = Row(_steps(match, at, t)), Row(tuple(others))
    return msgspec.structs.replace(shown, blocks=(Text(above), *shown.blocks, *rows))


def heading(face: Face, scene: Scene, at: Place, match: Match) -> str:
    """Where one is in the replay, and what happened in this step, as the scene has it."""
    told = _told(face, scene, at, match)
    return "\n".join([_where(at, len(ends(match)), scene.t), *(f"> {line}" for line in told)])


def _where(at: Place, last: int, t: Translator) -> str:
    if at.whole:
        return "-# " + t.gettext(
            "Replay, step {n} of {last}, with all cards open", n=at.step, last=last
        )
    return "-# " + t.gettext(
        "Replay, step {n} of {last}, as everybody saw it", n=at.step, last=last
    )


def _told(face: Face, scene: Scene, at: Place, match: Match) -> Sequence[str]:
    """What happened in the step, as far as its game tells it."""
    if at.step == 0:
        return [scene.t.gettext("The match {id} begins.", id=scene.id)]
    if not isinstance(face, Replays):
        return []
    taken = range(_version(match, at.step - 1), _version(match, at.step))
    return face.told(scene, [event for version, event in scene.events if version in taken])


def _steps(match: Match, at: Place, t: Translator) -> tuple[Button, ...]:
    def button(label: str, verb: str, step: int, *, possible: bool) -> Button:
        to = msgspec.structs.replace(at, step=step)
        return Button(label, f"replay.{verb}", to.args, disabled=not possible)

    last = len(ends(match))
    before, after = at.step > 0, at.step < last
    return (
        button(t.gettext("⏮ Start"), "start", 0, possible=before),
        button(t.gettext("◀ Back"), "back", max(at.step - 1, 0), possible=before),
        button(t.gettext("Forward ▶"), "forward", min(at.step + 1, last), possible=after),
        button(t.gettext("End ⏭"), "end", last, possible=after),
    )


def _others(face: Face, at: Place, t: Translator, *, pictures: bool) -> list[Button]:
    """What else there is."""
    buttons = [Button(t.gettext("Export"), "record")]
    if isinstance(face, Replays):
        other = msgspec.structs.replace(at, whole=not at.whole)
        label = t.gettext("As everybody saw it") if at.whole else t.gettext("All cards open")
        buttons.insert(0, Button(label, "replay.cards", other.args))
    if pictures:
        buttons.append(Button(t.gettext("Share"), "replay.share"))
    return buttons
