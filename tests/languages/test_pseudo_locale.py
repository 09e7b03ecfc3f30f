"""No text bypasses the catalogues, and texts that are 40 % longer fit everywhere."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import get_args

import pytest
from discord import Permissions

from bot.database import StoreError
from bot.i18n import languages, own_name, pick
from bot.rows import Preferences, Settings
from cogs import rules
from cogs.agencia import record as agencia
from cogs.agent_avenue import record as agent_avenue
from engine.agencia.game import Options as AgenciaOptions
from engine.agent_avenue.conditions import Reason
from tests.bot import finished
from tests.cogs.agent_avenue.duel import choices
from tests.languages import pseudo, tour
from tests.languages.sent import LIMITS, Sent, noting, words
from tests.languages.shown import TAUGHT, samples
from tests.world import Person, World

NAMES = {"Ana", "Ben", "Eve", "Kit", "Dan", "Fox", *map(own_name, languages())}
"""Of people; and of languages, each of which is called by its own."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("locales")
    pseudo.write(made)
    return made


@pytest.fixture(autouse=True)
def language(folder: Path) -> Iterator[None]:
    with pseudo.installed(folder):
        yield


@pytest.fixture
def sent() -> Iterator[Sent]:
    """What is sent; in the end all of it has to be in the language of marks, and to fit."""
    with noting() as noted:
        yield noted
    plain = {said: found for said in noted.said if (found := strange(said.text))}
    assert plain == {}
    assert noted.cut == []
    assert noted.too_large == []


def strange(text: str) -> list[str]:
    return [word for word in words(text) if word not in NAMES]


@pytest.fixture
async def place(world: World, sent: Sent) -> World:
    """A server whose language, like that of everybody in it, is the one of marks."""
    await world.bot.languages.save_settings(world.guild.id, Settings(language=pseudo.LANGUAGE))
    for person in world.people:
        person.locale = pseudo.LANGUAGE
    return world


def party(world: World, people: int) -> list[Person]:
    others = [world.person(name) for name in ("Kit", "Dan", "Fox")[: max(0, people - 3)]]
    for person in others:
        person.locale = pseudo.LANGUAGE
    return [world.ana, world.ben, world.eve, *others][:people]


@pytest.mark.parametrize(
    ("mode", "teams", "people"),
    [("simple", "1v1", 2), ("advanced", "1v1", 2), ("advanced", "2v2", 4), ("simple", "2v1", 3)],
)
async def test_a_match_of_agent_avenue(place: World, mode: str, teams: str, people: int) -> None:
    players = party(place, people)
    await tour.start(place, players, "agent-avenue", mode=mode, teams=teams)
    await tour.play(place, Random(1))
    await tour.afterwards(place, players)


@pytest.mark.parametrize(("people", "embassy"), [(3, "none"), (6, "double_game")])
async def test_a_match_of_la_agencia(place: World, people: int, embassy: str) -> None:
    players = party(place, people)
    await tour.start(place, players, "la-agencia", embassy=embassy)
    await tour.play(place, Random(1), looking=people < 6)
    await tour.afterwards(place, players)


def test_what_many_matches_show() -> None:
    found = samples(pick(pseudo.LANGUAGE))
    assert len(found) > 1000
    assert {said for said in found if strange(said.text)} == set()
    assert {said for said in found if len(said.text) > LIMITS[said.kind]} == set()


@pytest.mark.parametrize("game", TAUGHT)
async def test_a_first_match(place: World, game: str) -> None:
    await tour.learn(place, place.ana, game, Random(1))


async def test_lobbies_and_what_is_told_there(place: World) -> None:
    ana, ben, eve = place.people[:3]
    lobby = (await ana.command("play agent-avenue")).message
    assert lobby is not None
    for person, verb in ((ana, "join"), (ben, "start"), (ben, "leave"), (ana, "start")):
        await tour.press(person, lobby, verb)
    await ben.command("play agent-avenue")  # where a lobby is open already
    for verb in ("join", "leave", "join"):
        await tour.press(ben, lobby, verb)
    await tour.press(eve, lobby, "join")  # every seat is taken
    await tour.press(ana, lobby, "cancel")
    await tour.press(ben, lobby, "join")
    await ana.command("play agent-avenue", invite=ana.member)
    invited = (await ana.command("play agent-avenue", invite=ben.member)).message
    assert invited is not None
    await tour.press(eve, invited, "join")
    await tour.press(ana, invited, "cancel")
    six = (await ana.command("play la-agencia", embassy="random")).message
    assert six is not None
    await tour.press(ana, six, "start")
    await tour.press(ana, six, "computer")
    await tour.press(ana, six, "start")
    await tour.press(ana, six, "cancel")
    for missing in ("send_messages", "attach_files", "view_channel"):
        place.allow(place.games, **{missing: False})
        await ana.command("play agent-avenue")
    other = place.guild.create_text_channel("other")
    await place.bot.languages.save_settings(
        place.guild.id, Settings(language=pseudo.LANGUAGE, channels=(other.id,))
    )
    place.allow(place.games, send_messages=True, attach_files=True, view_channel=True)
    await ana.command("play agent-avenue")


async def test_what_people_and_admins_choose(place: World) -> None:
    admins = place.guild.create_role("Admins", permissions=Permissions(manage_guild=True))
    place.env.backend.add_member_role(place.guild.id, place.eve.id, admins.id)
    message = (await place.eve.command("settings")).message
    assert message is not None
    await place.eve.choose(message, "SETTINGS:0:threads", "false")
    place.env.backend.remove_member_role(place.guild.id, place.eve.id, admins.id)
    await place.eve.choose(message, "SETTINGS:0:threads", "true")  # who may no longer
    message = (await place.ana.command("preferences")).message
    assert message is not None
    await place.ana.choose(message, "PREFERENCES:0:pings", "false")
    await place.ana.command("language", language="xx")
    await place.ana.command("language", language=pseudo.LANGUAGE)
    await place.ana.command("privacy export")
    asked = (await place.ana.command("privacy delete")).message
    assert asked is not None
    await tour.start(place, [place.ana, place.ben], "agent-avenue")
    await place.ana.press(asked, next(iter(asked.buttons)))
    asked = (await place.eve.command("privacy delete")).message
    assert asked is not None
    await place.eve.press(asked, next(iter(asked.buttons)))


async def test_every_topic_of_the_rules(place: World) -> None:
    t = await place.bot.languages.person(place.ana.id, pseudo.LANGUAGE)
    await place.ana.command("rules")
    await place.ana.command("rules", topic="?")
    topics = 0
    for game, face in place.bot.faces.items():
        for topic in rules.topics(face, t, None):
            await place.ana.command("rules", topic=f"{game}/{topic.key}")
            topics += 1
    assert topics > 50
    for typed in ("", "á"):
        await place.ana.member.autocomplete(place.games, "rules", "topic", typed)


async def test_what_can_be_done_with_a_running_match(place: World) -> None:
    mods = place.guild.create_role("Mods", permissions=Permissions(manage_messages=True))
    place.env.backend.add_member_role(place.guild.id, place.eve.id, mods.id)
    ana, ben, eve = place.people[:3]
    await ana.command("game show")  # where there is no match
    await tour.start(place, [ana, ben], "agent-avenue")
    (thread,) = place.games.threads
    other = place.guild.create_text_channel("other")
    match = await place.match()
    seat = f"{match.seat_of(ana.id)}.0"
    for person in (ana, eve):
        for command in ("show", "hand", "resign"):
            await person.command(f"game {command}", thread)
    await ana.command("game show", match="ZZZZ")
    await ana.member.autocomplete(place.games, "game show", "match", "")
    for command in ("here", "show"):
        await ana.command(f"game {command}", other, match=match.id)
    request = (await ana.command("game substitute", other)).message
    assert request is not None
    await tour.press(ben, request, "takeover", seat)
    await tour.press(eve, request, "withdraw", seat)
    await tour.press(ana, request, "withdraw", seat)
    request = (await ana.command("game substitute", other)).message
    assert request is not None
    await tour.press(eve, request, "takeover", seat)
    await tour.press(eve, request, "takeover", seat)
    await tour.start(place, [eve, ben], "agent-avenue")
    await ben.command("game show")  # who plays in two
    await ben.command("game end", other)  # who is no moderator
    await eve.command("moderate remove", other, user=ana.member)  # who does not play
    await eve.command("moderate remove", other, user=ben.member)
    question = (await eve.command("game resign", other)).message
    assert question is not None
    await tour.press(eve, question, "resign")
    await eve.command("moderate end", place.games.threads[-1])


async def test_what_is_told_of_finished_matches(place: World) -> None:
    ana, ben, eve = place.people[:3]
    await tour.records(place, eve, ana)  # where there are none
    store, guild = place.bot.store, place.guild.id
    people, names = [ana.id, ben.id, eve.id], ["Ana", "Ben", "Eve"]
    for seed in range(6):
        at = {"guild": guild, "names": names}
        duel = await finished.start(store, people[:2], channel=100 + seed, **at)
        await finished.play(store, duel, seed)
        many = await finished.start(store, people, AgenciaOptions(), channel=200 + seed, **at)
        await finished.play(store, many, seed)
    against = await finished.start(
        store, [ana.id, None], channel=300, guild=guild, names=["Ana", ""]
    )
    await finished.lose(store, against, ana.id)
    await tour.records(place, eve, ana)
    await eve.command("stats", user=ana.member, everywhere=True)
    await place.bot.languages.save_preferences(ana.id, Preferences(listed=False))
    await eve.command("history", user=ana.member)
    await place.ana.member.autocomplete(place.games, "leaderboard", "game", "")


def test_every_way_to_win_is_told() -> None:
    t = pick(pseudo.LANGUAGE)
    told = [agent_avenue.decided(t, how) for how in get_args(Reason)]
    told += [agencia.decided(t, how) for how in ("total", "deck", "shared")]
    assert [text for text in told if strange(text)] == []


async def test_who_lets_others_wait(place: World) -> None:
    for late in (None, "forfeit"):
        settings = Settings(language=pseudo.LANGUAGE, turn_limit=300, late=late)
        await place.bot.languages.save_settings(place.guild.id, settings)
        await tour.start(place, [place.ana, place.ben], "agent-avenue")
        for _ in range(8):
            await place.wait(160)
        for person in (place.ana, place.ben):
            back = [name for name, i in person.hand.buttons.items() if i.endswith(":back")]
            if back:
                await person.press(person.hand, back[0])


@pytest.mark.trouble
async def test_what_is_told_where_something_is_wrong(place: World) -> None:
    ana, ben = place.ana, place.ben
    ana.close_dms()
    await tour.start(place, [ana, ben], "agent-avenue")
    await tour.press(ana, place.table, "hand")
    place.recover()
    for trouble in ("lost", "denied"):
        await tour.start(place, [ana, ben], "agent-avenue")
        match = await place.match()
        if trouble == "lost":
            place.env.backend.delete_channel(place.games.threads[-1].id)
        else:
            place.allow(place.games, view_channel=False)
        active = tour.person_in(place, match, match.state.to_act()[0])
        for _ in range(2):
            await active.press(active.hand, choices(active.hand)[0])
        assert match.trouble == trouble


@pytest.mark.trouble
async def test_what_is_told_where_the_bot_itself_fails(
    place: World, monkeypatch: pytest.MonkeyPatch, sent: Sent
) -> None:
    ana, ben = place.ana, place.ben
    robot = place.guild.add_member(place.env.create_user("robot", bot=True))
    await ana.command("play agent-avenue", invite=robot)
    await tour.start(place, [ana, ben], "agent-avenue")

    async def fail(*_: object, **__: object) -> None:
        raise StoreError("the disk is full")

    async def stumble(*_: object, **__: object) -> None:
        raise LookupError("unforeseen")

    said = len(sent.said)
    for trouble in (fail, stumble):
        with monkeypatch.context() as patched:
            patched.setattr(place.bot.surfaces, "hand", trouble)
            await tour.press(ana, place.table, "hand")
            patched.setattr(place.bot.lobbies, "open", trouble)
            await ana.command("play agent-avenue", place.guild.create_text_channel("other"))
    assert len(sent.said) == said + 2  # each text counts once
    assert (
        len(place.env.errors) == 2
    )  # of the commands: seen, and therefore no failure of this test
    match = await place.match()
    await place.bot.store._db.execute(
        "INSERT INTO actions (match, version, seat, action, at) VALUES (?, 0, 0, x'00', 0)",
        (match.id,),
    )
    table = place.table
    await place.restart()
    await tour.press(ana, table, "hand")  # a match that cannot be read
