"""/privacy: people get what is stored about them, all of it, and can have it deleted."""

import json
import sqlite3
from contextlib import closing
from datetime import datetime
from random import Random
from typing import Any

import pytest
from msgspec import Raw
from msgspec.json import encode

from bot.rows import Preferences, Proposal, SurfaceRow
from tests.cogs.agencia import evening as agencia
from tests.cogs.agent_avenue.duel import called, decide, decisions, over, start
from tests.world import Person, Shown, World


async def exported(person: Person) -> dict[str, Any]:
    """What somebody is given."""
    answer = await person.command("privacy export")
    assert answer.message is not None
    assert answer.message.private
    return json.loads(answer.files["safehouse.json"])


async def delete(person: Person) -> str:
    """What somebody is told who deletes what is stored about them."""
    asked = (await person.command("privacy delete")).message
    assert asked is not None
    assert asked.private
    await person.press(asked, "Delete")
    return person.world.read(asked).text


def stored(world: World) -> str:
    """The whole database, written out."""
    with closing(sqlite3.connect(world.config.database)) as db:
        return "\n".join(db.iterdump())


async def finished(world: World) -> Shown:
    """Ana and Ben play a match to its end; its last table."""
    await start(world)
    async for _ in decisions(world, Random(3)):
        pass
    assert over(world)
    return world.table


async def test_export_holds_what_is_stored_of_the_one_who_asks(world: World) -> None:
    await world.bot.store.save_preferences(world.ana.id, Preferences(language="en"))
    await finished(world)
    match = await world.match()
    given = await exported(world.ana)
    assert given["user"] == world.ana.id
    assert given["preferences"] == {"language": "en"}
    (played,) = given["matches"]
    seat = match.seat_of(world.ana.id)
    assert (played["id"], played["seat"], played["status"]) == (match.id, seat, "over")
    assert played["name"] == "Ana"
    assert len(played["actions"]) == sum(s == seat for s, _ in match.actions)
    assert played["messages"]
    won = seat in match.state.winners
    assert played["result"]["place"] == (1 if won else 2)
    assert played["result"]["came_with"]["here"]["matches"] == 0
    ratings = [(rated["server"], rated["matches"]) for rated in given["ratings"]]
    assert ratings == [(None, 1), (world.guild.id, 1)]


async def test_export_of_a_running_match_shows_one_s_own_moves_alone(world: World) -> None:
    await start(world)
    await decide(world, Random(1))
    match = await world.match()
    ((seat, _),) = match.actions
    people = {match.seat_of(person.id): person for person in (world.ana, world.ben)}
    mine = await exported(people[seat])
    theirs = await exported(people[1 - seat])
    assert len(mine["matches"][0]["actions"]) == 1
    assert theirs["matches"][0]["actions"] == []
    assert mine["matches"][0]["result"] is None
    assert "deal" not in mine["matches"][0]


async def substituted(world: World) -> Person:
    """Somebody offers, recruits and gives the seat to Eve; who that was."""
    await start(world)
    old, rng = called(world), Random(1)
    for _ in range(4):
        await decide(world, rng)
    request = (await old.command("game substitute", world.games.threads[0])).message
    assert request is not None
    await world.eve.press(request, "Take over")
    return old


@pytest.mark.parametrize("restart", [False, True])
async def test_export_of_a_substitute_holds_nothing_of_the_time_before(
    world: World, restart: bool
) -> None:
    """Not the predecessor's moves, some of which were face down, nor where those hands stood."""
    await substituted(world)
    if restart:
        await world.restart()
    (taken,) = (await exported(world.eve))["matches"]
    assert taken["actions"] == []
    assert datetime.fromisoformat(taken["took_over"]) == world.env.now()
    assert [message["message"] for message in taken["messages"]] == [world.eve.hand.id]
    before, rng = (await world.match()).version, Random(2)
    for _ in range(4):
        await decide(world, rng)
    match = await world.match()
    done = [action for seat, action in match.actions[before:] if seat == taken["seat"]]
    (played,) = (await exported(world.eve))["matches"]
    assert [Raw(encode(action["action"])) for action in played["actions"]] == [
        Raw(encode(action)) for action in done
    ]
    assert played["actions"]


async def test_export_of_a_substitute_names_no_hand_that_is_not_taken_back_yet(
    world: World,
) -> None:
    old = await substituted(world)
    match = await world.match()
    seat = match.seat_of(world.eve.id) or 0
    hand = SurfaceRow(match.id, "hand", seat, 0, channel=old.hand.channel, message=old.hand.id)
    await world.bot.store.save_surfaces([hand])
    (taken,) = (await exported(world.eve))["matches"]
    assert [message["message"] for message in taken["messages"]] == [world.eve.hand.id]


@pytest.mark.parametrize("agreed", [False, True])
async def test_export_holds_a_proposal_until_it_is_the_team_s(world: World, agreed: bool) -> None:
    """Then it stays where the seat changes hands, and is somebody else's."""
    await start(world)
    match = await world.match()
    seat = match.seat_of(world.ana.id) or 0
    proposal = Proposal(0, seat, seat, b"{}", at=1.0, agreed=agreed)
    await world.bot.store.save_proposal(match.id, proposal, computer_due=False, waiting=1.0)
    for person, holds in ((world.ana, not agreed), (world.ben, False)):
        (played,) = (await exported(person))["matches"]
        assert (played["proposed"] is not None) == holds


async def test_export_of_who_gave_a_seat_away_holds_nothing_of_that_match(world: World) -> None:
    """Nor does anything else that is stored: neither the name nor the id stands there any more."""
    old = await substituted(world)
    for _ in range(2):
        await decide(world, Random(2))
    assert (await exported(old))["matches"] == []
    if old is not world.ana:  # who opened the lobby
        assert str(old.id) not in stored(world)


async def test_exports_of_both_owners_of_a_seat_share_no_move(world: World) -> None:
    """Also if the seat comes back to who had it first."""
    old = await substituted(world)
    await decide(world, Random(2))
    request = (await world.eve.command("game substitute", world.games.threads[0])).message
    assert request is not None
    await old.press(request, "Take over")
    assert (await exported(world.eve))["matches"] == []
    (back,) = (await exported(old))["matches"]
    assert back["actions"] == []


async def test_export_names_lobbies_and_invitations(world: World) -> None:
    lobby = await world.ana.play(invite=world.ben.member)
    code = next(iter(lobby.buttons.values())).split(":")[0]
    ana, ben = await exported(world.ana), await exported(world.ben)
    assert (ana["lobbies"], ana["invited_to"]) == ([code], [])
    assert (ben["lobbies"], ben["invited_to"]) == ([], [code])


async def test_export_names_the_rematch_that_keeps_a_seat_for_who_has_left_it(world: World) -> None:
    people = await agencia.start(world, 3)
    async for _ in agencia.decisions(world, Random(1)):
        pass
    table = world.table
    await people[1].press(table, "Rematch")
    lobby = next(m for m in world.public[::-1] if "Rematch of " in m.text)
    await people[0].press(lobby, "Rematch")
    await people[1].press(lobby, "Leave")
    code = next(iter(lobby.buttons.values())).split(":")[0]
    given = await exported(people[1])
    assert (given["lobbies"], given["invited_to"]) == ([], [code])


async def test_export_says_whether_one_was_late_and_looks_for_a_substitute(world: World) -> None:
    await start(world)
    late = called(world)
    await late.command("game substitute", world.games.threads[0])
    (seat,) = (await exported(late))["matches"]
    assert (seat["missed"], seat["away"], seat["looks_for_substitute"]) == (0, None, True)
    await world.wait(25 * 3600)
    (seat,) = (await exported(late))["matches"]
    assert seat["missed"] == 1


async def test_who_never_played_is_given_an_empty_file(world: World) -> None:
    given = await exported(world.eve)
    assert given["matches"] == given["lobbies"] == given["invited_to"] == []


async def test_nothing_of_a_deleted_person_is_stored(world: World) -> None:
    await world.bot.store.save_preferences(world.ana.id, Preferences(language="en"))
    await finished(world)
    assert str(world.ana.id) in stored(world)
    assert (await delete(world.ana)).startswith("Deleted.")
    dump = stored(world)
    assert str(world.ana.id) not in dump
    assert str(world.ana.member.user.dm_channel.id) not in dump
    assert "'Ana'" not in dump
    assert str(world.ben.id) in dump


async def test_the_files_hold_nothing_of_a_deleted_person(world: World) -> None:
    """Nor what SQLite keeps beside the database, which would hold old pages for weeks."""
    zoe = world.person("Zoe Zebra")
    lobby = await zoe.play()
    await world.ben.press(lobby, "Join")
    await zoe.press(lobby, "Start")
    async for _ in decisions(world, Random(3)):
        pass
    traces = (b"Zoe Zebra", str(zoe.id).encode(), zoe.id.to_bytes(8, "big"))

    def left() -> list[bytes]:
        files = world.config.database.parent.glob(f"{world.config.database.name}*")
        data = b"".join(file.read_bytes() for file in files)
        return [trace for trace in traces if trace in data]

    assert left() == list(traces)
    assert (await delete(zoe)).startswith("Deleted.")
    assert left() == []


async def test_a_past_match_keeps_an_anonymous_seat(world: World) -> None:
    table = await finished(world)
    before = (await world.match()).actions
    await delete(world.ana)
    for _ in range(2):  # in memory, and read anew
        match = await world.match()
        assert match.actions == before
        assert match.seat_of(world.ana.id) is None
        record = (await world.ben.export(table)).files.popitem()[1]
        assert sorted(json.loads(record)["seats"]) == ["Ben", "Player"]
        await world.restart()


async def test_the_table_of_a_past_match_mentions_nobody(world: World) -> None:
    await finished(world)
    await delete(world.ana)
    scene = await world.bot.scenes.scene(await world.match(), None)
    assert sorted(sitter.mention for sitter in scene.sitters) == [f"<@{world.ben.id}>", "Player"]


async def test_a_deleted_person_gets_no_message_and_no_invitation(world: World) -> None:
    table = await finished(world)
    await delete(world.ana)
    seen = len(world.ana.dms)
    await world.refresh()
    await world.ben.press(table, "Rematch")
    assert len(world.ana.dms) == seen
    assert str(world.ana.id) not in stored(world)


async def test_what_was_still_to_be_noted_of_a_deleted_person_is_not(world: World) -> None:
    await finished(world)
    match = await world.match()
    match.unsaved |= match.surfaces
    match.unsaved_seats |= dict(enumerate(match.seats))
    await delete(world.ana)
    await world.refresh()
    noted = await world.bot.store.stored(match.id)
    assert noted is not None
    assert sorted(row.dms for row in noted.seats) == ["closed", "open"]
    assert str(world.ana.member.user.dm_channel.id) not in stored(world)
    assert str(world.ben.member.user.dm_channel.id) in stored(world)


async def test_nothing_is_known_any_more_of_a_deleted_person_who_gave_a_seat_away(
    world: World,
) -> None:
    old = await substituted(world)
    former = (await world.match()).former
    assert [row.user for row in former.values()] == [old.id]
    await delete(old)
    assert former == {}


async def test_nothing_is_deleted_while_one_plays(world: World) -> None:
    await start(world)
    match = await world.match()
    before = stored(world)
    told = await delete(world.ana)
    assert told.startswith(f"Nothing was deleted: you are still in {match.id}.")
    assert stored(world) == before
    assert match.seat_of(world.ana.id) is not None


async def test_who_has_given_up_is_told_that_the_others_have_to_finish_first(world: World) -> None:
    people = await agencia.start(world, 3)
    question = (await people[0].command("game resign", world.games.threads[0])).message
    assert question is not None
    await people[0].press(question, "Resign")
    assert "given up has to end for the others, too" in await delete(people[0])
    async for _ in agencia.decisions(world, Random(1)):
        pass
    assert (await delete(people[0])).startswith("Deleted.")


async def test_nothing_is_deleted_while_one_waits_in_a_lobby(world: World) -> None:
    lobby = await world.ana.play()
    await world.ben.press(lobby, "Join")
    for person in (world.ana, world.ben):
        assert (await delete(person)).startswith("Nothing was deleted")
    await world.ben.press(lobby, "Leave")
    assert (await delete(world.ben)).startswith("Deleted.")


async def test_the_question_can_be_answered_however_old_it_is(world: World) -> None:
    await finished(world)
    question = (await world.ana.command("privacy delete")).message
    assert question is not None
    await world.wait(3600)
    await world.restart()
    await world.ana.press(question, "Delete")
    assert world.read(question).text.startswith("Deleted.")
    assert str(world.ana.id) not in stored(world)
    assert str(world.ben.id) in stored(world)


@pytest.mark.trouble
async def test_what_could_not_be_written_is_said(world: World) -> None:
    asked = (await world.ana.command("privacy delete")).message
    assert asked is not None
    with closing(sqlite3.connect(world.config.database, isolation_level=None)) as other:
        await world.bot.store._db.execute("PRAGMA busy_timeout = 0")
        other.execute("BEGIN IMMEDIATE")
        answer = await world.ana.press(asked, "Delete")
    assert (answer.private or "").startswith("That could not be saved, so nothing has changed.")
    await world.ana.press(asked, "Delete")
    assert world.read(asked).text.startswith("Deleted.")
