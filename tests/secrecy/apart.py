"""The comparison of two evenings through one person's eyes."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

from engine.game import Seat
from tests.secrecy.evening import Evening, Plan, evening
from tests.secrecy.twins import Course, Twins
from tests.secrecy.watch import Leak, Sent
from tests.secrecy.wishes import WISHES, wish

Seen = dict[object, list[Sent]]
"""What somebody was sent: in each channel, and apart from it what was private there.

Requests to different places may overtake each other.
"""

USUAL = Plan(wishes=WISHES)


async def play(
    folder: Path, pair: Twins, course: Course, plan: Plan, *, other: bool, to_the_end: bool
) -> Seen:
    """Play a course; what the viewer was sent in it, by channel. Raises `Leak`."""
    rng = Random(1)
    async with evening(folder, course, plan) as played:
        person, watch = played.person(pair.viewer), played.watch
        swap, wishes = pair.swap, list(plan.wishes)
        while (done := await played.strokes_done()) < len(course.strokes):
            watch.stroke = done
            if swap is not None and done == swap.stroke:
                seat, newcomer = _change(played, pair.viewer, swap.becomes)
                await played.substitute(seat, newcomer)
            await _around(played, done)
            for name in wishes[plan.first : plan.first + 2] if wishes else ():
                await wish(played, person, name, rng)
            wishes = wishes[2:] + wishes[:2]
            if await played.strokes_done() == done:
                seat_now = (await played.world.match()).seat_of(person.id)
                await played.play(course.strokes[done], viewer=seat_now, other=other)
            await played.check_covered()
            watch.verify()
            await played.world.wait(5)
        await person.command("privacy export")
        cut = len(watch.sent)
        if to_the_end:
            await played.play_on(rng)
        watch.verify()
        readers = (None, person.id)
        channels: Seen = {}
        for sent in watch.sent[:cut]:
            if sent.reader in readers:
                channels.setdefault((sent.channel, sent.reader), []).append(sent)
        return channels


async def _around(played: Evening, done: int) -> None:
    """What others do between the strokes."""
    if done % 4 == 0:
        await played.come_back()
    removed = played.plan.removed
    if removed is not None and done == len(played.course.strokes) // 2:
        mention = played.people[removed].member.user
        await played.moderator.command("game remove", await played.place(), user=mention)


def _change(played: Evening, viewer: Seat | None, becomes: Seat | None) -> tuple[Seat, object]:
    """Which seat goes to whom: the viewer's to somebody new, or another's to the viewer."""
    if viewer is not None:
        return viewer, played.newcomer
    assert becomes is not None
    return becomes, played.bystander


async def compare(
    folder: Path, pair: Twins, *, to_the_end: bool = True, plan: Plan = USUAL
) -> None:
    """Play both of a pair. Raises `Leak` at anything that somebody should not have seen.

    The first is played on to its end, if wished.
    """
    one, other = [
        await play(_made(folder / name), pair, course, plan, other=is_other, to_the_end=end)
        for name, course, is_other, end in (
            ("one", pair.one, False, to_the_end),
            ("other", pair.other, True, False),
        )
    ]
    _compare(pair, list(one.values()), list(other.values()))


def _compare(pair: Twins, one: Sequence[list[Sent]], other: Sequence[list[Sent]]) -> None:
    for mine, theirs in zip(one, other, strict=True):
        for left, right in zip(mine, theirs, strict=False):
            if _content(left) != _content(right):
                raise Leak(f"{pair.viewer} can tell apart:\n{_difference(left, right)}")
        if len(mine) != len(theirs):
            raise Leak(f"{pair.viewer} is sent {len(mine)} messages, or {len(theirs)}")


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True)
    return folder


def _content(sent: Sent) -> object:
    return sent.stroke, sent.at, sent.what, sent.files


def _difference(left: Sent, right: Sent) -> str:
    """Both from shortly before they differ."""
    shown = repr(_content(left)), repr(_content(right))
    same = next((i for i, (a, b) in enumerate(zip(*shown, strict=False)) if a != b), 0)
    start = max(same - 200, 0)
    return "\n".join(text[start : start + 400] for text in shown)
