"""What is left of a name in a picture."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.draw.fonts import covers
from bot.draw.names import drawable, picture_name


@pytest.mark.parametrize(
    "name", ["Zoë", "Max…", "Łukasz", "Núria Peña", "Ødegård", "Дмитрий", "Ελένη", "@everyone"]
)
def test_names_in_the_letters_of_the_font_stay_as_they_are(name: str) -> None:
    assert drawable(name) == name


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("\u202egnp.exe\u202c", "gnp.exe"),  # turned to run from right to left
        ("An\u200b\u200d\u2060a\ufeff", "Ana"),  # invisible characters
        ("Ana\n\n\tB", "Ana B"),
        ("Z̷̢͔a̸l̶g̵o̷̧̯͘", "Zalgo"),  # stacked accents
        ("Zoe\u0308", "Zoë"),  # an accent that does belong to its letter
        ("𝓕𝓪𝓷𝓬𝔂", "Fancy"),
        ("Ｗｉｄｅ", "Wide"),
        ("🦊 fox 🦊", "fox"),
        ("\ue000\U000f0000x", "x"),  # private use
    ],
)
def test_tricks_are_undone(name: str, shown: str) -> None:
    assert drawable(name) == shown


@pytest.mark.parametrize("name", ["", "   ", "龍龍龍", "🦊", "\u200b", "---", "ﷺ", "小明 2"])
def test_a_name_without_a_letter_of_the_font_gets_its_fallback(name: str) -> None:
    assert picture_name(name, "Green") == "Green"


def test_a_name_with_something_to_show_keeps_it() -> None:
    assert picture_name("龍 Kim 7", "Green") == "Kim 7"
    assert picture_name("007 🦊", "Green") == "007"


def test_the_font_draws_no_boxes_for_what_it_covers() -> None:
    assert covers("é")
    assert covers("−")
    assert not covers("龍")
    assert not covers("▲")


@given(st.text(max_size=40))
def test_nothing_that_is_drawn_is_invisible_or_without_a_glyph(name: str) -> None:
    shown = drawable(name)
    assert shown == shown.strip()
    for character in shown:
        assert character == " " or (
            covers(character) and unicodedata.category(character)[0] not in "CM"
        )
