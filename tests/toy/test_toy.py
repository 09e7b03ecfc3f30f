"""A third game needs its own two modules and a line in the registry, and nothing else."""

import asyncio
import json
import re
import threading
from pathlib import Path
from random import Random

import msgspec
import pytest

from bot import playground
from bot.app import create_bot
from bot.config import Config
from bot.face import Exhibit
from bot.gallery import pictures
from bot.i18n import translator
from bot.messages import hand_screen, table_screen
from bot.screen import Button, Row, Screen
from engine.__main__ import main
from engine.record import decode, replay
from tests.languages import tour
from tests.toy.cog import HighCardCog, HighCardFace
from tests.toy.game import GAME, Deal, Decide, Match, Options
from tests.world import Person, Shown, World, world_in

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def stacked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ana has a 3 and would get an 8, Ben a 5 and a 1, the third a 7 and a 2."""
    cards = {2: (3, 5, 8, 1), 3: (3, 5, 7, 8, 1, 2)}
    monkeypatch.setattr(type(GAME), "deal", lambda self, rng, options, seats: Deal(cards[seats]))


async def start(world: World, *, computer: bool = False) -> list[Person]:
    """Ana and Ben, with or without a computer, begin."""
    opened = await world.ana.command("play high-card")
    assert opened.message is not None
    assert opened.message.text.startswith("### High Card\n1  **Ana**\n2  (free)")
    await world.ben.press(opened.message, "Join")
    if computer:
        await world.ana.press(opened.message, "Add computer")
    await world.ana.press(opened.message, "Start")
    return [world.ana, world.ben]


async def test_lobby_table_and_hands(world: World) -> None:
    await start(world)
    assert (world.ana.hand.text, world.ben.hand.text) == ("Your card: 3", "Your card: 5")
    assert f"→ <@{world.ana.id}>: keep your card, or change it?" in world.table.text
    answer = await world.ben.press(world.table, "Keep")
    assert answer.private == "It is not your turn: Ana is choosing."
    await world.ana.press(world.table, "Change")
    assert world.ana.hand.text == "Your card: 8"
    assert "Ana changed." in world.table.text
    await world.ben.press(world.table, "Keep")
    assert world.table.text.endswith("Ana 8, Ben 5. Ana wins.")
    assert set(world.table.buttons) >= {"Rematch", "Replay", "Rules"}


async def test_nobody_reads_a_card_in_public_before_the_end(world: World) -> None:
    await start(world)
    await world.ana.press(world.table, "Change")
    written = re.sub(r"<[@#]\d+>|<t:\d+:R>|· \w+", "", world.table.text)
    assert not re.search(r"\d", written)


async def test_a_computer_plays_along(world: World) -> None:
    await start(world, computer=True)
    await world.ana.press(world.table, "Keep")
    await world.ben.press(world.table, "Change")
    assert "Computer kept." in world.table.text
    assert world.table.text.endswith("Ana 3, Ben 1, Computer 7. Computer wins.")


async def test_restarts_change_nothing(world: World) -> None:
    def seen() -> list[list[Shown]]:
        return [world.seen_by(person) for person in (world.ana, world.ben)]

    await start(world)
    for person in (world.ana, world.ben):
        before = seen()
        await world.restart()
        assert seen() == before
        await person.press(world.table, "Keep")
    assert world.table.text.endswith("Ana 3, Ben 5. Ben wins.")


def test_a_mistake_in_its_cog_leaves_no_thread_that_would_keep_the_tests_from_ending(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def begin() -> None:
        async with world_in(tmp_path):
            pass

    before = threading.enumerate()
    monkeypatch.delattr(HighCardCog, "play")
    with pytest.raises(AttributeError, match="play"):
        asyncio.run(begin())
    assert [thread for thread in threading.enumerate() if thread not in before] == []


async def test_what_plays_every_game_in_every_language_can_play_it(world: World) -> None:
    people = [world.ana, world.ben]
    await tour.start(world, people, "high-card")
    await tour.play(world, Random(1))
    assert (await world.match()).over
    await tour.afterwards(world, people)
    assert any("Rematch of" in message.text for message in world.public)


async def test_its_rematch_promises_nobody_to_begin(world: World) -> None:
    await start(world)
    for person in (world.ana, world.ben):
        await person.press(world.table, "Keep")
    lobby = (await world.ana.press(world.table, "Rematch")).message
    assert lobby is not None
    assert "It begins as soon as all have pressed **Rematch**." in lobby.text
    assert "Lost and" not in lobby.text


@pytest.mark.parametrize("verb", ["start", "rules", "hand"])
async def test_its_own_buttons_cannot_bear_a_verb_that_every_game_has(
    world: World, monkeypatch: pytest.MonkeyPatch, verb: str
) -> None:
    await start(world)
    match, face = await world.match(), HighCardFace()
    own = Screen((Row((Button("Own", verb),)),))
    monkeypatch.setattr(face, "table", lambda scene, controls: own)
    monkeypatch.setattr(face, "hand", lambda scene, choice: own)
    for viewer in (None, 0):
        scene = await world.bot.scenes.scene(match, viewer)
        with pytest.raises(ValueError, match=f"the verb '{verb}' is not a game's own"):
            hand_screen(face, scene, match) if viewer is not None else table_screen(face, scene)


@pytest.mark.trouble
async def test_closed_direct_messages(world: World) -> None:
    world.ben.close_dms()
    await start(world)
    answer = await world.ben.press(world.table, "My hand")
    assert answer.message is not None
    assert answer.message.private
    assert answer.message.text == "Your card: 5"


async def test_its_rules_can_be_looked_up(world: World) -> None:
    answer = await world.ana.command("rules", topic="high-card/short")
    assert answer.private == "Keep or change your card. The highest, up to 9, wins."
    await start(world)
    answer = await world.ana.press(world.table, "Rules")
    assert answer.private == "Keep or change your card. The highest, up to 9, wins."


@pytest.mark.parametrize("command", ["leaderboard", "stats", "history"])
async def test_what_is_told_of_finished_matches_calls_it_by_its_name_alone(
    world: World, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """A match may have had other options than the usual ones."""
    await start(world)
    for person in (world.ana, world.ben):
        await person.press(world.table, "Keep")
    monkeypatch.setattr(HighCardFace, "title", lambda self, t, options: "High Card · as usual")
    told = (await world.ana.command(command)).private
    assert told is not None
    assert "High Card" in told
    assert "as usual" not in told


async def test_a_game_that_cannot_tell_why_has_no_button_for_it(world: World) -> None:
    await start(world)
    assert "Why?" not in world.table.buttons


async def test_the_record_replays_on_the_command_line(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await start(world)
    for person in (world.ana, world.ben):
        await person.press(world.table, "Change")
    answer = await world.ana.export(world.table)
    ((_, record),) = answer.files.items()
    assert replay(decode(record)).winners == [0]
    unfinished = json.loads(record)
    unfinished["actions"].pop()
    file = tmp_path / "record.json"
    for content, flags, hands in (
        (json.loads(record), ["--public"], [8, 1]),
        (unfinished, [], [8, 5]),
        (unfinished, ["--from-seat", "0"], [8, None]),
        (unfinished, ["--public"], [None, None]),
    ):
        file.write_text(json.dumps(content))
        assert main(["replay", str(file), *flags]) == 0
        assert json.loads(capsys.readouterr().out)["hands"] == hands


async def test_the_playground_offers_it(tmp_path: Path) -> None:
    config = Config(
        database=tmp_path / "toy.db",
        threads=False,
        computer_delay=0.0,
        emojis=False,
        drawing_processes=0,
    )
    bot = create_bot(config)
    async with playground._world(bot, translator("en")) as world:
        ana, channel = world.people[0], world.channel
        lobby = (await ana.slash(channel, "play high-card")).response
        assert lobby is not None
        await ana.click(lobby, label="Add computer")
        await ana.click(lobby, label="Start")
        table = channel.history()[-1]
        hand = (await ana.click(table, label="My hand")).response
        assert hand is not None
        await ana.click(table, label="Change")
        await world.env.settle()
        (match,) = [
            await bot.manager.open(row[0]) for row in await bot.store._all("SELECT id FROM matches")
        ]
        assert match.over
        assert list(match.state.winners) == [0]


def test_the_gallery_leaves_out_what_has_no_picture_and_names_a_step_that_does_not_come() -> None:
    exhibit = Exhibit("two", Options(), seats=2, seed=1)
    assert list(pictures("high-card", exhibit, HighCardFace(), "en")) == []
    strange = msgspec.structs.replace(exhibit, step="reveal")
    with pytest.raises(ValueError, match="'two' of high-card has no step 'reveal' late"):
        list(pictures("high-card", strange, HighCardFace(), "en"))


def test_the_rules_by_themselves() -> None:
    match = Match(Deal((3, 5, 8, 1)), 2)
    assert match.view(0).hands == [3, None]
    assert match.view(None).hands == [None, None]
    assert GAME.player.choose(match.view(0), match.legal(0), Random()) == Decide("change")
    assert GAME.seat_counts(Options()) == (2, 3, 4)


def test_the_services_know_no_game_by_name() -> None:
    """Games are found by the registry; what all of them share imports and names none."""
    shared = [*ROOT.glob("bot/**/*.py"), *ROOT.glob("cogs/*.py"), ROOT / "engine/game.py"]
    shared += [ROOT / "engine/record.py"]
    known = re.compile(r"agent_avenue|agencia|high_card")
    naming = [path.name for path in shared if known.search(path.read_text("utf-8"))]
    assert len(shared) > 20
    assert naming == []


async def test_its_replay_shows_each_step_though_the_toy_knows_nothing_of_replays(
    world: World,
) -> None:
    await start(world)
    seen = [world.table.text]
    for person in (world.ana, world.ben):
        await person.press(world.table, "Change")
        seen.append(world.table.text)
    shown = (await world.ana.press(world.table, "Replay")).message
    assert shown is not None
    assert set(shown.buttons) == {"⏮ Start", "◀ Back", "Forward ▶", "End ⏭", "Export"}
    for step, text in enumerate(seen):
        assert shown.text.endswith(text.split("\n-# The time")[0])
        if step + 1 < len(seen):
            shown = (await world.ana.press(shown, "Forward")).message
            assert shown is not None
