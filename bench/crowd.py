"""The people of a thousand matches, who press whenever they see that it is their turn.

They look at nothing but the messages. Who waits for a table that has not been sent yet presses
nothing: what Discord's limits cost shows in how long that takes, not in the answers.
"""

import asyncio
import gc
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Literal, Self

from tests.loopback.disk import Disk
from tests.loopback.driver import COMMITTING, Button, Party, Press, buttons
from tests.loopback.faults import Request
from tests.loopback.interactions import DEFERRED_MESSAGE, DEFERRED_UPDATE, Interaction
from tests.loopback.server import Loopback
from tests.loopback.world import User

from .requests import kind_of

Kind = Literal["decision", "step", "lobby", "again", "old", "rules"]
"""What a press is: a decision, a step of a choice before one, the way into the next match, the
same button a second time at once, a button from before, a look at the rules."""

AGAIN, OLD, RULES = 0.05, 0.03, 0.02
"""The shares of presses that carry no match on."""

LOOK_EVERY = 0.02
"""Seconds between two looks at what has changed."""

FREEZE_EVERY = 5.0
"""Seconds after which the garbage collector need not look any more at what has come.

All presses and messages are kept. To look through them took 0.5 s after five minutes, and more and
more; meanwhile no answer was heard, and afterwards too many requests were there at once.
"""

IN_VAIN = 3.0
"""Discord's limit, which counts for a press without an answer."""


@dataclass(eq=False)
class Pressed:
    """A press, and what has come of it."""

    kind: Kind
    press: Press
    seconds: float | None = None
    """Until the first answer; None as long as there is none."""
    told: bool = False
    """Whether the answer said that the decision has been carried out."""
    deferred: bool = False
    """Whether the first answer was only 'thinking…'."""

    @property
    def ended(self) -> float | None:
        """When it was answered."""
        return None if self.seconds is None else self.press.interaction.created + self.seconds

    def note_answer(self) -> None:
        """Keep what counts of the answer, and let the rest go: there are very many."""
        interaction = self.press.interaction
        self.seconds, self.told = interaction.seconds, self.press.told
        self.deferred = interaction.answer in (DEFERRED_MESSAGE, DEFERRED_UPDATE)
        interaction.data = {}


@dataclass
class Measured:
    """What was seen in one stretch of time."""

    began: float = field(default_factory=perf_counter)
    presses: list[Pressed] = field(default_factory=list)
    shown: list[float] = field(default_factory=list)
    """Seconds from each decision to the moment from which the next one can be made."""
    requests: Counter[str] = field(default_factory=Counter)
    """Those that were carried out, by kind."""
    refused: Counter[str] = field(default_factory=Counter)
    """Those that were not, by endpoint and status."""
    uploads: list[int] = field(default_factory=list)
    """Bytes of each picture that was sent."""
    nobody: int = 0
    """How often it was time for a press, and nobody had anything to press."""
    held_up: float = 0.0
    """Seconds for which the people and the loopback, which are one process, stood still at most."""

    def seconds(self, *kinds: Kind) -> list[float]:
        """From each press, of these kinds or of all, to its answer."""
        return [
            IN_VAIN if pressed.seconds is None else pressed.seconds
            for pressed in self.presses
            if not kinds or pressed.kind in kinds
        ]

    def count(self, kind: Kind) -> int:
        """How many presses were of this kind."""
        return sum(pressed.kind == kind for pressed in self.presses)

    def answered(self, within: float) -> int:
        """How many presses were answered in so many seconds from the beginning."""
        ends = [end for pressed in self.presses if (end := pressed.ended) is not None]
        return sum(end <= self.began + within for end in ends)


@dataclass(eq=False)
class Group:
    """A party, and what it is about to do."""

    party: Party
    match: str = ""
    """What it plays; empty before the first look, and between two matches."""
    next: tuple[User, Button | None] | None = None
    """The press that is possible now; without a button: the command that opens a lobby."""
    waiting: Interaction | None = None
    """The last thing that it did, until the answer is there."""
    before: list[tuple[User, Button]] = field(default_factory=list)
    """The last two presses."""
    decided: float | None = None
    """When it decided, until the next decision can be made."""


class Crowd:
    """Everybody. As an async context manager, in which they keep looking at their messages.

    It takes the requests out of the loopback's list.
    """

    def __init__(self, loopback: Loopback, parties: Sequence[Party], rng: Random) -> None:
        self._loopback = loopback
        self._rng = rng
        loopback.requests.clear()
        self._groups = [Group(party) for party in parties]
        self._of_channel = {group.party.channel.id: group for group in self._groups}
        self._of_user = {u.id: group for group in self._groups for u in group.party.people}
        self._unanswered: dict[str, tuple[Group | None, Pressed | None]] = {}
        """By the token of the interaction; only what carries a match on concerns a group."""
        self._deferred: dict[str, Group | None] = {}
        self._ready: dict[Group, None] = {}
        self._under_way: list[Request] = []
        self.measured = Measured()
        self.told: list[Press] = []
        """Every decision that an answer told somebody of."""
        self.seen: dict[str, int] = {}
        """How many actions each match must have, since a button that was there says so."""

    async def __aenter__(self) -> Self:
        for group in self._groups:
            self._look(group, perf_counter())
        self._looking = asyncio.create_task(self._keep_looking())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._looking.cancel()
        with suppress(asyncio.CancelledError):
            await self._looking
        gc.unfreeze()

    def measure(self) -> Measured:
        """Begin a new stretch; returns it."""
        self.measured = Measured()
        return self.measured

    # -- looking -----------------------------------------------------------------------------

    async def _keep_looking(self) -> None:
        looked, frozen = perf_counter(), 0.0
        while True:
            await asyncio.sleep(LOOK_EVERY)
            self.hear()
            before, looked = looked, perf_counter()
            self.measured.held_up = max(self.measured.held_up, looked - before - LOOK_EVERY)
            if looked - frozen > FREEZE_EVERY:
                frozen = looked
                gc.freeze()

    def hear(self) -> None:
        """See what the bot has done since the last time."""
        heard = [*self._under_way, *self._loopback.requests]
        self._loopback.requests.clear()
        self._under_way = [request for request in heard if request.status is None]
        touched: dict[Group, float] = {}
        for request in heard:
            if request.status is not None:
                self._count(request)
                group = self._group_of(request)
                if group is not None:
                    touched[group] = request.at + request.seconds
        for group, at in touched.items():
            self._look(group, at)

    def _count(self, request: Request) -> None:
        measured, status = self.measured, request.status or 0
        if status >= 400:
            measured.refused[f"{request.name} {status}"] += 1
            return
        measured.requests[kind_of(self._loopback, request)] += 1
        measured.uploads += [upload.size for upload in request.uploads.values()]

    def _group_of(self, request: Request) -> Group | None:
        """Whose messages a request has changed."""
        parts = request.path.split("/")
        if request.has_own_token:
            return self._answered(parts[3])
        channel = self._loopback.world.channels.get(int(parts[2])) if parts[2].isdecimal() else None
        if channel is None:
            return None
        if channel.recipient is not None:
            return self._of_user.get(channel.recipient.id)
        return self._of_channel.get((channel.parent or channel).id)

    def _answered(self, token: str) -> Group | None:
        if token not in self._unanswered:
            return self._deferred.pop(token, None)
        group, pressed = self._unanswered.pop(token)
        if pressed is not None:
            pressed.note_answer()
            if pressed.told:
                self.told.append(pressed.press)
            if pressed.deferred:
                self._deferred[token] = group
        return group

    def _look(self, group: Group, at: float) -> None:
        if group.waiting is not None and not group.waiting.arrived.is_set():
            return
        group.waiting, group.next = None, self._next(group)
        self._ready.pop(group, None)
        if group.next is not None:
            self._ready[group] = None
            if group.decided is not None:
                self.measured.shown.append(at - group.decided)
                group.decided = None

    def _next(self, group: Group) -> tuple[User, Button | None] | None:
        party = group.party
        move = party.move()
        if move is not None:
            group.match, version = move[1].owner, move[1].version
            self.seen[group.match] = max(version, self.seen.get(group.match, 0))
            return None if move in group.before[-1:] else move
        lobby = party.lobby()
        if lobby is not None:
            entry = party.lobby_move(lobby)
            return None if entry in group.before[-1:] else entry
        return (party.people[0], None) if party.over(group.match) else None

    # -- pressing ----------------------------------------------------------------------------

    async def press_for(self, seconds: float, rate: float) -> None:
        """Press so many times a second, at random moments, whatever has been answered."""
        now = perf_counter()
        end, moment = now + seconds, now
        while (moment := moment + self._rng.expovariate(rate)) < end:
            await asyncio.sleep(max(0.0, moment - perf_counter()))
            await self._press_somewhere()

    async def press_without_pause(self, seconds: float, at_once: int) -> None:
        """Press as often as the bot answers: so many presses are always unanswered."""
        end = perf_counter() + seconds
        while perf_counter() < end:
            while len(self._unanswered) < at_once and self._ready and perf_counter() < end:
                await self._press_somewhere()
                await asyncio.sleep(0)  # else nobody hears an answer while presses find nothing
            await asyncio.sleep(0.001)
            self.hear()

    async def all_answered(self) -> None:
        """Wait until every press has its answer; those that get none are let go."""
        with suppress(TimeoutError):
            await self._loopback.until(lambda: not self._unanswered, IN_VAIN)
        self._unanswered.clear()

    async def _press_somewhere(self) -> None:
        chance = self._rng.random()
        if chance < RULES and await self._press_rules():
            return
        if chance < RULES + OLD and await self._press_old():
            return
        if not self._ready:
            self.measured.nobody += 1
            return
        await self._carry_on(self._rng.choice(list(self._ready)), twice=chance > 1 - AGAIN)

    async def _press_rules(self) -> bool:
        party = self._rng.choice(self._groups).party
        table = party.table()
        found = [] if table is None else [b for b in buttons([table]) if b.verb == "rules"]
        for button in found:
            await self._press(None, "rules", self._rng.choice(party.people), button)
        return bool(found)

    async def _press_old(self) -> bool:
        before = self._rng.choice(self._groups).before[:-1]
        found = [(user, button) for user, button in before if not button.message.deleted]
        for user, button in found[:1]:
            await self._press(None, "old", user, button)
        return bool(found)

    async def _carry_on(self, group: Group, *, twice: bool) -> None:
        assert group.next is not None
        user, button = group.next
        del self._ready[group]
        group.next = None
        if button is None:
            group.match = ""
            path, channel = group.party.command, group.party.channel
            group.waiting = await self._loopback.slash(user, channel, path, wait=False)
            self._unanswered[group.waiting.token] = group, None
            return
        if button.verb in COMMITTING:
            kind, group.decided = "decision", perf_counter()
        else:
            kind = "step" if button.verb in ("pick", "count") else "lobby"
        group.before = [*group.before[-1:], (user, button)]
        group.waiting = await self._press(group, kind, user, button)
        if twice:
            await self._press(None, "again", user, button)

    async def _press(
        self, group: Group | None, kind: Kind, user: User, button: Button
    ) -> Interaction:
        interaction = await self._loopback.press(
            user, button.message, button.custom_id, old=True, wait=False
        )
        pressed = Pressed(kind, Press(user, button, interaction))
        self.measured.presses.append(pressed)
        self._unanswered[interaction.token] = group, pressed
        return interaction


def lost(told: Sequence[Press], disk: Disk) -> list[Press]:
    """The decisions that somebody was told of and that are not on the disk."""
    missing: list[Press] = []
    for press in told:
        button, match = press.button, disk.matches.get(press.button.owner)
        done = match.actions[button.version : button.version + 1] if match is not None else ()
        if match is None or done != ((match.users.index(press.user.id), button.action),):
            missing.append(press)
    return missing


def ahead(seen: Mapping[str, int], disk: Disk) -> list[str]:
    """The matches of which somebody has seen more than is on the disk."""
    return [
        match
        for match, actions in seen.items()
        if match not in disk.matches or len(disk.matches[match].actions) < actions
    ]
