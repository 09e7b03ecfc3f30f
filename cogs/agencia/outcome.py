"""The end of a match: the ranking, why somebody won, and all the cards."""

from collections.abc import Sequence

import msgspec

from bot.face import Scene
from cogs.agencia import words
from cogs.agencia.story import resigned
from engine.agencia.events import Score
from engine.agencia.slots import Slot
from engine.game import Seat


class Placing(msgspec.Struct, frozen=True):
    """A seat's place in the ranking; who gave up has no rank."""

    rank: int | None
    seat: Seat
    score: Score


def ranking(scene: Scene) -> list[Placing]:
    """All seats, the best first: by the total, then by the deck; equal ones share a rank."""
    scores: Sequence[Score] = scene.view.scores
    out = resigned(scene)
    staying = [seat for seat in range(len(scores)) if seat not in out]
    staying.sort(key=lambda seat: _merit(scores[seat]), reverse=True)
    merits = [_merit(scores[seat]) for seat in staying]
    return [
        *(Placing(merits.index(_merit(scores[seat])) + 1, seat, scores[seat]) for seat in staying),
        *(Placing(None, seat, scores[seat]) for seat in sorted(out)),
    ]


def _merit(score: Score) -> tuple[int, int]:
    return score.total, score.deck


def verdict(scene: Scene) -> str:
    """Who won and, at a tie, why, in one line."""
    t, view = scene.t, scene.view
    winners = [words.name(scene, seat) for seat in view.winners]
    if not winners:
        return t.gettext("Everybody has given up: nobody wins.")
    best: Score = view.scores[view.winners[0]]
    names = " & ".join(winners)
    if len(winners) > 1:
        return t.gettext(
            "{names} share the victory with {total} each: their decks are worth the same, too.",
            names=names,
            total=best.total,
        )
    line = t.gettext("{name} wins with {total}.", name=names, total=best.total)
    tied = [
        words.name(scene, placing.seat)
        for placing in ranking(scene)
        if placing.rank not in (None, 1) and placing.score.total == best.total
    ]
    if tied:
        line += " " + t.ngettext(
            "{others} has as much; the higher value in the deck decides.",
            "{others} have as much; the higher value in the deck decides.",
            len(tied),
            others=" & ".join(tied),
        )
    return line


def table_of_scores(scene: Scene) -> list[str]:
    """The ranking, a line for each player."""
    t = scene.t
    lines: list[str] = []
    for placing in ranking(scene):
        counted = t.gettext(
            "**{name}**: {total} ({points} information + {deck} in the deck)",
            name=words.name(scene, placing.seat),
            total=placing.score.total,
            points=placing.score.points,
            deck=placing.score.deck,
        )
        if placing.rank is None:
            lines.append(t.gettext("– {score}, gave up", score=counted))
        else:
            # Escaped: as a list Discord would number them itself, and equal ones differently.
            lines.append(f"{placing.rank}\\. {counted}")
    return lines


def all_cards(scene: Scene) -> list[str]:
    """Everybody's cards in the end, a line for each player."""
    t, view = scene.t, scene.view
    return [
        t.gettext(
            "Cards of {name}: deck {deck}; {positions}",
            name=sitter.name,
            deck=", ".join(words.card(t, card) for card in view.decks[sitter.seat]),
            positions=", ".join(
                f"{words.position(t, slot)} {words.card(t, view.slots[sitter.seat][slot])}"
                for slot in Slot
            ),
        )
        for sitter in scene.sitters
    ]
