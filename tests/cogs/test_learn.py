"""/learn: a first match that explains itself, played to its end in each language."""

import re
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from random import Random
from typing import Any, cast

import msgspec
import pytest
from simcord.components import validate_message_state, walk_components

from bot.face import Lesson
from bot.i18n import languages, translator
from bot.lesson import Course, Learner, NoSuchLesson, Teacher, course
from bot.rows import Preferences
from bot.screen import Button, Picture, Row, Screen, compose, digest, without_pictures
from cogs import learn
from cogs.agencia.cog import AgenciaFace
from cogs.agent_avenue.cog import AgentAvenueFace
from engine import registry
from tests.world import Person, Shown, World
from tests.written import text

FACES: dict[str, Teacher] = {"agent-avenue": AgentAvenueFace(), "la-agencia": AgenciaFace()}
LANGUAGES = ("en", "de", "fr", "es", "ca")
V2 = 1 << 15
HELP = frozenset({"why", "rules"})
NAMED = re.compile(r"^> \*\*(.+?)\.\*\* ", re.MULTILINE)


def verb(custom_id: str) -> str:
    return custom_id.split(":")[2]


def decisions(message: Shown) -> list[str]:
    """The labels of the game's own buttons, without those that take a choice back."""
    return [
        label
        for label, custom_id in message.buttons.items()
        if verb(custom_id) not in HELP
        and not verb(custom_id).startswith("lesson.")
        and not custom_id.endswith(":back")
    ]


def owner(message: Shown) -> str:
    """What stands in the custom ids for the moment of a lesson."""
    return next(iter(message.buttons.values())).split(":")[0]


async def begin(person: Person, game: str) -> Shown:
    answer = await person.command(f"learn {game}")
    assert answer.message is not None
    assert answer.message.private
    return answer.message


async def play(person: Person, message: Shown, rng: Random) -> AsyncIterator[Shown]:
    """Play on at random to the end; the message after each press."""
    while labels := decisions(message):
        await person.press(message, rng.choice(labels))
        message = person.world.read(message)
        yield message


async def speak(world: World, person: Person, language: str) -> None:
    await world.bot.languages.save_preferences(person.id, Preferences(language=language))


def learner(language: str = "en", name: str = "Ana") -> Learner:
    return Learner(1, name, translator(language))


def begun(game: str, language: str = "en", name: str = "Ana") -> Course:
    return Course(game, FACES[game], learner(language, name))


def moments(played: Course, rng: Random, *, thinking: bool = False) -> Iterator[Course]:
    """A lesson at each of its learner's decisions, made at random or as the computer would."""
    game, seat = registry.game(played.game), played.lesson.learner
    while not played.over:
        yield played
        view = played.own.view
        legal = view.legal[str(seat)]
        played.act(game.player.choose(view, legal, rng) if thinking else rng.choice(legal))
    yield played


# Every language


def test_these_are_all_the_languages() -> None:
    assert set(LANGUAGES) == set(languages())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", FACES)
async def test_a_lesson_is_played_to_its_end_in_each_language(
    world: World, game: str, language: str
) -> None:
    await speak(world, world.ana, language)
    t, face = translator(language), FACES[game]
    scene = begun(game, language).own
    topics = [face.teach(scene, key).name for key in face.lesson().topics]
    first = message = await begin(world.ana, game)
    explained, shown = NAMED.findall(first.text), {owner(first)}
    async for message in play(world.ana, first, Random(3)):
        stored = world.stored(message)
        validate_message_state(stored.components, flags=V2, content=None, embeds=[])
        if owner(message) not in shown:  # not only the next step of a choice
            shown.add(owner(message))
            explained += NAMED.findall(message.text)
    counted = Counter(explained)
    assert {name: counted[name] for name in topics} == dict.fromkeys(topics, 1)
    assert " · ".join(topics) in message.text
    assert t.gettext("**How to go on**") in message.text
    assert t.gettext("Once more from the beginning") in message.buttons
    if language != "en":
        english = {face.teach(begun(game).own, key).text for key in face.lesson().topics}
        assert not [told for told in english if told in message.text]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", FACES)
async def test_whatever_the_learner_does_every_message_is_within_discord_s_limits(
    game: str, language: str
) -> None:
    longest = "*_`~|" * 6 + "**"
    for seed in range(4):
        for played in moments(begun(game, language, longest), Random(seed)):
            for screen in (learn.moment(played), learn.left(played)):
                read = without_pictures(screen)
                composed = await compose(read, played.owner)
                parts = composed.view.to_components()
                validate_message_state(parts, flags=V2, content=None, embeds=[])
                count = sum(1 for _ in walk_components(parts))
                assert count + 2 * sum(isinstance(b, Picture) for b in screen.blocks) <= 40
                assert len(text(read)) <= learn.MAX_TEXT


# What is explained


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("game", FACES)
def test_everything_is_explained_once_and_at_most_three_things_at_a_time(
    game: str, seed: int
) -> None:
    told: list[str] = []
    for played in moments(begun(game), Random(seed)):
        assert len(played.due) <= 3
        told += played.due
    assert len(told) == len(set(told))
    ending = text(learn.moment(played))
    for key in played.untold:
        assert played.face.teach(played.own, key).text in ending
    assert set(told) | set(played.untold) >= set(played.lesson.topics)


@pytest.mark.parametrize("seed", range(5))
def test_who_takes_what_looks_better_wins_agent_avenue_in_about_six_turns(seed: int) -> None:
    *_, played = moments(begun("agent-avenue"), Random(seed), thinking=True)
    assert played.won
    assert len(played.untold) <= 1
    assert 5 <= _turns(played) <= 8


def _turns(played: Course) -> int:
    return max(event.turn for _, event in played.own.events if hasattr(event, "turn"))


@pytest.mark.parametrize("seed", range(5))
def test_half_a_match_of_la_agencia_shows_everything(seed: int) -> None:
    half = next(
        played for played in moments(begun("la-agencia"), Random(seed)) if played.own.view.round > 2
    )
    assert half.untold == []
    assert half.due == ["halfway"]
    assert "play on to the end if you like, or leave here" in text(learn.moment(half))


@pytest.mark.parametrize(
    ("game", "happens", "topic"),
    [
        ("agent-avenue", "a catch within reach", "catch"),
        ("agent-avenue", "codebreaker", "codebreakers"),
        ("agent-avenue", "daredevil", "daredevils"),
        ("la-agencia", "hall", "hall"),
        ("la-agencia", "garden", "garden"),
        ("la-agencia", "recruiter", "recruiter"),
        ("la-agencia", "infiltrator", "infiltrator"),
    ],
)
def test_what_matters_for_the_first_time_is_explained_then(
    game: str, happens: str, topic: str
) -> None:
    for seed in range(12):
        for played in moments(begun(game), Random(seed)):
            if not played.over and _matters(played, happens):
                assert topic in played.told, f"seed {seed}"


def _matters(played: Course, happens: str) -> bool:
    view: Any = played.own.view
    match happens:
        case "a catch within reach":
            return min(view.gaps) <= 4
        case "hall" | "garden":
            return view.side == happens
        case "recruiter" | "infiltrator":
            return happens in view.played
        case _:
            return any(happens in own for own in view.in_play)


def test_the_end_of_a_lesson_says_who_has_won() -> None:
    *_, won = moments(begun("agent-avenue"), Random(1), thinking=True)
    assert "You have won your first match" in text(learn.moment(won))
    lost = next(
        played
        for seed in range(20)
        for played in moments(begun("agent-avenue"), Random(seed))
        if played.over and not played.won
    )
    assert "You have lost" in text(learn.moment(lost))


# Its one message


@pytest.mark.parametrize("game", FACES)
async def test_a_restart_between_any_two_presses_changes_nothing(world: World, game: str) -> None:
    calm = [message async for message in play(world.ana, await begin(world.ana, game), Random(5))]
    stormy: list[Shown] = []
    async for message in play(world.ana, await begin(world.ana, game), Random(5)):
        stormy.append(message)
        await world.restart()
    told = [[(m.text, m.buttons, m.alts) for m in run] for run in (calm, stormy)]
    assert told[0] == told[1]
    assert len(calm) > 5


async def test_nothing_of_it_is_stored_or_public(world: World) -> None:
    async for message in play(world.ana, await begin(world.ana, "agent-avenue"), Random(2)):
        assert message.private
    assert world.public == []
    assert world.ana.dms == []
    for table in ("matches", "surfaces", "seats", "actions"):
        assert await world.bot.store._all(f"SELECT * FROM {table}") == []


@pytest.mark.parametrize("game", FACES)
async def test_it_can_be_left_at_any_time_and_gone_on_with(world: World, game: str) -> None:
    begin_of_choice = message = await begin(world.ana, game)
    rng = Random(6)
    while labels := decisions(message):
        await world.ana.press(message, "Leave")
        left = world.read(message)
        assert "You have left your first match." in left.text
        assert left.alts == ()
        await world.ana.press(left, "Go on")
        # Only the step of a choice is begun anew.
        assert world.read(message).buttons == begin_of_choice.buttons
        await world.ana.press(message, rng.choice(labels))
        before, message = message, world.read(message)
        if owner(message) != owner(before):
            begin_of_choice = message


async def test_it_can_be_played_once_more(world: World) -> None:
    first = await begin(world.ana, "agent-avenue")
    async for message in play(world.ana, first, Random(2)):
        last = message
    await world.ana.press(last, "Once more from the beginning")
    again = world.read(last)
    assert (again.text, again.buttons, again.alts) == (first.text, first.buttons, first.alts)


async def test_two_people_learn_at_once_and_do_not_meet(world: World) -> None:
    await speak(world, world.ben, "de")
    ana, ben = await begin(world.ana, "agent-avenue"), await begin(world.ben, "agent-avenue")
    rng = Random(4)
    for _ in range(6):
        await world.ana.press(ana, rng.choice(decisions(ana)))
        await world.ben.press(ben, rng.choice(decisions(ben)))
        ana, ben = world.read(ana), world.read(ben)
    assert "Ana" in ana.text
    assert "Ben" not in ana.text
    assert "Ben" in ben.text
    assert "Deine erste Partie" in ben.text


async def test_it_works_in_direct_messages(world: World) -> None:
    user = world.ana.member.user
    first = world.answer(await user.slash("learn agent-avenue")).message
    assert first is not None
    assert first.text.startswith("### Your first match · Agent Avenue")
    async for message in play(world.ana, first, Random(2)):
        assert message.channel == user.dm_channel.id
    assert "How to go on" in message.text


async def test_who_wants_no_pictures_gets_none(world: World) -> None:
    await world.bot.languages.save_preferences(world.ana.id, Preferences(pictures=False))
    message = await begin(world.ana, "la-agencia")
    assert message.alts == ()
    assert "Information values: Agents 1: 1, Agents 2: 1, " in message.text
    await world.ana.press(message, decisions(message)[0])
    assert world.read(message).alts == ()
    ring = (await begin(world.ana, "agent-avenue")).text
    assert "▲ Ana on space 1, ● Computer on space 8." in ring


async def test_its_help_stands_in_messages_of_its_own(world: World) -> None:
    message = await begin(world.ana, "agent-avenue")
    await world.ana.press(message, decisions(message)[0])
    message = world.read(message)
    why = await world.ana.press(message, "Why?")
    assert why.private is not None
    assert why.private.startswith("### Why? Turn 1, of Computer")
    opened = await world.ana.press(message, "Rules")
    assert opened.private is not None
    assert opened.private.startswith("### Agent Avenue in short")
    assert opened.message is not None
    turned = await world.ana.choose(opened.message, "RULES:0:agent-avenue.cards", "mole")
    assert turned.message is not None
    assert turned.message.text.startswith("### Mole\n")
    assert world.read(message) == message


# What no lesson has made


def forged(message: Shown, custom_id: str) -> Shown:
    return msgspec.structs.replace(message, buttons={"forged": custom_id})


async def test_a_lesson_is_its_learner_s_alone(world: World) -> None:
    ana, ben = await begin(world.ana, "agent-avenue"), await begin(world.ben, "agent-avenue")
    taken = ana.buttons[decisions(ana)[0]]
    answer = await world.ben.press(forged(ben, taken), "forged")
    assert answer.private is not None
    assert answer.private.startswith("This lesson is somebody else's, or of another version of me.")
    assert world.read(ana) == ana
    assert world.read(ben) == ben


async def test_a_lesson_of_another_version_of_the_bot_says_so(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    message = await begin(world.ana, "agent-avenue")
    await world.ana.press(message, decisions(message)[0])
    message = world.read(message)
    lesson = AgentAvenueFace().lesson()
    agents = lesson.deal.agents[::-1]
    other = msgspec.structs.replace(
        lesson, deal=msgspec.structs.replace(lesson.deal, agents=agents)
    )
    monkeypatch.setattr(AgentAvenueFace, "lesson", lambda _: other)
    for label in ("Leave", "Why?", decisions(message)[0]):
        answer = await world.ana.press(message, label)
        assert answer.private is not None
        assert answer.private.startswith("This lesson is somebody else's, or of another version")
    assert world.read(message) == message


@pytest.mark.parametrize(
    "custom_id",
    [
        "LEARN-agent-avenue.:1:recruit:face_up",
        "LEARN-agent-avenue..0:1:recruit:face_up",
        "LEARN-agent-avenue.000.abc:1:recruit:face_up",
        "LEARN-agent-avenue.zzz.abc:1:recruit:face_up",
        "LEARN-chess.0.abc:1:recruit:face_up",
        "LEARN-.0.abc:1:recruit:face_up",
        "LEARN--:1:lesson.leave",
        "LEARN-la-agencia.0.abc:1:lesson.again",
        "LEARN-agent-avenue." + "0" * 60 + ".abc:1:why",
    ],
)
async def test_made_up_lessons_get_an_answer(world: World, custom_id: str) -> None:
    message = await begin(world.ana, "agent-avenue")
    answer = await world.ana.press(forged(message, custom_id), "forged")
    assert answer.private is not None
    assert answer.private.startswith("This lesson is somebody else's, or of another version of me.")
    assert world.read(message) == message


@pytest.mark.parametrize(
    "meaning",
    ["recruit:both", "play:mole.mole", "nonsense", "take:watchtower.0", "letgo:1", "lesson.x:1"],
)
async def test_made_up_presses_in_a_lesson_get_an_answer(world: World, meaning: str) -> None:
    message = await begin(world.ana, "agent-avenue")
    answer = await world.ana.press(forged(message, f"{owner(message)}:1:{meaning}"), "forged")
    assert answer.private == "That is not possible now."
    assert world.read(message) == message


async def test_an_old_button_goes_on_from_where_it_stood(world: World) -> None:
    first = await begin(world.ana, "agent-avenue")
    await world.ana.press(first, "Recruit the face-up card")
    once = world.read(first)
    await world.ana.press(once, decisions(once)[0])
    await world.ana.press(first, "Recruit the face-up card")
    assert world.read(first) == once


# What the learner may not see


def twins(game: str, first: int, second: int) -> tuple[Course, Course]:
    """Two lessons whose deals differ in the places of two cards of the seat or of the deck."""
    lesson: Lesson = FACES[game].lesson()
    deal = msgspec.to_builtins(lesson.deal)
    cards = list(deal["agents"] if game == "agent-avenue" else deal["decks"][lesson.learner])
    assert cards[first] != cards[second]
    cards[first], cards[second] = cards[second], cards[first]
    if game == "agent-avenue":
        deal["agents"] = cards
    else:
        deal["decks"][lesson.learner] = cards
    other = msgspec.structs.replace(lesson, deal=msgspec.convert(deal, type(lesson.deal)))

    class Other(type(FACES[game])):  # type: ignore[misc]
        def lesson(self) -> Lesson:
            return other

    return begun(game), Course(game, cast(Teacher, Other()), learner())


@pytest.mark.parametrize(
    ("game", "first", "second"),
    [
        ("agent-avenue", 31, 37),  # the deck's end
        ("agent-avenue", 6, 7),  # the order of the computer's hand
        ("la-agencia", 1, 7),  # what lies face down before the learner
        ("la-agencia", 6, 7),  # the learner's deck
    ],
)
async def test_deals_that_the_learner_cannot_tell_apart_look_the_same(
    game: str, first: int, second: int
) -> None:
    one, other = (learn.moment(played) for played in twins(game, first, second))
    assert digest(one) == digest(other)
    same = [played.owner for played in twins(game, first, second)]
    assert same[0] == same[1]


@pytest.mark.parametrize("game", FACES)
def test_the_game_is_shown_to_the_learner_with_the_learner_s_eyes_alone(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    viewers: set[int | None] = set()
    scene = Course.scene

    def watched(played: Course, viewer: int | None) -> Any:
        viewers.add(viewer)
        return scene(played, viewer)

    monkeypatch.setattr(Course, "scene", watched)
    for played in moments(begun(game), Random(1)):
        learn.moment(played)
    assert viewers == {None, FACES[game].lesson().learner}


# Custom ids


@pytest.mark.parametrize("game", FACES)
def test_the_custom_ids_of_the_longest_lesson_fit(game: str) -> None:
    longest = 0
    for seed in range(3):
        for played in moments(begun(game), Random(seed)):
            assert course(played.owner, FACES, learner()).owner == played.owner
            screen = learn.moment(played)
            longest = max(longest, *(len(custom_id) for custom_id in _custom_ids(screen, played)))
    assert longest <= 90


def _custom_ids(screen: Screen, played: Course) -> list[str]:
    return [
        f"{played.owner}:{screen.version}:{button.verb}:{button.args}"
        for block in screen.blocks
        if isinstance(block, Row)
        for button in block.buttons
        if isinstance(button, Button)
    ]


def test_a_decision_that_there_was_not_is_no_lesson() -> None:
    with pytest.raises(NoSuchLesson):
        begun("agent-avenue").replay("07z")
