"""The manager: decisions and their versions, who may act, and the computers' moves."""

import asyncio
import math
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from bot import manager as manager_module
from bot.computers import LONGEST_THOUGHT, Computers
from bot.database import StoreError
from bot.lobbies import Lobbies
from bot.lobby import Guest
from bot.manager import OVER_SECONDS, GameManager
from bot.match import BrokenMatch, Match, MatchOver, NoSuchMatch, NotSeated, NotYourTurn, Outdated
from bot.store import Store, VersionTaken
from bot.thinking import Thinking, Thought
from engine.agent_avenue.actions import Discard, Play, Recruit
from engine.agent_avenue.options import Options
from engine.game import Action, Event, IllegalAction

ANA, BEN, CHANNEL = 7, 8, 100


class House:
    """A store and a manager on it, without Discord."""

    def __init__(self, store: Store, *, idle_seconds: float = 1000) -> None:
        self.store = store
        self.changed: list[int] = []
        self.manager = GameManager(
            store,
            Random(1),
            computer_delay=0,
            idle_seconds=idle_seconds,
            changed=lambda match: self.changed.append(match.version),
        )

    async def match(
        self, *guests: int | None, channel: int = CHANNEL, options: Options | None = None
    ) -> Match:
        """A match between these people; None is a computer."""
        lobbies = Lobbies(self.store, Random(channel))
        lobby = await lobbies.open(
            "agent-avenue",
            options or Options(),
            guild=1,
            channel=channel,
            host=ANA,
            guests=[Guest(user, str(user)) for user in guests],
            threads=False,
        )
        await lobbies.start(lobby.id, ANA, 99)
        return await self.manager.open(lobby.id)

    async def act(self, match: Match, action: Action | None = None) -> Match:
        """The seat to act does this, or the first thing that it may."""
        (seat,) = match.state.to_act()
        chosen = action or next(a for a in match.state.legal(seat) if not isinstance(a, Discard))
        return await self.manager.act(match, seat, match.decision(seat), chosen)


@pytest.fixture
def house(store: Store) -> House:
    return House(store)


async def settled() -> None:
    """Until every task that is under way has ended."""
    while tasks := asyncio.all_tasks() - {asyncio.current_task()}:
        await asyncio.wait(tasks)


# Opening


async def test_a_match_is_the_same_after_it_was_read_anew(house: House, store: Store) -> None:
    match = await house.match(ANA, BEN)
    for _ in range(5):
        await house.act(match)
    again = await House(store).manager.open(match.id)
    assert again is not match
    assert again.state.full() == match.state.full()
    assert again.version == match.version == 5
    assert again.events == match.events
    assert again.actions == match.actions
    assert [again.decision(s) for s in (0, 1, None)] == [match.decision(s) for s in (0, 1, None)]


async def test_who_opens_the_same_match_at_once_shares_it(house: House, store: Store) -> None:
    match = await house.match(ANA, BEN)
    fresh = House(store).manager
    opened = await asyncio.gather(*(fresh.open(match.id) for _ in range(5)))
    assert len({id(one) for one in opened}) == 1
    assert fresh.in_memory == 1


async def test_there_is_no_such_match(house: House) -> None:
    with pytest.raises(NoSuchMatch):
        await house.manager.open("ZZZZ")


@pytest.mark.parametrize(
    "action",
    [
        b'{"do":"recruit","pick":"face_up"}',  # not now
        b'{"do":"juggle"}',
        b"not even JSON",
    ],
)
async def test_a_match_that_does_not_replay_is_said_to_be_broken(
    house: House, store: Store, action: bytes
) -> None:
    match = await house.match(ANA, BEN)
    await store.append(
        match.id, 0, 0, [action], at=3.0, over=False, computer_due=False, waiting=None
    )
    with pytest.raises(BrokenMatch, match=match.id):
        await House(store).manager.open(match.id)


async def test_a_broken_match_is_set_aside_and_reported_once(
    house: House, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    broken = await house.match(ANA, BEN)
    await store.append(
        broken.id, 0, 0, [b"{}"], at=3.0, over=False, computer_due=True, waiting=None
    )
    fresh = House(store)
    for _ in range(3):
        with pytest.raises(BrokenMatch):
            await fresh.manager.open(broken.id)
    (record,) = caplog.records
    assert broken.id in record.getMessage()
    assert "action 0" in record.getMessage()
    assert broken.id not in await store.unfinished()
    # Its channel is free, and every other match goes on.
    other = await fresh.match(ANA, BEN, channel=CHANNEL)
    await fresh.act(other)
    assert other.version == 1


async def test_a_match_set_aside_goes_on_when_it_can_be_read_again(
    house: House, store: Store
) -> None:
    match = await house.match(ANA, BEN)
    await store.set_aside(match.id)
    again = await House(store).manager.open(match.id)
    await house.act(again)
    row = await store.match(match.id)
    assert row is not None
    assert row.status == "running"


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM actions WHERE version = 0",
        "DELETE FROM actions WHERE version = 1",
        "DELETE FROM seats WHERE seat = 0",
        "UPDATE seats SET seat = 7 WHERE seat = 1",
        "UPDATE matches SET contributions = x'FF'",
    ],
)
async def test_what_is_missing_of_a_match_is_found(house: House, store: Store, damage: str) -> None:
    match = await house.match(ANA, BEN)
    for _ in range(2):
        await house.act(match)
    await store._db.execute(damage)
    with pytest.raises(BrokenMatch):
        await House(store).manager.open(match.id)


@pytest.fixture
def always_looking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the matches that nobody uses be looked for whenever one is read."""
    monkeypatch.setattr("bot.manager.CLOSE_EVERY", 0.0)


async def test_idle_matches_are_looked_for_now_and_then(store: Store) -> None:
    """With very many in memory it would cost each match that is read too much."""
    house = House(store, idle_seconds=0)
    first = await house.match(ANA, BEN)
    await house.match(ANA, BEN, channel=CHANNEL + 1)
    assert await house.manager.open(first.id) is first
    assert house.manager.in_memory == 2


@pytest.mark.usefixtures("always_looking")
async def test_idle_matches_leave_memory_and_come_back(store: Store) -> None:
    house = House(store, idle_seconds=0)
    first = await house.match(ANA, BEN)
    await house.act(first)
    second = await house.match(ANA, BEN, channel=CHANNEL + 1)
    assert house.manager.in_memory == 1
    again = await house.manager.open(first.id)
    assert again is not first
    assert again.version == 1
    assert second.version == 0


@pytest.mark.usefixtures("always_looking")
async def test_a_match_that_is_over_leaves_memory_early(store: Store) -> None:
    house = House(store, idle_seconds=1000)
    running, over = await house.match(ANA, BEN), await house.match(ANA, BEN, channel=CHANNEL + 1)
    await house.manager.resign(over, 0)
    for match in (running, over):
        match.touched -= OVER_SECONDS + 1
    await house.match(ANA, BEN, channel=CHANNEL + 2)
    assert await house.manager.open(running.id) is running
    assert await house.manager.open(over.id) is not over


@pytest.mark.parametrize("busy", ["acting", "showing", "known"])
@pytest.mark.usefixtures("always_looking")
async def test_a_match_in_use_stays_in_memory(store: Store, busy: str) -> None:
    house = House(store, idle_seconds=0)
    match = await house.match(ANA, BEN)
    if busy == "acting":
        await match.lock.acquire()
    elif busy == "known":  # who has had a seat stands nowhere else
        await house.manager.reseat(match, 0, 0, None)
    match.showing = busy == "showing"
    await house.match(ANA, BEN, channel=CHANNEL + 1)
    assert await house.manager.open(match.id) is match


async def test_a_match_is_not_idle_while_somebody_looks_at_it(store: Store) -> None:
    house = House(store, idle_seconds=1000)
    match = await house.match(ANA, BEN)
    await house.match(ANA, BEN, channel=CHANNEL + 1)
    assert await house.manager.open(match.id) is match
    assert house.manager.in_memory == 2


# Who may act, and with which button


async def test_only_people_of_the_match_may_act(house: House) -> None:
    match = await house.match(ANA, BEN)
    assert (match.seat_of(ANA), match.seat_of(BEN)) == (0, 1)
    assert match.seat_of(99) is None
    assert match.require_seat(BEN) == 1
    with pytest.raises(NotSeated):
        match.require_seat(99)


async def test_a_button_counts_as_long_as_its_decision_lasts(house: House) -> None:
    match = await house.match(ANA, BEN)
    (active,) = match.state.to_act()
    other = 1 - active
    match.judge(active, 0)
    with pytest.raises(NotYourTurn):
        match.judge(other, 0)

    await house.act(match)  # the offer
    assert match.decision(other) == match.decision(None) == 1
    match.judge(other, 1)
    with pytest.raises(Outdated):
        match.judge(active, 0)  # the own decision is over
    with pytest.raises(NotYourTurn):
        match.judge(active, 1)  # the button of the other one's decision
    with pytest.raises(Outdated):
        match.judge(other, 0)


async def test_a_discard_ends_one_s_decision_and_opens_the_next(house: House) -> None:
    match = await house.match(ANA, BEN)
    (active,) = match.state.to_act()
    discard = next(a for a in match.state.legal(active) if isinstance(a, Discard))
    await house.act(match, discard)
    assert match.decision(active) == 1
    with pytest.raises(Outdated):
        match.judge(active, 0)


async def test_a_match_that_is_over_takes_no_press(house: House) -> None:
    match = await house.match(ANA, BEN)
    while not match.over:
        match = await house.act(match)
    for seat in (0, 1):
        with pytest.raises(MatchOver):
            match.judge(seat, match.version)


# Acting


async def test_an_illegal_action_changes_nothing(house: House, store: Store) -> None:
    match = await house.match(ANA, BEN)
    before = match.state.full()
    with pytest.raises(IllegalAction):
        await house.act(match, Recruit("face_up"))
    assert match.state.full() == before
    assert match.version == 0
    assert await store.actions(match.id) == []


async def test_what_cannot_be_written_has_not_happened(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await house.match(ANA, BEN)
    before = match.state.full()

    async def full(*_: object, **__: object) -> None:
        raise StoreError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(house.store, "append", full)
        with pytest.raises(StoreError):
            await house.act(match)
    assert (match.version, match.actions, match.events) == (0, [], [])
    assert match.state.full() == before
    await house.act(match)
    assert match.version == 1


async def test_it_is_written_before_anybody_is_told(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await house.match(ANA, BEN)
    append = house.store.append
    versions: list[int] = []

    async def watched(*args: Any, **kwargs: Any) -> None:
        await append(*args, **kwargs)
        versions.append(match.version)

    monkeypatch.setattr(house.store, "append", watched)
    await house.act(match)
    assert versions == [0]
    assert match.version == 1


async def test_who_loses_a_version_to_another_writer_is_judged_anew(
    house: House, store: Store
) -> None:
    elsewhere = House(store)
    match = await house.match(ANA, BEN)
    await house.act(match)
    theirs = await elsewhere.manager.open(match.id)
    await elsewhere.act(theirs, Recruit("face_down"))
    with pytest.raises(Outdated):
        await house.act(match, Recruit("face_up"))
    now = await house.manager.open(match.id)
    assert now.version == 2
    assert now.state.full() == theirs.state.full()


async def test_a_press_that_still_counts_survives_another_writer(
    house: House, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await house.match(ANA, BEN)
    append = store.append
    attempts: list[int] = []

    async def overtaken_once(match_id: str, version: int, *args: Any, **kwargs: Any) -> None:
        attempts.append(version)
        if len(attempts) == 1:
            raise VersionTaken(match_id)
        await append(match_id, version, *args, **kwargs)

    monkeypatch.setattr(store, "append", overtaken_once)
    after = await house.act(match)
    assert attempts == [0, 0]
    assert after is not match
    assert after.version == 1


async def test_of_two_presses_at_once_one_counts(house: House) -> None:
    match = await house.match(ANA, BEN)
    await house.act(match)
    (seat,) = match.state.to_act()
    results = await asyncio.gather(
        *(house.manager.act(match, seat, 1, Recruit(pick)) for pick in ("face_up", "face_down")),
        return_exceptions=True,
    )
    assert sorted(type(result).__name__ for result in results) == ["Match", "Outdated"]
    assert match.version == 2


async def test_matches_do_not_wait_for_one_another(house: House) -> None:
    held = await house.match(ANA, BEN)
    free = await house.match(ANA, BEN, channel=CHANNEL + 1)
    async with held.lock, asyncio.timeout(2):
        await house.act(free)
    assert free.version == 1


# Computers


async def test_computers_play_a_match_to_its_end(house: House) -> None:
    match = await house.match(None, None)
    house.manager.wake(match)
    await settled()
    assert match.over
    assert house.changed[0] == 0
    assert house.changed[-1] == match.version


async def test_the_computer_stops_when_a_person_has_to_act(house: House) -> None:
    match = await house.match(ANA, None)
    house.manager.wake(match)
    await settled()
    assert list(match.state.to_act()) == [0]
    await house.act(match)
    house.manager.wake(match)
    await settled()
    assert list(match.state.to_act()) == [0] or match.over


async def test_no_wake_up_is_lost(house: House) -> None:
    """However a person's action falls together with the computer's own, the match goes on."""
    match = await house.match(ANA, None)
    rng = Random(3)
    while not match.over:
        house.manager.wake(match)
        for _ in range(rng.randrange(12)):
            await asyncio.sleep(0)
        house.manager.wake(match)
        await settled()
        assert match.over or list(match.state.to_act()) == [0]
        if not match.over:
            match = await house.act(match)


async def test_who_comes_back_while_the_computer_hesitates_decides(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await house.match(ANA, BEN)
    (seat,) = match.state.to_act()
    choose = house.manager._computers.choose

    async def hesitate(*args: Any) -> Action:
        await house.manager.come_back(match, seat)
        return await choose(*args)

    monkeypatch.setattr(house.manager._computers, "choose", hesitate)
    await house.manager.take_over(match, seat)
    house.manager.wake(match)
    await settled()
    assert match.version == 0
    assert match.seats[seat].present


async def test_who_acts_in_the_last_moment_has_not_given_up(
    house: House, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time is over while the action is being written."""
    match = await house.match(ANA, BEN)
    (seat,) = match.state.to_act()
    append, late = store.append, list[asyncio.Task[Match]]()

    async def as_the_time_ends(*args: Any, **named: Any) -> None:
        monkeypatch.setattr(store, "append", append)
        late.append(asyncio.create_task(house.manager.forfeit(match, seat)))
        await asyncio.sleep(0)
        await append(*args, **named)

    monkeypatch.setattr(store, "append", as_the_time_ends)
    await house.act(match)
    with pytest.raises(Outdated):
        await late[0]
    assert not match.over
    assert match.seats[seat].missed == 0


async def test_a_request_for_a_substitute_outlasts_what_is_written_at_the_same_moment(
    house: House,
) -> None:
    match = await house.match(ANA, BEN)
    (seat,) = match.state.to_act()
    await asyncio.gather(house.manager.offer(match, seat), house.manager.take_over(match, seat))
    assert (match.seats[seat].offered, match.seats[seat].away) == (True, "left")


async def test_a_computer_does_not_move_for_who_takes_a_seat_over_while_it_thinks(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time of the one before was over."""
    match = await house.match(ANA, BEN)
    (seat,) = match.state.to_act()
    choose = house.manager._computers.choose
    await house.manager.offer(match, seat)

    async def meanwhile(*args: Any) -> Action:
        await house.manager.reseat(match, seat, 0, 9, "Eve")
        return await choose(*args)

    monkeypatch.setattr(house.manager._computers, "choose", meanwhile)
    with pytest.raises(Outdated):
        await house.manager.move_absent(match, seat)
    assert match.version == match.seats[seat].missed == 0


async def test_a_computer_that_is_let_go_first_does_not_move_for_who_comes_back_meanwhile(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await house.match(ANA, BEN)
    (seat,) = match.state.to_act()
    choose = house.manager._computers.choose
    await house.manager.take_over(match, seat)

    async def meanwhile(*args: Any) -> Action:
        await house.manager.come_back(match, seat)
        return await choose(*args)

    monkeypatch.setattr(house.manager._computers, "choose", meanwhile)
    with pytest.raises(Outdated):
        await house.manager.move_computer(match, seat)
    assert match.version == 0


async def test_the_computer_has_a_pace_and_is_no_metronome(store: Store) -> None:
    match = await House(store).match(ANA, None)
    paces: list[float] = []
    for match.moment in range(50):
        paces.append(Computers(Random(1), delay=10).pace(match, 1))
        assert Computers(Random(1), delay=10).pace(match, 1) == paces[-1]
        assert Computers(Random(1), delay=0).pace(match, 1) == 0
    assert len(set(paces)) == 50
    assert 6 <= min(paces) < 7
    assert 13 < max(paces) <= 14


async def test_the_time_that_a_hard_computer_takes_tells_nothing_of_its_thought(
    store: Store,
) -> None:
    match = await House(store).match(ANA, None)
    match.seats[1].level = "hard"
    paces = [Computers(Random(1), delay=1).pace(match, 1) for match.moment in range(50)]
    assert len(set(paces)) == 50
    assert min(paces) >= LONGEST_THOUGHT
    assert Computers(Random(1), delay=0).pace(match, 1) == 0


async def test_a_computer_that_is_let_go_first_tells_nothing_by_a_long_thought(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[float] = []

    async def decide(_: Thinking, thought: Thought) -> Action:
        asked.append(thought.asked)
        return thought.legal[0]

    monkeypatch.setattr(Thinking, "decide", decide)
    options = Options(teams=((0, 2), (1,)), first=0)
    match = await house.match(ANA, BEN, None, options=options)
    match.seats[2].level = "hard"
    await house.manager.move_computer(match, 2)
    assert asked == [-math.inf]


async def test_several_wake_ups_make_the_computer_move_once(house: House) -> None:
    match = await house.match(ANA, None)
    if list(match.state.to_act()) == [0]:
        await house.act(match)
    version = match.version
    for _ in range(5):
        house.manager.wake(match)
    assert len(house.manager._moving) == 1
    await settled()
    assert match.version > version
    assert house.manager._moving == {}


async def test_the_computer_tries_again_when_its_move_could_not_be_written(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(manager_module, "RETRY_DELAYS", (0.0, 0.0))
    match = await house.match(None, None)
    append, failures = house.store.append, iter([True, True, False, True])

    async def unreliable(*args: Any, **kwargs: Any) -> None:
        if next(failures, False):
            raise StoreError("the disk is full")
        await append(*args, **kwargs)

    monkeypatch.setattr(house.store, "append", unreliable)
    house.manager.wake(match)
    await settled()
    assert match.over
    assert caplog.text.count("could not be written") == 3


async def test_the_computers_answer_is_written_with_the_action_that_asks(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the two it would be seen whether the hand left a choice (Secret Recruit)."""
    append, commits = house.store.append, list[Sequence[bytes]]()

    async def watched(*args: Any, **kwargs: Any) -> None:
        await append(*args, **kwargs)
        commits.append(args[3])

    monkeypatch.setattr(house.store, "append", watched)
    for channel in range(20):
        match = await house.match(None, None, channel=channel, options=Options(mode="advanced"))
        house.manager.wake(match)
        await settled()
    answered = [commit for commit in commits if any(b'"do":"use"' in action for action in commit)]
    assert answered
    assert all(
        [b'"do":"take"' in action for action in commit] == [True, False] for commit in answered
    )


async def test_the_computer_sees_what_a_person_in_its_seat_would_see(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[tuple[Any, Any]] = []
    match = await house.match(ANA, None)

    class Watching:
        def choose(
            self, view: Any, legal: Sequence[Action], rng: Random, seen: Sequence[Event]
        ) -> Action:
            own = [shown for _, event in match.events if (shown := event.seen_by(1))]
            given.append(((view, list(seen)), (match.state.view(1), own)))
            return legal[-1]

    monkeypatch.setattr(type(match.game), "players", {"normal": Watching()})
    for _ in range(3):
        if list(match.state.to_act()) == [0]:
            await house.act(match)
        house.manager.wake(match)
        await settled()
    assert given
    for told, own in given:
        assert told == own
    (view, events), _ = given[-1]
    assert all(card is None for card in view.hands[0])
    assert events


async def test_a_computer_in_a_persons_place_is_told_nothing_that_only_that_person_saw(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Sequence[Event]] = []
    match = await house.match(ANA, BEN)
    for _ in range(6):
        await house.act(match)
    (seat, *_) = match.state.to_act()
    before, public = match.version, [e for _, event in match.events if (e := event.seen_by(None))]
    own = [e for _, event in match.events if (e := event.seen_by(seat))]
    assert public != own

    class Watching:
        def choose(
            self, view: Any, legal: Sequence[Action], rng: Random, seen: Sequence[Event]
        ) -> Action:
            told.append(seen)
            return legal[0]

    monkeypatch.setattr(type(match.game), "players", {"normal": Watching()})
    await house.manager.reseat(match, seat, 0, None)
    await house.manager.move_computer(match, seat)
    assert match.version > before
    assert list(told[0]) == public


async def test_a_computer_that_answers_its_own_action_has_seen_what_that_did(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    known: list[tuple[int, int]] = []
    options = Options(mode="advanced")

    class Watching:
        def choose(
            self, view: Any, legal: Sequence[Action], rng: Random, seen: Sequence[Event]
        ) -> Action:
            if legal[0].answers:
                known.append((len(match.events), len(seen)))
            return rng.choice(legal)

    for channel in range(20):
        match = await house.match(None, None, channel=channel, options=options)
        monkeypatch.setattr(type(match.game), "players", {"normal": Watching()})
        house.manager.wake(match)
        await settled()
    assert known
    assert all(told > before for before, told in known)


async def test_a_play_is_two_cards_of_the_hand(house: House) -> None:
    match = await house.match(ANA, BEN)
    (active,) = match.state.to_act()
    play = next(a for a in match.state.legal(active) if isinstance(a, Play))
    await house.act(match, play)
    assert match.actions == [(active, play)]
    assert match.last_actor == active
