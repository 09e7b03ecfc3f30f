"""The public table: what it says of the hand, of every player, and what it offers to press."""

import msgspec
import pytest

from bot.screen import MAX_TEXT, Screen, fitting
from cogs.agencia import words
from engine.agencia.embassies import EMBASSIES
from engine.agencia.game import Options
from engine.game import Resign
from tests.written import text

from .watched import CONTROLS, FACE, Watched, buttons, moments, watch


def line(watched: Watched, name: str) -> str:
    """What the table says of a player."""
    return next(line for line in text(watched.table).splitlines() if f"**{name}**" in line)


def _fitting(screen: Screen, room: int = MAX_TEXT) -> Screen:
    """The screen as it is sent: with no more text than there is room for."""
    return msgspec.structs.replace(screen, blocks=tuple(fitting(screen.blocks, room)))


def test_it_names_round_hand_and_ambassador() -> None:
    watched = watch("", "", "", "", ambassador=3).play_on(until=5)
    heading = text(watched.table).splitlines()[:2]
    assert heading == ["### La Agencia · 8K2P", "-# Round 2 of 3, hand 2 of 4 · Ambassador ★ Ana"]


def test_everybody_has_a_line_with_information_and_open_card() -> None:
    watched = watch("3 1 2 4", "R 1 2 3", "1 2 3 4", ambassador=1)
    assert line(watched, "Ana") == "② **Ana**  5 information · open: Agents 3 · played: –"
    assert line(watched, "Ben") == "★ **Ben**  5 information · open: Recruiter · played: –"
    assert line(watched, "Cleo") == "① **Cleo**  5 information · open: Agents 1 · played: –"


def test_it_says_what_has_been_played_and_from_where() -> None:
    watched = watch("1 2 3 4", "5 1 2 3", "R 1 2 3").place("garden").play("1", "R")
    assert line(watched, "Ben").endswith("open: Agents 5 · played: Agents 1 (Face down)")
    assert line(watched, "Cleo").endswith("open: – · played: Recruiter (Open)")


@pytest.mark.parametrize(
    ("side", "said"),
    [
        ("hall", "**Hall**: room for 4 Agents; 5 played so far · Reward tile 0"),
        ("garden", "**Garden**: at least 4 Agents must come; 5 so far · Reward tile 0"),
    ],
)
def test_it_counts_the_agents_that_have_been_played(side: str, said: str) -> None:
    watched = watch("1", "2", "3", "R").place(side).play("2", "3", "R")
    assert said in text(watched.table)


def test_before_the_ambassador_has_chosen_it_offers_hall_and_garden() -> None:
    watched = watch("1", "2", "3", ambassador=2)
    assert "→ <@2>: choose the Hall or the Garden." in text(watched.table)
    assert buttons(watched.table) == {
        "Hall": "place:hall",
        "Garden": "place:garden",
        "My cards": "hand",
        "Rules": "rules",
    }


def test_the_positions_are_offered_by_name_and_only_the_open_card_is_named() -> None:
    watched = watch("1", "R 5 4 3", "3").place("hall")
    assert "→ <@1>: play one of your four cards." in text(watched.table)
    assert list(buttons(watched.table)) == [
        "Open: Recruiter",
        "Face down",
        "In hand",
        "Facing out",
        "My cards",
        "Rules",
    ]


def test_targets_are_buttons_with_names() -> None:
    watched = watch("1 2 3 4", "R 1 2 3", "5 1 2 3", "I 1 2 3").place("garden")
    watched.play("R", "5", "I", "1")
    # Dan's Infiltrator had one Recruiter to choose from, so nobody was asked.
    assert "Dan swaps Infiltrator for Recruiter of Ben" in text(watched.table)
    watched = watch("1 2 3 4", "R 1 2 3", "5 1 2 3").place("garden").play("R", "5", "1")
    assert "→ <@1>: whose Agents does your Recruiter take? (Ana Agents 1, Cleo Agents 5)" in text(
        watched.table
    )
    assert buttons(watched.table) == {
        "Ana": "target:0",
        "Cleo": "target:2",
        "My cards": "hand",
        "Rules": "rules",
    }


def test_an_infiltrator_seeks_recruiters() -> None:
    watched = watch("I", "R", "R", "1").place("hall").play("R", "R", "1", "I")
    assert (
        "→ <@0>: whose Recruiter does your Infiltrator take? (Ben Recruiter, Cleo Recruiter)"
        in (text(watched.table))
    )
    assert list(buttons(watched.table))[:2] == ["Ben", "Cleo"]


def test_while_a_target_is_chosen_it_says_what_has_been_resolved_and_what_is_out_of_play() -> None:
    watched = watch("I 1 2 3", "R 1 2 3", "R 1 2 3", "5 1 2 3", "4 1 2 3")
    watched.place("garden").play("R", "R", "5", "4", "I").target(1)
    shown = text(watched.table)
    assert "**This hand:**\nInfiltrator of Ana" in shown
    assert line(watched, "Ben").endswith("played: Recruiter (Open, out of play)")
    assert line(watched, "Cleo").endswith("played: Recruiter (Open)")


def test_the_next_table_tells_how_the_last_hand_was_resolved() -> None:
    watched = watch("1", "2", "3").place("garden").play("2", "3", "1")
    assert (
        "-# **Last hand:**\n-# Agents 2 of Ben make it 2 in the Garden, 3 are needed: −1."
        in text(watched.table)
    )


@pytest.mark.parametrize("embassy", EMBASSIES)
def test_an_embassy_stands_on_the_table_for_the_whole_match(embassy: str) -> None:
    said = f"-# Embassy **{words.EMBASSIES[embassy]}** (house variant): {words.EFFECTS[embassy]}."
    for watched in moments(3, 1, Options(embassy=embassy)):
        assert said in text(watched.table).splitlines()


def test_without_an_embassy_none_is_mentioned() -> None:
    assert "Embassy" not in text(watch("", "", "").table)


def test_each_hand_is_a_page_of_its_own_and_leaves_its_story() -> None:
    pages = []
    for watched in moments(4, 2):
        scene = watched.scene()
        pages.append(FACE.page(scene))
        assert pages[-1] == min(watched.match.hands_done, 11)
    for page in range(12):
        summary = FACE.summary(watched.scene(), page)
        told = text(summary).splitlines()
        assert told[0] == f"**Round {page // 4 + 1} of 3, hand {page % 4 + 1} of 4**"
        assert "chose the" in told[1]
        assert told[2].startswith("Played: ")
        assert not buttons(summary)


def test_who_gave_up_is_marked() -> None:
    watched = watch("", "", "")
    watched.apply(1, Resign())
    assert line(watched, "Ben").endswith("· gave up")
    assert not line(watched, "Ana").endswith("gave up")


def test_closed_direct_messages_are_said_with_the_way_out() -> None:
    watched = watch("", "", "")
    watched.dms_closed.add(2)
    said = "Cleo accepts no direct messages: the cards are behind My cards."
    assert said in text(watched.table)


def test_the_longest_names_leave_a_message_that_discord_takes() -> None:
    """Every character of such a name needs a backslash; and other languages are longer."""
    longest = 0
    for seed in range(12):
        for watched in moments(6, seed, Options(embassy="double_game")):
            watched.names = ("*_" * 16,) * 6
            watched.dms_closed = set(range(6))
            for screen in (watched.table, *(watched.cards(seat) for seat in range(2))):
                longest = max(longest, len(text(_fitting(screen))))
    assert 3000 < longest <= MAX_TEXT


def test_where_there_is_no_room_the_last_lines_of_the_story_are_left_out() -> None:
    watched = watch("1", "2", "3").place("garden").play("2", "3", "1")
    whole = text(watched.table)
    shorter = text(_fitting(watched.table, len(whole) - 10))
    lost = set(whole.splitlines()) - set(shorter.splitlines())
    assert lost == {"-# Agents 1 of Ana make it 6 in the Garden, 3 are enough: +1."}


def test_the_common_buttons_come_last() -> None:
    assert watch("", "", "").table.blocks[-1] == CONTROLS
