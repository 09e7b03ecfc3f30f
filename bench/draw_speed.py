"""How long the pictures take to draw and encode, and how large they are.

    python -m bench.draw_speed

The pictures are those of random matches. Times are for pictures that are in no cache; the parts
that all pictures share (tiles, cards) are drawn once, which the first picture of a process pays.
"""

from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from time import perf_counter

from bot.draw import cache
from cogs.agencia import picture as agencia
from cogs.agent_avenue.picture import (
    HandLabels,
    PersonLabel,
    SideLabel,
    TableLabels,
    final_picture,
    hand_picture,
    table_picture,
)
from engine.agent_avenue import GAME
from engine.agent_avenue.cards import AGENTS, BLACK_MARKET
from engine.agent_avenue.options import Mode, Options
from tests.cogs.agencia.watched import Watched, moments

MATCHES = 25

_NAMES = {card: agent.name for card, agent in AGENTS.items()} | {
    card: market.name for card, market in BLACK_MARKET.items()
}
_SIDES = (
    SideLabel((PersonLabel("Maximiliane", "Green"),), "G"),
    SideLabel((PersonLabel("Benedikt", "Blue"),), "B"),
)
_TABLE = TableLabels(_SIDES, _NAMES, status="Maximiliane chooses", hands="Hands")
_HAND = HandLabels(_SIDES, _NAMES, face_up="Face up", face_down="Face down")

Draw = Callable[[], bytes]


def rows() -> list[tuple[str, str]]:
    """The table of this benchmark: what was measured, and the result."""
    kept = cache.PICTURES
    cache.PICTURES = cache.PictureCache(max_bytes=0)
    try:
        first = _timed(lambda: _draw_one(Random(0)))
        measured = [
            _row("Agent Avenue, table, simple", _tables("simple")),
            _row("Agent Avenue, table, advanced", _tables("advanced")),
            _row("Agent Avenue, hand", _hands()),
            _row("Agent Avenue, end with all hands, advanced", _ends()),
            _row("La Agencia, table of six", _agencia_tables()),
            _row("La Agencia, cards", _agencia_cards()),
            _row("La Agencia, end", _agencia_ends()),
        ]
    finally:
        cache.PICTURES = kept
    return [("picture, the first of a process", f"{first * 1000:.0f} ms"), *measured]


def _row(what: str, pictures: Iterator[Draw]) -> tuple[str, str]:
    times: list[float] = []
    sizes: list[int] = []
    for draw in pictures:
        sizes.append(len(draw()))
        times.append(_timed(draw))
    times.sort()
    p99 = times[min(len(times) - 1, len(times) * 99 // 100)]
    return (
        f"picture, {what} (p50, p99; largest)",
        f"{median(times) * 1000:.1f} ms, {p99 * 1000:.1f} ms; {max(sizes) / 1024:.0f} KiB",
    )


def _timed(draw: Draw) -> float:
    start = perf_counter()
    draw()
    return perf_counter() - start


def _draw_one(rng: Random) -> bytes:
    options = Options()
    match = GAME.new(GAME.deal(rng, options, 2), options, 2)
    return table_picture(match.view(None), _TABLE, acting=match.to_act()[0])


def _tables(mode: Mode) -> Iterator[Draw]:
    for match in _moments(mode):
        view = match.view(None)
        yield lambda view=view: table_picture(view, _TABLE, advanced=mode == "advanced")


def _hands() -> Iterator[Draw]:
    for match in _moments("simple"):
        for seat in (0, 1):
            view = match.view(seat)
            yield lambda view=view, seat=seat: hand_picture(view, seat, seat, _HAND)


def _ends() -> Iterator[Draw]:
    seats = [(seat, side.people[0]) for seat, side in enumerate(_SIDES)]
    for match in _moments("advanced"):
        if match.over:
            view = match.view(None)
            yield lambda view=view: final_picture(view, _TABLE, seats, advanced=True)


def _agencia_tables() -> Iterator[Draw]:
    for watched in _agencia_moments():
        if not watched.match.over:
            yield agencia.table_picture(watched.scene()).draw


def _agencia_cards() -> Iterator[Draw]:
    for watched in _agencia_moments():
        if not watched.match.over:
            yield agencia.hand_picture(watched.scene(0)).draw


def _agencia_ends() -> Iterator[Draw]:
    for watched in _agencia_moments():
        if watched.match.over:
            yield agencia.final_picture(watched.scene()).draw


def _agencia_moments() -> Iterator[Watched]:
    for seed in range(MATCHES // 5):
        yield from moments(6, seed)


def _moments(mode: Mode):
    rng = Random(2)
    options = Options(mode=mode)
    for _ in range(MATCHES):
        match = GAME.new(GAME.deal(rng, options, 2), options, 2)
        while not match.over:
            yield match
            seat = rng.choice(match.to_act())
            match.apply(seat, rng.choice(match.legal(seat)))
        yield match


if __name__ == "__main__":
    for what, result in rows():
        print(f"{what:<60} {result}")
