"""Lobbies: who is in, before a match starts. The changes are pure; `Lobbies` keeps them."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from random import Random
from typing import Any, TypedDict, Unpack
from weakref import WeakValueDictionary

import msgspec
from discord.utils import utcnow

from bot.rows import LobbyRow, MatchRow, SeatRow
from bot.store import Store, VersionTaken
from engine import fair, registry
from engine.game import Level

CODE_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""What match codes are made of: nothing that reads like something else."""

CODE_LENGTH = 4


class LobbyRefused(Exception):
    """A press that changes nothing; the subclasses are the reasons."""


class NoSuchLobby(LobbyRefused):
    """The lobby has been closed, or its match has started."""


class AlreadyIn(LobbyRefused):
    """This person sits there already."""


class NotIn(LobbyRefused):
    """This person does not sit in the lobby."""


class Full(LobbyRefused):
    """Every seat is taken."""


class OnlyInvited(LobbyRefused):
    """The lobby is for invited people."""


class OnlyHost(LobbyRefused):
    """Only who opened the lobby may do that."""


class TooFew(LobbyRefused):
    """Seats have to be filled before the match can start; the argument is how many."""

    def __init__(self, missing: int) -> None:
        super().__init__(missing)
        self.missing = missing


class Begun(LobbyRefused):
    """The rematch has begun already; the argument is its match."""

    def __init__(self, match: str) -> None:
        super().__init__(match)
        self.match = match


class Guest(msgspec.Struct, frozen=True):
    """Somebody in a lobby; `user` is None for a computer."""

    user: int | None
    name: str = ""
    locale: str = ""
    contribution: int | None = None
    """What joining adds to the deal: Discord's id of that press or command; none of a computer."""

    level: Level = "normal"
    """How well it plays, if it is a computer."""


class Lobby(msgspec.Struct, frozen=True):
    """A lobby. `seats` has one entry for each seat of the match, None for a free one.

    `sides` has the team of each seat, where people may choose one; else it is empty.
    """

    id: str
    game: str
    options: msgspec.Raw
    guild: int
    channel: int
    host: int
    invited: tuple[int, ...]
    """Who alone may join; everybody may if there is nobody, or if `others` may."""

    seats: tuple[Guest | None, ...]
    threads: bool
    commitment: str
    """To the secret of the deal, which is no part of a lobby so that nothing can show it."""

    sides: tuple[int, ...] = ()
    others: bool = False
    """Whether the others may join, too. A seat is kept for each of the invited."""

    version: int = 0
    rematch: str = ""
    """The match that is to be played again, if it is a rematch."""

    reserved: tuple[int | None, ...] = ()
    """In a rematch, who belongs into each seat; None for a computer."""

    beginners: tuple[int, ...] = ()
    """In a rematch, the seats of who is to begin; empty where chance decides."""

    def guests(self) -> list[Guest]:
        """Who is in, in the order of the seats."""
        return [guest for guest in self.seats if guest is not None]

    def people(self) -> list[int]:
        """The people who are in."""
        return [guest.user for guest in self.guests() if guest.user is not None]

    def computers(self) -> list[Guest]:
        """The computers that are in."""
        return [guest for guest in self.guests() if guest.user is None]

    @property
    def complete(self) -> bool:
        """Whether it is a rematch that all have agreed to: it starts by itself."""
        return bool(self.rematch) and None not in self.seats

    def contributions(self, started_by: int) -> tuple[int, ...]:
        """What goes into the deal besides the secret (docs/fair-deal.md).

        `started_by` is the press on Start. It counts where nobody else has joined: who is alone
        may have come in by a command from before the secret was drawn.
        """
        given = [guest.contribution for guest in self.guests() if guest.contribution is not None]
        if len(self.people()) == 1:
            given.append(started_by)
        return fair.ascending(given)

    def decoded_options(self) -> Any:
        """The options as the game's own struct."""
        return msgspec.json.decode(self.options, type=registry.game(self.game).options_type)


class Rematch(msgspec.Struct, frozen=True):
    """A match that is to be played again."""

    match: str
    game: str
    options: msgspec.Struct
    reserved: tuple[int | None, ...]
    """Who belongs into each seat; None for a computer."""

    computers: tuple[Guest | None, ...]
    """Those that sit there already; None in the seats of people."""

    beginners: tuple[int, ...]


class Where(TypedDict):
    """Where a lobby is opened."""

    guild: int
    channel: int
    threads: bool


def join(lobby: Lobby, guest: Guest, side: int | None = None) -> Lobby:
    """Seat a person, or a computer, in the first free seat (of a side).

    Who sits on the other side changes over, if need be with a computer. Raises `LobbyRefused`.
    """
    if guest.user is not None and not _welcome(lobby, guest.user):
        raise OnlyInvited
    if lobby.rematch:
        return _agree(lobby, guest)
    seats = list(lobby.seats)
    old = next((i for i, g in enumerate(seats) if g and guest.user and g.user == guest.user), None)
    if old is not None and (side is None or lobby.sides[old] == side):
        raise AlreadyIn
    new = _seat_for(lobby, side, may_swap=old is not None)
    if old is not None:
        seats[old] = seats[new]
    seats[new] = guest
    return msgspec.structs.replace(lobby, seats=tuple(seats))


def _welcome(lobby: Lobby, user: int) -> bool:
    """Whether the invitations allow somebody to join."""
    if not lobby.invited or user in (*lobby.invited, lobby.host, *lobby.people()):
        return True
    kept = set(lobby.invited).difference(lobby.people())
    return lobby.others and lobby.seats.count(None) > len(kept)


def _agree(lobby: Lobby, guest: Guest) -> Lobby:
    """Seat a person in a rematch, where everybody has the old seat."""
    if guest.user is None or guest.user not in lobby.reserved:
        raise OnlyInvited
    seats, seat = list(lobby.seats), lobby.reserved.index(guest.user)
    if seats[seat] is not None:
        raise AlreadyIn
    seats[seat] = guest
    return msgspec.structs.replace(lobby, seats=tuple(seats))


def _seat_for(lobby: Lobby, side: int | None, *, may_swap: bool) -> int:
    """The first free seat of a side, or one that a computer would give up."""
    seats = [i for i in range(len(lobby.seats)) if side is None or lobby.sides[i] == side]
    for seat in seats:
        if lobby.seats[seat] is None:
            return seat
    for seat in seats:
        guest = lobby.seats[seat]
        if may_swap and guest is not None and guest.user is None:
            return seat
    raise Full


def leave(lobby: Lobby, user: int) -> Lobby | None:
    """Free a person's seat. Who opened the lobby hands it on; None when nobody is left."""
    if user not in lobby.people():
        raise NotIn
    seats = tuple(None if guest and guest.user == user else guest for guest in lobby.seats)
    left = msgspec.structs.replace(lobby, seats=seats)
    people = left.people()
    if not people:
        return None
    if lobby.host != user:
        return left
    invited = lobby.invited if lobby.rematch else ()
    return msgspec.structs.replace(left, host=people[0], invited=invited)


def add_computer(lobby: Lobby, user: int) -> Lobby:
    """Seat a computer, as strong as the others; anybody in the lobby may ask for it."""
    if user not in lobby.people():
        raise NotIn
    return join(lobby, next(iter(lobby.computers()), Guest(None)))


def set_level(lobby: Lobby, user: int, level: Level) -> Lobby:
    """Say how well all computers play; anybody in the lobby may."""
    if user not in lobby.people():
        raise NotIn
    seats = tuple(
        msgspec.structs.replace(guest, level=level) if guest and guest.user is None else guest
        for guest in lobby.seats
    )
    return msgspec.structs.replace(lobby, seats=seats)


def missing(lobby: Lobby) -> int:
    """How many more must join before the match can start."""
    if lobby.rematch:
        return lobby.seats.count(None)
    counts = registry.game(lobby.game).seat_counts(lobby.decoded_options())
    present = len(lobby.guests())
    return next((count - present for count in counts if count >= present), 0)


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
        if row is None:
            raise NoSuchLobby
        return msgspec.json.decode(row.body, type=Lobby)

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
        for row in await self._store.lobbies():
            known = msgspec.json.decode(row.body, type=Lobby)
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

    async def start(self, lobby_id: str, user: int, contribution: int) -> str:
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
        return lobby_id

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
