"""The gallery: pictures of real matches for docs/gallery.md (`make gallery`).

The matches are played by the computer from fixed seeds, and shown by the games' own faces, so the
pictures are those that people get.
"""

import asyncio
import importlib
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from bot.app import create_bot
from bot.config import Config
from bot.face import Face, Scene, Sitter, seen
from bot.i18n import Translator, languages, translator
from bot.refresh import controls
from bot.screen import Picture, Screen
from engine import registry
from engine.game import Event, Seat, State

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Finn")
SHOWN = ("en", "de")
"""The languages of the gallery, as far as they are installed."""

DOCS = Path(__file__).parents[1] / "docs"


class Exhibit(msgspec.Struct, frozen=True):
    """A match to show."""

    name: str
    """What its files begin with."""

    title: str
    game: str
    seats: int
    seed: int
    step: str
    """Table and hand are shown at the first such step in the last third of the match."""

    options: dict[str, Any] = {}


EXHIBITS = (
    Exhibit("agent-avenue-simple", "Agent Avenue, simple mode", "agent-avenue", 2, 10, "recruit"),
    Exhibit(
        "agent-avenue-advanced",
        "Agent Avenue, advanced mode with the black market",
        "agent-avenue",
        2,
        10,
        "recruit",
        {"mode": "advanced"},
    ),
    Exhibit("la-agencia", "La Agencia, six players", "la-agencia", 6, 2, "target"),
)


class Shown(msgspec.Struct, frozen=True):
    """One picture of the gallery."""

    file: str
    caption: str
    alt: str
    png: bytes


class Played:
    """A match in progress and what has happened in it."""

    def __init__(self, exhibit: Exhibit) -> None:
        self._exhibit = exhibit
        self._game = game = registry.game(exhibit.game)
        self._rng = Random(exhibit.seed)
        self._options = msgspec.convert(exhibit.options, game.options_type)
        deal = game.deal(self._rng, self._options, exhibit.seats)
        self.state: State = game.new(deal, self._options, exhibit.seats)
        self._events: list[tuple[int, Event]] = []
        self._actions = 0

    def play(self, until: Callable[[int], bool] = lambda actions: False) -> int:
        """Let the computer play until this holds of the number of actions, or to the end.

        Returns that number.
        """
        state, player = self.state, self._game.player
        while not state.over and not until(self._actions):
            seat = state.to_act()[0]
            action = player.choose(state.view(seat), state.legal(seat), self._rng)
            self._events += [(self._actions, event) for event in state.apply(seat, action)]
            self._actions += 1
        return self._actions

    def scene(self, viewer: Seat | None, t: Translator) -> Scene:
        """The match as a viewer may see it."""
        return Scene(
            id="4F7K",
            options=self._options,
            viewer=viewer,
            view=self.state.view(viewer),
            events=seen(self._events, viewer),
            sitters=[
                Sitter(seat, name, name, f"@{name}", computer=False, dms_closed=False)
                for seat, name in enumerate(NAMES[: self._exhibit.seats])
            ],
            decision=0,
            t=t,
            table_link=None,
            place="#games",
        )


async def faces() -> Mapping[str, Face]:
    """The games' faces, from a bot that is never connected."""
    bot = create_bot(Config())
    for _, extension in registry.GAMES.values():
        await importlib.import_module(extension).setup(bot)
    return bot.faces


def pictures(exhibit: Exhibit, face: Face, language: str) -> Iterator[Shown]:
    """The table and the hand of who is to act in the middle of the match, and its end."""
    t, played = translator(language), Played(exhibit)
    late = Played(exhibit).play() * 2 // 3
    played.play(
        lambda actions: actions >= late and played.state.view(None).step == exhibit.step  # type: ignore[attr-defined]
    )
    public, seat = played.scene(None, t), played.state.to_act()[0]
    yield _shown(
        exhibit, "table", "The table", language, face.table(public, controls(face, public))
    )
    own = face.hand(played.scene(seat, t))
    yield _shown(exhibit, "hand", f"What {NAMES[seat]} sees privately", language, own)
    played.play()
    public = played.scene(None, t)
    yield _shown(exhibit, "end", "The end", language, face.table(public, controls(face, public)))


def _shown(exhibit: Exhibit, what: str, caption: str, language: str, screen: Screen) -> Shown:
    (picture,) = [block for block in screen.blocks if isinstance(block, Picture)]
    file = f"{exhibit.name}-{what}.{language}.png"
    return Shown(file, caption, picture.alt, picture.draw())


def gallery() -> dict[str, list[Shown]]:
    """All pictures, by the title of their match."""
    known = asyncio.run(faces())
    installed = [language for language in SHOWN if language in languages()]
    return {
        exhibit.title: [
            shown
            for language in installed
            for shown in pictures(exhibit, known[exhibit.game], language)
        ]
        for exhibit in EXHIBITS
    }


def page(shown: Mapping[str, Sequence[Shown]]) -> str:
    """The gallery as a page."""
    lines = [
        "# Gallery",
        "",
        "Made by `make gallery`: matches that the computer has played, drawn by the code that "
        "draws them on Discord, where each picture stands beside a text that says the same.",
    ]
    for title, group in shown.items():
        lines += ["", f"## {title}"]
        for picture in group:
            lines += ["", f"{picture.caption}:", "", f"![{picture.alt}](gallery/{picture.file})"]
    return "\n".join(lines) + "\n"


def write(docs: Path) -> int:
    """Write the page and its pictures; returns how many."""
    folder, shown = docs / "gallery", gallery()
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.png"):
        old.unlink()
    every = [picture for group in shown.values() for picture in group]
    for picture in every:
        (folder / picture.file).write_bytes(picture.png)
    (docs / "gallery.md").write_text(page(shown), encoding="utf-8")
    return len(every)


if __name__ == "__main__":
    sys.stdout.write(f"{write(DOCS)} pictures\n")
