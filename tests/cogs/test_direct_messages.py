"""Direct messages that cannot be sent: the table says so, and My hand serves the seat."""

import asyncio
from random import Random

import pytest

from bot.delivery import Gone
from tests.cogs.agent_avenue.duel import called, decide, downs, offer, over, picks, stack, start
from tests.world import Person, Shown, World

CLOSED = "accepts no direct messages: the cards are behind My hand."


async def my_hand(person: Person) -> Shown:
    """The hand as My hand shows it."""
    answer = await person.press(person.world.table, "My hand")
    assert answer.message is not None
    assert answer.private is not None
    return answer.message


async def play_from_my_hand(person: Person, rng: Random) -> None:
    hand = await my_hand(person)
    await person.press(hand, rng.choice(picks(hand)))
    hand = person.world.read(hand)
    await person.press(hand, rng.choice(downs(hand)))


async def test_my_hand_shows_the_hand_to_its_owner_alone(world: World) -> None:
    await start(world)
    hand = await my_hand(world.ana)
    assert hand.private
    assert hand.text.splitlines()[2:] == world.ana.hand.text.splitlines()[2:]
    assert hand.alts == world.ana.hand.alts
    thread = world.games.threads[0]
    assert hand in world.messages(thread, world.ana)
    assert hand not in world.messages(thread, world.ben)
    assert hand not in world.messages(thread, world.eve)


async def test_closed_dms_from_the_start_are_said_at_the_table(world: World) -> None:
    world.ben.close_dms()
    await start(world)
    assert f"Ben {CLOSED}" in world.table.text
    assert f"Ana {CLOSED}" not in world.table.text
    assert world.ben.dms == []


async def test_a_match_with_closed_dms_is_played_to_its_end(world: World) -> None:
    world.ana.close_dms()
    world.ben.close_dms()
    await start(world)
    rng = Random(5)
    while not over(world):
        if "Recruit the face-down card" in world.table.buttons:
            await decide(world, rng)
        else:
            await play_from_my_hand(called(world), rng)
    assert " wins: " in world.table.text
    assert world.ana.dms == world.ben.dms == []


async def test_dms_closed_in_the_middle_of_a_match(world: World) -> None:
    await start(world)
    rng = Random(6)
    while "Recruit the face-down card" not in world.table.buttons:
        await decide(world, rng)
    recruiter = called(world)
    recruiter.close_dms()
    await decide(world, rng)
    name = "Ana" if recruiter is world.ana else "Ben"
    assert f"{name} {CLOSED}" in world.table.text
    await play_from_my_hand(recruiter, rng)
    assert "Recruit the face-down card" in world.table.buttons


async def test_closed_dms_survive_a_restart(world: World) -> None:
    world.ben.close_dms()
    await start(world)
    before = world.table
    await world.restart()
    assert world.table == before


async def test_an_open_private_hand_follows_the_match(world: World) -> None:
    await start(world)
    await offer(called(world), Random(1))
    recruiter = called(world)
    peek = await my_hand(recruiter)
    assert "you recruit at the table" in world.read(peek).text
    await decide(world, Random(1))
    assert picks(world.read(peek))


async def test_a_private_hand_is_let_go_when_its_token_has_expired(world: World) -> None:
    await start(world)
    await offer(called(world), Random(1))
    recruiter = called(world)
    peek = await my_hand(recruiter)
    await world.wait(16 * 60)
    await decide(world, Random(1))
    assert not picks(world.read(peek))
    match = await world.match()
    assert not [row for row in match.surfaces.values() if row.kind == "peek"]
    assert picks(await my_hand(recruiter))


async def test_the_newest_of_several_private_hands_is_kept_up_to_date(world: World) -> None:
    await start(world)
    await offer(called(world), Random(1))
    recruiter = called(world)
    await my_hand(recruiter)
    newest = await my_hand(recruiter)
    await decide(world, Random(1))
    assert picks(world.read(newest))


async def test_a_hand_is_edited_only_when_something_is_to_be_chosen_from_it(world: World) -> None:
    """What the others do stands at the table."""
    await start(world)
    rng = Random(1)
    await offer(called(world), rng)
    recruiter = called(world)
    waiting = world.ben if recruiter is world.ana else world.ana
    shown = waiting.hand
    await decide(world, rng)
    assert waiting.hand == shown
    await decide(world, rng)
    assert called(world) is waiting
    assert waiting.hand == shown, "it recruits at the table"
    await decide(world, rng)
    assert picks(waiting.hand)


async def test_a_deleted_hand_is_sent_anew(world: World) -> None:
    await start(world)
    await offer(called(world), Random(1))
    recruiter = called(world)
    lost = recruiter.hand
    world.env.backend.delete_message(lost.channel, lost.id)
    await decide(world, Random(1))
    (hand,) = recruiter.dms
    assert hand.id != lost.id
    assert picks(hand)
    assert CLOSED not in world.table.text


@pytest.mark.parametrize("who", ["Ana", "Ben"])
async def test_a_hand_holds_only_its_own_cards(
    world: World, monkeypatch: pytest.MonkeyPatch, who: str
) -> None:
    stack(
        monkeypatch,
        *("mole", "enforcer", "enforcer", "double_agent"),
        *("sidekick", "sentinel", "sentinel", "saboteur"),
    )
    await start(world)
    own, other = ("Mole", "Sidekick") if who == "Ana" else ("Sidekick", "Mole")
    person = world.ana if who == "Ana" else world.ben
    for shown in (person.hand, await my_hand(person)):
        everything = f"{shown.text} {shown.buttons} {shown.alts}"
        assert own in everything
        assert other not in everything
        assert other.lower() not in everything


async def test_a_hand_that_is_opened_while_the_one_before_is_let_go_is_kept_up_to_date(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start(world)
    active, rng, opened = called(world), Random(1), asyncio.Event()
    await my_hand(active)
    await active.press(active.hand, picks(active.hand)[0])

    async def dismissed(*_: object) -> None:
        await opened.wait()
        monkeypatch.undo()
        raise Gone

    monkeypatch.setattr(world.bot.delivery, "edit_ephemeral", dismissed)
    with world.at_once():
        await active.press(active.hand, downs(active.hand)[0], answered=False)
        await asyncio.sleep(0.2)
        await active.press(world.table, "My hand", answered=False)
        await asyncio.sleep(0.2)
        opened.set()
    await world.env.settle()
    peek = world.told(active)[-1]
    for _ in range(2):
        await decide(world, rng)
    assert called(world) is active
    await active.press(world.table, "Recruit the face-up")
    assert picks(world.read(peek)) == picks(active.hand) != []
