"""Text fits its box: first it shrinks, then it wraps, at last it is cut."""

from hypothesis import given
from hypothesis import strategies as st

from bot.draw.names import drawable
from bot.draw.text import LINE, ellipsis, fit, fit_row, text_mask, text_width


def test_text_that_fits_keeps_its_size() -> None:
    fitted = fit("Mole", "Bold", 26, least=20, width=200, height=40)
    assert (fitted.lines, fitted.size) == (("Mole",), 26)


def test_longer_text_shrinks_as_little_as_it_has_to() -> None:
    width = int(text_width("Doppelagentin", "Bold", 24)) + 1
    fitted = fit("Doppelagentin", "Bold", 26, least=20, width=width, height=40)
    assert (fitted.lines, fitted.size) == (("Doppelagentin",), 24)


def test_where_there_is_room_for_two_lines_text_wraps_before_it_shrinks() -> None:
    width = int(text_width("Surveillance", "Bold", 24)) + 1
    fitted = fit("Surveillance Truck", "Bold", 24, least=20, width=width, height=60, lines=2)
    assert (fitted.lines, fitted.size) == (("Surveillance", "Truck"), 24)


def test_lines_are_as_even_as_they_can_be() -> None:
    width = int(text_width("Leader of the", "Bold", 24)) + 1
    fitted = fit("Leader of the Pack", "Bold", 24, least=20, width=width, height=60, lines=2)
    assert (fitted.lines, fitted.size) == (("Leader of", "the Pack"), 24)


def test_a_line_may_end_behind_a_hyphen() -> None:
    width = int(text_width("Baumhaus-", "Bold", 24)) + 1
    fitted = fit("Baumhaus-Ausguck", "Bold", 24, least=24, width=width, height=60, lines=2)
    assert fitted.lines == ("Baumhaus-", "Ausguck")


LABEL = "Gedanken\N{SOFT HYPHEN}kontrolle"


def test_a_soft_hyphen_is_drawn_only_where_a_label_breaks() -> None:
    width = int(text_width("Gedanken-", "Bold", 20)) + 1
    broken = fit(LABEL, "Bold", 20, least=20, width=width, height=60, lines=2, hyphens=True)
    assert (broken.lines, broken.squeezed) == (("Gedanken-", "kontrolle"), False)
    whole = fit(LABEL, "Bold", 20, least=20, width=300, height=60, lines=2, hyphens=True)
    assert whole.lines == ("Gedankenkontrolle",)


def test_a_label_shrinks_before_it_breaks_at_a_soft_hyphen() -> None:
    width = int(text_width("Gedankenkontrolle", "Bold", 20)) + 1
    fitted = fit(LABEL, "Bold", 24, least=20, width=width, height=60, lines=2, hyphens=True)
    assert (fitted.lines, fitted.size) == (("Gedankenkontrolle",), 20)


def test_a_word_is_broken_only_where_the_line_needs_it() -> None:
    label = "Dispositivo de dis\N{SOFT HYPHEN}trac\N{SOFT HYPHEN}ción"
    width = int(text_width("Dispositivo", "Bold", 20)) + 1
    fitted = fit(label, "Bold", 20, least=20, width=width, height=80, lines=3, hyphens=True)
    assert fitted.lines == ("Dispositivo", "de", "distracción")


def test_a_soft_hyphen_in_a_persons_name_is_nothing() -> None:
    fitted = fit(LABEL, "Bold", 20, least=20, width=300, height=60, lines=2)
    assert fitted.lines == ("Gedankenkontrolle",)
    width = int(text_width("Gedanken-", "Bold", 20)) + 1
    assert fit(LABEL, "Bold", 20, least=20, width=width, height=60, lines=2).squeezed


def test_a_word_too_long_for_the_least_size_is_broken() -> None:
    fitted = fit("Doppelagentinnen", "Bold", 26, least=20, width=110, height=60, lines=2)
    assert fitted.size == 20
    assert len(fitted.lines) == 2
    assert "".join(fitted.lines) == "Doppelagentinnen"
    assert fitted.squeezed


def test_what_cannot_fit_ends_with_an_ellipsis() -> None:
    fitted = fit("W" * 32, "Bold", 28, least=22, width=200, height=46)
    (line,) = fitted.lines
    assert line.endswith("W…")
    assert text_width(line, "Bold", 22) <= 200


def test_text_that_fits_gets_no_ellipsis() -> None:
    assert ellipsis("Ana", "Bold", 22, 200) == "Ana"


def test_empty_text_has_no_lines() -> None:
    assert fit("", "Bold", 22, least=20, width=100, height=40).lines == ()


@given(
    st.text(max_size=60),
    st.integers(min_value=60, max_value=400),
    st.integers(min_value=30, max_value=120),
    st.integers(min_value=1, max_value=3),
)
def test_no_text_leaves_its_box(text: str, width: int, height: int, lines: int) -> None:
    fitted = fit(text, "Bold", 26, least=20, width=width, height=height, lines=lines)
    assert len(fitted.lines) <= lines
    assert len(fitted.lines) <= max(1, int(height / (fitted.size * LINE)))
    assert all(text_width(line, "Bold", fitted.size) <= width for line in fitted.lines)


@given(st.text(max_size=60), st.integers(min_value=60, max_value=400))
def test_only_an_ellipsis_hides_anything(text: str, width: int) -> None:
    fitted = fit(text, "Bold", 26, least=20, width=width, height=200, lines=3)
    shown = "".join(fitted.lines).replace(" ", "")
    whole = drawable(text).replace(" ", "")
    assert shown == whole or (shown.endswith("…") and whole.startswith(shown[:-1]))


def test_teammates_share_a_line() -> None:
    assert fit_row(("Ana", "Ben"), "Bold", 28, least=22, width=300, between=" + ") == (
        "Ana + Ben",
        28,
    )


def test_a_long_name_leaves_room_for_a_short_one() -> None:
    line, size = fit_row(("W" * 32, "Ben"), "Bold", 28, least=22, width=250, between=" + ")
    assert line.endswith("W… + Ben")
    assert drawable(line) == line, "it would be cut again"
    assert text_width(line, "Bold", size) <= 250


def test_two_long_names_are_cut_to_equal_shares() -> None:
    line, size = fit_row(("W" * 32, "W" * 40), "Bold", 28, least=22, width=250, between=" + ")
    first, second = line.split(" + ")
    assert first == second
    assert text_width(line, "Bold", size) <= 250


def test_a_mask_holds_the_ink_and_nothing_around_it() -> None:
    mask = text_mask("Ågj", "Bold", 26)
    assert mask is not None
    assert mask.image.getbbox() == (0, 0, *mask.image.size)
    assert mask.top < -0.7 * 26, "the ring of the Å is above the capitals"
    assert mask.top + mask.image.height > 0, "the j reaches below the base line"


def test_a_text_without_ink_has_no_mask() -> None:
    assert text_mask(" ", "Bold", 26) is None
