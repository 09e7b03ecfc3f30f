"""A course of `twins`, played through Discord by people who press what it says."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot import answer
from engine.agencia.actions import Place, Target
from engine.agencia.actions import Play as PlaySlot
from engine.agencia.game import Agencia
from engine.agent_avenue.actions import Discard, Play, Recruit, Take, Use
from engine.agent_avenue.game import AgentAvenue
from engine.game import Action, Seat
from tests.cogs.agencia import evening as agencia
from tests.cogs.agent_avenue import teams as agent_avenue
from tests.secrecy.twins import FROM_THE_HAND, TEAMS, Course, Stroke
from tests.secrecy.watch import Watch, watching
from tests.world import Person, Shown, World, world_in

STANDING = frozenset({"hand", "rules", "why"})
"""The buttons under a table that decide nothing."""


WISHES = ("hand", "table", "record", "old", "rules", "forged", "why", "suggest")
"""What somebody tries who should wait, one after the other."""


class Evening:
    """A match under way, and who sits where."""

    def __init__(self, world: World, watch: Watch, people: Sequence[Person], eve: Person) -> None:
        self.world = world
        self.watch = watch
        self.people = people
        self.bystander = eve
        self.tables: list[Shown] = []

    # What a course says

    async def play(self, stroke: Stroke) -> None:
        """Do what a stroke says, at the table or from the hand."""
        (seat, action), *rest = stroke
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
        while not (match := await self.world.match()).over:
            seat = rng.choice(match.state.to_act())
            action: Any = rng.choice(match.state.legal(seat))
            await self.play(((seat, action),))
            self.watch.stroke += 1

    async def _agree(self, meaning: str, seat: Seat) -> None:
        """Press at the table; a team presses one after the other until it has been done."""
        match = await self.world.match()
        version, proposal = match.version, match.proposal
        mates = [mate for mate in match.state.to_act() if mate != seat]
        for mate in (seat, *mates):
            await _press(self.people[mate], self.world.table, meaning)
            match = await self.world.match()
            settled = match.proposal is not proposal and match.proposal and match.proposal.agreed
            if match.version != version or settled:
                return
        raise AssertionError(f"nothing came of {meaning}")

    async def _resolve(self, person: Person, chosen: str) -> None:
        """Choose privately what a card asks for; if nothing is said, the first that is offered."""
        offered = [_meant(custom_id) for custom_id in person.hand.buttons.values()]
        found = [meaning for meaning in offered if meaning.startswith("resolve:")]
        wanted = f"resolve:{chosen}"
        await _press(person, person.hand, wanted if wanted in found else found[0])

    async def _from_hand(self, person: Person, *meanings: str) -> None:
        for meaning in meanings:
            await _press(person, person.hand, meaning)

    # What somebody tries

    def person(self, viewer: Seat | None) -> Person:
        """Who looks on with these eyes."""
        return self.bystander if viewer is None else self.people[viewer]

    async def try_something(self, viewer: Seat | None, rng: Random) -> None:
        """Somebody presses what is not meant for that person now, or forges a press."""
        person = self.person(viewer)
        match = await self.world.match()
        self.tables = [*self.tables[-3:], self.world.table]
        wish = WISHES[self.watch.stroke % len(WISHES)]
        table = rng.choice(self.tables) if wish == "old" else self.world.table
        deciding = [label for label, i in table.buttons.items() if _verb(i) not in STANDING]
        if wish in STANDING:
            await _press(person, table, wish)
        elif wish in ("table", "old") and deciding and viewer not in match.state.to_act():
            await person.press(table, rng.choice(deciding))
        elif wish == "suggest":
            await person.member.autocomplete(self.world.games, "game show", "match", "")
        elif wish in ("forged", "record"):
            meaning = "record" if wish == "record" else "play:sentinel.sentinel"
            forged = {"forged": f"{match.id}:{match.decision(viewer)}:{meaning}"}
            await person.press(_with(table, forged), "forged")


def _with(message: Shown, buttons: dict[str, str]) -> Shown:
    return Shown(message.id, message.channel, message.text, buttons, message.alts, message.private)


def _meant(custom_id: str) -> str:
    return custom_id.split(":", 2)[2]


def _verb(custom_id: str) -> str:
    return custom_id.split(":")[2]


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


async def _press(person: Person, message: Shown, meaning: str) -> None:
    label = next(label for label, i in message.buttons.items() if _meant(i) == meaning)
    await person.press(message, label)


@asynccontextmanager
async def evening(folder: Path, course: Course) -> AsyncIterator[Evening]:
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
                yield Evening(world, watch, people, world.person("Zoe"))
