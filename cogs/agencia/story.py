"""A match told in words: its hands, line by line, with every point that moves."""

from collections.abc import Sequence

import msgspec

from bot.face import Scene, parts
from bot.same import once
from cogs.agencia import words
from engine.agencia.actions import Side
from engine.agencia.cards import CARDS
from engine.agencia.embassies import EMBASSIES
from engine.agencia.events import (
    AgentsResolved,
    AmbassadorPassed,
    CardPlayed,
    InfiltratorResolved,
    Placed,
    RecruiterResolved,
    Resigned,
    RewardRaised,
    Swapped,
)
from engine.agencia.slots import Slot
from engine.game import Event, Seat


class Hand(msgspec.Struct, frozen=True):
    """One hand and what has happened in it so far."""

    round: int
    number: int
    """Within the round, from 1."""

    ambassador: Seat
    events: tuple[Event, ...]

    @property
    def plays(self) -> dict[Seat, CardPlayed]:
        """What each seat has played, in the order of play."""
        return {event.seat: event for event in self.events if isinstance(event, CardPlayed)}

    @property
    def side(self) -> Side | None:
        """Where the hand is played, once the Ambassador has chosen."""
        return next((event.side for event in self.events if isinstance(event, Placed)), None)

    @property
    def limit(self) -> int | None:
        """What the Hall holds or the Garden asks for, once the Ambassador has chosen."""
        return next((event.limit for event in self.events if isinstance(event, Placed)), None)


@once
def hands(scene: Scene) -> Sequence[Hand]:
    """The hands of the match, the current one last."""
    opening, later = parts(scene.events, AmbassadorPassed)
    first = scene.view.ambassador
    if later:
        first = (later[0][0].seat - 1) % len(scene.sitters)
    return [
        Hand(1, 1, first, opening),
        *(Hand(passed.round, passed.hand, passed.seat, body) for passed, body in later),
    ]


def resigned(scene: Scene) -> set[Seat]:
    """The seats that have given up."""
    return {event.seat for _, event in scene.events if isinstance(event, Resigned)}


def agents_in_play(scene: Scene) -> int:
    """The Agents on all the cards that are in play."""
    return sum(CARDS[card].agents for card in scene.view.played if card is not None)


def is_empty(scene: Scene, seat: Seat, slot: Slot) -> bool:
    """Whether the position's card has been played in this hand and not been replaced yet."""
    play = hands(scene)[-1].plays.get(seat)
    return play is not None and play.slot == slot and not scene.view.over


def tell(scene: Scene, hand: Hand) -> list[str]:
    """A hand from the Ambassador's choice to the last point."""
    return [*tell_plays(scene, hand), *tell_resolution(scene, hand)]


def tell_plays(scene: Scene, hand: Hand) -> list[str]:
    """The Ambassador's choice, and what was played in which order."""
    t = scene.t
    lines = [placed(scene, hand, event) for event in hand.events if isinstance(event, Placed)]
    plays = [
        t.gettext(
            "{player} {card} ({position})",
            player=words.name(scene, event.seat),
            card=words.card(t, event.card),
            position=words.position(t, event.slot),
        )
        for event in hand.plays.values()
    ]
    if plays:
        lines.append(t.gettext("Played: {cards}.", cards=", ".join(plays)))
    return lines


def placed(scene: Scene, hand: Hand, event: Placed) -> str:
    """Where the Ambassador has placed the Embassy tile, by choice or because of the embassy."""
    t = scene.t
    player = words.name(scene, event.seat)
    if _leaves_one_side(scene, hand):
        if event.side == Side.HALL:
            return t.ngettext(
                "Only the Hall was left to {player}: room for {n} Agent.",
                "Only the Hall was left to {player}: room for {n} Agents.",
                event.limit,
                player=player,
            )
        return t.ngettext(
            "Only the Garden was left to {player}: at least {n} Agent must come.",
            "Only the Garden was left to {player}: at least {n} Agents must come.",
            event.limit,
            player=player,
        )
    if event.side == Side.HALL:
        return t.ngettext(
            "{player} chose the Hall: room for {n} Agent.",
            "{player} chose the Hall: room for {n} Agents.",
            event.limit,
            player=player,
        )
    return t.ngettext(
        "{player} chose the Garden: at least {n} Agent must come.",
        "{player} chose the Garden: at least {n} Agents must come.",
        event.limit,
        player=player,
    )


def _leaves_one_side(scene: Scene, hand: Hand) -> bool:
    """Whether the embassy forbids one of the sides: then nobody was asked."""
    embassy, first = scene.options.embassy, hand.round == hand.number == 1
    return embassy is not None and EMBASSIES[embassy].alternating and not first


def tell_resolution(scene: Scene, hand: Hand) -> list[str]:
    """What has been resolved in a hand, a line for each step."""
    lines = (sentence(scene, event) for event in hand.events)
    return [line for line in lines if line is not None]


def sentence(scene: Scene, event: Event) -> str | None:
    """One step of the resolution; None for an event that is none."""
    t = scene.t
    match event:
        case InfiltratorResolved():
            return _infiltrator(scene, event)
        case RecruiterResolved(found=False):
            return t.gettext(
                "Recruiter of {player}: finds no Agents and is discarded.",
                player=words.name(scene, event.seat),
            )
        case RecruiterResolved():
            return t.gettext(
                "Recruiter of {player}: finds Agents.", player=words.name(scene, event.seat)
            )
        case Swapped():
            return t.gettext(
                "{player} swaps {gave} for {got} of {other}; both are discarded.",
                player=words.name(scene, event.seat),
                other=words.name(scene, event.whom),
                gave=words.card(t, event.gave),
                got=words.card(t, event.got),
            )
        case RewardRaised():
            return t.gettext(
                "Reward tile: {change}, now {reward}.",
                change=t.signed(event.by),
                reward=event.reward,
            )
        case AgentsResolved():
            return _agents(scene, event)
        case Resigned():
            return t.gettext(
                "{player} gave up; the first possible choice is made there from now on.",
                player=words.name(scene, event.seat),
            )
        case _:
            return None


def _infiltrator(scene: Scene, event: InfiltratorResolved) -> str:
    t = scene.t
    player = words.name(scene, event.seat)
    if event.found:
        return t.gettext(
            "Infiltrator of {player}: finds a Recruiter and takes what the Reward tile shows: "
            "{change}.",
            player=player,
            change=t.signed(event.gained),
        )
    if event.paid or scene.options.embassy == "counter_espionage":
        return t.gettext(
            "Infiltrator of {player}: finds no Recruiter and pays: {change}.",
            player=player,
            change=t.signed(-event.paid),
        )
    return t.gettext("Infiltrator of {player}: finds no Recruiter and is discarded.", player=player)


def _agents(scene: Scene, event: AgentsResolved) -> str:
    t = scene.t
    filled = {
        "player": words.name(scene, event.seat),
        "card": words.card(t, event.card),
        "count": event.count,
        "limit": event.limit,
        "change": t.signed(event.change),
    }
    match event.side, event.success:
        case Side.HALL, True:
            line = t.gettext(
                "{card} of {player} enter the Hall ({count} of {limit}): {change}.", **filled
            )
        case Side.HALL, False:
            line = t.gettext(
                "{card} of {player} do not fit into the Hall ({count} of {limit}): {change}.",
                **filled,
            )
        case Side.GARDEN, True:
            line = t.gettext(
                "{card} of {player} make it {count} in the Garden, {limit} are enough: {change}.",
                **filled,
            )
        case _:
            line = t.gettext(
                "{card} of {player} make it {count} in the Garden, {limit} are needed: {change}.",
                **filled,
            )
    return line
