"""The faces of all games, and what can be asked of every one of them."""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from bot.face import SHARED_VERBS, Choice, Scene
from bot.gallery import faces
from bot.screen import Button, Row, Screen

FACES: Mapping[str, Any] = asyncio.run(faces())


def hands(face: Any, scene: Scene, show: Callable[[str], Screen]) -> Iterator[Screen]:
    """The viewer's private message at every step of its choice, as `show` makes it of a step."""
    steps = [""]
    for step in steps:
        screen = show(step)
        yield screen
        for button in _own_buttons(screen):
            outcome = face.press(scene, button.verb, button.args)
            if isinstance(outcome, Choice) and outcome.args not in steps:
                steps.append(outcome.args)


def _own_buttons(screen: Screen) -> Iterator[Button]:
    """Those that are the game's, and not every game's."""
    for block in screen.blocks:
        for button in block.buttons if isinstance(block, Row) else ():
            if isinstance(button, Button) and button.verb not in SHARED_VERBS:
                yield button
