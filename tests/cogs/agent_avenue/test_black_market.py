"""The black market in Discord: taking, abilities, chains, and the silence about the hands.

Ana (green) plays an Enforcer face up and a Daredevil face down. Ben takes the Enforcer, so Ana's
Daredevil moves her from her home on 1 to the corner on 3.
"""

from pathlib import Path
from typing import Any

import pytest

from engine.agent_avenue.cards import AgentId, MarketId
from tests.cogs.agent_avenue.duel import choices, play, stack, start
from tests.cogs.agent_avenue.test_secrets import Seen, seen_by
from tests.world import World, world_in

BEN: tuple[AgentId, ...] = ("double_agent", "double_agent", "saboteur", "codebreaker")
LEFT: tuple[AgentId, ...] = ("codebreaker", "saboteur", "sentinel", "mole")
"""What Ana holds after playing her two cards."""


async def land(
    world: World,
    monkeypatch: pytest.MonkeyPatch,
    *supply: MarketId,
    left: tuple[AgentId, ...] = LEFT,
    top: tuple[AgentId, ...] = (),
) -> None:
    """Bring Ana to the corner, with these cards left in her hand and on top of the deck."""
    deal(monkeypatch, *supply, left=left, top=top)
    await start(world, mode="advanced")
    await play(world.ana, "Enforcer", "Daredevil")
    await world.ben.press(world.table, "Recruit the face-up card")


def deal(
    monkeypatch: pytest.MonkeyPatch,
    *supply: MarketId,
    left: tuple[AgentId, ...],
    top: tuple[AgentId, ...] = (),
) -> None:
    dealt = ("enforcer", "daredevil", *left[:2], *BEN, *left[2:], *top)
    stack(monkeypatch, *dealt, market=supply)


# On the table


async def test_the_supply_stands_on_the_table_in_words(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    stack(monkeypatch, market=("watchtower", "smoke_screen", "spycation"))
    await start(world, mode="advanced")
    text = world.table.text
    assert "**Black market**, for who lands exactly on 3, 6, 10 or 13:\n" in text
    assert "- **Watchtower** (ongoing): an Enforcer moves you 2 more spaces forward" in text
    assert "- **Smoke Screen** (instant): recruit the top card of the deck" in text
    assert "- **Spycation** (instant): take an agent of yours back into your hand" in text


async def test_who_lands_on_a_corner_takes_under_the_table(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await land(world, monkeypatch, "watchtower", "smoke_screen", "spycation")
    call = f"→ <@{world.ana.id}>: you have landed on a black market space. Take a card."
    assert call in world.table.text
    assert choices(world.table) == ["Take Watchtower", "Take Smoke Screen", "Take Spycation"]
    assert "It is your turn: [choose at the table]" in world.ana.hand.text
    refused = await world.ben.press(world.table, "Take Watchtower")
    assert refused.private == "It is not your turn: Ana is choosing."


async def test_a_turn_is_the_last_one_only_when_all_is_taken(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await land(world, monkeypatch, "watchtower", "smoke_screen", "spycation")
    assert "**This turn:** Ana offered Enforcer." in world.table.text
    await world.ana.press(world.table, "Take Watchtower")
    assert "**Last turn:** Ana offered Enforcer." in world.table.text


async def test_what_a_waiting_hand_says_stays_true_while_the_other_takes(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ben plays next, and his message, which is not edited in between, says nothing else."""
    deal(monkeypatch, "watchtower", "smoke_screen", "spycation", left=LEFT)
    await start(world, mode="advanced")
    waiting = world.ben.hand
    assert "Before your next turn comes that of Ana:" in waiting.text
    await play(world.ana, "Enforcer", "Daredevil")
    await world.ben.press(world.table, "Recruit the face-up card")
    assert "Take a card." in world.table.text
    assert world.ben.hand == waiting


async def test_an_ongoing_card_stands_with_its_team_and_is_replaced(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await land(world, monkeypatch, "watchtower", "smoke_screen", "spycation", "outpost")
    await world.ana.press(world.table, "Take Watchtower")
    lines = world.table.text.splitlines()
    watchtower = "- **Watchtower** (ongoing): an Enforcer moves you 2 more spaces forward"
    ana, ben = (lines.index(line) for line in lines if line.startswith(("▲ **", "● **")))
    supply = next(i for i, line in enumerate(lines) if line.startswith("**Black market**"))
    assert [i for i, line in enumerate(lines) if line == watchtower] == [ana + 1]
    assert ana < ben < supply
    assert "- **Outpost** (instant): recruit a Sentinel from your hand" in lines[supply:]
    assert "Ana took Watchtower from the black market." in world.table.text


async def test_a_chain_is_told_step_by_step(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Smoke Screen's second Daredevil moves Ana on to the corner on 6, where she takes again."""
    supply: tuple[MarketId, ...] = ("smoke_screen", "surveillance_truck", "masterplan")
    await land(world, monkeypatch, *supply, top=("daredevil",))
    await world.ana.press(world.table, "Take Smoke Screen")
    assert "Take a card." in world.table.text
    await world.ana.press(world.table, "Take Surveillance Truck")
    (told,) = [line for line in world.table.text.splitlines() if line.startswith("**Last turn:")]
    assert told.removeprefix("**Last turn:** ") == (
        "Ana offered Enforcer. "
        "Ben took the face-up card: 1st Enforcer, +1. "
        "Ana got the other: 1st Daredevil, +2. "
        "Ana took Smoke Screen from the black market. "
        "Smoke Screen: Ana recruits a 2nd Daredevil, +3. "
        "Ana took Surveillance Truck from the black market. "
        "Surveillance Truck moves Ana: +1."
    )


@pytest.mark.parametrize(
    ("label", "at_once"),
    [("Saboteur, recruit at once", True), ("Saboteur, keep in hand", False)],
)
async def test_spycation_asks_under_the_table_which_agent_and_whether_to_recruit_it(
    world: World, monkeypatch: pytest.MonkeyPatch, label: str, at_once: bool
) -> None:
    await land_later(world, monkeypatch)
    await world.ana.press(world.table, "Take Spycation")
    call = f"→ <@{world.ana.id}>, Spycation: which agent goes back to your hand?"
    assert call in world.table.text
    assert choices(world.table) == [
        "Saboteur, recruit at once",
        "Sentinel, recruit at once",
        "Saboteur, keep in hand",
        "Sentinel, keep in hand",
    ]
    assert "**Saboteur**: for you the 2nd: −1; for Ben the 1st: −1\n" in world.table.text
    await world.ana.press(world.table, label)
    assert "Saboteur left the agents of Ana for the hand of Ana." in world.table.text
    recruited = "Spycation: Ana recruits a 2nd Saboteur, −1." in world.table.text
    assert recruited is at_once
    assert f"▲ **Ana**: Saboteur {2 if at_once else 1}, Sentinel 1 ·" in world.table.text


async def test_mind_control_asks_under_the_table_which_agent(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await land_later(world, monkeypatch)
    await world.ana.press(world.table, "Take Mind Control")
    call = f"→ <@{world.ana.id}>, Mind Control: which agent of Ben goes to your hand?"
    assert call in world.table.text
    assert choices(world.table) == ["Enforcer", "Codebreaker"]
    assert "**Enforcer**: for you the 1st: +1; for Ben the 1st: +1\n" in world.table.text
    await world.ana.press(world.table, "Codebreaker")
    assert "Codebreaker left the agents of Ben for the hand of Ana." in world.table.text
    assert "Codebreaker" in world.ana.hand.text.split("Your cards: ")[1].splitlines()[0]
    assert "● **Ben**: Enforcer 1, Codebreaker 1 ·" in world.table.text


async def land_later(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the third turn Ana goes back to the corner on 13; both have different agents in play."""
    ana: tuple[AgentId, ...] = ("enforcer", "saboteur", "saboteur", "codebreaker")
    ben: tuple[AgentId, ...] = ("sentinel", "codebreaker", "double_agent", "daredevil")
    stack(monkeypatch, *ana, *ben, market=("spycation", "mind_control", "watchtower"))
    await start(world, mode="advanced")
    await play(world.ana, "Enforcer", "Saboteur")
    await world.ben.press(world.table, "Recruit the face-up card")
    await play(world.ben, "Sentinel", "Codebreaker")
    await world.ana.press(world.table, "Recruit the face-up card")
    await play(world.ana, "Codebreaker", "Saboteur")
    await world.ben.press(world.table, "Recruit the face-up card")


# From the hand: nobody else can tell what it holds

SECRET: tuple[MarketId, ...] = ("secret_recruit", "double_trouble", "watchtower", "outpost")
NEXT: tuple[AgentId, ...] = ("enforcer",)
"""What is drawn after the ability, so that what follows is the same too."""

HANDS: dict[str, list[tuple[AgentId, ...]]] = {
    "Secret Recruit": [
        ("daredevil", "daredevil", "daredevil", "daredevil"),
        ("daredevil", "daredevil", "daredevil", "sentinel"),
        ("daredevil", "daredevil", "mole", "sentinel"),
        ("saboteur", "codebreaker", "mole", "sentinel"),
    ],
    "Double Trouble": [
        ("saboteur", "codebreaker", "mole", "sentinel"),
        ("saboteur", "codebreaker", "sentinel", "sentinel"),
        ("saboteur", "saboteur", "sentinel", "sentinel"),
    ],
}
"""Hands that offer the ability no choice, one, and several; Sentinel where there is one."""


@pytest.mark.parametrize("ability", HANDS)
async def test_until_the_choice_is_made_nobody_can_tell_how_many_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ability: str
) -> None:
    looks: list[list[Seen]] = []
    for number, left in enumerate(HANDS[ability]):
        async with world_in(tmp_path / str(number)) as world:
            await land(world, monkeypatch, *SECRET, left=left, top=NEXT)
            await world.ana.press(world.table, f"Take {ability}")
            call = f"→ <@{world.ana.id}> carries out {ability} from the hand."
            assert call in world.table.text
            assert choices(world.table) == []
            looks.append([seen_by(world, world.ben), seen_by(world, world.eve)])
    assert all(look == looks[0] for look in looks)


@pytest.mark.parametrize("ability", HANDS)
async def test_the_card_and_the_choice_are_written_at_once(
    world: World, monkeypatch: pytest.MonkeyPatch, ability: str
) -> None:
    """A kill between them would leave a table that tells of several choices."""
    await land(world, monkeypatch, *SECRET, left=HANDS[ability][-1], top=NEXT)
    await world.ana.press(world.table, f"Take {ability}")
    match = await world.match()
    versions = [match.version]
    append = world.bot.store.append

    async def watched(*args: Any, **kwargs: Any) -> None:
        await append(*args, **kwargs)
        row = await world.bot.store.match(match.id)
        assert row is not None
        versions.append(row.version)

    monkeypatch.setattr(world.bot.store, "append", watched)
    await world.ana.press(world.ana.hand, "Sentinel")
    assert versions == [2, 4]


@pytest.mark.parametrize("ability", HANDS)
async def test_after_the_choice_nobody_can_tell_whether_there_was_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ability: str
) -> None:
    looks: list[list[Seen]] = []
    for number, left in enumerate(HANDS[ability][1:]):
        async with world_in(tmp_path / str(number)) as world:
            await land(world, monkeypatch, *SECRET, left=left, top=NEXT)
            await world.ana.press(world.table, f"Take {ability}")
            await world.ana.press(world.ana.hand, "Sentinel")
            assert f"{ability}: Ana recruits a 1st Sentinel" in world.table.text
            looks.append([seen_by(world, world.ben), seen_by(world, world.eve)])
    assert all(look == looks[0] for look in looks)


@pytest.mark.parametrize("ability", HANDS)
async def test_an_ability_without_a_choice_is_confirmed_and_then_said_to_come_to_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch, ability: str
) -> None:
    await land(world, monkeypatch, *SECRET, left=HANDS[ability][0])
    await world.ana.press(world.table, f"Take {ability}")
    assert "Your hand has no such agent, so nothing happens." in world.ana.hand.text
    assert choices(world.ana.hand) == ["Go on"]
    await world.ana.press(world.ana.hand, "Go on")
    assert f"{ability} could not be carried out." in world.table.text


@pytest.mark.parametrize("ability", HANDS)
async def test_the_hand_offers_what_the_ability_allows(
    world: World, monkeypatch: pytest.MonkeyPatch, ability: str
) -> None:
    await land(world, monkeypatch, *SECRET, left=HANDS[ability][2])
    await world.ana.press(world.table, f"Take {ability}")
    offered = {"Secret Recruit": ["Sentinel", "Mole"], "Double Trouble": ["Saboteur", "Sentinel"]}
    assert sorted(choices(world.ana.hand)) == sorted(offered[ability])
    await world.restart()
    await world.ana.press(world.ana.hand, "Sentinel")
    assert f"{ability}: Ana recruits a 1st Sentinel, no movement." in world.table.text
    shown = "Ana showed two of Sentinel." in world.table.text
    assert shown is (ability == "Double Trouble")


async def test_a_settled_card_cannot_be_exchanged_for_another(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await land(world, monkeypatch, *SECRET)
    supply = world.table
    await world.ana.press(supply, "Take Secret Recruit")
    before = world.table
    late = await world.ana.press(supply, "Take Watchtower")
    assert late.private is not None
    assert late.private.startswith("That moment has passed.")
    assert world.table == before


@pytest.mark.parametrize("ability", HANDS)
async def test_the_computer_keeps_to_what_an_absent_person_has_settled(
    world: World, monkeypatch: pytest.MonkeyPatch, ability: str
) -> None:
    await land(world, monkeypatch, *SECRET, left=HANDS[ability][-1], top=NEXT)
    await world.ana.press(world.table, f"Take {ability}")
    await world.wait(25 * 3600)
    assert f"{ability}: Ana recruits a 1st " in world.table.text


@pytest.mark.trouble
async def test_a_card_settled_just_before_a_crash_is_asked_for_at_the_next_start(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await land(world, monkeypatch, *SECRET)
    with world.dying(0, lost=True):
        await world.ana.press(world.table, "Take Secret Recruit", answered=False)
    await world.restart()
    assert "carries out Secret Recruit from the hand." in world.table.text
    await world.ana.press(world.ana.hand, "Mole")
    assert "Secret Recruit: Ana recruits a 1st Mole, −3." in world.table.text
