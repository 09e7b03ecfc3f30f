"""Keeps the open lobbies, one change of each at a time, and starts their matches."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from random import Random
from typing import Unpack
from weakref import WeakValueDictionary

import msgspec
from discord.utils import utcnow

from bot.lobby import (
    AlreadyIn,
    Begun,
    Guest,
    Lobby,
    NoSuchLobby,
    OnlyHost,
    OnlyInvited,
    Rematch,
    TooFew,
    Where,
    join,
    missing,
    read,
)
from bot.rows import DAMAGED, LobbyRow, MatchRow, SeatRow
from bot.store import Store, VersionTaken
from engine import fair, registry

log = logging.getLogger(__name__)

CODE_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""What match codes are made of: nothing that reads like something else."""

CODE_LENGTH = 4


class Lobbies:
    """Opens, changes and closes lobbies, and starts their matches."""

    def __init__(self, store: Store, rng: Random) -> None:
        self._store = store
        self._rng = rng
        self._locks = WeakValueDictionary[str, asyncio.Lock]()  # as long as somebody holds them
        self.opening: dict[str, asyncio.Event] = {}
        """The lobbies whose message is on its way, from before they are stored; the events tell
        when it has been posted."""

    async def open(
        self,
        game: str,
        options: msgspec.Struct,
        *,
        guild: int,
        channel: int,
        host: int,
        guests: Sequence[Guest | None],
        invited: Sequence[int] = (),
        others: bool = False,
        threads: bool,
        sides: Sequence[int] = (),
        rematch: str = "",
        reserved: Sequence[int | None] = (),
        beginners: Sequence[int] = (),
    ) -> Lobby:
        """Open a lobby in a channel, and call `posted` afterwards. Raises `PlaceTaken`."""
        seats = len(reserved) or max(registry.game(game).seat_counts(options))
        secret = self._rng.randbytes(fair.SECRET_BYTES)
        padded = [*guests, *[None] * (seats - len(guests))]
        lobby = Lobby(
            id=await self._new_code(),
            game=game,
            options=msgspec.Raw(msgspec.json.encode(options)),
            guild=guild,
            channel=channel,
            host=host,
            invited=tuple(invited),
            others=others,
            seats=tuple(padded),
            threads=threads,
            commitment=fair.commitment(secret),
            sides=tuple(sides),
            rematch=rematch,
            reserved=tuple(reserved),
            beginners=tuple(beginners),
        )
        row = LobbyRow(lobby.id, lobby.version, msgspec.json.encode(lobby), utcnow().timestamp())
        self.opening[lobby.id] = asyncio.Event()
        try:
            await self._store.create_lobby(row, channel, secret)
        except BaseException:
            self.posted(lobby.id)
            raise
        return lobby

    def posted(self, lobby_id: str) -> None:
        """Note that the message of a new lobby has been posted, or that there will be none."""
        self.opening.pop(lobby_id).set()

    async def _new_code(self) -> str:
        """A code that no match has; a longer one in the rare case that several are taken."""
        length = CODE_LENGTH
        while True:
            for _ in range(8):
                code = "".join(self._rng.choices(CODE_LETTERS, k=length))
                if not await self._store.id_in_use(code):
                    return code
            length += 1

    async def get(self, lobby_id: str) -> Lobby:
        """An open lobby. Raises `NoSuchLobby`."""
        row = await self._store.lobby(lobby_id)
        lobby = None if row is None else await self._read(row)
        if lobby is None:
            raise NoSuchLobby
        return lobby

    async def all(self) -> list[Lobby]:
        """Every open lobby, the oldest first."""
        read = [await self._read(row) for row in await self._store.lobbies()]
        return [lobby for lobby in read if lobby is not None]

    async def _read(self, row: LobbyRow) -> Lobby | None:
        """A stored lobby; None for one that cannot be read any more, which is closed."""
        try:
            return read(row)
        except DAMAGED as error:
            log.error("Lobby %s cannot be read any more, so it is closed: %s", row.id, error)
            await self._store.close_lobby(row.id)
            return None

    async def rematch(
        self, again: Rematch, guest: Guest, **where: Unpack[Where]
    ) -> tuple[Lobby, bool]:
        """Agree to a rematch: in its lobby, or in a new one; says whether it is new.

        Who agree at the same moment, or twice, find themselves in the same lobby. A match has one
        rematch: raises `Begun` with it, else `LobbyRefused` or `PlaceTaken`.
        """
        async with self._lock(f"rematch of {again.match}"):
            agreed = await self._agreed(again.match, guest)
            if agreed is not None:
                return agreed, False
            begun = await self._store.rematch_of(again.match)
            if begun is not None:
                raise Begun(begun)
            if guest.user not in again.reserved:
                raise OnlyInvited
            seats = list(again.computers)
            seats[again.reserved.index(guest.user)] = guest
            lobby = await self.open(
                again.game,
                again.options,
                guests=seats,
                host=guest.user or 0,
                invited=[u for u in again.reserved if u is not None and u != guest.user],
                rematch=again.match,
                reserved=again.reserved,
                beginners=again.beginners,
                **where,
            )
            return lobby, True

    async def _agreed(self, match: str, guest: Guest) -> Lobby | None:
        """The lobby of a match's rematch with somebody in it, if it is open."""
        for known in await self.all():
            if known.rematch == match:
                try:
                    return await self.change(known.id, lambda lobby: join(lobby, guest))
                except AlreadyIn:
                    return known
                except NoSuchLobby:
                    return None  # It has just begun, or has been closed.
        return None

    @asynccontextmanager
    async def held(self, lobby_id: str) -> AsyncGenerator[Lobby]:
        """An open lobby, which nobody changes meanwhile. Raises `NoSuchLobby`."""
        async with self._lock(lobby_id):
            yield await self.get(lobby_id)

    async def change(self, lobby_id: str, change: Callable[[Lobby], Lobby | None]) -> Lobby | None:
        """Change a lobby and keep it; a change to None closes it. Raises `LobbyRefused`."""
        async with self._lock(lobby_id):
            while True:
                lobby = await self.get(lobby_id)
                changed = change(lobby)
                if changed is None:
                    await self._store.close_lobby(lobby_id)
                    return None
                changed = msgspec.structs.replace(changed, version=lobby.version + 1)
                try:
                    await self._store.save_lobby(
                        lobby_id, changed.version, msgspec.json.encode(changed)
                    )
                except VersionTaken:
                    continue
                return changed

    async def start(self, lobby_id: str, user: int, contribution: int) -> None:
        """Deal, and turn the lobby into a match of the same id. Raises `LobbyRefused`.

        `contribution` is Discord's id of the press on Start. A rematch that all have agreed to may
        be started for anybody.
        """
        async with self._lock(lobby_id):
            lobby = await self.get(lobby_id)
            if user != lobby.host and not lobby.complete:
                raise OnlyHost
            lacking = missing(lobby)
            if lacking:
                raise TooFew(lacking)
            secret = await self._store.secret(lobby_id)
            assert secret is not None, "stored together with the lobby"
            dealt = self._dealt(lobby, secret, lobby.contributions(contribution))
            try:
                await self._store.create_match(*dealt, lobby_version=lobby.version)
            except VersionTaken as error:
                raise NoSuchLobby from error

    def _dealt(
        self, lobby: Lobby, secret: bytes, contributions: tuple[int, ...]
    ) -> tuple[MatchRow, list[SeatRow]]:
        game = registry.game(lobby.game)
        guests = lobby.guests()
        terms = fair.Terms(lobby.game, lobby.decoded_options(), len(guests), contributions)
        deal = fair.deal(secret, terms)
        state = game.new(deal, terms.options, len(guests))
        now = utcnow().timestamp()
        people = [guests[seat].user is not None for seat in state.to_act()]
        match = MatchRow(
            id=lobby.id,
            game=lobby.game,
            options=bytes(lobby.options),
            deal=msgspec.json.encode(deal),
            status="running",
            version=0,
            guild=lobby.guild,
            home=lobby.channel,
            place=lobby.channel,
            thread="wanted" if lobby.threads else "none",
            computer_due=int(not all(people)),
            created_at=now,
            ended_at=None,
            waiting=now if any(people) else None,
            commitment=lobby.commitment,
            contributions=msgspec.json.encode(contributions),
            rematch=lobby.rematch,
        )
        seats = [
            SeatRow(seat, guest.user, guest.name, guest.locale, level=guest.level)
            for seat, guest in enumerate(guests)
        ]
        return match, seats

    def _lock(self, lobby_id: str) -> asyncio.Lock:
        return self._locks.setdefault(lobby_id, asyncio.Lock())
