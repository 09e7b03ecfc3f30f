"""A team of two decides together: one proposes, the other confirms or chooses otherwise."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.rows import Settings
from engine.agent_avenue.actions import Play, Take, Use
from engine.agent_avenue.cards import AgentId, MarketId
from engine.game import Action
from engine.players.agent_avenue import AgentAvenuePlayer
from tests.cogs.agent_avenue.duel import choices, stack
from tests.cogs.agent_avenue.teams import called, party, start
from tests.cogs.agent_avenue.test_secrets import Seen, seen_by
from tests.cogs.test_privacy import exported
from tests.cogs.test_restart import everything
from tests.world import Person, World, world_in

UP, DOWN = "Recruit the face-up card: Enforcer", "Recruit the face-down card"
HANDS: tuple[tuple[AgentId, ...], ...] = (
    ("enforcer", "saboteur", "sentinel", "sentinel"),
    ("double_agent", "codebreaker", "saboteur", "enforcer"),
    ("daredevil", "codebreaker", "mole", "sentinel"),
    ("double_agent", "codebreaker", "saboteur", "enforcer"),
)
"""Ana's, Ben's, Eve's and Kit's."""

SUPPLY: tuple[MarketId, ...] = ("secret_recruit", "watchtower", "masterplan")


async def offered(
    world: World, monkeypatch: pytest.MonkeyPatch, *, mode: str = "simple", humans: int = 4
) -> list[Person]:
    """Ana has played an Enforcer face up, Eve a Daredevil face down: Ben and Kit recruit."""
    stack(monkeypatch, *[card for hand in HANDS for card in hand], market=SUPPLY)
    people = party(world, humans)
    await start(world, people, mode=mode, teams="2v2")
    await world.ana.press(world.ana.hand, "Enforcer")
    await world.eve.press(world.eve.hand, "Daredevil")
    return people


async def landed(world: World, monkeypatch: pytest.MonkeyPatch) -> Person:
    """Ben and Kit have taken the Enforcer: Ana and Eve stand on the corner on 3. Returns Kit."""
    *_, kit = await offered(world, monkeypatch, mode="advanced")
    await world.ben.press(world.table, UP)
    await kit.press(world.table, UP)
    return kit


async def done(world: World) -> int:
    """The number of actions so far."""
    return (await world.match()).version


async def test_both_are_called(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    *_, kit = await offered(world, monkeypatch)
    assert called(world) == [world.ben, kit]
    assert "Ana & Eve offer **Enforcer** face up (for you the 1st: +1;" in world.table.text
    assert {ping.user for ping in world.pings} == {person.id for person in world.people}


async def test_a_press_proposes_and_the_same_by_the_teammate_decides(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    *_, kit = await offered(world, monkeypatch)
    actions = await done(world)
    told = (await world.ben.press(world.table, DOWN)).private
    assert told is not None
    assert told.startswith("Proposed. Kit can confirm with the same button or choose otherwise.")
    assert await done(world) == actions
    assert "**Ben proposes: the face-down card.**" in kit.hand.text
    assert "**Ben proposes: the face-down card.**" in world.ben.hand.text
    await kit.press(world.table, DOWN)
    assert await done(world) == actions + 1
    assert "Ben & Kit took the face-down card: 1st Daredevil, +2." in world.table.text


async def test_who_proposes_while_the_seat_goes_to_another_proposes_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await offered(world, monkeypatch)
    match, reseat, pressed = await world.match(), world.bot.store.reseat, asyncio.Event()
    seat = match.seat_of(world.ben.id)
    assert seat is not None

    async def slowly(*args: Any, **more: Any) -> None:
        await pressed.wait()
        await reseat(*args, **more)

    monkeypatch.setattr(world.bot.store, "reseat", slowly)
    with world.at_once():
        taken = asyncio.create_task(world.bot.manager.reseat(match, seat, 0, None))
        await asyncio.sleep(0.05)
        await world.ben.press(world.table, DOWN, answered=False)
        await asyncio.sleep(0.05)
        pressed.set()
        await taken
    await world.env.settle()
    assert match.proposal is None


async def test_who_takes_a_seat_over_has_not_proposed_what_its_owner_has(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    *_, kit = await offered(world, monkeypatch)
    await world.ben.press(world.table, DOWN)
    ((played,), (others,)) = [(await exported(who))["matches"] for who in (world.ben, kit)]
    assert played["proposed"]["action"] == {"do": "recruit", "pick": "face_down"}
    assert others["proposed"] is None
    mia = world.person("Mia")
    request = (await world.ben.command("game substitute", world.games.threads[0])).message
    assert request is not None
    await mia.press(request, "Take over")
    assert "proposes" not in kit.hand.text
    assert "proposal" not in world.table.text
    (played,) = (await exported(mia))["matches"]
    assert played["proposed"] is None


async def test_the_others_see_only_that_there_is_a_proposal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[list[Seen]] = []
    for number, label in enumerate((UP, DOWN)):
        async with world_in(tmp_path / str(number)) as world:
            await offered(world, monkeypatch)
            await world.ben.press(world.table, label)
            assert "Ben has made a proposal to the team (see My hand)." in world.table.text
            looks.append([seen_by(world, person) for person in (world.ana, world.eve)])
    assert looks[0] == looks[1]


async def test_who_chooses_otherwise_makes_the_proposal_that_counts(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    *_, kit = await offered(world, monkeypatch)
    actions = await done(world)
    await world.ben.press(world.table, DOWN)
    await kit.press(world.table, UP)
    assert "**Kit proposes: the face-up card.**" in world.ben.hand.text
    assert "Ben proposes" not in world.ben.hand.text
    await kit.press(world.table, UP)
    assert await done(world) == actions
    await world.ben.press(world.table, UP)
    assert "Ben & Kit took the face-up card: 1st Enforcer, +1." in world.table.text


@pytest.mark.parametrize("label", [UP, DOWN])
async def test_when_the_time_is_over_the_computer_agrees_for_who_has_proposed_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch, label: str
) -> None:
    await world.bot.languages.save_settings(world.guild.id, Settings(turn_limit=3600))
    await offered(world, monkeypatch)
    actions = await done(world)
    await world.ben.press(world.table, label)
    await world.wait(3600 - 60)
    pings = len(world.pings)
    await world.wait(120)
    assert await done(world) == actions + 1
    assert f"Ben & Kit took the {'face-up' if label == UP else 'face-down'} card" in (
        world.table.text
    )
    assert "Kit ran out of time: the computer has moved." in world.table.text
    assert [row.missed for row in (await world.match()).seats] == [0, 0, 0, 1]
    assert world.ben in called(world)
    assert world.ben.id in [ping.user for ping in world.pings[pings:]], "he need not be looking"


async def test_it_takes_the_card_that_was_proposed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.bot.languages.save_settings(world.guild.id, Settings(turn_limit=3600))
    await landed(world, monkeypatch)
    await world.ana.press(world.table, "Eve takes Secret Recruit")
    await world.wait(3600 + 60)
    assert (2, Take("secret_recruit")) in (await world.match()).actions
    assert "Eve ran out of time" in world.table.text


@pytest.mark.parametrize("card", ["Secret Recruit", "Watchtower"])
async def test_it_takes_the_card_with_the_hand_that_was_proposed(
    world: World, monkeypatch: pytest.MonkeyPatch, card: str
) -> None:
    await world.bot.languages.save_settings(world.guild.id, Settings(turn_limit=3600))
    await landed(world, monkeypatch)
    await world.ana.press(world.table, f"Ana takes {card}")
    await world.wait(3600 + 60)
    assert f"Ana took {card} from the black market." in world.table.text
    assert (await world.match()).last_actor is None, "Ana need not be looking"
    assert "Eve ran out of time: the computer has moved." in world.table.text
    assert [row.missed for row in (await world.match()).seats] == [0, 0, 1, 0]


@pytest.mark.parametrize("seconds", [None, 60, 300])
async def test_who_proposed_may_decide_alone_after_the_time_of_the_settings(
    world: World, monkeypatch: pytest.MonkeyPatch, seconds: int | None
) -> None:
    settings = Settings(team_seconds=seconds)
    await world.bot.languages.save_settings(world.guild.id, settings)
    *_, kit = await offered(world, monkeypatch)
    actions = await done(world)
    await world.ben.press(world.table, DOWN)
    await world.wait((seconds or 120) - 5)
    await world.ben.press(world.table, DOWN)
    assert await done(world) == actions
    before = everything(world)
    await world.restart()
    assert everything(world) == before
    await world.wait(6)
    await kit.press(world.table, UP)  # not so the teammate, whose proposal is new
    assert await done(world) == actions
    await world.ben.press(world.table, DOWN)
    assert await done(world) == actions, "Ben's first proposal does not count any more"
    await world.wait((seconds or 120) + 1)
    await world.ben.press(world.table, DOWN)
    assert await done(world) == actions + 1


async def test_the_first_press_decides_where_the_server_wants_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.bot.languages.save_settings(world.guild.id, Settings(team_seconds=0))
    await offered(world, monkeypatch)
    assert (await world.ben.press(world.table, DOWN)).private is None
    assert "Ben & Kit took the face-down card" in world.table.text


async def test_a_computer_agrees_with_its_teammate(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await offered(world, monkeypatch, humans=3)
    assert called(world) == [world.ben]
    assert (await world.ben.press(world.table, DOWN)).private is None
    assert "Ben & Computer took the face-down card" in world.table.text


async def test_two_who_press_the_same_at_once_have_agreed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    *_, kit = await offered(world, monkeypatch)
    actions, table = await done(world), world.table
    with world.at_once():
        await world.ben.press(table, DOWN, answered=False)
        await kit.press(table, DOWN, answered=False)
    await world.env.settle()
    assert await done(world) == actions + 1


async def test_a_late_press_and_one_by_the_wrong_team_change_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    *_, kit = await offered(world, monkeypatch)
    table = world.table
    wrong = await world.ana.press(table, UP)
    assert wrong.private == "It is not your turn: Ben, Kit are choosing."
    await world.ben.press(table, UP)
    await kit.press(table, UP)
    actions = await done(world)
    late = await kit.press(table, DOWN)
    assert late.private is not None
    assert late.private.startswith("That moment has passed.")
    assert await done(world) == actions


# Black market cards: who takes which


async def test_the_team_agrees_who_takes_which_card(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await landed(world, monkeypatch)
    assert called(world) == [world.ana, world.eve]
    assert choices(world.table) == [
        f"{name} takes {card}"
        for card in ("Secret Recruit", "Watchtower", "Masterplan")
        for name in ("Ana", "Eve")
    ]
    await world.ana.press(world.table, "Ana takes Watchtower")
    assert "**Ana proposes: Ana takes Watchtower.**" in world.eve.hand.text
    await world.eve.press(world.table, "Eve takes Watchtower")
    assert "**Eve proposes: Eve takes Watchtower.**" in world.ana.hand.text
    await world.ana.press(world.table, "Eve takes Watchtower")
    assert "Eve took Watchtower from the black market." in world.table.text


async def test_an_ability_uses_the_hand_of_the_one_who_takes_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    kit = await landed(world, monkeypatch)
    table = world.table
    await world.ana.press(table, "Eve takes Secret Recruit")
    await world.eve.press(table, "Eve takes Secret Recruit")
    assert called(world) == [world.eve]
    assert f"→ <@{world.eve.id}> carries out Secret Recruit from the hand." in world.table.text
    assert choices(world.table) == []
    assert "You are waiting for Eve." in world.ana.hand.text
    assert choices(world.ana.hand) == []
    assert {"Mole", "Sentinel", "Codebreaker"} <= {*choices(world.eve.hand)}
    for late in (world.ana, world.eve):
        answer = await late.press(table, "Ana takes Watchtower")
        assert "That moment has passed." in str(answer.private)
    wrong = await kit.press(table, "Ana takes Watchtower")
    assert wrong.private == "It is not your turn: Eve is choosing."
    before = everything(world)
    await world.restart()
    assert everything(world) == before
    await world.eve.press(world.eve.hand, "Mole")
    assert "Secret Recruit: Ana & Eve recruit a 1st Mole, −3." in world.table.text


async def test_nobody_can_tell_whether_a_computer_had_a_choice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Eve's place is taken by a computer, which has one agent to recruit, or three."""
    monkeypatch.setattr(AgentAvenuePlayer, "choose", choose)
    looks: list[list[Seen]] = []
    for number, mates in enumerate((("daredevil", "daredevil"), ("codebreaker", "sentinel"))):
        hand: tuple[AgentId, ...] = ("daredevil", *mates, "mole")
        drawn: tuple[AgentId, ...] = ("saboteur", "daredevil", "saboteur", "saboteur")
        stack(monkeypatch, *HANDS[0], *HANDS[1], *hand, *HANDS[3], *drawn, market=SUPPLY)
        async with world_in(tmp_path / str(number)) as world:
            await start(world, [world.ana, world.ben], mode="advanced", teams="2v2")
            await world.ana.press(world.ana.hand, "Enforcer")
            await world.ben.press(world.table, UP)
            await world.ana.press(world.table, "Computer takes Secret Recruit")
            assert "Secret Recruit: Ana & Computer recruit a 1st Mole, −3." in world.table.text
            looks.append([seen_by(world, person) for person in (world.ana, world.ben)])
    assert looks[0] == looks[1]


def choose(_: object, view: object, legal: Sequence[Action], rng: Random, seen: object) -> Action:
    """A computer that always plays its Daredevil and recruits its Mole."""
    wanted = (Play(face_down="daredevil"), Use("mole"))
    return next((action for action in wanted if action in legal), legal[0])
