"""Pairs of matches that differ only in what one viewer may not see.

A random match is cut off somewhere. Every card that the rules have not shown to the viewer until
then changes places with others like it, and the same is done in the match that begins so: whoever
played a card there plays the one that has come to lie in its place. Which cards have been shown is
found out from the events alone, card by card, and not from the views, which are on trial.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from engine.agencia.game import GAME as AGENCIA
from engine.agencia.game import Deal as AgenciaDeal
from engine.agencia.game import Options as AgenciaOptions
from engine.agent_avenue import GAME as AGENT_AVENUE
from engine.agent_avenue.actions import USES, Discard, Play, Take, Use
from engine.agent_avenue.events import (
    Discarded,
    Drew,
    Ignored,
    Played,
    Recruited,
    Returned,
    Revealed,
)
from engine.agent_avenue.options import Deal, Options
from engine.game import Action, Event, IllegalAction, Seat, State
from tests.engine.agencia.test_secrecy import Tracker as AgenciaCards

Stroke = tuple[tuple[Seat, Action], ...]
"""Actions that are done at a stroke: nobody is shown what is in between."""

FROM_THE_HAND = frozenset({"secret_recruit", "double_trouble"})
"""Abilities whose choice is a private one, so that it belongs to the taking."""

TEAMS: dict[str, Any] = {
    "1v1": ((0,), (1,)),
    "2v2": ((0, 2), (1, 3)),
    "2v1": ((0, 2), (1,)),
}
"""The seats of the two teams as the command offers them."""

MODES = [
    *(f"agent-avenue {mode} {teams}" for mode in ("simple", "advanced") for teams in TEAMS),
    *(f"la-agencia {seats}" for seats in (3, 4, 5, 6)),
]
"""Every way in which a match can be played."""


class Course(msgspec.Struct, frozen=True):
    """A match from its deal to where it is cut off."""

    game: str
    options: Any
    seats: int
    deal: Any
    strokes: Sequence[Stroke]

    def start(self) -> State:
        """Its beginning."""
        game = AGENCIA if self.game == AGENCIA.id else AGENT_AVENUE
        return game.new(self.deal, self.options, self.seats)


class Twins(msgspec.Struct, frozen=True):
    """Two courses that the viewer cannot tell apart by the rules."""

    viewer: Seat | None
    one: Course
    other: Course
    swap: "Swap | None" = None


class Swap(msgspec.Struct, frozen=True):
    """The viewer takes a seat over, and from then on sees what it holds; or gives it away."""

    stroke: int
    """The number of strokes before."""
    becomes: Seat | None


class Same(msgspec.Struct, frozen=True):
    """Stands for the same viewer all the time."""


SAME = Same()


def _swap(course: Course, becomes: Seat | Same | None, rng: Random) -> Swap | None:
    """Where in its course the viewer becomes somebody else."""
    if isinstance(becomes, Same):
        return None
    return Swap(rng.randrange(len(course.strokes)), becomes)


def viewers(mode: str) -> list[Seat | None]:
    """Everybody who may look on: a bystander and each seat."""
    return [None, *range(seats_of(mode))]


def seats_of(mode: str) -> int:
    """The number of seats in a mode."""
    last = mode.split()[-1]
    return sum(map(len, TEAMS[last])) if last in TEAMS else int(last)


def twins(
    mode: str, viewer: Seat | None, rng: Random, *, becomes: Seat | Same | None = SAME
) -> Twins:
    """A random pair; in one of its strokes the viewer `becomes` somebody else, if wished."""
    while True:
        match mode.split():
            case ["agent-avenue", "simple" | "advanced" as kind, teams]:
                pair = _agent_avenue(Options(mode=kind, teams=TEAMS[teams]), viewer, rng, becomes)
            case [_, seats]:
                pair = _agencia(int(seats), viewer, rng, becomes)
            case _:
                raise AssertionError(mode)
        if pair is not None:
            return pair


def apply(state: State, stroke: Stroke) -> list[Event]:
    """Carry out a stroke."""
    return [event for seat, action in stroke for event in state.apply(seat, action)]


# Agent Avenue


class Cards:
    """Where each agent is, called by its place in the deal, and which the viewer has been shown."""

    def __init__(self, deal: Deal, seats: int, viewer: Seat | None) -> None:
        self.agents = deal.agents
        self.viewer = viewer
        self.hands = [list(range(4 * seat, 4 * seat + 4)) for seat in range(seats)]
        self.next = 4 * seats
        self.in_play: tuple[list[int], list[int]] = ([], [])
        self.lying: dict[str, int] = {}
        self.player: Seat | None = None
        self.shown = set(() if viewer is None else self.hands[viewer])

    def become(self, viewer: Seat | None) -> None:
        """See with other eyes from now on: the hand, and the own card on the table."""
        self.viewer = viewer
        if viewer is not None:
            self.shown |= set(self.hands[viewer])
            if self.player == viewer and "face_down" in self.lying:
                self.shown.add(self.lying["face_down"])

    def held(self, seat: Seat, card: str) -> int:
        """The card that leaves a hand: the first of its name."""
        return next(place for place in self.hands[seat] if self.agents[place] == card)

    def _leave(self, seat: Seat, card: str) -> int:
        place = self.held(seat, card)
        self.hands[seat].remove(place)
        return place

    def follow(self, event: Event) -> None:
        """Take note of what has happened."""
        match event:
            case Drew(seat=seat, cards=cards):
                drawn = range(self.next, self.next + len(cards))
                self.next += len(cards)
                self.hands[seat] += drawn
                self.shown |= set(drawn) if seat == self.viewer else set()
            case Discarded(seat=seat, card=str() as card):
                self._leave(seat, card)
            case Played(seat=seat):
                self.player = seat
                if event.face_up is not None:
                    self.lying["face_up"] = self._leave(seat, event.face_up)
                    self.shown.add(self.lying["face_up"])
                if event.face_down is not None:
                    self.lying["face_down"] = self._leave(seat, event.face_down)
            case Recruited():
                self._recruit(event)
            case Revealed(seat=seat, card=card):
                self.shown |= {p for p in self.hands[seat] if self.agents[p] == card}
            case Returned(seat=seat, card=card, team=team):
                place = next(p for p in self.in_play[team] if self.agents[p] == card)
                self.in_play[team].remove(place)
                self.hands[seat].append(place)
            case _:
                pass  # moves no agent

    def _recruit(self, event: Recruited) -> None:
        if event.by in self.lying:
            place = self.lying.pop(event.by)
        elif event.by == "smoke_screen":
            place, self.next = self.next, self.next + 1
        else:
            assert event.seat is not None
            place = self._leave(event.seat, event.card)
        self.shown.add(place)
        self.in_play[event.team].append(place)


def _agent_avenue(
    options: Options, viewer: Seat | None, rng: Random, becomes: Seat | Same | None
) -> Twins | None:
    seats = sum(map(len, options.teams))
    deal = AGENT_AVENUE.deal(rng, options, seats)
    strokes = _random_strokes(Course("agent-avenue", options, seats, deal, ()), rng)
    end = rng.randint(1, len(strokes))
    while end < len(strokes) and strokes[end - 1][-1][1].asks:
        end += 1  # A computer makes the choice that an action asks for in the same stroke.
    if strokes[end - 1][-1][1].asks:
        return None
    one = Course("agent-avenue", options, seats, deal, strokes[:end])
    state, cards = one.start(), Cards(deal, seats, viewer)
    swap = _swap(one, becomes, rng)
    for number, stroke in enumerate(one.strokes):
        if swap is not None and number == swap.stroke:
            cards.become(swap.becomes)
        for event in apply(state, stroke):
            cards.follow(event)
    for _ in range(20):
        other = _played_alike(one, _shuffled(deal, cards, state.revealed, rng))
        if other is not None and other.deal != deal:
            return Twins(viewer, one, other, swap)
    return None


def _random_strokes(course: Course, rng: Random) -> list[Stroke]:
    """A random match without its last stroke, after which nothing is hidden."""
    state, strokes = course.start(), list[Stroke]()
    while not state.over:
        seat = rng.choice(state.to_act())
        stroke: Stroke = ((seat, rng.choice(state.legal(seat))),)
        state.apply(*stroke[0])
        action = stroke[0][1]
        if isinstance(action, Take) and action.card in FROM_THE_HAND and not state.over:
            choices = [choice for choice in state.legal(seat) if choice.answers]
            if choices:
                stroke = (*stroke, (seat, rng.choice(choices)))
                state.apply(*stroke[1])
        strokes.append(stroke)
    return strokes[:-1]


def _shuffled(deal: Deal, cards: Cards, revealed: int, rng: Random) -> Deal:
    """The deal with everything in other places that the viewer has not been shown."""
    agents = list(deal.agents)
    hidden = [place for place in range(len(agents)) if place not in cards.shown]
    for place, card in zip(
        hidden, rng.sample([agents[p] for p in hidden], len(hidden)), strict=True
    ):
        agents[place] = card
    if deal.black_market is UNSET:
        return replace(deal, agents=tuple(agents))
    market, unseen = deal.black_market[:revealed], list(deal.black_market[revealed:])
    rng.shuffle(unseen)
    return replace(deal, agents=tuple(agents), black_market=(*market, *unseen))


def _played_alike(one: Course, deal: Deal) -> Course | None:
    """The same course from another deal; None if it is another one by the rules.

    It is if a card cannot be played there, or if an ability that could not be carried out can be.
    """
    other = replace(one, deal=deal)
    state, twin = one.start(), other.start()
    cards, strokes = Cards(one.deal, one.seats, None), list[Stroke]()
    for stroke in one.strokes:
        seat, action = stroke[0]
        translated: Stroke = ((seat, _translated(cards, seat, action, deal)),)
        events = apply(state, stroke)
        try:
            happened = apply(twin, translated)
            if isinstance(action, Take) and action.card in FROM_THE_HAND:
                use = _chosen(action.card, events)
                if use in twin.legal(seat):
                    translated = (*translated, (seat, use))
                    happened += twin.apply(seat, use)
        except IllegalAction:
            return None
        if list(map(_kind, events)) != list(map(_kind, happened)):
            return None
        for event in events:
            cards.follow(event)
        strokes.append(translated)
    return replace(other, strokes=strokes)


def _translated(cards: Cards, seat: Seat, action: Action, deal: Deal) -> Action:
    """What is done with the card that lies in the same place of the other deal."""
    match action:
        case Discard(card=card):
            return Discard(deal.agents[cards.held(seat, card)])
        case Play(face_down=str() as card):
            return replace(action, face_down=deal.agents[cards.held(seat, card)])
        case _:
            return action


def _chosen(ability: str, events: Sequence[Event]) -> Use | None:
    """The card that an ability recruited from the hand, chosen or the only one there was."""
    recruited = (event for event in events if isinstance(event, Recruited))
    return next((USES[event.card] for event in recruited if event.by == ability), None)


def _kind(event: Event) -> tuple[object, ...]:
    """What everybody knows of an event, whichever cards it was about."""
    names = {field: getattr(event, field, None) for field in ("seat", "team", "by")}
    return (type(event), *names.values(), event.card if isinstance(event, Ignored) else None)


# La Agencia


def _agencia(
    seats: int, viewer: Seat | None, rng: Random, becomes: Seat | Same | None
) -> Twins | None:
    options = AgenciaOptions()
    deal = AGENCIA.deal(rng, options, seats)
    strokes = _random_strokes(Course("la-agencia", options, seats, deal, ()), rng)
    one = Course("la-agencia", options, seats, deal, strokes[: rng.randint(1, len(strokes))])
    state, cards = one.start(), AgenciaCards(seats, viewer)
    swap = _swap(one, becomes, rng)
    for step, stroke in enumerate(one.strokes, start=1):
        if swap is not None and step == swap.stroke + 1:
            _become(cards, swap.becomes, step)
        for event in apply(state, stroke):
            cards.follow(event, step)
    decks = [list(deck) for deck in deal.decks]
    for seat, deck in enumerate(decks):
        hidden = [place for place in range(8) if (seat, place) not in cards.seen_at]
        for place, card in zip(
            hidden, rng.sample([deck[p] for p in hidden], len(hidden)), strict=True
        ):
            deck[place] = card
    other = AgenciaDeal(deal.ambassador, tuple(map(tuple, decks)))
    return None if other == deal else Twins(viewer, one, replace(one, deal=other), swap)


def _become(cards: AgenciaCards, viewer: Seat | None, step: int) -> None:
    """See with other eyes from now on: what lies there now."""
    cards.viewer = viewer
    for seat, slots in enumerate(cards.slots):
        for slot in slots:
            cards.show(seat, slot, step)


def pairs(mode: str, viewer: Seat | None, seed: int, number: int) -> Iterator[Twins]:
    """So many random pairs."""
    rng = Random(f"{mode} {viewer} {seed}")
    for _ in range(number):
        yield twins(mode, viewer, rng)
