"""The Rules button: card help with the assumed values marked, and the embassy."""

from bot.i18n import translator
from engine.agencia.cards import Card
from engine.agencia.game import Options
from tests.written import text

from .watched import FACE


def said(**options) -> str:
    return text(FACE.rules(translator("en"), Options(**options)))


def test_every_card_has_its_value_and_what_is_assumed_is_marked() -> None:
    lines = said().splitlines()
    assert "- 1 × Agents 4: information value 2" in lines
    assert "- 2 × Recruiter: information value 1" in lines
    assert [line for line in lines if line.endswith("\\*")] == [
        "- 1 × Agents 3: information value 2\\*",
        "- 1 × Agents 5: information value 3\\*",
        "- 1 × Infiltrator: information value 0\\*",
    ]
    assert "No source at hand names this value; it is an assumption of this bot." in said()


def test_values_of_a_match_replace_the_assumed_ones() -> None:
    values = {Card.AGENTS_3: 1, Card.AGENTS_5: 2, Card.INFILTRATOR: 1}
    lines = said(information_values=values)
    assert "- 1 × Agents 5: information value 2\n" in lines
    assert "\\*" not in lines
    assert "This server has chosen some of these values." in lines


def test_the_embassy_is_explained_as_a_house_variant() -> None:
    assert "**Double Game** (house variant): a Recruiter that succeeds puts 2" in said(
        embassy="double_game"
    )
    assert "house variant" not in said()
