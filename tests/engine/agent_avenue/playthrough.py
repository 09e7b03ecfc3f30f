"""Playthroughs: match records replayed into texts that show what everybody sees at every step.

`golden/*.json` are match records, `golden/*.txt` what comes out. After a wanted change write them
anew and read the diff, where a change in anybody's knowledge shows up:

    python -m tests.engine.agent_avenue.playthrough --update
"""

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from engine.game import Event, Seat, State
from engine.record import Record, decode, start, steps

GOLDEN = Path(__file__).parent / "golden"

SHORT = {
    "double_agent": "DA",
    "enforcer": "EN",
    "codebreaker": "CB",
    "saboteur": "SA",
    "daredevil": "DD",
    "sentinel": "SE",
    "sidekick": "SK",
    "mole": "MO",
    None: "..",
}
LEGEND = "  ".join(f"{short} {card or 'not seen, or none'}" for card, short in SHORT.items())


def playthrough(record: Record) -> str:
    """The whole text for a record."""
    return "\n".join(_lines(record)) + "\n"


def _lines(record: Record) -> Iterator[str]:
    options = msgspec.to_builtins(record.options)
    yield f"{record.game}: {options['mode']}, teams {options['teams']}"
    yield LEGEND
    seats = len(record.seats)
    yield from _sights(start(record), seats)
    for number, step in enumerate(steps(record)):
        yield ""
        yield f"[{number}] seat {step.seat}: {_facts(msgspec.to_builtins(step.action))}"
        yield from (f"  {_event(event, seats)}" for event in step.events)
        yield from _sights(step.state, seats)


def _event(event: Event, seats: int) -> str:
    """An event whole, then how it looks to those who see it otherwise."""
    whole = _facts(msgspec.to_builtins(event))
    differing: dict[str, list[str]] = {}
    for viewer in _viewers(seats):
        seen = event.seen_by(viewer)
        sight = "nothing" if seen is None else _facts(msgspec.to_builtins(seen))
        if sight != whole:
            differing.setdefault(sight, []).append(_name(viewer))
    return "  --  ".join(
        [whole, *(f"{', '.join(who)}: {sight}" for sight, who in differing.items())]
    )


def _facts(fields: Mapping[str, object]) -> str:
    """An action or an event: what it is, then its fields."""
    kind, *rest = fields.items()
    return " ".join([str(kind[1]), *(f"{key}={_plain(value)}" for key, value in rest)])


def _plain(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value).replace('"', "")


def _sights(state: State, seats: int) -> Iterator[str]:
    """What lies open, then each viewer's cards and choices."""
    views = {viewer: msgspec.to_builtins(state.view(viewer)) for viewer in _viewers(seats)}
    own = ("hands", "table", "legal")
    public = {key: value for key, value in views[None].items() if key not in own}
    for view in views.values():
        assert {key: view[key] for key in public} == public, "what lies open differs by viewer"
    keys = ("step", "active", "to_act", "spaces", "gaps", "deck", "discards_left")
    yield "  " + "  ".join(f"{key} {_plain(public[key])}" for key in keys)
    yield "  in play: " + " | ".join(_counts(in_play) for in_play in public["in_play"])
    if public["supply"] or public["market_deck"] or any(public["black_market"]):
        supply = f"{_cards(public['supply'])} (deck {public['market_deck']})"
        kept = " | ".join(_cards(cards) for cards in public["black_market"])
        yield f"  supply: {supply}; kept: {kept}"
    if public["over"]:
        yield f"  over: winners {public['winners']}, {_plain(public['conditions'])}"
    for viewer, view in views.items():
        yield f"  {_name(viewer):10} {_hidden(view)}   {_legal(view)}".rstrip()


def _hidden(view: Mapping) -> str:
    """The hands and the table as one viewer sees them."""
    hands = " | ".join(" ".join(SHORT[card] for card in hand) for hand in view["hands"])
    up, down = view["table"].values()
    return f"{hands}   table {SHORT[up]} {SHORT[down]}"


def _legal(view: Mapping) -> str:
    """The viewer's choices, those of a kind together."""
    kinds: dict[str, list[str]] = {}
    for actions in view["legal"].values():
        for action in actions:
            kind, *values = action.values()
            kinds.setdefault(kind, []).append("/".join(SHORT.get(v, str(v)) for v in values))
    return "; ".join(f"{kind} {' '.join(choices)}" for kind, choices in kinds.items())


def _counts(in_play: Mapping[str, int]) -> str:
    return " ".join(f"{count}{SHORT[card]}" for card, count in in_play.items()) or "-"


def _cards(cards: Sequence[str]) -> str:
    return " ".join(cards) or "-"


def _viewers(seats: int) -> Sequence[Seat | None]:
    return [None, *range(seats)]


def _name(viewer: Seat | None) -> str:
    return "bystander" if viewer is None else f"seat {viewer}"


def main() -> None:
    """Print the playthroughs, or write them anew."""
    parser = argparse.ArgumentParser(prog="python -m tests.engine.agent_avenue.playthrough")
    parser.add_argument("--update", action="store_true", help="write the golden files anew")
    update = parser.parse_args().update
    for path in sorted(GOLDEN.glob("*.json")):
        text = playthrough(decode(path.read_bytes()))
        if update:
            path.with_suffix(".txt").write_text(text)
        else:
            print(text)  # noqa: T201 - this is a command


if __name__ == "__main__":
    main()
