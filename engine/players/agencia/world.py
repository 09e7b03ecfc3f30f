"""A match in small numbers, as computer opponents imagine it, and the rules that play it on.

To think is to play thousands of hands that nobody looks at. `engine.agencia.rules` stops at each
decision and can tell what happened; here whole hands are played at a stretch, and a `Policy` is
asked where somebody has a choice. The rules are the same: tests play both side by side. A played
card is replaced (step D) at once, since nobody looks at the new one before the next hand, and there
is always one to draw.
"""

from collections.abc import Sequence
from typing import Protocol, Self

import msgspec

from engine.agencia.actions import Place, Play, Side, Target
from engine.agencia.cards import CARDS, Card
from engine.agencia.match import Match
from engine.agencia.slots import SLOTS
from engine.agencia.state import CLOCKWISE, Step
from engine.game import Action, Seat

NUMBERS: dict[Card | None, int] = {None: 0, **{card: n for n, card in enumerate(CARDS, start=1)}}
"""Cards as numbers: Agents by how many they are, and 0 where there is no card."""

RECRUITER, INFILTRATOR = NUMBERS[Card.RECRUITER], NUMBERS[Card.INFILTRATOR]

SOUGHT = {INFILTRATOR: frozenset({RECRUITER}), RECRUITER: frozenset(range(1, RECRUITER))}
"""Which cards an Infiltrator and a Recruiter seek."""

SIDES: tuple[Side | None, ...] = (*Side, None)
HALL, GARDEN, NOWHERE = range(len(SIDES))

OUT = -1, -1
"""In the place of a score, for who is out of the ranking."""

FIRST_IN_DECK = len(SLOTS)
"""Where the deck begins among a seat's cards."""

LAST_HANDS = 4
"""A card that goes under a deck in the last four hands is not drawn again: it counts at the end."""


class Terms(msgspec.Struct, frozen=True):
    """What does not change in an imagined match."""

    seats: int
    hands: int
    """How many the match has, over all rounds."""

    values: tuple[int, ...]
    """The information value of each card, by its number."""

    limit: int
    bonus: int
    fine: int
    recruitment: int
    exposure: int
    alternating: bool

    @classmethod
    def of(cls, match: Match) -> Self:
        """Those of a match."""
        embassy = match.embassy
        return cls(
            seats=match.seats,
            hands=match.rounds * match.seats,
            values=(0, *[match.values[card] for card in CARDS]),
            limit=match.limit,
            bonus=embassy.bonus,
            fine=embassy.fine,
            recruitment=embassy.recruitment,
            exposure=embassy.exposure,
            alternating=embassy.alternating,
        )


class World:
    """One imagined match in progress. The names are those of `engine.agencia.state.State`."""

    __slots__ = (
        "cards",
        "clockwise",
        "hands_done",
        "information",
        "played",
        "plays",
        "resigned",
        "reward",
        "side",
        "side_before",
        "terms",
    )

    terms: Terms
    resigned: frozenset[Seat]
    hands_done: int
    clockwise: Sequence[Seat]
    """All seats from the Ambassador's left to the Ambassador."""

    side: int
    side_before: int
    reward: int
    information: list[int]
    cards: list[list[int]]
    """Per seat, the card in each of the four positions, then the deck in draw order."""

    played: list[int]
    """Per seat, the played card while it is in play."""

    plays: int
    """How many seats have played in this hand; not counted while `play_hands` is at it."""

    @classmethod
    def of(cls, match: Match) -> Self:
        """A match as it is now, whatever somebody has to decide in it."""
        world = cls()
        world.terms = Terms.of(match)
        world.resigned = match.resigned
        world.hands_done = match.hands_done
        world.clockwise = match.clockwise()
        world.side = SIDES.index(match.side)
        world.side_before = SIDES.index(match.side_before)
        world.reward = match.reward
        world.information = match.information.copy()
        world.cards = [
            [NUMBERS[card] for card in (*[slots[slot] for slot in SLOTS], *deck)]
            for slots, deck in zip(match.slots, match.decks, strict=True)
        ]
        world.played = [NUMBERS[card] for card in match.played]
        world.plays = match.plays
        seeker = match.active if match.step == Step.TARGET else None
        if seeker is not None and world.played[seeker] == INFILTRATOR:
            # It has its reward and chooses a target next; here it gets both at once.
            world.information[seeker] -= world.reward
        for cards, slot in zip(world.cards, match.came_from, strict=True):
            if slot is not None:
                cards[SLOTS.index(slot)] = cards.pop(FIRST_IN_DECK)
        return world

    def copy(self) -> Self:
        """An independent copy."""
        twin = object.__new__(type(self))
        twin.terms = self.terms
        twin.resigned = self.resigned
        twin.hands_done = self.hands_done
        twin.clockwise = self.clockwise
        twin.side = self.side
        twin.side_before = self.side_before
        twin.reward = self.reward
        twin.information = self.information.copy()
        twin.cards = [cards.copy() for cards in self.cards]
        twin.played = self.played.copy()
        twin.plays = self.plays
        return twin

    @property
    def hands_left(self) -> int:
        """How many hands are not over yet, with the one that is being played."""
        return self.terms.hands - self.hands_done


class Policy(Protocol):
    """Decides for everybody in an imagined match, wherever there is more than one choice."""

    def side(self, world: World, seat: Seat) -> int:
        """Where an Ambassador lays the tile: `HALL` or `GARDEN`."""
        ...

    def position(self, world: World, seat: Seat) -> int:
        """From which position a seat plays, as an index of `SLOTS`."""
        ...

    def target(self, world: World, seat: Seat, whoms: Sequence[Seat]) -> Seat:
        """Whose card a seat's Infiltrator or Recruiter is swapped for."""
        ...


class FirstForResigned:
    """A policy that takes the first choice for seats that have resigned."""

    __slots__ = ("others", "resigned")

    def __init__(self, resigned: frozenset[Seat], others: Policy) -> None:
        self.resigned = resigned
        self.others = others

    def side(self, world: World, seat: Seat) -> int:
        """The Hall."""
        return HALL if seat in self.resigned else self.others.side(world, seat)

    def position(self, world: World, seat: Seat) -> int:
        """The open one."""
        return 0 if seat in self.resigned else self.others.position(world, seat)

    def target(self, world: World, seat: Seat, whoms: Sequence[Seat]) -> Seat:
        """The lowest seat."""
        return whoms[0] if seat in self.resigned else self.others.target(world, seat, whoms)


def numbered(action: Action) -> int:
    """What a seat has chosen, as `carry_out` takes it."""
    if isinstance(action, Place):
        return SIDES.index(action.side)
    if isinstance(action, Play):
        return SLOTS.index(action.slot)
    assert isinstance(action, Target), "nobody resigns in an imagined match"
    return action.whom


def carry_out(world: World, seat: Seat, choice: int) -> None:
    """Do what the seat that has to decide has chosen: a side, a position or a target."""
    if world.side == NOWHERE:
        world.side = choice
    elif world.plays < world.terms.seats:
        cards = world.cards[seat]
        world.played[seat] = cards[choice]
        cards[choice] = cards.pop(FIRST_IN_DECK)
        world.plays += 1
    else:
        meet(world, seat, choice)


def play_hands(world: World, hands: int, policy: Policy) -> None:
    """Play until so many hands are done, step by step as the rulebook lists them."""
    if world.resigned:
        policy = FirstForResigned(world.resigned, policy)
    terms, choose = world.terms, policy.position
    played, everyones = world.played, world.cards
    while world.hands_done < hands:
        clockwise = world.clockwise
        # A. Place; an embassy may leave no choice
        if world.side == NOWHERE:
            if terms.alternating and world.side_before != NOWHERE:
                world.side = GARDEN if world.side_before == HALL else HALL
            else:
                world.side = policy.side(world, clockwise[-1])
        # B. Play, and D. Replace
        for seat in clockwise[world.plays :]:
            position = choose(world, seat)
            cards = everyones[seat]
            played[seat] = cards[position]
            cards[position] = cards.pop(FIRST_IN_DECK)
        # C. Resolve what is still in play
        if INFILTRATOR in played:
            seek(world, INFILTRATOR, policy)
        if RECRUITER in played:
            seek(world, RECRUITER, policy)
        resolve_agents(world)
        # E. New Ambassador
        world.hands_done += 1
        world.clockwise = CLOCKWISE[terms.seats][clockwise[1]]
        world.plays = 0
        world.side_before, world.side = world.side, NOWHERE


def seek(world: World, seeker: int, policy: Policy) -> None:
    """Resolve the Infiltrators or the Recruiters that are in play, clockwise (step C).

    Those that find nobody are discarded; an embassy may ask Infiltrators to pay for it.
    """
    played, sought = world.played, SOUGHT[seeker]
    for seat in world.clockwise:
        if played[seat] == seeker:
            whoms: list[Seat] = []
            for whom, card in enumerate(played):  # a comprehension would take longer
                if card in sought:
                    whoms.append(whom)
            if whoms:
                whom = whoms[0] if len(whoms) == 1 else policy.target(world, seat, whoms)
                meet(world, seat, whom)
            else:
                if seeker == INFILTRATOR:
                    world.information[seat] -= min(world.terms.exposure, world.information[seat])
                world.cards[seat].append(seeker)
                played[seat] = 0


def meet(world: World, seat: Seat, whom: Seat) -> None:
    """An Infiltrator takes the reward, a Recruiter raises it, and the played cards are swapped.

    Each goes under its receiver's deck. What lies on the Reward tile stays there.
    """
    played, cards = world.played, world.cards
    if played[seat] == INFILTRATOR:
        world.information[seat] += world.reward
    else:
        world.reward += world.terms.recruitment
    cards[seat].append(played[whom])
    cards[whom].append(played[seat])
    played[seat] = played[whom] = 0


def resolve_agents(world: World) -> None:
    """Resolve the Agents that are still in play, clockwise (step C).

    Those that do not fit into the Hall do not count there; in the Garden all count. Who cannot pay
    pays what is left.
    """
    terms, hall = world.terms, world.side == HALL
    values, limit, bonus, fine = terms.values, terms.limit, terms.bonus, terms.fine
    played, information, cards = world.played, world.information, world.cards
    count = 0
    for seat in world.clockwise:
        card = played[seat]
        if card:
            together = count + card
            success = together <= limit if hall else together >= limit
            if success or not hall:
                count = together
            if success:
                information[seat] += values[card] + bonus
            else:
                left = information[seat] - values[card] - fine
                information[seat] = left if left > 0 else 0
            cards[seat].append(card)
            played[seat] = 0


def scores(world: World) -> list[tuple[int, int]]:
    """Everybody's total and the values of the cards in the deck; the positions do not count."""
    values, information = world.terms.values, world.information
    found: list[tuple[int, int]] = []
    for seat, cards in enumerate(world.cards):
        deck = 0
        for card in cards[FIRST_IN_DECK:]:
            deck += values[card]
        found.append((information[seat] + deck, deck))
    return found


def winners(world: World) -> list[Seat]:
    """The highest total wins, at a tie the higher deck, then the victory is shared.

    Who has resigned is out of the ranking.
    """
    ranking = scores(world)
    for seat in world.resigned:
        ranking[seat] = OUT
    best = max(ranking)
    return [seat for seat, score in enumerate(ranking) if score == best]
