"""A match whose record no longer decodes is set aside; its people are told, all others play on."""

from random import Random

import pytest

from tests.cogs.agent_avenue.duel import decide, start
from tests.world import World

pytestmark = pytest.mark.trouble


async def damaged(world: World) -> str:
    """A match between Ana and Ben whose first action is nonsense from now on; its id."""
    await start(world)
    await decide(world, Random(1))
    match = await world.match()
    db = world.bot.store._db
    await db.execute("UPDATE actions SET action = ? WHERE match = ?", (b"nonsense", match.id))
    # It has something to do at the next start, too.
    await db.execute("UPDATE matches SET computer_due = 1 WHERE id = ?", (match.id,))
    return match.id


async def test_it_is_reported_once_and_never_tried_again(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    broken = await damaged(world)
    for _ in range(3):
        await world.restart()
    (record,) = [r for r in caplog.records if broken in r.getMessage()]
    assert record.levelname == "ERROR"
    assert record.exc_info is None
    row = await world.bot.store.match(broken)
    assert row is not None
    assert row.status == "aside"


async def test_a_press_in_it_is_answered(world: World) -> None:
    await damaged(world)
    table = world.table
    await world.restart()
    answer = await world.ana.press(table, "My hand")
    assert (answer.private or "").startswith("This match cannot be read any more.")


@pytest.mark.parametrize("command", ["game show", "game hand", "game verify", "game export"])
async def test_so_is_a_command_and_nothing_more_is_logged(
    world: World, command: str, caplog: pytest.LogCaptureFixture
) -> None:
    broken = await damaged(world)
    await world.restart()
    caplog.clear()
    answer = await world.ana.command(command, match=broken)
    assert (answer.private or "").startswith("This match cannot be read any more.")
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_who_played_in_it_gets_an_export_all_the_same(world: World) -> None:
    await damaged(world)
    files = [await person.command("privacy export") for person in (world.ana, world.ben)]
    assert any(b'"nonsense"' in answer.files["safehouse.json"] for answer in files)


@pytest.mark.settings(threads=False)
async def test_its_channel_is_free_for_another(world: World) -> None:
    await damaged(world)
    await world.restart()
    lobby = await world.eve.play()
    await world.ben.press(lobby, "Join")
    await world.eve.press(lobby, "Start")
    match = await world.match()
    await decide(world, Random(2))
    assert match.version == 1


async def test_matches_elsewhere_go_on(world: World) -> None:
    other = world.guild.create_text_channel("other")
    lobby = await world.ben.play(other)
    await world.ben.press(lobby, "Add computer")
    await world.ben.press(lobby, "Start")
    sound = await world.match()
    await damaged(world)
    await world.restart()
    opened = await world.bot.manager.open(sound.id)
    version = opened.version
    (seat,) = opened.state.to_act()
    action = opened.state.legal(seat)[0]
    await world.bot.manager.act(opened, seat, opened.decision(seat), action)
    assert opened.version == version + 1
