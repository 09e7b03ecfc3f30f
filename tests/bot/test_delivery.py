"""Every answer of Discord's is sorted into the few kinds that the bot tells apart."""

import asyncio
import io
import time
from collections import Counter
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot import delivery as delivery_module
from bot.delivery import (
    FORGET_EVERY,
    Closed,
    Delivery,
    Denied,
    Expired,
    Failed,
    Gone,
    Later,
    Lost,
    OnePiece,
    Pace,
    Rejected,
    TooOld,
    forget_channels_seldom,
    paced,
    sort,
)
from bot.screen import Screen, Text, compose


def answer(status: int, code: int = 0) -> discord.HTTPException:
    """What discord.py raises for such an answer."""
    response: Any = SimpleNamespace(status=status, reason="reason")
    kind = {403: discord.Forbidden, 404: discord.NotFound}.get(status, discord.HTTPException)
    return kind(response, {"code": code, "message": "message"})


@pytest.mark.parametrize(
    ("status", "code", "kind"),
    [
        (404, 10003, Lost),
        (404, 10008, Gone),
        (400, 30046, TooOld),
        (429, 30046, TooOld),
        (403, 50007, Closed),
        (403, 50001, Denied),
        (403, 50013, Denied),
        (401, 50027, Expired),
        (404, 10015, Expired),
        (404, 10062, Expired),
        (400, 40060, Expired),
        (403, 0, Denied),
        (404, 0, Gone),
        (500, 0, Later),
        (502, 0, Later),
        (429, 0, Later),
        (400, 40003, Later),
        (403, 50083, Denied),
        (400, 50035, Rejected),
    ],
)
def test_answers_are_sorted_by_their_code(status: int, code: int, kind: type[Failed]) -> None:
    assert type(sort(answer(status, code))) is kind


@pytest.mark.parametrize(
    "error", [TimeoutError(), OSError("no route"), aiohttp.ClientConnectionError("reset")]
)
def test_a_broken_way_to_discord_is_worth_another_attempt(error: Exception) -> None:
    assert type(sort(error)) is Later


def test_a_message_too_old_to_be_edited_is_replaced_like_one_that_is_gone() -> None:
    assert issubclass(TooOld, Gone)


class Unwilling:
    """A client whose every request fails with this error."""

    def __init__(self, error: Exception) -> None:
        self.error = error
        self.http = SimpleNamespace(start_thread_with_message=self.fail, edit_channel=self.fail)

    async def fail(self, *_: object, **__: object) -> None:
        raise self.error

    async def create_dm(self, user: object) -> None:
        raise self.error

    def get_partial_messageable(self, channel: int) -> Any:
        message = SimpleNamespace(edit=self.fail, delete=self.fail)
        return SimpleNamespace(send=self.fail, get_partial_message=lambda _: message)


def delivery(error: Exception) -> Delivery:
    client: Any = Unwilling(error)
    return Delivery(client)


async def test_every_request_raises_a_kind_of_ours() -> None:
    unwilling = delivery(answer(500))
    composed = await compose(Screen((Text("x"),)), "AAAA")
    for request in (
        unwilling.open_dm(1),
        unwilling.post(1, composed, nonce="1"),
        unwilling.edit(1, 2, composed),
        unwilling.delete(1, 2),
        unwilling.make_thread(1, 2, "name"),
    ):
        with pytest.raises(Later):
            await request


async def test_deleting_what_is_gone_is_no_error() -> None:
    await delivery(answer(404, 10008)).delete(1, 2)


async def test_the_thread_of_an_earlier_attempt_is_taken_over() -> None:
    assert await delivery(answer(400, 160004)).make_thread(1, 22, "name") == 22


async def test_direct_messages_are_opened_once_for_each_person() -> None:
    """Though there are more people than discord.py keeps in mind."""
    client: Any = discord.Client(intents=discord.Intents.none())
    opened: list[int] = []

    async def start_private_message(user: int) -> dict[str, Any]:
        opened.append(user)
        person = {"id": str(user), "username": "x", "discriminator": "0", "avatar": None}
        return {"id": str(user + 1000), "type": 1, "recipients": [person]}

    client.http.start_private_message = start_private_message
    messages = Delivery(client)
    people = range(1, 201)
    for _ in range(2):
        assert [await messages.open_dm(user) for user in people] == [u + 1000 for u in people]
    assert opened == [*people]


async def test_channels_are_forgotten_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """And not at each new one: there are thousands."""
    client = discord.Client(intents=discord.Intents.none())
    now, looks = 0.0, list[float]()
    monkeypatch.setattr(client.http, "_try_clear_expired_ratelimits", lambda: looks.append(now))
    monkeypatch.setattr(delivery_module, "time", SimpleNamespace(monotonic=lambda: now))
    forget_channels_seldom(client)
    for number in range(1000):
        now = number / 10
        client.http.get_ratelimit(f"channel {number}")
    assert looks == [FORGET_EVERY]


async def test_no_second_has_more_requests_than_allowed() -> None:
    """After a pause some may go at once; the others wait until they may."""
    loop = asyncio.get_running_loop()
    pace = Pace(100)
    began, went = loop.time(), list[float]()

    async def ask() -> None:
        await pace.turn()
        went.append(loop.time() - began)

    await asyncio.gather(*(ask() for _ in range(30)))
    assert sum(at < 0.005 for at in went) <= Pace.BURST + 1
    for number, at in enumerate(sorted(went)):
        assert at >= (number - Pace.BURST) / 100 - 0.002


async def test_who_was_held_up_does_not_go_with_all_the_others() -> None:
    """The event loop stands still, and the turns of many pass meanwhile."""
    loop = asyncio.get_running_loop()
    pace, went = Pace(40), list[float]()

    async def ask() -> None:
        await pace.turn()
        went.append(loop.time())

    asking = [asyncio.ensure_future(ask()) for _ in range(80)]
    await asyncio.sleep(0.1)
    time.sleep(0.5)  # noqa: ASYNC251 - just that is tried
    await asyncio.gather(*asking)
    most = max(sum(at <= other < at + 0.99 for other in went) for at in went)
    assert 40 <= most <= 40 + Pace.BURST


async def test_every_request_waits_for_its_turn_but_those_about_an_interaction() -> None:
    went = Counter[str]()

    async def take(request: web.Request) -> web.Response:
        went[request.path.split("/")[1]] += 1
        return web.Response()

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", take)
    pace = paced(10)
    assert pace is not None
    async with (
        TestServer(app) as server,
        aiohttp.ClientSession(trace_configs=[pace]) as session,
    ):

        async def ask(path: str) -> None:
            async with session.get(server.make_url(path)):
                pass

        paths = ["/channels/1/messages", "/interactions/1/token/callback", "/webhooks/1/token"]
        asking = [asyncio.ensure_future(ask(path)) for path in paths * 20]
        await asyncio.sleep(0.5)
        assert went["interactions"] == went["webhooks"] == 20
        assert 0 < went["channels"] <= 0.5 * 10 + Pace.BURST + 1
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)


def test_without_a_limit_nothing_waits() -> None:
    assert paced(0) is None


@pytest.mark.parametrize(("size", "in_one"), [(60 * 1024, True), (OnePiece.LARGEST, False)])
async def test_a_picture_is_sent_in_one_piece(size: int, in_one: bool) -> None:
    """What is far larger than any picture is not; it arrives all the same."""
    pieces: list[bytes] = []
    trace = aiohttp.TraceConfig()

    async def note(_: object, __: object, sent: aiohttp.TraceRequestChunkSentParams) -> None:
        pieces.append(sent.chunk)

    trace.on_request_chunk_sent.append(note)

    async def fields(request: web.Request) -> web.Response:
        got = await request.post()
        picture = got["files[0]"]
        assert isinstance(picture, web.FileField)
        assert (got["payload_json"], picture.filename) == ("{}", "table.png")
        return web.Response(body=picture.file.read())

    app = web.Application(client_max_size=1 << 20)
    app.router.add_post("/", fields)
    picture = bytes(range(256)) * (size // 256)
    async with TestServer(app) as server:
        session = aiohttp.ClientSession(connector=OnePiece(limit=0), trace_configs=[trace])
        async with session:
            form = aiohttp.FormData(quote_fields=False)
            form.add_field("payload_json", "{}")
            form.add_field("files[0]", io.BytesIO(picture), filename="table.png")
            async with session.post(server.make_url("/"), data=form) as answer:
                assert await answer.read() == picture
    assert (len(pieces) == 1) is in_one
