"""Match records: a whole match as one JSON object, read strictly and replayed exactly.

The format is a public contract, see docs/record-format.md. A record that cannot be read or played
is refused with a `RecordError`, whose message is one line that names the place.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, NoReturn, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from engine.game import Action, Event, Game, IllegalAction, IllegalSetup, Seat, State
from engine.registry import UnknownGame, game
from engine.rematch import Begins

FORMAT = 1
LONGEST_MESSAGE = 300

T = TypeVar("T")


class RecordError(ValueError):
    """A record that is refused. The message is one line: the place, then what is wrong there."""

    def __init__(self, message: str) -> None:
        super().__init__(one_line(message))


class Record(msgspec.Struct, frozen=True):
    """A match: what was dealt and what was done. `options` and `deal` are the game's own types."""

    game: str
    seats: tuple[str, ...]
    """Names for display; a seat's number is its index."""

    deal: msgspec.Struct
    options: msgspec.Struct
    actions: tuple[tuple[Seat, Action], ...] = ()
    format: Literal[1] = FORMAT


class Step(NamedTuple):
    """One decision of a replayed match and what came of it."""

    seat: Seat
    action: Action
    events: Sequence[Event]
    """What happened, unredacted: show a person `event.seen_by(viewer)`."""

    state: State
    """The match after this step. The next step changes it: copy it to keep it."""


def encode(record: Record) -> bytes:
    """The record as JSON."""
    return msgspec.json.encode(written(record))


def written(record: Record) -> dict[str, object]:
    """The record as the JSON object that it is written as."""
    return {
        "format": record.format,
        "game": record.game,
        "options": _without_agreement(_rules(record.game), record.options),
        "seats": record.seats,
        "deal": record.deal,
        "actions": [encode_action(seat, action) for seat, action in record.actions],
    }


def encode_action(seat: Seat, action: Action) -> dict[str, object]:
    """One entry of a record's `actions`, as builtin types."""
    return {"seat": seat, **msgspec.to_builtins(action)}


def decode(data: bytes) -> Record:
    """Read a record. Raises `RecordError` for anything that is not exactly one.

    Whether the match can be played as it says is for `replay` to find out.
    """
    return read(parse(data))


def read(value: object) -> Record:
    """The same for JSON that has been parsed."""
    envelope = convert(value, _Envelope, "")
    rules = _rules(envelope.game)
    for index, seat in enumerate(envelope.seats):
        if not _is_text(seat):
            raise RecordError(f"seats[{index}]: not a text")
    given = {} if envelope.options is UNSET else envelope.options
    options = convert(given, rules.options_type, "options.")
    if options != _without_agreement(rules, options):
        raise RecordError("options: who begins stands in the deal alone")
    return Record(
        game=envelope.game,
        seats=envelope.seats,
        options=options,
        deal=convert(envelope.deal, rules.deal_type, "deal."),
        actions=tuple(
            _decode_action(entry, rules, f"actions[{index}]")
            for index, entry in enumerate(envelope.actions)
        ),
    )


def replay(record: Record) -> State:
    """The match as the record leaves it. Raises `RecordError`."""
    state = start(record)
    for _ in _play(state, record):
        pass
    return state


def steps(record: Record) -> Iterator[Step]:
    """The match decision by decision. Raises `RecordError`, for a bad deal at the first step."""
    return _play(start(record), record)


def start(record: Record) -> State:
    """The match before its first action. Raises `RecordError`."""
    try:
        return _rules(record.game).new(record.deal, record.options, len(record.seats))
    except IllegalSetup as error:
        raise RecordError(str(error)) from error


def _without_agreement(rules: Game, options: msgspec.Struct) -> msgspec.Struct:
    """The options as records have them: what was agreed about who begins is in the deal already."""
    return rules.begun_by(options, None) if isinstance(rules, Begins) else options


def _play(state: State, record: Record) -> Iterator[Step]:
    for index, (seat, action) in enumerate(record.actions):
        try:
            events = state.apply(seat, action)
        except IllegalAction as error:
            raise RecordError(f"actions[{index}]: {error}") from error
        yield Step(seat, action, events, state)


class _Envelope(msgspec.Struct, forbid_unknown_fields=True):
    """What every record has, whichever the game."""

    format: Literal[1]
    game: str
    seats: tuple[str, ...]
    deal: dict[str, object]
    actions: list[dict[str, object]]
    options: dict[str, object] | UnsetType = UNSET


class RepeatedKey:
    """Stands for a JSON object with a key that it has twice: no type accepts it in its place."""


def parse(data: bytes) -> object:
    """Strict JSON: UTF-8, no NaN, no repeated keys. Raises `RecordError`."""
    try:
        return json.loads(data.decode(), object_pairs_hook=_object, parse_constant=_refuse_constant)
    except RecursionError as error:
        raise RecordError("not a record: nested too deeply") from error
    except ValueError as error:
        raise RecordError(f"not JSON: {error}") from error


def _object(pairs: list[tuple[str, object]]) -> dict[str, object] | RepeatedKey:
    found = dict(pairs)
    return found if len(found) == len(pairs) else RepeatedKey()


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def _rules(game_id: str) -> Game:
    try:
        return game(game_id)
    except UnknownGame as error:
        raise RecordError(f"game: {error}") from error


def _decode_action(entry: Mapping[str, object], rules: Game, place: str) -> tuple[Seat, Action]:
    if "seat" not in entry:
        raise RecordError(f"{place}: Object missing required field `seat`")
    fields = {key: value for key, value in entry.items() if key != "seat"}
    seat = convert(entry["seat"], Seat, f"{place}: seat")
    return seat, convert(fields, rules.action_type, f"{place}: ")


def convert(value: object, wanted: type[T], place: str) -> T:
    """The value as this type, strictly. `place` is where it stands in the record."""
    try:
        return msgspec.convert(value, wanted)
    except (ValueError, RecursionError) as error:
        message, _, path = str(error).partition(" - at `$")
        where = (place + path.rstrip("`").lstrip(".")).rstrip(".: ") or "record"
        raise RecordError(f"{where}: {message}") from error


def _is_text(text: str) -> bool:
    """Whether it can be written down: JSON's escapes allow half characters, UTF-8 does not."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def one_line(message: str) -> str:
    """Printable, on one line and not endless, whatever the record made us quote."""
    shown = "".join(char if char.isprintable() else repr(char)[1:-1] for char in message)
    return shown if len(shown) <= LONGEST_MESSAGE else shown[:LONGEST_MESSAGE] + "…"
