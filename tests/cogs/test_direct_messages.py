"""Direct messages that cannot be sent: the table says so, and My hand serves the seat."""

from random import Random

import pytest

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
    for _ in range(3):
        await decide(world, rng)
    person = called(world)
    other = world.ben if person is world.ana else world.ana
    other.close_dms()
    await decide(world, rng)
    name = "Ana" if other is world.ana else "Ben"
    assert f"{name} {CLOSED}" in world.table.text
    while called(world) is not other or "Recruit the face-down card" in world.table.buttons:
        if "Recruit the face-down card" in world.table.buttons:
            await decide(world, rng)
        else:
            await offer(called(world), rng)
    await play_from_my_hand(other, rng)
    assert "Recruit the face-down card" in world.table.buttons


async def test_closed_dms_survive_a_restart(world: World) -> None:
    world.ben.close_dms()
    await start(world)
    before = world.table
    await world.restart()
    assert world.table == before


async def test_an_open_private_hand_follows_the_match(world: World) -> None:
    await start(world)
    active = called(world)
    other = world.ben if active is world.ana else world.ana
    peek = await my_hand(other)
    assert "You are waiting for" in world.read(peek).text
    await offer(active, Random(1))
    assert "It is your turn" in world.read(peek).text


async def test_a_private_hand_is_let_go_when_its_token_has_expired(world: World) -> None:
    await start(world)
    active = called(world)
    other = world.ben if active is world.ana else world.ana
    peek = await my_hand(other)
    await world.wait(16 * 60)
    await offer(active, Random(1))
    assert "You are waiting for" in world.read(peek).text
    match = await world.match()
    assert not [row for row in match.surfaces.values() if row.kind == "peek"]
    assert "It is your turn" in (await my_hand(other)).text


async def test_the_newest_of_several_private_hands_is_kept_up_to_date(world: World) -> None:
    await start(world)
    active = called(world)
    other = world.ben if active is world.ana else world.ana
    await my_hand(other)
    newest = await my_hand(other)
    await offer(active, Random(1))
    assert "It is your turn" in world.read(newest).text


async def test_a_deleted_hand_is_sent_anew(world: World) -> None:
    await start(world)
    active = called(world)
    other = world.ben if active is world.ana else world.ana
    lost = other.hand
    world.env.backend.delete_message(lost.channel, lost.id)
    await offer(active, Random(1))
    (hand,) = other.dms
    assert hand.id != lost.id
    assert "It is your turn" in hand.text
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
