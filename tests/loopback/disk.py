"""What lies on the disk: read beside the bot, or after its death, without the bot's own code."""

import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from engine import registry
from engine.game import State

from .message import Wire


@dataclass(frozen=True)
class StoredMatch:
    """A match as the database has it."""

    id: str
    game: str
    options: bytes
    deal: bytes
    home: int
    place: int
    users: tuple[int | None, ...]
    """By seat; None is the computer."""
    actions: tuple[tuple[int, Wire], ...]
    """Seat and action of each version."""

    def replayed(self) -> State:
        """The state after all its actions."""
        game = registry.game(self.game)
        options: Any = msgspec.json.decode(self.options, type=game.options_type)
        deal: Any = msgspec.json.decode(self.deal, type=game.deal_type)
        state = game.new(deal, options, len(self.users))
        for seat, action in self.actions:
            state.apply(seat, msgspec.convert(action, game.action_type))
        return state


@dataclass(frozen=True)
class Disk:
    """Everything stored at one moment, by match or lobby id."""

    matches: dict[str, StoredMatch]
    lobbies: dict[str, list[int | None]]
    """Who is in each open lobby; None is the computer."""


def read(database: Path) -> Disk:
    """What is stored now."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
        db.execute("BEGIN")  # one moment for all that is read
        seats: dict[str, list[int | None]] = {}
        for match, user in db.execute("SELECT match, user FROM seats ORDER BY match, seat"):
            seats.setdefault(match, []).append(user)
        actions: dict[str, list[tuple[int, Wire]]] = {}
        for match, seat, action in db.execute(
            "SELECT match, seat, action FROM actions ORDER BY match, version"
        ):
            actions.setdefault(match, []).append((seat, json.loads(action)))
        matches = {
            match: StoredMatch(
                id=match,
                game=game,
                options=options,
                deal=deal,
                home=home,
                place=place,
                users=tuple(seats[match]),
                actions=tuple(actions.get(match, ())),
            )
            for match, game, options, deal, home, place in db.execute(
                "SELECT id, game, options, deal, home, place FROM matches"
            )
        }
        lobbies = {
            lobby: [guest["user"] for guest in json.loads(body)["seats"] if guest]
            for lobby, body in db.execute("SELECT id, body FROM lobbies")
        }
    return Disk(matches, lobbies)
