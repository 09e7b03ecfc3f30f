"""Colours: contrast as WCAG defines it, and palettes that keep what they promise."""

import pytest
from PIL import Image

from bot.draw.palette import (
    BLUE,
    DUSK,
    GOLD,
    GREEN,
    INK,
    MARKET,
    NIGHT,
    PAPER,
    SAND,
    Palette,
    colour,
    contrast,
    mix,
)

WHITE = (255, 255, 255)


def test_contrast_runs_from_1_to_21() -> None:
    assert contrast(WHITE, WHITE) == 1
    assert contrast(WHITE, (0, 0, 0)) == pytest.approx(21)


def test_contrast_of_the_well_known_border_case() -> None:
    assert contrast(colour("#767676"), WHITE) == pytest.approx(4.54, abs=0.01)
    assert contrast(WHITE, colour("#777777")) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("dark", [NIGHT, DUSK, MARKET, INK, GREEN, BLUE])
def test_paper_can_be_read_on_every_dark_colour(dark: tuple[int, int, int]) -> None:
    assert contrast(PAPER, dark) >= 4.5


@pytest.mark.parametrize("light", [PAPER, SAND, GOLD])
def test_ink_can_be_read_on_every_light_colour(light: tuple[int, int, int]) -> None:
    assert contrast(INK, light) >= 4.5


def test_a_palette_keeps_its_colours_exactly_and_others_nearly() -> None:
    palette = Palette([NIGHT, PAPER, GREEN], [(NIGHT, PAPER)], edge=NIGHT)
    image = Image.new("RGB", (4, 1), NIGHT)
    image.putpixel((1, 0), PAPER)
    image.putpixel((2, 0), mix(NIGHT, PAPER, 1 / 3))
    image.putpixel((3, 0), mix(GREEN, NIGHT, 0.02))
    reduced = palette.reduce(image).convert("RGB")
    shown = [reduced.getpixel((x, 0)) for x in range(4)]
    assert shown == [NIGHT, PAPER, mix(NIGHT, PAPER, 1 / 3), GREEN]


def test_more_colours_than_a_palette_has_room_for_are_refused() -> None:
    with pytest.raises(ValueError, match="too many"):
        Palette([(shade, 0, 0) for shade in range(253)], [], edge=NIGHT)
