"""Teams: who sits where, whose turn it is, and what stays secret among teammates."""

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.face import Exhibit
from bot.gallery import Played
from bot.i18n import translator
from bot.match import Match
from cogs.agent_avenue.cog import AgentAvenueFace
from engine.agent_avenue.cards import AGENTS, AgentId
from engine.agent_avenue.options import Options
from engine.game import Action, State
from tests.cogs.agent_avenue.duel import choices, over, stack
from tests.cogs.agent_avenue.teams import BLUE, GREEN, SEATS, called, party, presses, start
from tests.cogs.agent_avenue.test_secrets import Seen, seen_by
from tests.cogs.test_restart import everything
from tests.world import Shown, World, world_in


@pytest.mark.parametrize(
    ("mode", "teams", "humans"),
    [
        ("advanced", "1v1", 2),
        ("advanced", "1v1", 1),
        ("simple", "2v2", 4),
        ("simple", "2v2", 2),
        ("advanced", "2v2", 4),
        ("advanced", "2v2", 1),
        ("simple", "2v1", 3),
        ("simple", "2v1", 1),
        ("advanced", "2v1", 3),
        ("advanced", "2v1", 2),
    ],
)
async def test_a_restart_after_every_press_changes_nothing_that_anybody_sees(
    world: World, mode: str, teams: str, humans: int
) -> None:
    people = party(world, humans)
    await start(world, people, mode=mode, teams=teams)
    async for _ in presses(world, Random(humans)):
        before, pings = everything(world), list(world.pings)
        await world.restart()
        assert everything(world) == before
        assert world.pings == pings
    assert over(world)
    assert {ping.user for ping in world.pings} == {person.id for person in people}


@pytest.mark.parametrize("requests", [0, 1, 3])
@pytest.mark.trouble
async def test_a_crash_in_every_press_is_healed_at_the_next_start(
    tmp_path: Path, requests: int
) -> None:
    """Everybody sees after every press what they would see had nothing happened.

    Only who was about to choose a discard has to press again: that commits nothing.
    """
    looks: list[list[object]] = []
    for dying_after in (None, requests):
        async with world_in(tmp_path / str(dying_after)) as world:
            people = party(world, 4)
            await start(world, people, mode="advanced", teams="2v2")
            steps = presses(world, Random(7), dying_after, discards=0)
            looks.append([told(world) async for _ in steps])
            assert over(world)
    undisturbed, healed = looks
    for expected, seen in zip(undisturbed, healed, strict=True):
        assert seen == expected


def told(world: World) -> list[tuple[object, ...]]:
    """What everybody sees for good, told so that neither ids nor times count."""
    messages = [*world.public, *(message for person in world.people for message in person.dms)]
    return [
        (re.sub(r"/\d+(?=[/)])|<t:\d+:R>", "", message.text), message.buttons, message.alts)
        for message in messages
    ]


# The lobby


async def test_people_pick_and_change_sides(world: World) -> None:
    lobby = await world.ana.play(teams="2v2")
    assert seats(world, lobby) == ["▲ Ana", "● –", "▲ –", "● –"]
    await world.ben.press(lobby, GREEN)
    assert seats(world, lobby) == ["▲ Ana", "● –", "▲ Ben", "● –"]
    await world.ana.press(lobby, BLUE)
    assert seats(world, lobby) == ["▲ –", "● Ana", "▲ Ben", "● –"]
    assert (await world.ana.press(lobby, BLUE)).private == "You are in already."


async def test_a_full_side_is_closed_even_if_the_other_has_room(world: World) -> None:
    lobby = await world.ana.play(teams="2v1")
    await world.ben.press(lobby, BLUE)
    assert (await world.eve.press(lobby, BLUE)).private == "Every seat of this team is taken."
    assert (await world.ana.press(lobby, BLUE)).private == "Every seat of this team is taken."
    await world.eve.press(lobby, GREEN)
    assert seats(world, lobby) == ["▲ Ana", "● Ben", "▲ Eve"]
    assert (await world.ana.press(lobby, BLUE)).private == "Every seat is taken."


async def test_who_changes_to_a_side_of_computers_swaps_with_one(world: World) -> None:
    lobby = await world.ana.play(teams="2v1")
    await world.ana.press(lobby, "Add computer")
    await world.ben.press(lobby, GREEN)
    assert seats(world, lobby) == ["▲ Ana", "● Computer", "▲ Ben"]
    await world.ben.press(lobby, BLUE)
    assert seats(world, lobby) == ["▲ Ana", "● Ben", "▲ Computer"]


async def test_too_few_cannot_start_and_computers_fill_up(world: World) -> None:
    lobby = await world.ana.play(teams="2v2")
    await world.ben.press(lobby, BLUE)
    told = (await world.ana.press(lobby, "Start")).private
    assert told == "2 more have to join first, people or computers (Add computer)."
    await world.ana.press(lobby, "Add computer")
    await world.ben.press(lobby, "Add computer")
    assert (await world.ben.press(lobby, "Add computer")).private == "Every seat is taken."
    assert seats(world, lobby) == ["▲ Ana", "● Ben", "▲ Computer", "● Computer (2)"]
    await world.ana.press(lobby, "Start")
    assert "has started" in world.read(lobby).text


async def test_a_lobby_of_two_has_no_sides(world: World) -> None:
    lobby = await world.ana.play(mode="advanced")
    assert "Join" in lobby.buttons


def test_a_team_of_two_is_addressed_as_several_people() -> None:
    options = Options(teams=((0, 2), (1,)))
    for actions in range(12):
        played = Played("agent-avenue", Exhibit("", options, seats=3, seed=1, step="recruit"))
        played.play(lambda done, step, least=actions: done >= least and step == "recruit")
        asked = played.state.to_act()
        call = AgentAvenueFace().call(played.scene(None, translator("de")), asked[0])
        assert ("für euch" if len(asked) == 2 else "für dich") in call


def seats(world: World, lobby: Shown) -> list[str]:
    """The mark and the person of each seat; a dash for a free one."""
    lines = world.read(lobby).text.splitlines()
    found = [line.split("  ") for line in lines if line.startswith(("▲", "●"))]
    return [f"{side[0]} {name.strip('*').replace('(free)', '–')}" for side, name in found]


# The Play step


async def test_either_teammate_goes_first_and_both_are_told_privately(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await dealt(world, monkeypatch)
    assert called(world) == [world.ana, world.eve]
    assert "one of you plays a card face up, then the other one face down." in world.table.text
    for person in called(world):
        assert "**Choose the card to play face up**, or let your teammate go" in person.hand.text
    assert "Before your next turn comes that of Ana & Eve:" in world.ben.hand.text
    await world.eve.press(world.eve.hand, "Mole")
    assert called(world) == [world.ana]
    assert "You are waiting for Ana." in world.eve.hand.text
    assert "Your teammate plays Mole face up. **Choose the card to play" in world.ana.hand.text
    await world.ana.press(world.ana.hand, "Enforcer")
    assert "Ana & Eve offer **Mole** face up" in world.table.text


async def test_who_goes_second_cannot_play_the_name_that_lies_there(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await dealt(world, monkeypatch)
    await world.eve.press(world.eve.hand, "Sentinel")
    assert choices(world.ana.hand) == ["Enforcer", "Saboteur"]


async def test_a_teammate_s_press_meanwhile_is_answered_with_the_new_question(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both have the same question before them; who is slower is asked for the other card."""
    await dealt(world, monkeypatch)
    slow = world.ana.hand
    await world.eve.press(world.eve.hand, "Mole")
    await world.ana.press(slow, "Enforcer")
    assert "That moment has passed." in world.ana.hand.text
    assert "**Choose the card to play face down:**" in world.ana.hand.text
    assert (await world.match()).version == 1


async def test_a_teammate_s_discard_leaves_the_own_buttons_as_they_are(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await dealt(world, monkeypatch)
    hand = world.ana.hand
    await world.eve.press(world.eve.hand, "Discard a card")
    await world.eve.press(world.eve.hand, "Mole")
    await world.ana.press(hand, "Enforcer")
    assert called(world) == [world.eve]


async def test_each_of_two_has_two_discards_and_a_single_player_four(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await dealt(world, monkeypatch, teams="2v1")
    assert "Ana has 2 discards left, Eve has 2 discards left" in world.table.text
    assert "**Ben**: no agents yet · 4 discards left" in world.table.text
    for left in (2, 1):
        await world.ana.press(world.ana.hand, f"Discard a card ({left} left)")
        await world.ana.press(world.ana.hand, choices(world.ana.hand)[0])
    assert "Ana has 0 discards left, Eve has 2 discards left" in world.table.text
    assert not [label for label in world.ana.hand.buttons if label.startswith("Discard")]
    assert "Discard a card (2 left)" in world.eve.hand.buttons


async def test_a_computer_can_be_let_go_first(world: World) -> None:
    people = party(world, 1)
    await start(world, people, teams="2v1")
    while called(world) != people or "Let Computer (2) go first" not in world.ana.hand.buttons:
        table = world.table
        await world.ana.press(table, choices(table)[0])
    before = world.ana.hand
    await world.ana.press(before, "Let Computer (2) go first")
    assert "Your teammate plays " in world.ana.hand.text
    await world.ana.press(before, "Let Computer (2) go first")
    assert "That moment has passed." in world.ana.hand.text


async def test_a_computer_that_is_let_go_first_may_discard_before(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose = world.bot.manager._computers.choose

    async def discard(match: Match, state: State, seat: int, *rest: Any) -> Action:
        discards = [action for action in state.legal(seat) if action.prepares]
        return discards[0] if discards else await choose(match, state, seat, *rest)

    people = party(world, 1)
    await start(world, people, teams="2v1")
    while called(world) != people or "Let Computer (2) go first" not in world.ana.hand.buttons:
        table = world.table
        await world.ana.press(table, choices(table)[0])
    monkeypatch.setattr(world.bot.manager._computers, "choose", discard)
    await world.ana.press(world.ana.hand, "Let Computer (2) go first")
    assert "Your teammate plays " in world.ana.hand.text


# Secrets between teammates


async def test_nobody_can_tell_a_teammate_s_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[list[Seen]] = []
    for number, mine in enumerate((("mole", "sidekick"), ("codebreaker", "double_agent"))):
        async with world_in(tmp_path / str(number)) as world:
            await dealt(world, monkeypatch, mine=mine)
            await world.eve.press(world.eve.hand, "Discard a card")
            await world.eve.press(world.eve.hand, AGENTS[mine[0]].name)
            seen = [seen_by(world, person) for person in (world.ana, world.ben)]
            await world.ana.press(world.ana.hand, "Enforcer")
            await world.eve.press(world.eve.hand, AGENTS[mine[1]].name)
            looks.append([*seen, *(seen_by(world, person) for person in (world.ana, world.ben))])
    assert looks[0] == looks[1]


async def dealt(
    world: World,
    monkeypatch: pytest.MonkeyPatch,
    *,
    teams: str = "2v2",
    mine: tuple[AgentId, AgentId] = ("mole", "codebreaker"),
) -> None:
    """Ana and Eve, who holds these two cards among others, begin."""
    ana: tuple[AgentId, ...] = ("enforcer", "saboteur", "sentinel", "sentinel")
    ben: tuple[AgentId, ...] = ("enforcer", "saboteur", "sentinel", "saboteur")
    eve: tuple[AgentId, ...] = (*mine, "sentinel", "daredevil")
    kit_and_deck: tuple[AgentId, ...] = ("enforcer",) * 3 + ("saboteur",) * 3 + ("sentinel",)
    stack(monkeypatch, *ana, *ben, *eve, *kit_and_deck)
    people = party(world, SEATS[teams])
    await start(world, people, teams=teams)
