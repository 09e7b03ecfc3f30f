"""Databases full of matches, written at once: thousands of them would take minutes to play."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from random import Random
from time import time
from typing import Any

import msgspec

from bot.database import upgrade
from bot.lobby import CODE_LETTERS
from bot.screen import custom_id, marker
from bot.store import MATCH_COLUMNS, SEAT_COLUMNS, SURFACE_COLUMNS, MatchRow, SeatRow, SurfaceRow
from engine.agent_avenue import GAME
from engine.agent_avenue.actions import Play
from engine.agent_avenue.options import Options
from engine.game import Action, Seat
from tests.loopback.driver import Party
from tests.loopback.message import Wire
from tests.loopback.world import Channel

from .stage import Stage

LAYOUT = 1 << 15
"""Discord's flag for messages of Components V2."""

CONTAINER, ROW, BUTTON, TEXT = 17, 1, 2, 10

Done = list[tuple[Seat, Action]]


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
        for _ in range(count):
            deal, done = self._random_match()
            self._add(deal, done, channel=1, users=(1, 2), over=True)

    def add_running(self, count: int, *, lagging: bool = False) -> list[Party]:
        """Matches in their middle, with their people, and with messages that can be pressed.

        With `lagging` the messages show the state before the last action, as if the bot had been
        killed in all of the matches at once.
        """
        return [self._add_running(f"{number}", lagging) for number in range(count)]

    def _add_running(self, name: str, lagging: bool) -> Party:
        deal, whole = self._random_match()
        done = whole[: self._rng.randrange(1, len(whole))]
        party = self._stage.party(name, self._rng)
        users = [user.id for user in party.people]
        match = self._add(deal, done, channel=party.channel.id, users=users, over=False)
        self._show(match, party, deal, done[:-1] if lagging else done)
        return party

    def _random_match(self) -> tuple[Any, Done]:
        """A deal, and everything that is done from it to the end."""
        deal = GAME.deal(self._rng, Options(), 2)
        state = GAME.new(deal, Options(), 2)
        done: Done = []
        while acting := state.to_act():
            action = self._rng.choice(state.legal(acting[0]))
            done.append((acting[0], action))
            state.apply(acting[0], action)
        return deal, done

    def _add(
        self, deal: Any, done: Done, *, channel: int, users: Sequence[int], over: bool
    ) -> MatchRow:
        match = MatchRow(
            id=_code(len(self._matches)),
            game=GAME.id,
            options=msgspec.json.encode(Options()),
            deal=msgspec.json.encode(deal),
            status="over" if over else "running",
            version=len(done),
            guild=self._stage.guild.id,
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
            for version, (seat, action) in enumerate(done)
        ]
        return match

    # -- what the people of a running match see ----------------------------------------------

    def _show(self, match: MatchRow, party: Party, deal: Any, done: Done) -> None:
        state = GAME.new(deal, Options(), 2)
        for seat, action in done:
            state.apply(seat, action)
        (active,) = state.to_act()
        legal = state.legal(active)
        verbs = [("hand", ""), ("rules", "")]
        if state.view(None).step == "recruit":
            verbs += [("recruit", "face_up"), ("recruit", "face_down")]
        plays = [action for action in legal if isinstance(action, Play)][:5]
        page = sum(isinstance(action, Play) for _, action in done)
        call = f"→ <@{party.people[active].id}>: it is your turn."
        self._post(match, ("table", -1, page), party.channel, len(done), call, verbs)
        for seat, user in enumerate(party.people):
            own = [("play", f"{play.face_up}.{play.face_down}") for play in plays]
            verbs = own if seat == active else []
            hands = self._stage.loopback.dm(user)
            self._post(match, ("hand", seat, 0), hands, len(done), "Your hand", verbs)

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
            parts.append({"type": ROW, "components": buttons})
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
