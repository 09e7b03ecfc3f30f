"""/preferences and /language: what a person chooses, and running matches follow it."""

from random import Random

import pytest

from bot.rows import Preferences
from tests.cogs.agent_avenue.duel import called, decide, downs, offer, picks, start
from tests.world import Person, World


async def prefer(world: World, person: Person, verb: str, value: str) -> None:
    message = (await person.command("preferences")).message
    assert message is not None
    assert message.private
    await person.choose(message, f"PREFERENCES:0:{verb}", value)


@pytest.mark.parametrize(
    ("verb", "value", "expected"),
    [
        ("language", "en", Preferences(language="en")),
        ("pings", "false", Preferences(pings=False)),
        ("open_hand", "false", Preferences(open_hand=False)),
        ("pictures", "false", Preferences(pictures=False)),
    ],
)
async def test_a_choice_is_kept(world: World, verb: str, value: str, expected: Preferences) -> None:
    await prefer(world, world.ana, verb, value)
    assert await world.bot.store.preferences(world.ana.id) == expected
    await world.restart()
    assert await world.bot.languages.preferences(world.ana.id) == expected


async def test_two_choices_at_once_are_both_kept(world: World) -> None:
    message = (await world.ana.command("preferences")).message
    assert message is not None
    with world.at_once():
        for verb in ("pings", "pictures"):
            await world.ana.choose(message, f"PREFERENCES:0:{verb}", "false", answered=False)
    await world.env.settle()
    chosen = Preferences(pings=False, pictures=False)
    assert await world.bot.store.preferences(world.ana.id) == chosen


async def test_the_selects_work_after_a_restart(world: World) -> None:
    message = (await world.ana.command("preferences")).message
    assert message is not None
    await world.restart()
    await world.ana.choose(message, "PREFERENCES:0:pings", "false")
    assert not (await world.bot.store.preferences(world.ana.id)).pings


async def test_who_muted_pings_is_not_notified_and_others_are(world: World) -> None:
    await prefer(world, world.ana, "pings", "false")
    await start(world, mode="advanced")
    rng = Random(3)
    for _ in range(6):
        await decide(world, rng)
    assert {ping.user for ping in world.pings} == {world.ben.id}


async def test_a_covered_hand_is_shown_by_a_press_only_and_privately(world: World) -> None:
    await start(world)
    active = called(world)
    cards = [label.split(" ×")[0] for label in picks(active.hand)]
    await prefer(world, active, "open_hand", "false")
    assert list(active.hand.buttons) == ["My hand"]
    assert "It is your turn." in active.hand.text
    assert active.hand.alts == ()
    assert not any(card in active.hand.text for card in cards)
    shown = (await active.press(active.hand, "My hand")).message
    assert shown is not None
    assert shown.private
    await active.press(shown, picks(shown)[0])
    shown = world.read(shown)
    await active.press(shown, downs(shown)[0])
    assert "Recruit the face-down card" in world.table.buttons
    assert list(active.hand.buttons) == ["My hand"]


async def test_a_hand_can_be_uncovered_again(world: World) -> None:
    await prefer(world, world.ana, "open_hand", "false")
    await start(world)
    assert list(world.ana.hand.buttons) == ["My hand"]
    await prefer(world, world.ana, "open_hand", "true")
    assert "Your hand" in world.ana.hand.text
    await offer(called(world), Random(1))


async def test_language_is_chosen_by_its_code_or_left_to_discord(world: World) -> None:
    await world.ana.command("language", language="en")
    assert await world.bot.store.preferences(world.ana.id) == Preferences(language="en")
    told = (await world.ana.command("language", language="xx")).private
    assert told is not None
    assert told.startswith("I do not know that language. I know: English")
    await world.ana.command("language")
    assert await world.bot.store.preferences(world.ana.id) == Preferences()
