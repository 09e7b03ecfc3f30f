"""/settings: an admin's choices, in a message that works as long as it stands."""

import msgspec
import pytest
from discord import Permissions
from simcord.components import walk_components
from simcord.results import ResponseMessage

from bot.rows import Settings
from tests.world import Person, Shown, World

SELECT, CHANNELS = 3, 8
"""Discord's numbers for the kinds of components."""


async def settings(world: World) -> tuple[Person, Shown]:
    """Eve manages the server, and has the message of /settings before her."""
    admins = world.guild.create_role("Admins", permissions=Permissions(manage_guild=True))
    world.env.backend.add_member_role(world.guild.id, world.eve.id, admins.id)
    message = (await world.eve.command("settings")).message
    assert message is not None
    return world.eve, message


def chosen(world: World, message: Shown) -> dict[str, str]:
    """What each select of a message shows as chosen, by its verb."""
    return {
        part["custom_id"].split(":")[2]: next(
            (option["label"] for option in part["options"] if option.get("default")), ""
        )
        for part in walk_components(world.stored(message).components)
        if part["type"] == SELECT
    }


async def stored(world: World) -> Settings:
    """What admins have chosen, whenever that was."""
    settings = await world.bot.store.settings(world.guild.id)
    return msgspec.structs.replace(settings, limit_since=0.0)


@pytest.mark.parametrize(
    ("verb", "value", "expected", "shown"),
    [
        ("language", "en", Settings(language="en"), "English"),
        ("threads", "false", Settings(threads=False), "No, matches stay in the channel"),
        ("turn_limit", "300", Settings(turn_limit=300), "5 minutes"),
        ("turn_limit", "0", Settings(turn_limit=0), "No limit"),
        ("team_seconds", "0", Settings(team_seconds=0), "The first press decides"),
        (
            "team_seconds",
            "60",
            Settings(team_seconds=60),
            "A teammate confirms; after 1 minute one decides alone",
        ),
        ("late", "forfeit", Settings(late="forfeit"), "The seat gives the match up"),
        ("pings", "false", Settings(pings=False), "No"),
    ],
)
async def test_a_choice_is_kept_and_shown(
    world: World, verb: str, value: str, expected: Settings, shown: str
) -> None:
    admin, message = await settings(world)
    await admin.choose(message, f"SETTINGS:0:{verb}", value)
    assert await stored(world) == expected
    assert chosen(world, message)[verb] == shown
    await admin.choose(message, f"SETTINGS:0:{verb}", "-")
    assert await stored(world) == Settings()


def offered(world: World, message: Shown) -> dict[str, list[str]]:
    """What each select of a message offers, by its verb."""
    return {
        part["custom_id"].split(":")[2]: [option["value"] for option in part.get("options", [])]
        for part in walk_components(world.stored(message).components)
        if part["type"] in (SELECT, CHANNELS)
    }


async def test_one_message_has_a_select_for_everything_that_admins_choose(world: World) -> None:
    _, message = await settings(world)
    selects = offered(world, message)
    general = ["language", "threads", "turn_limit", "late", "team_seconds", "pings"]
    assumed = [verb for verb in selects if verb not in (*general, "channels")]
    assert list(selects) == [*general, *assumed, "channels"]
    assert assumed
    assert all(len(values) > 1 for verb, values in selects.items() if verb != "channels")


async def test_a_decision_has_a_day_if_nothing_is_chosen_or_5_minutes_to_7_days_or_no_limit(
    world: World,
) -> None:
    _, message = await settings(world)
    usual, none, *limits = offered(world, message)["turn_limit"]
    assert (usual, none) == ("-", "0")
    assert (min(map(int, limits)), max(map(int, limits))) == (300, 7 * 24 * 3600)
    assert await world.bot.languages.turn_limit(world.guild.id) == 24 * 3600


async def test_by_default_it_is_for_those_who_manage_the_server(world: World) -> None:
    command = world.bot.tree.get_command("settings")
    assert command is not None
    assert command.default_permissions == Permissions(manage_guild=True)


async def test_the_message_works_after_a_restart(world: World) -> None:
    admin, message = await settings(world)
    await world.restart()
    await admin.choose(message, "SETTINGS:0:turn_limit", "3600")
    assert await stored(world) == Settings(turn_limit=3600)


async def test_who_does_not_manage_the_server_any_more_changes_nothing(world: World) -> None:
    admin, message = await settings(world)
    for role in list(world.env.backend.get_member(world.guild.id, admin.id).role_ids):
        world.env.backend.remove_member_role(world.guild.id, admin.id, role)
    answer = await admin.choose(message, "SETTINGS:0:threads", "false")
    assert answer.private == "Only who manages the server can change its settings."
    assert await world.bot.store.settings(world.guild.id) == Settings()


async def test_matches_are_opened_in_the_chosen_channels_only(world: World) -> None:
    admin, message = await settings(world)
    matches = world.guild.create_text_channel("matches")
    handle = ResponseMessage(world.env, world.stored(message))
    await admin.member.select(handle, [matches], custom_id="SETTINGS:0:channels")
    assert (await world.bot.store.settings(world.guild.id)).channels == (matches.id,)
    refused = await world.ana.command("play agent-avenue")
    assert refused.private == f"In this server matches are played in <#{matches.id}>."
    assert (await world.ana.command("play agent-avenue", matches)).message is not None
    await admin.member.select(handle, [], custom_id="SETTINGS:0:channels")
    assert (await world.ben.command("play agent-avenue")).message is not None


async def test_a_deleted_channel_counts_as_not_chosen(world: World) -> None:
    admin, message = await settings(world)
    kept, deleted = (world.guild.create_text_channel(name) for name in ("kept", "deleted"))
    handle = ResponseMessage(world.env, world.stored(message))
    await admin.member.select(handle, [kept, deleted], custom_id="SETTINGS:0:channels")
    world.env.backend.delete_channel(deleted.id)
    refused = await world.ana.command("play agent-avenue")
    assert refused.private == f"In this server matches are played in <#{kept.id}>."
    shown = (await admin.command("settings")).message
    assert shown is not None
    parts = walk_components(world.stored(shown).components)
    (select,) = [part for part in parts if part["type"] == CHANNELS]
    assert [value["id"] for value in select["default_values"]] == [kept.id]
    world.env.backend.delete_channel(kept.id)
    assert (await world.ana.command("play agent-avenue")).private is None


async def test_chosen_channels_count_while_the_server_is_not_known(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    admin, message = await settings(world)
    only = world.guild.create_text_channel("only")
    handle = ResponseMessage(world.env, world.stored(message))
    await admin.member.select(handle, [only], custom_id="SETTINGS:0:channels")
    monkeypatch.setattr(world.bot._connection, "_guilds", {})
    refused = await world.ana.command("play agent-avenue")
    assert refused.private == f"In this server matches are played in <#{only.id}>."
    opened = await world.ana.command("play agent-avenue", only, invite=world.ben.member)
    assert opened.message is not None


@pytest.mark.parametrize("kind", ["text", "news", "voice", "stage", "forum"])
async def test_every_channel_with_messages_can_be_chosen(world: World, kind: str) -> None:
    admin, message = await settings(world)
    channel = getattr(world.guild, f"create_{kind}_channel")("tables")
    stored = world.stored(message)
    select = next(part for part in walk_components(stored.components) if part["type"] == CHANNELS)
    assert world.env.backend.get_channel(channel.id).type in select["channel_types"]
    handle = ResponseMessage(world.env, stored)
    await admin.member.select(handle, [channel], custom_id="SETTINGS:0:channels")
    assert (await world.ana.command("play agent-avenue")).private is not None
    if kind == "forum":
        post = world.env.backend.create_thread(channel.id, "Tonight", world.ana.id, type=11)
        channel = next(handle for handle in channel.threads if handle.id == post.id)
    assert (await world.ana.command("play agent-avenue", channel)).private is None


async def test_two_choices_at_once_are_both_kept(world: World) -> None:
    eve, message = await settings(world)
    with world.at_once():
        for verb, value in (("pings", "false"), ("threads", "false")):
            await eve.choose(message, f"SETTINGS:0:{verb}", value, answered=False)
    await world.env.settle()
    assert await stored(world) == Settings(pings=False, threads=False)
