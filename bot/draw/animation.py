"""Pictures one after the other: an animated GIF, which Discord plays by itself."""

import io
from collections.abc import Sequence

from PIL import Image, ImageOps

from bot.draw.palette import NIGHT

MAX_BYTES = 1024 * 1024
"""How large a GIF may become: 1 MiB."""

MOST_FRAMES = 40

ATTEMPTS = ((MOST_FRAMES, 600), (30, 600), (24, 540), (16, 480), (8, 480), (4, 360))
"""Numbers of pictures and widths in pixels, tried until the GIF is small enough."""

COLOURS = 64
FRAME_MS, LAST_MS = 1400, 6000
"""How long a picture stands, and the last one, which tells the end."""


def sampled(count: int, most: int) -> list[int]:
    """Up to `most` of so many places, evenly, the first and the last among them."""
    if count <= most:
        return list(range(count))
    return [round(place * (count - 1) / (most - 1)) for place in range(most)]


def animate(pictures: Sequence[bytes]) -> bytes:
    """The PNGs as a GIF of at most `MAX_BYTES`: with fewer and smaller pictures if need be.

    Raises `ValueError` if that is not enough.
    """
    images = [Image.open(io.BytesIO(png)).convert("RGBA") for png in pictures]
    for most, width in ATTEMPTS:
        gif = _gif([images[place] for place in sampled(len(images), most)], width)
        if len(gif) <= MAX_BYTES:
            return gif
    raise ValueError("these pictures are too large for an animation")


def _gif(images: Sequence[Image.Image], width: int) -> bytes:
    scale = min(1.0, width / max(image.width for image in images))
    height = max(round(image.height * scale) for image in images)
    grounded = [_on_ground(image, (width, height), scale) for image in images]
    palette = _palette(grounded)
    frames = [one.quantize(palette=palette, dither=Image.Dither.NONE) for one in grounded]
    durations = [FRAME_MS] * (len(frames) - 1) + [LAST_MS]
    file = io.BytesIO()
    frames[0].save(file, "GIF", save_all=True, append_images=frames[1:], duration=durations, loop=0)
    return file.getvalue()


def _on_ground(image: Image.Image, size: tuple[int, int], scale: float) -> Image.Image:
    """A picture on a ground that is as large as the largest."""
    small = ImageOps.scale(image, scale, Image.Resampling.LANCZOS)
    ground = Image.new("RGB", size, NIGHT)
    ground.paste(small, (0, 0), small)
    return ground


def _palette(images: Sequence[Image.Image]) -> Image.Image:
    """The colours of the first, the middle and the last picture, for all of them.

    One palette for all, so that a frame stores only what changes.
    """
    width, height = images[0].size
    together = Image.new("RGB", (width, 3 * height))
    for place, image in enumerate((images[0], images[len(images) // 2], images[-1])):
        together.paste(image, (0, place * height))
    return together.quantize(COLOURS, method=Image.Quantize.MEDIANCUT)
