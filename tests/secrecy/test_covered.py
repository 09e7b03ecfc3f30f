"""Who wants to see the hand only on a press never finds it in a direct message that stays there."""

from random import Random

import pytest

from tests.cogs.agent_avenue import duel
from tests.cogs.test_preferences import prefer
from tests.secrecy.named import named
from tests.world import Person, World


def cards_in_dms(person: Person) -> set[str]:
    shown = [text for m in person.dms for text in (m.text, *m.alts, *m.buttons)]
    return set().union(*map(named, shown))


async def test_a_press_in_a_hand_that_was_open_before_covers_it_again(world: World) -> None:
    await duel.start(world)
    active = duel.called(world)
    was_open = active.hand
    await prefer(world, active, "open_hand", "false")
    await active.press(was_open, duel.picks(was_open)[0])
    assert cards_in_dms(active) == set()


async def test_an_outdated_press_in_a_hand_that_was_open_before_covers_it_again(
    world: World,
) -> None:
    await duel.start(world)
    active = duel.called(world)
    was_open = active.hand
    await duel.offer(active, Random(1))
    await prefer(world, active, "open_hand", "false")
    await active.press(was_open, duel.picks(was_open)[0])
    assert cards_in_dms(active) == set()


async def test_a_press_in_a_hand_that_could_not_be_covered_covers_it(world: World) -> None:
    """Direct messages are refused now, so that the bot has let go of the one that is there."""
    await duel.start(world)
    active = duel.called(world)
    was_open = active.hand
    active.close_dms()
    await prefer(world, active, "open_hand", "false")
    await active.press(was_open, duel.picks(was_open)[0])
    assert cards_in_dms(active) == set()


@pytest.mark.trouble
async def test_trouble_is_told_without_the_hand(world: World) -> None:
    await duel.start(world)
    active = duel.called(world)
    await prefer(world, active, "open_hand", "false")
    world.env.backend.delete_channel((await world.match()).row.place)
    hand = (await active.press(active.hand, "My hand")).message
    assert hand is not None
    await active.press(hand, duel.picks(hand)[0])
    hand = world.read(hand)
    await active.press(hand, duel.downs(hand)[0])
    assert cards_in_dms(active) == set()
    assert "The channel of this match is gone." in active.hand.text
