"""What is stored of a server or a person and cannot be read any more harms nobody else."""

from random import Random

import pytest

from bot.rows import Preferences, Proposal, Settings
from tests.cogs.agent_avenue.duel import decide, start
from tests.world import World

pytestmark = pytest.mark.trouble


async def damage(world: World, table: str, column: str, key: object) -> None:
    """Let the body of a row be nonsense from the next start on, with a match left to mend."""
    db = world.bot.store._db
    await db.execute(f"UPDATE {table} SET body = ? WHERE {column} = ?", (b"\xff", key))
    await db.execute("UPDATE surfaces SET shown = -1 WHERE kind = 'table'")
    await world.restart()


async def lagging(world: World) -> list[int]:
    """The tables that do not show the state of their match."""
    sql = (
        "SELECT message FROM surfaces JOIN matches ON id = owner WHERE kind = 'table' "
        "AND shown < version"
    )
    return [row[0] for row in await world.bot.store._all(sql)]


async def test_a_server_whose_settings_are_damaged_has_none_and_everything_is_mended(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    await start(world)
    await decide(world, Random(1))
    await world.bot.store.save_settings(world.guild.id, Settings(turn_limit=0))
    await damage(world, "settings", "guild", world.guild.id)
    assert not await lagging(world)
    assert await world.bot.store.settings(world.guild.id) == Settings()
    assert f"settings of server {world.guild.id} cannot be read" in caplog.text
    answer = await world.ana.press(world.table, "Rules")
    assert "Something went wrong" not in (answer.private or "")


async def test_somebody_whose_preferences_are_damaged_plays_on_and_chooses_anew(
    world: World,
) -> None:
    await start(world)
    await decide(world, Random(1))
    await world.bot.store.save_preferences(world.ana.id, Preferences())
    await damage(world, "people", "user", world.ana.id)
    assert not await lagging(world)
    answer = await world.ana.press(world.table, "My hand")
    assert "Your hand" in (answer.private or "")
    await world.ana.command("language", language="de")
    assert (await world.bot.store.preferences(world.ana.id)).language == "de"


async def test_whose_preferences_are_damaged_shows_nothing_that_may_have_been_hidden(
    world: World,
) -> None:
    await start(world)
    match = await world.match()
    await world.bot.store.save_preferences(world.ana.id, Preferences())
    await world.bot.manager.resign(match, 1)
    await damage(world, "people", "user", world.ana.id)
    board = (await world.ben.command("leaderboard")).private or ""
    assert "Ben" in board
    assert "Ana" not in board
    preferences = await world.bot.store.preferences(world.ana.id)
    assert (preferences.listed, preferences.open_hand) == (False, False)


async def with_a_damaged_lobby(world: World) -> None:
    """Eve's lobby in a channel of its own, which is the oldest, cannot be read any more."""
    lobby = await world.eve.play(world.guild.create_text_channel("other"))
    (row,) = await world.bot.store.lobbies()
    assert row.id in lobby.buttons["Join"]
    await world.ben.play()
    await damage(world, "lobbies", "id", row.id)


@pytest.mark.settings(lobby_minutes=10)
async def test_a_damaged_lobby_is_closed_and_the_others_close_in_time(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    await with_a_damaged_lobby(world)
    (left,) = await world.bot.store.lobbies()
    assert "cannot be read any more, so it is closed" in caplog.text
    assert left.id in world.messages(world.games)[-1].buttons["Join"]
    await world.wait(600)
    assert await world.bot.store.lobbies() == []


async def test_a_press_in_a_lobby_that_is_damaged_meanwhile_says_that_it_is_closed(
    world: World,
) -> None:
    lobby = await world.eve.play()
    await world.bot.store._db.execute("UPDATE lobbies SET body = ?", (b"{}",))
    answer = await world.ben.press(lobby, "Join")
    assert answer.private is not None
    assert "Something went wrong" not in answer.private
    assert world.read(lobby).text == "This lobby was closed."
    assert "Join" in (await world.eve.play()).buttons


async def test_a_damaged_lobby_keeps_nobody_elsewhere_from_a_rematch(world: World) -> None:
    await start(world)
    match = await world.bot.manager.resign(await world.match(), 1)
    await world.refresh()
    await world.eve.play(world.guild.create_text_channel("other"))
    await world.bot.store._db.execute("UPDATE lobbies SET body = ?", (b"{}",))
    await world.ben.press(world.table, "Rematch")
    assert [lobby.rematch for lobby in await world.bot.lobbies.all()] == [match.id]


async def test_a_damaged_lobby_keeps_nobody_from_an_export(world: World) -> None:
    await world.eve.play()
    await world.bot.store._db.execute("UPDATE lobbies SET body = ?", (b"{}",))
    assert "safehouse.json" in (await world.ben.command("privacy export")).files


async def test_what_the_row_of_a_lobby_says_of_it_counts(world: World) -> None:
    lobby = await world.eve.play()
    await world.bot.store._db.execute("UPDATE lobbies SET version = 7")
    await world.ben.press(lobby, "Join")
    assert "Ben" in world.read(lobby).text


async def test_a_message_that_is_said_to_show_what_has_not_happened_yet_is_edited_once(
    world: World,
) -> None:
    await start(world)
    table = world.stored(world.table)
    await world.bot.store._db.execute("UPDATE surfaces SET shown = 99, digest = ''")
    await world.restart()
    await world.refresh()
    rows = await world.bot.store._all("SELECT shown FROM surfaces WHERE kind = 'table'")
    assert [tuple(row) for row in rows] == [(0,)]
    assert world.table.id == table.id


async def with_nonsense_settled(world: World) -> str:
    """A match in a channel of its own whose team has settled what no seat can do; its id."""
    lobby = await world.eve.play(world.guild.create_text_channel("other"))
    await world.ben.press(lobby, "Join")
    await world.eve.press(lobby, "Start")
    match = await world.match()
    await world.bot.store.save_proposal(
        match.id,
        Proposal(match.decision(None), 99, 99, b"{}", 0.0, agreed=True),
        computer_due=True,
        waiting=match.waiting(),
    )
    return match.id


@pytest.mark.settings(threads=False)
async def test_a_match_of_which_nothing_can_be_told_keeps_no_other_from_going_on(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    damaged = await with_nonsense_settled(world)
    await start(world)
    sound = await world.match()
    await world.bot.store._db.execute("UPDATE surfaces SET shown = -1 WHERE kind = 'table'")
    await world.restart()
    assert world.table.id not in await lagging(world)
    assert f"The messages of {damaged} could not be mended" in caplog.text
    await world.wait(25 * 3600)
    assert (await world.bot.manager.open(sound.id)).version > 0
