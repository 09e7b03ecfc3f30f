"""The tests of this folder would notice: marks, words in the wrong language, texts that are cut."""

import pytest
from PIL import Image

from bot import screen
from bot.draw.canvas import Canvas
from tests.languages.pseudo import LONGER, accented
from tests.languages.sent import Said, noting, words

BLACK, WHITE = (0, 0, 0), (255, 255, 255)


@pytest.mark.parametrize("text", ["My hand", "The match {id} is over.", "**{name}** is in {place}"])
def test_the_language_of_marks_is_longer_has_no_plain_word_and_keeps_placeholders(
    text: str,
) -> None:
    made = accented(text)
    assert len(made) == round(len(text) * LONGER)
    for place in ("{id}", "{name}", "{place}"):
        assert made.count(place) == text.count(place)
        made = made.replace(place, "")
    assert words(made) == []


def test_a_plain_word_stands_out() -> None:
    assert words(accented("It is the turn of {name}.").format(name="the computer")) == [
        "the",
        "computer",
    ]


def test_codes_mentions_and_links_are_no_words() -> None:
    text = "8K2P </play agent-avenue:12> <@12> <t:12:R> https://discord.com/channels/1/2 `match` A"
    assert words(text) == []


def test_a_request_s_texts_are_noted_with_their_kinds() -> None:
    with noting() as sent:
        sent.request(
            "/channels/1/messages",
            {
                "components": [
                    {"type": 10, "content": "Text"},
                    {"type": 2, "label": "Press", "custom_id": "x"},
                    {"type": 3, "placeholder": "Choose", "options": [{"label": "This"}]},
                    {"type": 12, "items": [{"media": {"url": "x"}, "description": "Alt"}]},
                ]
            },
        )
    kinds = {said.kind: said.text for said in sent.said}
    assert kinds == {
        "content": "Text",
        "label": "Press",
        "placeholder": "Choose",
        "option": "This",
        "alt": "Alt",
    }
    assert sent.cut == []


def test_what_is_too_long_for_discord_is_noted() -> None:
    with noting() as sent:
        sent.request("/channels/1/messages", {"components": [{"type": 2, "label": "x" * 81}]})
        sent.request("/channels/1/messages", {"components": [{"type": 2, "label": "x"}] * 41})
        screen.shorten("y" * 81)
    assert sent.cut == [f"label: {'x' * 81}", f"label: {'y' * 81}"]
    assert len(sent.too_large) == 1


def test_a_text_that_does_not_fit_into_a_picture_is_noted() -> None:
    canvas = Canvas(Image.new("RGBA", (60, 40), BLACK))
    with noting() as sent:
        canvas.write("Mole", (0, 0, 60, 40), WHITE, size=20)
        canvas.write("Supercomputer", (0, 0, 60, 40), WHITE, size=20)
    assert Said("picture", "Mole") in sent.said
    assert len(sent.cut) == 1
    assert "Supercomputer" in sent.cut[0]
