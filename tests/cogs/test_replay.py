"""The replay of a match that is over: what was seen, step by step, and what was hidden."""

import asyncio
import io
from collections.abc import AsyncIterator
from random import Random

import msgspec
import pytest
from PIL import Image

from bot import answer as answering
from bot import replay as replays
from bot import summary
from bot.draw.animation import MAX_BYTES
from bot.draw.cache import PictureCache
from bot.gallery import faces
from bot.i18n import pick
from bot.match import unstored
from bot.rows import SeatRow, Settings
from bot.screen import MAX_TEXT, Text, fitting
from engine import registry
from engine.agencia.game import Options as Agencia
from engine.game import Resign
from engine.record import decode
from engine.record import replay as end_of
from tests.cogs.agencia import evening as agencia
from tests.cogs.agent_avenue import duel, teams
from tests.cogs.test_game_commands import moderator, thread
from tests.cogs.test_preferences import prefer
from tests.cogs.test_summary import AgentAvenue, played
from tests.world import Answer, Person, Shown, World

FORWARD, BACK, START, END = "Forward ▶", "◀ Back", "⏮ Start", "End ⏭"
OPEN, SEEN = "All cards open", "As everybody saw it"


class Look(msgspec.Struct, frozen=True):
    """What a table showed."""

    text: str
    pictures: tuple[bytes, ...]
    alts: tuple[str, ...]


def look(world: World, message: Shown, text: str) -> Look:
    files = world.stored(message).attachments
    return Look(text, tuple(world.env.backend.cdn.get(file["url"]) for file in files), message.alts)


async def seen_live(world: World, presses: AsyncIterator[object]) -> dict[int, Look]:
    """Play on; how the table looked after each number of actions."""
    looks = {(await world.match()).version: look(world, world.table, world.table.text)}
    async for _ in presses:
        match, table = await world.match(), world.table
        if match.current_proposal() is None:
            looks[match.version] = look(world, table, table.text)
    return looks


def split(message: Shown) -> tuple[list[str], str]:
    """What a replay says of its step, and the table below it."""
    lines = message.text.split("\n")
    told = [line for line in lines[1:] if line.startswith("> ")]
    assert lines[0].startswith("-# Replay, step ")
    return told, "\n".join(lines[1 + len(told) :])


async def open_replay(person: Person) -> Shown:
    shown = (await person.press(person.world.table, "Replay")).message
    assert shown is not None
    assert shown.private
    return shown


async def press(person: Person, message: Shown, label: str) -> Shown:
    """Press in the replay, which is edited."""
    shown = (await person.press(message, label)).message
    assert shown is not None
    assert shown.id == message.id
    return shown


async def steps(world: World, person: Person) -> AsyncIterator[Shown]:
    """The whole replay, from its beginning to its end."""
    shown = await open_replay(person)
    yield shown
    for _ in range(await last_step(world)):
        shown = await press(person, shown, FORWARD)
        yield shown


async def last_step(world: World) -> int:
    return len(replays.ends(await world.match()))


async def no_limit(world: World) -> None:
    """Let nobody be told a time to decide, which a replay does not have."""
    await world.bot.languages.save_settings(world.guild.id, Settings(turn_limit=0, team_seconds=0))


async def equals(world: World, looks: dict[int, Look]) -> None:
    """A bystander's replay of the match shows what was seen when it was played."""
    pages = [look(world, page, split(page)[1]) async for page in steps(world, world.eve)]
    assert len(looks) > 8
    reached = [0, *replays.ends(await world.match())]
    for version, live in looks.items():
        page = pages[reached.index(version)]
        assert page.text == live.text
        assert page == live


@pytest.mark.parametrize("mode", ["simple", "advanced"])
async def test_a_replay_shows_the_very_tables_that_were_seen(world: World, mode: str) -> None:
    await no_limit(world)
    await duel.start(world, mode=mode)
    await equals(world, await seen_live(world, duel.decisions(world, Random(3))))


async def test_so_it_does_where_teams_play(world: World) -> None:
    await no_limit(world)
    await teams.start(world, teams.party(world, 4), teams="2v2")
    await equals(world, await seen_live(world, teams.presses(world, Random(3))))


@pytest.mark.parametrize("people", [3, 6])
async def test_so_it_does_in_la_agencia(world: World, people: int) -> None:
    await no_limit(world)
    await agencia.start(world, people)
    await equals(world, await seen_live(world, agencia.decisions(world, Random(3))))


async def finished(world: World) -> Shown:
    """A duel played to its end; its table."""
    await duel.start(world)
    async for _ in duel.decisions(world, Random(3)):
        pass
    return world.table


async def test_one_steps_forward_and_back_and_to_either_end(world: World) -> None:
    await finished(world)
    last = (await world.match()).version
    shown = await open_replay(world.eve)
    assert f"step 0 of {last}" in shown.text
    for label, step in ((FORWARD, 1), (FORWARD, 2), (BACK, 1), (END, last), (BACK, last - 1)):
        shown = await press(world.eve, shown, label)
        assert f"step {step} of {last}" in shown.text
    assert f"step 0 of {last}" in (await press(world.eve, shown, START)).text


async def test_each_step_tells_what_happened_in_it(world: World) -> None:
    await finished(world)
    match = await world.match()
    told = [split(page)[0] async for page in steps(world, world.eve)]
    assert told[0] == [f"> The match {match.id} begins."]
    for lines, (seat, action) in zip(told[1:], match.actions, strict=True):
        name = ("Ana", "Ben")[seat]
        done = "offered" if msgspec.to_builtins(action)["do"] == "play" else "took the face-"
        assert lines[0].startswith(f"> {name} {done}")


async def test_with_all_cards_open_it_shows_what_was_hidden(world: World) -> None:
    await finished(world)
    match = await world.match()
    shown = await press(world.eve, await open_replay(world.eve), OPEN)
    assert "with all cards open" in shown.text
    hands = [line for line in shown.text.splitlines() if line.startswith("Hand of ")]
    assert [line.count(",") for line in hands] == [3, 3]
    shown = await press(world.eve, shown, FORWARD)
    assert "face down." in split(shown)[0][0]
    assert "Still face down: Saboteur (for Ana the 1st: −1; for Ben the 1st: −1)" in shown.text
    shown = await press(world.eve, shown, SEEN)
    assert "Hand of " not in shown.text
    assert f"step 1 of {match.version}" in shown.text


async def test_in_la_agencia_it_shows_every_position(world: World) -> None:
    await agencia.start(world, 3)
    async for _ in agencia.decisions(world, Random(3)):
        pass
    shown = await press(world.eve, await open_replay(world.eve), OPEN)
    cards = [line for line in shown.text.splitlines() if line.startswith("Cards of ")]
    assert len(cards) == 3
    assert all("?" not in line and line.count("**") == 8 for line in cards)


async def test_every_step_with_all_cards_open_can_be_shown(world: World) -> None:
    await teams.start(world, teams.party(world, 4), teams="2v2", mode="advanced")
    async for _ in teams.presses(world, Random(5)):
        pass
    shown = await press(world.eve, await open_replay(world.eve), OPEN)
    for step in range(1, await last_step(world) + 1):
        shown = await press(world.eve, shown, FORWARD)
        assert f"step {step} of" in shown.text
        assert shown.text.count("Hand of ") == 4
        assert shown.alts


async def test_it_works_after_a_restart(world: World) -> None:
    await finished(world)
    shown = await press(world.eve, await open_replay(world.eve), FORWARD)
    await world.restart()
    assert "step 2 of" in (await press(world.eve, shown, FORWARD)).text


async def test_who_wants_no_pictures_gets_none(world: World) -> None:
    await finished(world)
    await prefer(world, world.eve, "pictures", "false")
    shown = await open_replay(world.eve)
    assert shown.alts == ()
    assert "The match" in shown.text
    assert "▲ Ana on space 1, ● Ben on space 8." in shown.text
    shown = await press(world.eve, await press(world.eve, shown, FORWARD), OPEN)
    assert "▲ Ana on space 1, ● Ben on space 8." in shown.text


async def test_it_is_in_the_language_of_who_looks(world: World) -> None:
    await finished(world)
    world.eve.locale = "de"
    assert "> Die Partie " in (await open_replay(world.eve)).text


async def test_export_hands_out_the_record_which_replays_to_the_same_end(world: World) -> None:
    await finished(world)
    match = await world.match()
    answer = await world.eve.press(await open_replay(world.eve), "Export")
    ((name, content),) = answer.files.items()
    assert name == f"{match.id}.json"
    again = end_of(decode(content))
    assert again.full() == match.state.full()
    last = replays.scene(match, replays.Place(await last_step(world), whole=True), pick("en"), {})
    assert last.view == again.full()


async def test_the_command_hands_out_the_same(world: World) -> None:
    await finished(world)
    match = await world.match()
    files = (await world.eve.press(await open_replay(world.eve), "Export")).files
    assert (await world.eve.command("game export", thread(world))).files == files
    assert (await world.eve.command("game export", match=match.id.lower())).files == files


# The animated summary


async def shared(person: Person) -> Answer:
    return await person.press(await open_replay(person), "Share")


def gif_in(answer: Answer) -> Image.Image:
    ((name, data),) = answer.files.items()
    assert name.endswith(".gif")
    assert len(data) <= MAX_BYTES
    return Image.open(io.BytesIO(data))


async def test_share_shows_the_match_as_a_small_animation_to_who_asks(world: World) -> None:
    await finished(world)
    before = world.public
    answer = await shared(world.eve)
    assert answer.private is not None
    assert gif_in(answer).n_frames > 5  # type: ignore[attr-defined]
    assert world.public == before
    assert answer.message is not None
    (alt,) = answer.message.alts
    assert alt.startswith("Agent Avenue · simple · two players, match ")
    assert alt.endswith(world.table.alts[0])


async def test_and_post_it_here_shows_it_to_everybody(world: World) -> None:
    await finished(world)
    private = (await shared(world.eve)).message
    assert private is not None
    answer = await world.eve.press(private, "Post it here")
    gif_in(answer)
    assert answer.message == world.public[-1]
    assert f"Shared by <@{world.eve.id}>" in world.public[-1].text
    assert world.public[-1].buttons == {}
    assert " wins: " in world.public[-1].text, "the end is there for those who see no pictures"


async def test_an_animation_that_takes_long_is_posted_all_the_same(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await finished(world)
    private = (await shared(world.eve)).message
    assert private is not None
    monkeypatch.setattr(answering, "DEFER_AFTER", 0.0)
    await world.eve.press(private, "Post it here")
    assert "Shared by" in world.public[-1].text
    assert len(world.stored(world.public[-1]).attachments) == 1
    assert [m for m in world.told(world.eve) if "thinking" in m.text] == []


async def test_it_is_made_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await finished(world)
    made: list[int] = []
    animate = summary.animate
    monkeypatch.setattr(summary, "ANIMATIONS", PictureCache())
    monkeypatch.setattr(
        summary, "animate", lambda pictures: made.append(len(pictures)) or animate(pictures)
    )
    for person in (world.eve, world.ana):
        await shared(person)
    assert len(made) == 1


async def test_a_running_match_is_not_shared(world: World) -> None:
    await duel.start(world)
    match, table = await world.match(), world.table
    for verb in ("replay.share", "replay.post"):
        answer = await world.eve.press(forged(table, f"{match.id}:0:{verb}"), "x")
        assert answer.private == "The replay is there when the match is over."
        assert answer.files == {}


# What nobody may see


def forged(message: Shown, custom_id: str) -> Shown:
    return msgspec.structs.replace(message, buttons={"x": custom_id})


@pytest.mark.parametrize("verb", ["replay", "replay.end", "replay.cards"])
async def test_a_running_match_has_no_replay(world: World, verb: str) -> None:
    await duel.start(world)
    match, table = await world.match(), world.table
    assert "Replay" not in table.buttons
    for person in (world.ana, world.eve):
        answer = await person.press(forged(table, f"{match.id}:0:{verb}:9.open"), "x")
        assert answer.private == "The replay is there when the match is over."
        assert answer.files == {}
    assert world.table == table


async def test_the_record_of_a_running_match_is_not_handed_out(world: World) -> None:
    await duel.start(world)
    for person in (world.ana, world.eve):
        answer = await person.command("game export", thread(world))
        assert answer.private == "The record is there when the match is over."
        assert answer.files == {}


@pytest.mark.parametrize("game", ["agent-avenue", "la-agencia"])
async def test_a_match_that_a_moderator_ended_is_open_as_any_that_is_over(
    world: World, game: str
) -> None:
    """Nobody plays it any more, and the proof of its deal tells all cards anyway."""
    if game == "la-agencia":
        players = await agencia.start(world, 3)
        moves: AsyncIterator[object] = agencia.decisions(world, Random(3))
    else:
        players = [world.ana, world.ben]
        await duel.start(world)
        moves = duel.decisions(world, Random(3))
    for _ in range(3):
        await anext(moves)
    await moderator(world).command("game end", thread(world))
    table, match = world.table, await world.match()
    assert "**Replay** shows the match up to here, with all cards open if you like." in table.text
    shown = await press(world.eve, await open_replay(world.eve), END)
    assert "as everybody saw it" in shown.text
    shown = await press(world.eve, shown, OPEN)
    assert f"step {await last_step(world)} of" in shown.text
    assert shown.text.count({"la-agencia": "Cards of "}.get(game, "Hand of ")) == len(players)
    ((_, content),) = (await world.eve.press(shown, "Export")).files.items()
    assert end_of(decode(content)).full() == match.state.full()
    animation = await world.eve.press(shown, "Share")
    gif_in(animation)
    assert "A moderator has ended this match. Nobody wins." in (animation.private or "")
    assert "was fair" in ((await world.eve.press(table, "Verify the deal")).private or "")


def test_an_action_and_the_choice_that_it_asks_for_are_one_step() -> None:
    """Whether there was a choice would tell of a hand, which nobody else saw."""
    match = played("agent-avenue", AgentAvenue(mode="advanced"), 2, Random(12))
    answers = [number for number, (_, action) in enumerate(match.actions) if action.answers]
    assert answers, "no choice in this match"
    assert replays.ends(match) == [
        number for number in range(1, match.version + 1) if number not in answers
    ]


def test_a_step_in_which_much_happens_fits_into_a_message() -> None:
    """Whoever gives up last in La Agencia ends the match: the engine plays it on."""
    rules, options = registry.game("la-agencia"), Agencia()
    people = [SeatRow(seat, seat + 1, "Ana", "") for seat in range(6)]
    match = unstored("4F7K", rules.id, options, rules.deal(Random(1), options, 6), people)
    for seat in range(6):
        match.play(seat, Resign())
    at = replays.Place(len(replays.ends(match)))
    screen = replays.screen(asyncio.run(faces())[rules.id], match, at, pick("en"), {})
    texts = [block.markdown for block in fitting(screen.blocks) if isinstance(block, Text)]
    assert texts[0].startswith("-# Replay, step 6 of 6")
    assert 3000 < sum(map(len, texts)) <= MAX_TEXT


@pytest.mark.parametrize("args", ["", "x", "-1.open", "99999.open", "٣.seen", "1.2.3"])
async def test_whatever_a_custom_id_says_it_is_answered(world: World, args: str) -> None:
    await finished(world)
    shown = await open_replay(world.eve)
    match = await world.match()
    custom_id = f"{match.id}:0:replay.forward" + (f":{args}" if args else "")
    answer = await world.eve.press(forged(shown, custom_id), "x")
    assert answer.message is not None
    assert "-# Replay, step " in answer.message.text


@pytest.mark.parametrize("verb", ["replay.forward", "replay.share", "replay.post", "record"])
async def test_who_cannot_see_the_table_gets_nothing_of_it(
    world: World, monkeypatch: pytest.MonkeyPatch, verb: str
) -> None:
    await finished(world)
    shown = await open_replay(world.eve)
    match = await world.match()
    monkeypatch.setattr("cogs.replay.could_see_table", lambda interaction, match: False)
    answer = await world.eve.press(forged(shown, f"{match.id}:0:{verb}"), "x")
    assert answer.private == "There is no such match any more."


async def test_nor_by_the_command(world: World) -> None:
    await finished(world)
    match = await world.match()
    world.allow(world.games, world.eve, view_channel=False)
    other = world.guild.create_text_channel("other")
    answer = await world.eve.command("game export", other, match=match.id)
    assert (answer.private, answer.files) == ("There is no such match any more.", {})
    assert (await world.ben.command("game export", other, match=match.id)).files
