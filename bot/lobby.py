"""A lobby: who is in before a match starts, and what a press does to it. All changes are pure."""

from typing import Any, TypedDict

import msgspec

from bot.rows import LobbyRow
from engine import fair, registry
from engine.game import Level


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


class SideFull(LobbyRefused):
    """Every seat of the chosen side is taken, but not of the others."""


class OnlyInvited(LobbyRefused):
    """The lobby is for invited people."""


class Kept(LobbyRefused):
    """Every free seat is kept for somebody who is invited."""


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


def read(row: LobbyRow) -> Lobby:
    """A stored lobby. Raises one of `DAMAGED` if it cannot be read any more."""
    lobby = msgspec.json.decode(row.body, type=Lobby)
    lobby.decoded_options()
    # What its row says of these counts for every change of it.
    return msgspec.structs.replace(lobby, id=row.id, version=row.version)


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
    if lobby.rematch:
        return _agree(lobby, guest)
    _require_welcome(lobby, guest.user)
    seats = list(lobby.seats)
    old = next((i for i, g in enumerate(seats) if g and guest.user and g.user == guest.user), None)
    if old is not None and (side is None or lobby.sides[old] == side):
        raise AlreadyIn
    new = _seat_for(lobby, side, may_swap=old is not None)
    if old is not None:
        seats[old] = seats[new]
    seats[new] = guest
    return msgspec.structs.replace(lobby, seats=tuple(seats))


def _require_welcome(lobby: Lobby, user: int | None) -> None:
    """Raise what the invitations say against a person, or a computer; a full lobby is no matter."""
    if not lobby.invited or user in (*lobby.invited, lobby.host, *lobby.people()):
        return
    if not lobby.others:
        if user is not None:
            raise OnlyInvited
        return
    kept = set(lobby.invited).difference(lobby.people())
    if 0 < lobby.seats.count(None) <= len(kept):
        raise Kept


def _agree(lobby: Lobby, guest: Guest) -> Lobby:
    """Seat a person in a rematch, where everybody has the old seat."""
    if guest.user is None or guest.user not in lobby.reserved:
        raise OnlyInvited
    seats, seat = list(lobby.seats), lobby.reserved.index(guest.user)
    # One that all have agreed to could not be started: it is now, by whoever presses again.
    if seats[seat] is not None and not lobby.complete:
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
    raise SideFull if None in lobby.seats else Full


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
