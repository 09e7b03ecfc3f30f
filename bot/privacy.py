"""What is stored about one person: handed out, or deleted."""

from datetime import UTC, datetime

import msgspec

from bot.lobbies import Lobbies
from bot.lobby import Lobby
from bot.manager import GameManager
from bot.rows import DAMAGED, MatchRow, Preferences, SeatRow
from bot.scenes import Languages
from bot.store import Store


class StillPlaying(Exception):
    """A person sits in running matches or open lobbies, which need them; `codes` says which."""

    def __init__(self, codes: list[str]) -> None:
        super().__init__(", ".join(codes))
        self.codes = codes


class Done(msgspec.Struct, frozen=True):
    """An action of the person's, as the match record has it.

    Without its place among everybody's actions: an ability from the hand asks, and so counts, only
    where there is a choice, and whether there was one is a secret of that hand.
    """

    at: datetime
    action: msgspec.Raw


class Message(msgspec.Struct, frozen=True):
    """Where a private message is that shows the person's hand."""

    channel: int | None
    message: int | None


class Result(msgspec.Struct, frozen=True):
    """How a finished match counts for the person: see `bot.ratings`."""

    team: int
    place: int
    cards: msgspec.Raw
    came_with: msgspec.Raw
    """The ratings before the match; null where it is unrated."""


class Rated(msgspec.Struct, frozen=True):
    """The person's rating in a game."""

    game: str
    server: int | None
    """None: of all servers."""

    mu: float
    sigma: float
    matches: int


class Played(msgspec.Struct, frozen=True):
    """A match that the person sits in, or sat in at its end. Nothing that only others may see.

    Nor anything of the time before the person took the seat over. Who has given a seat away is not
    stored with that match any more.
    """

    id: str
    game: str
    status: str
    server: int
    channel: int
    seat: int
    name: str
    client_language: str
    direct_messages: str
    missed: int
    """How often in a row the time for a decision was over."""

    away: str | None
    """Why the computer plays for the person, if it does."""

    looks_for_substitute: bool
    took_over: datetime | None
    """When the person took the seat over from somebody else, if that is how it went."""

    started: datetime
    ended: datetime | None
    actions: list[Done]
    proposed: Done | None
    """What the person has proposed to the team, until it is agreed on or another proposes."""

    messages: list[Message]
    result: Result | None


class Person(msgspec.Struct, frozen=True):
    """Everything that is stored about a person."""

    user: int
    preferences: Preferences
    lobbies: list[str]
    invited_to: list[str]
    matches: list[Played]
    ratings: list[Rated]


async def export(store: Store, lobbies: Lobbies, user: int) -> bytes:
    """Everything that is stored about a person, as JSON for people to read."""
    opened = await lobbies.all()
    results = {
        match: Result(team, place, _json(cards), _json(strength or b"null"))
        for match, (team, place, cards, strength) in (await store.results_of(user)).items()
    }
    person = Person(
        user=user,
        preferences=await store.preferences(user),
        lobbies=[lobby.id for lobby in opened if _sits(lobby, user)],
        # A rematch keeps the seat also of who has left it.
        invited_to=[lobby.id for lobby in opened if user in (*lobby.invited, *lobby.reserved)],
        matches=[
            await _played(store, row, seat, results.get(row.id))
            for row, seat in await store.seats_of(user)
        ],
        ratings=[
            Rated(game, guild or None, rating.mu, rating.sigma, rating.matches)
            for (game, guild, _), rating in await store.ratings_of(user)
        ],
    )
    return msgspec.json.format(msgspec.json.encode(person))


def _sits(lobby: Lobby, user: int) -> bool:
    return user == lobby.host or user in lobby.people()


async def _played(store: Store, row: MatchRow, seat: SeatRow, result: Result | None) -> Played:
    actions, surfaces = await store.actions(row.id), await store.surfaces(row.id)
    proposal = await store.proposal(row.id)
    if proposal is not None and (proposal.seat != seat.seat or proposal.agreed):
        proposal = None  # Once agreed on it is the team's, and stays where a seat changes hands.
    return Played(
        id=row.id,
        game=row.game,
        status=row.status,
        server=row.guild,
        channel=row.place,
        seat=seat.seat,
        name=seat.name,
        client_language=seat.locale,
        direct_messages=seat.dms,
        missed=seat.missed,
        away=seat.away,
        looks_for_substitute=bool(seat.offered),
        took_over=_time(seat.seated_at) if seat.seated_at else None,
        started=_time(row.created_at),
        ended=None if row.ended_at is None else _time(row.ended_at),
        actions=[
            Done(_time(done.at), _json(done.action))
            for done in actions
            if done.seat == seat.seat and done.version >= seat.since
        ],
        proposed=proposal and Done(_time(proposal.at), _json(proposal.action)),
        messages=[
            Message(surface.channel, surface.message)
            for surface in surfaces
            if surface.kind in ("hand", "peek")
            and (surface.seat, surface.page) == (seat.seat, seat.tenancy)
        ],
        result=result,
    )


def _json(stored: bytes) -> msgspec.Raw:
    """Stored JSON as it is; as a text if it is damaged, which would spoil the whole file."""
    try:
        msgspec.json.decode(stored)
    except DAMAGED:
        return msgspec.Raw(msgspec.json.encode(stored.decode(errors="replace")))
    return msgspec.Raw(stored)


def _time(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


async def forget(
    store: Store, lobbies: Lobbies, manager: GameManager, languages: Languages, user: int
) -> None:
    """Delete what is stored about a person; past matches keep an anonymous seat.

    The ratings go. The others' stay as they are, and are computed so again: the strength with
    which the anonymous seat came to a match counts on (`bot.ratings.count`).

    Raises `StillPlaying` and changes nothing while the person is needed somewhere.
    """
    seated = [lobby.id for lobby in await lobbies.all() if _sits(lobby, user)]
    if seated:
        raise StillPlaying(seated)
    running = await store.forget(user)
    if running:
        raise StillPlaying(running)
    manager.forget(user)
    languages.forget(user)
