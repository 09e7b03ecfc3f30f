"""What /leaderboard, /stats and /history show; the texts say everything, there are no pictures."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from bot.face import Face, Recounts
from bot.i18n import Translator
from bot.names import distinct, nameless, safe, seated
from bot.ratings import Rating
from bot.records import Counted, Duel, Side, Standing, Tally
from bot.screen import Block, Button, Option, Row, Screen, Select, Text, shorten

BOARD_LINES, HISTORY_LINES = 10, 6
"""How much is on a page: with the longest names there are less than 4,000 characters."""

FAVOURITES = 5
"""How many cards and ways to win are named."""

SEPARATOR = " · "


class Ask(msgspec.Struct, frozen=True):
    """What a page shows, as its buttons carry it: a game or a person, and where in the list."""

    what: str
    everywhere: bool = False
    page: int = 0

    @property
    def written(self) -> str:
        """As it stands in custom ids."""
        return f"{self.what}/{self.everywhere:d}/{self.page}"

    @classmethod
    def read(cls, args: str) -> "Ask":
        """The same from a custom id. Raises `ValueError`."""
        what, everywhere, page = args.split("/")
        return cls(what, everywhere == "1", int(page))


class Pages(NamedTuple):
    """Which page of how many."""

    page: int
    of: int
    start: int
    """The first line's place in the whole list, from 0."""

    @classmethod
    def of_lines(cls, ask: Ask, lines: int, size: int) -> "Pages":
        """The page that was asked for, or the last one if there are not so many any more."""
        number = max(1, -(-lines // size))
        page = min(max(ask.page, 0), number - 1)
        return cls(page, number, page * size)


def turning(t: Translator, verb: str, ask: Ask, pages: Pages) -> list[Block]:
    """The buttons that lead to the other pages, if there are any."""
    if pages.of == 1:
        return []
    steps = (
        (t.gettext("◀ Previous page"), pages.page - 1),
        (t.gettext("Next page ▶"), pages.page + 1),
    )
    return [
        Row(
            tuple(
                Button(
                    label,
                    verb,
                    msgspec.structs.replace(ask, page=page).written,
                    disabled=not 0 <= page < pages.of,
                )
                for label, page in steps
            )
        )
    ]


def _footnote(t: Translator, ask: Ask, pages: Pages | None = None) -> str:
    where = t.gettext("In all servers.") if ask.everywhere else t.gettext("In this server.")
    if pages is None or pages.of == 1:
        return f"-# {where}"
    return "-# " + t.gettext(
        "{where} Page {page} of {pages}.", where=where, page=pages.page + 1, pages=pages.of
    )


def named(t: Translator, names: Sequence[str]) -> list[str]:
    """Names as texts can show them, each different from the others."""
    return [safe(name) for name in distinct(names, nameless(t))]


def board(
    t: Translator,
    faces: Mapping[str, Face],
    ask: Ask,
    standings: Sequence[Standing],
    pages: Pages,
) -> Screen:
    """A page of the leaderboard of `ask.what`, a game."""
    games = [
        Option(face.name(t), Ask(game, ask.everywhere).written, selected=game == ask.what)
        for game, face in faces.items()
    ]
    lines = [t.gettext("### Leaderboard: {game}", game=faces[ask.what].name(t))]
    names = named(t, [standing.name for standing in standings])
    for number, (standing, who) in enumerate(zip(standings, names, strict=True), pages.start + 1):
        lines.append(f"{number}\\. **{who}**{SEPARATOR}{rated(t, standing.rating)}")
    if not standings:
        lines.append(
            t.gettext(
                "There is nobody here yet. A match is rated if the same people have played it "
                "from first to last, without a computer."
            )
        )
    lines += [
        _footnote(t, ask, pages),
        "-# "
        + t.gettext(
            "The rating is what somebody is worth at least, almost certainly; it begins at 1000. "
            "Who does not want to be seen here says so in {command}.",
            command=t.command("preferences"),
        ),
    ]
    blocks: list[Block] = [Text("\n".join(lines)), *turning(t, "board", ask, pages)]
    if len(games) > 1:
        blocks.append(Select(t.gettext("Choose a game"), "board", tuple(games)))
    return Screen(tuple(blocks))


def rated(t: Translator, rating: Rating | None) -> str:
    """A rating in words."""
    if rating is None:
        return t.gettext("no rated match yet")
    return t.ngettext(
        "rating {points} from {n} rated match",
        "rating {points} from {n} rated matches",
        rating.matches,
        points=rating.points,
    )


class Stats(msgspec.Struct, frozen=True):
    """Somebody's matches, added up."""

    name: str
    tallies: Mapping[str, Tally]
    """By the game."""

    ratings: Mapping[str, Rating | None]
    duels: Sequence[Duel]


def stats(t: Translator, faces: Mapping[str, Face], ask: Ask, shown: Stats) -> Screen:
    """What somebody has played, how it came out, and against whom."""
    (title,) = named(t, [shown.name])
    blocks: list[Block] = [Text(f"### {title}")]
    for game, tally in shown.tallies.items():
        if game in faces:
            lines = _tally(t, faces[game], tally, shown.ratings.get(game))
            blocks.append(Text("\n".join(lines)))
    if not shown.tallies:
        blocks.append(Text(t.gettext("No finished match yet.")))
    if shown.duels:
        opponents = named(t, [duel.name for duel in shown.duels])
        duels = zip(shown.duels, opponents, strict=True)
        lines = [_duel(t, duel, who) for duel, who in duels]
        blocks.append(Text("\n".join([t.gettext("**Against others**"), *lines])))
    blocks.append(Text(_footnote(t, ask)))
    return Screen(tuple(blocks))


def _tally(t: Translator, face: Face, tally: Tally, rating: Rating | None) -> list[str]:
    counted = t.ngettext(
        "{n} match, {won} won", "{n} matches, {won} won", tally.matches, won=tally.won
    )
    lines = [f"**{face.name(t)}**", SEPARATOR.join((counted, rated(t, rating)))]
    if isinstance(face, Recounts):
        if tally.ways:
            ways = [
                f"{face.decided(t, how)} × {number}"
                for how, number in tally.ways.most_common(FAVOURITES)
            ]
            lines.append(t.gettext("Won by: {ways}", ways=SEPARATOR.join(ways)))
        if tally.cards:
            lines.append(face.used(t, tally.cards.most_common(FAVOURITES)))
    lines.append(_streak(t, tally))
    return lines


def _streak(t: Translator, tally: Tally) -> str:
    if tally.streak > 0:
        return t.ngettext(
            "The last match was won; the most in a row: {best}.",
            "The last {n} matches were won; the most in a row: {best}.",
            tally.streak,
            best=tally.best,
        )
    return t.ngettext(
        "The last match was not won; the most wins in a row: {best}.",
        "The last {n} matches were not won; the most wins in a row: {best}.",
        -tally.streak,
        best=tally.best,
    )


def _duel(t: Translator, duel: Duel, who: str) -> str:
    counts = {"who": who, "won": duel.won, "lost": duel.lost}
    if duel.drawn:
        return t.gettext("{who}: {won} won, {lost} lost, {drawn} drawn", **counts, drawn=duel.drawn)
    return t.gettext("{who}: {won} won, {lost} lost", **counts)


class Past(msgspec.Struct, frozen=True):
    """A match in somebody's history."""

    match: Counted
    sides: Sequence[Side]
    link: str | None
    """To its last table."""


def history(
    t: Translator,
    faces: Mapping[str, Face],
    ask: Ask,
    who: str,
    past: Sequence[Past],
    pages: Pages,
) -> Screen:
    """A page of somebody's finished matches, the newest first."""
    (title,) = named(t, [who])
    entries = [_past(t, faces, each) for each in past if each.match.game in faces]
    if not entries:
        entries = [t.gettext("No finished match yet.")]
    heading = t.gettext("### Matches of {name}", name=title)
    text = "\n".join([heading, *entries, _footnote(t, ask, pages)])
    blocks: list[Block] = [Text(text), *turning(t, "history", ask, pages)]
    if past:
        choices = [Option(shorten(_label(t, each)), each.match.match) for each in past]
        blocks.append(Select(t.gettext("Replay a match"), "replay", tuple(choices)))
    return Screen(tuple(blocks))


def _label(t: Translator, past: Past) -> str:
    """A match in the select: 'K3PX · Ana, Ben'."""
    return f"{past.match.match}{SEPARATOR}{', '.join(seated(t, past.sides))}"


def _past(t: Translator, faces: Mapping[str, Face], past: Past) -> str:
    match = past.match
    code = f"[{match.match}]({past.link})" if past.link else match.match
    game = faces[match.game].name(t)
    parts = [f"<t:{int(match.ended)}:d>", f"**{_result(t, past)}**", game, code]
    if not match.rated:
        parts.append(t.gettext("unrated"))
    return f"{SEPARATOR.join(parts)}\n-# {_sides(t, past.sides)}"


def _result(t: Translator, past: Past) -> str:
    place, teams = past.match.place, len({side.team for side in past.sides})
    if place == 1:
        return t.pgettext("result of a match", "won")
    if teams == 2:
        return t.pgettext("result of a match", "lost")
    return t.pgettext("result of a match", "place {place} of {n}", place=place, n=teams)


def _sides(t: Translator, sides: Sequence[Side]) -> str:
    """Everybody in the match, the best first: '1. Ana & Eve · 2. Ben'."""
    teams: dict[int, list[str]] = {}
    for side, who in zip(sides, seated(t, sides), strict=True):
        teams.setdefault(side.team, []).append(safe(who))
    places = {side.team: side.place for side in sides}
    return SEPARATOR.join(f"{places[team]}. {' & '.join(who)}" for team, who in teams.items())
