"""Ratings: how good somebody is at a game, and how a finished match changes that.

The model is openskill's Bradley-Terry: each team meets every other one, an equal place is a draw,
and what a team gains is the average. (Plackett-Luce gives whoever is third behind a shared victory
as much as the victors, and in simulated series it put fewer pairs of people into the right order.)

Everything here is calculation: the same matches in the same order give the same ratings, wherever
they come from (`bot.records` counts each match as it ends, `bot.recompute` all of them anew).
"""

import sys
from collections.abc import Mapping, Sequence

import msgspec
from openskill.models import BradleyTerryPart

from engine.game import Seat
from engine.outcome import Outcome

NOBODY = 0
"""The user of a seat whose owner had their data deleted; no Discord id is 0."""

EVERYWHERE = 0
"""Stands for a server where all of them are meant; no Discord id is 0."""

MODEL = BradleyTerryPart(window_size=sys.maxsize)
"""A team meets all others. With a smaller window, equal places would count by their seats."""

DEVIATIONS = 3
"""How many standard deviations below the mean somebody is shown to be at least."""


class Rating(msgspec.Struct, frozen=True):
    """What is known of somebody's skill: a mean, its standard deviation, and from how many matches.

    Without any match it is the model's prior.
    """

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma
    matches: int = 0

    @property
    def points(self) -> int:
        """The number to show: what somebody is worth at least, almost certainly.

        A newcomer has 1000; it grows with skill, and with being known better.
        """
        return round(1000 + 40 * (self.mu - DEVIATIONS * self.sigma))


Key = tuple[str, int, int]
"""A game, a server or `EVERYWHERE`, and a user."""

Book = dict[Key, Rating]
"""Everybody's ratings; who is not in it has none yet."""


class Strength(msgspec.Struct, frozen=True):
    """With which ratings a seat came to a match."""

    here: Rating
    """In the match's server."""

    everywhere: Rating


class Placed(msgspec.Struct, frozen=True):
    """A seat of a finished match."""

    seat: Seat
    user: int | None
    """Whose it was at the end; None: the computer's; `NOBODY`: a person's who has been deleted."""

    tenancy: int
    """How often the seat had changed hands."""

    team: int
    place: int
    """1 has won; equal ones share."""

    cards: Mapping[str, int]
    """How often the team has recruited, or played, each card."""

    strength: Strength | None = None
    """None where the match is unrated."""


class Finish(msgspec.Struct, frozen=True):
    """The end of a match, as it counts."""

    match: str
    game: str
    guild: int
    how: str
    seats: Sequence[Placed]

    @property
    def rated(self) -> bool:
        """Whether the match changes ratings: the same people have played it from first to last.

        Not with a computer in any seat at the end. Not if a seat has changed hands either: neither
        of its owners has lost or won this match alone, and the others have not met one opponent.
        Who was late or away for a time, or has resigned, keeps the seat and the result.
        """
        return all(seat.user is not None and seat.tenancy == 0 for seat in self.seats)


def placed(outcome: Outcome, owners: Sequence[tuple[Seat, int | None, int]]) -> list[Placed]:
    """The seats of a match with its outcome; `owners` are seats with their users and tenancies."""
    team_of = {seat: number for number, team in enumerate(outcome.teams) for seat in team}
    return [
        Placed(
            seat,
            user,
            tenancy,
            team_of[seat],
            outcome.places[team_of[seat]],
            outcome.cards[team_of[seat]] if outcome.cards else {},
        )
        for seat, user, tenancy in owners
    ]


def keys(finish: Finish) -> list[Key]:
    """The ratings that a match needs and changes."""
    return [
        (finish.game, guild, seat.user)
        for guild in (finish.guild, EVERYWHERE)
        for seat in finish.seats
        if seat.user is not None and seat.user != NOBODY
    ]


def count(book: Book, finish: Finish) -> Finish:
    """Count a match in the book; returns it with the strength that each seat came with.

    The strength of a seat whose owner has been deleted must be known by now: it counts on, as
    nobody's, so that the others' ratings stay as they were. An unrated match changes nothing.
    """
    if not finish.rated:
        seats = [msgspec.structs.replace(seat, strength=None) for seat in finish.seats]
        return msgspec.structs.replace(finish, seats=seats)
    seats = [
        msgspec.structs.replace(seat, strength=_strength(book, finish, seat))
        for seat in finish.seats
    ]
    here = _rated(seats, [_known(seat).here for seat in seats])
    everywhere = _rated(seats, [_known(seat).everywhere for seat in seats])
    for guild, ratings in ((finish.guild, here), (EVERYWHERE, everywhere)):
        for seat, rating in zip(seats, ratings, strict=True):
            if seat.user is not None and seat.user != NOBODY:
                book[finish.game, guild, seat.user] = rating
    return msgspec.structs.replace(finish, seats=seats)


def _strength(book: Book, finish: Finish, seat: Placed) -> Strength:
    if seat.user is None or seat.user == NOBODY:
        return seat.strength or Strength(Rating(), Rating())
    return Strength(
        book.get((finish.game, finish.guild, seat.user), Rating()),
        book.get((finish.game, EVERYWHERE, seat.user), Rating()),
    )


def _known(seat: Placed) -> Strength:
    assert seat.strength is not None, "a rated seat has one"
    return seat.strength


def _rated(seats: Sequence[Placed], before: Sequence[Rating]) -> list[Rating]:
    """Each seat's rating after the match."""
    teams: dict[int, list[int]] = {}
    for index, seat in enumerate(seats):
        teams.setdefault(seat.team, []).append(index)
    places = [float(seats[team[0]].place) for team in teams.values()]
    ratings = [
        [MODEL.rating(mu=before[index].mu, sigma=before[index].sigma) for index in team]
        for team in teams.values()
    ]
    after = list(before)
    for team, rated in zip(teams.values(), MODEL.rate(ratings, ranks=places), strict=True):
        for index, rating in zip(team, rated, strict=True):
            after[index] = Rating(rating.mu, rating.sigma, before[index].matches + 1)
    return after
