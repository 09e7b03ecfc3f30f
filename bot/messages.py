"""The messages of a match as every game has them: the game's own screens, and what stands around.

The table and the hand are the game's; the buttons below, a word on what is wrong, and what remains
of messages that have had their time are not.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

import msgspec

from bot.face import SHARED_VERBS, Face, Scene, TellsWhy, hand_button
from bot.i18n import Translator
from bot.match import Match
from bot.presence import come_back, with_presence
from bot.screen import Block, Button, Row, Screen, Select, Text, without_pictures


def controls(face: Face, scene: Scene) -> Row:
    """The buttons that every table has."""
    return _controls(face, scene.t, scene.view.over)


@lru_cache
def _controls(face: Face, t: Translator, over: bool) -> Row:
    help_buttons = [Button(t.gettext("Rules"), "rules")]
    if isinstance(face, TellsWhy):
        help_buttons.append(Button(t.gettext("Why?"), "why"))
    if over:
        return Row(
            (
                Button(t.gettext("Rematch"), "rematch", style="primary"),
                replay_button(t),
                verify_button(t),
                *help_buttons,
            )
        )
    return Row((hand_button(face, t), *help_buttons))


def table_screen(face: Face, scene: Scene) -> Screen:
    """The live table."""
    if scene.ended:
        return _ended_screen(face, scene)
    shared = controls(face, scene)
    return with_presence(_for_now(face.table(scene, shared), scene, shared), scene)


def _ended_screen(face: Face, scene: Scene) -> Screen:
    """What stays of the table of a match that a moderator has ended."""
    t = scene.t
    open_ = t.gettext("**Replay** shows the match up to here, with all cards open if you like.")
    rematch, rules = Button(t.gettext("Rematch"), "rematch"), Button(t.gettext("Rules"), "rules")
    buttons = rematch, replay_button(t), verify_button(t), rules
    return Screen((_ended(face, scene), Text(open_), Row(buttons)))


def _ended(face: Face, scene: Scene) -> Text:
    t = scene.t
    heading = f"### {face.title(t, scene.options)} · {scene.id}\n"
    return Text(heading + t.gettext("A moderator has ended this match. Nobody wins."))


def former_hand_screen(face: Face, scene: Scene) -> Screen:
    """What stays of the private message of somebody whose seat has gone to another."""
    t = scene.t
    heading = f"### {face.title(t, scene.options)} · {scene.id}\n"
    return Screen((Text(heading + t.gettext("Your seat was given to somebody else.")),))


def direct_screen(face: Face, scene: Scene, match: Match, choice: str = "") -> Screen:
    """A seat's private message where it stays: covered for who wants to see it only on a press."""
    if scene.open_hand or match.over:
        return hand_screen(face, scene, match, choice)
    return _covered_screen(face, scene, match)


def _covered_screen(face: Face, scene: Scene, match: Match) -> Screen:
    t = scene.t
    lines = [f"### {face.title(t, scene.options)} · {scene.id}"]
    if scene.table_link is not None:
        lines.append("-# " + t.gettext("[To the table]({link})", link=scene.table_link))
    if scene.viewer in match.deciding():
        lines.append(t.gettext("**It is your turn.**"))
    blocks = (Text("\n".join(lines)), Row((hand_button(face, t),)))
    return Screen((*come_back(scene), *blocks, *_trouble(scene, match)))


def hand_screen(face: Face, scene: Scene, match: Match, choice: str = "") -> Screen:
    """A seat's private message, with a word on what is wrong with the table, if anything is.

    Where there is nothing to choose in it, the table can be had posted again: somebody may have
    deleted it.
    """
    if scene.ended:
        return Screen((_ended(face, scene),))
    screen = _for_now(face.hand(scene, choice), scene, Row(()))
    if not scene.pictures:
        screen = without_pictures(screen)
    trouble = _trouble(scene, match)
    if trouble:
        return msgspec.structs.replace(screen, blocks=(*screen.blocks, *trouble))
    screen = msgspec.structs.replace(screen, blocks=(*come_back(scene), *screen.blocks))
    if scene.view.over or _has_buttons(screen):
        return screen
    again = Row((Button(scene.t.gettext("Post the table again"), "again"),))
    return msgspec.structs.replace(screen, blocks=(*screen.blocks, again))


def _for_now(screen: Screen, scene: Scene, shared: Row) -> Screen:
    """A game's screen, whose buttons hold for the present decision.

    Without buttons it stays as it is from one decision to the next, and need not be edited. Raises
    `ValueError` where one that is not of the shared ones bears a verb of theirs.
    """
    if not _has_buttons(screen):
        return screen
    for verb in _verbs(screen, shared):
        if verb in SHARED_VERBS:
            raise ValueError(f"the verb {verb!r} is not a game's own: every game has such a button")
    return msgspec.structs.replace(screen, version=scene.decision)


def cannot_post(t: Translator, place: str) -> str:
    """What the bot needs to show a table where a match is played; `place` is a mention."""
    return t.gettext(
        "I cannot post in {place}: I need View Channel, Send Messages and Attach Files there (in a "
        "thread: Send Messages in Threads, and it must not be locked; in a voice channel: "
        "Connect, too). Somebody who manages the server can see to that; you can also move the "
        "match to another channel with {command}. The match is kept.",
        place=place,
        command=t.command("game here"),
    )


def _trouble(scene: Scene, match: Match) -> tuple[Block, ...]:
    """A word on what is wrong with the table, if anything is, and a button."""
    t = scene.t
    match match.trouble:
        case "denied":
            notice = cannot_post(t, scene.place)
        case "lost":
            notice = t.gettext(
                "The channel of this match is gone. The match is kept. Move it to another channel "
                "with {command}.",
                command=t.command("game here"),
            )
        case None:
            return ()
    return Text(notice), Row((Button(t.gettext("Try again"), "again"),))


def _verbs(screen: Screen, shared: Row) -> Iterator[str]:
    """The verbs of everything in a screen that can be pressed, but for the shared buttons."""
    for block in screen.blocks:
        match block:
            case Row():
                for button in block.buttons:
                    if isinstance(button, Button) and button not in shared.buttons:
                        yield button.verb
            case Select():
                yield block.verb
            case _:
                pass


def _has_buttons(screen: Screen) -> bool:
    return any(isinstance(block, Row | Select) for block in screen.blocks)


def started_screen(face: Face, scene: Scene) -> Screen:
    """What stays of a lobby when its match has started."""
    t = scene.t
    sides = face.sides(t, scene.options, len(scene.sitters))
    lines = [
        f"### {face.title(t, scene.options)}",
        *(f"{side}  **{sitter.name}**" for side, sitter in zip(sides, scene.sitters, strict=True)),
        t.gettext("The match {id} has started.", id=scene.id),
        commitment_line(t, scene.commitment),
        contributions_line(t, scene.contributions),
    ]
    return Screen((Text("\n".join(lines)),))


def replay_button(t: Translator) -> Button:
    """The button that opens the replay of a match that is over."""
    return Button(t.gettext("Replay"), "replay")


def verify_button(t: Translator) -> Button:
    """The button that shows whether the deal was fair."""
    return Button(t.gettext("Verify the deal"), "verify")


def commitment_line(t: Translator, commitment: str) -> str:
    """What binds the bot to the secret of the deal, small and in full, for people to keep."""
    code = f"`{commitment}`"
    text = t.gettext(
        "Fair deal, to be checked at the end. Commitment: {commitment}", commitment=code
    )
    return f"-# {text}"


def contributions_line(t: Translator, contributions: Sequence[int]) -> str:
    """What the joins have added to the deal."""
    numbers = ", ".join(f"`{number}`" for number in contributions)
    text = t.ngettext(
        "Contribution of the join: {numbers}",
        "Contributions of the joins: {numbers}",
        len(contributions),
        numbers=numbers,
    )
    return f"-# {text}"
