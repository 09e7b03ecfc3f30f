"""Whose time is over, who resigns and who is replaced in a match of three: the others play on."""

from random import Random

from bot.rows import Settings
from tests.world import Person, World

from .evening import called, decide, over, start

HOUR = 3600


async def hour(world: World, **settings: str) -> None:
    chosen = Settings(turn_limit=HOUR, late="forfeit" if settings.get("late") else None)
    await world.bot.languages.save_settings(world.guild.id, chosen)


async def play_on(world: World, without: Person) -> None:
    """The rest of the match, in which one is never called again."""
    rng = Random(5)
    while not over(world):
        assert called(world) is not without
        await decide(world, rng)
        await world.wait(5)


async def test_whose_time_is_over_gives_up_and_the_others_play_on(world: World) -> None:
    await hour(world, late="forfeit")
    await start(world, 3)
    late = called(world)
    await world.wait(HOUR + 60)
    assert not over(world)
    assert "The time to decide" in world.table.text
    await play_on(world, late)


async def test_who_resigns_out_of_turn_is_called_no_more(world: World) -> None:
    players = await start(world, 3)
    gone = next(person for person in players if person is not called(world))
    thread = world.games.threads[0]
    question = (await gone.command("game resign", thread)).message
    assert question is not None
    await gone.press(question, "Resign")
    assert not over(world)
    await play_on(world, gone)


async def test_the_computer_plays_for_who_was_late_twice_and_for_nobody_else(world: World) -> None:
    await hour(world)
    await start(world, 3)
    late, rng = called(world), Random(6)
    for _ in range(2):
        while called(world) is not late:
            await decide(world, rng)
        await world.wait(HOUR + 60)
    assert "the computer plays until" in world.table.text
    await play_on(world, late)


async def test_a_substitute_plays_the_match_to_its_end(world: World) -> None:
    players = await start(world, 3)
    old, rng = players[1], Random(7)
    for _ in range(5):
        await decide(world, rng)
    request = (await old.command("game substitute", world.games.threads[0])).message
    assert request is not None
    await world.eve.press(request, "Take over")
    while not over(world):
        person = await decide(world, rng)
        assert person is not old
    assert len(old.dms) == 1
    assert old.hand.text.endswith("Your seat was given to somebody else.")
