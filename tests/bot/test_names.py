"""Display names made harmless."""

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.names import MAX_NAME, distinct, plain, safe


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ana", "Ana"),
        ("Núria Peña", "Núria Peña"),
        ("  two \n\t words ", "two words"),
        ("\u202egnp.exe\u202c", "gnp.exe"),  # turned to run from right to left
        ("An\u200ba\u2060", "Ana"),  # invisible characters
        ("line\u2028break", "line break"),
        ("x" * 50, "x" * MAX_NAME),
        ("\u200b\u200b", ""),
        ("\u3164", ""),  # a Hangul filler, of which names are made that nobody sees
        ("\u0336\u0301", ""),  # marks without a letter
        ("\u0301 Ana", "Ana"),
        ("A\u2800\uffa0n\u034fa\ufe0f", "A na"),
        ("דנה", "\u2068דנה\u2069"),  # else the numbers around it would change places
        ("\u2067مريم", "\u2068مريم\u2069"),
        ("٣", "\u2068٣\u2069"),
    ],
)
def test_a_plain_name_is_one_short_line_in_its_own_direction(name: str, shown: str) -> None:
    assert plain(name) == shown


@pytest.mark.parametrize(
    "name",
    [
        "**bold**",
        "__u__ _i_",
        "~~gone~~",
        "||spoiler||",
        "`code`",
        "[text](https://e.vil)",
        "https://e.vil",
        "<@123456789012345678>",
        "<@&123456789012345678>",
        "<#123456789012345678>",
        "<t:0:R>",
        "<:x:123456789012345678>",
        "</play:123456789012345678>",
        "# big",
        "> quoted",
        "- item",
        "-",
        "1. FC",
        "12.",
        "back\\slash",
    ],
)
def test_nothing_in_a_safe_name_is_markdown(name: str) -> None:
    shown = safe(name)
    assert shown != name
    assert shown.replace("\\", "").replace("\u200b", "") == name.replace("\\", "")


@pytest.mark.parametrize("name", ["@everyone", "@here", "x @everyone y"])
def test_a_safe_name_mentions_nobody(name: str) -> None:
    assert "@everyone" not in safe(name)
    assert "@here" not in safe(name)


@pytest.mark.parametrize("name", ["Ana", "Núria Peña", "O'Neill", "J. R.", "Дмитрий", "日本"])
def test_ordinary_names_stay_as_they_are(name: str) -> None:
    assert safe(plain(name)) == name


def test_equal_names_get_numbers() -> None:
    assert distinct(["Kim", "Kim", "kim"], "Player") == ["Kim", "Kim (2)", "kim (3)"]


def test_a_number_that_somebody_has_in_the_name_is_not_given_again() -> None:
    assert distinct(["Kim", "Kim (2)", "Kim"], "Player") == ["Kim", "Kim (2)", "Kim (3)"]


def test_names_that_look_equal_get_numbers() -> None:
    assert distinct(["Ana", "Ana\ufe0f", "Ana\u3164"], "Player") == ["Ana", "Ana (2)", "Ana (3)"]


def test_an_empty_name_is_replaced() -> None:
    assert distinct(["\u200b", "", "Ana"], "Player") == ["Player", "Player (2)", "Ana"]


@given(st.lists(st.text(max_size=60), min_size=2, max_size=4))
def test_any_names_are_distinct_and_short(names: list[str]) -> None:
    shown = distinct(names, "Player")
    assert len({name.casefold() for name in shown}) == len(names)
    for name in shown:
        assert name
        assert name == " ".join(name.split())
        assert len(name) <= MAX_NAME + len("\u2068\u2069 (4)")


@given(st.text(max_size=60))
def test_a_plain_name_is_plain_already(name: str) -> None:
    assert plain(plain(name)) == plain(name)


@given(st.text(max_size=40))
def test_a_safe_name_never_mentions(name: str) -> None:
    shown = safe(plain(name))
    assert discord.utils.escape_mentions(shown) == shown
