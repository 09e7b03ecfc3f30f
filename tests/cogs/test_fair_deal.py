"""The deal that everybody can check: commitment, contributions, secret, and what verifies them."""

import json
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import discord
import pytest
from msgspec.json import encode
from simcord.http import router

from engine import fair, proof
from engine.__main__ import main
from engine.fair import Terms
from tests.bot.stored import execute
from tests.cogs.agencia import evening as agencia
from tests.cogs.agent_avenue import teams
from tests.cogs.agent_avenue.duel import decide, decisions, over, start
from tests.cogs.test_game_commands import moderator
from tests.world import Answer, Person, Shown, World, world_in

HEX = re.compile(r"`([0-9a-f]{64})`")
SNOWFLAKE = re.compile(r"`(\d{15,20})`")


def committed(message: Shown) -> str:
    """The commitment in a message."""
    (found,) = HEX.findall(message.text)
    return found


def last_press(world: World) -> int:
    """Discord's id of the newest press or command."""
    return max(world.env.backend.interactions)


async def pressed(world: World, person: Person, lobby: Shown, label: str) -> int:
    """Somebody presses a button; Discord's id of that press."""
    await person.press(lobby, label)
    return last_press(world)


async def contributions(world: World) -> list[int]:
    return list((await world.match()).contributions)


async def played(world: World) -> Shown:
    """Ana and Ben play a match to its end; the message that was its lobby."""
    lobby = await start(world)
    async for _ in decisions(world, Random(3)):
        pass
    assert over(world)
    return lobby


async def secret(world: World) -> bytes:
    kept = await world.bot.store.secret((await world.match()).id)
    assert kept is not None
    return kept


def proof_in(answer: Answer) -> proof.Proof:
    """The proof that somebody was handed."""
    ((name, data),) = answer.files.items()
    assert name.endswith(".proof.json")
    return proof.decode(data)


# The lobby


async def test_the_lobby_shows_the_commitment_from_its_first_moment(world: World) -> None:
    lobby = await world.ana.play()
    shown = committed(lobby)
    (last,) = lobby.text.splitlines()[-1:]
    assert last == f"-# Fair deal, to be checked at the end. Commitment: `{shown}`"
    for person, label in ((world.ben, "Join"), (world.ben, "Leave"), (world.ana, "Add computer")):
        await person.press(lobby, label)
        assert committed(world.read(lobby)) == shown


async def test_it_is_that_of_the_secret_in_the_database(world: World) -> None:
    lobby = await world.ana.play()
    ((kept,),) = execute(world.config.database, "SELECT secret FROM secrets")
    assert isinstance(kept, bytes)
    assert len(kept) == 32
    assert fair.commitment(kept) == committed(lobby)


async def test_no_two_lobbies_have_the_same(world: World) -> None:
    channels = [world.guild.create_text_channel(f"more-{number}") for number in range(5)]
    lobbies = [await world.ana.play(channel) for channel in channels]
    assert len(set(map(committed, lobbies))) == len(lobbies)


async def test_the_secret_is_drawn_from_the_bots_only_source_of_chance(tmp_path: Path) -> None:
    shown: list[str] = []
    for number, seed in enumerate((1, 1, 2)):
        async with world_in(tmp_path / str(number), seed=seed) as world:
            shown.append(committed(await world.ana.play()))
    assert shown[0] == shown[1] != shown[2]


async def test_a_closed_lobby_leaves_no_secret(world: World) -> None:
    lobby = await world.ana.play()
    await world.ana.press(lobby, "Cancel")
    assert execute(world.config.database, "SELECT * FROM secrets") == []


# What goes into the deal


async def test_every_join_adds_the_id_of_its_press(world: World) -> None:
    lobby = await world.ana.play(teams="2v2")
    opened = last_press(world)
    joined = [await pressed(world, world.ben, lobby, teams.BLUE)]
    joined.append(await pressed(world, world.eve, lobby, teams.GREEN))
    await world.ana.press(lobby, "Add computer")
    await world.ana.press(lobby, "Start")
    assert await contributions(world) == [opened, *joined]


async def test_who_leaves_takes_the_contribution_away_and_adds_another_by_coming_back(
    world: World,
) -> None:
    lobby = await world.ana.play()
    opened = last_press(world)
    first = await pressed(world, world.ben, lobby, "Join")
    await world.ben.press(lobby, "Leave")
    second = await pressed(world, world.ben, lobby, "Join")
    await world.ana.press(lobby, "Start")
    assert await contributions(world) == [opened, second]
    assert first not in await contributions(world)


async def test_who_changes_sides_contributes_that_press_instead(world: World) -> None:
    lobby = await world.ana.play(teams="2v2")
    await world.ben.press(lobby, teams.GREEN)
    changed = await pressed(world, world.ben, lobby, teams.BLUE)
    await world.ana.press(lobby, "Add computer")
    await world.ana.press(lobby, "Add computer")
    await world.ana.press(lobby, "Start")
    assert (await contributions(world))[1:] == [changed]


async def test_alone_against_computers_the_press_on_start_counts_as_well(world: World) -> None:
    lobby = await world.ana.play()
    opened = last_press(world)
    await world.ana.press(lobby, "Add computer")
    started = await pressed(world, world.ana, lobby, "Start")
    assert await contributions(world) == [opened, started]


async def test_at_once_against_computers_the_id_of_the_shown_commitment_counts_as_well(
    world: World,
) -> None:
    """Discord gives it when the commitment has been sent."""
    await world.ana.command("play agent-avenue", computer="normal")
    opened = last_press(world)
    shown = next(message for message in world.public if HEX.search(message.text))
    assert await contributions(world) == sorted([opened, shown.id])
    assert shown.id > opened


async def test_the_press_on_start_counts_for_nobody_else(world: World) -> None:
    """Else whoever opened the lobby could try unseen until the deal pleases."""
    lobby = await world.ana.play()
    await world.ben.press(lobby, "Join")
    started = await pressed(world, world.ana, lobby, "Start")
    assert started not in await contributions(world)


async def test_joins_at_once_all_count(world: World) -> None:
    people = [world.ben, world.eve, world.person("Kit")]
    lobby = await agencia.lobby(world)
    opened = last_press(world)
    with world.at_once():
        for person in people:
            await person.press(lobby, "Join", answered=False)
    await world.env.settle()
    await world.ana.press(world.read(lobby), "Start")
    given = await contributions(world)
    assert given[0] == opened
    assert given == sorted(set(given))
    assert len(given) == 4


async def test_what_was_the_lobby_shows_commitment_and_contributions_for_good(
    world: World,
) -> None:
    lobby = await world.ana.play()
    await world.ben.press(lobby, "Join")
    await world.ana.press(lobby, "Start")
    given = await contributions(world)
    left = world.read(lobby)
    assert committed(left) == committed(lobby)
    assert [int(number) for number in SNOWFLAKE.findall(left.text)] == given
    async for _ in decisions(world, Random(3)):
        pass
    assert world.read(lobby) == left


async def test_a_restart_between_lobby_and_start_changes_nothing(tmp_path: Path) -> None:
    deals: list[Any] = []
    for number, restarts in enumerate((False, True)):
        async with world_in(tmp_path / str(number)) as world:
            lobby = await world.ana.play()
            for person, label in ((world.ben, "Join"), (world.ana, "Start")):
                if restarts:
                    await world.restart()
                    assert committed(world.read(lobby)) == committed(lobby)
                await person.press(lobby, label)
            match = await world.match()
            assert match.row.commitment == committed(lobby)
            deals.append(match.deal)
    assert deals[0] == deals[1]


async def test_a_rematch_has_a_new_secret(world: World) -> None:
    first = await played(world)
    await world.ana.press(world.table, "Rematch")
    rematch = next(message for message in world.public[::-1] if "Rematch of" in message.text)
    assert committed(rematch) != committed(first)


# The deal is the one that follows


async def derived(world: World, players: int) -> None:
    """The match's deal follows from what was shown and kept; its proof says so at the end."""
    match = await world.match()
    terms = Terms(match.row.game, match.options, players, match.contributions)
    assert encode(fair.deal(await secret(world), terms)) == encode(match.deal)


@pytest.mark.parametrize("mode", ["simple", "advanced"])
@pytest.mark.parametrize(
    ("against", "humans"), [("1v1", 2), ("1v1", 1), ("2v1", 3), ("2v2", 4), ("2v2", 2)]
)
async def test_in_every_mode_of_agent_avenue(
    world: World, mode: str, against: str, humans: int, tmp_path: Path
) -> None:
    await teams.start(world, teams.party(world, humans), mode=mode, teams=against)
    await derived(world, teams.SEATS[against])
    async for _ in teams.presses(world, Random(humans)):
        pass
    await check_by_button_and_command(world, tmp_path)


@pytest.mark.parametrize(("people", "computers"), [(3, 0), (2, 2), (1, 4), (6, 0)])
async def test_in_la_agencia(world: World, people: int, computers: int, tmp_path: Path) -> None:
    await agencia.start(world, people, computers, embassy="open_doors")
    await derived(world, people + computers)
    while not agencia.over(world):
        await agencia.decide(world, Random(people))
    await check_by_button_and_command(world, tmp_path)


async def check_by_button_and_command(world: World, folder: Path) -> None:
    answer = await world.eve.press(world.table, "Verify the deal")
    match = await world.match()
    assert answer.message is not None
    assert answer.message.private
    assert f"### The deal of the match {match.id} was fair" in answer.message.text
    shown = proof_in(answer)
    proof.check(shown, match.row.commitment)
    assert shown.record.actions == tuple(match.actions)
    path = folder / "proof.json"
    path.write_bytes(*answer.files.values())
    assert main(["verify", str(path), "--commitment", match.row.commitment]) == 0


# Verifying


async def test_the_button_tells_commitment_secret_and_contributions(world: World) -> None:
    lobby = await played(world)
    answer = await world.ben.press(world.table, "Verify the deal")
    assert answer.message is not None
    assert HEX.findall(answer.message.text) == [committed(lobby), (await secret(world)).hex()]
    assert [int(n) for n in SNOWFLAKE.findall(answer.message.text)] == await contributions(world)
    assert proof_in(answer).commitment == committed(lobby)


async def test_the_command_does_the_same_for_the_last_match_here_or_the_one_named(
    world: World,
) -> None:
    await played(world)
    match = await world.match()
    thread = next(place for place in world.places if place.id == match.row.place)
    by_button = await world.ben.press(world.table, "Verify the deal")
    for channel, named in (
        (thread, {}),
        (world.games, {}),
        (world.games, {"match": match.id.lower()}),
    ):
        by_command = await world.eve.command("game verify", channel, **named)
        assert by_command.private == by_button.private
        assert proof_in(by_command) == proof_in(by_button)


async def test_while_a_match_runs_only_the_commitment_is_told(world: World) -> None:
    lobby = await start(world)
    thread = world.games.threads[0]
    answer = await world.ben.command("game verify", thread)
    assert answer.private is not None
    assert answer.private.startswith("The secret of the deal is shown when the match is over.")
    assert HEX.findall(answer.private) == [committed(lobby)]
    assert answer.files == {}


async def test_a_match_that_a_moderator_has_ended_can_be_verified(world: World) -> None:
    """Else ending it would be a way around the proof."""
    lobby = await start(world)
    await decide(world, Random(1))
    await moderator(world).command("game end", world.games.threads[0])
    answer = await world.ben.press(world.table, "Verify the deal")
    shown = proof_in(answer)
    proof.check(shown, committed(lobby))
    assert len(shown.record.actions) == 1


async def test_a_match_of_an_early_version_has_nothing_to_verify(world: World) -> None:
    await played(world)
    execute(world.config.database, "UPDATE matches SET commitment = ''")
    await world.restart()
    answer = await world.ben.press(world.table, "Verify the deal")
    assert answer.private == "This match was dealt before deals could be verified."


async def test_who_cannot_see_the_table_gets_nothing(world: World) -> None:
    await played(world)
    match = await world.match()
    world.allow(world.games, world.eve, view_channel=False)
    other = world.guild.create_text_channel("other")
    answer = await world.eve.command("game verify", other, match=match.id)
    assert (answer.private, answer.files) == ("There is no such match any more.", {})
    assert (await world.ben.command("game verify", other, match=match.id)).files


async def test_what_was_played_in_a_voice_channel_is_for_who_may_join_it(world: World) -> None:
    """Discord shows its messages to nobody else, though all see that there is such a channel."""
    voice = world.guild.create_voice_channel("voice")
    world.allow(voice, world.eve, connect=False)
    lobby = await world.ana.play(voice)
    await world.ana.press(lobby, "Add computer")
    await world.ana.press(lobby, "Start")
    match = await world.match()
    await world.bot.manager.end(match)
    answer = await world.eve.command("game verify", match=match.id)
    assert (answer.private, answer.files) == ("There is no such match any more.", {})
    assert (await world.ben.command("game verify", match=match.id)).files


async def test_what_was_played_in_a_private_thread_stays_there(world: World) -> None:
    """Who may see its channel need not have been let into it."""
    await played(world)
    match = await world.match()
    thread = world.env.backend.get_channel(match.row.place)
    guild = world.bot.get_guild(world.guild.id)
    assert guild is not None
    known = guild.get_thread(thread.id)
    assert known is not None
    known._type = discord.ChannelType.private_thread
    other = world.guild.create_text_channel("other")
    answer = await world.eve.command("game verify", other, match=match.id)
    assert (answer.private, answer.files) == ("There is no such match any more.", {})
    assert (await world.ben.command("game verify", other, match=match.id)).files


async def test_where_nothing_was_played_the_command_says_so(world: World) -> None:
    answer = await world.eve.command("game verify")
    assert answer.private is not None
    assert answer.private.startswith("There is no match here.")


@pytest.mark.parametrize(
    ("sql", "value", "reason"),
    [
        ("UPDATE secrets SET secret = ?", bytes(32), "secret: its SHA-256 is 66687aad"),
        ("UPDATE matches SET commitment = ?", "0" * 64, "secret: its SHA-256 is "),
        ("UPDATE matches SET contributions = ?", b"[5]", "deal: the secret and the terms give ano"),
        ("UPDATE matches SET contributions = ?", b"[]", "terms: no contribution"),
    ],
)
async def test_a_forgery_in_the_database_is_told_with_its_reason(
    world: World, sql: str, value: object, reason: str
) -> None:
    await played(world)
    match = await world.match()
    execute(world.config.database, sql, value)
    await world.restart()
    answer = await world.ben.press(world.table, "Verify the deal")
    assert answer.private is not None
    assert f"### The deal of the match {match.id} was not fair" in answer.private
    assert reason in answer.private
    with pytest.raises(proof.ProofError):
        proof.check(proof_in(answer))


# Secrecy


class Heard:
    """Everything that leaves the bot: requests with their files, and the log."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def mentions(self, secret: bytes) -> bool:
        """Whether a secret is among it, however it may be written."""
        forms = (
            secret.hex(),
            secret.hex().upper(),
            repr(secret)[2:-1],
            str(int.from_bytes(secret)),
        )
        return any(form in text for text in self.texts for form in forms)


@contextmanager
def hearing() -> Iterator[Heard]:
    """Hear all of it, down to what the bot logs for debugging."""
    heard, serve = Heard(), router.dispatch

    def dispatch(*args: Any, **kwargs: Any) -> Any:
        heard.texts.append(repr((args[1:], kwargs)))
        for file in kwargs.get("files") or ():
            heard.texts.append(file.fp.read().decode(errors="replace"))
            file.fp.seek(0)
        return serve(*args, **kwargs)

    class Log(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            heard.texts.append(record.getMessage())

    handler = Log()
    for package in ("bot", "cogs", "engine"):
        logging.getLogger(package).addHandler(handler)
        logging.getLogger(package).setLevel(logging.DEBUG)
    router.dispatch = dispatch
    try:
        yield heard
    finally:
        router.dispatch = serve
        for package in ("bot", "cogs", "engine"):
            logging.getLogger(package).removeHandler(handler)
            logging.getLogger(package).setLevel(logging.NOTSET)


async def test_the_secret_is_told_only_when_the_match_is_over(world: World) -> None:
    with hearing() as heard:
        lobby = await world.ana.play()
        await world.ben.press(lobby, "Join")
        await world.ana.press(lobby, "Start")
        kept = await secret(world)
        turns = 0
        async for person in decisions(world, Random(3)):
            turns += 1
            for button in ("Rules", "Why?"):
                if button in world.table.buttons and not over(world):
                    await person.press(world.table, button)
            if over(world):
                break
            if turns == 3:
                await world.restart()
            await person.command("privacy export")
            await person.command("game verify", world.games.threads[0])
            await world.eve.command("game verify", match=(await world.match()).id)
        assert len(heard.texts) > 80
        assert not heard.mentions(kept)
        await world.ana.export(world.table)
        await world.ana.command("privacy export")
        assert not heard.mentions(kept)
        await world.ana.press(world.table, "Verify the deal")
        assert heard.mentions(kept)  # so this would have found it


@pytest.mark.trouble
async def test_no_error_tells_the_secret(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("no deal")

    with hearing() as heard:
        lobby = await world.ana.play()
        ((kept,),) = execute(world.config.database, "SELECT secret FROM secrets")
        assert isinstance(kept, bytes)
        await world.ben.press(lobby, "Join")
        with monkeypatch.context() as patch:
            patch.setattr(fair, "deal", broken)
            await world.ana.press(lobby, "Start")
        assert not heard.mentions(kept)


async def test_the_export_of_a_person_holds_no_secret(world: World) -> None:
    await played(world)
    answer = await world.ana.command("privacy export")
    written = json.dumps(json.loads(answer.files["safehouse.json"]))
    assert (await secret(world)).hex() not in written
    assert (await world.match()).row.commitment not in written


async def test_opening_and_joining_take_one_request_each(world: World) -> None:
    def sent() -> int:
        return len(world.env.backend.http_requests)

    before = sent()
    lobby = await world.ana.play()
    opened = sent()
    await world.ben.press(lobby, "Join")
    assert (opened - before, sent() - opened) == (1, 1)
