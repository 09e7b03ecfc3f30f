"""What random matches show, made by the faces alone: many enough for rare cards and endings."""

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

from bot.face import Scene, Sitter, Teaches, TellsWhy, seen
from bot.i18n import Translator
from bot.screen import Button, Link, Picture, Row, Screen, Select, Text
from engine import registry
from engine.agencia.embassies import EMBASSIES
from engine.agencia.game import Options as Agencia
from engine.agent_avenue.options import Options as AgentAvenue
from engine.game import Event, Resign
from tests.faces import FACES, hands
from tests.languages.sent import Said

TAUGHT = [game for game, face in FACES.items() if isinstance(face, Teaches)]
"""The games that have a first match."""

NAMES = ("Ana", "Ben", "Eve", "Kit", "Dan", "Fox")
CONTROLS = Row(())

FORMS: list[tuple[str, Any, int, int]] = [
    ("agent-avenue", AgentAvenue(mode="advanced"), 2, 80),
    ("agent-avenue", AgentAvenue(mode="advanced", teams=((0, 2), (1, 3))), 4, 10),
    *(("la-agencia", Agencia(embassy=embassy), 3, 1) for embassy in EMBASSIES),
]
"""What is to be seen of a game in which form: its options and seats, and how many matches."""


def cases() -> Iterator[tuple[str, Any, int, int]]:
    """All of that; a game that is not named there in its usual form."""
    yield from FORMS
    named = {form[0] for form in FORMS}
    for game_id in [game_id for game_id in registry.GAMES if game_id not in named]:
        game = registry.game(game_id)
        options = game.options_type()
        yield game_id, options, max(game.seat_counts(options)), 20


def samples(t: Translator) -> set[Said]:
    """Every text of all these matches."""
    return {
        said
        for game, options, seats, matches in cases()
        for seed in range(matches)
        for said in shown(game, options, seats, seed, t)
    }


def shown(game: str, options: Any, seats: int, seed: int, t: Translator) -> Iterator[Said]:
    """Every text of a random match, as everybody and each seat may see it."""
    rng = Random(seed)
    rules, face = registry.game(game), FACES[game]
    match: Any = rules.new(rules.deal(rng, options, seats), options, seats)
    events: list[tuple[int, Event]] = []
    while True:
        for viewer in (None, *match.to_act()):
            scene = _scene(match, viewer, options, seats, events, t)
            for screen in _screens(face, scene):
                yield from _texts(screen)
            for seat in match.to_act():
                yield Said(
                    "content", face.call(_scene(match, None, options, seats, events, t), seat)
                )
        if match.over:
            return
        seat = rng.choice(match.to_act())
        resigns = rng.random() < 0.005
        action = Resign() if resigns else rng.choice(match.legal(seat))
        events += [(len(events), event) for event in match.apply(seat, action)]


def _scene(
    match: Any,
    viewer: int | None,
    options: Any,
    seats: int,
    events: list[tuple[int, Event]],
    t: Translator,
) -> Scene:
    sitters = [
        Sitter(seat, name, name, f"<@{seat}>", computer=seat == seats - 1, dms_closed=seat == 0)
        for seat, name in enumerate(NAMES[:seats])
    ]
    return Scene(
        id="8K2P",
        options=options,
        viewer=viewer,
        view=match.view(viewer),
        events=seen(events, viewer),
        sitters=sitters,
        decision=0,
        t=t,
        table_link=None,
        place="<#1>",
    )


def _screens(face: Any, scene: Scene) -> Iterator[Screen]:
    if scene.viewer is None:
        yield face.table(scene, CONTROLS)
        if isinstance(face, TellsWhy):
            yield face.why(scene)
        if face.page(scene):
            yield face.summary(scene, face.page(scene) - 1)
        return
    yield from hands(face, scene, partial(face.hand, scene))


def _texts(screen: Screen) -> Iterator[Said]:
    for block in screen.blocks:
        match block:
            case Text():
                yield Said("content", block.markdown)
            case Picture():
                yield Said("alt", block.alt)
            case Row():
                yield from (Said("label", _label(button)) for button in block.buttons)
            case Select():
                yield from (Said("option", option.label) for option in block.options)
            case _:
                pass


def _label(button: Button | Link) -> str:
    return button.label
