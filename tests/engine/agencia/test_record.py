"""La Agencia's records: replayed by command, shown to a viewer, refused with the place named."""

import json
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.record import RecordError, decode, encode, replay

from .playthrough import GOLDEN
from .table import deck

RECORDS = sorted(GOLDEN.glob("*.json"))


def record(**changes):
    """The 3-player record, changed."""
    return {**json.loads((GOLDEN / "3-players.json").read_text()), **changes}


def replayed(data: dict):
    return replay(decode(json.dumps(data).encode()))


def shown(capfdbinary, *arguments):
    """What `python -m engine replay` prints, decoded."""
    assert main(["replay", *map(str, arguments)]) == 0
    return json.loads(capfdbinary.readouterr().out)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_survives_reading_and_writing(path: Path):
    read = decode(path.read_bytes())
    assert decode(encode(read)) == read
    assert replay(read).over


def test_the_replay_command_shows_everything_or_what_a_viewer_may_see(tmp_path, capfdbinary):
    data = record(actions=record()["actions"][:2])  # seat 1 has played, seat 2 is to play
    path = tmp_path / "record.json"
    path.write_text(json.dumps(data))
    dealt = [deck[:4] for deck in data["deal"]["decks"]]

    full = shown(capfdbinary, path)
    assert [list(slots.values()) for slots in full["slots"]] == [
        dealt[0],
        [*dealt[1][:2], None, dealt[1][3]],
        dealt[2],
    ]
    assert list(full["legal"]) == ["2"]

    public = shown(capfdbinary, "--public", path)
    assert [list(slots.values()) for slots in public["slots"]] == [
        [deck[0], None, None, None] for deck in dealt
    ]
    assert public["legal"] == {}

    own = shown(capfdbinary, "--from-seat", 2, path)
    assert [list(slots.values()) for slots in own["slots"]] == [
        [dealt[0][0], None, None, dealt[0][3]],
        [dealt[1][0], None, None, dealt[1][3]],
        [dealt[2][0], None, dealt[2][2], None],
    ]
    assert own["legal"] == full["legal"]
    other = shown(capfdbinary, "--from-seat", 0, path)
    assert other["legal"] == {}
    for seen in (public, own, other):
        for key in full.keys() - {"slots", "legal"}:
            assert seen[key] == full[key]


def test_options_may_be_left_out():
    assert replayed({key: value for key, value in record().items() if key != "options"})


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"seats": ["A", "B"]}, "seats"),
        ({"options": {"embassy": "random"}}, "options.embassy"),
        ({"options": {"embassy": 1}}, "options.embassy"),
        ({"options": {"mode": "simple"}}, "options"),
        ({"options": {"information_values": {"mole": 1}}}, "options"),
        ({"options": {"information_values": {"agents_1": -1}}}, "options.information_values"),
        ({"options": {"information_values": {"agents_1": 1.5}}}, "options.information_values"),
        ({"options": {"information_values": {"agents_1": 10**13}}}, "options.information_values"),
        ({"deal": {}}, "deal"),
        ({"deal": {**record()["deal"], "ambassador": 3}}, "deal.ambassador"),
        ({"deal": {**record()["deal"], "ambassador": True}}, "deal.ambassador"),
        ({"deal": {**record()["deal"], "decks": [["mole"] * 8] * 3}}, "deal.decks[0][0]"),
        ({"deal": {**record()["deal"], "decks": [["recruiter"] * 8] * 3}}, "deal.decks[0]"),
        ({"deal": {**record()["deal"], "first": 0}}, "deal"),
    ],
)
def test_a_broken_setup_is_refused_with_its_place(changes, place):
    with pytest.raises(RecordError) as refused:
        replayed(record(**changes))
    assert str(refused.value).startswith(place)


@pytest.mark.parametrize(
    "wrong",
    [
        {"seat": 0, "do": "play", "slot": "own"},  # not its turn
        {"seat": 9, "do": "resign"},
        {"seat": -1, "do": "resign"},
        {"seat": 2, "do": "place", "side": "hall"},  # another step
        {"seat": 2, "do": "target", "whom": 0},
        {"seat": 2, "do": "play", "slot": "pocket"},
        {"seat": 2, "do": "play", "slot": "own", "card": "recruiter"},
        {"seat": 2, "do": "play"},
        {"seat": 2, "do": "recruit", "pick": "face_up"},  # another game
        {"seat": "2", "do": "play", "slot": "own"},
        {"do": "play", "slot": "own"},
    ],
)
def test_an_illegal_action_is_refused_with_its_place(wrong):
    actions = [*record()["actions"][:2], wrong]
    with pytest.raises(RecordError) as refused:
        replayed(record(actions=actions))
    assert str(refused.value).startswith("actions[2]: ")


def test_after_the_end_nothing_is_taken():
    actions = record()["actions"]
    for late in ({"seat": 0, "do": "resign"}, {"seat": 0, "do": "place", "side": "hall"}):
        with pytest.raises(RecordError) as refused:
            replayed(record(actions=[*actions, late]))
        assert str(refused.value) == f"actions[{len(actions)}]: The match is over."


def test_a_forced_target_is_not_written_down():
    # Seats 1 and 2 play Recruiters, seat 0 the only Agents: seat 1 has no choice, seat 2 no target.
    decks = [deck("1"), deck("R"), deck("R")]
    actions = [
        {"seat": 0, "do": "place", "side": "hall"},
        *({"seat": seat, "do": "play", "slot": "open"} for seat in (1, 2, 0)),
    ]
    dealt = record(deal={"ambassador": 0, "decks": decks}, actions=actions)
    state = replayed(dealt)
    assert (state.hand, state.reward, state.step) == (2, 1, "place")
    actions.append({"seat": 1, "do": "target", "whom": 0})
    with pytest.raises(RecordError, match=r"^actions\[4\]: Choose the Hall or the Garden first\."):
        replayed(dealt)
