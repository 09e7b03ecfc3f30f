"""The gallery: pictures of real matches for docs/gallery.md (`make gallery`).

The matches are played by the computer from fixed seeds, and shown by the games' own faces, so the
pictures are those that people get.
"""

import argparse
import asyncio
import importlib
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

import msgspec
from babel import Locale

from bot.app import create_bot
from bot.config import Config
from bot.face import Exhibit, Exhibits, Face, Scene, Sitter, seen
from bot.i18n import DEFAULT, Translator, languages, translator
from bot.messages import controls
from bot.screen import Picture, Screen
from engine import registry
from engine.game import Event, Seat, State, informed

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Finn")
SHOWN = ("en", "de")
"""The languages of the gallery, as far as they are installed."""

DOCS = Path(__file__).parents[1] / "docs"


def name(seat: Seat) -> str:
    """Who sits there."""
    return NAMES[seat] if seat < len(NAMES) else f"Player {seat + 1}"


class Shown(msgspec.Struct, frozen=True):
    """One picture of the gallery."""

    file: str
    caption: str
    alt: str
    png: bytes


class Played:
    """A match in progress and what has happened in it."""

    def __init__(self, game_id: str, exhibit: Exhibit) -> None:
        self._options, self._seats = exhibit.options, exhibit.seats
        self._game = game = registry.game(game_id)
        self._rng = Random(exhibit.seed)
        deal = game.deal(self._rng, self._options, self._seats)
        self.state: State = game.new(deal, self._options, self._seats)
        self._events: list[tuple[int, Event]] = []
        self._actions = 0

    def play(self, until: Callable[[int, str], bool] = lambda actions, step: False) -> int:
        """Let the computer play until this holds of the number of actions and the step.

        Without it, or if it never does, to the end. Returns the number of actions.
        """
        state, player = self.state, informed(self._game.player, self._options)
        while not state.over and not until(self._actions, getattr(state.view(None), "step", "")):
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
                Sitter(seat, who, who, f"@{who}", computer=False, dms_closed=False)
                for seat, who in enumerate(map(name, range(self._seats)))
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


def pictures(game: str, exhibit: Exhibit, face: Face, language: str) -> Iterator[Shown]:
    """The table and the hand of who is to act late in the match, and its end.

    Raises `ValueError` for a step that does not come.
    """

    def show(what: str, caption: str, screen: Screen) -> Iterator[Shown]:
        for picture in [block for block in screen.blocks if isinstance(block, Picture)][:1]:
            file = f"{game}-{exhibit.name}-{what}.{language}.png"
            spoken = Locale.parse(language).get_language_name(DEFAULT)
            yield Shown(file, f"{caption} ({spoken})", picture.alt, picture.draw())

    def play_to(wanted: str, late: int = 0) -> None:
        played.play(lambda actions, step: actions >= late and wanted in ("", step))
        if played.state.over:
            raise ValueError(f"the exhibit {exhibit.name!r} of {game} has no step {wanted!r} late")

    t, played = translator(language), Played(game, exhibit)
    late = Played(game, exhibit).play() * 2 // 3
    play_to(exhibit.step, late)
    public = played.scene(None, t)
    yield from show("table", "The table", face.table(public, controls(face, public)))
    play_to(exhibit.private_step or exhibit.step)
    seat = played.state.to_act()[0]
    own = face.hand(played.scene(seat, t))
    yield from show("hand", f"What {name(seat)} sees privately", own)
    played.play()
    public = played.scene(None, t)
    yield from show("end", "The end", face.table(public, controls(face, public)))


def gallery() -> dict[str, list[Shown]]:
    """All pictures, by the title of their match."""
    installed = [language for language in SHOWN if language in languages()]
    return {
        face.title(translator(DEFAULT), exhibit.options): [
            shown for language in installed for shown in pictures(game, exhibit, face, language)
        ]
        for game, face in asyncio.run(faces()).items()
        if isinstance(face, Exhibits)
        for exhibit in face.exhibits()
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
    argparse.ArgumentParser(prog="python -m bot.gallery", description=__doc__).parse_args()
    sys.stdout.write(f"{write(DOCS)} pictures\n")
