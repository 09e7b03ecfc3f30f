"""The end on the table: all cards, the ranking, tie-breaks, shared victory."""

import pytest

from cogs.agencia import outcome
from engine.agencia.rules import end
from engine.game import Resign
from tests.engine.agencia.table import cards
from tests.written import text

from .watched import Watched, buttons, moments, picture, watch


def ended(*seats: tuple[int, str], resigned: tuple[int, ...] = ()) -> Watched:
    """A match that ends with this information and these decks: (information, cards)."""
    watched = watch(*[""] * len(seats))
    for seat in resigned:
        watched.apply(seat, Resign())
    watched.match.information = [information for information, _ in seats]
    watched.match.decks = [cards(deck) for _, deck in seats]
    events = []
    end(watched.match, events)
    return watched.told(events)


def test_the_ranking_has_points_deck_and_total() -> None:
    watched = ended((7, "5 4 R I"), (2, "1 2 3 4"), (9, "R R 2 4"))
    assert outcome.table_of_scores(watched.scene()) == [
        r"1\. **Cleo**: 14 (9 information + 5 in the deck)",
        r"2\. **Ana**: 13 (7 information + 6 in the deck)",
        r"3\. **Ben**: 8 (2 information + 6 in the deck)",
    ]
    assert "**Cleo wins with 14.**" in text(watched.table)


def test_a_tie_is_decided_by_the_deck_and_says_so() -> None:
    watched = ended((7, "5 4 R I"), (0, "1 2 3 4"), (8, "R R 2 4"))
    assert outcome.verdict(watched.scene()) == (
        "Ana wins with 13. Cleo has as much; the higher value in the deck decides."
    )
    assert [placing.rank for placing in outcome.ranking(watched.scene())] == [1, 2, 3]


def test_a_victory_is_shared_where_the_decks_are_equal_too() -> None:
    watched = ended((7, "5 4 R I"), (0, "1 2 3 4"), (7, "5 4 R I"))
    assert outcome.verdict(watched.scene()) == (
        "Ana & Cleo share the victory with 13 each: their decks are worth the same, too."
    )
    ranks = [line.partition(" ")[0] for line in outcome.table_of_scores(watched.scene())]
    assert ranks == [r"1\.", r"1\.", r"3\."], "no list, which Discord would number by itself"


def test_who_gave_up_is_out_of_the_ranking() -> None:
    watched = ended((9, "5 4 R I"), (0, "1 2 3 4"), (7, "5 4 R I"), resigned=(0,))
    assert outcome.verdict(watched.scene()) == "Cleo wins with 13."
    assert outcome.table_of_scores(watched.scene())[-1] == (
        "– **Ana**: 15 (9 information + 6 in the deck), gave up"
    )


def test_a_match_that_all_have_given_up_has_no_winner() -> None:
    watched = watch("", "", "")
    for seat in range(3):
        watched.apply(seat, Resign())
    assert watched.match.over
    assert outcome.verdict(watched.scene()) == "Everybody has given up: nobody wins."
    assert picture(watched.table).draw()


def test_every_card_is_named_in_the_end() -> None:
    *_, watched = moments(4, 3)
    view, said = watched.match.view(None), text(watched.table)
    for seat, sitter in enumerate(watched.scene().sitters):
        line = next(line for line in said.splitlines() if f"Cards of {sitter.name}" in line)
        for card in (*view.decks[seat], *view.slots[seat].values()):
            assert card.replace("_", " ").capitalize() in line


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_ranking_puts_the_winners_first(seats: int) -> None:
    for seed in range(5):
        *_, watched = moments(seats, seed)
        placings = outcome.ranking(watched.scene())
        first = sorted(placing.seat for placing in placings if placing.rank == 1)
        assert first == list(watched.match.winners)
        assert sorted(placing.seat for placing in placings) == list(range(seats))


def test_the_private_message_says_who_won() -> None:
    *_, watched = moments(3, 1)
    assert outcome.verdict(watched.scene()) in text(watched.cards(0))
    assert buttons(watched.cards(0)) == {}
