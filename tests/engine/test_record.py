"""Match records: read strictly, written back the same, replayed, and refused with the place."""

import json
from random import Random

import msgspec
import pytest

from engine.agent_avenue import GAME
from engine.agent_avenue.actions import Recruit, Take, Use
from engine.agent_avenue.events import Revealed
from engine.agent_avenue.options import Options
from engine.game import IllegalAction
from engine.record import Record, RecordError, decode, encode, replay, steps

DEAL = GAME.deal(Random(3), Options(), 2)


def played(options=None, seed=3, actions=None):
    """The record of a random match, or of its first so many actions."""
    options = options or Options()
    rng = Random(seed)
    (seats,) = GAME.seat_counts(options)
    deal = GAME.deal(rng, options, seats)
    match = GAME.new(deal, options, seats)
    done = []
    while (acting := match.to_act()) and len(done) != actions:
        seat = rng.choice(acting)
        action = rng.choice(match.legal(seat))
        match.apply(seat, action)
        done.append((seat, action))
    return Record("agent-avenue", tuple("ABCD"[:seats]), deal, options, tuple(done))


def data(**changes):
    """A record as builtin types, with some keys changed; `...` takes a key away."""
    changed = {**json.loads(encode(played())), **changes}
    return {key: value for key, value in changed.items() if value is not ...}


def dealt(**changes):
    """The deal of that record, changed."""
    return {**data()["deal"], **changes}


def refusal(record):
    """The message with which a record is refused, by reading or by replaying it."""
    text = record if isinstance(record, bytes) else json.dumps(record).encode()
    with pytest.raises(RecordError) as refused:
        replay(decode(text))
    message = str(refused.value)
    assert message.isprintable()
    assert len(message) < 400
    return message


@pytest.mark.parametrize(
    "options",
    [
        Options(),
        Options("advanced"),
        Options("simple", ((0, 2), (1,))),
        Options("advanced", ((3, 2), (0, 1))),
    ],
)
def test_a_record_survives_writing_and_reading_and_replays_to_the_same_match(options):
    record = played(options)
    assert decode(encode(record)) == record
    assert replay(decode(encode(record))).over


def test_it_is_written_as_the_format_says():
    record = played(actions=2)
    written = json.loads(encode(record))
    assert list(written) == ["format", "game", "options", "seats", "deal", "actions"]
    assert written["format"] == 1
    assert written["options"] == {"mode": "simple", "teams": [[0], [1]]}
    assert written["seats"] == ["A", "B"]
    assert list(written["deal"]) == ["first", "agents"]
    assert list(written["actions"][0])[:2] == ["seat", "do"]


def test_options_may_be_left_out():
    assert decode(json.dumps(data(options=...)).encode()) == played()


@pytest.mark.parametrize("key", ["format", "game", "seats", "deal", "actions"])
def test_nothing_else_may(key):
    assert refusal(data(**{key: ...})) == f"record: Object missing required field `{key}`"


def test_a_record_may_stop_anywhere_in_a_match():
    whole = played()
    for length in range(len(whole.actions) + 1):
        record = Record(
            "agent-avenue", whole.seats, whole.deal, whole.options, whole.actions[:length]
        )
        assert replay(record).over is (length == len(whole.actions))


def test_the_steps_of_a_record_tell_what_happened():
    record = played(actions=3)
    told = [(step.seat, step.action, len(step.events) > 0) for step in steps(record)]
    assert told == [(seat, action, True) for seat, action in record.actions]


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ([], "record: Expected `object`, got `array`"),
        (None, "record: Expected `object`, got `null`"),
        (data(more=1), "record: Object contains unknown field `more`"),
        (data(format=2), "format: Invalid enum value 2"),
        (data(format=True), "format: Expected `int`, got `bool`"),
        (data(game="chess"), "game: there is no game 'chess'"),
        (data(game=7), "game: Expected `str`, got `int`"),
        (data(seats="AB"), "seats: Expected `array`, got `str`"),
        (data(seats=["A", 1]), "seats[1]: Expected `str`, got `int`"),
        (data(seats=["A", "B", "C"]), "seats: the teams have 2 seats, but there are 3"),
        (data(seats=["A", "\ud800"]), "seats[1]: not a text"),
        (data(options=None), "options: Expected"),
        (data(options={"mode": "hard"}), "options.mode: Invalid enum value 'hard'"),
        (data(options={"speed": 1}), "options: Object contains unknown field `speed`"),
        (data(options={"teams": [[0], [0]]}), "options.teams: each seat from 0 to 1"),
        (data(options={"teams": [[0], []]}), "options.teams: each of the two teams"),
        (data(options={"teams": [[0]]}), "options.teams: Expected `array` of length 2"),
        (data(options={"teams": [[0], [10**30]]}), "options.teams: each seat from 0 to 1"),
        (data(deal=[]), "deal: Expected `object`, got `array`"),
        (data(deal={}), "deal: Object missing required field `first`"),
        (data(deal=dealt(first=2)), "deal.first: Invalid enum value 2"),
        (data(deal=dealt(first=0.5)), "deal.first: Expected `int`, got `float`"),
        (data(deal=dealt(agents=["spy"])), "deal.agents[0]: Invalid enum value 'spy'"),
        (data(deal=dealt(agents=["mole"] * 38)), "deal.agents: needs double_agent 6 times"),
        (data(deal=dealt(agents=["mole"])), "deal.agents: needs 38 cards, has 1"),
        (data(deal=dealt(black_market=[])), "deal.black_market: only advanced mode"),
        (data(options={"mode": "advanced"}), "deal.black_market: advanced mode needs"),
        (data(actions={}), "actions: Expected `array`, got `object`"),
        (data(actions=[3]), "actions[0]: Expected `object`, got `int`"),
    ],
)
def test_what_is_refused_and_where(record, message):
    assert refusal(record).startswith(message)


def first_action(**changes):
    """A record whose only action is this one."""
    return data(actions=[{"seat": DEAL.first, "do": "recruit", "pick": "face_up", **changes}])


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seat": "0"}, "actions[0]: seat: Expected `int`, got `str`"),
        ({"seat": 2}, "actions[0]: There is nothing to recruit now."),
        ({"seat": -1, "do": "resign"}, "actions[0]: Object contains unknown field `pick`"),
        ({"do": "dance"}, "actions[0]: do: Invalid value 'dance'"),
        ({"do": None}, "actions[0]: do: Expected `str`, got "),
        ({"pick": "both"}, "actions[0]: pick: Invalid enum value 'both'"),
        ({"more": 1}, "actions[0]: Object contains unknown field `more`"),
        ({"do": "discard"}, "actions[0]: Object contains unknown field `pick`"),
    ],
)
def test_an_action_is_refused_with_its_number(changes, message):
    assert refusal(first_action(**changes)).startswith(message)


def test_an_action_without_a_seat_is_refused():
    assert refusal(data(actions=[{"do": "resign"}])).startswith("actions[0]: Object missing")


@pytest.mark.parametrize("seat", [-1, 2, 10**40])
def test_a_seat_that_is_not_there_is_refused(seat):
    message = refusal(data(actions=[{"seat": seat, "do": "resign"}]))
    assert message == f"actions[0]: There is no seat {seat} in this match."


def test_an_optional_key_is_left_out_not_null():
    for field in ("face_up", "face_down"):
        play = {"seat": 0, "do": "play", "face_up": "mole", "face_down": "mole", field: None}
        message = refusal(data(actions=[play]))
        assert message == f"actions[0]: {field}: Expected `str`, got `null`"


def test_the_first_illegal_action_is_named():
    actions = data()["actions"]
    assert refusal(data(actions=[*actions[:3], actions[0], *actions[3:]])).startswith("actions[")
    after_the_end = [*actions, {"seat": 0, "do": "resign"}]
    assert refusal(data(actions=after_the_end)) == f"actions[{len(actions)}]: The match is over."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "not JSON: "),
        (b"{", "not JSON: "),
        (b"{} {}", "not JSON: "),
        (b'{"format": NaN}', "not JSON: NaN is not a number"),
        (b'{"format": -Infinity}', "not JSON: -Infinity is not a number"),
        (b'{"format": ' + b"9" * 5000 + b"}", "not JSON: "),
        (b'{"format": 1e999}', "format: Expected `int`, got `float`"),
        (b'{"game": "\xff"}', "not JSON: "),
        (b"\xef\xbb\xbf{}", "not JSON: "),
        (b"[" * 100_000, "not a record: nested too deeply"),
        (b'{"a": ' * 100_000, "not a record: nested too deeply"),
        (b'{"format": 1, "format": 1}', "record: Expected `object`, got `RepeatedKey`"),
        (b'{"' + b"x" * 5000 + b'": 1}', "record: "),
        (b'{"a\\nb\\u2028": 1}', "record: "),
        (b'{"\\ud800": 1}', "record: "),
    ],
)
def test_hostile_text_gets_one_clear_line(text, message):
    assert refusal(text).startswith(message)


def test_a_repeated_key_is_refused_where_it_stands():
    text = json.dumps(data()).encode()
    for part, twice, place in [
        (b'"first":', b'"first": 0, "first":', "deal: "),
        (b'"mode":', b'"mode": "simple", "mode":', "options: "),
        (b'"seat":', b'"seat": 0, "seat":', "actions[0]: "),
    ]:
        assert part in text
        message = refusal(text.replace(part, twice, 1))
        assert message == f"{place}Expected `object`, got `RepeatedKey`"


def test_replaying_an_illegal_record_blames_the_rules():
    record = Record("agent-avenue", ("A", "B"), DEAL, Options(), ((0, Recruit("face_up")),))
    with pytest.raises(RecordError) as refused:
        replay(record)
    assert isinstance(refused.value.__cause__, IllegalAction)


def test_what_the_engine_takes_itself_is_not_written_down():
    """Double Trouble with one pair in hand: writing the choice down is one action too many."""
    for seed in range(300):
        record = played(Options("advanced"), seed)
        for number, step in enumerate(steps(record), start=1):
            if step.action == Take("double_trouble"):
                shown = [event for event in step.events if isinstance(event, Revealed)]
                if shown:
                    use = (step.seat, Use(shown[0].card))
                    actions = (*record.actions[:number], use)
                    wrong = msgspec.structs.replace(record, actions=actions)
                    assert refusal(encode(wrong)).startswith(f"actions[{number}]: ")
                    return
    pytest.fail("no match in which Double Trouble left no choice")
