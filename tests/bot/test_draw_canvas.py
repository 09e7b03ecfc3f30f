"""A picture from blank to PNG."""

from io import BytesIO

from PIL import Image

from bot.draw.canvas import Canvas, Page
from bot.draw.palette import NIGHT, PAPER, Palette
from bot.draw.shapes import card_back, figure, mark, panel

PALETTE = Palette([NIGHT, PAPER], [(NIGHT, PAPER)], edge=NIGHT)


def opened(canvas: Canvas) -> Image.Image:
    return Image.open(BytesIO(canvas.png()))


def test_a_picture_is_an_opaque_card_with_round_corners() -> None:
    shown = opened(Page(200, 120, NIGHT, PALETTE)).convert("RGBA")
    for corner in ((0, 0), (199, 0), (199, 119), (0, 119)):
        assert shown.getpixel(corner) == (*NIGHT, 0)
    for inside in ((100, 0), (0, 60), (100, 60), (199, 60), (100, 119)):
        assert shown.getpixel(inside) == (*NIGHT, 255)


def test_a_corner_fades_out_smoothly() -> None:
    shown = opened(Page(200, 120, NIGHT, PALETTE)).convert("RGBA")
    alphas = set(shown.getchannel("A").tobytes())
    assert alphas == {0, 64, 128, 191, 255}


def test_pictures_are_indexed_and_the_same_every_time() -> None:
    def draw() -> bytes:
        canvas = Page(200, 120, NIGHT, PALETTE)
        canvas.write("Zoë", (10, 10, 180, 100), PAPER, size=40)
        return canvas.png()

    assert Image.open(BytesIO(draw())).mode == "P"
    assert draw() == draw()


def test_text_stands_inside_its_box() -> None:
    canvas = Page(300, 120, NIGHT, PALETTE)
    canvas.write("Ågjy " * 9, (50, 20, 200, 80), PAPER, size=40, least=22, lines=3)
    written = canvas.image.convert("L").point(lambda value: 255 if value > 60 else 0)
    box = written.getbbox()
    assert box is not None
    left, top, right, bottom = box
    assert left >= 50
    assert right <= 250
    assert top >= 20
    assert bottom <= 100


def test_text_stands_where_it_is_aligned() -> None:
    lefts: list[int] = []
    for align in ("left", "middle", "right"):
        canvas = Page(300, 60, NIGHT, PALETTE)
        canvas.write("Mole", (50, 10, 200, 40), PAPER, size=26, align=align)
        box = canvas.image.convert("L").point(lambda value: 255 if value > 60 else 0).getbbox()
        assert box is not None
        lefts.append(box[0])
    assert 50 <= lefts[0] < lefts[1] < lefts[2]


def test_the_marks_and_figures_of_the_sides_differ_in_shape_not_only_in_colour() -> None:
    triangle, disc = (mark(side, 40, PAPER).getchannel("A") for side in (0, 1))
    assert (triangle.getpixel((4, 20)), disc.getpixel((4, 20))) == (0, 255)
    assert figure(0, 60).getchannel("A").tobytes() != figure(1, 60).getchannel("A").tobytes()


def test_shapes_have_the_size_asked_for() -> None:
    assert panel(60, 30, NIGHT).size == (60, 30)
    assert card_back(100, 150).size == (100, 150)
    assert figure(0, 60).width == 60
