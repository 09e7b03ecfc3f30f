"""/game: what players and moderators do with a running match, apart from playing it."""

from collections.abc import Coroutine

import discord
from discord import app_commands
from discord.ext import commands

from bot.answer import Answer
from bot.app import Safehouse
from bot.i18n import Translator, command_name, pick
from bot.match import BrokenMatch, Match, NoSuchMatch, Outdated, Refused
from bot.messages import cannot_post
from bot.scenes import sitters
from bot.screen import Button, Row, Screen, Text
from bot.store import PlaceTaken
from cogs.fair import could_see_table, fair_cog
from cogs.lobby import lobby_cog
from cogs.matches import matches_cog
from cogs.places import can_post, moderates, why_not_moved_here
from cogs.replay import replay_cog
from engine.game import Seat

CODE = command_name("match")
MOST_CHOICES = 25
"""Discord's limit for what is suggested for an option."""

WHICH = app_commands.locale_str("The match's code, if it is not the one in this channel")


class GameCog(commands.Cog, name="Game"):
    """The commands, and the presses in the messages that they post."""

    game = app_commands.Group(
        name=command_name("game"),
        description=app_commands.locale_str("What can be done with a running match"),
        guild_only=True,
    )

    # Discord lets admins say who may use a command only as a whole, so what moderators may do
    # stands in a command of its own as well; there the admins' choice counts.
    moderate = app_commands.Group(
        name=command_name("moderate"),
        description=app_commands.locale_str("What moderators can do with a running match"),
        guild_only=True,
        default_permissions=discord.Permissions(manage_messages=True),
    )

    def __init__(self, bot: Safehouse) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Answer the presses."""
        doors = matches_cog(self.bot).doors
        for verb in ("resign", "takeover", "withdraw"):
            doors[verb] = self.press

    # For players

    @game.command(
        name=command_name("show"), description=app_commands.locale_str("Post the table anew")
    )
    @app_commands.rename(code=CODE)
    @app_commands.describe(code=WHICH)
    async def show(self, interaction: discord.Interaction, code: str | None = None) -> None:
        """Post the table at the end of its channel."""
        await self._carry_out(interaction, self._show(interaction, code))

    async def _show(self, interaction: discord.Interaction, code: str | None) -> None:
        match, t = await self._match(interaction, code), await self.bot.languages.of(interaction)
        self._require_player_or_moderator(interaction, match)
        if not can_post(interaction, match):  # The old table would go, and no new one come.
            await self._say(interaction, cannot_post(t, f"<#{match.row.place}>"))
            return
        self.bot.surfaces.repost_table(match)
        await self._say(interaction, t.gettext("The table follows in a moment."))

    @game.command(
        name=command_name("hand"), description=app_commands.locale_str("Show your cards privately")
    )
    @app_commands.rename(code=CODE)
    @app_commands.describe(code=WHICH)
    async def hand(self, interaction: discord.Interaction, code: str | None = None) -> None:
        """The same as the button under the table."""
        await self._carry_out(interaction, self._hand(interaction, code))

    async def _hand(self, interaction: discord.Interaction, code: str | None) -> None:
        match = await self._match(interaction, code)
        await matches_cog(self.bot).press(interaction, match.id, 0, "hand", "")

    @game.command(
        name=command_name("here"),
        description=app_commands.locale_str("Move a match to this channel or thread"),
    )
    @app_commands.rename(code=CODE)
    @app_commands.describe(code=WHICH)
    async def here(self, interaction: discord.Interaction, code: str | None = None) -> None:
        """Move a match, for instance because its channel is gone."""
        await self._carry_out(interaction, self._here(interaction, code))

    async def _here(self, interaction: discord.Interaction, code: str | None) -> None:
        match, t = await self._match(interaction, code), await self.bot.languages.of(interaction)
        self._require_player_or_moderator(interaction, match)
        refusal = await why_not_moved_here(self.bot, interaction, match, t)
        if refusal is not None:
            await self._say(interaction, refusal)
            return
        try:
            await self.bot.manager.move(match, interaction.channel_id or 0)
        except PlaceTaken as taken:
            answer = Answer(interaction)
            await lobby_cog(self.bot).tell_occupied(interaction, answer, taken.owner, t)
            return
        self.bot.surfaces.repost_table(match)
        await self._say(interaction, t.gettext("The match is here now."))

    @game.command(
        name=command_name("resign"), description=app_commands.locale_str("Give the match up")
    )
    @app_commands.rename(code=CODE)
    @app_commands.describe(code=WHICH)
    async def resign(self, interaction: discord.Interaction, code: str | None = None) -> None:
        """Ask whether that is meant."""
        await self._carry_out(interaction, self._ask_resign(interaction, code))

    async def _ask_resign(self, interaction: discord.Interaction, code: str | None) -> None:
        match, t = await self._match(interaction, code), await self.bot.languages.of(interaction)
        match.require_playing(self._require_player(interaction, match))
        text = t.gettext(
            "Give up the match {id}? That cannot be taken back. With {command} somebody else "
            "could play on for you.",
            id=match.id,
            command=t.command("game substitute"),
        )
        button = Button(t.gettext("Resign"), "resign", style="danger")
        screen = Screen((Text(text), Row((button,))))
        await Answer(interaction).send(screen, match.id)

    @game.command(
        name=command_name("substitute"),
        description=app_commands.locale_str("Ask that somebody takes over your seat"),
    )
    @app_commands.rename(code=CODE)
    @app_commands.describe(code=WHICH)
    async def substitute(self, interaction: discord.Interaction, code: str | None = None) -> None:
        """Ask the channel."""
        await self._carry_out(interaction, self._ask_substitute(interaction, code))

    async def _ask_substitute(self, interaction: discord.Interaction, code: str | None) -> None:
        match = await self._match(interaction, code)
        seat = self._require_player(interaction, match)
        match.require_playing(seat)
        await self.bot.manager.offer(match, seat)
        scene = await self.bot.scenes.scene(match, None)
        t = scene.t
        text = t.gettext(
            "**{name}** looks for somebody who plays on in the match {id}: {title}. Whoever takes "
            "over sees that hand, and nobody else's.",
            name=scene.sitters[seat].name,
            id=match.id,
            title=self.bot.faces[match.row.game].title(t, match.options),
        )
        args = f"{seat}.{match.seats[seat].tenancy}"
        take = Button(t.gettext("Take over"), "takeover", args, style="success")
        screen = Screen((Text(text), Row((take, Button(t.gettext("Withdraw"), "withdraw", args)))))
        await Answer(interaction).send(screen, match.id, private=False)

    # For everybody

    @game.command(
        name=command_name("verify"),
        description=app_commands.locale_str("Check that the deal of a finished match was fair"),
    )
    @app_commands.rename(code=CODE)
    @app_commands.describe(code=WHICH)
    async def verify(self, interaction: discord.Interaction, code: str | None = None) -> None:
        """The same as the button under a finished match."""
        await self._carry_out(interaction, self._verify(interaction, code))

    async def _verify(self, interaction: discord.Interaction, code: str | None) -> None:
        match = await self._played(interaction, code)
        await fair_cog(self.bot).verify(interaction, Answer(interaction), match)

    @game.command(
        name=command_name("export"),
        description=app_commands.locale_str("Get the record of a finished match"),
    )
    @app_commands.rename(code=CODE)
    @app_commands.describe(code=WHICH)
    async def export(self, interaction: discord.Interaction, code: str | None = None) -> None:
        """The same as the button of a replay."""
        await self._carry_out(interaction, self._export(interaction, code))

    async def _export(self, interaction: discord.Interaction, code: str | None) -> None:
        match = await self._played(interaction, code)
        await replay_cog(self.bot).export(interaction, Answer(interaction), match)

    async def _played(self, interaction: discord.Interaction, code: str | None) -> Match:
        """The match that is meant, be it over. Raises `NoSuchMatch` to who cannot see its table."""
        match = await self._named_or_here(interaction, code)
        if match is None:  # Nothing is played here now: the last match that was.
            last = await self.bot.store.last_ended(interaction.channel_id or 0)
            match = await self._match(interaction, last)
        if not could_see_table(interaction, match):
            raise NoSuchMatch(match.id)
        return match

    @verify.autocomplete("code")
    @export.autocomplete("code")
    async def _ended_codes(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        codes = await self.bot.store.ended_of(
            interaction.user.id, interaction.guild_id or 0, current.strip().upper(), MOST_CHOICES
        )
        return [app_commands.Choice(name=code, value=code) for code in codes]

    # For moderators

    @game.command(
        name=command_name("end"), description=app_commands.locale_str("Moderators: end a match")
    )
    @app_commands.rename(code=CODE)
    @app_commands.describe(code=WHICH)
    async def end(self, interaction: discord.Interaction, code: str | None = None) -> None:
        """End a match before its rules do."""
        await self._carry_out(interaction, self._end(interaction, code))

    @moderate.command(name=command_name("end"), description=app_commands.locale_str("End a match"))
    @app_commands.rename(code=CODE)
    @app_commands.describe(code=WHICH)
    async def moderate_end(self, interaction: discord.Interaction, code: str | None = None) -> None:
        """The same, for whom the server's admins allow it."""
        await self._carry_out(interaction, self._end(interaction, code))

    async def _end(self, interaction: discord.Interaction, code: str | None) -> None:
        match = await self._moderated(interaction, code)
        if match is None:
            return
        t = await self.bot.languages.of(interaction)
        await self.bot.manager.end(match)
        self.bot.manager.wake(match)
        await self._say(interaction, t.gettext("The match {id} is over.", id=match.id))

    @game.command(
        name=command_name("remove"),
        description=app_commands.locale_str("Moderators: let the computer play for somebody"),
    )
    @app_commands.rename(user=command_name("user"), code=CODE)
    @app_commands.describe(user=app_commands.locale_str("Who is to play no longer"), code=WHICH)
    async def remove(
        self, interaction: discord.Interaction, user: discord.User, code: str | None = None
    ) -> None:
        """Give a person's seat to the computer."""
        await self._carry_out(interaction, self._remove(interaction, user, code))

    @moderate.command(
        name=command_name("remove"),
        description=app_commands.locale_str("Let the computer play for somebody"),
    )
    @app_commands.rename(user=command_name("user"), code=CODE)
    @app_commands.describe(user=app_commands.locale_str("Who is to play no longer"), code=WHICH)
    async def moderate_remove(
        self, interaction: discord.Interaction, user: discord.User, code: str | None = None
    ) -> None:
        """The same, for whom the server's admins allow it."""
        await self._carry_out(interaction, self._remove(interaction, user, code))

    async def _remove(
        self, interaction: discord.Interaction, user: discord.User, code: str | None
    ) -> None:
        match = await self._moderated(interaction, code)
        if match is None:
            return
        t = await self.bot.languages.public(match.row.guild)
        seat = match.seat_of(user.id)
        if seat is None:
            private = await self.bot.languages.of(interaction)
            await self._say(interaction, private.gettext("That person does not play there."))
            return
        name = sitters(match, t)[seat].name
        await self.bot.manager.reseat(match, seat, match.seats[seat].tenancy, None)
        self.bot.manager.wake(match)
        text = t.gettext(
            "A moderator has taken **{name}** out of the match {id}: the computer plays on.",
            name=name,
            id=match.id,
        )
        await self._say(interaction, text, private=False)

    # Presses

    async def press(
        self, interaction: discord.Interaction, answer: Answer, match: Match, verb: str, args: str
    ) -> None:
        """Carry out a press in a message that one of the commands has posted."""
        if verb == "resign":
            await self._resign(interaction, answer, match)
            return
        match.require_running()
        seat, tenancy = (int(number) for number in args.split("."))
        press = self._withdraw if verb == "withdraw" else self._take_over
        try:
            if match.seats[seat].tenancy != tenancy:
                raise Outdated(match.id)
            await press(interaction, answer, match, seat)
        except Outdated:
            t = await self.bot.languages.of(interaction)
            await self._say(interaction, t.gettext("That moment has passed."))

    async def _resign(self, interaction: discord.Interaction, answer: Answer, match: Match) -> None:
        t = await self.bot.languages.of(interaction)
        seat = match.require_seat(interaction.user.id)
        match = await self.bot.manager.resign(match, seat)
        screen = Screen((Text(t.gettext("You have given up the match {id}.", id=match.id)),))
        await answer.update(screen, match.id)
        self.bot.manager.wake(match)

    async def _withdraw(
        self, interaction: discord.Interaction, answer: Answer, match: Match, seat: int
    ) -> None:
        row = match.seats[seat]
        if row.user != interaction.user.id:
            t = await self.bot.languages.of(interaction)
            text = t.gettext(
                "Only {name} can withdraw this request.", name=sitters(match, t)[seat].name
            )
            await answer.tell(text)
            return
        await self.bot.manager.come_back(match, seat)
        await self._show_plays_on(answer, match, seat)
        self.bot.manager.wake(match)

    async def _take_over(
        self, interaction: discord.Interaction, answer: Answer, match: Match, seat: int
    ) -> None:
        row, user = match.seats[seat], interaction.user
        if not row.offered:
            await self._show_plays_on(answer, match, seat)
            return
        t = await self.bot.languages.public(match.row.guild)
        old = sitters(match, t)[seat].name
        await self.bot.manager.reseat(
            match, seat, row.tenancy, user.id, user.display_name, interaction.locale.value
        )
        text = t.gettext(
            "**{new}** plays on for **{old}** in the match {id}.",
            new=sitters(match, t)[seat].name,
            old=old,
            id=match.id,
        )
        await answer.update(Screen((Text(text),)), match.id)
        self.bot.manager.wake(match)

    async def _show_plays_on(self, answer: Answer, match: Match, seat: int) -> None:
        """Let a request say that nobody is looked for any more."""
        t = await self.bot.languages.public(match.row.guild)
        name = sitters(match, t)[seat].name
        text = t.gettext("**{name}** plays on in the match {id}.", name=name, id=match.id)
        await answer.update(Screen((Text(text),)), match.id)

    # Which match, and who may

    async def _match(self, interaction: discord.Interaction, code: str | None) -> Match:
        """The match that is meant: the one named, the one here, or the person's only one."""
        match = await self._named_or_here(interaction, code)
        if match is not None:
            return match
        own = await self.bot.store.running_of(interaction.user.id, interaction.guild_id)
        if len(own) != 1:
            raise Unclear(own)
        return await self.bot.manager.open(own[0])

    async def _named_or_here(
        self, interaction: discord.Interaction, code: str | None
    ) -> Match | None:
        if code is not None:
            match = await self.bot.manager.open(code.strip().upper())
            if match.row.guild != interaction.guild_id:
                raise NoSuchMatch(code)
            return match
        owner = await self.bot.store.owner_of(interaction.channel_id or 0)
        if owner is None or await self.bot.store.match(owner) is None:
            return None
        return await self.bot.manager.open(owner)

    @show.autocomplete("code")
    @hand.autocomplete("code")
    @here.autocomplete("code")
    @resign.autocomplete("code")
    @substitute.autocomplete("code")
    async def _own_codes(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        codes = await self.bot.store.running_of(interaction.user.id, interaction.guild_id)
        return [
            app_commands.Choice(name=code, value=code)
            for code in codes
            if code.startswith(current.strip().upper())
        ][:MOST_CHOICES]

    def _require_player(self, interaction: discord.Interaction, match: Match) -> Seat:
        """The seat of the person. Raises `Refused`."""
        match.require_running()
        return match.require_seat(interaction.user.id)

    def _require_player_or_moderator(self, interaction: discord.Interaction, match: Match) -> None:
        """Raises `Refused` for somebody who is neither."""
        match.require_running()
        if not moderates(interaction, match):
            match.require_seat(interaction.user.id)

    async def _moderated(self, interaction: discord.Interaction, code: str | None) -> Match | None:
        """The match that a moderator means: the one named, or the one here; says so if there is
        none, or to who may not manage the messages there.

        Who may use /moderate at all has been decided by the server's admins.
        """
        match = await self._named_or_here(interaction, code)
        command = interaction.command
        allowed = command is not None and command.qualified_name.startswith("moderate ")
        if match is not None and (allowed or moderates(interaction, match)):
            return match
        t = await self.bot.languages.of(interaction)
        if match is None:
            text = t.gettext(
                "There is no match here. Name one in the command's option `{option}`.",
                option=pick(interaction.locale.value).name("match"),
            )
        else:
            text = t.gettext(
                "Only moderators can do that: who may manage the messages where the match is "
                "played."
            )
        await self._say(interaction, text)
        return None

    # Answers

    async def _carry_out(
        self, interaction: discord.Interaction, work: Coroutine[None, None, None]
    ) -> None:
        """Do it, or tell the person why it cannot be done."""
        try:
            await work
        except Unclear as unclear:
            t = await self.bot.languages.of(interaction)
            await self._say(interaction, _unclear(unclear, t, pick(interaction.locale.value)))
        except (Refused, BrokenMatch) as refused:
            t = await self.bot.languages.of(interaction)
            await matches_cog(self.bot).explain(Answer(interaction), refused, t)

    async def _say(
        self, interaction: discord.Interaction, text: str, *, private: bool = True
    ) -> None:
        answer = Answer(interaction)
        said = await answer.send(Screen((Text(text),)), private=private)
        if said is None and not private:
            await answer.tell(text)  # What everybody needs to know stands at the table, too.


class Unclear(Exception):
    """There is no match here, and the person plays in none or in several; they are the argument."""

    def __init__(self, codes: list[str]) -> None:
        super().__init__(codes)
        self.codes = codes


def _unclear(unclear: Unclear, t: Translator, client: Translator) -> str:
    """What to say; `client` has the language of Discord's client, which names the option."""
    if not unclear.codes:
        return t.gettext(
            "There is no match here. Open one with {command}.", command=t.command("play")
        )
    return t.gettext(
        "You play in several matches: {codes}. Name one in the command's option `{option}`.",
        codes=", ".join(unclear.codes),
        option=client.name("match"),
    )


async def setup(bot: Safehouse) -> None:
    """Load the cog."""
    await bot.add_cog(GameCog(bot))
