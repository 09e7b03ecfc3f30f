"""Application emojis: the bot's own, uploaded by itself, always beside a word."""

import io
import re
from collections.abc import Callable
from random import Random

import aiohttp
import discord
import pytest
from PIL import Image

from bot.draw.palette import contrast
from bot.emojis import MAX_NAME, Emojis
from bot.face import Draws
from cogs.agencia.picture_glyphs import ACCENTS as AGENCIA_GROUNDS
from cogs.agencia.picture_glyphs import SIDES
from cogs.agent_avenue.picture_glyphs import ACCENTS as AGENT_AVENUE_GROUNDS
from tests.cogs.agent_avenue.duel import called, offer, start
from tests.faces import FACES
from tests.world import World

EMOJI = re.compile(r"<:(\w+):\d+>")
WITH_WORD = re.compile(r"<:\w+:\d+> \w")
DRAWN: list[tuple[str, Callable[[], bytes]]] = [
    (thing, draw)
    for face in FACES.values()
    if isinstance(face, Draws)
    for thing, draw in face.emojis().items()
]
"""Those of every game."""

pytestmark = pytest.mark.settings(emojis=True)


def uploaded(world: World) -> list[str]:
    return [emoji.name for emoji in world.env.backend.application_emojis.values()]


@pytest.mark.parametrize(("thing", "draw"), DRAWN, ids=[thing for thing, _ in DRAWN])
def test_each_is_a_small_square_picture(thing: str, draw: Callable[[], bytes]) -> None:
    png = draw()
    assert Image.open(io.BytesIO(png)).size == (128, 128)
    assert len(png) <= 16 * 1024
    assert draw() == png


def test_the_drawings_stand_out_from_their_grounds() -> None:
    paper = (255, 255, 255)
    for ground in [*AGENT_AVENUE_GROUNDS.values(), *AGENCIA_GROUNDS.values(), *SIDES.values()]:
        assert contrast(paper, ground) >= 4.5


async def test_the_bot_uploads_what_is_missing_once(world: World) -> None:
    names = uploaded(world)
    assert len(names) == len(DRAWN) == len(set(names))
    assert all(len(name) <= MAX_NAME for name in names)
    await world.restart()
    assert uploaded(world) == names


async def test_an_earlier_drawing_is_taken_away_and_what_is_not_ours_stays(world: World) -> None:
    names = uploaded(world)
    await world.bot.create_application_emoji(name="agent_avenue_mole_000000", image=DRAWN[0][1]())
    await world.bot.create_application_emoji(name="mascot", image=DRAWN[0][1]())
    await world.restart()
    assert sorted(uploaded(world)) == sorted([*names, "mascot"])


async def test_a_word_always_stands_beside_an_emoji(world: World) -> None:
    await start(world)
    active = called(world)
    hand = active.hand
    await offer(active, Random(2))
    await called(world).press(world.table, "Recruit the face-up")
    public = world.table.text
    assert len(EMOJI.findall(public)) >= 2
    assert len(WITH_WORD.findall(public)) == len(EMOJI.findall(public))
    assert all(hand.buttons)
    assert "agent_avenue" not in EMOJI.sub("", public)


async def test_without_them_the_words_stand_alone(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(world.bot.drawings, "_known", {})
    await start(world)
    await offer(called(world), Random(2))
    assert EMOJI.search(world.table.text) is None


@pytest.mark.trouble
@pytest.mark.parametrize("request_", ["fetch_application_emojis", "create_application_emoji"])
@pytest.mark.parametrize("trouble", [discord.DiscordServerError, aiohttp.ServerDisconnectedError])
async def test_what_goes_wrong_is_told_in_the_log_alone(
    world: World,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    request_: str,
    trouble: type[Exception],
) -> None:
    class Response:
        status, reason = 500, "Internal Server Error"

    async def refused(*_: object, **__: object) -> None:
        raise trouble() if trouble is aiohttp.ServerDisconnectedError else trouble(Response(), "no")

    world.env.backend.application_emojis.clear()
    monkeypatch.setattr(world.bot, request_, refused)
    emojis = Emojis()
    with caplog.at_level("WARNING", logger="bot"):
        await emojis.find(world.bot, FACES)
        await emojis.update(world.bot)
    assert dict(emojis.of("agent-avenue")) == {}
    assert "words stand without them" in caplog.text


def test_both_games_have_some() -> None:
    assert all(isinstance(FACES[game], Draws) for game in ("agent-avenue", "la-agencia"))
    assert set(FACES["agent-avenue"].emojis()) == set(AGENT_AVENUE_GROUNDS)
