"""Quick ways to play on, for the hands that the computer imagines: by chance, or by judgement."""

from collections.abc import Sequence
from random import Random

from engine.agencia.slots import SLOTS, Slot
from engine.game import Seat
from engine.players.agencia.outlook import UNSEEN, outlook
from engine.players.agencia.world import Terms, World

VARIETY = 0.8
"""How much chance there is in a choice, in information."""

OPEN, HIDDEN, OWN, BLIND = map(SLOTS.index, (Slot.OPEN, Slot.HIDDEN, Slot.OWN, Slot.BLIND))


class Chance:
    """Everybody takes anything."""

    __slots__ = ("random",)

    def __init__(self, rng: Random) -> None:
        self.random = rng.random

    def side(self, world: World, seat: Seat) -> int:
        """Hall or Garden."""
        return int(self.random() * 2)

    def position(self, world: World, seat: Seat) -> int:
        """Any of the four."""
        return int(self.random() * 4)

    def target(self, world: World, seat: Seat, whoms: Sequence[Seat]) -> Seat:
        """Any of them."""
        return whoms[int(self.random() * len(whoms))]


class Judgement(Chance):
    """Everybody takes the card that looks best for this hand, and anything for Hall or Garden."""

    __slots__ = ("outlook", "variety")

    def __init__(self, terms: Terms, rng: Random, variety: float = VARIETY) -> None:
        super().__init__(rng)
        self.outlook = outlook(terms)
        self.variety = variety

    def position(self, world: World, seat: Seat) -> int:
        """The one whose card looks best, with so much chance in it."""
        worths, cards = self.outlook.worths(world), world.cards[seat]
        random, variety, unseen = self.random, self.variety, worths[UNSEEN]
        best, most = OPEN, worths[cards[OPEN]] + variety * random()
        worth = worths[cards[OWN]] + variety * random()
        if worth > most:
            best, most = OWN, worth
        worth = unseen + variety * random()
        if worth > most:
            best, most = HIDDEN, worth
        worth = unseen + variety * random()
        return BLIND if worth > most else best

    def target(self, world: World, seat: Seat, whoms: Sequence[Seat]) -> Seat:
        """An Agents card of high value, better still of who leads."""
        random, values = self.random, world.terms.values
        played, information = world.played, world.information
        worths = [values[played[whom]] + 0.1 * information[whom] + random() for whom in whoms]
        return whoms[worths.index(max(worths))]
