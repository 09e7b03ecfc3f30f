"""A team has settled that Eve takes Secret Recruit: what it asks is hers alone to choose.

The match waits for nobody else, and it goes on when she is slow, leaves or is taken out.
"""

from collections.abc import Awaitable, Callable
from pathlib import Path

import discord
import pytest

from bot.clock import LEFT_AFTER
from bot.rows import Preferences, Settings
from engine.agent_avenue.actions import Take
from engine.game import Resign
from tests.cogs.agent_avenue.duel import choices
from tests.cogs.agent_avenue.teams import called
from tests.cogs.agent_avenue.test_proposals import done, landed
from tests.world import Person, World, world_in

EVE = 2
"""Her seat; Ana sits in 0."""

CARD = "Eve takes Secret Recruit"
LIMIT = 300


async def settled(
    world: World, monkeypatch: pytest.MonkeyPatch, *, limit: int = 0, forfeit: bool = False
) -> Person:
    """Ana and Eve stand on the corner and have agreed. Returns Kit."""
    settings = Settings(turn_limit=limit, late="forfeit" if forfeit else None)
    await world.bot.languages.save_settings(world.guild.id, settings)
    kit = await landed(world, monkeypatch)
    for person in (world.ana, world.eve):
        await person.press(world.table, CARD)
    assert called(world) == [world.eve]
    return kit


def leave(world: World) -> None:
    """Eve leaves the server."""
    world.env.backend.remove_member(world.guild.id, world.eve.id)


async def take_out(world: World, moderator: Person) -> None:
    """Eve's seat is given to the computer."""
    permissions = discord.Permissions(manage_messages=True, send_messages=True)
    role = world.guild.create_role("Mods", permissions=permissions)
    world.env.backend.add_member_role(world.guild.id, moderator.id, role.id)
    await moderator.command("game remove", world.games.threads[0], user=world.eve.member)


async def taken(world: World) -> bool:
    """Whether Eve's seat has taken the card."""
    return (EVE, Take("secret_recruit")) in (await world.match()).actions


@pytest.mark.parametrize("restart", [False, True])
async def test_who_is_slow_to_choose_is_late_and_nobody_else(
    world: World, monkeypatch: pytest.MonkeyPatch, restart: bool
) -> None:
    await settled(world, monkeypatch, limit=LIMIT)
    if restart:
        await world.restart()
    pings = len(world.pings)
    await world.wait(LIMIT / 2 + 10)
    assert [ping.user for ping in world.pings[pings:]] == [world.eve.id]
    await world.wait(LIMIT / 2)
    assert await taken(world)
    assert [row.missed for row in (await world.match()).seats] == [0, 0, 1, 0]
    assert "Eve ran out of time: the computer has moved." in world.table.text
    assert "Ana ran out of time" not in world.table.text


async def test_who_is_slow_to_choose_gives_up_and_nobody_else(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await settled(world, monkeypatch, limit=LIMIT, forfeit=True)
    await world.wait(LIMIT + 10)
    assert (await world.match()).actions[-1] == (EVE, Resign())


async def test_a_covered_hand_says_whose_turn_it_is(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await landed(world, monkeypatch)
    for person in (world.ana, world.eve):
        await world.bot.languages.save_preferences(person.id, Preferences(open_hand=False))
        await person.press(world.table, CARD)
    assert "It is your turn." in world.eve.hand.text
    assert "It is your turn." not in world.ana.hand.text


async def test_who_has_decided_is_called_no_more(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await settled(world, monkeypatch)
    surfaces = (await world.match()).surfaces.values()
    assert [row.seat for row in surfaces if row.kind == "ping"] == [EVE]


async def remove_her(world: World, kit: Person) -> None:
    await take_out(world, kit)


async def let_her_leave(world: World, kit: Person) -> None:
    leave(world)
    await world.wait(LEFT_AFTER + 60)


gone = pytest.mark.parametrize("go", [remove_her, let_her_leave])
Go = Callable[[World, Person], Awaitable[None]]


@gone
async def test_when_its_seat_is_given_up_the_computer_carries_it_out(
    world: World, monkeypatch: pytest.MonkeyPatch, go: Go
) -> None:
    kit = await settled(world, monkeypatch)
    await go(world, kit)
    assert await taken(world)
    assert called(world), "somebody can play on"


@gone
async def test_so_it_does_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, go: Go
) -> None:
    async with world_in(tmp_path, computer_delay=3600.0) as world:
        kit = await settled(world, monkeypatch)
        await go(world, kit)
        assert not await taken(world)
        assert [*await world.bot.store.waiting()] == []
        stored = await world.bot.store.match((await world.match()).id)
        assert stored is not None
        assert stored.computer_due
        await world.restart()
        await world.wait(2 * 3600)
        assert await taken(world)


async def test_a_card_for_a_teammate_who_has_left_is_carried_out_by_the_computer(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.bot.languages.save_settings(world.guild.id, Settings(turn_limit=0))
    await landed(world, monkeypatch)
    leave(world)
    await world.wait(LEFT_AFTER + 60)
    assert called(world) == [world.ana]
    actions = await done(world)
    assert CARD in choices(world.table)
    assert (await world.ana.press(world.table, CARD)).private is None
    assert await done(world) > actions
    assert await taken(world)


async def test_who_takes_the_seat_over_makes_the_choice(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await settled(world, monkeypatch)
    mia = world.person("Mia")
    request = (await world.eve.command("game substitute", world.games.threads[0])).message
    assert request is not None
    await mia.press(request, "Take over")
    assert called(world) == [mia]
    await mia.press(mia.hand, "Mole")
    assert "Secret Recruit: Ana & Mia recruit a 1st Mole, −3." in world.table.text
