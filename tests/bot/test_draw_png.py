"""PNG files as everybody else reads them."""

from io import BytesIO
from random import Random

import pytest
from PIL import Image

from bot.draw.png import MAX_BYTES, encode

COLOURS = bytes([10, 20, 30, 250, 240, 230, 120, 0, 60, 0, 0, 0])
"""The red, green and blue of four entries."""
ALPHAS = bytes([255, 255, 128, 0])


def picture(width: int, height: int, rng: Random) -> Image.Image:
    """Any entry anywhere: what compresses least."""
    entries = bytes(rng.choices(range(4), k=width * height))
    return Image.frombytes("P", (width, height), entries)


@pytest.mark.parametrize("size", [(1, 1), (37, 5), (5, 37), (300, 200)])
def test_every_pixel_is_what_it_was(size: tuple[int, int]) -> None:
    drawn = picture(*size, Random(1))
    read = Image.open(BytesIO(encode(drawn, COLOURS, ALPHAS)))
    assert read.mode == "P"
    assert read.size == size
    assert read.tobytes() == drawn.tobytes()
    shown = iter(read.convert("RGBA").tobytes())
    for entry, pixel in zip(drawn.tobytes(), zip(*[shown] * 4, strict=True), strict=True):
        assert bytes(pixel) == COLOURS[3 * entry : 3 * entry + 3] + ALPHAS[entry : entry + 1]


def test_what_is_too_large_is_compressed_better() -> None:
    """The same rows over and over, too far from each other for who looks about only quickly."""
    rng = Random(1)
    row, sizes = picture(1000, 1, rng), []
    for rows in (50, 1200):
        drawn = Image.new("P", (1000, rows))
        for y in range(rows):
            drawn.paste(row if y % 3 else picture(1000, 1, rng), (0, y))
        sizes.append(len(encode(drawn, COLOURS, ALPHAS)) / rows)
    small, large = sizes
    assert 50 * small < MAX_BYTES
    assert large < 0.95 * small
