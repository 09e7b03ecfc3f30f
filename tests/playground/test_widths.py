"""A table on a phone and on a desktop: everything in sight, in one column, nothing cut off."""

import io
from itertools import pairwise

import pytest
from PIL import Image

from tests.playground.page import WIDTHS, Layout, PlaygroundPage

MIN_PICTURE = 250
"""The least width in pixels at which a table's picture can be read on a phone."""

MIN_BUTTON = 24
"""The least height in pixels of what a finger is to hit (WCAG 2.2, target size)."""


def start(page: PlaygroundPage, game: str, computers: int, **options: str) -> None:
    page.run_command(f"play {game}", **options)
    for _ in range(computers):
        page.press("Add computer")
    page.press("Start")


def is_in_sight(layout: Layout, width: int) -> None:
    assert layout.page <= width, "the page would have to be scrolled sideways"
    blocks = [*layout.pictures, *layout.texts, *layout.buttons]
    for box in blocks:
        assert 0 <= box.left < box.right <= width
    assert all(box.fits for box in [*layout.texts, *layout.buttons])


def is_one_column(layout: Layout) -> None:
    stack = sorted([*layout.pictures, *layout.texts], key=lambda box: box.top)
    assert all(above.bottom <= below.top + 1 for above, below in pairwise(stack))
    assert all(button.bottom - button.top >= MIN_BUTTON for button in layout.buttons)


def is_drawn(png: bytes) -> None:
    """The table's own colours are on the screenshot, so its picture was there."""
    image = Image.open(io.BytesIO(png)).convert("RGB")
    colours = image.getcolors(image.width * image.height)
    assert colours is not None
    assert len(colours) > 100


@pytest.mark.parametrize(
    ("game", "computers", "options", "said"),
    [
        ("agent-avenue", 1, {"mode": "advanced"}, "Black market"),
        ("la-agencia", 5, {}, "Reward tile"),
    ],
)
def test_a_table_is_in_sight_on_a_phone_and_on_a_desktop(
    page: PlaygroundPage, game: str, computers: int, options: dict[str, str], said: str
) -> None:
    start(page, game, computers, **options)
    page.wait_for(said)
    for width in WIDTHS:
        page.resize(width)
        layout = page.layout(said)
        assert len(layout.pictures) == 1
        assert layout.pictures[0].right - layout.pictures[0].left >= MIN_PICTURE
        assert layout.texts
        assert layout.buttons
        is_in_sight(layout, width)
        is_one_column(layout)
        is_drawn(page.picture_of(said))
    page.screenshot(f"width-{game}")
