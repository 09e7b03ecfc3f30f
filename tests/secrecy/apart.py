"""The comparison of two evenings through one person's eyes."""

from pathlib import Path
from random import Random

from engine.game import Seat
from tests.secrecy.evening import evening
from tests.secrecy.twins import Course, Twins
from tests.secrecy.watch import Leak, Sent

Seen = dict[object, list[Sent]]
"""What somebody was sent: in each channel, and apart from it what was private there.

Requests to different places may overtake each other.
"""


async def play(folder: Path, course: Course, viewer: Seat | None, *, to_the_end: bool) -> Seen:
    """Play a course; what the viewer was sent in it, by channel. Raises `Leak`."""
    rng = Random(1)
    async with evening(folder, course) as played:
        for stroke in course.strokes:
            await played.try_something(viewer, rng)
            await played.play(stroke)
            played.watch.verify()
            played.watch.stroke += 1
        await played.person(viewer).command("privacy export")
        cut = len(played.watch.sent)
        if to_the_end:
            await played.play_on(rng)
        played.watch.verify()
        readers = (None, played.person(viewer).id)
        channels: Seen = {}
        for sent in played.watch.sent[:cut]:
            if sent.reader in readers:
                channels.setdefault((sent.channel, sent.reader), []).append(sent)
        return channels


async def compare(folder: Path, pair: Twins, *, to_the_end: bool = True) -> None:
    """Play both of a pair. Raises `Leak` at anything that somebody should not have seen."""
    one = await play(_made(folder / "one"), pair.one, pair.viewer, to_the_end=to_the_end)
    other = await play(_made(folder / "other"), pair.other, pair.viewer, to_the_end=False)
    for mine, theirs in zip(one.values(), other.values(), strict=True):
        for left, right in zip(mine, theirs, strict=False):
            if _content(left) != _content(right):
                raise Leak(f"{pair.viewer} can tell apart:\n{_difference(left, right)}")
        if len(mine) != len(theirs):
            raise Leak(f"{pair.viewer} is sent {len(mine)} messages, or {len(theirs)}")


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True)
    return folder


def _content(sent: Sent) -> object:
    return sent.stroke, sent.what, sent.files


def _difference(left: Sent, right: Sent) -> str:
    """Both from shortly before they differ."""
    shown = repr(_content(left)), repr(_content(right))
    same = next((i for i, (a, b) in enumerate(zip(*shown, strict=False)) if a != b), 0)
    start = max(same - 200, 0)
    return "\n".join(text[start : start + 400] for text in shown)
