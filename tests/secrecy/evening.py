"""A course of `twins`, played through Discord by people who press what it says.

Some of its strokes are made by the computer, because the time of their seat is over or because the
computer has taken it over: it moves as the course says.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Any

import discord
import msgspec
import pytest

from bot import answer
from bot.match import Match, NotYourTurn
from bot.rows import Preferences, Settings
from engine.agencia.actions import Place, Target
from engine.agencia.actions import Play as PlaySlot
from engine.agencia.game import Agencia
from engine.agent_avenue.actions import Discard, Play, Recruit, Take, Use
from engine.agent_avenue.game import AgentAvenue
from engine.game import Action, Seat
from tests.cogs.agencia import evening as agencia
from tests.cogs.agent_avenue import teams as agent_avenue
from tests.secrecy.named import named
from tests.secrecy.twins import FROM_THE_HAND, TEAMS, Course, Stroke
from tests.secrecy.watch import Leak, Watch, watching
from tests.world import Person, Shown, World, world_in

LIMIT = 3600
"""Seconds that a seat has for a decision in these evenings."""

TEAM_SECONDS = 120
"""Seconds that a proposal waits for a teammate."""


class Plan(msgspec.Struct, frozen=True):
    """What happens in an evening apart from its course."""

    wishes: Sequence[str] = ()
    """What the viewer tries, one after the other, see `tests.secrecy.wishes`."""

    first: int = 0
    """Which of them comes first."""

    language: str = "en"
    """What everybody reads."""

    preferences: Mapping[Seat | None, Preferences] = {}
    """What people have chosen: those in the seats, and (None) who takes a seat over."""

    late: int = 0
    """Every how many strokes a seat lets its time run out; 0: never."""

    alone: int = 0
    """Every how many decisions of a team its first one waits and decides alone; 0: never."""

    decoys: bool = False
    """Whether a team that the viewer is not of proposes something else first."""

    removed: Seat | None = None
    """Whose seat a moderator gives to the computer, after half of the course."""


class Evening:
    """A match under way, and who sits where."""

    def __init__(
        self, world: World, watch: Watch, course: Course, plan: Plan, people: Sequence[Person]
    ) -> None:
        self.world = world
        self.watch = watch
        self.course = course
        self.plan = plan
        self.people = list(people)
        self.bystander = world.person("Zoe")
        self.newcomer = world.person("Yan")
        self.moderator = world.person("Mod")
        self.tables: list[Shown] = []
        self.hands: list[Shown] = []
        self._ends = list(accumulate(map(len, course.strokes)))
        self.is_free = False
        """Whether computers may go on where the course ends."""
        self._decisions = 0

    # What a course says

    async def strokes_done(self) -> int:
        """How much of the course has been played."""
        version = (await self.world.match()).version
        done = sum(end <= version for end in self._ends)
        assert version == (self._ends[done - 1] if done else 0), "a stroke was cut into two"
        return done

    def computers_choice(self, legal: Sequence[Action], rng: Random) -> Action:
        """What a computer does in place of a person: what the course says, while it says."""
        match = self.watch.knowledge.match
        version = 0 if match is None else match.version
        actions = [action for stroke in self.course.strokes for _, action in stroke]
        if self.is_free and version >= len(actions):
            return rng.choice(legal)
        for action in actions[version : version + 2]:
            if action in legal:
                return action
        raise NotYourTurn("the course ends here")

    async def play(
        self, stroke: Stroke, *, viewer: Seat | None = None, other: bool = False
    ) -> None:
        """Do what a stroke says, at the table or from the hand, or wait until it is done."""
        (seat, action), *rest = stroke
        match = await self.world.match()
        number = self.watch.stroke
        alone = len(match.state.to_act()) == 1
        if self.plan.late and alone and number % self.plan.late == self.plan.late - 1:
            await self.world.wait(LIMIT + 60)
            return
        if self.plan.decoys and not alone and viewer not in match.state.to_act():
            await self._decoy(seat, action, other=other)
        person = self.people[seat]
        match action:
            case Take(card=card) if card in FROM_THE_HAND:
                await self._agree(f"take:{card}.{seat}", seat)
                chosen = rest[0][1].card if rest else ""
                await self._resolve(person, chosen)
            case Discard(card=card):
                await self._from_hand(person, "pick:discard", f"discard:{card}")
            case Play(face_up=str() as up, face_down=str() as down):
                await self._from_hand(person, f"pick:up.{up}", f"play:{up}.{down}")
            case Play(face_up=str() as up):
                await self._from_hand(person, f"playup:{up}")
            case Play(face_down=down):
                await self._from_hand(person, f"playdown:{down}")
            case _:
                await self._agree(_meaning(action, seat), seat)

    async def play_on(self, rng: Random) -> None:
        """Play the match to its end at random."""
        self.is_free = True
        with self.world.env._bot_scope():
            self.world.bot.manager.wake(await self.world.match())
        await self.world.env.settle()
        while not (match := await self.world.match()).over:
            present = [s for s in match.state.to_act() if match.seats[s].present]
            seat = rng.choice(present)
            action: Any = rng.choice(match.state.legal(seat))
            await self.play(((seat, action),))
            self.watch.stroke += 1

    async def _decoy(self, seat: Seat, action: Action, *, other: bool) -> None:
        """Propose something that is not done in the end, and that differs between twins."""
        match = await self.world.match()
        if match.state.step not in ("recruit", "market") or not match.partners(seat):
            return
        meanings = {_meaning(each, seat): each for each in match.state.legal(seat)}
        decoys = sorted(meaning for meaning, each in meanings.items() if each != action)
        offered = {meant(i) for i in self.world.table.buttons.values()}
        decoys = [meaning for meaning in decoys if meaning in offered]
        if decoys:
            await press(self.people[seat], self.world.table, decoys[-1 if other else 0])
            await self.world.wait(5)

    async def _agree(self, meaning: str, seat: Seat) -> None:
        """Press at the table; a team presses one after the other until it has been done."""
        match = await self.world.match()
        version, proposal = match.version, match.proposal
        mates = match.partners(seat)
        await self.world.wait(5)
        self._decisions += bool(mates)
        if mates and self.plan.alone and self._decisions % self.plan.alone == 0:
            await press(self.people[seat], self.world.table, meaning)
            await self.world.wait(TEAM_SECONDS)
        for mate in (seat, *mates):
            await press(self.people[mate], self.world.table, meaning)
            match = await self.world.match()
            settled = match.proposal is not proposal and match.proposal and match.proposal.agreed
            if match.version != version or settled:
                return
            await self.world.wait(5)
        raise AssertionError(f"nothing came of {meaning}")

    async def _resolve(self, person: Person, chosen: str) -> None:
        """Choose privately what a card asks for; if nothing is said, the first that is offered."""
        await self.world.wait(5)
        hand = await self._hand(person)
        found = [m for m in map(meant, hand.buttons.values()) if m.startswith("resolve:")]
        wanted = f"resolve:{chosen}"
        await press(person, hand, wanted if wanted in found else found[0])

    async def _from_hand(self, person: Person, *meanings: str) -> None:
        hand = await self._hand(person)
        for meaning in meanings:
            await self.world.wait(5)
            await press(person, self.world.read(hand), meaning)

    async def _hand(self, person: Person) -> Shown:
        """The private message: the direct one, or one that a press shows."""
        if "hand" not in map(meant, person.hand.buttons.values()):
            return person.hand
        found = await press(person, person.hand, "hand")
        assert found.message is not None
        return found.message

    # Who sits where

    def person(self, viewer: Seat | None) -> Person:
        """Who looks on with these eyes, at the beginning."""
        return self.bystander if viewer is None else self.people[viewer]

    async def place(self) -> Any:
        """The channel or thread in which the match is."""
        match = await self.world.match()
        return next(place for place in self.world.places if place.id == match.row.place)

    async def substitute(self, seat: Seat, newcomer: Person) -> None:
        """Give a seat to somebody else."""
        asked = await self.people[seat].command("game substitute", await self.place())
        assert asked.message is not None
        await press(newcomer, asked.message, f"takeover:{seat}.0")
        self.people[seat] = newcomer
        wishes = self.plan.preferences.get(None)
        if wishes is not None:
            await self.prefer(newcomer, wishes)

    async def prefer(self, person: Person, wishes: Preferences) -> None:
        """Choose with /preferences."""
        shown = (await person.command("preferences")).message
        assert shown is not None
        for verb in ("language", "open_hand", "pictures"):
            value = getattr(wishes, verb)
            if value is not None:
                await person.choose(shown, f"PREFERENCES:0:{verb}", str(value).lower())

    async def check_covered(self) -> None:
        """No card stays in the direct messages of who wants to see the hand only on a press."""
        for person in self.people:
            if not (await self.world.bot.languages.preferences(person.id)).open_hand:
                for message in person.dms:
                    shown = named("\n".join([message.text, *message.alts, *message.buttons]))
                    if shown:
                        raise Leak(f"{person} has not pressed, and {shown} stay in {message.text}")

    async def come_back(self) -> None:
        """Everybody for whom the computer plays since their time was over plays on."""
        for row in (await self.world.match()).seats:
            if row.away is not None:
                person = self.people[row.seat]
                await press(person, await self._hand(person), "back")


def meant(custom_id: str) -> str:
    """The verb and the arguments of a custom id."""
    return custom_id.split(":", 2)[2]


def _meaning(action: Action, seat: Seat) -> str:
    """The button at the table that stands for an action."""
    match action:
        case Recruit(pick=pick):
            return f"recruit:{pick}"
        case Take(card=card):
            return f"take:{card}.{seat}"
        case Use(card=card, recruit=bool() as recruit):
            return f"aim:{card}.{int(recruit)}"
        case Use(card=card):
            return f"aim:{card}"
        case Place(side=side):
            return f"place:{side}"
        case PlaySlot(slot=slot):
            return f"play:{slot}"
        case Target(whom=whom):
            return f"target:{whom}"
        case _:
            raise AssertionError(action)


async def press(person: Person, message: Shown, meaning: str) -> Any:
    """Press the button with this verb and these arguments."""
    label = next((label for label, i in message.buttons.items() if meant(i) == meaning), None)
    assert label is not None, f"{meaning} is not among {message.buttons}: {message.text}"
    return await person.press(message, label)


@asynccontextmanager
async def evening(folder: Path, course: Course, plan: Plan) -> AsyncIterator[Evening]:
    """The course's match, dealt and started in a world of its own, with a bystander."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(AgentAvenue, "deal", lambda *_: course.deal)
        patch.setattr(Agencia, "deal", lambda *_: course.deal)
        # A busy machine must not make one of two evenings look different.
        patch.setattr(answer, "DEFER_AFTER", 60.0)
        async with world_in(folder) as world:
            with watching(world) as watch:
                if course.game == "la-agencia":
                    people = await agencia.start(world, course.seats)
                else:
                    people = agent_avenue.party(world, course.seats)
                    teams = next(k for k, v in TEAMS.items() if v == course.options.teams)
                    mode = course.options.mode
                    await agent_avenue.start(world, people, mode=mode, teams=teams)
                played = Evening(world, watch, course, plan, people)

                def choose(_: object, view: object, legal: Any, rng: Random, seen: Any) -> Action:
                    return played.computers_choice(legal, rng)

                for game in (AgentAvenue, Agencia):
                    patch.setattr(type(game.player), "choose", choose)
                patch.setattr(Match, "computers_to_act", _within_course(played))
                await _prepare(played)
                yield played


def _within_course(played: Evening) -> Any:
    """Computers to act as ever, but where the course ends they wait."""
    to_act, last = Match.computers_to_act, sum(map(len, played.course.strokes))

    def computers_to_act(match: Match, state: Any = None) -> list[Seat]:
        ends = match.version >= last and not played.is_free
        return [] if ends else to_act(match, state)

    return computers_to_act


async def _prepare(played: Evening) -> None:
    """Choose what the plan says, and let Mod manage messages."""
    world, plan = played.world, played.plan
    mods = world.guild.create_role(
        "Mods", permissions=discord.Permissions(manage_messages=True, send_messages=True)
    )
    world.env.backend.add_member_role(world.guild.id, played.moderator.id, mods.id)
    chosen = Settings(language=plan.language, turn_limit=LIMIT)
    await world.bot.languages.save_settings(world.guild.id, chosen)
    with world.env._bot_scope():
        await world.bot.clock.settings_changed(world.guild.id)
    await world.env.settle()
    for seat, wishes in plan.preferences.items():
        if seat is not None:
            await played.prefer(played.people[seat], wishes)
