"""Matches in which every seat keeps what it has seen."""

from collections.abc import Iterator, Sequence
from random import Random

from engine.game import Event, Game, Player, Seat, State, informed
from engine.players.random_player import RandomPlayer


class Played:
    """A match, and for each seat the events as it saw them."""

    def __init__(self, game: Game, options, seats: int, rng: Random, deal=None) -> None:
        self.options = options
        self.match: State = game.new(deal or game.deal(rng, options, seats), options, seats)
        self.seen: list[list[Event]] = [[] for _ in range(seats)]
        self.rng = rng

    def apply(self, seat: Seat, action) -> None:
        for event in self.match.apply(seat, action):
            for viewer, events in enumerate(self.seen):
                if (shown := event.seen_by(viewer)) is not None:
                    events.append(shown)

    def choice(self, player: Player, seat: Seat, rng: Random, *, match: State | None = None):
        match = match or self.match
        player = informed(player, self.options)
        return player.choose(match.view(seat), match.legal(seat), rng, self.seen[seat])

    def decisions(self) -> Iterator[Seat]:
        """Each decision of the match; whoever takes it acts, otherwise chance does."""
        while acting := self.match.to_act():
            seat = self.rng.choice(acting)
            before = len(self.seen[seat]), self.match.decision(seat)
            yield seat
            if not self.match.over and (len(self.seen[seat]), self.match.decision(seat)) == before:
                self.apply(seat, self.rng.choice(self.match.legal(seat)))

    def play(self, players: Sequence[Player]) -> Sequence[Seat]:
        """Play on to the end; returns the winners."""
        for seat in self.decisions():
            self.apply(seat, self.choice(players[seat], seat, self.rng))
        return self.match.winners


def share(game: Game, options, sides, players: tuple[Player, Player], deals: int) -> float:
    """The share of victories of the first player, with each deal played once on every side."""
    seats = sum(len(side) for side in sides)
    won = 0.0
    for number in range(deals):
        deal = game.deal(Random(number), options, seats)
        for side in sides:
            table = Played(game, options, seats, Random(number), deal)
            winners = table.play([players[seat not in side] for seat in range(seats)])
            won += sum(seat in side for seat in winners) / len(winners)
    return won / (deals * len(sides))


RANDOM = RandomPlayer()
