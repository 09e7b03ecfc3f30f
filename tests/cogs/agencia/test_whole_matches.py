"""Whole matches as people play them in a server, with and without computers and restarts."""

import re
from random import Random

import msgspec
import pytest

from engine.record import Record, decode, replay
from tests.world import World

from .evening import called, choices, decide, decisions, over, start


def told(world: World) -> list[tuple[object, ...]]:
    """What everybody sees, told so that it does not depend on the messages' ids."""
    return [
        (person.member.name, re.sub(r"/\d+(?=[/)])", "", m.text), m.buttons, m.alts)
        for person in world.people
        for m in world.seen_by(person)
    ]


@pytest.mark.parametrize(("people", "computers"), [(3, 0), (4, 0), (5, 0), (6, 0), (1, 2), (3, 3)])
async def test_a_match_is_played_to_its_end(people: int, computers: int, world: World) -> None:
    players = await start(world, people, computers)
    rng = Random(people)
    async for _ in decisions(world, rng):
        pass
    seats = people + computers
    hands = {3: 12, 4: 12, 5: 10, 6: 12}[seats]
    # One message for each hand, all but the last reduced to their stories.
    stories = [m for m in world.public if m.text.startswith("**Round")]
    assert len(stories) == hands - 1
    assert all(not story.buttons for story in stories)
    assert "wins with" in world.table.text or "share the victory" in world.table.text
    assert set(world.table.buttons) >= {"Rematch", "Replay", "Rules"}
    # Everybody has had one private message, edited all along.
    assert all(len(player.dms) == 1 for player in players)
    answer = await world.ana.export(world.table)
    ((_, record),) = answer.files.items()
    assert replay(decode(record)).winners == (await world.match()).state.winners


async def test_within_a_hand_the_table_is_edited_and_each_hand_has_a_new_one(
    world: World,
) -> None:
    await start(world, 3)
    tables: dict[tuple[str, str, str], set[int]] = {}
    async for _ in decisions(world, Random(1)):
        number = re.search(r"Round (\d) of (\d), hand (\d)", world.table.text)
        assert number is not None
        tables.setdefault(number.groups(), set()).add(world.table.id)
    assert len(tables) == 12
    assert all(len(ids) == 1 for ids in tables.values())
    assert len(set.union(*tables.values())) == 12


async def test_a_restart_after_every_step_changes_nothing_that_anybody_sees(world: World) -> None:
    await start(world, 3)
    steps = 0
    async for _ in decisions(world, Random(4)):
        before, pings = told(world), list(world.pings)
        await world.restart()
        assert told(world) == before
        assert world.pings == pings
        steps += 1
    assert steps > 48


@pytest.mark.parametrize(("people", "computers"), [(4, 0), (3, 2), (6, 0)])
async def test_restarts_now_and_then_change_nothing_either(
    people: int, computers: int, world: World
) -> None:
    await start(world, people, computers)
    rng = Random(people)
    async for _ in decisions(world, Random(8)):
        if rng.random() < 0.12:
            before, pings = told(world), list(world.pings)
            await world.restart()
            assert told(world) == before
            assert world.pings == pings


async def test_everybody_is_pinged_once_for_each_decision_but_never_for_the_own_press(
    world: World,
) -> None:
    players = await start(world, 3)
    (first,) = [ping.user for ping in world.pings]
    assert first == called(world).id
    for _ in range(30):
        before = len(world.pings)
        person = await decide(world, Random(2))
        fresh = [ping.user for ping in world.pings[before:]]
        expected = called(world)
        assert fresh == ([] if expected is person else [expected.id])
    assert {ping.user for ping in world.pings} == {player.id for player in players}


async def test_computers_see_to_their_seats_and_one_waits_only_for_people(world: World) -> None:
    await start(world, 1, 5)
    while not over(world):
        assert called(world) is world.ana
        await decide(world, Random(3))


async def test_a_public_button_names_a_card_only_if_it_lies_open(world: World) -> None:
    await start(world, 4)
    async for _ in decisions(world, Random(6)):
        view = (await world.match()).state.view(None)
        for label in choices(world.table):
            if any(card in label for card in ("Agents", "Recruiter", "Infiltrator")):
                card = view.slots[view.to_act[0]]["open"]
                assert label == f"Open: {card.replace('_', ' ').capitalize()}"


async def test_the_record_of_a_match_has_its_embassy(world: World) -> None:
    await start(world, 3, embassy="revolving_door")
    async for _ in decisions(world, Random(5)):
        pass
    answer = await world.ana.export(world.table)
    record: Record = decode(next(iter(answer.files.values())))
    assert msgspec.to_builtins(record.options)["embassy"] == "revolving_door"
