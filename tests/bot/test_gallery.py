"""The gallery shows real matches, and its page names every picture that there is."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from bot.gallery import DOCS, Shown, gallery, page, write

MAX_BYTES = 60 * 1024


@pytest.fixture(scope="module")
def shown() -> Mapping[str, list[Shown]]:
    return gallery()


def test_each_match_is_shown_in_its_middle_privately_and_at_its_end(
    shown: Mapping[str, list[Shown]],
) -> None:
    assert len(shown) >= 3
    for group in shown.values():
        kinds = [picture.file.split("-")[-1] for picture in group if ".en." in picture.file]
        assert kinds in (
            ["table.en.png", "hand.en.png", "end.en.png"],
            ["table.en.png", "end.en.png"],  # of a game whose hand has no picture
        )
    assert any("-hand.en." in picture.file for group in shown.values() for picture in group)


def test_the_pictures_are_small_and_described(shown: Mapping[str, list[Shown]]) -> None:
    for picture in (picture for group in shown.values() for picture in group):
        assert picture.png.startswith(b"\x89PNG")
        assert len(picture.png) < MAX_BYTES
        assert picture.alt


def test_the_same_seeds_give_the_same_page(shown: Mapping[str, list[Shown]]) -> None:
    assert page(gallery()) == page(shown)


def test_writing_replaces_what_was_there(tmp_path: Path) -> None:
    (tmp_path / "gallery").mkdir()
    (tmp_path / "gallery" / "old.png").touch()
    number = write(tmp_path)
    files = {path.name for path in (tmp_path / "gallery").iterdir()}
    assert len(files) == number
    assert "old.png" not in files
    assert named(tmp_path) == files


def test_the_stored_page_names_exactly_the_stored_pictures() -> None:
    assert named(DOCS) == {path.name for path in (DOCS / "gallery").iterdir()}


def named(docs: Path) -> set[str]:
    """The pictures that a gallery's page names."""
    text = (docs / "gallery.md").read_text(encoding="utf-8")
    return set(re.findall(r"\(gallery/([^)]+)\)", text))
