"""/play la-agencia: the embassy, the invitation, and a lobby for three to six."""

from random import Random

import pytest

from cogs.agencia import words
from cogs.agencia.cog import Chosen
from engine.agencia.embassies import EMBASSIES
from tests.world import World, world_in

from .evening import decisions, lobby, party, start


async def test_the_command_opens_a_lobby_for_up_to_six(world: World) -> None:
    opened = await lobby(world)
    assert opened.text.startswith("### La Agencia\n1  **Ana**\n2  (free)\n")
    assert "6  (free)" in opened.text
    for person in party(world, 6)[1:]:
        await person.press(opened, "Join")
    assert "(free)" not in world.read(opened).text
    late = world.person("Gus")
    assert (await late.press(opened, "Join")).private == "Every seat is taken."


async def test_it_starts_with_three_but_not_with_two(world: World) -> None:
    opened = await lobby(world)
    await world.ben.press(opened, "Join")
    answer = await world.ana.press(opened, "Start")
    assert answer.private is not None
    assert answer.private.startswith("One more has to join first")
    await world.ana.press(opened, "Add computer")
    await world.ana.press(opened, "Start")
    assert "hand 1 of 3" in world.table.text
    assert "The match" in world.read(opened).text


@pytest.mark.parametrize("embassy", EMBASSIES)
async def test_an_embassy_is_chosen_by_name_and_stands_in_the_lobby(
    embassy: str, world: World
) -> None:
    opened = await lobby(world, embassy=embassy)
    assert f"embassy: {words.EMBASSIES[embassy]}" in opened.text
    await world.ana.press(opened, "Add computer")
    await world.ana.press(opened, "Add computer")
    await world.ana.press(opened, "Start")
    assert f"Embassy **{words.EMBASSIES[embassy]}** (house variant)" in world.table.text


async def test_a_random_embassy_is_drawn_for_the_lobby(tmp_path) -> None:
    """So whoever joins knows what will be played; and the match keeps to it."""
    drawn = set()
    for seed in range(8):
        folder = tmp_path / str(seed)
        folder.mkdir()
        async with world_in(folder, seed=seed) as world:
            opened = await lobby(world, embassy="random")
            (name,) = [name for name in words.EMBASSIES.values() if name in opened.text]
            await world.ana.press(opened, "Add computer")
            await world.ana.press(opened, "Add computer")
            await world.ana.press(opened, "Start")
            assert f"Embassy **{name}** (house variant)" in world.table.text
            drawn.add(name)
    assert len(drawn) > 1


async def test_without_a_choice_there_is_no_embassy(world: World) -> None:
    await start(world, 3)
    assert "mbassy" not in world.table.text.replace("Ambassador", "")


def test_every_embassy_can_be_chosen() -> None:
    assert {"none", "random", *EMBASSIES} == set(Chosen.__args__)
    assert set(words.EMBASSIES) == set(words.EFFECTS) == set(EMBASSIES)


async def test_only_the_invited_person_can_join(world: World) -> None:
    opened = await lobby(world, invite=world.ben.member)
    answer = await world.eve.press(opened, "Join")
    assert answer.private is not None
    assert "invited" in answer.private
    await world.ben.press(opened, "Join")
    assert "2  **Ben**" in world.read(opened).text


async def test_a_rematch_keeps_the_embassy_and_the_computers(world: World) -> None:
    await start(world, 1, 2, embassy="paper_shredder")
    async for _ in decisions(world, Random(1)):
        pass
    old = (await world.match()).id
    await world.ana.press(world.table, "Rematch")
    match = await world.match()
    assert match.id != old
    assert match.options.embassy == "paper_shredder"
    assert [row.user for row in match.seats] == [world.ana.id, None, None]
