"""The private message: exactly what its seat may see, as it was dealt."""

import pytest

from bot.face import Misplaced, Move
from bot.screen import digest
from engine.agencia.actions import Place, Play, Side, Target
from engine.agencia.slots import Slot
from engine.game import Resign
from tests.written import text

from .watched import FACE, buttons, moments, watch

DECKS = ("5 4 3 R", "1 2 I 3", "R 1 4 2")


def test_the_own_cards_are_named_as_far_as_their_owner_sees_them() -> None:
    assert text(watch(*DECKS).cards(0)).splitlines()[2] == (
        "In hand (only you): **Agents 3** · Facing out (all but you): ? · "
        "Face down (nobody): ? · Open (everyone): **Agents 5**"
    )


def test_the_others_blind_and_open_cards_are_named() -> None:
    lines = text(watch(*DECKS).cards(0)).splitlines()
    assert "Facing out with the others: Ben **Agents 3**, Cleo **Agents 2**" in lines
    assert "Open with the others: Ben **Agents 1**, Cleo **Recruiter**" in lines


def test_it_names_its_match_and_leads_to_the_table() -> None:
    heading = text(watch(*DECKS).cards(1)).splitlines()[:2]
    assert heading[0] == "### Your cards · 8K2P in <#2>"
    assert heading[1] == "-# [To the table](https://discord.com/channels/1/2/3)"


def test_it_stays_as_it_was_dealt_until_the_next_hand() -> None:
    """What is played, and what there is to choose, stands at the table.

    Only information that changes hands before the last choice of a hand is shown at once.
    """
    for seats in (3, 6):
        dealt: dict[tuple[int, tuple[int, ...]], list[str]] = {}
        compared = 0
        for watched in moments(seats, 5):
            if watched.match.over:
                break
            shown = [digest(watched.cards(seat)) for seat in range(seats)]
            moment = FACE.page(watched.scene()), (*watched.match.view(None).information,)
            compared += moment in dealt
            assert dealt.setdefault(moment, shown) == shown
        assert compared > 3 * seats


def test_it_has_no_choices_and_says_where_they_are() -> None:
    watched = watch(*DECKS)
    for seat in range(3):
        assert "You play at the table, where you will be called." in text(watched.cards(seat))
        assert buttons(watched.cards(seat)) == {}


def test_who_has_given_up_is_not_told_to_play() -> None:
    watched = watch("", "", "").apply(1, Resign())
    told = {seat: text(watched.cards(seat)).splitlines()[-1] for seat in (0, 1)}
    assert told == {
        0: "You play at the table, where you will be called.",
        1: "You have given up the match 8K2P.",
    }


# In a lesson the table and the choice stand with the cards


def test_what_has_been_played_has_left_its_position() -> None:
    watched = watch(*DECKS).place("hall").play("3")
    assert "Facing out with the others: Ana **Recruiter**, Cleo" not in text(watched.whole(0))
    assert "Facing out with the others: Ben –, Cleo **Agents 2**" in text(watched.whole(0))
    assert "Facing out (all but you): –" in text(watched.whole(1))
    assert "Played: Ben Agents 3 (Facing out)" in text(watched.whole(2))


def test_it_says_whom_one_waits_for() -> None:
    watched = watch(*DECKS)
    assert "You are waiting for Ana." in text(watched.whole(1))
    assert buttons(watched.whole(1)) == {}


def test_the_one_who_is_to_act_reads_what_can_be_known() -> None:
    watched = watch(*DECKS)
    assert buttons(watched.whole(0)) == {"Hall": "place:hall", "Garden": "place:garden"}
    watched.place("garden")
    assert buttons(watched.whole(1)) == {
        "Open: Agents 1": "play:open",
        "Face down": "play:hidden",
        "In hand: Infiltrator": "play:own",
        "Facing out": "play:blind",
    }


def test_presses_mean_what_they_say() -> None:
    watched = watch(*DECKS)
    assert FACE.press(watched.scene(0), "place", "hall") == Move(Place(Side.HALL))
    watched.place("hall")
    assert FACE.press(watched.scene(1), "play", "blind") == Move(Play(Slot.BLIND))
    watched = watch("1 2 3 4", "R", "5").place("hall").play("R", "5", "1")
    assert FACE.press(watched.scene(1), "target", "2") == Move(Target(2))


@pytest.mark.parametrize(
    ("verb", "args"),
    [
        ("place", "roof"),
        ("place", ""),
        ("play", "open"),
        ("target", "1"),
        ("target", "-1"),
        ("target", "9" * 90),
        ("recruit", "face_up"),
    ],
)
def test_a_press_that_was_not_offered_is_misplaced(verb: str, args: str) -> None:
    with pytest.raises(Misplaced):
        FACE.press(watch(*DECKS).scene(0), verb, args)


def test_everything_offered_can_be_pressed_and_everything_legal_is_offered() -> None:
    for seats in (3, 6):
        for watched in moments(seats, 11):
            if watched.match.over:
                break
            (seat,) = watched.match.to_act()
            legal = [*watched.match.legal(seat)]
            for screen in (watched.table, watched.whole(seat)):
                offered = [
                    FACE.press(watched.scene(seat), *press.split(":")).action
                    for press in buttons(screen).values()
                    if ":" in press
                ]
                assert offered == legal
