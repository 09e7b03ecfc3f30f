"""What tables and hands say, in every game, about time limits and people who are away."""

import msgspec

from bot.face import Scene
from bot.screen import Block, Button, Row, Screen, Select, Text


def with_presence(screen: Screen, scene: Scene) -> Screen:
    """A table with a line on the time to decide and on who is away, above its last buttons."""
    lines = presence(scene)
    if not lines:
        return screen
    blocks = list(screen.blocks)
    end = len(blocks)
    while end > 0 and isinstance(blocks[end - 1], Row | Select):
        end -= 1
    blocks.insert(end, Text("\n".join(f"-# {line}" for line in lines)))
    return msgspec.structs.replace(screen, blocks=tuple(blocks))


def presence(scene: Scene) -> list[str]:
    """The lines."""
    if scene.ended:
        return []
    lines = [line for sitter in scene.sitters if (line := _absence(scene, sitter.seat))]
    if not scene.view.over and scene.deadline is not None:
        lines.append(deadline(scene, scene.deadline))
    return lines


def deadline(scene: Scene, at: float) -> str:
    """Until when there is time to decide, and what happens then."""
    t, time = scene.t, f"<t:{int(at)}:R>"
    if scene.forfeits:
        return t.gettext("The time to decide ends {time}; then the seat gives up.", time=time)
    return t.gettext("The time to decide ends {time}; then the computer moves.", time=time)


def _absence(scene: Scene, seat: int) -> str:
    t, sitter = scene.t, scene.sitters[seat]
    if sitter.away == "left" and scene.view.over:
        return t.gettext("{name} has left the server.", name=sitter.name)
    if sitter.away == "left":
        return t.gettext("{name} has left the server: the computer plays.", name=sitter.name)
    if sitter.away == "late" and not scene.view.over:
        return t.gettext(
            "{name} ran out of time twice in a row: the computer plays until {name} presses "
            "**I'm back** in the private message.",
            name=sitter.name,
        )
    if sitter.late and scene.forfeits:
        return t.gettext("{name} ran out of time.", name=sitter.name)
    if sitter.late and not scene.view.over:
        return t.gettext("{name} ran out of time: the computer has moved.", name=sitter.name)
    return ""


def come_back(scene: Scene) -> list[Block]:
    """What the private message of somebody who is away begins with."""
    if scene.viewer is None or scene.sitters[scene.viewer].away is None:
        return []
    if scene.view.over or scene.ended:
        return []
    t = scene.t
    text = t.gettext("**The computer plays for you.** Press to play on yourself:")
    return [Text(text), Row((Button(t.gettext("I'm back"), "back", style="primary"),))]
