"""Presses that cannot count: each gets one private line, and nothing changes."""

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from bot.database import StoreError
from bot.face import SHARED_VERBS
from bot.match import Match
from bot.store import VersionTaken
from cogs.lobby import LobbyCog
from cogs.matches import matches_cog
from tests.bot.test_answer import answers
from tests.cogs.agent_avenue.duel import called, decide, decisions, downs, offer, over, picks, start
from tests.world import Answer, Person, Shown, World

DEFERRED, EDIT = 6, 7
"""Discord's numbers for first answers that leave the pressed message as it is, or edit it."""


async def everything(world: World) -> tuple[object, ...]:
    """All that everybody sees, and how far the match is."""
    match = await world.match()
    hands = [person.dms for person in world.people]
    return (world.public, hands, match.version, await world.bot.store.actions(match.id))


def one_line(answer: Answer) -> str:
    """The private line, of which it is certain that it is one."""
    assert answer.private is not None
    assert answer.private.strip()
    assert len(answer.private.splitlines()) <= 2
    return answer.private


def forge(message: Shown, buttons: dict[str, str]) -> Shown:
    """A message that seems to have other buttons, by label."""
    return msgspec.structs.replace(message, buttons=buttons)


async def in_mid_match(world: World) -> None:
    """A match in which an offer lies on the table."""
    await start(world)
    rng = Random(2)
    for _ in range(4):
        await decide(world, rng)
    await offer(called(world), rng)


async def test_a_bystander_presses_everything(world: World) -> None:
    await in_mid_match(world)
    before = await everything(world)
    for label in ("Recruit the face-up", "Recruit the face-down", "My hand"):
        answer = await world.eve.press(world.table, label)
        assert one_line(answer).startswith("You do not play in this match.")
    assert await everything(world) == before
    assert world.eve.dms == []


async def test_the_wrong_player_presses_everything(world: World) -> None:
    await in_mid_match(world)
    right = called(world)
    wrong = world.ben if right is world.ana else world.ana
    before = await everything(world)
    for label in ("Recruit the face-up", "Recruit the face-down"):
        answer = await wrong.press(world.table, label)
        name = "Ana" if right is world.ana else "Ben"
        assert one_line(answer) == f"It is not your turn: {name} is choosing."
    assert await everything(world) == before


async def test_somebody_else_s_private_hand_is_of_no_use(world: World) -> None:
    """Nobody sees it; a forged press with its custom ids is judged by who pressed."""
    await start(world)
    active = called(world)
    forged = forge(world.table, active.hand.buttons)
    before = await everything(world)
    for label in active.hand.buttons:
        answer = await world.eve.press(forged, label)
        assert one_line(answer).startswith("You do not play in this match.")
    assert await everything(world) == before


async def test_a_press_on_a_table_of_an_earlier_turn(world: World) -> None:
    await start(world)
    rng = Random(3)
    await offer(called(world), rng)
    old, recruiter = world.table, called(world)
    await recruiter.press(old, "Recruit the face-up")
    await offer(called(world), rng)
    before = await everything(world)
    for person in (world.ana, world.ben):
        answer = await person.press(old, "Recruit the face-down")
        assert one_line(answer).startswith("That moment has passed.")
        assert str(world.table.id) in one_line(answer)
    assert await everything(world) == before


async def test_a_press_on_a_hand_of_an_earlier_turn_shows_the_present_one(world: World) -> None:
    await start(world)
    rng = Random(3)
    active = called(world)
    old = active.hand
    await offer(active, rng)
    version = (await world.match()).version
    await active.press(old, picks(old)[0])
    assert active.hand.text.startswith("That moment has passed.")
    assert "you recruit at the table" in active.hand.text
    assert (await world.match()).version == version


async def test_the_notice_about_an_old_button_goes_with_the_next_change(world: World) -> None:
    await start(world)
    active = called(world)
    old = active.hand
    await offer(active, Random(3))
    await active.press(old, picks(old)[0])
    await called(world).press(world.table, "Recruit the face-up")
    assert "That moment has passed." not in active.hand.text


async def test_a_press_as_the_match_ends_beneath_it_is_no_made_up_one(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await in_mid_match(world)
    match, scene = await world.match(), world.bot.scenes.scene

    async def while_somebody_gives_up(*of: Any) -> Any:
        monkeypatch.undo()
        await world.bot.manager.resign(match, 0)
        return await scene(*of)

    monkeypatch.setattr(world.bot.scenes, "scene", while_somebody_gives_up)
    answer = await called(world).press(world.table, "Recruit the face-up")
    assert "is over" in one_line(answer)


async def test_a_press_in_a_match_that_is_over(world: World) -> None:
    await start(world)
    rng = Random(4)
    tables = []
    while not over(world):
        tables.append(world.table)
        await decide(world, rng)
    before = await everything(world)
    for table in (tables[0], tables[1], tables[-1]):
        for label in table.buttons.keys() - {"Rules", "Why?"}:
            answer = await world.ana.press(table, label)
            assert one_line(answer) == "This match is over."
    assert await everything(world) == before


async def test_an_unknown_match_is_no_failure(world: World) -> None:
    await start(world)
    before = await everything(world)
    gone = forge(world.table, {"x": "ZZZZ:3:recruit:face_up", "h": "ZZZZ:3:hand"})
    for label in gone.buttons:
        answer = await world.ana.press(gone, label)
        assert one_line(answer) == "There is no such match any more."
    assert await everything(world) == before


@pytest.mark.trouble
@pytest.mark.parametrize(
    "made_up",
    ["recruit:everything", "play:mole.mole.mole", "pick:x", "pick:back", "dance", "take:x.9"],
)
async def test_a_made_up_button_changes_nothing(world: World, made_up: str) -> None:
    await start(world)
    active = called(world)
    version = (await world.match()).version
    match_id = next(iter(active.hand.buttons.values())).split(":")[0]
    forged = forge(world.table, {"x": f"{match_id}:0:{made_up}"})
    table = world.table
    await active.press(forged, "x")
    assert (await world.match()).version == version
    assert world.read(table) == table


# At once


async def at_once(world: World, *presses: tuple[Person, Shown, str]) -> None:
    with world.at_once():
        for person, message, label in presses:
            await person.press(message, label, answered=False)
    await world.env.settle()


async def test_two_presses_at_once_count_as_one(world: World) -> None:
    await start(world)
    await offer(called(world), Random(1))
    recruiter, table = called(world), world.table
    version = (await world.match()).version
    await at_once(
        world,
        (recruiter, table, "Recruit the face-up"),
        (recruiter, table, "Recruit the face-down"),
    )
    assert (await world.match()).version == version + 1
    told = [m.text for m in world.messages(world.games.threads[0], recruiter) if m.private]
    assert len(told) == 1
    assert told[0].startswith("That moment has passed.")


async def test_the_same_button_pressed_twice_plays_once(world: World) -> None:
    await start(world)
    active = called(world)
    await active.press(active.hand, picks(active.hand)[0])
    hand = active.hand
    card = downs(hand)[0]
    await at_once(world, (active, hand, card), (active, hand, card))
    assert (await world.match()).version == 1
    assert "Recruit the face-down card" in world.table.buttons


async def test_both_players_press_at_once(world: World) -> None:
    await start(world)
    await offer(called(world), Random(1))
    table = world.table
    recruiter = called(world)
    other = world.ben if recruiter is world.ana else world.ana
    await at_once(
        world, (other, table, "Recruit the face-up"), (recruiter, table, "Recruit the face-down")
    )
    assert (await world.match()).version == 2
    assert "took the face-down card" in world.table.text


# The database fails


UNSAVED = "That could not be saved, so nothing has changed."


async def full(*_: object, **__: object) -> None:
    raise StoreError("The disk is full")


@pytest.mark.trouble
async def test_what_cannot_be_saved_is_told_and_has_not_happened(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start(world)
    active = called(world)
    await active.press(active.hand, picks(active.hand)[0])
    hand = active.hand
    before = await everything(world)

    with monkeypatch.context() as patch:
        patch.setattr(world.bot.store, "append", full)
        answer = await active.press(hand, downs(hand)[0])
    assert one_line(answer).startswith(UNSAVED)
    assert await everything(world) == before

    await active.press(hand, downs(hand)[0])
    assert "Recruit the face-down card" in world.table.buttons


@pytest.mark.trouble
async def test_a_lobby_that_cannot_be_saved_is_answered(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = await world.ana.play()
    with monkeypatch.context() as patch:
        for method in ("save_lobby", "create_match", "close_lobby"):
            patch.setattr(world.bot.store, method, full)
        for person, label in ((world.ben, "Join"), (world.ana, "Cancel")):
            assert one_line(await person.press(lobby, label)).startswith(UNSAVED)
    assert world.read(lobby) == lobby
    await world.ben.press(lobby, "Join")
    with monkeypatch.context() as patch:
        patch.setattr(world.bot.store, "create_match", full)
        answer = await world.ana.press(world.read(lobby), "Start")
    assert one_line(answer).startswith(UNSAVED)
    assert world.ana.dms == []
    await world.ana.press(world.read(lobby), "Start")
    assert "choose two cards" in world.table.text


@pytest.mark.trouble
async def test_a_command_that_cannot_be_saved_is_answered(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(world.bot.store, "create_lobby", full)
        answer = await world.ana.command("play agent-avenue")
    assert one_line(answer).startswith(UNSAVED)
    assert len(world.env.errors) == 1  # seen, and therefore no failure of this test
    assert set((await world.ana.play()).buttons) >= {"Join", "Start"}


@pytest.mark.trouble
async def test_a_database_that_cannot_be_read_is_answered(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = await world.ana.play()
    with monkeypatch.context() as patch:
        patch.setattr(world.bot.store, "_all", full)
        answer = await world.ben.press(lobby, "Join")
    assert one_line(answer).startswith(UNSAVED)


@pytest.mark.parametrize(
    ("command", "option"),
    [
        ("stats", "user"),
        ("history", "user"),
        ("play agent-avenue", "invite"),
        ("play la-agencia", "invite"),
    ],
)
async def test_somebody_who_is_not_in_the_server_is_named(
    world: World, command: str, option: str
) -> None:
    world.env.backend.remove_member(world.guild.id, world.ben.id)
    named: dict[str, Any] = {option: world.ben.member.user}
    answer = await world.ana.command(command, **named)
    assert one_line(answer) == "That person is not in this server."
    assert world.public == []
    assert len(world.env.errors) == 1  # simcord notes it; the log holds nothing


@pytest.mark.trouble
async def test_a_mistake_of_ours_is_answered_and_logged(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await start(world)
    active = called(world)
    hand = active.hand

    def broken(*_: object) -> None:
        raise RuntimeError("a mistake of ours")

    with monkeypatch.context() as patch:
        patch.setattr(world.bot.faces["agent-avenue"], "press", broken)
        answer = await active.press(hand, picks(hand)[0])
    assert one_line(answer).startswith("Something went wrong here.")
    assert "a mistake of ours" in caplog.text
    await active.press(hand, picks(hand)[0])
    assert "Now the face-down card" in active.hand.text


async def recruits_while(
    world: World, monkeypatch: pytest.MonkeyPatch, meanwhile: Callable[[Match, Shown], None]
) -> tuple[Shown, list[int]]:
    """Somebody recruits under a table to which something happens before the press is answered.

    Returns the table, and the types of the answers.
    """
    await start(world)
    await offer(called(world), Random(1))
    table, act, since = world.table, world.bot.manager.act, len(world.env.http_requests)

    async def acting(*args: Any) -> Match:
        match = await act(*args)
        meanwhile(match, table)
        return match

    monkeypatch.setattr(world.bot.manager, "act", acting)
    await called(world).press(table, "Recruit the face-up")  # it has not failed
    assert "took the face-up card" in world.table.text
    return table, answers(world, since)


async def test_a_table_is_posted_anew_only_when_the_press_under_it_has_been_answered(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def repost(match: Match, _: Shown) -> None:
        world.bot.surfaces.repost_table(match)

    table, given = await recruits_while(world, monkeypatch, repost)
    assert given == [EDIT]
    assert table.id not in [message.id for message in world.public]


async def test_a_press_under_a_table_that_is_deleted_meanwhile_has_not_failed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def delete(_: Match, table: Shown) -> None:
        world.env.backend.delete_message(table.channel, table.id)

    _, given = await recruits_while(world, monkeypatch, delete)
    assert given == [EDIT, DEFERRED]


async def test_who_loses_the_race_for_a_version_is_judged_anew(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process has written this version first: the press is outdated now."""
    await start(world)
    await offer(called(world), Random(1))
    recruiter, table = called(world), world.table
    match = await world.match()
    append = world.bot.store.append

    async def overtaken(match_id: str, version: int, seat: int, *_: object, **__: object) -> None:
        monkeypatch.setattr(world.bot.store, "append", append)
        elsewhere = b'{"do":"recruit","pick":"face_down"}'
        await append(
            match_id,
            version,
            seat,
            [elsewhere],
            at=3.0,
            over=False,
            computer_due=False,
            waiting=None,
        )
        raise VersionTaken(match_id)

    monkeypatch.setattr(world.bot.store, "append", overtaken)
    answer = await recruiter.press(table, "Recruit the face-up")
    assert one_line(answer).startswith("That moment has passed.")
    assert (await world.match()).version == match.version + 1
    assert "took the face-down card" in world.table.text


async def test_a_record_is_not_given_out_before_the_end(world: World) -> None:
    await start(world)
    rng = Random(4)
    async for _ in decisions(world, rng):
        pass
    final = world.table
    lobby = await world.eve.play()
    await world.ben.press(lobby, "Join")
    await world.eve.press(lobby, "Start")
    running = (await world.match()).id
    forged = forge(final, {"x": f"{running}:0:record"})
    answer = await world.eve.press(forged, "x")
    assert one_line(answer) == "The record is there when the match is over."
    assert answer.files == {}


@pytest.mark.trouble
async def test_every_verb_that_is_kept_from_the_games_is_answered(world: World) -> None:
    await start(world)
    elsewhere = LobbyCog.verbs | matches_cog(world.bot).doors.keys()
    assert elsewhere < SHARED_VERBS
    match = await world.match()
    for verb in sorted(SHARED_VERBS - elsewhere):
        await world.ana.command("game show", match=match.id)  # the last press has edited it
        button = forge(world.table, {"x": f"{match.id}:0:{verb}"})
        answer = await world.ana.press(button, "x")
        text = answer.message.text if answer.message else answer.private
        assert text, verb
        assert "Something went wrong" not in text, verb
