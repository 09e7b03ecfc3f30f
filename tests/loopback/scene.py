"""Whether the people see what they should: each message once, each as the stored match says."""

from collections import Counter
from collections.abc import Iterator, Sequence

from bot.screen import marker
from cogs.agent_avenue.words import AGENTS

from .disk import Disk, StoredMatch
from .driver import COMMITTING, Button, Party, buttons
from .message import Message
from .server import Loopback
from .world import User

Kind = tuple[str, int, int]
"""What a message is: the kind of its surface, its seat and its page."""


def complaints(loopback: Loopback, parties: Sequence[Party], disk: Disk) -> list[str]:
    """Everything that is wrong with what the bot shows, as sentences; nothing if all is well."""
    return [
        *(c for party in parties for c in _about_channel(party, disk)),
        *(c for user in _people(parties) for c in _about_hands(loopback, user, disk)),
    ]


def _people(parties: Sequence[Party]) -> set[User]:
    return {user for party in parties for user in party.people}


def _mark(message: Message) -> int | None:
    return message.components[0].get("id") if message.components else None


# -- the channel and its threads -----------------------------------------------------------------


def _about_channel(party: Party, disk: Disk) -> Iterator[str]:
    matches = [match for match in disk.matches.values() if match.home == party.channel.id]
    left = party.messages()
    for match in matches:
        found = [(kind, m) for m in left if (kind := _public_kind(match, m)) is not None]
        left = [message for message in left if message not in [m for _, m in found]]
        yield from _about_match(match, found)
    for lobby, people in disk.lobbies.items():
        shown = [m for m in left if any(b.owner == lobby for b in buttons([m]))]
        left = [message for message in left if message not in shown]
        if party.people[0].id in people:  # the host of every lobby here
            yield from _about_lobby(party, people, shown)
    for message in left:
        yield f"nobody knows why this is in #{party.channel.name}: {message.text!r}"


def _about_lobby(
    party: Party, people: Sequence[int | None], shown: Sequence[Message]
) -> Iterator[str]:
    if len(shown) != 1:
        yield f"the lobby in #{party.channel.name} is there {len(shown)} times"
    for message in shown:
        present = [user.id for user in party.people if f"**{user.name}**" in message.text]
        if present != [user for user in people if user is not None]:
            yield f"the lobby in #{party.channel.name} shows others than are in it"


def _public_kind(match: StoredMatch, message: Message) -> Kind | None:
    """What this message is of this match."""
    kinds: list[Kind] = [("table", -1, page) for page in range(_page(match) + 1)]
    seats, versions = range(len(match.users)), range(len(match.actions) + 1)
    kinds += [("ping", seat, version) for seat in seats for version in versions]
    marks = {marker(match.id, *kind): kind for kind in kinds}
    if message.channel.id == match.place and _mark(message) in marks:
        return marks[_mark(message)]  # type: ignore[index]
    is_lobby = f"The match {match.id} has started." in message.text
    return ("lobby", -1, 0) if is_lobby and message.channel.id == match.home else None


def _page(match: StoredMatch) -> int:
    """The page that the table is at: each offer has one of its own."""
    return sum(action["do"] == "play" for _, action in match.actions)


def _about_match(match: StoredMatch, found: list[tuple[Kind, Message]]) -> Iterator[str]:
    counted = Counter(kind for kind, _ in found)
    page = _page(match)
    expected = {("lobby", -1, 0), ("table", -1, page)}
    if None not in match.users:
        expected |= {("table", -1, earlier) for earlier in range(page)}
    # Two quick moves of the computer become one: then a page is never shown.
    for kind in expected | set(counted):
        if kind[0] != "ping" and counted[kind] != 1:
            yield f"{match.id} has {counted[kind]} messages {kind}"
    yield from _about_pings(match, counted)
    for kind, message in found:
        if kind == ("table", -1, page):
            yield from _about_table(match, message)
        elif kind[0] != "ping" and message.buttons:
            yield f"{match.id}: {kind} still has buttons"


def _about_pings(match: StoredMatch, counted: Counter[Kind]) -> Iterator[str]:
    to_act = match.replayed().to_act()
    for (kind, seat, version), count in counted.items():
        if kind == "ping" and (count > 1 or seat not in to_act or version != len(match.actions)):
            yield f"{match.id} has {count} calls of seat {seat} to decision {version}"


def _about_table(match: StoredMatch, table: Message) -> Iterator[str]:
    state = match.replayed()
    verbs = {button.verb for button in buttons([table])} - {"why"}  # if there is a reason
    expected = {"rematch", "replay", "verify", "rules"} if state.over else {"hand", "rules"}
    if not state.over and state.view(None).step == "recruit":  # type: ignore[attr-defined]
        expected.add("recruit")
    if verbs != expected:
        yield f"{match.id}: the table has the buttons {verbs}, not {expected}"
    yield from _about_versions(match, list(buttons([table])))
    if len(table.attachments) != 1:
        yield f"{match.id}: the table has {len(table.attachments)} pictures"


def _about_versions(match: StoredMatch, found: list[Button]) -> Iterator[str]:
    for button in found:
        if button.version != len(match.actions):
            yield f"{match.id} is at {len(match.actions)}, the button {button.custom_id} is not"


# -- the private messages ------------------------------------------------------------------------


def _about_hands(loopback: Loopback, user: User, disk: Disk) -> Iterator[str]:
    left = loopback.dm(user).messages
    for match in disk.matches.values():
        if user.id not in match.users:
            continue
        mark = marker(match.id, "hand", match.users.index(user.id), 0)
        hands = [message for message in left if _mark(message) == mark]
        left = [message for message in left if message not in hands]
        if len(hands) != user.dms_open:
            yield f"{user.name} has {len(hands)} hands of {match.id}"
        for hand in hands:
            yield from _about_hand(match, match.users.index(user.id), hand)
    for message in left:
        yield f"nobody knows why {user.name} got {message.text!r}"


def _about_hand(match: StoredMatch, seat: int, hand: Message) -> Iterator[str]:
    state = match.replayed()
    view = state.view(seat)
    verbs = {button.verb for button in buttons([hand])}
    chooses = seat in view.to_act and view.step == "play"  # type: ignore[attr-defined]
    if state.over:
        fitting = not verbs
    else:
        fitting = verbs and verbs <= {"pick", *COMMITTING} if chooses else verbs == {"again"}
    if not fitting:
        yield f"{match.id}: seat {seat} has the buttons {list(hand.buttons)}"
    if chooses:
        yield from _about_versions(match, list(buttons([hand])))
    for card in () if state.over else view.hands[seat]:  # type: ignore[attr-defined]
        if AGENTS[card] not in hand.text:
            yield f"{match.id}: seat {seat} does not see its {card}"
