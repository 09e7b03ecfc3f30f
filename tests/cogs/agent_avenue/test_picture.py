"""Agent Avenue's pictures: small, the same every time, and silent about what is hidden."""

from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from random import Random

import pytest
from msgspec.structs import replace
from PIL import Image

from bot.draw import cache
from bot.draw.png import MAX_BYTES
from bot.match import unstored
from bot.messages import hand_screen
from bot.rows import SeatRow
from bot.screen import digest
from cogs.agent_avenue.picture import (
    final_picture,
    hand_picture,
    quiet_hand_picture,
    table_picture,
)
from engine.agent_avenue import GAME
from engine.agent_avenue.options import Mode, Options
from engine.agent_avenue.view import AgentAvenueView, Table
from tests.cogs.agent_avenue.scenes import DUEL, HAND, PAIRS, TABLE, Teams, moments, people
from tests.secrecy.looks import FACES, SCENES, at_once


@pytest.fixture(autouse=True)
def no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every picture is drawn; what the cache does is shown in its own tests."""
    monkeypatch.setattr(cache, "PICTURES", cache.PictureCache(max_bytes=0))


def size(png: bytes) -> tuple[int, int]:
    return Image.open(BytesIO(png)).size


def at(step: str, mode: Mode = "simple") -> AgentAvenueView:
    """The public view of the first moment in this step."""
    return next(match.view(None) for match in moments(1, mode=mode) if match.step == step)


@pytest.mark.parametrize("mode", ["simple", "advanced"])
@pytest.mark.parametrize("teams", [DUEL, PAIRS])
def test_every_picture_of_a_match_is_small_and_as_wide_as_a_phone_needs(
    mode: Mode, teams: Teams
) -> None:
    advanced = mode == "advanced"
    for match in moments(3, mode=mode, teams=teams):
        acting = None if match.over else match.to_act()[0] % 2
        public = match.view(None)
        drawn = [table_picture(public, TABLE, advanced=advanced, acting=acting)]
        drawn += [
            hand_picture(match.view(seat), seat, seat % 2, HAND) for seat in range(match.seats)
        ]
        if match.over:
            drawn.append(final_picture(public, TABLE, people(match.seats), advanced=advanced))
        assert {size(png)[0] for png in drawn} == {720}
        assert max(map(len, drawn)) <= MAX_BYTES


def test_the_same_view_and_labels_give_the_same_bytes() -> None:
    view = at("recruit")
    assert table_picture(view, TABLE) == table_picture(view, TABLE)
    assert hand_picture(view, 0, 0, HAND) == hand_picture(view, 0, 0, HAND)


def test_the_table_shows_the_same_to_everybody() -> None:
    """Whoever's view it is drawn from: nothing in it comes from what only one seat may see."""
    for match in moments(5, mode="advanced", teams=PAIRS):
        if match.over:
            continue
        public = table_picture(match.view(None), TABLE, advanced=True)
        for seat in range(match.seats):
            assert table_picture(match.view(seat), TABLE, advanced=True) == public
        assert table_picture(match.full(), TABLE, advanced=True) == public


def test_a_hand_shows_nothing_of_the_others_hands() -> None:
    for match in moments(6, teams=PAIRS):
        if match.over:
            continue
        view = match.view(2)
        others = [hand if seat == 2 else ["mole"] for seat, hand in enumerate(view.hands)]
        assert hand_picture(replace(view, hands=others), 2, 0, HAND) == (
            hand_picture(view, 2, 0, HAND)
        )


def test_a_hand_seen_by_somebody_else_shows_no_card() -> None:
    view = at("play")
    empty = replace(view, hands=[[], []])
    assert hand_picture(view, 0, 0, HAND) == hand_picture(empty, 0, 0, HAND)


def test_hands_are_not_opened_before_the_end() -> None:
    with pytest.raises(ValueError, match="over"):
        final_picture(at("play"), TABLE, people(2))


def test_the_end_shows_every_hand() -> None:
    view = at("over")
    shown = final_picture(view, TABLE, people(2))
    for seat in (0, 1):
        hands = [*view.hands]
        hands[seat] = []
        assert final_picture(replace(view, hands=hands), TABLE, people(2)) != shown


def test_a_face_down_card_is_seen_on_the_table_only_as_a_back() -> None:
    view = at("recruit")
    waiting = replace(view, step="play")  # a teammate has still to play the face-down card
    known = replace(view, table=Table(view.table.face_up, "mole"))
    assert table_picture(view, TABLE) != table_picture(waiting, TABLE)
    assert table_picture(known, TABLE) == table_picture(view, TABLE)


def test_a_match_given_up_opens_the_face_down_card() -> None:
    view = replace(at("over"), table=Table("mole", "sidekick"))
    other = replace(view, table=Table("mole", "sentinel"))
    assert table_picture(view, TABLE) != table_picture(other, TABLE)


@pytest.mark.parametrize(
    "change",
    [
        {"spaces": (2, 9)},
        {"gaps": (2, 12)},
        {"in_play": ({"mole": 1}, {})},
        {"in_play": ({}, {"mole": 1})},
        {"in_play": ({"enforcer": 1}, {"enforcer": 4})},
        {"black_market": ([], ["watchtower"])},
        {"supply": ["outpost", "spycation", "watchtower"]},
    ],
)
def test_whatever_lies_open_is_in_the_picture(change: dict[str, object]) -> None:
    view = at("play", mode="advanced")
    assert table_picture(replace(view, **change), TABLE, advanced=True) != (
        table_picture(view, TABLE, advanced=True)
    )


def test_advanced_mode_shows_its_corners_and_who_acts_is_marked() -> None:
    view = at("play")
    pictures = {
        table_picture(view, TABLE),
        table_picture(view, TABLE, advanced=True),
        table_picture(view, TABLE, acting=0),
        table_picture(view, TABLE, acting=1),
    }
    assert len(pictures) == 4


def test_a_hand_marks_what_would_count_for_either_team() -> None:
    view = at("play")
    hand = ["sentinel", "enforcer", "codebreaker", "daredevil"]
    start = replace(view, hands=[hand, []], in_play=({}, {}))
    mine = replace(start, in_play=({"sentinel": 1}, {}))
    theirs = replace(start, in_play=({}, {"sentinel": 1}))
    assert len({hand_picture(shown, 0, 0, HAND) for shown in (start, mine, theirs)}) == 3
    watched = replace(start, black_market=([], ["watchtower"]))
    assert hand_picture(watched, 0, 0, HAND) != hand_picture(start, 0, 0, HAND)


def test_a_hand_lies_in_the_order_of_its_buttons_however_it_was_drawn() -> None:
    start = replace(at("play"), hands=[["enforcer", "mole", "sentinel", "enforcer"], []])
    drawn_otherwise = replace(start, hands=[["sentinel", "enforcer", "enforcer", "mole"], []])
    assert hand_picture(start, 0, 0, HAND) == hand_picture(drawn_otherwise, 0, 0, HAND)


@pytest.mark.parametrize("number", [0, 1, 4, 5, 6])
def test_a_hand_of_any_size_has_its_picture(number: int) -> None:
    hand = ["sentinel", "enforcer", "codebreaker", "daredevil", "mole", "saboteur"][:number]
    view = replace(at("play"), hands=[hand, [None] * 4])
    assert size(hand_picture(view, 0, 0, HAND))[0] == 720


def test_what_lies_face_down_is_shown_to_who_laid_it() -> None:
    held, up = ["sentinel", "enforcer"], "mole"
    laid = [quiet_hand_picture(held, up, down, 0, HAND) for down in ("sidekick", "saboteur", None)]
    assert len(set(laid)) == 3


def test_pictures_drawn_in_many_threads_are_the_same() -> None:
    view = at("recruit", mode="advanced")
    expected = table_picture(view, TABLE, advanced=True)
    with ThreadPoolExecutor(4) as pool:
        drawn = pool.map(lambda _: table_picture(view, TABLE, advanced=True), range(24))
    assert set(drawn) == {expected}


def test_an_unchanged_table_is_not_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "PICTURES", cache.PictureCache())
    view = at("play")
    assert table_picture(view, TABLE) is table_picture(replace(view, deck=3), TABLE)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_hand_drawn_in_another_order_is_no_other_message(seat: int) -> None:
    """So it is neither sent nor drawn again: one seat chooses, the other waits."""
    deal = GAME.deal(Random(1), Options(), 2)
    seated = [SeatRow(seat, 100 + seat, name, "en-US") for seat, name in enumerate(("Ana", "Ben"))]
    shown: set[str] = set()
    for turned in (False, True):
        match = unstored("8K2P", GAME.id, Options(), deal, seated)
        if turned:
            match.state.hands[seat].reverse()
        scene = at_once(SCENES.scene(match, seat))
        shown.add(digest(hand_screen(FACES[GAME.id], scene, match)))
    assert len(shown) == 1
