"""The buttons of running matches: every press comes in here."""

import logging
import re
from collections.abc import Awaitable, Callable
from typing import Any, cast

import discord
import msgspec
from discord.ext import commands

from bot.answer import Answer, answer_in_time, apologise, stop_waiting
from bot.app import Safehouse
from bot.database import StoreError
from bot.face import SHARED_VERBS, Choice, LetGo, Misplaced, Move, TellsWhy
from bot.i18n import Translator
from bot.lesson import is_lesson
from bot.match import (
    AlreadySeated,
    BrokenMatch,
    HasResigned,
    KnowsCards,
    Match,
    MatchOver,
    NoSuchMatch,
    NotSeated,
    NotYourTurn,
    Outdated,
    Refused,
)
from bot.metrics import PRESSES
from bot.names import computer, nameless
from bot.rows import SeatRow
from bot.screen import CUSTOM_ID, Screen, Text, marker, release
from cogs import rules
from cogs.learn import learn_cog
from cogs.lobby import LobbyCog, lobby_cog
from engine.game import IllegalAction, Seat
from engine.record import Record

log = logging.getLogger(__name__)


class Press(discord.ui.DynamicItem[discord.ui.Item[Any]], template=CUSTOM_ID):
    """Any button or select of ours, found by its custom id, however old its message is."""

    def __init__(self, item: discord.ui.Item[Any], match: re.Match[str]) -> None:
        super().__init__(item)
        self.match = match

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> "Press":
        """Called by discord.py for a press on a component with such a custom id."""
        return cls(item, match)

    async def callback(self, interaction: discord.Interaction) -> None:
        """Pass the press on to the cog."""
        cog = cast(MatchesCog, cast(Safehouse, interaction.client).get_cog("Matches"))
        values: list[str] = (interaction.data or {}).get("values", [])
        args = ",".join(values) if values else self.match["args"] or ""
        owner, version, verb = self.match["owner"], int(self.match["version"]), self.match["verb"]
        answer_in_time(interaction)
        try:
            with PRESSES.time():
                await cog.press(interaction, owner, version, verb, args)
        except Exception as error:  # noqa: BLE001 - the last resort, which logs and answers
            await apologise(interaction, error)
        finally:
            await stop_waiting(interaction)
            # Nobody else needs what it came with, and only the garbage collector would find it.
            interaction.message = None
            if self.view is not None:
                release(self.view)


MatchDoor = Callable[[discord.Interaction, Answer, Match, str, str], Awaitable[None]]
"""Answers a press in a match with a verb that is not of the game."""


class MatchesCog(commands.Cog, name="Matches"):
    """Answers the presses in matches."""

    def __init__(self, bot: Safehouse) -> None:
        self.bot = bot
        self.doors: dict[str, MatchDoor] = {}

    async def press(
        self, interaction: discord.Interaction, owner: str, version: int, verb: str, args: str
    ) -> None:
        """Carry out a press; whoever may not do that is told why, privately."""
        if owner in self.bot.doors:
            await self.bot.doors[owner](interaction, verb, args)
            return
        if is_lesson(owner):
            await learn_cog(self.bot).press(interaction, owner, verb, args)
            return
        if verb in LobbyCog.verbs:
            await lobby_cog(self.bot).press(interaction, owner, verb, args)
            return
        answer = Answer(interaction)
        t = await self.bot.languages.of(interaction)
        try:
            match = await self.bot.manager.open(owner)
            with self.bot.surfaces.answering(match, interaction.message):
                try:
                    await self._press(interaction, answer, match, version, verb, args)
                except Outdated:
                    match = await self.bot.manager.open(owner)
                    await self._answer_outdated(interaction, answer, match, verb, t)
        except (Refused, BrokenMatch) as refused:
            await self.explain(answer, refused, t)
        except IllegalAction:
            log.exception("A press in %s that its message should not have offered", owner)
            await answer.tell(t.gettext("That is not possible now."))
        except StoreError:
            log.exception("A press in %s could not be written", owner)
            await answer.tell(
                t.gettext(
                    "That could not be saved, so nothing has changed. Please press again in a "
                    "moment; if it stays so, tell the person who runs this bot."
                ),
            )

    async def _press(
        self,
        interaction: discord.Interaction,
        answer: Answer,
        match: Match,
        version: int,
        verb: str,
        args: str,
    ) -> None:
        if verb not in SHARED_VERBS:
            await self._decide(interaction, answer, match, version, verb, args)
            return
        match verb:
            case "back":
                await self._come_back(interaction, answer, match)
            case "hand":
                await self._show_hand(interaction, answer, match)
            case "again":
                await self._try_again(interaction, answer, match)
            case "rules":
                await self._show_rules(interaction, answer, match)
            case "why":
                await self._tell_why(interaction, answer, match)
            case "topic" | "topic.cards":
                await self._show_topic(interaction, answer, match, args)
            case "rematch":
                await self._rematch(interaction, match)
            case _:
                await self.doors[verb](interaction, answer, match, verb, args)

    # Decisions

    async def _decide(
        self,
        interaction: discord.Interaction,
        answer: Answer,
        match: Match,
        version: int,
        verb: str,
        args: str,
    ) -> None:
        seat = match.require_seat(interaction.user.id)
        match.judge(seat, version)
        if _is_public(interaction.message) and self._surface(interaction, match) is None:
            # It was left behind elsewhere, or shows moves that a restored backup does not hold.
            raise Outdated(match.id)
        if await self.bot.manager.come_back(match, seat):
            self.bot.manager.wake(match)  # Not every press that counts goes on to change the match.
        face = self.bot.faces[match.row.game]
        if match.settled() is not None and verb in face.table_verbs():
            raise Outdated(match.id)  # its seat chooses privately now
        scene = await self.bot.scenes.scene(match, seat)
        try:
            outcome = face.press(scene, verb, args)
        except Misplaced:
            match.judge(seat, version)  # It may have passed in this moment.
            # Without its arguments, which may be cards.
            log.warning("A press that was never offered: %s in %s", verb, match.id)
            raise Outdated(match.id) from None
        match outcome:
            case Choice():
                await self._update_private(interaction, answer, match, seat, outcome.args)
            case LetGo():
                match = await self._let_go(match, outcome.seat)
                await self._show_acted(interaction, answer, match, seat, verb)
            case Move():
                await self._move(interaction, answer, match, seat, version, verb, outcome)

    async def _move(
        self,
        interaction: discord.Interaction,
        answer: Answer,
        match: Match,
        seat: Seat,
        version: int,
        verb: str,
        move: Move,
    ) -> None:
        manager = self.bot.manager
        if move.shared:
            wait = await self.bot.languages.team_seconds(match.row.guild)
            proposal = await manager.propose(match, seat, version, move, wait=wait)
            if proposal is not None:
                await answer.tell(await self._proposal_made(match, seat, proposal.at + wait))
                manager.wake(match)
                return
        acting = seat if move.seat is None else move.seat
        if move.private and match.seats[acting].present:
            await manager.settle(match, seat, version, move)
        else:
            match = await self._carry_out(match, acting, version, move)
        await self._show_acted(interaction, answer, match, seat, verb)

    async def _carry_out(self, match: Match, seat: Seat, version: int, move: Move) -> Match:
        if match.seats[seat].present:
            return await self.bot.manager.act(match, seat, version, move.action, move.then)
        return await self.bot.manager.act_for_computer(match, seat, version, move.action)

    async def _let_go(self, match: Match, seat: Seat) -> Match:
        """Let a computer go first, discards and all."""
        while seat in match.state.to_act():
            match = await self.bot.manager.move_computer(match, seat)
        return match

    async def _proposal_made(self, match: Match, seat: Seat, alone_from: float) -> str:
        scene = await self.bot.scenes.scene(match, seat)
        time = f"<t:{int(alone_from)}:T>"
        return scene.t.gettext(
            "Proposed. {names} can confirm with the same button or choose otherwise. From "
            "{time} on you may decide alone by pressing again.",
            names=", ".join(scene.sitters[mate].name for mate in match.partners(seat)),
            time=time,
        )

    async def _show_acted(
        self,
        interaction: discord.Interaction,
        answer: Answer,
        match: Match,
        seat: Seat,
        verb: str,
    ) -> None:
        """Answer the press in the message that it was made in; then everything else follows."""
        try:
            if verb in self.bot.faces[match.row.game].table_verbs():
                await self._update_table(interaction, answer, match)
            else:
                await self._update_private(interaction, answer, match, seat)
        finally:
            self.bot.manager.wake(match)

    async def _update_table(
        self, interaction: discord.Interaction, answer: Answer, match: Match
    ) -> None:
        """Answer a press under the table by editing the table."""
        row = self._surface(interaction, match)
        if row is None:
            t = await self.bot.languages.of(interaction)
            await answer.tell(t.gettext("Done. The table follows in a moment."))
            return
        version = match.version
        screen = await self.bot.surfaces.screen(match, row)
        if await answer.update(screen, match.id, marker(match.id, *row.key)):
            await self.bot.surfaces.note_shown(match, row, screen, version)

    async def _update_private(
        self,
        interaction: discord.Interaction,
        answer: Answer,
        match: Match,
        seat: Seat,
        choice: str = "",
        *,
        notice: str = "",
    ) -> None:
        """Answer a press in a private message by editing it."""
        version, row = match.version, self._surface(interaction, match)
        sitter, message = match.seats[seat], interaction.message
        stays = message is not None and not message.flags.ephemeral
        hand = self.bot.surfaces.hand
        screen = await hand(match, seat, choice, stays=stays)
        if notice:
            screen = msgspec.structs.replace(screen, blocks=(Text(notice), *screen.blocks))
        # A choice that is being made outlasts a refresh that has nothing new to show.
        kept = await hand(match, seat, stays=stays) if choice else screen
        if _is_public(message):
            log.error("A private button in a public message of %s", match.id)
            await answer.send(screen, match.id)
            return
        mark = None if row is None else marker(match.id, *row.key)
        shown = await answer.update(screen, match.id, mark)
        if row is not None and shown == row.message:
            await self.bot.surfaces.note_shown(match, row, kept, version)
        elif shown is not None and message is not None and shown != message.id:
            await self._note_peek(interaction, match, sitter, shown, kept)

    def _surface(self, interaction: discord.Interaction, match: Match) -> Any:
        message = interaction.message
        return None if message is None else self.bot.surfaces.surface_at(match, message)

    # Presses that change nothing

    async def _show_hand(
        self, interaction: discord.Interaction, answer: Answer, match: Match
    ) -> None:
        seat = match.require_seat(interaction.user.id)
        if match.over:
            raise MatchOver(match.id)
        sitter = match.seats[seat]
        screen = await self.bot.surfaces.hand(match, seat)
        message = await answer.send(screen, match.id)
        if message is not None:
            await self._note_peek(interaction, match, sitter, message, screen)
        match.try_dms(seat)  # Perhaps they are open again.
        self.bot.surfaces.refresh(match)  # whatever has not been sent, because Discord was down

    async def _note_peek(
        self,
        interaction: discord.Interaction,
        match: Match,
        sitter: SeatRow,
        message: int,
        screen: Screen,
    ) -> None:
        """Keep the private answer to this interaction up to date, which shows a hand."""
        channel = interaction.channel_id or 0
        await self.bot.surfaces.note_peek(
            match, sitter, channel, message, interaction.token, screen
        )

    async def _try_again(
        self, interaction: discord.Interaction, answer: Answer, match: Match
    ) -> None:
        """Post the table if it could not be posted or has been deleted."""
        seat = match.require_seat(interaction.user.id)
        await self._update_private(interaction, answer, match, seat)
        self.bot.surfaces.look_for_table(match)

    async def _come_back(
        self, interaction: discord.Interaction, answer: Answer, match: Match
    ) -> None:
        """Somebody for whom the computer has played plays on."""
        seat = match.require_seat(interaction.user.id)
        await self.bot.manager.come_back(match, seat)
        await self._update_private(interaction, answer, match, seat)
        self.bot.manager.wake(match)

    async def _show_rules(
        self, interaction: discord.Interaction, answer: Answer, match: Match
    ) -> None:
        t = await self.bot.languages.of(interaction)
        face = self.bot.faces[match.row.game]
        screen = rules.page(face, t, match.options, rules.SHORT, "topic")
        screen = await rules.as_wished(self.bot, interaction.user.id, screen)
        await answer.send(screen, match.id)

    async def _tell_why(
        self, interaction: discord.Interaction, answer: Answer, match: Match
    ) -> None:
        """Explain the last turn from what everybody sees, whoever asks."""
        t = await self.bot.languages.of(interaction)
        face = self.bot.faces[match.row.game]
        assert isinstance(face, TellsWhy), "only such a game has the button"
        scene = await self.bot.scenes.scene(match, None, t)
        screen = await rules.as_wished(self.bot, interaction.user.id, face.why(scene))
        await answer.send(screen, match.id)

    async def _show_topic(
        self, interaction: discord.Interaction, answer: Answer, match: Match, key: str
    ) -> None:
        """Turn the page in the message with the rules."""
        t = await self.bot.languages.of(interaction)
        face = self.bot.faces[match.row.game]
        try:
            screen = rules.page(face, t, match.options, key, "topic")
        except KeyError:
            log.warning("A topic that is not in the rules: %s in %s", key, match.id)
            screen = rules.page(face, t, match.options, rules.SHORT, "topic")
        screen = await rules.as_wished(self.bot, interaction.user.id, screen)
        await answer.update(screen, match.id)

    async def _rematch(self, interaction: discord.Interaction, match: Match) -> None:
        match.require_seat(interaction.user.id)
        if not match.over:
            raise Outdated(match.id)  # Its end is not in the backup that has been restored.
        await lobby_cog(self.bot).rematch(interaction, match)

    # Refusals

    async def _answer_outdated(
        self,
        interaction: discord.Interaction,
        answer: Answer,
        match: Match,
        verb: str,
        t: Translator,
    ) -> None:
        """An old button: say so, and show the current state."""
        seat = match.seat_of(interaction.user.id)
        passed = t.gettext("That moment has passed.")
        at_table = verb in self.bot.faces[match.row.game].table_verbs()
        if seat is not None and not at_table and not _is_public(interaction.message):
            await self._update_private(interaction, answer, match, seat, notice=passed)
            return
        scene = await self.bot.scenes.scene(match, seat)
        where = t.gettext("The table as it is now: {link}", link=scene.table_link or scene.place)
        await answer.tell(f"{passed} {where}")
        self.bot.surfaces.refresh(match)

    async def _why_refused(self, refused: Refused | BrokenMatch, t: Translator) -> str:
        match refused:
            case BrokenMatch():  # logged when it was set aside
                return t.gettext(
                    "This match cannot be read any more. The person who runs this bot finds the "
                    "reason in its log."
                )
            case NoSuchMatch():
                return t.gettext("There is no such match any more.")
            case AlreadySeated():
                return t.gettext("You play in this match already.")
            case KnowsCards():
                return t.gettext(
                    "You have had another seat of this match, so you know cards that this one "
                    "must not."
                )
            case NotSeated():
                return t.gettext(
                    "You do not play in this match. Watch as long as you like, or open your own "
                    "with {command}.",
                    command=t.command("play"),
                )
            case HasResigned():
                return t.gettext("You have given up the match {id}.", id=str(refused))
            case MatchOver():
                return t.gettext("This match is over.")
            case NotYourTurn():
                return await self._whose_turn(str(refused), t)
            case _:
                return t.gettext("That is not possible now.")

    async def _whose_turn(self, owner: str, t: Translator) -> str:
        match = await self.bot.manager.open(owner)
        scene = await self.bot.scenes.scene(match, None)
        seats = match.deciding()
        names = ", ".join(scene.sitters[seat].name for seat in seats)
        return t.ngettext(
            "It is not your turn: {names} is choosing.",
            "It is not your turn: {names} are choosing.",
            len(seats),
            names=names,
        )

    async def explain(self, answer: Answer, refused: Refused | BrokenMatch, t: Translator) -> None:
        """Tell somebody, privately, why a command or press has changed nothing."""
        await answer.tell(await self._why_refused(refused, t))


def record_of(match: Match, t: Translator) -> Record:
    """The match's record; its seats are named as in the match."""
    return Record(
        game=match.row.game,
        options=match.options,
        seats=tuple(
            row.name or (computer(t, row.level) if row.user is None else nameless(t))
            for row in match.seats
        ),
        deal=match.deal,
        actions=tuple(match.actions),
    )


def _is_public(message: discord.Message | None) -> bool:
    """Whether others than the one who pressed see the message."""
    return message is not None and message.guild is not None and not message.flags.ephemeral


def matches_cog(bot: Safehouse) -> MatchesCog:
    """The loaded cog, for those that add presses of their own."""
    return cast(MatchesCog, bot.get_cog("Matches"))


async def setup(bot: Safehouse) -> None:
    """Load the cog; from here on presses find their way."""
    bot.add_dynamic_items(Press)
    await bot.add_cog(MatchesCog(bot))
