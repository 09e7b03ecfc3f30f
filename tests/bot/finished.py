"""Matches that come to an end in a database, without Discord."""

from collections.abc import Sequence
from random import Random
from typing import Any

from bot.lobbies import Lobbies
from bot.lobby import Guest
from bot.manager import GameManager
from bot.match import Match
from bot.store import Store
from engine.agent_avenue.options import Options
from tests.bot.stored import manager_on

DUEL = Options()
TEAMS = Options(teams=((0, 2), (1, 3)))


async def start(
    store: Store,
    people: Sequence[int | None],
    options: Any = DUEL,
    *,
    guild: int = 1,
    channel: int = 100,
    names: Sequence[str] = (),
) -> Match:
    """Begin a match; None is a computer. The first one opens the lobby."""
    lobbies = Lobbies(store, Random(channel))
    host = next(user for user in people if user is not None)
    game = "agent-avenue" if isinstance(options, Options) else "la-agencia"
    lobby = await lobbies.open(
        game,
        options,
        guild=guild,
        channel=channel,
        host=host,
        guests=[
            Guest(user, names[number] if names else f"Player {user}")
            for number, user in enumerate(people)
        ],
        threads=False,
        sides=[0, 1, 0, 1] if options == TEAMS else (),
    )
    await lobbies.start(lobby.id, host, 99)
    return await manager_on(store).open(lobby.id)


async def step(manager: GameManager, match: Match, rng: Random) -> None:
    seat = match.state.to_act()[0]
    action = rng.choice(match.state.legal(seat))
    await manager.act(match, seat, match.decision(seat), action)


async def play(store: Store, match: Match, seed: int = 1) -> Match:
    """Play to the end."""
    manager, rng = manager_on(store), Random(seed)
    while not match.over:
        await step(manager, match, rng)
    return match


async def lose(store: Store, match: Match, user: int) -> None:
    seat = match.seat_of(user)
    await manager_on(store).resign(match, seat)
