"""Challenging somebody from the menu of that person."""

from types import SimpleNamespace
from typing import Any

from bot.i18n import translator
from cogs.lobby import lobby_cog
from tests.bot.stored import execute
from tests.world import Answer, Person, Shown, World

KEPT = "The free seat is kept for the person who was challenged."
EN = translator("en")


async def challenge(person: Person, other: Person) -> Answer:
    world = person.world
    result = await person.member.context_menu(world.games, "Challenge to a match", other.member)
    return world.answer(result)


async def asked(world: World) -> Shown:
    """Ana challenges Ben and is asked, privately, to what."""
    shown = (await challenge(world.ana, world.ben)).message
    assert shown is not None
    assert shown.private
    return shown


async def test_one_is_asked_for_the_game_and_nobody_else_hears_of_it(world: World) -> None:
    shown = await asked(world)
    assert shown.text == f"Which game do you challenge <@{world.ben.id}> to?"
    names = [face.name(EN) for face in world.bot.faces.values()]
    assert list(shown.buttons) == names
    assert {"Agent Avenue", "La Agencia"} <= set(names)
    assert world.public == []
    assert world.pings == []


async def test_who_has_left_the_server_cannot_be_challenged(world: World) -> None:
    """The menu is there beside the messages of somebody who has left, who is no member any more."""
    gone: Any = SimpleNamespace(id=1234, bot=False)
    asking: Any = SimpleNamespace(user=world.ana.member)
    refusal = lobby_cog(world.bot).why_not_invited(asking, gone, EN)
    assert refusal == "That person is not in this server."


async def test_the_lobby_is_for_this_person_who_is_pinged_once(world: World) -> None:
    lobby = (await world.ana.press(await asked(world), "Agent Avenue")).message
    assert lobby is not None
    assert not lobby.private
    assert lobby.text.startswith("### Agent Avenue")
    assert f"Only <@{world.ben.id}> can join." in lobby.text
    assert [ping.user for ping in world.pings] == [world.ben.id]
    assert (await world.eve.press(lobby, "Join")).private is not None
    await world.ben.press(lobby, "Join")
    assert "**Ben**" in world.read(lobby).text
    assert [ping.user for ping in world.pings] == [world.ben.id]


async def test_a_game_for_more_than_two_is_open_to_others_and_says_who_is_missing(
    world: World,
) -> None:
    lobby = (await world.ana.press(await asked(world), "La Agencia")).message
    assert lobby is not None
    assert f"Challenged: <@{world.ben.id}>. Anyone else here can join, too." in lobby.text
    assert [ping.user for ping in world.pings] == [world.ben.id]
    assert "2 more have to join first, people or computers (Add computer)." in lobby.text
    await world.ben.press(lobby, "Join")
    assert "One more has to join first" in world.read(lobby).text
    await world.eve.press(lobby, "Join")
    assert "to join first" not in world.read(lobby).text
    await world.ana.press(lobby, "Start")
    users = [row.user for row in (await world.match()).seats]
    assert users == [person.id for person in (world.ana, world.ben, world.eve)]


async def test_the_last_seat_is_kept_for_who_was_challenged(world: World) -> None:
    lobby = (await world.ana.press(await asked(world), "La Agencia")).message
    assert lobby is not None
    late, *others = [world.person(f"P{number}") for number in range(5)]
    for person in others:
        await person.press(lobby, "Join")
    assert (await late.press(lobby, "Join")).private == KEPT
    await world.ben.press(lobby, "Join")
    assert "**Ben**" in world.read(lobby).text
    assert (await late.press(lobby, "Join")).private == "Every seat is taken."


async def test_it_is_kept_from_computers_too(world: World) -> None:
    lobby = (await world.ana.press(await asked(world), "La Agencia")).message
    assert lobby is not None
    await world.eve.press(lobby, "Join")
    told = [(await world.eve.press(lobby, "Add computer")).private for _ in range(4)]
    assert told == [None, None, None, KEPT]
    await world.ben.press(lobby, "Join")
    assert "**Ben**" in world.read(lobby).text


async def test_the_challenge_is_accepted_and_the_match_starts(world: World) -> None:
    lobby = (await world.ana.press(await asked(world), "Agent Avenue")).message
    assert lobby is not None
    await world.ben.press(lobby, "Join")
    await world.ana.press(lobby, "Start")
    assert [row.user for row in (await world.match()).seats] == [world.ana.id, world.ben.id]


async def test_one_cannot_challenge_oneself(world: World) -> None:
    answer = await challenge(world.ana, world.ana)
    assert answer.private == "You are in anyway; invite somebody else, or nobody."
    assert execute(world.config.database, "SELECT * FROM lobbies") == []


async def test_it_works_after_a_restart(world: World) -> None:
    shown = await asked(world)
    await world.restart()
    assert (await world.ana.press(shown, "Agent Avenue")).message is not None


async def test_the_menu_has_its_name_in_each_language_of_discord_s_clients(world: World) -> None:
    (menu,) = [c for c in world.env.backend.commands[None].values() if c.get("type") == 2]
    names = menu["name_localizations"]
    assert names["de"] == "Zu einer Partie herausfordern"
    assert set(names) >= {"de", "fr", "es-ES", "es-419"}
    assert all(0 < len(name) <= 32 for name in names.values())
