"""Databases full of matches, written at once: thousands of them would take minutes to play."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from random import Random
from time import time
from typing import Any, NamedTuple

import msgspec

from bot.database import upgrade
from bot.lobbies import CODE_LETTERS
from bot.rows import MatchRow, SeatRow, SurfaceRow
from bot.screen import custom_id, marker
from bot.store import MATCH_COLUMNS, SEAT_COLUMNS, SURFACE_COLUMNS
from engine.agencia import GAME as AGENCIA
from engine.agent_avenue import GAME as AVENUE
from engine.agent_avenue.actions import Play
from engine.game import Action, Game, Seat
from tests.loopback.driver import Party
from tests.loopback.message import Wire
from tests.loopback.world import Channel

from .stage import Stage

LAYOUT = 1 << 15
"""Discord's flag for messages of Components V2."""

CONTAINER, ROW, BUTTON, TEXT = 17, 1, 2, 10

SEATS: dict[str, int] = {AVENUE.id: 2, AGENCIA.id: 3}
"""How many people play in a match of each game."""

COMMANDS = {AVENUE.id: "play agent-avenue", AGENCIA.id: "play la-agencia"}

PATTERNS = 200
"""So many different matches are played for those that are over; they are stored again and again."""

Done = list[tuple[Seat, Action]]


class Played(NamedTuple):
    """A match from its deal to its end."""

    game: Game
    deal: Any
    done: Done

    def state(self, actions: int) -> Any:
        """The state after so many actions."""
        state = self.game.new(self.deal, self.game.options_type(), SEATS[self.game.id])
        for seat, action in self.done[:actions]:
            state.apply(seat, action)
        return state


class Archive:
    """Random matches for the database of a stage, written by `save`."""

    def __init__(self, stage: Stage, rng: Random) -> None:
        self._stage = stage
        self._rng = rng
        self._matches: list[MatchRow] = []
        self._seats: list[tuple[str, SeatRow]] = []
        self._actions: list[tuple[str, int, Seat, bytes, float]] = []
        self._surfaces: list[SurfaceRow] = []
        self._now = time()

    def add_finished(self, count: int) -> None:
        """Matches that are over, in a channel and of people that are gone."""
        patterns = [self._play(AVENUE) for _ in range(min(count, PATTERNS))]
        for number in range(count):
            played = patterns[number % PATTERNS]
            self._add(played, len(played.done), guild=1, channel=1, users=(1, 2))

    def add_running(
        self, count: int, *, lagging: bool = False, games: Sequence[Game] = (AVENUE,)
    ) -> list[Party]:
        """Matches in their middle, with their people, and with messages that can be pressed.

        With `lagging` the messages show the state before the last action, as if the bot had been
        killed in all of the matches at once. The games take turns.
        """
        return [
            self._add_running(f"{number}", games[number % len(games)], lagging)
            for number in range(count)
        ]

    def _add_running(self, name: str, game: Game, lagging: bool) -> Party:
        played = self._play(game)
        actions = self._rng.randrange(1, len(played.done))
        size, command = SEATS[game.id], COMMANDS[game.id]
        rng = Random(self._rng.random())
        party = self._stage.party(name, rng, size=size, command=command)
        users = [user.id for user in party.people]
        guild, channel = party.channel.guild, party.channel.id
        assert guild is not None
        match = self._add(played, actions, guild=guild.id, channel=channel, users=users)
        self._show(match, party, played, actions - lagging)
        return party

    def _play(self, game: Game) -> Played:
        """A random match."""
        options, seats = game.options_type(), SEATS[game.id]
        deal = game.deal(self._rng, options, seats)
        state = game.new(deal, options, seats)
        done: Done = []
        while acting := state.to_act():
            action = self._rng.choice(state.legal(acting[0]))
            done.append((acting[0], action))
            state.apply(acting[0], action)
        return Played(game, deal, done)

    def _add(
        self, played: Played, actions: int, *, guild: int, channel: int, users: Sequence[int]
    ) -> MatchRow:
        """Store a match after so many actions; it is running if there are more."""
        over = actions == len(played.done)
        match = MatchRow(
            id=_code(len(self._matches)),
            game=played.game.id,
            options=msgspec.json.encode(played.game.options_type()),
            deal=msgspec.json.encode(played.deal),
            status="over" if over else "running",
            version=actions,
            guild=guild,
            home=channel,
            place=channel,
            thread="none",
            computer_due=0,
            created_at=self._now,
            ended_at=self._now if over else None,
        )
        self._matches.append(match)
        self._seats += [
            (match.id, SeatRow(seat, user, f"Player {seat}", "en-US", pinged=match.version))
            for seat, user in enumerate(users)
        ]
        self._actions += [
            (match.id, version, seat, msgspec.json.encode(action), self._now)
            for version, (seat, action) in enumerate(played.done[:actions])
        ]
        return match

    # -- what the people of a running match see ----------------------------------------------

    def _show(self, match: MatchRow, party: Party, played: Played, actions: int) -> None:
        state = played.state(actions)
        (active,) = state.to_act()
        choices = [_button(action) for action in state.legal(active)]
        if played.game is AVENUE:
            page = sum(isinstance(action, Play) for _, action in played.done[:actions])
            public = state.view(None).step == "recruit"
        else:
            page, public = state.hands_done, True
        verbs = [("hand", ""), ("rules", ""), *(choices if public else ())]
        call = f"→ <@{party.people[active].id}>: it is your turn."
        self._post(match, ("table", -1, page), party.channel, actions, call, verbs)
        for seat, user in enumerate(party.people):
            verbs = choices[:5] if seat == active and not public else []
            hands = self._stage.loopback.dm(user)
            self._post(match, ("hand", seat, 0), hands, actions, "Your hand", verbs)

    def _post(
        self,
        match: MatchRow,
        surface: tuple[Any, int, int],
        channel: Channel,
        version: int,
        text: str,
        verbs: Sequence[tuple[str, str]],
    ) -> None:
        row = SurfaceRow(match.id, *surface, channel=channel.id, shown=version)
        parts: list[Wire] = [{"type": TEXT, "content": text}]
        if verbs:
            ids = [custom_id(match.id, version, verb, args) for verb, args in verbs]
            buttons = [{"type": BUTTON, "style": 2, "label": i, "custom_id": i} for i in ids]
            parts += [
                {"type": ROW, "components": buttons[start : start + 5]}
                for start in range(0, len(buttons), 5)
            ]
        top = {"type": CONTAINER, "id": marker(match.id, *surface), "components": parts}
        body = {"flags": LAYOUT, "components": [top]}
        row.message = self._stage.loopback.postman.post(channel, body, {}).id
        self._surfaces.append(row)

    # -- the database ------------------------------------------------------------------------

    def save(self) -> None:
        """Write a new database."""
        upgrade(self._stage.database)
        running = [match for match in self._matches if match.status == "running"]
        with closing(sqlite3.connect(self._stage.database)) as db, db:
            _insert(db, f"matches ({MATCH_COLUMNS})", map(msgspec.structs.astuple, self._matches))
            _insert(
                db,
                f"seats (match, {SEAT_COLUMNS})",
                ((match, *msgspec.structs.astuple(seat)) for match, seat in self._seats),
            )
            _insert(db, "actions (match, version, seat, action, at)", self._actions)
            _insert(
                db, f"surfaces ({SURFACE_COLUMNS})", map(msgspec.structs.astuple, self._surfaces)
            )
            _insert(db, "places (channel, owner)", ((match.place, match.id) for match in running))


def _insert(db: sqlite3.Connection, table: str, rows: Any) -> None:
    marks = ", ".join("?" * (table.count(",") + 1))
    db.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)


def _code(number: int) -> str:
    """The match code of a number."""
    letters = ""
    for _ in range(4):
        number, digit = divmod(number, len(CODE_LETTERS))
        letters += CODE_LETTERS[digit]
    return letters


def _button(action: Action) -> tuple[str, str]:
    """The verb and the arguments by which a button stands for an action."""
    verb, *args = msgspec.to_builtins(action).values()
    return verb, ".".join(str(arg) for arg in args)
