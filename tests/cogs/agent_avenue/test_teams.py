"""Teams: who sits where, whose turn it is, and what a team decides together."""

from random import Random

import pytest

from tests.cogs.agent_avenue.duel import over
from tests.cogs.agent_avenue.teams import party, presses, start
from tests.cogs.test_restart import everything
from tests.world import World


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
