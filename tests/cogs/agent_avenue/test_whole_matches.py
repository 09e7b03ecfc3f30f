"""Whole matches, from the command to the winner and the rematch, by what people see and press."""

import asyncio
import re
from random import Random

import pytest

from bot import answer
from bot.match import Match
from engine.agent_avenue.cards import AGENTS
from engine.record import decode, replay
from tests.cogs.agent_avenue.duel import (
    called,
    decide,
    decisions,
    downs,
    over,
    picks,
    play,
    stack,
    start,
)
from tests.world import World


async def test_two_people_play_to_a_winner(world: World) -> None:
    await start(world)
    turns = [person async for person in decisions(world, Random(1))]

    assert {world.ana, world.ben} == set(turns)
    assert " wins: " in world.table.text
    names = [agent.name for agent in AGENTS.values()]
    for name in ("Ana", "Ben"):
        (hand,) = re.findall(f"Hand of {name}: (.*)", world.table.text)
        cards = [names.index(card) for card in hand.split(", ")]
        assert cards == sorted(cards), "in the order of the rulebook, as its picture has them"
    assert list(world.table.buttons) == ["Rematch", "Replay", "Verify the deal", "Rules", "Why?"]
    assert " wins: " in world.ana.hand.text
    assert " wins: " in world.ben.hand.text
    assert world.eve.dms == []


async def test_somebody_plays_against_the_computer(world: World) -> None:
    await start(world, against_computer=True)
    assert {person async for person in decisions(world, Random(2))} == {world.ana}
    assert "Hand of Computer: " in world.table.text
    assert {ping.user for ping in world.pings} == {world.ana.id}


async def test_the_finished_match_reads_as_a_story(world: World) -> None:
    await start(world)
    async for _ in decisions(world, Random(3)):
        pass
    match = await world.match()
    turns = match.state.view(None)
    pages = [message for message in world.public if "**Turn " in message.text]
    assert [f"**Turn {n}**" for n in range(1, len(pages) + 1)] == [
        message.text.splitlines()[0] for message in pages
    ]
    for page in pages:
        assert page.text.count(" offered ") == 1
        assert " took the face-" in page.text
        assert " got the other: " in page.text
        assert page.buttons == {}
    assert f"-# Turn {len(pages) + 1}\n" in world.table.text
    assert turns.over


async def test_the_hands_link_to_the_table(world: World) -> None:
    """Of who is to choose from the hand to the live one; else it may be what stays of one before.

    A new link alone is not worth an edit.
    """
    await start(world)
    rng = Random(4)
    while not over(world):
        place = world.table.channel
        base = f"[To the table](https://discord.com/channels/{world.guild.id}/{place}/"
        for person in (world.ana, world.ben):
            linked = person.hand.text.split(base)[1].split(")")[0]
            assert int(linked) in {message.id for message in world.public}
            if picks(person.hand):
                assert int(linked) == world.table.id
            assert f"in <#{place}>" in person.hand.text
        await decide(world, rng)


async def test_from_the_command_to_the_first_decision_it_takes_play_and_start(
    world: World,
) -> None:
    lobby = await world.ana.play()
    await world.ben.press(lobby, "Join")
    await world.ana.press(lobby, "Start")
    assert picks(called(world).hand)


async def test_a_turn_is_two_presses_and_a_recruitment_one(world: World) -> None:
    await start(world)
    active = called(world)
    await active.press(active.hand, picks(active.hand)[0])
    await active.press(active.hand, downs(active.hand)[0])
    other = called(world)
    assert other is not active
    await other.press(world.table, "Recruit the face-down card")
    assert called(world) is other  # whose turn it is now


async def test_the_first_press_commits_nothing_and_back_takes_it_back(world: World) -> None:
    await start(world)
    active = called(world)
    hand, table = active.hand, world.table
    card = picks(hand)[0]
    await active.press(hand, card)
    assert f"Face up: {card.split(' ×')[0]}." in active.hand.text
    assert card not in downs(active.hand)
    assert world.table == table
    await active.press(active.hand, "Back")
    assert active.hand == hand
    assert (await world.match()).version == 0


async def test_the_hand_shows_what_lies_face_down_to_its_owner_only(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    stack(monkeypatch, "mole", "sidekick", "enforcer", "enforcer")
    await start(world)
    await world.ana.press(world.ana.hand, "Mole")
    await world.ana.press(world.ana.hand, "Sidekick")
    assert "Played last face down: Sidekick" in world.ana.hand.text
    assert "Sidekick" not in world.ben.hand.text
    assert "Sidekick" not in world.table.text
    assert world.table.button("Recruit the face-up") == "Recruit the face-up card: Mole"


async def test_what_a_card_would_do_is_said_where_a_choice_is_offered(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    stack(monkeypatch, "double_agent", "enforcer", "double_agent", "sentinel")
    await start(world)
    assert "**Double Agent ×2**: for you the 1st: −1; for Ben the 1st: −1" in world.ana.hand.text
    assert "**Enforcer**: for you the 1st: +1; for Ben the 1st: +1" in world.ana.hand.text
    await world.ana.press(world.ana.hand, "Double Agent")
    await world.ana.press(world.ana.hand, "Enforcer")
    assert (
        "Ana offers **Double Agent** face up (for you the 1st: −1; for Ana the 1st: −1) and one "
        "card face down." in world.table.text
    )


async def test_a_third_codebreaker_is_announced_as_a_threat_and_wins(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    stack(
        monkeypatch,
        *("codebreaker", "sentinel", "codebreaker", "daredevil"),
        *("sentinel", "codebreaker", "saboteur", "enforcer"),
        *("codebreaker", "saboteur"),
    )
    await start(world)
    # Ana takes Codebreakers from Ben and keeps her own; two plays of her own are in between.
    await play(world.ana, "Sentinel", "Codebreaker")
    await world.ben.press(world.table, "Recruit the face-up")
    await play(world.ben, "Codebreaker", "Saboteur")
    assert "for you the 2nd: no movement" in world.table.text
    await world.ana.press(world.table, "Recruit the face-up")
    assert "▲ **Ana**: Codebreaker 2 (a third wins) · " in world.table.text
    await play(world.ana, "Daredevil", "Codebreaker")
    assert not over(world)
    await world.ben.press(world.table, "Recruit the face-up")
    assert "**Ana wins: Ana has three Codebreakers.**" in world.table.text


async def test_rules_are_shown_privately_to_anybody(world: World) -> None:
    await start(world)
    for person in world.people:
        answer = await person.press(world.table, "Rules")
        assert answer.private is not None
        assert "Agent Avenue in short" in answer.private
        assert "Mole: −3 / – / –" in answer.private


# Discards


async def test_a_discard_changes_the_hand_and_is_told_without_the_card(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    stack(
        monkeypatch,
        *("mole", "enforcer", "enforcer", "enforcer"),
        *("sentinel", "sentinel", "saboteur", "saboteur"),
        "sidekick",
    )
    await start(world)
    await world.ana.press(world.ana.hand, "Discard a card (4 left)")
    assert {"Mole", "Enforcer ×3", "Back"} == set(world.ana.hand.buttons)
    await world.ana.press(world.ana.hand, "Mole")
    assert "Sidekick" in world.ana.hand.text
    assert "Mole" not in world.ana.hand.text
    assert "Discard a card (3 left)" in world.ana.hand.buttons
    assert "▲ **Ana**: no agents yet · 3 discards left" in world.table.text
    for message in (*world.public, world.ben.hand):
        assert "Mole" not in message.text
        assert "Sidekick" not in message.text
    await world.ana.press(world.ana.hand, "Sidekick")
    await world.ana.press(world.ana.hand, "Enforcer")
    await world.ben.press(world.table, "Recruit the face-up")
    assert "Ana discarded a card and drew one." in world.table.text


async def test_four_discards_in_a_match_are_all(world: World) -> None:
    await start(world)
    active = called(world)
    for left in (4, 3, 2, 1):
        await active.press(active.hand, f"Discard a card ({left} left)")
        await active.press(active.hand, next(iter(active.hand.buttons)))
    assert not any(label.startswith("Discard") for label in active.hand.buttons)
    assert "0 discards left" in world.table.text


async def test_discarding_can_be_thought_better_of(world: World) -> None:
    await start(world)
    active = called(world)
    hand = active.hand
    await active.press(hand, "Discard a card")
    await active.press(active.hand, "Back")
    assert active.hand == hand


async def test_two_identical_cards_only_from_an_identical_hand(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    stack(monkeypatch, *["enforcer"] * 4)
    await start(world)
    assert picks(world.ana.hand) == ["Enforcer ×4"]
    await world.ana.press(world.ana.hand, "Enforcer ×4")
    assert downs(world.ana.hand) == ["Enforcer ×4"]
    await world.ana.press(world.ana.hand, "Enforcer ×4")
    await world.ben.press(world.table, "Recruit the face-down card")
    assert "Ben took the face-down card: 1st Enforcer, +1." in world.table.text
    assert "Ana got the other: 1st Enforcer, +1." in world.table.text


# After the end


async def test_export_sends_a_record_that_replays_to_the_same_end(world: World) -> None:
    await start(world)
    async for _ in decisions(world, Random(5)):
        pass
    answer = await world.eve.export(world.table)
    (content,) = answer.files.values()
    record = decode(content)
    match = await world.match()
    assert record.seats == ("Ana", "Ben")
    assert replay(record).full() == match.state.full()


async def test_a_record_that_took_long_to_find_is_sent_all_the_same(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start(world)
    async for _ in decisions(world, Random(5)):
        pass
    look_up = world.bot.manager.open

    async def slowly(match_id: str) -> Match:
        await asyncio.sleep(0.1)
        return await look_up(match_id)

    monkeypatch.setattr(answer, "DEFER_AFTER", 0.02)
    monkeypatch.setattr(world.bot.manager, "open", slowly)
    sent = await world.ana.export(world.table)
    (content,) = (data for name, data in sent.files.items() if name.endswith(".json"))
    assert replay(decode(content)).over


async def test_a_rematch_opens_a_lobby_for_the_same_people(world: World) -> None:
    await start(world)
    async for _ in decisions(world, Random(6)):
        pass
    answer = await world.ben.press(world.table, "Rematch")
    lobby = answer.message
    assert lobby is not None
    assert not lobby.private
    assert "**Ben**" in lobby.text
    assert f"<@{world.ana.id}> has not pressed yet" in lobby.text
    assert world.pings[-1].user == world.ana.id
    assert world.pings[-1].message == lobby.id
    await world.ana.press(lobby, "Rematch")
    assert "choose two cards" in world.table.text


async def test_a_rematch_against_the_computer_needs_nobody_to_join(world: World) -> None:
    await start(world, against_computer=True)
    async for _ in decisions(world, Random(2)):
        pass
    await world.ana.press(world.table, "Rematch")
    assert picks(world.ana.hand) or "Recruit the face-down card" in world.table.buttons


async def test_giving_up_is_not_offered(world: World) -> None:
    await start(world)
    labels = {*world.table.buttons, *world.ana.hand.buttons, *world.ben.hand.buttons}
    assert not any("resign" in label.lower() or "give up" in label.lower() for label in labels)
