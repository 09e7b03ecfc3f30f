"""What is stored of servers, people, lobbies and matches: a table's row each, typed."""

from typing import Literal

import msgspec

from bot.ratings import NOBODY
from engine.game import Level

DAMAGED = (ValueError, LookupError, RecursionError)
"""What reading a damaged value raises: msgspec's errors, `UnknownGame`, `IllegalSetup` and
`IllegalAction` are ValueErrors."""


class Settings(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a server's admins have chosen; None stands for 'not chosen'."""

    language: str | None = None
    threads: bool | None = None
    channels: tuple[int, ...] = ()
    """Where matches may be opened, threads in them included; everywhere if there is none."""
    team_seconds: int | None = None
    """After how long a proposal may be carried out by who made it; 0: the first press decides."""
    turn_limit: int | None = None
    """Seconds that a seat has for a decision; 0: no limit."""
    late: Literal["forfeit"] | None = None
    """What happens when they are over, if it is not the computer that moves."""
    limit_since: float = 0.0
    """When one of these two was changed last, in seconds since 1970."""
    pings: bool | None = None
    games: dict[str, dict[str, int]] = {}
    """By the game's id: what its matches start from here, see `bot.face.Adjustable`."""


class Preferences(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a person has chosen."""

    language: str | None = None
    pictures: bool = True
    """Whether private messages have pictures; everything in them is in the text, too."""
    pings: bool = True
    """Whether this person is notified of decisions."""
    listed: bool = True
    """Whether others may see the own rating and record."""
    open_hand: bool = True
    """Whether direct messages show the hand; else only a press does, for those who stream."""


UNREAD = Preferences(listed=False, open_hand=False)
"""What holds for somebody whose choices cannot be read any more: nothing is shown that may have
been hidden."""


class SeatRow(msgspec.Struct):
    """Who sits where. `user` is None for a computer opponent."""

    seat: int
    user: int | None
    name: str
    locale: str
    dms: Literal["open", "closed"] = "open"
    pinged: int = -1
    reminded: int = -1
    missed: int = 0
    away: Literal["late", "left"] | None = None
    tenancy: int = 0
    """How often the seat has changed hands; the page of its private messages."""
    since: int = 0
    """The match's version when it did so last: the actions before are somebody else's."""
    level: Level = "normal"
    """How well a computer opponent plays. One that plays for a person is a normal one."""
    offered: bool = False
    """Whether its owner looks for a substitute, and has not played on since."""
    seated_at: float = 0.0
    """When it has changed hands last, in seconds since 1970; 0: never."""

    @property
    def present(self) -> bool:
        """Whether a person plays: the seat is no computer's, nor played by one for the time."""
        return self.user not in (None, NOBODY) and self.away is None


class MatchRow(msgspec.Struct, frozen=True):
    """A stored match without its actions and seats."""

    id: str
    game: str
    options: bytes
    deal: bytes
    status: Literal["running", "over", "ended", "aside"]
    """`ended`: by a moderator, before the rules did."""
    version: int
    guild: int
    home: int
    """The channel that the lobby stood in, or that the match was moved to."""
    place: int
    """Where the table stands: there, or in the thread that was made there."""
    thread: Literal["wanted", "made", "none"]
    computer_due: int
    created_at: float
    ended_at: float | None
    waiting: float | None = None
    """Since when a person has had to decide; None while none has to."""

    commitment: str = ""
    """To the secret that the deal was derived from (`engine.fair`)."""

    contributions: bytes = b"[]"
    """What the joins have added to the deal."""

    rematch: str = ""
    """The match that this one is a rematch of, if it is one."""


class ActionRow(msgspec.Struct, frozen=True):
    """One action as it was done: its JSON is that of the match record, without the seat."""

    version: int
    seat: int
    action: bytes
    at: float


SurfaceKind = Literal["lobby", "table", "hand", "peek", "ping", "reminder"]
SurfaceKey = tuple[SurfaceKind, int, int]
"""Kind, seat (-1: everybody's) and page: what is unique within a match."""


class SurfaceRow(msgspec.Struct):
    """Where a message is and what it shows."""

    owner: str
    kind: SurfaceKind
    seat: int
    page: int
    channel: int | None = None
    message: int | None = None
    shown: int = -1
    digest: str = ""
    token: str | None = None
    expires: float | None = None

    @property
    def key(self) -> SurfaceKey:
        """What it is called within its match."""
        return (self.kind, self.seat, self.page)


class Proposal(msgspec.Struct, frozen=True):
    """What somebody proposes to the team, or (`agreed`) what the team is about to carry out."""

    decision: int
    seat: int
    acting: int
    """The seat that is to carry it out, and with whose hand."""

    action: bytes
    at: float
    agreed: bool

    def proposes(self, action: bytes, acting: int | None) -> bool:
        """Whether it is this action, by this seat (None: by whoever decides it)."""
        return self.action == action and acting in (None, self.acting)


class Stored(msgspec.Struct, frozen=True):
    """A match with everything that is kept of it."""

    row: MatchRow
    seats: list[SeatRow]
    """In the order of their numbers."""

    actions: list[ActionRow]
    surfaces: list[SurfaceRow]
    """The messages of the match, the oldest page first."""

    proposal: Proposal | None
    """The latest one, whether it still counts or not."""


class LobbyRow(msgspec.Struct, frozen=True):
    """A stored lobby; its body is JSON."""

    id: str
    version: int
    body: bytes
    created_at: float
