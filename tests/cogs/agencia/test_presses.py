"""Presses that do not count, and private cards for those who accept no direct messages."""

from random import Random

import pytest

from tests.world import World

from .evening import called, choices, decide, over, start


async def test_another_player_cannot_decide(world: World) -> None:
    players = await start(world, 3)
    expected = called(world)
    before = world.table
    name = {world.ana: "Ana", world.ben: "Ben"}.get(expected, "Cleo")
    for person in players:
        if person is not expected:
            answer = await person.press(world.table, choices(world.table)[0])
            assert answer.private == f"It is not your turn: {name} is choosing."
    assert world.table == before


async def test_a_bystander_cannot_decide_and_sees_no_cards(world: World) -> None:
    await start(world, 3)
    before = world.table
    for label in (choices(world.table)[0], "My cards"):
        answer = await world.eve.press(world.table, label)
        assert answer.private is not None
        assert answer.private.startswith("You do not play in this match.")
    assert world.table == before


async def test_an_old_button_changes_nothing_and_leads_to_the_table(world: World) -> None:
    await start(world, 3)
    old, person = world.table, called(world)
    await person.press(old, "Hall")
    before = world.table
    answer = await person.press(old, "Garden")
    assert answer.private is not None
    assert answer.private.startswith("That moment has passed.")
    assert world.table == before
    assert "**Hall**" in world.table.text


async def test_the_same_press_twice_counts_once(world: World) -> None:
    await start(world, 3)
    person, table = called(world), world.table
    await person.press(table, "Garden")
    match = await world.match()
    version = match.version
    await person.press(table, "Garden")
    assert (await world.match()).version == version


async def test_a_finished_match_takes_no_more_presses(world: World) -> None:
    await start(world, 1, 2)
    table = world.table
    while not over(world):
        table = world.table
        await decide(world, Random(1))
    answer = await world.ana.press(table, choices(table)[0])
    assert answer.private == "This match is over."


async def test_my_cards_shows_the_private_message_to_its_player_alone(world: World) -> None:
    players = await start(world, 3)
    for person in players:
        answer = await person.press(world.table, "My cards")
        assert answer.message is not None
        assert answer.message.private
        assert answer.message.text == person.hand.text
        assert answer.message.text.startswith("### Your cards")


@pytest.mark.trouble
async def test_with_closed_direct_messages_one_plays_from_my_cards(world: World) -> None:
    for person in (world.ana, world.ben):
        person.close_dms()
    players = await start(world, 3)
    assert world.ana.dms == world.ben.dms == []
    closed = "accepts no direct messages: the cards are behind My cards."
    assert world.table.text.count(closed) == 2
    rng, mine = Random(2), {}
    while not over(world):
        person = called(world)
        if person in players[:2]:
            answer = await person.press(world.table, "My cards")
            assert answer.message is not None
            mine[person] = answer.message
        await decide(world, rng)
        for shown in mine.values():
            # What was opened before is kept up to date, too.
            assert "Your cards" in world.read(shown).text
    assert not world.ana.dms
    assert "wins" in world.read(mine[world.ana]).text or "share" in world.read(mine[world.ana]).text


async def test_the_rules_are_shown_privately(world: World) -> None:
    await start(world, 3, embassy="open_doors")
    answer = await world.eve.press(world.table, "Rules")
    assert answer.message is not None
    assert answer.message.private
    assert "La Agencia in short" in answer.message.text
    assert "**Open Doors** (house variant)" in answer.message.text


async def test_who_ends_a_hand_gets_its_summary_as_the_answer_and_no_edit_follows(
    world: World,
) -> None:
    await start(world, 3)
    rng, before = Random(1), world.table
    while world.table.id == before.id:
        sent = len(world.env.http_requests)
        await decide(world, rng)
    (old,) = [shown for shown in world.public if shown.id == before.id]
    assert not choices(old)
    assert old.text.startswith("**Round 1 of 4, hand 1 of 3**")
    edits = [entry.path for entry in world.env.http_requests[sent:] if entry.method == "PATCH"]
    assert f"/channels/{old.channel}/messages/{old.id}" not in edits
