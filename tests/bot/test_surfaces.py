"""Which matches are shown when: so many at once, those first that have waited longest."""

import asyncio
from collections.abc import Callable
from contextlib import ExitStack
from types import SimpleNamespace
from typing import Any

import pytest

from bot import surfaces
from bot.surfaces import AT_LEAST, AT_ONCE, Surfaces


class Showing:
    """Stands for `Refresh`: a pass that takes a while, and is noted."""

    def __init__(self, shown: list[tuple[str, int]]) -> None:
        self.shown = shown
        """Match and version of each pass, in the order in which they ended."""
        self.now = 0
        self.most = 0
        self.unfinished: set[str] = set()
        """Whose next pass leaves something to be done."""

    def __call__(self, match: Any, *_: object, again: Callable[[], None], **__: object) -> Any:
        async def run() -> None:
            self.now += 1
            self.most = max(self.most, self.now)
            version = match.version
            await asyncio.sleep(0.01)
            self.shown.append((match.id, version))
            if match.id in self.unfinished:
                self.unfinished.remove(match.id)
                again()
            self.now -= 1

        return SimpleNamespace(run=run)


@pytest.fixture
def showing(monkeypatch: pytest.MonkeyPatch) -> Showing:
    showing = Showing([])
    monkeypatch.setattr(surfaces, "Refresh", showing)
    return showing


def all_surfaces() -> Surfaces:
    nothing: Any = None
    return Surfaces(nothing, nothing, nothing, {"game": nothing}, unreached=nothing)


def pressed(message: int) -> Any:
    """A message one of whose buttons was pressed."""
    return SimpleNamespace(id=message)


def matches(count: int) -> list[Any]:
    row = SimpleNamespace(game="game")
    return [SimpleNamespace(id=f"{n}", version=0, row=row, showing=False) for n in range(count)]


async def test_only_so_many_matches_are_shown_at_once(showing: Showing) -> None:
    shown, many = all_surfaces(), matches(3 * AT_ONCE)
    for match in many:
        shown.refresh(match)
    assert all(match.showing for match in many), "none may leave memory before"
    for match in many:
        await shown.at_rest(match.id)
    assert showing.most == AT_ONCE
    assert [match for match, _ in showing.shown] == [match.id for match in many]
    assert not any(match.showing for match in many)


async def test_who_waits_is_shown_once_as_it_is_then(showing: Showing) -> None:
    shown, (*many, last) = all_surfaces(), matches(AT_ONCE + 1)
    for match in (*many, last):
        shown.refresh(match)
    for _ in range(5):
        last.version += 1
        shown.refresh(last)
    await shown.at_rest(last.id)
    assert [version for match, version in showing.shown if match == last.id] == [5]


async def test_who_changes_while_it_is_shown_is_shown_again_after_those_who_wait(
    showing: Showing,
) -> None:
    shown, many = all_surfaces(), matches(2 * AT_ONCE)
    for match in many:
        shown.refresh(match)
    await asyncio.sleep(0.005)
    many[0].version += 1
    shown.refresh(many[0])
    await shown.at_rest(many[0].id)
    assert len(showing.shown) == 2 * AT_ONCE + 1
    assert showing.shown[-1] == ("0", 1)


async def test_what_a_pass_leaves_is_done_before_those_who_wait(showing: Showing) -> None:
    shown, many = all_surfaces(), matches(2 * AT_ONCE)
    showing.unfinished = {many[0].id}
    for match in many:
        shown.refresh(match)
    for match in many:
        await shown.at_rest(match.id)
    passes = [match for match, _ in showing.shown]
    assert passes.count(many[0].id) == 2
    second = len(passes) - 1 - passes[::-1].index(many[0].id)
    assert second < passes.index(many[-1].id)
    assert not many[0].showing


async def test_while_many_wait_for_their_answers_few_are_shown(showing: Showing) -> None:
    shown, many = all_surfaces(), matches(3 * AT_ONCE)
    with ExitStack() as answering:
        for match in many[:AT_ONCE]:
            answering.enter_context(shown.answering(match, pressed(message=int(match.id))))
        for match in many:
            shown.refresh(match)
        await asyncio.sleep(0.025)
        assert showing.most == AT_LEAST
    await asyncio.sleep(0.005)
    assert showing.most == AT_ONCE, "as soon as all are answered"
    for match in many:
        await shown.at_rest(match.id)
    assert {match for match, _ in showing.shown} == {match.id for match in many}


async def test_a_message_is_left_alone_until_every_press_in_it_is_answered(
    showing: Showing,
) -> None:
    shown, (match,) = all_surfaces(), matches(1)
    with shown.answering(match, pressed(message=5)):
        with shown.answering(match, pressed(message=5)):
            pass
        assert not shown._is_free(5)
        assert showing.now == 0
    assert shown._is_free(5)
    await shown.at_rest(match.id)
    assert showing.shown == [(match.id, 0)], "what was passed over follows"


async def test_nothing_begins_any_more_once_they_are_stopped(showing: Showing) -> None:
    shown, many = all_surfaces(), matches(2 * AT_ONCE)
    for match in many:
        shown.refresh(match)
    await asyncio.sleep(0.005)
    await shown.stop()
    await asyncio.sleep(0.03)
    assert (showing.most, showing.shown) == (AT_ONCE, [])
