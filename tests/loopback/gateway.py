"""The gateway: one web socket a shard, with heartbeats, sessions, resuming and dispatch.

Frames are sent as plain text. discord.py asks for a compressed stream but takes text as well.
"""

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import msgspec
from aiohttp import WSMsgType, web

from .message import Wire
from .world import Guild, World

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT = 0, 1, 2, 6, 7
INVALID_SESSION, HELLO, HEARTBEAT_ACK = 9, 10, 11
HEARTBEAT_SECONDS = 41.25
_KEPT_EVENTS = 1000


@dataclass(eq=False)
class Session:
    """What a shard has been told since it identified; it can resume as long as this is kept."""

    id: str
    shard: int
    shards: int
    socket: web.WebSocketResponse | None
    sent: list[Wire] = field(default_factory=list)
    sequence: int = 0

    async def dispatch(self, event: str, data: Any) -> None:
        self.sequence += 1
        frame = {"op": DISPATCH, "s": self.sequence, "t": event, "d": data}
        self.sent.append(frame)
        del self.sent[:-_KEPT_EVENTS]
        await self.send(frame)

    async def send(self, frame: Wire) -> None:
        if self.socket is not None and not self.socket.closed:
            with suppress(ConnectionError):  # the bot was killed this very moment
                await self.socket.send_str(msgspec.json.encode(frame).decode())


class Gateway:
    """Keeps the sessions and tells them what happens."""

    def __init__(self, world: World, token: str, changed: Callable[[], None]) -> None:
        self._world = world
        self._token = token
        self._changed = changed
        self._sessions: dict[int, Session] = {}
        self.url = ""
        self.identified = 0
        """How many times a shard has started a new session."""
        self.resumed = 0

    @property
    def connected(self) -> bool:
        """Whether every shard of the bot is listening."""
        sessions = self._sessions.values()
        return bool(sessions) and all(s.socket is not None for s in sessions)

    async def dispatch(self, event: str, data: Any, guild: Guild | None = None) -> None:
        """Tell the shard of this guild; direct messages belong to shard 0.

        A shard that is away hears it if it resumes, and never if it does not.
        """
        for session in list(self._sessions.values()):
            if session.shard == (0 if guild is None else (guild.id >> 22) % session.shards):
                await session.dispatch(event, data)

    async def drop(self, *, resumable: bool = True) -> None:
        """Cut every connection, as a restart of Discord's would."""
        for session in list(self._sessions.values()):
            if session.socket is not None:
                await session.socket.close(code=4000)
        if not resumable:
            self._sessions.clear()

    async def ask_to_reconnect(self) -> None:
        """Discord's polite way before a restart: opcode 7."""
        for session in list(self._sessions.values()):
            await session.send({"op": RECONNECT, "d": None})

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """One connection from HELLO to its end."""
        socket = web.WebSocketResponse(heartbeat=None, max_msg_size=0)
        await socket.prepare(request)
        hello = {"heartbeat_interval": int(HEARTBEAT_SECONDS * 1000)}
        await socket.send_json({"op": HELLO, "d": hello})
        session: Session | None = None
        async for received in socket:
            if received.type is not WSMsgType.TEXT:
                break
            frame = msgspec.json.decode(received.data)
            if frame["op"] == HEARTBEAT:
                await socket.send_json({"op": HEARTBEAT_ACK})
            elif frame["d"] and frame["d"].get("token", self._token) != self._token:
                await socket.close(code=4004, message=b"Authentication failed.")
            elif frame["op"] == IDENTIFY:
                session = await self._identify(socket, frame["d"])
            elif frame["op"] == RESUME:
                session = await self._resume(socket, frame["d"])
        if session is not None and session.socket is socket:
            session.socket = None
        self._changed()
        return socket

    async def _identify(self, socket: web.WebSocketResponse, data: Wire) -> Session:
        shard, shards = data.get("shard", (0, 1))
        session = Session(secrets.token_hex(8), shard, shards, socket)
        self._sessions[shard] = session
        guilds = [g for g in self._world.guilds.values() if (g.id >> 22) % shards == shard]
        ready = {
            "v": 10,
            "user": self._world.bot.wire(),
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": [shard, shards],
            "application": {"id": str(self._world.bot.id), "flags": 0},
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
        }
        await session.dispatch("READY", ready)
        for guild in guilds:
            await session.dispatch("GUILD_CREATE", guild.wire())
        self.identified += 1
        self._changed()
        return session

    async def _resume(self, socket: web.WebSocketResponse, data: Wire) -> Session | None:
        known = [s for s in self._sessions.values() if s.id == data["session_id"]]
        if not known:
            await socket.send_json({"op": INVALID_SESSION, "d": False})
            return None
        (session,) = known
        missed = [frame for frame in session.sent if frame["s"] > data["seq"]]
        session.socket = socket
        for frame in missed:
            await session.send(frame)
        await session.dispatch("RESUMED", {})
        self.resumed += 1
        self._changed()
        return session

    async def close(self) -> None:
        """End every connection without asking anybody to come back."""
        sockets = [s.socket for s in self._sessions.values() if s.socket is not None]
        await asyncio.gather(*(socket.close() for socket in sockets))
