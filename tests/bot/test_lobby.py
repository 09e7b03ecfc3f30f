"""Who sits in a lobby: the pure changes, and how they are kept."""

import asyncio
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.lobbies import CODE_LETTERS, Lobbies
from bot.lobby import (
    AlreadyIn,
    Full,
    Guest,
    Kept,
    Lobby,
    LobbyRefused,
    NoSuchLobby,
    NotIn,
    OnlyHost,
    OnlyInvited,
    TooFew,
    add_computer,
    join,
    leave,
    missing,
    set_level,
)
from bot.store import PlaceTaken, Store
from engine.agent_avenue.options import Options

ANA, BEN, EVE = (
    Guest(1, "Ana", contribution=11),
    Guest(2, "Ben", contribution=12),
    Guest(3, "Eve", contribution=13),
)
START = 99
"""What the press on Start would add to the deal."""

COMPUTER = Guest(None)


def lobby(*seats: Guest | None, invited: tuple[int, ...] = (), host: int = 1) -> Lobby:
    return Lobby(
        id="AAAA",
        game="agent-avenue",
        options=msgspec.Raw(b"{}"),
        guild=1,
        channel=2,
        host=host,
        invited=invited,
        seats=seats,
        threads=False,
        commitment="c0ffee",
    )


def test_who_joins_sits_in_the_first_free_seat() -> None:
    assert join(lobby(ANA, None, None), BEN).seats == (ANA, BEN, None)
    assert join(lobby(None, ANA), BEN).seats == (BEN, ANA)


def test_nobody_sits_twice() -> None:
    with pytest.raises(AlreadyIn):
        join(lobby(ANA, None), ANA)


def test_there_is_no_room_in_a_full_lobby() -> None:
    with pytest.raises(Full):
        join(lobby(ANA, BEN), EVE)
    with pytest.raises(Full):
        add_computer(lobby(ANA, BEN), 1)


def test_only_the_invited_join_where_somebody_is_invited() -> None:
    closed = lobby(ANA, None, invited=(2,))
    assert join(closed, BEN).seats == (ANA, BEN)
    with pytest.raises(OnlyInvited):
        join(closed, EVE)


def test_where_others_may_join_the_invited_is_kept_a_seat() -> None:
    open_ = msgspec.structs.replace(lobby(ANA, None, None, invited=(2,)), others=True)
    with_eve = join(open_, EVE)
    assert with_eve.seats == (ANA, EVE, None)
    with pytest.raises(Kept):
        join(with_eve, Guest(4))
    with pytest.raises(Kept):
        add_computer(with_eve, 1)
    assert join(with_eve, BEN).seats == (ANA, EVE, BEN)
    assert join(join(open_, BEN), EVE).seats == (ANA, BEN, EVE)


def test_anybody_in_the_lobby_seats_computers() -> None:
    assert add_computer(lobby(ANA, None), 1).seats == (ANA, COMPUTER)
    with pytest.raises(NotIn):
        add_computer(lobby(ANA, None), 3)


def test_who_leaves_frees_the_seat() -> None:
    left = leave(lobby(ANA, BEN), 2)
    assert left is not None
    assert left.seats == (ANA, None)
    assert left.host == 1
    with pytest.raises(NotIn):
        leave(left, 2)


def test_the_host_hands_the_lobby_on_to_a_person_and_opens_it() -> None:
    left = leave(lobby(ANA, COMPUTER, BEN, invited=(2,)), 1)
    assert left is not None
    assert left.host == 2
    assert left.invited == ()


def test_the_last_person_closes_the_lobby() -> None:
    assert leave(lobby(ANA, COMPUTER), 1) is None


def test_how_many_are_missing() -> None:
    assert missing(lobby(ANA, None)) == 1
    assert missing(lobby(ANA, COMPUTER)) == 0


@given(st.lists(st.tuples(st.sampled_from(["join", "leave", "computer"]), st.integers(1, 4))))
def test_whatever_people_press_a_lobby_stays_whole(presses: list[tuple[str, int]]) -> None:
    current: Lobby | None = lobby(ANA, None, None)
    for verb, user in presses:
        assert current is not None
        try:
            if verb == "join":
                current = join(current, Guest(user))
            elif verb == "leave":
                current = leave(current, user)
            else:
                current = add_computer(current, user)
        except LobbyRefused:
            continue
        if current is None:
            return
        assert len(current.seats) == 3
        assert len(set(current.people())) == len(current.people())
        assert current.host in current.people()


# Kept


@pytest.fixture
def lobbies(store: Store) -> Lobbies:
    return Lobbies(store, Random(1))


async def opened(lobbies: Lobbies, channel: int = 2) -> Lobby:
    return await lobbies.open(
        "agent-avenue",
        Options(),
        guild=1,
        channel=channel,
        host=1,
        guests=[ANA],
        threads=False,
    )


async def test_a_code_is_short_and_easy_to_read(lobbies: Lobbies) -> None:
    codes = {(await opened(lobbies, channel)).id for channel in range(50)}
    assert len(codes) == 50
    for code in codes:
        assert len(code) == 4
        assert set(code) <= set(CODE_LETTERS)
    assert set(CODE_LETTERS).isdisjoint("01IOil")


async def test_a_change_is_kept(lobbies: Lobbies) -> None:
    first = await opened(lobbies)
    changed = await lobbies.change(first.id, lambda lobby: join(lobby, BEN))
    assert changed is not None
    assert changed.version == first.version + 1
    assert await lobbies.get(first.id) == changed


async def test_changes_at_once_all_count(lobbies: Lobbies) -> None:
    first = await opened(lobbies)
    results = await asyncio.gather(
        *(lobbies.change(first.id, lambda lobby, g=guest: join(lobby, g)) for guest in (BEN, EVE)),
        return_exceptions=True,
    )
    assert sorted(type(result).__name__ for result in results) == ["Full", "Lobby"]


async def test_a_refused_change_changes_nothing(lobbies: Lobbies) -> None:
    first = await opened(lobbies)
    with pytest.raises(AlreadyIn):
        await lobbies.change(first.id, lambda lobby: join(lobby, ANA))
    assert await lobbies.get(first.id) == first


async def test_a_closed_lobby_is_gone(lobbies: Lobbies) -> None:
    first = await opened(lobbies)
    assert await lobbies.change(first.id, lambda lobby: leave(lobby, 1)) is None
    with pytest.raises(NoSuchLobby):
        await lobbies.get(first.id)
    await opened(lobbies)  # the channel is free again


async def test_the_channel_is_taken(lobbies: Lobbies) -> None:
    first = await opened(lobbies)
    with pytest.raises(PlaceTaken) as taken:
        await opened(lobbies)
    assert taken.value.owner == first.id


async def test_only_the_host_starts_and_only_a_full_lobby(lobbies: Lobbies) -> None:
    first = await opened(lobbies)
    with pytest.raises(TooFew) as few:
        await lobbies.start(first.id, 1, START)
    assert few.value.missing == 1
    await lobbies.change(first.id, lambda lobby: join(lobby, BEN))
    with pytest.raises(OnlyHost):
        await lobbies.start(first.id, 2, START)
    await lobbies.start(first.id, 1, START)
    for attempt in (
        lobbies.start(first.id, 1, START),
        lobbies.change(first.id, lambda lobby: lobby),
    ):
        with pytest.raises(NoSuchLobby):
            await attempt


async def test_two_starts_at_once_make_one_match(lobbies: Lobbies) -> None:
    first = await opened(lobbies)
    await lobbies.change(first.id, lambda lobby: join(lobby, BEN))
    results = await asyncio.gather(
        *(lobbies.start(first.id, 1, START) for _ in range(3)), return_exceptions=True
    )
    assert sum(result is None for result in results) == 1
    assert sum(isinstance(result, NoSuchLobby) for result in results) == 2


def test_a_new_computer_plays_as_well_as_the_others() -> None:
    strong = set_level(lobby(ANA, COMPUTER, None), 1, "hard")
    assert add_computer(strong, 1).seats == (ANA, *[Guest(None, level="hard")] * 2)
    with pytest.raises(NotIn):
        set_level(strong, 2, "easy")


def test_a_lobby_from_before_there_were_levels_has_normal_computers() -> None:
    assert msgspec.json.decode(b'{"user":null}', type=Guest).level == "normal"
