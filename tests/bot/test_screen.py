"""Screens: their digests, custom ids and composition as Components V2."""

import gc
import io
import re
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from simcord.components import validate_message_state, walk_components

from bot.screen import (
    CUSTOM_ID,
    MAX_LABEL,
    MAX_TEXT,
    Button,
    Composed,
    Link,
    Option,
    Picture,
    Row,
    Screen,
    Select,
    Text,
    compose,
    custom_id,
    digest,
    fitting,
    leave_pressed,
    mark_of,
    marker,
    picture_key,
    shorten,
)

V2 = 1 << 15


def png() -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (1, 1)).save(buffer, "PNG")
    return buffer.getvalue()


def undrawn() -> bytes:
    raise AssertionError("a digest needs no picture")


def whole(buttons: int = 7) -> Screen:
    """A screen with one of everything."""
    row = Row((*(Button(f"B{n}", "go", str(n)) for n in range(buttons)), Link("L", "https://x.y")))
    select = Select("Choose", "pick", (Option("One", "1"), Option("Two", "2", selected=True)))
    blocks = (Text("Hello"), Picture("a.png", "k", png, "a dot"), row, select)
    return Screen(blocks, version=4, accent=0x123456)


def parts(composed: Composed, kind: int) -> list[dict[str, Any]]:
    components = composed.view.to_components()
    return [part for part in walk_components(components) if part["type"] == kind]


async def test_a_screen_becomes_a_message_that_discord_accepts() -> None:
    composed = await compose(whole(), "4F7K", marker("4F7K", "table", -1, 0))
    components = composed.view.to_components()
    validate_message_state(components, flags=V2, content=None, embeds=[])
    (container,) = components
    assert container["type"] == 17
    assert container["accent_color"] == 0x123456
    assert container["id"] == marker("4F7K", "table", -1, 0)


async def test_buttons_carry_the_match_the_decision_and_what_they_mean() -> None:
    composed = await compose(whole(), "4F7K")
    ids = [part["custom_id"] for part in parts(composed, 2) if "custom_id" in part]
    assert ids == [f"4F7K:4:go:{n}" for n in range(7)]
    (select,) = parts(composed, 3)
    assert select["custom_id"] == "4F7K:4:pick"
    assert [option.get("default", False) for option in select["options"]] == [False, True]


async def test_more_than_five_buttons_make_further_rows() -> None:
    composed = await compose(
        Screen((Row(tuple(Button(str(n), f"v{'x' * n}") for n in range(11))),)), "4F7K"
    )
    assert [len(row["components"]) for row in parts(composed, 1)] == [5, 5, 1]


async def test_a_picture_is_attached_with_its_alternative_text() -> None:
    composed = await compose(whole(), "4F7K")
    (file,) = composed.files
    (gallery,) = parts(composed, 12)
    assert file.filename == "a.png"
    assert file.description == gallery["items"][0]["description"] == "a dot"
    assert gallery["items"][0]["media"]["url"] == "attachment://a.png"


async def test_a_composed_view_stays_in_nobody_s_memory() -> None:
    composed = await compose(whole(), "4F7K")
    assert composed.view.is_finished()
    assert composed.view.timeout is None


async def test_the_parts_of_a_composed_view_do_not_wait_for_the_garbage_collector() -> None:
    buttons = tuple(Button(f"{number}", "go", f"{number}") for number in range(20))
    gc.collect()
    gc.disable()
    try:
        await compose(Screen((Text("a"), Row(buttons))), "4F7K")
        assert gc.collect() < len(buttons)
    finally:
        gc.enable()


async def test_a_long_label_is_cut() -> None:
    composed = await compose(Screen((Row((Button("x" * 200, "go"),)),)), "4F7K")
    (button,) = parts(composed, 2)
    assert len(button["label"]) == MAX_LABEL
    assert button["label"].endswith("…")
    assert shorten("x" * MAX_LABEL) == "x" * MAX_LABEL


# Digests


def test_equal_screens_have_equal_digests_without_drawing() -> None:
    one = Screen((Text("a"), Picture("a.png", "k", undrawn, "alt")))
    two = Screen((Text("a"), Picture("a.png", "k", undrawn, "alt")))
    assert digest(one) == digest(two)


@pytest.mark.parametrize(
    "other",
    [
        Screen((Text("b"),), version=1),
        Screen((Text("a"),), version=2),
        Screen((Text("a"),), version=1, accent=5),
        Screen((Text("a"), Row((Button("x", "go"),))), version=1),
        Screen((Text("a"), Picture("a.png", "k", undrawn, "alt")), version=1),
    ],
)
def test_what_can_be_told_apart_has_another_digest(other: Screen) -> None:
    assert digest(other) != digest(Screen((Text("a"),), version=1))


@pytest.mark.parametrize(
    ("name", "key", "alt"), [("b.png", "k", "alt"), ("a.png", "l", "alt"), ("a.png", "k", "x")]
)
def test_another_picture_has_another_digest(name: str, key: str, alt: str) -> None:
    one = Screen((Picture("a.png", "k", undrawn, "alt"),))
    assert digest(one) != digest(Screen((Picture(name, key, undrawn, alt),)))


@pytest.mark.parametrize("changes", [{"label": "y"}, {"args": "2"}, {"disabled": True}])
def test_another_button_has_another_digest(changes: dict[str, Any]) -> None:
    button: dict[str, Any] = {"label": "x", "verb": "go", "args": "1"}
    one, two = Button(**button), Button(**(button | changes))
    assert digest(Screen((Row((one,)),))) != digest(Screen((Row((two,)),)))


def test_a_picture_s_key_tells_apart_what_it_shows() -> None:
    assert picture_key(1, {"a": 2}) == picture_key(1, {"a": 2})
    assert picture_key(1, {"a": 2}) != picture_key(1, {"a": 3})


# Custom ids and markers


@given(
    owner=st.text("23456789ABCDEFGHJKLMNPQRSTUVWXYZ", min_size=4, max_size=8),
    version=st.integers(0, 10**9 - 1),
    verb=st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=16),
    args=st.text("abcdefghijklmnopqrstuvwxyz_.0123456789:", max_size=40),
)
def test_a_custom_id_is_read_as_it_was_written(
    owner: str, version: int, verb: str, args: str
) -> None:
    written = custom_id(owner, version, verb, args)
    assert len(written) <= 100
    read = re.fullmatch(CUSTOM_ID, written)
    assert read is not None
    assert (read["owner"], int(read["version"]), read["verb"]) == (owner, version, verb)
    assert (read["args"] or "") == args


@pytest.mark.parametrize(
    ("owner", "verb", "args"),
    [
        ("", "go", ""),
        ("4F7K", "Go", ""),
        ("4F7K", "2go", ""),
        ("4F7K", "zurück", ""),
        ("4F7K", "x" * 41, ""),
        ("4F7K", "go", "two\nlines"),
        ("4F7K", "go", "x" * 93),
    ],
)
def test_a_button_that_could_not_be_pressed_is_not_made(owner: str, verb: str, args: str) -> None:
    with pytest.raises(ValueError, match="the custom id of"):
        custom_id(owner, 1, verb, args)


@pytest.mark.parametrize("strange", ["", "language", "4F7K", "4F7K:x:go", "4f7k:1:go", "4F7K:1:"])
def test_other_custom_ids_are_not_ours(strange: str) -> None:
    assert re.fullmatch(CUSTOM_ID, strange) is None


def test_the_marker_tells_a_match_s_messages_apart() -> None:
    messages = [
        (owner, kind, seat, page)
        for owner in ("4F7K", "8K2P")
        for kind in ("table", "hand", "ping")
        for seat in (-1, 0, 1)
        for page in range(40)
    ]
    marks = {marker(*message) for message in messages}
    assert len(marks) == len(messages)
    assert all(0 < mark < 2**31 for mark in marks)


def lengths(blocks: list[Any]) -> int:
    return sum(len(block.markdown) for block in blocks if isinstance(block, Text))


def test_what_has_room_stays_as_it_is() -> None:
    blocks = whole().blocks
    assert fitting(blocks, 5) == list(blocks)


def test_where_there_is_no_room_spare_lines_go_first_and_from_the_end() -> None:
    blocks = (Text("long and needed"), Text("one\ntwo\nthree", spare=True), Row(()))
    assert fitting(blocks, 23) == [Text("long and needed"), Text("one\ntwo", spare=True), Row(())]


def test_a_spare_text_of_one_line_loses_its_end() -> None:
    blocks = (Text("needed"), Text("a long story", spare=True))
    assert fitting(blocks, 12) == [Text("needed"), Text("a lon…", spare=True)]


def test_what_is_needed_gives_way_when_nothing_is_left_to_spare() -> None:
    blocks = (Text("call"), Text("a\nlist\nof\nmany"), Text("story", spare=True))
    assert fitting(blocks, 13) == [Text("call"), Text("a\nlist\nof")]


@given(
    st.lists(st.builds(Text, st.text("ab\n", max_size=30), spare=st.booleans()), max_size=5),
    st.integers(0, 60),
)
def test_it_always_fits(texts: list[Text], room: int) -> None:
    kept = fitting(texts, room)
    assert lengths(kept) <= room
    assert all(text.markdown for text in kept if isinstance(text, Text))


async def test_a_message_never_has_more_text_than_discord_takes() -> None:
    screen = Screen((Text("heading"), Text("x" * MAX_TEXT, spare=True), Text("→ call")))
    sent = [part["content"] for part in parts(await compose(screen), 10)]
    assert (sent[0], sent[2]) == ("heading", "→ call")
    assert sum(map(len, sent)) == MAX_TEXT


def test_of_a_pressed_message_only_the_row_of_what_was_pressed_is_left():
    def button(custom_id: str) -> dict[str, Any]:
        return {"type": 2, "style": 2, "label": custom_id, "custom_id": custom_id, "id": 9}

    def row(*custom_ids: str) -> dict[str, Any]:
        return {"type": 1, "id": 8, "components": [button(custom_id) for custom_id in custom_ids]}

    shown = [{"type": 10, "id": 7, "content": "a text"}, row("a", "b"), row("c")]
    container = discord.components.Container(
        {"type": 17, "id": 77, "components": shown},  # pyright: ignore[reportArgumentType]
        None,
    )
    interaction: Any = SimpleNamespace(
        data={"custom_id": "c"}, message=SimpleNamespace(components=[container])
    )
    leave_pressed(interaction)
    (left,) = container.children
    assert isinstance(left, discord.components.ActionRow)
    assert [item.custom_id for item in left.children] == ["c"]
    assert mark_of(interaction.message.components) == 77
