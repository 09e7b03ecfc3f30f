"""Who reads which language: the one chosen, the client's, the server's, the configured one."""

import discord
import pytest

from bot.i18n import languages, pick
from bot.rows import Preferences, Settings
from tests.languages import tour
from tests.world import Person, Shown, World


def heading(language: str) -> str:
    """What a hand begins with."""
    t = pick(language)
    assert t.language == language
    return t.gettext("### Your hand · {id} in {place}", id="|", place="|").split("|")[0]


def reads(message: Shown, language: str) -> bool:
    """Whether a hand is in this language."""
    return message.text.startswith(heading(language))


def table_reads(message: Shown, language: str) -> bool:
    """Whether the buttons of a table are in this language."""
    return pick(language).gettext("Rules") in message.buttons


async def started(world: World) -> None:
    await tour.start(world, [world.ana, world.ben], "agent-avenue")


async def test_two_players_and_the_table_in_three_languages(world: World) -> None:
    await world.bot.languages.save_settings(world.guild.id, Settings(language="fr"))
    world.ana.locale, world.ben.locale = "de", "es-419"
    await started(world)
    assert reads(world.ana.hand, "de")
    assert reads(world.ben.hand, "es")
    assert table_reads(world.table, "fr")
    peek = await world.ben.press(world.table, tour.label(world.table, "hand"))
    assert peek.message is not None
    assert reads(peek.message, "es")


@pytest.mark.parametrize(
    ("client", "language"),
    [
        ("de", "de"),
        ("fr", "fr"),
        ("es-ES", "es"),
        ("es-419", "es"),
        ("en-GB", "en"),
        ("en-US", "en"),
        ("ja", "en"),
    ],
)
async def test_a_person_reads_the_language_of_the_client(
    world: World, client: str, language: str
) -> None:
    world.ana.locale = client
    await started(world)
    assert reads(world.ana.hand, language)
    assert reads(world.ben.hand, "en")


async def test_catalan_is_read_by_choice_as_no_client_speaks_it(world: World) -> None:
    world.ana.locale = "es-ES"
    await started(world)
    assert reads(world.ana.hand, "es")
    offered = await world.ana.member.autocomplete(world.games, "language", "language", "cat")
    assert offered == [{"name": "Català", "value": "ca"}]
    told = (await world.ana.command("language", language="ca")).private
    assert told == pick("ca").gettext("From now on I talk to you in this language.")
    assert reads(world.ana.hand, "ca")
    await world.ana.command("language")
    assert reads(world.ana.hand, "es")


async def test_a_choice_in_preferences_counts_for_every_private_message(world: World) -> None:
    await started(world)
    message = (await world.ana.command("preferences")).message
    assert message is not None
    await world.ana.choose(message, "PREFERENCES:0:language", "fr")
    assert reads(world.ana.hand, "fr")
    assert world.read(message).text.startswith(pick("fr").gettext("### How I behave towards you"))
    assert table_reads(world.table, "en")


@pytest.mark.trouble
async def test_who_presses_under_a_table_that_stands_no_more_is_answered_in_the_own_language(
    world: World,
) -> None:
    world.ana.locale = "de"
    await tour.start(world, [world.ana], "la-agencia", computers=2)
    match = await world.match()
    assert match.state.to_act() == (0,)
    old = world.table
    world.fail("DELETE", f"/channels/{old.channel}/messages/{old.id}", 403, 50013)
    await world.ana.command("game here", world.guild.create_text_channel("other"))
    answer = await world.ana.press(old, tour.label(old, "place", "garden"))
    assert answer.private is not None
    assert answer.private.startswith(pick("de").gettext("That moment has passed."))


async def test_who_has_given_a_seat_away_is_told_so_in_the_own_language(world: World) -> None:
    world.ana.locale = "de"
    await started(world)
    hand, peek = world.ana.hand, await world.ana.press(world.table, tour.label(world.table, "hand"))
    assert peek.message is not None
    asked = (await world.ana.command("game substitute", world.games.threads[0])).message
    assert asked is not None
    await tour.press(world.eve, asked, "takeover", "0.0")
    told = pick("de").gettext("Your seat was given to somebody else.")
    assert [told in world.read(message).text for message in (hand, peek.message)] == [True, True]


async def admin(world: World) -> Person:
    admins = world.guild.create_role("Admins", permissions=discord.Permissions(manage_guild=True))
    world.env.backend.add_member_role(world.guild.id, world.eve.id, admins.id)
    return world.eve


async def test_admins_choose_the_language_of_the_tables(world: World) -> None:
    eve = await admin(world)
    settings = (await eve.command("settings")).message
    assert settings is not None
    await eve.choose(settings, "SETTINGS:0:language", "ca")
    await started(world)
    assert table_reads(world.table, "ca")
    assert reads(world.ana.hand, "en")
    assert world.read(settings).text.startswith("### Settings of this server")


async def test_a_table_that_stands_changes_its_language_at_once(world: World) -> None:
    eve = await admin(world)
    await started(world)
    settings = (await eve.command("settings")).message
    assert settings is not None
    await eve.choose(settings, "SETTINGS:0:language", "ca")
    assert table_reads(world.table, "ca")


@pytest.mark.parametrize(
    ("locale", "language"), [("de", "de"), ("es-ES", "es"), ("en-GB", "en"), ("ja", "en")]
)
async def test_without_a_choice_tables_are_in_the_server_s_own_language(
    world: World, locale: str, language: str
) -> None:
    world.env.backend.get_guild(world.guild.id).preferred_locale = locale
    await world.restart()
    await started(world)
    assert table_reads(world.table, language)


@pytest.mark.settings(language="ca")
async def test_whom_nothing_else_fits_gets_the_configured_language(world: World) -> None:
    world.env.backend.get_guild(world.guild.id).preferred_locale = "ja"
    world.ana.locale = "ko"
    await world.restart()
    await started(world)
    assert table_reads(world.table, "ca")
    assert reads(world.ana.hand, "ca")
    assert reads(world.ben.hand, "en")


async def test_a_language_that_is_gone_is_passed_over(world: World) -> None:
    """Somebody chose it, and it was taken out later."""
    assert "eo" not in languages()
    await world.bot.store.save_preferences(world.ana.id, Preferences(language="eo"))
    await world.bot.store.save_settings(world.guild.id, Settings(language="eo"))
    world.env.backend.get_guild(world.guild.id).preferred_locale = "fr"
    world.ana.locale = "de"
    await world.restart()
    await started(world)
    assert table_reads(world.table, "fr")
    assert reads(world.ana.hand, "de")


def test_the_hands_of_all_languages_begin_differently() -> None:
    """Else the tests above could not tell them apart."""
    assert len({heading(language) for language in languages()}) == len(languages())
