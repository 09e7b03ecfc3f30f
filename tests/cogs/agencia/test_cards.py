"""The private message: exactly what its seat may see, and the same choices as the table."""

import pytest

from bot.face import Misplaced, Move
from engine.agencia.actions import Place, Play, Side, Target
from engine.agencia.slots import Slot

from .watched import FACE, buttons, moments, text, watch

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


def test_what_has_been_played_has_left_its_position() -> None:
    watched = watch(*DECKS).place("hall").play("3")
    assert "Facing out with the others: Ana **Recruiter**, Cleo" not in text(watched.cards(0))
    assert "Facing out with the others: Ben –, Cleo **Agents 2**" in text(watched.cards(0))
    assert "Facing out (all but you): –" in text(watched.cards(1))
    assert "Played: Ben Agents 3" in text(watched.cards(2))


def test_it_says_whom_one_waits_for() -> None:
    watched = watch(*DECKS)
    assert "You are waiting for Ana." in text(watched.cards(1))
    assert buttons(watched.cards(1)) == {}


def test_the_one_who_is_to_act_can_do_so_here_too_and_reads_what_can_be_known() -> None:
    watched = watch(*DECKS)
    assert buttons(watched.cards(0)) == {"Hall": "place:hall", "Garden": "place:garden"}
    watched.place("garden")
    assert buttons(watched.cards(1)) == {
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
            for screen in (watched.table, watched.cards(seat)):
                offered = [
                    FACE.press(watched.scene(seat), *press.split(":")).action
                    for press in buttons(screen).values()
                    if ":" in press
                ]
                assert offered == legal
