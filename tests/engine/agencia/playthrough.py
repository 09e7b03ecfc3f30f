"""Playthroughs: a record replayed into a text that shows what everybody sees at every step.

`golden/*.json` are match records, `golden/*.txt` what comes out. After a wanted change write them
anew and read the diff: a change in anybody's knowledge shows up there.

    python -m tests.engine.agencia.playthrough
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from engine.agencia import GAME
from engine.agencia.match import Match
from engine.game import Event, Seat

GOLDEN = Path(__file__).parent / "golden"

SHORT = {f"agents_{number}": str(number) for number in range(1, 6)} | {
    "recruiter": "R",
    "infiltrator": "I",
    None: ".",
}


def playthrough(record: dict) -> str:
    """The whole text for a record."""
    return "\n".join(_lines(record)) + "\n"


def _lines(record: dict) -> Iterator[str]:
    options = msgspec.convert(record.get("options", {}), GAME.options_type)
    deal = msgspec.convert(record["deal"], GAME.deal_type)
    match = GAME.new(deal, options, len(record["seats"]))
    yield "Cards: 1-5 Agents, R Recruiter, I Infiltrator, . none or not seen."
    yield "A seat's four cards: open, hidden, own, blind; after | the card it has in play."
    yield from _sights(match)
    for number, entry in enumerate(record["actions"]):
        yield ""
        seat, action = entry["seat"], {key: entry[key] for key in entry if key != "seat"}
        yield f"[{number}] seat {seat}: {' '.join(map(str, action.values()))}"
        for event in match.apply(seat, msgspec.convert(action, GAME.action_type)):
            yield f"  {_event(event, match.seats)}"
        yield from _sights(match)


def _event(event: Event, seats: int) -> str:
    """An event whole, then how it looks to those who see it otherwise."""
    whole = _facts(event)
    differing: dict[str, list[str]] = {}
    for viewer in _viewers(seats):
        if (sight := _facts(event.seen_by(viewer))) != whole:
            differing.setdefault(sight, []).append(_name(viewer))
    return "  --  ".join(
        [whole, *(f"{', '.join(who)}: {sight}" for sight, who in differing.items())]
    )


def _facts(event: Event | None) -> str:
    if event is None:
        return "nothing"
    facts = msgspec.to_builtins(event)
    kind = facts.pop("event")
    return f"{kind} " + " ".join(f"{key}={_plain(value)}" for key, value in facts.items())


def _plain(value: object) -> str:
    return json.dumps(value).replace('"', "") if not isinstance(value, str) else value


def _sights(match: Match) -> Iterator[str]:
    """The table as everybody knows it, then each viewer's cards and choices."""
    views = {viewer: msgspec.to_builtins(match.view(viewer)) for viewer in _viewers(match.seats)}
    public = views[None]
    shown = ["round", "hand", "ambassador", "side", "step", "to_act", "information", "reward"]
    shown += ["decks", "embassy", "winners", "scores"]
    yield "  " + "  ".join(f"{key} {_plain(public[key])}" for key in shown)
    for viewer, view in views.items():
        assert all(view[key] == public[key] for key in shown), "public facts differ by viewer"
        cards = "   ".join(
            f"{''.join(SHORT[card] for card in slots.values())}|{SHORT[played]}"
            for slots, played in zip(view["slots"], view["played"], strict=True)
        )
        choices = [
            " ".join(map(str, action.values()))
            for actions in view["legal"].values()
            for action in actions
        ]
        yield f"  {_name(viewer):10} {cards}   {' / '.join(choices)}".rstrip()


def _viewers(seats: int) -> Sequence[Seat | None]:
    return [None, *range(seats)]


def _name(viewer: Seat | None) -> str:
    return "bystander" if viewer is None else f"seat {viewer}"


def main() -> None:
    """Write every text anew."""
    for record in sorted(GOLDEN.glob("*.json")):
        text = playthrough(json.loads(record.read_text()))
        record.with_suffix(".txt").write_text(text)


if __name__ == "__main__":
    main()
