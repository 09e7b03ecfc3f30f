"""What somebody tries who should wait: every press and command that there is in a match."""

from random import Random

from simcord.components import walk_components

from tests.secrecy.evening import Evening, meant, press
from tests.world import Person, Shown

SELECT = 3

STANDING = frozenset({"hand", "rules", "why"})
"""The buttons under a table that decide nothing."""

WISHES = (
    "hand",
    "game show",
    "table",
    "look up",
    "record",
    "replay",
    "old",
    "why",
    "game hand",
    "forged",
    "suggest",
    "old hand",
    "game here",
    "resign",
    "substitute",
    "game end",
    "privacy export",
    "/rules",
    "rules",
    "prefer",
    "stats",
    "leaderboard",
    "history",
    "game export",
)
"""One after the other."""


FORGED = {
    "record": "record",
    "replay": "replay.end:999.open",
    "forged": "play:sentinel.sentinel",
}
"""What the buttons would do that were never offered."""


async def wish(played: Evening, person: Person, name: str, rng: Random) -> None:
    """Let a person do what should change nothing, and tell nothing."""
    seat = (await played.world.match()).seat_of(person.id)
    played.tables = [*played.tables[-3:], played.world.table]
    if seat is not None and person.dms:
        played.hands = [*played.hands[-3:], person.hand]
    match name:
        case "hand" | "rules" | "why":
            await press(person, played.world.table, name)
        case "table" | "old":
            await _press_what_decides(played, person, rng, old=name == "old")
        case "record" | "replay" | "forged":
            await _forge(played, person, name)
        case "old hand":
            await _press_old_hand(played, person, rng)
        case "suggest":
            for command in ("game show", "game hand"):
                await person.member.autocomplete(played.world.games, command, "match", "")
            await person.member.autocomplete(
                played.world.games, "rules", "topic", rng.choice("aeo")
            )
        case "look up":
            await _look_up(played, person, rng)
        case "/rules":
            await person.command("rules", await played.place(), topic="", public=True)
            await person.command("rules", await played.place(), topic=rng.choice("abcdefgh"))
        case "substitute":
            asked = (await person.command("game substitute", await played.place())).message
            if seat is not None and asked is not None and not asked.private:
                verb = next(m for m in map(meant, asked.buttons.values()) if m.startswith("with"))
                await press(person, asked, verb)
        case "resign":
            await person.command("game resign", await played.place())
        case "game here":
            match = await played.world.match()
            elsewhere = next(p for p in played.world.places if p.id != match.row.place)
            await person.command(name, elsewhere, match=match.id)
        case "privacy export":
            await person.command(name)
        case "prefer":
            shown = (await person.command("preferences")).message
            assert shown is not None
            await person.choose(shown, "PREFERENCES:0:pings", rng.choice(["true", "false"]))
        case _:
            await person.command(name, await played.place())


async def _press_what_decides(played: Evening, person: Person, rng: Random, *, old: bool) -> None:
    """Press what is somebody else's to press, or was once."""
    match = await played.world.match()
    table = rng.choice(played.tables) if old else played.world.table
    deciding = [label for label, i in table.buttons.items() if i.split(":")[2] not in STANDING]
    if deciding and match.seat_of(person.id) not in match.state.to_act():
        await person.press(table, rng.choice(deciding))


async def _press_old_hand(played: Evening, person: Person, rng: Random) -> None:
    """Press in the own private message as it was some strokes ago, if that is over."""
    match = await played.world.match()
    now = match.decision(match.seat_of(person.id))
    old = [
        (hand, label)
        for hand in played.hands
        for label, custom_id in hand.buttons.items()
        if custom_id.split(":")[1] != str(now) and hand.id == person.hand.id
    ]
    if old:
        await person.press(*rng.choice(old))


async def _forge(played: Evening, person: Person, name: str) -> None:
    """Press a button that was never offered."""
    match, table = await played.world.match(), played.world.table
    seat = match.seat_of(person.id)
    meaning = FORGED[name]
    forged = {"forged": f"{match.id}:{match.decision(seat)}:{meaning}"}
    await person.press(
        Shown(table.id, table.channel, table.text, forged, table.alts, table.private), "forged"
    )


async def _look_up(played: Evening, person: Person, rng: Random) -> None:
    """Look up a rule or a card at the table."""
    page = (await press(person, played.world.table, "rules")).message
    assert page is not None
    parts = walk_components(played.world.stored(page).components)
    selects = [part for part in parts if part["type"] == SELECT]
    select = rng.choice(selects)
    await person.choose(page, select["custom_id"], rng.choice(select["options"])["value"])
