"""/learn: a first match against the computer, private, which explains what comes up."""

import asyncio
from collections.abc import Iterator, Sequence
from typing import Any, cast

import discord
import msgspec
from discord import app_commands
from discord.ext import commands

from bot.answer import Answer
from bot.app import Safehouse
from bot.face import Choice, Misplaced, Move, TellsWhy
from bot.lesson import Course, Learner, NoSuchLesson, Teacher, course, game_of
from bot.screen import MAX_TEXT, Block, Button, Row, Screen, Text
from cogs import rules

LEAVE, GO_ON, AGAIN = "lesson.leave", "lesson.on", "lesson.again"
"""The verbs of the buttons that every lesson has, beside those for help."""


def command(game: str) -> app_commands.Command[Any, Any, None]:
    """The command of a game whose face teaches; its cog adds it to the bot's `learn`."""

    async def learn(interaction: discord.Interaction) -> None:
        await learn_cog(cast(Safehouse, interaction.client)).begin(interaction, game)

    return app_commands.Command(
        name=game,
        description=app_commands.locale_str(
            "A first match against the computer that explains everything as it comes up"
        ),
        callback=learn,
    )


class LearnCog(commands.Cog, name="Learn"):
    """Opens the lessons and answers the presses in them."""

    def __init__(self, bot: Safehouse) -> None:
        self.bot = bot

    async def begin(self, interaction: discord.Interaction, game: str) -> None:
        """Open a lesson."""
        begun = self._new(game, await self._learner(interaction, game))
        screen = await rules.as_wished(self.bot, interaction.user.id, moment(begun))
        await Answer(interaction).send(screen, begun.owner)

    def _new(self, game: str, learner: Learner) -> Course:
        return Course(game, cast(Teacher, self.bot.faces[game]), learner)

    async def press(
        self, interaction: discord.Interaction, owner: str, verb: str, args: str
    ) -> None:
        """Answer a press in a lesson; the message holds all there is to know of it."""
        answer, game = Answer(interaction), game_of(owner)
        learner = await self._learner(interaction, game)
        try:
            # In a thread: a long match takes some time to play again.
            played = await asyncio.to_thread(course, owner, self.bot.faces, learner)
            if verb == AGAIN:
                played = self._new(game, learner)
            await self._press(interaction, answer, played, verb, args)
        except NoSuchLesson:
            t = learner.t
            text = t.gettext(
                "This lesson is somebody else's, or of another version of me. Begin your own with "
                "{command}.",
                command=t.command("learn"),
            )
            await answer.tell(text)
        except Misplaced:
            text = learner.t.gettext("That is not possible now.")
            await answer.tell(text)

    async def _press(
        self,
        interaction: discord.Interaction,
        answer: Answer,
        played: Course,
        verb: str,
        args: str,
    ) -> None:
        match verb:
            case "why" if isinstance(played.face, TellsWhy):
                why = played.face.why(played.scene(None))
                await answer.send(why)
                return
            case "rules":
                own, game = played.own, played.game
                page = rules.page(
                    played.face, own.t, own.options, rules.SHORT, game, of_match=False
                )
                page = await rules.as_wished(self.bot, interaction.user.id, page)
                await answer.send(page, rules.OWNER)
                return
            case "lesson.leave":
                screen = left(played)
            case "lesson.on" | "lesson.again":
                screen = moment(played)
            case _:
                screen = moment(played, decide(played, verb, args))
        screen = await rules.as_wished(self.bot, interaction.user.id, screen)
        await answer.update(screen, played.owner)

    async def _learner(self, interaction: discord.Interaction, game: str) -> Learner:
        user = interaction.user
        t = await self.bot.languages.of(interaction)
        return Learner(user.id, user.display_name, t, self.bot.drawings.of(game))


def decide(played: Course, verb: str, args: str) -> str:
    """Carry out a press of the game's own; returns the step of a choice that it leads to.

    Raises `Misplaced`.
    """
    outcome = played.face.press(played.own, verb, args)
    match outcome:
        case Choice():
            return outcome.args
        case Move(then=None):
            played.act(outcome.action)
            return ""
        case _:
            raise Misplaced(verb)


def moment(played: Course, choice: str = "") -> Screen:
    """What the learner sees: the match, what is new in it, and what can be pressed."""
    shown = played.face.lesson_screen(played.own, played.scene(None), choice)
    if played.over:
        blocks = [Text(f"{_heading(played)}\n{_result(played)}"), *shown.blocks]
        room = MAX_TEXT - sum(len(block.markdown) for block in blocks if isinstance(block, Text))
        blocks += [_summary(played, room), _buttons(played, AGAIN)]
    else:
        blocks = [Text(_heading(played)), *shown.blocks, _buttons(played, LEAVE)]
        blocks.insert(_question(blocks), Text("\n".join(_news(played))))
    return msgspec.structs.replace(shown, blocks=tuple(blocks))


def _question(blocks: Sequence[Block]) -> int:
    """Where the game asks for the decision.

    What is new stands there: after a press one looks at the end of the message.
    """
    rows = [index for index, block in enumerate(blocks) if isinstance(block, Row)]
    index = rows[-2] if len(rows) > 1 else rows[-1]
    return index - 1 if isinstance(blocks[index - 1], Text) else index


def left(played: Course) -> Screen:
    """What stays when the learner has left; there is a way back, as nothing is lost."""
    t = played.own.t
    lines = [
        _heading(played),
        t.gettext("You have left your first match. Where you were is still behind **Go on**."),
        *_next_steps(played),
    ]
    return Screen((Text("\n".join(lines)), _buttons(played, GO_ON, AGAIN)))


def _heading(played: Course) -> str:
    t = played.own.t
    return t.gettext("### Your first match · {game}", game=played.face.name(t))


def _result(played: Course) -> str:
    t = played.own.t
    if played.won:
        return t.gettext("**You have won your first match: well played!**")
    return t.gettext("**You have lost, but a first match is there to learn from.**")


def _news(played: Course) -> Iterator[str]:
    """What is explained at this moment."""
    yield from _explained(played, played.due)
    if not played.due:
        yield "> " + played.own.t.gettext("Nothing new this time: decide as you like.")


def _explained(played: Course, keys: list[str]) -> Iterator[str]:
    for key in keys:
        taught = played.face.teach(played.own, key)
        yield f"> **{taught.name}.** {taught.text}"


def _summary(played: Course, room: int) -> Text:
    """What has been learned, and how to go on.

    What has not come up is explained now, as far as there is room beside the match.
    """
    t, untold = played.own.t, played.untold
    names = [played.face.teach(played.own, key).name for key in played.lesson.topics]
    learned = t.gettext("You know now: {topics}.", topics=" · ".join(names))
    while True:
        rest = list(_explained(played, untold))
        if rest:
            rest.insert(0, t.gettext("This has not come up:"))
        text = "\n".join([*rest, learned, *_next_steps(played)])
        if len(text) <= room or not untold:
            return Text(text)
        untold.pop()


def _next_steps(played: Course) -> Iterator[str]:
    t = played.own.t
    yield t.gettext("**How to go on**")
    yield "- " + t.gettext(
        "{command} opens a match for others, or for you and the computer.",
        command=t.command(f"play {played.game}"),
    )
    yield "- " + t.gettext(
        "{command} explains every rule and every card.", command=t.command("rules")
    )
    if isinstance(played.face, TellsWhy):
        yield "- " + t.gettext("The button **Why?** tells rule by rule what has just happened.")


def _buttons(played: Course, *verbs: str) -> Row:
    t = played.own.t
    labels = {
        LEAVE: t.gettext("Leave"),
        GO_ON: t.gettext("Go on"),
        AGAIN: t.gettext("Once more from the beginning"),
    }
    help_buttons = [Button(t.gettext("Rules"), "rules")]
    if isinstance(played.face, TellsWhy):
        help_buttons.append(Button(t.gettext("Why?"), "why"))
    return Row((*(Button(labels[verb], verb) for verb in verbs), *help_buttons))


def learn_cog(bot: Safehouse) -> LearnCog:
    """The loaded cog, for those that pass presses on."""
    return cast(LearnCog, bot.get_cog("Learn"))


async def setup(bot: Safehouse) -> None:
    """Load the cog."""
    await bot.add_cog(LearnCog(bot))
