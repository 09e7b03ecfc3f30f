"""The server itself: sockets, the way of a request, and waiting for what the bot does."""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from types import TracebackType
from typing import Any, Self, TypeVar

import msgspec
from aiohttp import web

from .errors import ApiError
from .faults import Fault, RateLimit, Request
from .gateway import Gateway
from .interactions import Desk
from .message import Wire
from .people import People
from .posting import Postman, Upload
from .rest import ENDPOINTS, Call, Endpoint
from .world import Channel, World

T = TypeVar("T")
TOKEN = "loopback-token"
_FIELD = re.compile(r'\bname="(?P<name>[^"]*)"(?:; filename="(?P<filename>[^"]*)")?')


class Loopback(People):
    """A small Discord on 127.0.0.1 for one bot in another process, and the people who use it.

    Use it as an async context manager. Its state outlives the bot, which may be killed and come
    back as often as a test likes. `world` holds what there is, `requests` what the bot asked.
    """

    def __init__(self, *, shards: int = 1, keep_files: bool = False) -> None:
        self.world = World()
        self.shards = shards
        self.commands: dict[str | None, list[Wire]] = {}
        """What the bot registered, by guild id (None: everywhere)."""
        self.requests: list[Request] = []
        self.faults: list[Fault] = []
        self.rate_limits: list[RateLimit] = []
        self.gateway = Gateway(self.world, TOKEN, self._changed)
        self._keep_files = keep_files
        self._change = asyncio.Event()
        self._running = 0
        self._last_request = 0.0
        self._announcements: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=1 << 28)
        app.router.add_get("/gateway", self.gateway.serve)
        for method, path, name, function in ENDPOINTS:
            app.router.add_route(method, f"/api{path}", self._handler(name, function))
        app.router.add_route("*", "/api/{rest:.*}", self._unknown)
        self._runner = web.AppRunner(
            app, access_log=None, keepalive_timeout=3600, shutdown_timeout=0.1
        )
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        host, port = self._runner.addresses[0][:2]
        self.url = f"http://{host}:{port}"
        self.gateway.url = f"ws://{host}:{port}/gateway"
        self.postman = Postman(self.world, f"{self.url}/cdn", keep_files=self._keep_files)
        self.desk = Desk(self.world, self.postman)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.gateway.close()
        await self._runner.cleanup()

    # -- what a test can do ------------------------------------------------------------------

    def fail(self, name: str, **fault: Any) -> Fault:
        """Let the next requests to an endpoint fail, see `Fault`."""
        self.faults.append(Fault(name, **fault))
        return self.faults[-1]

    def limit(self, *names: str, limit: int, per: float) -> None:
        """Allow these endpoints together only so many requests per channel in `per` seconds.

        Without names: all requests that are not about an interaction, whatever the channel.
        """
        self.rate_limits.append(RateLimit(frozenset(names), limit, per))

    def limit_as_discord(self) -> None:
        """Allow 50 requests a second, and in each channel 5 posts or edits in 5 s."""
        self.limit(limit=50, per=1.0)
        self.limit("post message", "edit message", limit=5, per=5.0)

    def asked(self, name: str) -> list[Request]:
        """The requests to one endpoint so far."""
        return [request for request in self.requests if request.name == name]

    def announce(self, event: str, channel: Channel) -> None:
        """Tell the bot about a channel or thread that came, changed or went."""
        task = asyncio.ensure_future(self.gateway.dispatch(event, channel.wire(), channel.guild))
        self._announcements.add(task)
        task.add_done_callback(self._announcements.discard)

    async def until(self, condition: Callable[[], T], within: float = 5.0) -> T:
        """Wait until the condition is true and return its value. Raises `TimeoutError`.

        It is tried at every change here, and now and then for what changes elsewhere.
        """
        async with asyncio.timeout(within):
            while not (found := condition()):
                # Not `wait_for`: until Python 3.12 it may swallow that the waiting was cancelled.
                with suppress(TimeoutError):
                    async with asyncio.timeout(0.05):
                        await self._change.wait()
        return found

    async def quiet(self, seconds: float = 0.1, within: float = 10.0) -> None:
        """Wait until the bot has asked for nothing for so many seconds. Raises `TimeoutError`."""
        async with asyncio.timeout(within):
            start = time.perf_counter()
            while True:
                silence = time.perf_counter() - max(start, self._last_request)
                if not self._running and silence >= seconds:
                    return
                await asyncio.sleep(max(seconds - silence, 0.005))

    # -- the way of a request ----------------------------------------------------------------

    def _changed(self) -> None:
        self._change.set()
        self._change.clear()

    def _handler(
        self, name: str, function: Endpoint
    ) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def handle(http: web.Request) -> web.StreamResponse:
            request = Request(name, http.method, http.path.removeprefix("/api"), dict(http.query))
            self._running += 1
            try:
                try:
                    await _read_body(http, request)
                except ConnectionError:  # the bot was killed while it was sending
                    return _hang_up(http)
                request.at = time.perf_counter()
                self.requests.append(request)
                return await self._serve(http, request, function)
            finally:
                self._last_request = time.perf_counter()
                request.seconds = self._last_request - request.at
                self._running -= 1
                self._changed()

        return handle

    async def _serve(
        self, http: web.Request, request: Request, function: Endpoint
    ) -> web.StreamResponse:
        fault = next((f for f in self.faults if f.strikes(request)), None)
        if fault is not None:
            await asyncio.sleep(fault.delay)
            if fault.drop == "before":
                return _hang_up(http)
            if fault.status is not None and not fault.carried_out:
                return _respond(request, fault.status, fault.body())
        is_known = http.headers.get("Authorization") == f"Bot {TOKEN}"
        if not (is_known or request.has_own_token):
            return _respond(request, 401, {"code": 0, "message": "401: Unauthorized"})
        headers: dict[str, str] = {}
        for rate in self.rate_limits:
            if rate.concerns(request):
                told, wait = rate.take(http.match_info.get("channel", ""))
                headers |= told
                if wait is not None:
                    body = {"message": "You are being rate limited.", "retry_after": wait}
                    return _respond(request, 429, body | {"global": rate.is_global}, headers)
        status, body = self._carry_out(Call(self, request, dict(http.match_info)), function)
        if fault is not None and fault.drop == "after":
            return _hang_up(http)
        if fault is not None and fault.status is not None:
            return _respond(request, fault.status, fault.body())
        return _respond(request, status, body, headers)

    @staticmethod
    def _carry_out(call: Call, function: Endpoint) -> tuple[int, Any]:
        try:
            body = function(call)
        except ApiError as error:
            return error.status, {"code": error.code, "message": error.text}
        return (204 if body is None else 200), body

    async def _unknown(self, http: web.Request) -> web.StreamResponse:
        """An endpoint that is not pretended here. It says so, for a test must not guess."""
        request = Request("unknown", http.method, http.path.removeprefix("/api"))
        self.requests.append(request)
        message = f"the loopback Discord has no {request.method} {request.path}"
        return _respond(request, 501, {"code": 0, "message": message})


async def _read_body(http: web.Request, request: Request) -> None:
    """JSON, or a multipart form with JSON in `payload_json` and files in `files[n]`."""
    body, kind = await http.read(), http.headers.get("Content-Type", "")
    if kind.startswith("application/json"):
        request.body = msgspec.json.decode(body)
    elif kind.startswith("multipart/form-data"):
        uploads: dict[int, Upload] = {}
        for name, filename, data in _fields(kind, body):
            if name == "payload_json":
                request.body = msgspec.json.decode(data)
            elif name.startswith("files["):
                uploads[int(name[6:-1])] = Upload(filename, len(data), data)
        request.uploads = uploads


def _fields(content_type: str, body: bytes) -> Iterator[tuple[str, str, bytes]]:
    """Name, file name and content of each field of a form.

    aiohttp's own reader takes longer than all the rest that a picture needs here.
    """
    boundary = content_type.partition("boundary=")[2].strip('"').encode()
    for part in body.split(b"--" + boundary)[1:-1]:
        head, _, data = part.partition(b"\r\n\r\n")
        field = _FIELD.search(head.decode())
        assert field is not None, head
        yield field["name"], field["filename"] or "", data.removesuffix(b"\r\n")


def _respond(
    request: Request, status: int, body: Any, headers: dict[str, str] | None = None
) -> web.Response:
    """An answer with exactly the headers that discord.py looks for."""
    request.status = status
    if body is None:
        return web.Response(status=status, headers=headers)
    headers = dict(headers or {})
    if status == 429:
        headers["Via"] = "1.1 loopback"  # without it, discord.py takes a 429 for Cloudflare's ban
    encoded = msgspec.json.encode(body)
    return web.Response(
        status=status, body=encoded, content_type="application/json", headers=headers
    )


def _hang_up(http: web.Request) -> web.Response:
    if http.transport is not None:
        http.transport.abort()
    return web.Response()
