"""A server may choose the information values that no source names."""

from random import Random

from discord import Permissions

from bot.rows import Settings
from tests.world import Person, Shown, World

from .evening import decide, lobby, over, start


async def settings(world: World) -> tuple[Person, Shown]:
    """Somebody who manages the server, with the message of /settings."""
    admins = world.guild.create_role("Admins", permissions=Permissions(manage_guild=True))
    user = world.env.create_user("ida", global_name="Ida")
    admin = Person(world, world.guild.add_member(user, roles=[admins]))
    answer = await admin.command("settings")
    assert answer.message is not None
    return admin, answer.message


async def choose(world: World, **values: str) -> None:
    """Let an admin choose values of cards, one after the other."""
    admin, message = await settings(world)
    for card, value in values.items():
        await admin.choose(message, f"SETTINGS:0:la-agencia.{card}", value)


async def values(world: World) -> object:
    return (await world.match()).options.information_values


async def test_without_a_choice_the_assumed_values_count(world: World) -> None:
    await start(world, 3)
    assert await values(world) is None


async def test_only_values_that_no_source_names_can_be_chosen(world: World) -> None:
    _, message = await settings(world)
    offered = [line for line in message.text.splitlines() if "Information value" in line]
    assert offered == [
        "**Information value of Agents 3**",
        "**Information value of Agents 5**",
        "**Information value of Infiltrator**",
    ]


async def test_chosen_values_hold_for_the_lobbies_opened_from_then_on(world: World) -> None:
    await choose(world, agents_5="2", infiltrator="1")
    await start(world, 3)
    assert await values(world) == {"agents_5": 2, "infiltrator": 1}
    rules = await world.ana.press(world.table, "Rules")
    assert rules.message is not None
    assert "Agents 5: information value 2\n" in rules.message.text
    assert "This server has chosen some of these values." in rules.message.text


async def test_every_picture_tells_in_words_the_values_that_it_shows(world: World) -> None:
    await choose(world, agents_5="2", infiltrator="1")
    await start(world, 3)
    pictures = [world.table, world.ana.hand]
    rng = Random(1)
    while not over(world):
        await decide(world, rng)
    for message in (*pictures, world.table):
        (alt,) = message.alts
        assert alt.endswith(
            "Information values: Agents 1: 1, Agents 2: 1, Agents 3: 2, Agents 4: 2, Agents 5: 2, "
            "Recruiter: 1, Infiltrator: 1."
        )


async def test_the_rules_tell_the_values_of_this_server(world: World) -> None:
    async def told(topic: str) -> str:
        answer = await world.ben.command("rules", topic=topic)
        assert answer.message is not None
        return answer.message.text

    assert "No source at hand names this value" in await told("agents 5")
    await choose(world, agents_5="1")
    card = await told("agents 5")
    assert "information value 1." in card
    assert "This server has chosen this value." in card
    assert "- 1 × Agents 5: information value 1\n" in await told("la-agencia/short")
    assumed = await told("la-agencia/assumed")
    assert "- Agents 3: 2\n- Agents 5: 1. This server has chosen this value.\n" in assumed


async def test_a_choice_is_kept_and_can_be_taken_back(world: World) -> None:
    await choose(world, agents_3="1", agents_5="4")
    await world.restart()
    known = await world.bot.languages.settings(world.guild.id)
    assert known == Settings(games={"la-agencia": {"agents_3": 1, "agents_5": 4}})
    await choose(world, agents_3="-", agents_5="-")
    opened = await lobby(world)
    for _ in range(2):
        await world.ana.press(opened, "Add computer")
    await world.ana.press(opened, "Start")
    assert await values(world) is None
