"""Nothing leaks when something goes wrong, beside computers, or while messages cannot be sent."""

from random import Random

import pytest

from bot.database import StoreError
from bot.manager import GameManager
from bot.rows import Settings
from engine.game import IllegalAction
from tests.cogs.agencia import evening as agencia
from tests.cogs.agent_avenue import duel, teams
from tests.secrecy.watch import watching
from tests.world import World


@pytest.mark.trouble
@pytest.mark.parametrize("error", [RuntimeError, StoreError, IllegalAction])
async def test_an_error_tells_neither_the_log_nor_anybody_what_was_played(
    error: type[Exception], world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise error("it went wrong")

    with watching(world) as watch:
        await duel.start(world)
        person = duel.called(world)
        monkeypatch.setattr(GameManager, "act", fail)
        await person.press(person.hand, duel.picks(person.hand)[0])
        answer = await person.press(person.hand, duel.downs(person.hand)[0])
        assert answer.private is not None
        world.fail("PATCH", "/channels/*/messages/*", 500)
        await world.refresh()
        watch.verify()


@pytest.mark.trouble
async def test_a_press_that_discord_does_not_let_the_bot_answer_is_logged_without_cards(
    world: World,
) -> None:
    with watching(world) as watch:
        await duel.start(world)
        person = duel.called(world)
        world.fail("POST", "/interactions/*/callback", 404, 10062)
        await person.press(person.hand, duel.picks(person.hand)[0], answered=False)
        world.recover()
        watch.verify()


@pytest.mark.parametrize(("mode", "kind"), [("advanced", "1v1"), ("advanced", "2v2")])
async def test_computers_give_nothing_away(mode: str, kind: str, world: World) -> None:
    with watching(world) as watch:
        await teams.start(world, [world.ana], mode=mode, teams=kind)
        async for _ in teams.presses(world, Random(2)):
            watch.verify()


@pytest.mark.trouble
async def test_closed_direct_messages_give_nothing_away(world: World) -> None:
    world.ben.close_dms()
    with watching(world) as watch:
        await agencia.start(world, 3, computers=1)
        while not agencia.over(world):
            await world.ben.press(world.table, "My cards")
            await agencia.decide(world, Random(2))
            watch.verify()


async def test_a_seat_that_gives_up_gives_nothing_away(world: World) -> None:
    """Neither the reminder nor what comes with the end of its time, before the match is over."""
    chosen = Settings(late="forfeit", turn_limit=3600)
    await world.bot.languages.save_settings(world.guild.id, chosen)
    with watching(world) as watch:
        await duel.start(world, mode="advanced")
        await duel.decide(world, Random(1))
        await world.wait(1860)
        watch.verify()
        assert not duel.over(world)
        await world.wait(1800)
        assert duel.over(world)
        watch.verify()
