"""People at a table: they read who is called, find the button on their screen and press it.

Nothing here looks into the bot. A button is known by its custom id (`bot.screen.CUSTOM_ID`), the
one who has to act by the line of the table that calls: '→ @Ada: choose two cards from your hand.'
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any

from simcord.components import component_mentions

from bot.screen import CUSTOM_ID

from .interactions import NEW_MESSAGE, UPDATE, Interaction
from .message import Message, Wire
from .server import Loopback
from .world import Channel, User

COMMITTING = frozenset({"play", "discard", "recruit", "place", "target"})
"""The games' verbs that carry the match on; `pick` only opens the next step of a choice."""

AT_THE_TABLE = COMMITTING - {"discard"}
"""What may be decided under the table: of Agent Avenue whom to recruit, of La Agencia all."""

WAVERING = 0.1
"""How often people may go back in the middle of a choice."""

GLANCE = 1.0
"""Seconds for which people look at a lobby in which they have pressed, to see it change."""

PASSED = "That moment has passed."
_CALL = re.compile(r"→ <@(\d+)>")


@dataclass(frozen=True)
class Button:
    """A button that can be pressed, with what its custom id says."""

    message: Message
    custom_id: str
    owner: str
    version: int
    verb: str
    args: str

    @property
    def action(self) -> Wire:
        """What it stands for, as the match record writes it, if it carries the match on."""
        match self.verb, self.args.split("."):
            case "play", [face_up, face_down]:
                return {"do": "play", "face_up": face_up, "face_down": face_down}
            case "play", [slot]:
                return {"do": "play", "slot": slot}
            case "discard", [card]:
                return {"do": "discard", "card": card}
            case "recruit", [pick]:
                return {"do": "recruit", "pick": pick}
            case "place", [side]:
                return {"do": "place", "side": side}
            case "target", [whom]:
                return {"do": "target", "whom": int(whom)}
        raise LookupError(self.custom_id)


def buttons(messages: Iterable[Message]) -> Iterator[Button]:
    """Every button in these messages, in their order."""
    for message in messages:
        yield from message.read(_buttons)


def _buttons(message: Message) -> list[Button]:
    found: list[Button] = []
    for custom_id in message.buttons:
        parts = re.fullmatch(CUSTOM_ID, custom_id)
        assert parts is not None, f"{custom_id!r} is no button of ours"
        owner, version, verb, args = parts.groups()
        found.append(Button(message, custom_id, owner, int(version), verb, args or ""))
    return found


def _verbs(message: Message) -> set[str]:
    return {button.verb for button in buttons([message])}


@dataclass(frozen=True)
class Press:
    """Somebody pressed a button."""

    user: User
    button: Button
    interaction: Interaction

    @property
    def answered(self) -> bool:
        """Whether an answer arrived at Discord (a deferral tells nothing yet)."""
        return self.interaction.answer in (NEW_MESSAGE, UPDATE)

    @property
    def settled(self) -> bool:
        """Whether an answer is there, if only after the bot was 'thinking…' for a while."""
        first = self.interaction.original
        return self.answered or (first is not None and (first.deleted or not first.loading))

    @property
    def answer(self) -> str:
        """The words of the answer, as they were sent."""
        return component_mentions(self.interaction.data.get("components", []))

    @property
    def told(self) -> bool:
        """Whether the person was told that an action has been carried out."""
        if self.button.verb not in COMMITTING or not self.answered:
            return False
        if self.interaction.answer == UPDATE:
            return PASSED not in self.answer
        return self.answer.startswith("Done.")


class Stuck(AssertionError):
    """People wait for the bot, and nothing comes."""


class Party:
    """The people who play in one channel, one match after the other.

    The first of them opens the lobbies; a party of one plays against the computer.
    """

    def __init__(
        self,
        loopback: Loopback,
        channel: Channel,
        people: Sequence[User],
        rng: Random,
        command: str = "play agent-avenue",
        options: Mapping[str, Any] | None = None,
    ) -> None:
        self.channel = channel
        self.command, self.options = command, options
        """By which the first of them opens a lobby."""
        self.people = list(people)
        self.presses: list[Press] = []
        """Every press in a match or lobby, in order."""
        self.patience = 15.0
        """Seconds that people wait for an answer, or for the next move to appear."""
        self._loopback = loopback
        self._rng = rng

    # -- what they see -----------------------------------------------------------------------

    def places(self) -> list[Channel]:
        """The channel and its threads."""
        return [self.channel, *self.channel.threads]

    def messages(self) -> list[Message]:
        """Everything that everybody sees, by place."""
        return [message for place in self.places() for message in place.messages]

    def table(self) -> Message | None:
        """The newest table of the newest match, if that runs."""
        table = self._newest()
        return table if table is not None and "hand" in _verbs(table) else None

    def ended(self) -> bool:
        """Whether they see that the newest match is over."""
        table = self._newest()
        return table is not None and "rematch" in _verbs(table)

    def _newest(self) -> Message | None:
        """The newest message that looks like a table, of a running match or of one that is over."""
        tables = [
            message
            for message in self.messages()
            if {"hand", "rules"} <= _verbs(message) or "rematch" in _verbs(message)
        ]
        return max(tables, key=lambda message: message.id, default=None)

    def over(self, match_id: str) -> bool:
        """Whether they see that this match is over."""
        return any(b.verb == "rematch" and b.owner == match_id for b in buttons(self.messages()))

    def lobby(self) -> Message | None:
        """The open lobby."""
        found = (button.message for button in buttons(self.messages()) if button.verb == "start")
        return next(found, None)

    def _private(self, user: User) -> list[Message]:
        """What this person alone sees, the ephemeral messages last."""
        hidden = [message for place in self.places() for message in place.ephemeral(user)]
        return [*self._loopback.dm(user).messages, *hidden]

    def move(self) -> tuple[User, Button] | None:
        """A press that carries the running match on a bit: who, and which button.

        None while the table calls nobody of the party (the computer acts), or a hand lags behind.
        """
        table = self.table()
        called = _CALL.search(table.text) if table is not None else None
        user = next((u for u in self.people if called and u.id == int(called[1])), None)
        if table is None or user is None:
            return None
        public = list(buttons([table]))
        choices = [button for button in public if button.verb in AT_THE_TABLE]
        if not choices:
            choices = [
                button
                for button in buttons(self._private(user))
                if button.verb in {"pick", *COMMITTING}
                and (button.owner, button.version) == (public[0].owner, public[0].version)
            ]
        if not choices and not user.dms_open:
            choices = [button for button in public if button.verb == "hand"]
        if not choices:
            return None
        if self._rng.random() > WAVERING:
            choices = [button for button in choices if button.args != "back"] or choices
        return user, self._rng.choice(choices)

    # -- what they do ------------------------------------------------------------------------

    async def press(self, user: User, button: Button, gone: Callable[[], bool]) -> Press:
        """Press, and wait for the answer or until the bot is gone. Raises `Stuck`."""
        interaction = await self._loopback.press(
            user, button.message, button.custom_id, old=True, wait=False
        )
        press = Press(user, button, interaction)
        self.presses.append(press)
        await self._until(lambda: interaction.arrived.is_set() or gone(), f"{button.custom_id}")
        return press

    async def sit_down(self, gone: Callable[[], bool] = lambda: False) -> None:
        """Open a match with /play, or go on with the lobby that is there, until it has started."""
        while not gone() and self.table() is None:
            lobby = self.lobby()
            if lobby is not None:
                await self._in_lobby(lobby, gone)
            else:
                await self._open(gone)
            await self._until(
                lambda: gone() or self.table() is not None or self.lobby() is not None, "a lobby"
            )

    async def _open(self, gone: Callable[[], bool]) -> None:
        interaction = await self._loopback.slash(
            self.people[0], self.channel, self.command, self.options, wait=False
        )
        await self._until(lambda: interaction.arrived.is_set() or gone(), "/play")

    async def _in_lobby(self, lobby: Message, gone: Callable[[], bool]) -> None:
        user, button = self.lobby_move(lobby)
        before = lobby.text
        await self.press(user, button, gone)
        with suppress(TimeoutError):  # Then they press again.
            await self._loopback.until(lambda: gone() or lobby.text != before, GLANCE)
        if button.verb == "start":
            await self._until(lambda: gone() or self.lobby() is None, "the start")
            await self._until(lambda: gone() or self.table() is not None, "the table")

    def lobby_move(self, lobby: Message) -> tuple[User, Button]:
        """The press that comes next in a lobby: who, and which button."""
        by_verb = {button.verb: button for button in buttons([lobby])}
        host, absent = self.people[0], self._absent(lobby)
        if absent:
            return absent[0], by_verb["join"]
        if len(self.people) == 1 and "(free)" in lobby.text:
            return host, by_verb["computer"]
        return host, by_verb["start"]

    def _absent(self, lobby: Message) -> list[User]:
        return [user for user in self.people if f"**{user.name}**" not in lobby.text]

    async def step(self, gone: Callable[[], bool] = lambda: False) -> Press | None:
        """The next press of the running match. None when it is over, or the bot is gone."""
        found = await self._until(lambda: gone() or self.ended() or self.move(), "the next move")
        if not isinstance(found, tuple):
            return None
        user, button = found
        return await self.press(user, button, gone)

    async def play(self, gone: Callable[[], bool] = lambda: False) -> None:
        """Play the running match to its end, or until the bot is gone."""
        while await self.step(gone) is not None:
            pass

    async def _until(self, condition: Callable[[], object], what: str) -> object:
        try:
            return await self._loopback.until(condition, self.patience)
        except TimeoutError:
            shown = "\n".join(message.text for message in self.messages()[-3:])
            where = f"in #{self.channel.name}, waiting for {what}"
            raise Stuck(f"{where}; last seen:\n{shown}") from None
