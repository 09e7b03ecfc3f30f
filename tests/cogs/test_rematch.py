"""A rematch: the same seats, the loser begins, and it takes the press of everybody."""

import asyncio
import time
from random import Random
from typing import Any
from unittest import mock

import msgspec
import pytest

from bot.database import StoreError
from bot.lobbies import Lobbies
from cogs.lobby_messages import RETRY, LobbyMessages
from tests.bot.stored import execute
from tests.cogs.agencia import evening as agencia
from tests.cogs.agent_avenue import duel, teams
from tests.cogs.test_game_commands import moderator, thread
from tests.world import Shown, World


async def finished(world: World, *, against_computer: bool = False) -> Shown:
    """A duel played to its end; its table."""
    await duel.start(world, against_computer=against_computer)
    async for _ in duel.decisions(world, Random(6)):
        pass
    return world.table


def matches(world: World) -> int:
    ((number,),) = execute(world.config.database, "SELECT count(*) FROM matches")
    assert isinstance(number, int)
    return number


def lobby(world: World) -> Shown:
    """The message in which a rematch waits for the others."""
    return next(m for m in world.public[::-1] if "Rematch of " in m.text)


async def seated(world: World) -> list[int | None]:
    return [row.user for row in (await world.match()).seats]


async def test_it_begins_when_both_have_pressed_and_each_sits_where_each_sat(
    world: World,
) -> None:
    table = await finished(world)
    before, old = await seated(world), await world.match()
    await world.ben.press(table, "Rematch")
    shown = lobby(world)
    assert f"Rematch of {old.id}, in the same seats." in shown.text
    assert "● blue  **Ben**" in shown.text
    assert f"<@{world.ana.id}> has not pressed yet" in shown.text
    assert world.pings[-1].user == world.ana.id
    assert matches(world) == 1
    await world.ana.press(shown, "Rematch")
    assert matches(world) == 2
    assert (await world.match()).id != old.id
    assert await seated(world) == before
    assert "choose two cards" in world.table.text


async def test_it_begins_as_well_when_the_other_presses_under_the_old_table(
    world: World,
) -> None:
    table = await finished(world)
    await world.ben.press(table, "Rematch")
    shown = lobby(world)
    answer = await world.ana.press(table, "Rematch")
    assert answer.private is not None
    assert answer.private.startswith("The rematch has begun already: https://")
    assert matches(world) == 2
    assert "has started" in world.read(shown).text


async def test_the_loser_begins(world: World) -> None:
    for seed in range(2):
        table = await finished(world) if seed == 0 else world.table
        old = await world.match()
        (winner,) = old.state.winners
        loser = (world.ana, world.ben)[1 - winner]
        await world.ana.press(table, "Rematch")
        assert f"Lost and begins this time: <@{loser.id}>." in lobby(world).text
        await world.ben.press(table, "Rematch")
        assert (await world.match()).id != old.id
        assert duel.called(world) is loser
        async for _ in duel.decisions(world, Random(seed)):
            pass


async def test_in_la_agencia_the_lowest_score_is_the_first_ambassador(world: World) -> None:
    players = await agencia.start(world, 3)
    async for _ in agencia.decisions(world, Random(1)):
        pass
    table, state = world.table, (await world.match()).state
    scores = [(score.total, score.deck) for score in state.view(None).scores]
    for person in players:
        await person.press(table, "Rematch")
    again = await world.match()
    assert again.deal.ambassador == scores.index(min(scores))
    assert await seated(world) == [person.id for person in players]


async def test_a_computer_that_begins_is_called_as_in_its_seat(world: World) -> None:
    await teams.start(world, [world.ana, world.ben], teams="2v2")
    question = (await world.ben.command("game resign", thread(world))).message
    assert question is not None
    await world.ben.press(question, "Resign")
    await world.ana.press(world.table, "Rematch")
    lines = lobby(world).text.splitlines()
    assert lines[5] == "● blue  **Computer (2)**"
    assert f"Lost and begin this time: <@{world.ben.id}>, Computer (2)." in lines


async def test_teams_stay_together(world: World) -> None:
    people = teams.party(world, 3)
    await teams.start(world, people, teams="2v2")
    async for _ in teams.presses(world, Random(5)):
        pass
    before, table = await seated(world), world.table
    for person in people:
        assert matches(world) == 1
        answer = await person.press(table, "Rematch")
        if person in people[1:-1]:
            assert answer.private is not None
            assert answer.private.startswith("It begins as soon as all have pressed **Rematch**.")
            assert answer.private.endswith(f"/{lobby(world).id}")
    assert matches(world) == 2
    assert await seated(world) == before


async def test_against_computers_alone_one_press_is_enough(world: World) -> None:
    table = await finished(world, against_computer=True)
    await world.ana.press(table, "Rematch")
    assert matches(world) == 2
    assert await seated(world) == [world.ana.id, None]
    assert len((await world.match()).contributions) == 2  # the press, and the message's id


@pytest.mark.parametrize("order", [(0, 1), (1, 0), (0, 1, 0, 1), (0, 0, 1, 1)])
async def test_presses_at_once_make_one_match(world: World, order: tuple[int, ...]) -> None:
    table = await finished(world)
    people = (world.ana, world.ben)
    with world.at_once():
        for number in order:
            await people[number].press(table, "Rematch", answered=False)
    await world.env.settle()
    assert matches(world) == 2
    assert len([m for m in world.public if m.text.count("has started") and m.id > table.id]) == 1
    assert not [m for m in world.public if "Rematch of " in m.text]
    assert execute(world.config.database, "SELECT * FROM lobbies") == []


async def test_who_agrees_while_the_lobby_is_on_its_way_is_shown_in_the_same(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = await agencia.start(world, 3)
    async for _ in agencia.decisions(world, Random(1)):
        pass
    table, show = world.table, LobbyMessages.show

    async def slowly(*args: Any) -> None:
        await asyncio.to_thread(time.sleep, 0.3)
        await show(*args)

    monkeypatch.setattr(LobbyMessages, "show", slowly)
    with world.at_once():
        for person in people[:2]:
            await person.press(table, "Rematch", answered=False)
    await world.env.settle()
    (shown,) = [m for m in world.public if "Rematch of " in m.text]
    assert shown.text.count("<@") == 2, shown.text
    await people[2].press(shown, "Rematch")
    assert await seated(world) == [person.id for person in people]


async def test_presses_at_once_against_computers_make_one_match(world: World) -> None:
    table = await finished(world, against_computer=True)
    with world.at_once():
        for _ in range(3):
            await world.ana.press(table, "Rematch", answered=False)
    await world.env.settle()
    assert matches(world) == 2
    assert execute(world.config.database, "SELECT * FROM lobbies") == []
    assert len((await world.match()).contributions) == 2


@pytest.mark.parametrize("computer", [True, False])
@pytest.mark.parametrize("restarted", [True, False])
async def test_a_press_after_it_has_begun_is_answered_with_where_it_is(
    world: World, restarted: bool, computer: bool
) -> None:
    """Also where it is not in the way: it was moved, or is over by now."""
    table = await finished(world, against_computer=computer)
    await world.ana.press(table, "Rematch")
    if not computer:
        await world.ben.press(table, "Rematch")
    begun = await world.match()
    elsewhere = world.guild.create_text_channel("elsewhere")
    await world.ana.command("game here", elsewhere, match=begun.id)
    if restarted:
        await world.restart()
    for _ in range(2):
        answer = await world.ana.press(table, "Rematch")
        assert answer.private is not None
        assert answer.private.startswith("The rematch has begun already: https://")
        assert f"/{elsewhere.id}/" in answer.private
    assert matches(world) == 2
    assert execute(world.config.database, "SELECT * FROM lobbies") == []


@pytest.mark.parametrize("after", range(4))
async def test_a_rematch_against_computers_that_is_cut_off_begins_once(
    world: World, after: int
) -> None:
    table = await finished(world, against_computer=True)
    with world.dying(after, lost=False):
        await world.ana.press(table, "Rematch", answered=False)
    await world.restart()
    await world.env.settle()
    await world.ana.press(table, "Rematch")
    assert matches(world) == 2
    assert execute(world.config.database, "SELECT * FROM lobbies") == []


async def test_presses_at_once_in_the_lobby_make_one_match(world: World) -> None:
    players = await agencia.start(world, 4)
    async for _ in agencia.decisions(world, Random(1)):
        pass
    await players[0].press(world.table, "Rematch")
    shown = lobby(world)
    with world.at_once():
        for person in (*players[1:], *players[1:]):
            await person.press(shown, "Rematch", answered=False)
    await world.env.settle()
    assert matches(world) == 2
    assert await seated(world) == [person.id for person in players]


async def test_the_last_press_is_answered_though_another_has_started_the_match(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One under the old table, which comes in between."""
    table = await finished(world)
    await world.ana.press(table, "Rematch")
    shown, change = lobby(world), world.bot.lobbies.change

    async def overtaken(*args: Any) -> Any:
        agreed = await change(*args)
        await world.bot.lobbies.start(agreed.id, world.ana.id, 1)
        return agreed

    monkeypatch.setattr(world.bot.lobbies, "change", overtaken)
    answer = await world.ben.press(shown, "Rematch")
    assert answer.private == f"The match {(await world.match()).id} has started."
    assert "has started" in world.read(shown).text
    assert matches(world) == 2


async def test_it_works_hours_later_and_after_restarts(world: World) -> None:
    table = await finished(world)
    await world.wait(7 * 3600)
    await world.restart()
    await world.ana.press(table, "Rematch")
    await world.restart()
    await world.ben.press(lobby(world), "Rematch")
    assert matches(world) == 2


@pytest.mark.trouble
async def test_a_rematch_that_was_cut_off_when_all_had_pressed_begins_at_the_next_start(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await finished(world)
    await world.ana.press(table, "Rematch")

    async def cut_off(*_: object) -> str:
        raise RuntimeError

    monkeypatch.setattr(world.bot.lobbies, "start", cut_off)
    await world.ben.press(lobby(world), "Rematch")
    assert matches(world) == 1
    await world.restart()
    await world.env.settle()
    assert matches(world) == 2


@pytest.mark.trouble
async def test_it_begins_a_little_later_if_the_lobbies_cannot_be_read_at_the_next_start(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await finished(world)
    await world.ana.press(table, "Rematch")
    cut_off = mock.AsyncMock(side_effect=RuntimeError)
    monkeypatch.setattr(world.bot.lobbies, "start", cut_off)
    await world.ben.press(lobby(world), "Rematch")
    unreadable = mock.AsyncMock(side_effect=StoreError("The database could not be read."))
    with monkeypatch.context() as patch:
        patch.setattr(Lobbies, "all", unreadable)
        await world.restart()
    unreadable.assert_awaited_once()
    assert matches(world) == 1
    await world.wait(RETRY)
    assert matches(world) == 2


@pytest.mark.trouble
async def test_a_rematch_that_could_not_be_written_begins_at_the_next_press(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await finished(world)
    await world.ana.press(table, "Rematch")
    shown = lobby(world)

    async def full(*_: object, **__: object) -> None:
        raise StoreError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(world.bot.store, "create_match", full)
        answer = await world.ben.press(shown, "Rematch")
    assert answer.private is not None
    assert "Please press again in a moment" in answer.private
    await world.ben.press(shown, "Rematch")
    assert matches(world) == 2
    assert "has started" in world.read(shown).text


async def test_whoever_does_not_press_is_waited_for_until_the_lobby_closes(world: World) -> None:
    table = await finished(world)
    await world.ana.press(table, "Rematch")
    shown = lobby(world)
    await world.wait(world.bot.config.lobby_minutes * 60 + 61)
    assert "This lobby was closed." in world.read(shown).text
    assert matches(world) == 1
    await world.ben.press(table, "Rematch")
    assert "**Ben**" in lobby(world).text


async def test_whoever_presses_under_the_table_gets_a_deleted_one_back(world: World) -> None:
    table = await finished(world)
    await world.ana.press(table, "Rematch")
    deleted = lobby(world)
    world.env.backend.delete_message(deleted.channel, deleted.id)
    answer = await world.ana.press(table, "Rematch")
    assert answer.private is not None
    assert answer.private.endswith(f"/{lobby(world).id}")
    await world.ben.press(lobby(world), "Rematch")
    assert matches(world) == 2


async def test_one_can_take_the_press_back(world: World) -> None:
    table = await finished(world)
    await world.ana.press(table, "Rematch")
    await world.ana.press(lobby(world), "Leave")
    await world.ben.press(table, "Rematch")
    assert matches(world) == 1
    assert f"<@{world.ana.id}> has not pressed yet" in lobby(world).text


async def test_who_has_not_pressed_has_nothing_to_take_back(world: World) -> None:
    """The answer names no button that a rematch has not."""
    table = await finished(world)
    await world.ana.press(table, "Rematch")
    answer = await world.ben.press(lobby(world), "Leave")
    assert answer.private == "You are not in this lobby."
    assert f"<@{world.ben.id}> has not pressed yet" in lobby(world).text


async def test_who_began_it_can_take_the_press_back_and_press_again(world: World) -> None:
    ana, *others = await agencia.start(world, 3)
    async for _ in agencia.decisions(world, Random(1)):
        pass
    await ana.press(world.table, "Rematch")
    shown = lobby(world)
    await others[0].press(shown, "Rematch")
    await ana.press(shown, "Leave")
    for person in (others[1], ana):
        await person.press(shown, "Rematch")
    assert matches(world) == 2
    assert await seated(world) == [person.id for person in (ana, *others)]


async def test_quick_match_starts_at_once_with_computers_in_all_other_seats(
    world: World,
) -> None:
    await world.ana.command("play agent-avenue", computer="easy", teams="2v2")
    assert await seated(world) == [world.ana.id, None, None, None]
    assert any("has started" in message.text for message in world.public)
    other = world.guild.create_text_channel("other")
    await world.ben.command("play la-agencia", other, computer="hard")
    assert await seated(world) == [world.ben.id, None, None, None]
    answer = await world.ana.command("play agent-avenue", computer="easy", invite=world.ben.member)
    assert answer.private == "Invite somebody or play against the computer at once, not both."
    assert execute(world.config.database, "SELECT * FROM lobbies") == []


async def test_nobody_else_can_press(world: World) -> None:
    table = await finished(world)
    assert (await world.eve.press(table, "Rematch")).private is not None
    await world.ana.press(table, "Rematch")
    shown = lobby(world)
    assert "computer" not in " ".join(shown.buttons).lower()
    answer = await world.eve.press(shown, "Rematch")
    assert answer.private is not None
    assert "invited" in answer.private
    forged = msgspec.structs.replace(
        shown,
        buttons={v: shown.buttons["Leave"].replace("leave", v) for v in ("computer", "start")},
    )
    for verb in ("computer", "start"):
        assert (await world.ana.press(forged, verb)).private is not None
    assert matches(world) == 1


async def test_a_running_match_has_none(world: World) -> None:
    await duel.start(world)
    match, table = await world.match(), world.table
    forged = msgspec.structs.replace(table, buttons={"x": f"{match.id}:0:rematch"})
    told = (await world.ana.press(forged, "x")).private
    assert told is not None
    assert told.startswith("That moment has passed. The table as it is now:")
    assert execute(world.config.database, "SELECT * FROM lobbies") == []


async def test_after_a_moderator_s_end_chance_decides_who_begins(world: World) -> None:
    await duel.start(world)
    await moderator(world).command("game end", thread(world))
    table = world.table
    await world.ana.press(table, "Rematch")
    assert "Lost and" not in lobby(world).text
    await world.ben.press(table, "Rematch")
    assert matches(world) == 2


async def test_the_rematch_is_a_fair_deal_like_any_other(world: World) -> None:
    table = await finished(world)
    for person in (world.ana, world.ben):
        await person.press(table, "Rematch")
    async for _ in duel.decisions(world, Random(2)):
        pass
    answer = await world.eve.press(world.table, "Verify the deal")
    assert answer.private is not None
    assert "was fair" in answer.private
