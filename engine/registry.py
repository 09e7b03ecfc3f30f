"""The games there are. A new game is its two folders and one line here."""

import importlib
from functools import cache

from engine.game import Game

GAMES: dict[str, tuple[str, str]] = {
    # id: (module with the rules, whose `GAME` is the game; extension with its Discord side)
    "agent-avenue": ("engine.agent_avenue.game", "cogs.agent_avenue.cog"),
    "la-agencia": ("engine.agencia.game", "cogs.agencia.cog"),
}


class UnknownGame(ValueError):
    """A game id that is not in the registry."""


@cache
def game(game_id: str) -> Game:
    """The game with this id. Raises `UnknownGame`."""
    if game_id not in GAMES:
        raise UnknownGame(f"there is no game {game_id!r}; there are: {', '.join(sorted(GAMES))}")
    return importlib.import_module(GAMES[game_id][0]).GAME
