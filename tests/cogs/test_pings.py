"""Notifications: one for each decision of a seat, never for one's own press, nobody else's."""

from random import Random

import pytest

from tests.cogs.agent_avenue import teams, test_proposals
from tests.cogs.agent_avenue.duel import called, decide, over, start
from tests.world import World


def calls(world: World, since: int = 0) -> list[int]:
    return [ping.user for ping in world.pings[since:]]


async def test_each_decision_pings_its_seat_once_and_never_who_has_just_pressed(
    world: World,
) -> None:
    await start(world)
    assert calls(world) == [called(world).id]
    rng = Random(1)
    while not over(world):
        before = len(world.pings)
        person = await decide(world, rng)
        if over(world) or called(world) is person:
            assert calls(world, before) == []
        else:
            assert calls(world, before) == [called(world).id]


async def test_who_has_chosen_what_a_confirmed_card_asks_is_not_pinged(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(test_proposals, "SUPPLY", ("spycation", "watchtower", "masterplan"))
    *_, kit = await test_proposals.offered(world, monkeypatch, mode="advanced")
    before = len(world.pings)
    for label in (test_proposals.DOWN, "Ben takes Spycation"):
        before = len(world.pings)
        for person in (world.ben, kit):
            await person.press(world.table, label)
    assert world.ben.id in calls(world, before), "Kit confirmed it, so he need not be looking"
    before = len(world.pings)
    await world.wait(1)
    await world.ben.press(world.table, "Daredevil, keep in hand")
    assert called(world) is world.ben
    assert calls(world, before) == [kit.id]


async def test_who_lets_a_computer_go_first_is_not_pinged(world: World) -> None:
    await teams.start(world, [world.ana], teams="2v2")
    while "Let Computer (2) go first" not in world.ana.hand.buttons:
        await decide(world, Random(1))
    before = len(world.pings)
    await world.ana.press(world.ana.hand, "Let Computer (2) go first")
    assert "Your teammate plays" in world.ana.hand.text
    assert calls(world, before) == []


async def test_nobody_but_the_players_is_ever_pinged(world: World) -> None:
    await start(world)
    rng = Random(2)
    players = {world.ana.id, world.ben.id}
    while not over(world):
        for channel in world.env.backend.messages.values():
            for stored in channel.values():
                if stored.components:  # one of the bot's, whatever its text says
                    policy = stored.allowed_mentions
                    assert not policy.everyone
                    assert policy.roles == frozenset()
                    assert policy.users is not None
                    assert policy.users <= players
        await decide(world, rng)
    assert set(calls(world)) <= players


async def test_no_message_lets_discord_read_mentions_out_of_its_text(world: World) -> None:
    """Whatever it is: a lobby, an answer, a refusal, an announcement, an edit."""
    everyone = world.person("@everyone")
    lobby = await everyone.play(invite=world.ben.member)
    await world.eve.press(lobby, "Join")
    await world.ben.press(lobby, "Join")
    await everyone.press(lobby, "Start")
    rng = Random(2)
    for _ in range(4):
        await decide(world, rng)
    for label in ("My hand", "Rules", "Why?"):
        await everyone.press(world.table, label)
    place = world.games.threads[0]
    for command in ("game show", "game substitute", "game resign", "preferences", "rules"):
        await everyone.command(command, place)
    bodies = [e.json for e in world.env.http_requests if isinstance(e.json, dict)]
    shown = [body.get("data") or body for body in bodies if "components" in str(body)]
    assert len(shown) > 25
    for message in shown:
        assert message["allowed_mentions"].get("parse") == [], message


async def test_edits_and_restarts_ping_nobody(world: World) -> None:
    await start(world)
    active = called(world)
    before = list(world.pings)
    await active.press(active.hand, "Discard a card")
    await active.press(active.hand, next(iter(active.hand.buttons)))
    await world.restart()
    await active.press(world.table, "My hand")
    await active.press(world.table, "Rules")
    assert world.pings == before


async def test_a_seat_is_not_pinged_again_for_the_rest_of_its_own_turn(world: World) -> None:
    """A discard is an action of one's own; the next choice follows from it."""
    await start(world)
    active = called(world)
    before = len(world.pings)
    for _ in range(3):
        await active.press(active.hand, "Discard a card")
        await active.press(active.hand, next(iter(active.hand.buttons)))
    assert calls(world, before) == []


async def test_where_the_table_is_only_edited_a_message_calls_and_goes_with_the_decision(
    world: World,
) -> None:
    """Advanced mode: after the other side's recruiting one may have to take a card."""
    await start(world, mode="advanced")
    rng = Random(7)
    of_their_own = 0
    while not over(world):
        before = len(world.pings)
        await decide(world, rng)
        own = {ping.message for ping in world.pings[before:]} - {world.table.id}
        if own and not over(world):
            of_their_own += 1
            (message,) = [m for m in world.public if m.id in own]
            assert list(message.buttons) == ["My hand"]
            assert "→ <@" in message.text
            await decide(world, rng)
            assert own.isdisjoint(message.id for message in world.public)
    assert of_their_own > 0


@pytest.mark.parametrize(
    "name",
    [
        "@everyone",
        "<@&{role}>",
        "<@{eve}>",
        "<#{channel}>",
        "**bold** ||spoiler||",
        "https://e.vil",
    ],
)
async def test_hostile_names_ping_nobody_and_break_nothing(world: World, name: str) -> None:
    role = world.guild.create_role("Everybody's", mentionable=True)
    name = name.format(role=role.id, eve=world.eve.id, channel=world.games.id)
    mallory = world.person(name)
    lobby = await mallory.play()
    await world.ben.press(lobby, "Join")
    await mallory.press(lobby, "Start")
    rng = Random(4)
    for _ in range(4):
        await decide(world, rng)
    assert set(calls(world)) <= {mallory.id, world.ben.id}
    for message in (*world.public, mallory.hand, world.ben.hand):
        assert name not in message.text
        stored = world.stored(message)
        assert not stored.mention_everyone
        assert stored.mention_role_ids == []
        assert world.eve.id not in stored.mention_user_ids


async def test_two_equal_names_stay_distinguishable(world: World) -> None:
    first, second = world.person("Kim"), world.person("Kim")
    lobby = await first.play()
    await second.press(lobby, "Join")
    text = world.read(lobby).text
    assert "**Kim**" in text
    assert "**Kim (2)**" in text
    await first.press(lobby, "Start")
    assert "▲ **Kim**: " in world.table.text
    assert "● **Kim (2)**: " in world.table.text
