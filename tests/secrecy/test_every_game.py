"""Nobody is sent what no view of the rules holds: a whole match of every game, in its usual form.

What the views may not hold is known of the games of `tests.secrecy.twins`, which are tried harder.
"""

from random import Random

import pytest

from bot.face import Explains
from engine import registry
from tests.cogs.agencia.evening import party
from tests.faces import FACES
from tests.languages import tour
from tests.secrecy.named import held
from tests.secrecy.watch import watching
from tests.world import World

WATCHED = [game for game, face in FACES.items() if isinstance(face, Explains)]
"""The games whose topics tell what their cards are called."""


@pytest.mark.parametrize("game_id", WATCHED)
async def test_a_whole_match(world: World, game_id: str) -> None:
    game = registry.game(game_id)
    people = party(world, min(game.seat_counts(game.options_type())))
    with watching(world) as watch:
        await tour.start(world, people, game_id)
        await tour.play(world, Random(1))
        watch.verify()
    assert held((await world.match()).state.full()), "its topics' keys are not its views' cards"
