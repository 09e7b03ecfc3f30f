"""/leaderboard, /stats and /history: what they count, and what they keep to themselves."""

import re
from random import Random

import msgspec
import pytest
from discord import PermissionOverwrite
from simcord.backend.models import Overwrite
from simcord.components import walk_components

from bot.rows import Preferences, SurfaceRow
from cogs import record_pages
from engine.agencia.game import Options as AgenciaOptions
from tests.bot.finished import DUEL, TEAMS, lose, play, start
from tests.bot.stored import manager_on
from tests.cogs.agent_avenue import duel
from tests.world import Person, Shown, World

MAX_TEXT = 4000
ELSEWHERE = 99
ROLE = 0
"""Discord's number for what a permission overwrite is for."""


async def over(
    world: World, winner: int, loser: int, *, guild: int | None = None, channel: int = 0
) -> str:
    """A match of two that ends; its code."""
    place = channel or world.games.id
    match = await start(
        world.bot.store,
        [winner, loser],
        guild=guild or world.guild.id,
        channel=place,
        names=[name(world, winner), name(world, loser)],
    )
    table = SurfaceRow(match.id, "table", -1, 0, place, 5000, 0)
    await world.bot.store.save_surfaces([table])
    await lose(world.bot.store, match, loser)
    return match.id


def name(world: World, user: int) -> str:
    known = {world.ana.id: "Ana", world.ben.id: "Ben", world.eve.id: "Eve"}
    return known.get(user, f"Player {user}")


async def shown(person: Person, command: str, **options: object) -> str:
    """What a command answers, in private."""
    answer = await person.command(command, **options)
    assert answer.private is not None
    return answer.private


async def opened(person: Person, command: str, **options: object) -> Shown:
    answer = await person.command(command, **options)
    assert answer.message is not None
    return answer.message


async def turned(person: Person, message: Shown, label: str) -> str:
    """The same message after a press on one of its buttons."""
    await person.press(message, label)
    return person.world.read(message).text


async def unlist(world: World, person: Person) -> None:
    message = await opened(person, "preferences")
    await person.choose(message, "PREFERENCES:0:listed", "false")


# The leaderboard


async def test_the_leaderboard_begins_with_the_best(world: World) -> None:
    for _ in range(2):
        await over(world, world.eve.id, world.ben.id)
    await over(world, world.ana.id, world.ben.id)
    text = await shown(world.ben, "leaderboard")
    assert text.startswith("### Leaderboard: Agent Avenue\n")
    ranked = r"^(\d)\\\. \*\*(\w+)\*\* · rating (\d+) from (\d) rated"
    lines = re.findall(ranked, text, re.MULTILINE)
    assert [(number, who, matches) for number, who, _, matches in lines] == [
        ("1", "Eve", "2"),
        ("2", "Ana", "1"),
        ("3", "Ben", "3"),
    ]
    ratings = [int(rating) for _, _, rating, _ in lines]
    assert ratings == sorted(ratings, reverse=True)


async def test_a_leaderboard_can_be_of_any_game(world: World) -> None:
    await over(world, world.ana.id, world.ben.id)
    people = [world.ana.id, world.ben.id, world.eve.id]
    names = ["Ana", "Ben", "Eve"]
    match = await start(
        world.bot.store, people, AgenciaOptions(), guild=world.guild.id, names=names
    )
    await play(world.bot.store, match)
    message = await opened(world.eve, "leaderboard", game="la-agencia")
    assert message.text.startswith("### Leaderboard: La Agencia\n")
    assert "Eve" in message.text
    await world.eve.choose(message, "RECORDS:0:board", "agent-avenue/0/0")
    assert "Eve" not in world.read(message).text
    suggested = await world.eve.member.autocomplete(world.games, "leaderboard", "game", "agenc")
    assert suggested == [{"name": "La Agencia", "value": "la-agencia"}]


async def test_an_empty_leaderboard_says_what_is_rated(world: World) -> None:
    assert "There is nobody here yet." in await shown(world.ana, "leaderboard")


async def test_only_matches_of_this_server_count(world: World) -> None:
    await over(world, world.ana.id, world.ben.id)
    before = await shown(world.ana, "leaderboard")
    for number in range(3):
        await over(world, world.ben.id, world.eve.id, guild=ELSEWHERE, channel=700 + number)
    assert await shown(world.ana, "leaderboard") == before
    everywhere = await shown(world.ana, "leaderboard", everywhere=True)
    assert "Eve" not in everywhere  # who has played elsewhere only
    assert everywhere.index("Ben") < everywhere.index("Ana")
    assert "In all servers." in everywhere


async def test_who_does_not_want_to_be_listed_is_not(world: World) -> None:
    await over(world, world.ana.id, world.ben.id)
    await unlist(world, world.ana)
    text = await shown(world.eve, "leaderboard")
    assert "Ana" not in text
    assert "1\\. **Ben**" in text
    for command in ("stats", "history"):
        told = await shown(world.eve, command, user=world.ana.member)
        assert told == "That person does not want others to see it."
        assert "won" in await shown(world.ana, command)
    assert "Ana" not in await shown(world.eve, "stats", user=world.ben.member)
    assert "Ana" in await shown(world.ben, "stats")


async def test_a_deleted_person_is_gone_from_every_page(world: World) -> None:
    await over(world, world.ana.id, world.ben.id)
    await world.bot.store.forget(world.ana.id)
    for command in ("leaderboard", "stats", "history"):
        text = await shown(world.ben, command)
        assert "Ana" not in text
        assert str(world.ana.id) not in text
    assert "1. Player · 2. Ben" in await shown(world.ben, "history")


async def crowd(world: World, people: int) -> None:
    """So many people have a rating."""
    for number in range(0, people, 2):
        await over(world, 5000 + number, 5001 + number)


async def test_a_long_leaderboard_has_pages_that_turn_after_a_restart(world: World) -> None:
    await crowd(world, 24)
    message = await opened(world.ana, "leaderboard")
    seen = [message.text]
    assert "Page 1 of 3." in message.text
    await world.restart()
    for page in (2, 3):
        seen.append(await turned(world.ana, world.read(message), "Next page"))
        assert f"Page {page} of 3." in seen[-1]
    listed = [who for text in seen for who in re.findall(r"\*\*Player (\d+)\*\*", text)]
    assert sorted(listed) == [str(5000 + number) for number in range(24)]
    numbers = [int(n) for text in seen for n in re.findall(r"^(\d+)\\\. ", text, re.MULTILINE)]
    assert numbers == list(range(1, 25))
    assert await turned(world.ana, world.read(message), "◀") == seen[1]


async def test_the_first_and_the_last_page_lead_no_further(world: World) -> None:
    await crowd(world, 12)
    message = await opened(world.ana, "leaderboard")

    def disabled() -> list[bool]:
        parts = walk_components(world.stored(message).components)
        return [bool(part.get("disabled")) for part in parts if part["type"] == 2]

    assert disabled() == [True, False]
    await turned(world.ana, message, "Next page")
    assert disabled() == [False, True]


async def test_a_page_that_is_no_more_becomes_the_last_one(world: World) -> None:
    await crowd(world, 12)
    message = await opened(world.ana, "leaderboard")
    for number in range(4):
        await world.bot.store.forget(5000 + number)
    assert "8\\. " in await turned(world.ana, message, "Next page")


# /stats


async def test_stats_add_somebody_s_matches_up(world: World) -> None:
    for _ in range(2):
        await over(world, world.ana.id, world.ben.id)
    await over(world, world.eve.id, world.ana.id)
    await over(world, world.ana.id, world.ben.id)
    text = await shown(world.eve, "stats", user=world.ana.member)
    assert text.startswith("### Ana\n**Agent Avenue**\n4 matches, 3 won · rating ")
    assert " from 4 rated matches\n" in text
    assert "Won by: the other side giving up × 3\n" in text
    assert "The last match was won; the most in a row: 2." in text
    assert "**Against others**\nBen: 3 won, 0 lost\nEve: 0 won, 1 lost" in text
    assert "In this server." in text


async def test_stats_name_favourite_recruits(world: World) -> None:
    match = await start(world.bot.store, [world.ana.id, world.ben.id], DUEL, guild=world.guild.id)
    await play(world.bot.store, match)
    (counted,) = await world.bot.store.counted(world.ana.id, None)
    most = max(counted.cards.values())
    text = await shown(world.ana, "stats")
    assert re.search(rf"^Recruited most: [\w ]+ × {most}\b", text, re.MULTILINE)
    assert "Won by: " in await shown(world.ana if counted.place == 1 else world.ben, "stats")


async def test_teammates_are_no_opponents(world: World) -> None:
    people = [world.ana.id, world.ben.id, world.eve.id, None]
    match = await start(world.bot.store, people, TEAMS, guild=world.guild.id)
    seats = {world.ana: 0, world.ben: 1, world.eve: 2}
    assert [match.seat_of(person.id) for person in seats] == list(seats.values())
    await lose(world.bot.store, match, world.ben.id)
    text = await shown(world.ana, "stats")
    assert "1 match, 1 won · no rated match yet" in text
    assert f"Player {world.ben.id}: 1 won, 0 lost" in text
    assert str(world.eve.id) not in text


async def test_who_has_played_nothing_is_told_so(world: World) -> None:
    for command in ("stats", "history"):
        assert "No finished match yet." in await shown(world.ana, command)


@pytest.mark.parametrize("command", ["stats", "history"])
async def test_other_servers_are_shown_to_oneself_only(world: World, command: str) -> None:
    await over(world, world.ana.id, world.ben.id)
    code = await over(world, world.ana.id, world.eve.id, guild=ELSEWHERE, channel=700)
    told = await shown(world.ben, command, user=world.ana.member, everywhere=True)
    assert told == "What you play in other servers is shown to yourself only."
    mine = await shown(world.ana, command)
    assert "Eve" not in mine
    assert code not in mine
    everything = await shown(world.ana, command, everywhere=True)
    assert "Eve" in everything
    assert "Ben" in everything
    assert await shown(world.ben, command, user=world.ana.member) == mine


async def test_nothing_of_a_running_match_shows(world: World) -> None:
    before = [await shown(world.ana, command) for command in ("leaderboard", "stats", "history")]
    await duel.start(world)
    after = [await shown(world.ana, command) for command in ("leaderboard", "stats", "history")]
    assert after == before


async def test_a_match_that_a_moderator_ended_shows_nowhere(world: World) -> None:
    before = [await shown(world.ana, command) for command in ("leaderboard", "stats", "history")]
    match = await start(world.bot.store, [world.ana.id, world.ben.id], guild=world.guild.id)
    await manager_on(world.bot.store).end(match)
    after = [await shown(world.ana, command) for command in ("leaderboard", "stats", "history")]
    assert after == before


# /history


async def test_history_links_to_the_tables_the_newest_first(world: World) -> None:
    first = await over(world, world.ana.id, world.ben.id)
    second = await over(world, world.eve.id, world.ana.id)
    text = await shown(world.ana, "history")
    link = f"https://discord.com/channels/{world.guild.id}/{world.games.id}/5000"
    lines = text.splitlines()
    assert lines[0] == "### Matches of Ana"
    assert re.fullmatch(
        rf"<t:\d+:d> · \*\*lost\*\* · Agent Avenue · \[{second}\]\({link}\)", lines[1]
    )
    assert lines[2] == "-# 1. Eve · 2. Ana"
    assert re.fullmatch(
        rf"<t:\d+:d> · \*\*won\*\* · Agent Avenue · \[{first}\]\({link}\)", lines[3]
    )


async def test_history_says_what_is_unrated_and_names_computers(world: World) -> None:
    people, names = [world.ana.id, None], ["Ana", ""]
    match = await start(world.bot.store, people, guild=world.guild.id, names=names)
    await lose(world.bot.store, match, world.ana.id)
    text = await shown(world.ana, "history")
    assert f"**lost** · Agent Avenue · {match.id} · unrated\n-# 1. Computer · 2. Ana" in text


async def test_history_calls_equal_names_as_the_table_did(world: World) -> None:
    people = [world.ana.id, world.ben.id]
    match = await start(world.bot.store, people, guild=world.guild.id, names=["Kim", "Kim"])
    await lose(world.bot.store, match, world.ana.id)
    assert "\n-# 1. Kim (2) · 2. Kim\n" in await shown(world.ana, "history")


async def test_history_ranks_all_of_many(world: World) -> None:
    people = [world.ana.id, world.ben.id, world.eve.id]
    match = await start(
        world.bot.store,
        people,
        AgenciaOptions(),
        guild=world.guild.id,
        names=["Ana", "Ben", "Eve"],
    )
    await lose(world.bot.store, match, world.ana.id)
    await play(world.bot.store, match)
    text = await shown(world.ana, "history")
    assert "**place 3 of 3** · La Agencia" in text
    assert re.search(r"-# 1\. \w+ · \d\. \w+ · 3\. Ana", text)


async def test_history_has_pages_that_turn_after_a_restart(world: World) -> None:
    codes = [await over(world, world.ana.id, world.ben.id) for _ in range(13)]
    message = await opened(world.eve, "history", user=world.ana.member)
    text = message.text
    await world.restart()
    for _ in range(2):
        text += await turned(world.eve, world.read(message), "Next page")
    assert re.findall(r"\[(\w{4,6})\]\(", text) == codes[::-1]


async def test_a_match_of_the_history_can_be_replayed(world: World) -> None:
    await duel.start(world)
    async for _ in duel.decisions(world, Random(3)):
        pass
    match = await world.match()
    message = await opened(world.ana, "history")
    await world.restart()
    answer = await world.ana.choose(message, "RECORDS:0:replay", match.id)
    assert answer.message is not None
    assert answer.message.private
    assert answer.message.id != message.id
    assert "Replay" in answer.message.text
    assert f"/{world.table.channel}/{world.table.id})" in message.text


async def test_a_page_is_not_turned_for_who_may_not_see_it_any_more(world: World) -> None:
    for _ in range(7):
        await over(world, world.ana.id, world.ben.id)
    message = await opened(world.eve, "history", user=world.ana.member)
    await unlist(world, world.ana)
    text = await turned(world.eve, message, "Next page")
    assert text == "That person does not want others to see it."


async def test_matches_in_channels_that_one_does_not_see_are_left_out(world: World) -> None:
    secret = world.guild.create_text_channel("secret")
    allow, deny = PermissionOverwrite(view_channel=False).pair()
    everyone = Overwrite(world.guild.id, ROLE, allow=allow.value, deny=deny.value)
    world.env.backend.set_overwrite(secret.id, everyone)
    open_match = await over(world, world.ana.id, world.ben.id)
    hidden = await over(world, world.ana.id, world.ben.id, channel=secret.id)
    others = await shown(world.eve, "history", user=world.ana.member)
    assert open_match in others
    assert hidden not in others
    assert hidden in await shown(world.ana, "history")


@pytest.mark.settings(threads=False)
async def test_a_match_is_hidden_from_whom_its_new_channel_is(world: World) -> None:
    """Where it was moved from counts no longer, not even when the new channel is gone."""
    await duel.start(world)
    secret = world.guild.create_text_channel("secret")
    world.allow(secret, world.eve, view_channel=False)
    await world.ana.command("game here", secret)
    question = (await world.ana.command("game resign", secret)).message
    assert question is not None
    await world.ana.press(question, "Resign")
    code = (await world.match()).id
    assert code in await shown(world.ben, "history", user=world.ana.member)
    answer = await world.eve.command("game verify", match=code)
    assert (answer.private, answer.files) == ("There is no such match any more.", {})
    told = (await world.eve.command("game verify")).private
    assert told is not None
    assert told.startswith("There is no match here.")
    message = await opened(world.eve, "history", user=world.ana.member)
    assert code not in message.text
    forged = msgspec.structs.replace(message, buttons={"x": f"{code}:0:replay"})
    assert (await world.eve.press(forged, "x")).private == "There is no such match any more."
    world.env.backend.delete_channel(secret.id)
    for channel in (world.games, world.guild.create_text_channel("other")):
        answer = await world.eve.command("history", channel, user=world.ana.member)
        assert answer.message is not None
        assert code not in answer.message.text


# What they are written in


async def test_names_are_harmless_and_distinct(world: World) -> None:
    names = ["**bold** [x](http://y) @everyone", "**bold** [x](http://y) @everyone"]
    match = await start(
        world.bot.store, [world.ana.id, world.ben.id], guild=world.guild.id, names=names
    )
    await lose(world.bot.store, match, world.ana.id)
    text = await shown(world.eve, "leaderboard")
    assert "(2)" in text
    assert r"\[x\](http\:" in text
    assert "@everyone" not in text


async def test_the_longest_names_fit(world: World) -> None:
    """32 characters, each of which markdown needs escaped."""
    worst = "*" * 32
    for number in range(record_pages.BOARD_LINES // 5):
        people = [6000 + 10 * number + seat for seat in range(5)]
        match = await start(
            world.bot.store,
            [world.ana.id, *people],
            AgenciaOptions(embassy="counter_espionage"),
            guild=world.guild.id,
            names=[worst] * 6,
        )
        await world.bot.store.save_surfaces(
            [SurfaceRow(match.id, "table", -1, 0, 2**63 - 1, 2**63 - 1, 0)]
        )
        await play(world.bot.store, match)
    for _ in range(record_pages.HISTORY_LINES):
        match = await start(
            world.bot.store,
            [world.ana.id, *people],
            AgenciaOptions(),
            guild=world.guild.id,
            names=[worst] * 6,
        )
        await world.bot.store.save_surfaces(
            [SurfaceRow(match.id, "table", -1, 0, 2**63 - 1, 2**63 - 1, 0)]
        )
        await play(world.bot.store, match)
    for command, lines in (("leaderboard", "rating"), ("history", "-# 1."), ("stats", "won, ")):
        text = await shown(world.ana, command)
        assert text.count(lines) >= 5
        assert len(text) < MAX_TEXT


async def test_each_reads_it_in_the_own_language(world: World) -> None:
    await over(world, world.ana.id, world.ben.id)
    await world.bot.languages.save_preferences(world.ana.id, Preferences(language="de"))
    german = await shown(world.ana, "stats")
    assert german != await shown(world.ben, "stats", user=world.ana.member)
    assert "gewonnen" in german
