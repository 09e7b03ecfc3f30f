"""Scenes: a match as one viewer may see it, in that viewer's language."""

from collections.abc import Mapping

import discord
from discord.utils import utcnow

from bot.emojis import Emojis
from bot.face import Proposed, Scene, Sitter, seen
from bot.i18n import Translator, pick
from bot.match import Match
from bot.names import safe, seated
from bot.rows import Preferences, SeatRow, Settings
from bot.store import Store
from engine.game import Seat

TURN_LIMIT = 24 * 3600
"""How many seconds a seat has for a decision where a server has not chosen."""

TEAM_SECONDS = 120
"""How long a proposal waits for a teammate where a server has not chosen."""


class Languages:
    """Which language a viewer reads, and what servers and people have chosen."""

    def __init__(self, client: discord.Client, store: Store, default: str) -> None:
        self._client = client
        self._store = store
        self._default = default
        self.commands: Mapping[str, int] = {}
        self._translators: dict[tuple[str | None, ...], Translator] = {}
        """By what was wished for."""
        self._settings: dict[int, Settings] = {}
        self._preferences: dict[int, Preferences] = {}

    def mention(self, commands: Mapping[str, int]) -> None:
        """Let commands be pressed where they are named; these are their ids, by English names."""
        self.commands = commands
        self._translators.clear()

    def _pick(self, *wishes: str | None) -> Translator:
        """The first wish that is installed."""
        t = self._translators.get(wishes)
        if t is None:
            t = pick(*wishes, self._default)
            # The same object for all who read this language: texts are cached by it.
            t = self._translators.setdefault((t.language,), t.mentioning(self.commands))
            self._translators[wishes] = t
        return t

    async def settings(self, guild: int) -> Settings:
        """What a server has chosen."""
        if guild not in self._settings:
            self._settings[guild] = await self._store.settings(guild)
        return self._settings[guild]

    async def save_settings(self, guild: int, settings: Settings) -> None:
        """Keep what a server has chosen."""
        await self._store.save_settings(guild, settings)
        self._settings[guild] = settings

    async def team_seconds(self, guild: int) -> int:
        """How long a proposal waits for a teammate; 0 where the first press decides."""
        seconds = (await self.settings(guild)).team_seconds
        return TEAM_SECONDS if seconds is None else seconds

    async def turn_limit(self, guild: int) -> int:
        """How many seconds a seat has for a decision; 0 where there is no limit."""
        seconds = (await self.settings(guild)).turn_limit
        return TURN_LIMIT if seconds is None else seconds

    def known_turn_limit(self, guild: int) -> int | None:
        """The same, or None if it would have to be read first."""
        settings = self._settings.get(guild)
        if settings is None:
            return None
        return TURN_LIMIT if settings.turn_limit is None else settings.turn_limit

    async def limit_since(self, guild: int) -> float:
        """Since when that limit, and what happens then, holds; nobody's time runs before.

        0 if that is still to come: the system's clock has been set back.
        """
        since = (await self.settings(guild)).limit_since
        return since if since <= utcnow().timestamp() else 0.0

    async def forfeits(self, guild: int) -> bool:
        """Whether a seat whose time is over gives the match up; else the computer moves for it."""
        return (await self.settings(guild)).late == "forfeit"

    async def pings(self, guild: int) -> bool:
        """Whether a server lets people be notified of their decisions."""
        return (await self.settings(guild)).pings is not False

    async def public(self, guild: int) -> Translator:
        """For what everybody in a server reads."""
        settings = await self.settings(guild)
        known = self._client.get_guild(guild)
        locale = str(known.preferred_locale) if known is not None else None
        return self._pick(settings.language, locale)

    async def preferences(self, user: int) -> Preferences:
        """What a person has chosen."""
        if user not in self._preferences:
            self._preferences[user] = await self._store.preferences(user)
        return self._preferences[user]

    async def person(self, user: int, client_locale: str) -> Translator:
        """For what one person reads."""
        preferences = await self.preferences(user)
        return self._pick(preferences.language, client_locale)

    async def of(self, interaction: discord.Interaction) -> Translator:
        """For what whoever has pressed or called reads."""
        return await self.person(interaction.user.id, interaction.locale.value)

    def known(self, interaction: discord.Interaction) -> Translator:
        """The same, as far as it is known without reading it."""
        preferences = self._preferences.get(interaction.user.id, Preferences())
        return self._pick(preferences.language, interaction.locale.value)

    async def save_preferences(self, user: int, preferences: Preferences) -> None:
        """Keep what a person has chosen."""
        await self._store.save_preferences(user, preferences)
        self._preferences[user] = preferences

    def forget(self, user: int) -> None:
        """Know nothing more of what a person has chosen."""
        self._preferences.pop(user, None)


class Scenes:
    """Makes scenes of matches."""

    def __init__(self, languages: Languages, emojis: Emojis | None = None) -> None:
        self._languages = languages
        self._emojis = emojis or Emojis()

    async def scene(self, match: Match, viewer: Seat | None, t: Translator | None = None) -> Scene:
        """The match as the viewer (None: everybody) may see it now, by default in its language."""
        t = t or await self.translator(match, None if viewer is None else match.seats[viewer])
        limit = await self._languages.turn_limit(match.row.guild)
        limit_since = await self._languages.limit_since(match.row.guild)
        forfeits = await self._languages.forfeits(match.row.guild)
        user = None if viewer is None else match.seats[viewer].user
        wishes = Preferences() if user is None else await self._languages.preferences(user)
        # From here on without a pause, so that all of it is of one moment.
        since = match.waiting()
        table = max(
            (row for row in match.surfaces.values() if row.kind == "table" and row.message),
            key=lambda row: row.page,
            default=None,
        )
        return Scene(
            id=match.id,
            options=match.options,
            viewer=viewer,
            view=match.state.view(viewer),
            events=seen(match.events, viewer, 0 if viewer is None else match.seats[viewer].since),
            sitters=sitters(match, t),
            decision=match.decision(viewer),
            t=t,
            table_link=table
            and f"https://discord.com/channels/{match.row.guild}/{table.channel}/{table.message}",
            place=f"<#{match.row.place}>",
            proposed=_proposed(match, viewer),
            deadline=max(since, limit_since) + limit if limit and since is not None else None,
            ended=match.ended,
            forfeits=forfeits,
            pictures=wishes.pictures,
            open_hand=wishes.open_hand,
            emojis=self._emojis.of(match.row.game),
            commitment=match.row.commitment,
            contributions=match.contributions,
        )

    async def silent(self, match: Match) -> set[Seat]:
        """The seats of people who are not to be notified."""
        if not await self._languages.pings(match.row.guild):
            return {row.seat for row in match.humans()}
        return {
            row.seat
            for row in match.humans()
            if not (await self._languages.preferences(row.user or 0)).pings
        }

    async def translator(self, match: Match, owner: SeatRow | None) -> Translator:
        """For what the owner of a seat (None: everybody) reads of a match."""
        if owner is None or owner.user is None:
            return await self._languages.public(match.row.guild)
        return await self._languages.person(owner.user, owner.locale)


def _proposed(match: Match, viewer: Seat | None) -> Proposed | None:
    """The proposal as a viewer may see it: its content belongs to those who may act, until it is
    settled."""
    proposal = match.current_proposal()
    if proposal is None:
        return None
    if not proposal.agreed and viewer not in match.state.to_act():
        return Proposed(proposal.seat, None, None, agreed=False)
    action = match.read_action(proposal.action)
    return Proposed(proposal.seat, proposal.acting, action, agreed=bool(proposal.agreed))


def sitters(match: Match, t: Translator) -> list[Sitter]:
    """Who sits where, as texts in a language show it."""
    return [
        Sitter(
            seat=row.seat,
            name=safe(name),
            plain=name,
            mention=f"<@{row.user}>" if row.present else safe(name),
            computer=not row.present,
            dms_closed=row.dms == "closed" and row.away != "left",
            late=row.missed > 0,
            away=row.away,
        )
        for row, name in zip(match.seats, seated(t, match.seats), strict=True)
    ]
