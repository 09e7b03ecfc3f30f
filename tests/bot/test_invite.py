"""What the invite link asks for is enough."""

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from urllib.parse import parse_qs, urlsplit

import discord
import pytest
import simcord

from bot.app import Safehouse, create_bot
from bot.config import Config
from bot.invite import invite_link


def test_the_link_asks_for_both_scopes() -> None:
    query = parse_qs(urlsplit(invite_link(4711)).query)
    assert query["client_id"] == ["4711"]
    assert query["scope"] == ["bot applications.commands"]


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Safehouse]:
    bot = create_bot(Config(database=tmp_path / "safehouse.db"), rng=Random(1))
    yield bot
    await bot.close()


async def test_a_match_runs_with_the_permissions_of_the_link_and_no_others(bot: Safehouse) -> None:
    asked = parse_qs(urlsplit(invite_link(4711)).query)["permissions"][0]
    allowed = discord.Permissions(int(asked))
    async with simcord.run(bot, shard_count=1) as env:
        guild = env.create_guild()
        ada = guild.add_member(env.create_user("ada"))
        ben = guild.add_member(env.create_user("ben"))
        assert bot.user is not None
        only = discord.PermissionOverwrite.from_pair(allowed, ~allowed)
        channel = guild.create_text_channel("games", overwrites={bot.user: only})

        await ada.slash(channel, "play agent-avenue")
        lobby = channel.last_message
        assert lobby is not None
        await ben.click(lobby, label="Join")
        await ada.click(lobby, label="Start")

        (thread,) = channel.threads
        table = thread.last_message
        assert table is not None
        assert table.attachments, "the table has no picture"
        env.raise_errors()
