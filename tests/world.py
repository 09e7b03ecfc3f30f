"""A simulated server with the bot in it, driven and read as people drive and read it.

async def test_somebody_joins(world):
    lobby = await world.ana.play()
    await world.ben.press(lobby, "Join")
    assert "Ben" in world.read(lobby).text
"""

import asyncio
import re
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import discord
import msgspec
from simcord.actors import MemberActor
from simcord.backend.models import Message as Stored
from simcord.backend.models import Overwrite
from simcord.builders import ChannelHandle
from simcord.components import walk_components
from simcord.env import Env
from simcord.http import router
from simcord.results import InteractionResult, ResponseMessage

from bot.app import Safehouse, create_bot
from bot.config import Config
from bot.match import Match
from engine import registry

BUTTON, TEXT, PICTURES = 2, 10, 12
MEMBER = 1

CALL = re.compile(r"→ <@(\d+)>")
"""Where a table calls somebody to a decision."""

COMMAND = re.compile(r"</([^:>]+):(\d+)>")
"""A mention of a command."""

SETTLED_WITHIN = 5.0
"""Seconds that the bot gets for what follows a press; what waits for longer is waited for."""

DRAWN_WITHIN = 30.0
"""Seconds that it gets to draw a whole replay, on a busy machine."""


class Shown(msgspec.Struct, frozen=True):
    """A message as it stands at one moment."""

    id: int
    channel: int
    text: str
    buttons: dict[str, str]
    """The custom id of each button, by its label."""

    alts: tuple[str, ...]
    """What a screen reader says of its pictures."""

    private: bool
    """Only one person sees it."""

    def button(self, start: str) -> str:
        """The label that is this, or of the one button that begins like this."""
        if start in self.buttons:
            return start
        found = [label for label in self.buttons if label.startswith(start)]
        assert len(found) == 1, f"{start!r} among {list(self.buttons)}"
        return found[0]


class Answer(msgspec.Struct, frozen=True):
    """What came of a press or a command."""

    message: Shown | None
    """The message it was answered with: a new one, or the pressed one, edited."""

    private: str | None
    """The text that only this person was told; None if the answer was no such message."""

    files: dict[str, bytes]


class Ping(msgspec.Struct, frozen=True):
    """A notification that a new message in the server made somebody's phone buzz with."""

    user: int
    message: int
    channel: int


def openers() -> str:
    """The commands that open a match, as texts name them."""
    return " · ".join(f"/play {game}" for game in registry.GAMES)


class Person:
    """Somebody in the server."""

    def __init__(self, world: "World", member: MemberActor) -> None:
        self.world = world
        self.member = member
        self.id = member.id
        self.locale = "en-US"

    async def command(
        self,
        name: str,
        channel: ChannelHandle | None = None,
        *,
        answered: bool = True,
        **options: Any,
    ) -> Answer:
        """Use a slash command in a channel, `#games` if none is named."""
        result = await self.member.slash(channel or self.world.games, name, **options)
        return self.world.answer(result, answered)

    async def play(self, channel: ChannelHandle | None = None, **options: Any) -> Shown:
        """Open a lobby for Agent Avenue; the lobby."""
        answer = await self.command("play agent-avenue", channel, **options)
        assert answer.message is not None
        return answer.message

    async def press(self, message: Shown, label: str, *, answered: bool = True) -> Answer:
        """Press the button that begins with this label, on the message as it was looked at.

        It may have changed since: a client shows an edit a little later.
        """
        stored = self.world.stored(message)
        actor = self.member if self._in_server(message) else self.member.user
        custom_id = message.buttons[message.button(label)]
        with looking_like(stored, custom_id):
            result = await actor.click(ResponseMessage(self.world.env, stored), custom_id=custom_id)
        return self.world.answer(result, answered)

    async def export(self, message: Shown) -> Answer:
        """Get the record of the match of this table, which is over."""
        replay = (await self.press(message, "Replay")).message
        assert replay is not None
        return await self.press(replay, "Export")

    async def choose(
        self, message: Shown, custom_id: str, value: str, *, answered: bool = True
    ) -> Answer:
        """Choose from a select."""
        handle = ResponseMessage(self.world.env, self.world.stored(message))
        result = await self.member.select(handle, [value], custom_id=custom_id)
        return self.world.answer(result, answered)

    def _in_server(self, message: Shown) -> bool:
        return self.world.env.backend.get_channel(message.channel).guild_id is not None

    @property
    def dms(self) -> list[Shown]:
        """The direct messages from the bot, the oldest first."""
        return self.world.messages(self.member.user.dm_channel)

    @property
    def hand(self) -> Shown:
        """The direct message with the hand."""
        return self.dms[-1]

    def close_dms(self) -> None:
        """Accept no direct messages from now on."""
        channel = self.member.user.dm_channel.id
        for method, path in (("POST", "messages"), ("PATCH", "messages/*")):
            self.world.fail(method, f"/channels/{channel}/{path}", 403, 50007)

    def __repr__(self) -> str:
        return self.member.name


@contextmanager
def looking_like(stored: Stored, custom_id: str) -> Iterator[None]:
    """Let a message have this button still, if it has been edited away."""
    now = stored.components
    if any(part.get("custom_id") == custom_id for part in walk_components(now)):
        yield
        return
    button = {"type": BUTTON, "style": 2, "label": "old", "custom_id": custom_id}
    stored.components = old = [{"type": 1, "components": [button]}]
    try:
        yield
    finally:
        if stored.components is old:
            stored.components = now


class World:
    """The server, the people in it, and the bot. Made by `world_in`."""

    def __init__(self, env: Env, bot: Safehouse, config: Config, seed: int) -> None:
        self.env = env
        self.bot = bot
        self.config = config
        self.seed = seed
        self.pings: list[Ping] = []
        self.guild = env.create_guild("Club")
        self.games = self.guild.create_text_channel("games")
        self.people: list[Person] = []
        self.ana, self.ben, self.eve = (self.person(name) for name in ("Ana", "Ben", "Eve"))
        env.backend.subscribers.insert(0, self._on_event)
        # Deals follow from the ids of presses. Those of a new second begin anew, so that a deal
        # does not depend on how many commands and channels have been given ids before.
        env.backend.advance_clock(1)

    def person(self, name: str) -> Person:
        """Somebody new in the server."""
        user = self.env.create_user(name.lower().replace(" ", "_"), global_name=name)
        person = Person(self, self.guild.add_member(user))
        self.people.append(person)
        return person

    def _on_event(self, event: str, payload: Any) -> None:
        if event == "INTERACTION_CREATE":
            user = payload.get("user") or payload["member"]["user"]
            for person in self.people:
                if str(person.id) == user["id"]:
                    payload["locale"] = person.locale
        if event == "THREAD_CREATE":
            # As Discord does, and simcord does not yet: a message has one thread.
            self.fail("POST", f"/channels/*/messages/{payload['id']}/threads", 400, 160004)
        if event == "MESSAGE_CREATE" and "guild_id" in payload:
            channel, message = int(payload["channel_id"]), int(payload["id"])
            stored = self.env.backend.get_message(channel, message)
            self.pings += [Ping(user, message, channel) for user in stored.ping_user_ids]

    def allow(
        self, channel: ChannelHandle, person: Person | None = None, **permissions: bool
    ) -> None:
        """Grant (True) or deny (False) somebody, or the bot, permissions in a channel."""
        allow, deny = discord.PermissionOverwrite(**permissions).pair()
        user = person.id if person else self.env.backend.bot_user.id
        self.env.backend.set_overwrite(
            channel.id, Overwrite(user, MEMBER, allow=allow.value, deny=deny.value)
        )

    def fail(
        self, method: str, path: str, status: int, code: int = 0, times: int | None = None
    ) -> None:
        """Let requests fail, so many times or from now on, as Discord lets them fail."""
        self.env.backend.faults.append(
            {
                "method": method,
                "path": path,
                "status": status,
                "code": code,
                "message": f"failure {code}",
                "times": times,
            }
        )

    def recover(self) -> None:
        """Let everything that was made to fail work again."""
        self.env.backend.faults.clear()

    # Reading

    def stored(self, message: Shown) -> Stored:
        return self.env.backend.get_message(message.channel, message.id)

    def shown(self, stored: Stored) -> Shown:
        components = list(walk_components(stored.components))
        texts = [part["content"] for part in components if part["type"] == TEXT]
        return Shown(
            id=stored.id,
            channel=stored.channel_id,
            text=COMMAND.sub(self._command, "\n".join(texts) or stored.content),
            buttons={
                part["label"]: part["custom_id"]
                for part in components
                if part["type"] == BUTTON and "custom_id" in part
            },
            alts=tuple(
                item["description"]
                for part in components
                if part["type"] == PICTURES
                for item in part["items"]
            ),
            private=stored.is_ephemeral,
        )

    def _command(self, mention: re.Match[str]) -> str:
        """A mention of a command as clients show it, which only have those that there are."""
        name, id = mention[1], mention[2]
        assert (id, name.split()[0]) in [
            (command["id"], command["name"]) for command in self.env.backend.commands[None].values()
        ]
        return f"/{name}"

    def read(self, message: Shown) -> Shown:
        """A message as it stands now."""
        return self.shown(self.stored(message))

    def messages(self, channel: ChannelHandle, viewer: Person | None = None) -> list[Shown]:
        """What stands in a channel, the oldest first; private answers are left out."""
        stored = self.env.backend.messages.get(channel.id, {})
        user = viewer.id if viewer else None
        return [
            self.shown(message) for _, message in sorted(stored.items()) if message.visible_to(user)
        ]

    @property
    def places(self) -> list[ChannelHandle]:
        """Every channel and thread where matches are."""
        return [self.games, *self.games.threads]

    @property
    def public(self) -> list[Shown]:
        """Everything that everybody in the server sees."""
        return [message for place in self.places for message in self.messages(place)]

    def told(self, person: Person) -> list[Shown]:
        """What one person was told in the server in private."""
        places = self.places
        return [m for place in places for m in self.messages(place, person) if m.private]

    def seen_by(self, person: Person) -> list[Shown]:
        """Everything that one person sees: in the server, private answers included, and in DMs."""
        return [m for place in self.places for m in self.messages(place, person)] + person.dms

    @property
    def table(self) -> Shown:
        """The newest table: the public message with the button for the rules."""
        public = self.public
        tables = [m for m in public if any(c.endswith(":rules") for c in m.buttons.values())]
        assert tables, [message.text for message in public]
        return tables[-1]

    def answer(self, result: InteractionResult, answered: bool = True) -> Answer:
        """What came of an interaction; it never simply fails, unless the bot is down."""
        assert result.acknowledged or not answered, "This interaction failed"
        sent = [*result.followups, *([result.response] if result.response else [])]
        private = [m for m in sent if m.ephemeral]
        told = self.shown(private[0]._message) if private else None
        message = self.shown(sent[0]._message) if sent else None
        edited = result._interaction.message_id == result._interaction.source_message_id
        return Answer(
            message=message,
            private=None if told is None or (edited and not result.followups) else told.text,
            files={
                file.filename: self.env.backend.cdn.get(file.url)
                for m in sent
                for file in m.attachments
            },
        )

    async def match(self) -> Match:
        """The newest match as the bot knows it."""
        rows = await self.bot.store._all("SELECT id FROM matches ORDER BY rowid DESC LIMIT 1")
        return await self.bot.manager.open(rows[0][0])

    async def refresh(self) -> None:
        """Let the bot bring the newest match's messages up to date."""
        match = await self.match()
        with self.env._bot_scope():
            self.bot.surfaces.refresh(match)
        await self.env.settle()

    # Time and restarts

    async def wait(self, seconds: float) -> None:
        """Let time pass."""
        await self.env.advance_time(seconds)

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Presses inside are under way at the same time; call `settle` afterwards."""
        settle = self.env._settle_internal

        async def no_wait(**_: Any) -> None:
            return None

        self.env._settle_internal = no_wait
        try:
            yield
        finally:
            self.env._settle_internal = settle

    @contextmanager
    def patient(self) -> Iterator[None]:
        """What is asked for meanwhile takes long: a whole replay is drawn."""
        self.env.settle_timeout = DRAWN_WITHIN
        try:
            yield
        finally:
            self.env.settle_timeout = SETTLED_WITHIN

    @contextmanager
    def dying(self, after: int, *, lost: bool) -> Iterator[None]:
        """The bot dies with its next request after so many, and so does every later one.

        That request is lost, or carried out without the bot ever hearing of it. Call `restart`
        afterwards.
        """
        served = 0

        def dispatch(*args: Any, **kwargs: Any) -> Any:
            nonlocal served
            served += 1
            if served <= after or (served == after + 1 and not lost):
                answer = serve(*args, **kwargs)
            if served > after:
                raise asyncio.CancelledError
            return answer

        serve = router.dispatch
        router.dispatch = dispatch
        try:
            yield
        finally:
            router.dispatch = serve

    @contextmanager
    def repeating(self) -> Iterator[None]:
        """Every request inside is carried out twice, and the bot hears of the second time only.

        A post with a nonce is not: Discord answers the second with the message of the first.
        """

        def dispatch(*args: Any, **kwargs: Any) -> Any:
            first = serve(*args, **kwargs)
            body = kwargs.get("json")
            if isinstance(body, dict) and body.get("enforce_nonce"):
                return first
            return serve(*args, **kwargs)

        serve = router.dispatch
        router.dispatch = dispatch
        try:
            yield
        finally:
            router.dispatch = serve

    async def restart(self) -> None:
        """Stop the bot and start it anew on the same database, as after a crash."""
        old, self.seed = self.bot, self.seed + 1
        self.bot = create_bot(self.config, rng=Random(self.seed))
        await self.env.restart_bot(self.bot)
        await old.store.close()


def over(world: World) -> bool:
    """Whether the table says that the match has ended."""
    return "Rematch" in world.table.buttons


def called(world: World) -> Person:
    """Who the table says is to act."""
    user = int(CALL.findall(world.table.text)[-1])
    return next(person for person in world.people if person.id == user)


def other_than(world: World, person: Person) -> Person:
    """The other one of Ana and Ben."""
    return world.ben if person is world.ana else world.ana


@asynccontextmanager
async def world_in(folder: Path, *, seed: int = 1, **settings: Any) -> AsyncGenerator[World]:
    """A world whose database is in this folder. `settings` are keys of the configuration.

    The computer does not hesitate here, so that nobody has to `wait` for it.
    """
    config = Config(
        database=folder / "safehouse.db",
        **{
            "computer_delay": 0.0,
            "emojis": False,
            "requests_per_second": 0,
            "drawing_processes": 0,
            **settings,
        },
    )
    bot = create_bot(config, rng=Random(seed))
    env = Env(bot, shard_count=1, settle_timeout=SETTLED_WITHIN)
    try:
        await env.start()
    except BaseException:
        await bot.close()  # Else its database's thread would keep the tests from ever ending.
        raise
    world = World(env, bot, config, seed)
    try:
        yield world
    finally:
        await env.shutdown()
        await world.bot.store.close()
    # What a test has looked at (env.errors) is no failure.
    env._raise_errors_since(env._errors_acknowledged)
