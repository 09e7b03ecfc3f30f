"""What the load benchmark leans on, in small; and that shards make no difference."""

import re
from random import Random

import pytest

from bench import load
from bench.archive import Archive
from bench.crowd import ahead, lost
from bench.stage import Stage, stage
from engine.agencia import GAME as AGENCIA
from engine.agent_avenue import GAME as AVENUE
from tests.loopback import disk
from tests.loopback.driver import Party

IDS = re.compile(r"\d{9,}")


def told(party: Party) -> list[tuple[str, int, str, str, str]]:
    """Who pressed what, and what the answer said."""
    return [
        (p.user.name, p.button.version, p.button.verb, p.button.args, IDS.sub("#", p.answer))
        for p in party.presses
    ]


async def shown(s: Stage) -> None:
    """Wait for what lags to be shown: from then on the bot can draw, and defers no answer."""
    await s.loopback.until(lambda: load.unsent(s.database) == 0, 30)
    await s.loopback.quiet(0.1)


async def evening(shards: int) -> dict[str, list[tuple[str, int, str, str, str]]]:
    """Three matches, each in a server of its own, played on to their ends at the same time."""
    async with stage(guilds=3, shards=shards) as s:
        archive = Archive(s, Random(3))
        parties = archive.add_running(3, lagging=True, games=(AVENUE, AGENCIA))
        archive.save()
        async with s.bot():
            await shown(s)
            assert {(g.id >> 22) % shards for g in s.guilds} == set(range(min(shards, 3)))
            for party in parties:
                await party.play()
                await s.loopback.quiet(0.1)
            assert s.loopback.gateway.identified == shards
        return {party.channel.name: told(party) for party in parties}


@pytest.mark.parametrize("shards", [2, 4])
async def test_shards_in_one_process_answer_as_one_does(shards: int) -> None:
    assert await evening(shards) == await evening(1)


async def test_what_is_measured_under_load(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both games go on, no answer is missing, and nothing is lost by the kill at the end."""
    monkeypatch.setattr(load, "RISING_SECONDS", 1.0)
    monkeypatch.setattr(load, "FULL_SECONDS", 6.0)
    monkeypatch.setattr(load, "ALTERNATION_SECONDS", 2.0)
    asked = load.arguments(
        ["--matches", "4", "--rate", "8", "--seconds", "3", "--alternations", "1"]
    )
    found = await load.ours(asked)
    kinds = {pressed.kind for pressed in found.full.measured.presses}
    assert {"decision", "step"} <= kinds
    assert found.told > 5
    assert found.seen >= 4
    assert found.lost == 0
    assert found.numbers["safehouse_actions_total"] > 0
    assert not [pressed for pressed in found.full.measured.presses if pressed.seconds is None]
    assert found.steady.measured.refused == {}
    for stretch in (found.steady, *found.beside_easy, *found.beside_hard):
        assert len(stretch.measured.presses) < 50, "about 8 a second, and none without a pause"


async def test_a_decision_that_is_not_on_the_disk_is_found() -> None:
    async with stage() as s:
        archive = Archive(s, Random(1))
        (party,) = archive.add_running(1, lagging=True)
        archive.save()
        before = disk.read(s.database)
        async with s.bot():
            await shown(s)
            press = await party.step()
            while press is not None and not press.told:
                press = await party.step()
            assert press is not None
        after, match = disk.read(s.database), press.button.owner
        assert lost([press], after) == []
        assert lost([press], before) == [press]
        actions = len(after.matches[match].actions)
        assert ahead({match: actions}, after) == []
        assert ahead({match: actions}, before) == [match]
