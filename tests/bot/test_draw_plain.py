"""What is known of a picture without looking at it is so."""

from random import Random

import pytest
from PIL import Image

from bot.draw.canvas import Page
from bot.draw.palette import BLUE, DUSK, GOLD, GREEN, NIGHT, PAPER, Palette
from bot.draw.plain import Box, Laid, Layers, Plain, plain_parts
from bot.draw.shapes import figure, mark, panel

COLOURS = (DUSK, BLUE, GREEN, PAPER, GOLD)
PALETTE = Palette([NIGHT, *COLOURS], [(NIGHT, PAPER), (DUSK, PAPER)], edge=NIGHT)
SIZE = (160, 120)


def a_sprite(rng: Random) -> Image.Image:
    """Anything that pictures are made of."""
    width, height = rng.randint(20, 150), rng.randint(20, 110)
    return rng.choice(
        [
            panel(width, height, rng.choice(COLOURS), rng.choice([6, 10]), None),
            panel(width, height, rng.choice(COLOURS), 10, GOLD, 3),
            mark(rng.randrange(2), 24, PAPER),
            figure(rng.randrange(2), 40),
        ]
    )


@pytest.mark.parametrize("seed", range(60))
def test_what_is_known_of_a_colour_is_so(seed: int) -> None:
    rng = Random(seed)
    page = Page(*SIZE, NIGHT, PALETTE)
    for _ in range(12):
        page.place(a_sprite(rng), rng.randint(-20, 150), rng.randint(-20, 110))
        page.write("Zoë", (rng.randint(0, 90), rng.randint(0, 80), 70, 40), PAPER, size=30)
        for _ in range(30):
            left, top = rng.randrange(SIZE[0]), rng.randrange(SIZE[1])
            right, bottom = rng.randint(left + 1, SIZE[0]), rng.randint(top + 1, SIZE[1])
            known = page.layers.colour(left, top, right, bottom)
            if known is not None:
                there = page.image.crop((left, top, right, bottom)).tobytes()
                assert set(there) == {known}


@pytest.mark.parametrize("seed", range(20))
def test_a_page_looks_as_if_each_thing_were_laid_on_the_pixels_there(seed: int) -> None:
    rng = Random(seed)
    page, plain = Page(*SIZE, NIGHT, PALETTE), Image.new("RGB", SIZE, NIGHT)
    for _ in range(12):
        sprite, x, y = a_sprite(rng), rng.randint(0, 60), rng.randint(0, 60)
        page.place(sprite, x, y)
        plain.paste(sprite, (x, y), sprite)
        plain = PALETTE.reduce(plain).convert("RGB")
    assert page.image.convert("RGB").tobytes() == plain.tobytes()


def test_a_panel_is_known_between_its_corners_and_within_its_rim() -> None:
    image = PALETTE.laid(panel(100, 60, DUSK, 14, GOLD, 4), PALETTE.number(NIGHT)).image
    dusk = PALETTE.number(DUSK)
    assert plain_parts(image) == (
        Plain(Box(4, 12, 96, 48), dusk),
        Plain(Box(12, 4, 88, 56), dusk),
    )


def test_the_uppermost_layer_counts() -> None:
    layers = Layers((100, 100), 3)
    layers.add(Laid(Image.new("P", (40, 40)), (Plain(Box(0, 0, 40, 40), 5),)), 10, 10)
    layers.add(Laid(Image.new("P", (10, 10))), 20, 20)
    assert layers.colour(60, 60, 70, 70) == 3
    assert layers.colour(10, 10, 20, 20) == 5
    assert layers.colour(22, 22, 24, 24) is None, "nothing is known of it"
    assert layers.colour(0, 0, 20, 20) is None, "two of them"
    assert layers.colour(90, 90, 110, 110) is None, "beyond the edge"
