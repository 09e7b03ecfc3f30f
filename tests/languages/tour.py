"""Whole matches and everything around them, driven by what buttons do and not by what they say."""

from collections.abc import Sequence
from random import Random
from typing import Any

from bot.match import Match
from bot.replay import ends
from tests.cogs.agent_avenue.duel import choices
from tests.cogs.agent_avenue.teams import SEATS
from tests.world import Person, Shown, World

LOOKS = ("hand", "rules", "why")
"""The buttons under a table by which one only looks."""


def verb(custom_id: str) -> str:
    return custom_id.split(":")[2]


def has(message: Shown, verb_: str) -> bool:
    """Whether it has a button that does this."""
    return any(verb(custom_id) == verb_ for custom_id in message.buttons.values())


def label(message: Shown, verb_: str, args: str = "") -> str:
    """The label of the button that does this."""
    ends = f":{verb_}:{args}" if args else f":{verb_}"
    found = [name for name, custom_id in message.buttons.items() if custom_id.endswith(ends)]
    return found[0]


async def press(person: Person, message: Shown, verb_: str, args: str = "") -> None:
    await person.press(message, label(message, verb_, args))


async def start(
    world: World, people: Sequence[Person], game: str, computers: int = 0, **options: Any
) -> None:
    """The first one opens a lobby, the others join it, it is started."""
    answer = await people[0].command(f"play {game}", **options)
    lobby = answer.message
    assert lobby is not None
    teams = options.get("teams", "1v1")
    for seat, person in enumerate(people[1:], 1):
        await press(person, lobby, "join", "" if teams == "1v1" else str(seat % 2))
    for _ in range(computers or max(0, SEATS[teams] - len(people)) * (game == "agent-avenue")):
        await press(people[0], lobby, "computer")
    await press(people[0], lobby, "start")


def person_in(world: World, match: Match, seat: int) -> Person:
    user = match.seats[seat].user
    return next(person for person in world.people if person.id == user)


async def stroke(world: World, match: Match, rng: Random, proposed: str | None) -> str | None:
    """One press by somebody who has to decide; the label, if it was one at the table."""
    seats = [seat for seat in match.state.to_act() if match.seats[seat].user is not None]
    settled = match.current_proposal()
    if settled is not None and settled.agreed:
        seats = [settled.acting]  # Its team has agreed; the rest is a choice from this hand.
    person = person_in(world, match, rng.choice(seats))
    at_table = choices(world.table)
    message = world.table if at_table else person.hand
    labels = at_table or choices(message)
    discards = [name for name, i in message.buttons.items() if i.endswith(":discard")]
    if discards and rng.random() < 0.2:
        labels = discards
    again = proposed in labels and rng.random() < 0.7
    chosen = proposed if again and proposed else rng.choice(labels)
    await person.press(message, chosen)
    return chosen if at_table else None


async def play(world: World, rng: Random, *, looking: bool = True) -> None:
    """The rest of the match; meanwhile people look at their cards and ask why."""
    proposed, old = None, world.table
    step = 0
    while not (match := await world.match()).over:
        if looking and step % 4 == 0:
            await look(world, rng, old)
            old = world.table
        proposed = await stroke(world, match, rng, proposed)
        step += 1
    await world.env.settle()


async def look(world: World, rng: Random, old: Shown) -> None:
    """Somebody looks, presses what is not meant for them, or something that has passed."""
    for person in (rng.choice(world.people), world.people[-1]):
        table = world.table
        await press(person, table, rng.choice([one for one in LOOKS if has(table, one)]))
        match = await world.match()
        waiting = [one for one in choices(table) if match.seat_of(person.id) not in _to_act(match)]
        if waiting:
            await person.press(table, rng.choice(waiting))
    passed = [name for name, i in old.buttons.items() if verb(i) not in LOOKS]
    if passed and old.id != world.table.id:
        await rng.choice(world.people).press(old, rng.choice(passed))


def _to_act(match: Match) -> Sequence[int | None]:
    return match.state.to_act()


async def afterwards(world: World, people: Sequence[Person]) -> None:
    """What one does with a match that is over."""
    table = world.table
    for verb_ in ("why", "rules", "hand"):
        if has(table, verb_):
            await press(people[0], table, verb_)
    await look_back(world, people[0], table)
    await people[0].member.context_menu(world.games, "Challenge to a match", people[1].member)
    await press(people[1], table, "rematch")


async def look_back(world: World, person: Person, table: Shown) -> None:
    """The replay to its end, half of it with all cards open; then what can be taken along."""
    await press(person, table, "replay")
    message = world.told(person)[-1]
    steps = len(ends(await world.match()))
    for step in range(steps):
        if step == steps // 2 and has(message, "replay.cards"):
            await press(person, message, "replay.cards", f"{step}.open")
            message = world.read(message)
        await press(person, message, "replay.forward", f"{step + 1}.{_way(message)}")
        message = world.read(message)
    await press(person, message, "record")
    if has(message, "replay.share"):
        with world.patient():
            await press(person, message, "replay.share")
        await press(person, world.told(person)[-1], "replay.post")


def _way(message: Shown) -> str:
    """Which cards the replay shows."""
    return next(i for i in message.buttons.values() if verb(i) == "replay.start").split(".")[-1]


async def learn(world: World, person: Person, game: str, rng: Random) -> None:
    """A first match against the computer, to its end; left once on the way."""
    message = (await person.command(f"learn {game}")).message
    assert message is not None
    for step in range(60):
        message = world.read(message)
        if step == 2:
            await press(person, message, "lesson.leave")
            message = world.read(message)
            await press(person, message, "lesson.on")
            message = world.read(message)
        decisions = [name for name in choices(message) if not _of_lesson(message.buttons[name])]
        if not decisions:
            break
        await person.press(message, rng.choice(decisions))
    await press(person, message, "lesson.again")


def _of_lesson(custom_id: str) -> bool:
    return verb(custom_id).startswith("lesson.")


async def records(world: World, person: Person, other: Person) -> None:
    """Every page that there is of what has come of finished matches."""
    for options in ({}, {"everywhere": True}, {"game": "la-agencia"}):
        await person.command("leaderboard", **options)
    for user in (person, other):
        await person.command("stats", user=user.member)
        message = (await person.command("history", user=user.member)).message
        assert message is not None
        for name in message.buttons:
            if "▶" in name:
                await person.press(message, name)
