"""What is written in the pictures can be read: contrast, size, longer languages, hostile names."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from bot.draw import cache
from bot.draw.palette import contrast
from bot.draw.shapes import SIDES
from bot.draw.text import SOFT_HYPHEN
from bot.i18n import languages, translator
from cogs.agent_avenue import picture_board, picture_cards, words
from cogs.agent_avenue.picture import (
    PersonLabel,
    SideLabel,
    final_picture,
    hand_picture,
    quiet_hand_picture,
    table_picture,
)
from engine.agent_avenue.cards import AGENTS, BLACK_MARKET
from engine.agent_avenue.view import Table
from tests.cogs.agent_avenue.scenes import HAND, NAMES, TABLE, moments, people
from tests.written import Written, reading

LEAST = 18


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Written]]:
    """Every text that is written from now on, nothing taken from a cache."""
    monkeypatch.setattr(cache, "PICTURES", cache.PictureCache(max_bytes=0))
    with reading(picture_cards, picture_board) as texts:
        yield texts


def draw_everything(
    names: dict[str, str], sides: tuple[SideLabel, SideLabel] = TABLE.sides
) -> None:
    """A crowded table, a hand, and an end with the given names."""
    table = replace(TABLE, cards=names, sides=sides)
    hand = replace(HAND, cards=names, sides=sides)
    *_, match = moments(1, mode="advanced")
    over = match.view(None)
    crowded = replace(
        over,
        over=False,
        step="recruit",
        table=Table("double_agent", None),
        in_play=(dict.fromkeys(AGENTS, 1), dict.fromkeys(AGENTS, 2)),
        black_market=(["distraction_device", "getaway_car"], ["leader_of_the_pack"]),
        supply=["surveillance_truck", "mind_control", "security_system"],
        hands=[list(AGENTS)[:4], list(AGENTS)[4:]],
    )
    table_picture(crowded, table, advanced=True, acting=0)
    for card in AGENTS:
        table_picture(replace(crowded, table=Table(card, None)), table, advanced=True)
    for seat in (0, 1):
        hand_picture(replace(crowded, table=Table("mole", None)), seat, seat, hand)
        quiet_hand_picture(crowded.hands[seat], "mole", "codebreaker", seat, hand)
    final_picture(replace(over, hands=crowded.hands), table, people(2), advanced=True)
    for number in range(0, len(BLACK_MARKET), 3):
        three = list(BLACK_MARKET)[number : number + 3]
        market = replace(crowded, supply=three, black_market=(three, []))
        table_picture(market, table, advanced=True)


def test_all_text_stands_out_from_its_ground(written: list[Written]) -> None:
    draw_everything(NAMES)
    assert len(written) > 100
    faint = {text for text in written if contrast(text.fill, text.ground) < 4.5}
    assert faint == set()


def test_english_text_is_large_and_never_cut(written: list[Written]) -> None:
    draw_everything(NAMES)
    assert {text for text in written if text.cut} == set()
    assert {text for text in written if text.size < 20} == set()


@pytest.mark.parametrize("language", languages())
def test_no_name_in_any_language_is_cut_or_broken_by_force(
    language: str, written: list[Written]
) -> None:
    draw_everything(words.all_printed(translator(language)))
    assert {text for text in written if text.squeezed} == set()
    assert {text for text in written if text.size < LEAST} == set()


@pytest.mark.parametrize("language", languages())
def test_texts_have_no_soft_hyphens(language: str) -> None:
    t = translator(language)
    for card, printed in words.all_printed(t).items():
        assert words.card(t, card) == printed.replace(SOFT_HYPHEN, "")


def test_names_longer_by_40_per_cent_are_never_cut(written: list[Written]) -> None:
    draw_everything({card: lengthened(name) for card, name in NAMES.items()})
    assert {text for text in written if text.cut} == set()
    assert {text for text in written if text.size < LEAST} == set()


def lengthened(name: str) -> str:
    """The name and 40 per cent more letters at the end, as a pseudo-locale does it."""
    return name + "o" * -(-len(name) * 4 // 10)


@pytest.mark.parametrize(
    "name",
    ["W" * 32, "\u202eAna\u202c", "龍龍", "🦊" * 16, "@everyone", "Z̷̢͔a̸l̶g̵o̷̧̯͘" * 6, "", "\n\n"],
)
def test_no_name_does_harm(name: str, written: list[Written]) -> None:
    sides = (
        SideLabel((PersonLabel(name, "Green"), PersonLabel(name, "Seat 3")), "G"),
        SideLabel((PersonLabel(name, "Blue"),), "B"),
    )
    draw_everything(NAMES, sides)
    headers = [text for text in written if text.size >= 22 and text.ground in SIDES]
    assert headers
    assert all(text.lines for text in headers)


def test_a_name_that_cannot_be_shown_is_told_by_its_fallback(written: list[Written]) -> None:
    sides = (
        SideLabel((PersonLabel("龍", "Green"),), "G"),
        SideLabel((PersonLabel("龍", "Blue"),), "B"),
    )
    draw_everything(NAMES, sides)
    texts = {text.text for text in written}
    assert {"Green", "Blue"} <= texts
    assert "龍" not in texts
