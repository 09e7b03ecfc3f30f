"""Records that are almost right: each is replayed or refused in one line, and nothing else."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.agent_avenue.options import Options
from engine.record import RecordError, decode, encode, replay

from .test_record import played

WHOLE = encode(played(Options("advanced"), seed=5))
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["mole", "play", "recruit", "face_up", "take", "use", "simple"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)


def replays_or_is_refused(text: bytes) -> None:
    try:
        outcome = replay(decode(text)).full().game
    except RecordError as error:
        outcome = str(error)
    assert outcome.isprintable()
    assert len(outcome) < 400


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_with_another_value_somewhere(data):
    record = json.loads(WHOLE)
    part = record
    while True:
        keys = list(part) if isinstance(part, dict) else range(len(part))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(part[key], dict | list) or not part[key] or data.draw(st.booleans()):
            break
        part = part[key]
    if data.draw(st.booleans()):
        part[key] = data.draw(JSON)
    else:
        del part[key]
    replays_or_is_refused(json.dumps(record).encode())


@settings(max_examples=300, deadline=None)
@given(st.integers(0, len(WHOLE)), st.integers(0, 6), st.binary(max_size=6))
def test_with_other_bytes_somewhere(start, length, instead):
    replays_or_is_refused(WHOLE[:start] + instead + WHOLE[start + length :])


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200) | JSON.map(lambda value: json.dumps(value).encode()))
def test_anything_else(text):
    replays_or_is_refused(text)
