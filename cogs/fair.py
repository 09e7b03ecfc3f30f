"""Whether a deal was fair: what the button under a finished match and `/game verify` show."""

from typing import cast

import discord
from discord.ext import commands

from bot.answer import Answer
from bot.app import Safehouse
from bot.delivery import can_read
from bot.i18n import Translator
from bot.match import Match, NoSuchMatch
from bot.messages import commitment_line, contributions_line
from bot.screen import Document, Screen, Text
from cogs.matches import matches_cog, record_of
from cogs.places import known_place
from engine.proof import Proof, ProofError, check, encode, prove


class FairCog(commands.Cog, name="Fair"):
    """Checks deals, and hands out what they can be checked with."""

    def __init__(self, bot: Safehouse) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Answer the presses."""
        matches_cog(self.bot).doors["verify"] = self.press

    async def press(
        self, interaction: discord.Interaction, answer: Answer, match: Match, verb: str, args: str
    ) -> None:
        """Answer the button: who could press it sees the table."""
        await self.verify(interaction, answer, match)

    async def verify(self, interaction: discord.Interaction, answer: Answer, match: Match) -> None:
        """Compute commitment and deal anew and tell what came of it.

        The secret is read only when the match is over, be it that a moderator has ended it: else
        that would be a way around the proof.
        """
        t = await self.bot.languages.of(interaction)
        if not match.row.commitment:
            await answer.tell(t.gettext("This match was dealt before deals could be verified."))
            return
        if not match.over:
            await answer.send(_too_early(match, t))
            return
        secret = await self.bot.store.secret(match.id)
        if secret is None:
            raise NoSuchMatch(match.id)
        row, record = match.row, record_of(match, t)
        proof = prove(secret, row.commitment, match.contributions, record)
        await answer.send(_verdict(proof, match, t))


def could_see_table(interaction: discord.Interaction, match: Match) -> bool:
    """Whether somebody who is in the server could see the match's table."""
    if match.seat_of(interaction.user.id) is not None:
        return True
    return could_see(interaction, match.row.place, match.row.home)


def could_see(interaction: discord.Interaction, table: int, home: int) -> bool:
    """Whether somebody who is in the server could see what stood there, or in the channel above."""
    if interaction.channel_id in (home, table):
        return True
    user, place = interaction.user, known_place(interaction.guild, table, home)
    if isinstance(place, discord.Thread) and place.is_private():
        return False  # Who has been let into it is not known.
    return place is not None and isinstance(user, discord.Member) and can_read(place, user)


def _too_early(match: Match, t: Translator) -> Screen:
    lines = [
        t.gettext("The secret of the deal is shown when the match is over."),
        commitment_line(t, match.row.commitment),
        contributions_line(t, match.contributions),
    ]
    return Screen((Text("\n".join(lines)),))


def _verdict(proof: Proof, match: Match, t: Translator) -> Screen:
    try:
        check(proof)
    except ProofError as error:
        heading = t.gettext("The deal of the match {id} was not fair", id=match.id)
        told = t.gettext(
            "It is not the one that follows from the secret, the commitment and the joins: "
            "`{reason}`",
            reason=str(error).replace("`", "'"),
        )
    else:
        heading = t.gettext("The deal of the match {id} was fair", id=match.id)
        told = t.gettext(
            "It is exactly the one that follows from the secret and the joins, and the secret is "
            "the one of the commitment. Compare the commitment with the one that you saw in the "
            "lobby."
        )
    secret = f"`{proof.secret.hex()}`"
    lines = [
        f"### {heading}",
        told,
        commitment_line(t, proof.commitment),
        "-# " + t.gettext("Secret: {secret}", secret=secret),
        contributions_line(t, match.contributions),
        t.gettext(
            "The file holds everything. To check it yourself: {command}, or the program in {page}.",
            command="`python -m engine verify`",
            page="`docs/fair-deal.md`",
        ),
    ]
    return Screen((Text("\n".join(lines)), Document(f"{match.id}.proof.json", encode(proof))))


def fair_cog(bot: Safehouse) -> FairCog:
    """The loaded cog, for the command."""
    return cast(FairCog, bot.get_cog("Fair"))


async def setup(bot: Safehouse) -> None:
    """Load the cog."""
    await bot.add_cog(FairCog(bot))
