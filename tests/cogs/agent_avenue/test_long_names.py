"""The table of people with names as Discord lets them be: very long, or without a Latin letter."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random

from bot.face import Event, Scene, Sitter, seen
from bot.i18n import translator
from bot.messages import table_screen
from bot.names import distinct, safe
from bot.screen import MAX_TEXT, Block, Text, fitting
from cogs.agent_avenue import words
from cogs.agent_avenue.cog import AgentAvenueFace
from cogs.agent_avenue.table import table_labels
from engine.agent_avenue import GAME
from engine.agent_avenue.options import Options

FACE = AgentAvenueFace()
LONG = ("*_" * 16,) * 4
"""Every character of them is escaped."""

EMOJIS = {card: f"<:{card}:{10**18}>" for card in words.AGENTS}
PAIRS = Options(mode="advanced", teams=((0, 2), (1, 3)))


def moments(seed: int, names: Sequence[str] = LONG) -> Iterator[Scene]:
    """A random match in German, whose texts are long, of people without direct messages."""
    rng = Random(seed)
    match = GAME.new(GAME.deal(rng, PAIRS, 4), PAIRS, 4)
    events: list[tuple[int, Event]] = []
    while True:
        yield Scene(
            id="8K2P",
            options=PAIRS,
            viewer=None,
            view=match.view(None),
            events=seen(events, None),
            sitters=[
                Sitter(seat, safe(name), name, f"<@{10**18 + seat}>", False, dms_closed=True)
                for seat, name in enumerate(distinct(names, "Player"))
            ],
            decision=0,
            t=translator("de"),
            table_link=None,
            place="<#2>",
            emojis=EMOJIS,
        )
        if match.over:
            return
        seat = rng.choice(match.to_act())
        events += [
            (len(events), event) for event in match.apply(seat, rng.choice(match.legal(seat)))
        ]


def length(blocks: Iterable[Block]) -> int:
    return sum(len(block.markdown) for block in blocks if isinstance(block, Text))


def needed(blocks: Iterable[Block]) -> list[Block]:
    return [block for block in blocks if not (isinstance(block, Text) and block.spare)]


def test_only_the_story_of_the_last_turn_gives_way() -> None:
    shortened = 0
    for seed in (60, 61, 62):
        for scene in moments(seed):
            blocks = table_screen(FACE, scene).blocks
            if length(blocks) > MAX_TEXT:
                kept = fitting(blocks)
                assert length(kept) <= MAX_TEXT
                assert needed(kept) == needed(blocks)
                shortened += 1
    assert shortened


def test_the_picture_says_who_chooses_where_the_font_lacks_the_name() -> None:
    scene = next(moments(60, ["漢字", "さくら", "Ana", "🦊"]))
    acting = scene.view.to_act[0] % 2
    assert table_labels(scene).status == ["#1 & Ana wählen", "#2 & #4 wählen"][acting]
