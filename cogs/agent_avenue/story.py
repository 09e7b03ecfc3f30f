"""A match told in words: its turns, and the reasons why it ended."""

from collections.abc import Sequence

import msgspec

from bot.face import Scene, parts
from bot.same import once
from cogs.agent_avenue import words
from engine.agent_avenue.conditions import Condition
from engine.agent_avenue.events import (
    Discarded,
    Ended,
    Ignored,
    Moved,
    Played,
    Recruited,
    Resigned,
    Returned,
    Revealed,
    Took,
    TurnBegan,
)
from engine.game import Event


class Turn(msgspec.Struct, frozen=True):
    """One turn and what has happened in it so far."""

    number: int
    team: int
    events: tuple[Event, ...]

    @property
    def offered(self) -> bool:
        """Whether both cards lie on the table or have lain there."""
        return any(isinstance(event, Played) and event.hidden for event in self.events)

    @property
    def recruited(self) -> bool:
        """Whether the opponents have chosen."""
        return any(isinstance(event, Recruited | Resigned) for event in self.events)


@once
def turns(scene: Scene) -> Sequence[Turn]:
    """The turns of the match, the current one last."""
    opening, later = parts(scene.events, TurnBegan)
    first = 1 - later[0][0].team if later else scene.view.active
    return [
        Turn(1, first, opening),
        *(Turn(began.turn, began.team, body) for began, body in later),
    ]


def offers(scene: Scene) -> int:
    """How many times both cards have been laid on the table."""
    return sum(turn.offered for turn in turns(scene))


def tell(scene: Scene, turn: Turn) -> list[str]:
    """What happened in a turn, a line for each step."""
    lines: list[str] = []
    for index, event in enumerate(turn.events):
        line = sentence(scene, event, turn.events[index + 1 :])
        if line is not None:
            lines.append(line)
    return lines


def sentence(scene: Scene, event: Event, later: Sequence[Event]) -> str | None:
    """What an event was, with what came after it in its turn; None if it is told elsewhere."""
    t = scene.t
    match event:
        case Played(face_up=str() as card):
            return t.gettext(
                "{player} offered {card}.",
                player=scene.sitters[event.seat].name,
                card=words.card(t, card),
            )
        case Discarded():
            return t.gettext(
                "{player} discarded a card and drew one.", player=scene.sitters[event.seat].name
            )
        case Recruited():
            return _recruited(scene, event, later)
        case Moved(by="getaway_car" | "surveillance_truck"):
            return t.gettext(
                "{card} moves {team}: {steps}.",
                card=words.card(t, event.by),
                team=words.team(scene, event.team),
                steps=words.steps(t, event.steps),
            )
        case Took():
            return t.gettext(
                "{player} took {card} from the black market.",
                player=scene.sitters[event.seat].name,
                card=words.card(t, event.card),
            )
        case Ignored():
            return t.gettext("{card} could not be carried out.", card=words.card(t, event.card))
        case Revealed():
            return t.gettext(
                "{player} showed two of {card}.",
                player=scene.sitters[event.seat].name,
                card=words.card(t, event.card),
            )
        case Returned():
            return t.gettext(
                "{card} left the agents of {team} for the hand of {player}.",
                card=words.card(t, event.card),
                team=words.team(scene, event.team),
                player=scene.sitters[event.seat].name,
            )
        case Resigned():
            return t.gettext("{player} resigned.", player=scene.sitters[event.seat].name)
        case _:
            return None


def _recruited(scene: Scene, event: Recruited, later: Sequence[Event]) -> str:
    t = scene.t
    people = words.people(scene, event.team)
    values = {
        "team": words.team(scene, event.team),
        "copy": words.copy(t, event.card, event.copy),
        "steps": words.steps(t, _steps_of(event, later)),
    }
    if event.by not in ("face_up", "face_down"):
        return t.ngettext(
            "{card}: {team} recruits a {copy}, {steps}.",
            "{card}: {team} recruit a {copy}, {steps}.",
            people,
            card=words.card(t, event.by),
            **values,
        )
    if event.seat is None:
        return t.ngettext(
            "{team} got the other: {copy}, {steps}.",
            "{team} got the other: {copy}, {steps}.",
            people,
            **values,
        )
    if event.by == "face_up":
        return t.ngettext(
            "{team} took the face-up card: {copy}, {steps}.",
            "{team} took the face-up card: {copy}, {steps}.",
            people,
            **values,
        )
    return t.ngettext(
        "{team} took the face-down card: {copy}, {steps}.",
        "{team} took the face-down card: {copy}, {steps}.",
        people,
        **values,
    )


def _steps_of(event: Recruited, later: Sequence[Event]) -> int:
    """How far this recruit moved its team."""
    moves = (each for each in later if isinstance(each, Moved) and each.team == event.team)
    return next((move.steps for move in moves if move.by == event.card), 0)


def outcome(scene: Scene) -> str:
    """Who won and why, in one line."""
    ended = next(event for _, event in reversed(scene.events) if isinstance(event, Ended))
    t = scene.t
    winner = words.team_of(scene.options, ended.winners[0])
    reasons = [_reason(scene, condition) for condition in ended.conditions]
    line = t.ngettext(
        "{team} wins: {reason}.",
        "{team} win: {reason}.",
        words.people(scene, winner),
        team=words.team(scene, winner),
        reason=t.series(reasons),
    )
    if _is_tie(scene, winner, ended.conditions):
        line += " " + t.gettext("In a tie the side whose turn it is wins.")
    return line


def _is_tie(scene: Scene, winner: int, conditions: Sequence[Condition]) -> bool:
    """Whether the active team won only because it was its turn."""
    if [condition.by for condition in conditions] == ["closer"]:
        return scene.view.gaps[0] == scene.view.gaps[1]
    for_winner = {(c.team == winner) == (c.result == "win") for c in conditions}
    return len(for_winner) > 1


def _reason(scene: Scene, condition: Condition) -> str:
    t, people = scene.t, words.people(scene, condition.team)
    names = {
        "team": words.team(scene, condition.team),
        "other": words.team(scene, 1 - condition.team),
    }
    match condition.by:
        case "catch":
            return t.ngettext(
                "{team} caught {other}",
                "{team} caught {other}",
                people,
                **names,
            )
        case "codebreakers":
            return t.ngettext(
                "{team} has three Codebreakers",
                "{team} have three Codebreakers",
                people,
                **names,
            )
        case "daredevils":
            return t.ngettext(
                "{team} has three Daredevils and loses",
                "{team} have three Daredevils and lose",
                people,
                **names,
            )
        case "leader_of_the_pack":
            return t.ngettext(
                "{team} has three Daredevils and the Leader of the Pack",
                "{team} have three Daredevils and the Leader of the Pack",
                people,
                **names,
            )
        case "masterplan":
            return t.ngettext(
                "{team} has seven different agents and the Masterplan",
                "{team} have seven different agents and the Masterplan",
                people,
                **names,
            )
        case "security_system":
            return t.gettext(
                "the meeple of {other} stands on the home of {team}, with the Security System",
                **names,
            )
        case "closer":
            return t.ngettext(
                "the cards have run out and {team} is at least as close to {other}",
                "the cards have run out and {team} are at least as close to {other}",
                people,
                **names,
            )
        case "resigned":
            return t.ngettext("{team} gave up", "{team} gave up", people, **names)
