"""The loopback Discord, seen by discord.py's own client over a real socket.

Each test is one promise that other tests and the benchmarks lean on.
"""

import asyncio
import io
from collections.abc import AsyncIterator, Callable
from typing import Any

import aiohttp
import discord
import pytest
import yarl
from discord import ui
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.loopback.interactions import Interaction, NotAnswered
from tests.loopback.message import Message
from tests.loopback.server import TOKEN, Loopback
from tests.loopback.world import Guild, User

Answer = Callable[[discord.Interaction[Any]], Any]


class Client(discord.Client):
    """Runs whatever a test puts into `answer` for each interaction."""

    answer: Answer

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identify at once: discord.py would wait 5 s before it identifies again."""

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        await self.answer(interaction)


@pytest.fixture
async def loopback(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Loopback]:
    async with Loopback(keep_files=True) as server:
        monkeypatch.setattr(Route, "BASE", f"{server.url}/api")
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(server.gateway.url))
        yield server


@pytest.fixture
def guild(loopback: Loopback) -> Guild:
    return loopback.guild("Spies")


@pytest.fixture
def ada(loopback: Loopback, guild: Guild) -> User:
    return loopback.user("Ada", guild, locale="de")


@pytest.fixture
async def client(loopback: Loopback, guild: Guild) -> AsyncIterator[Client]:
    loopback.channel(guild, "games")
    client = Client(intents=discord.Intents(guilds=True), guild_ready_timeout=0.05)
    running = asyncio.ensure_future(client.start(TOKEN))
    await loopback.until(lambda: loopback.gateway.connected)
    await client.wait_until_ready()
    yield client
    await client.close()
    await running


@pytest.fixture
def channel(client: Client, guild: Guild) -> discord.TextChannel:
    return client.get_guild(guild.id).text_channels[0]  # type: ignore[union-attr]


@pytest.fixture
def there(loopback: Loopback, channel: discord.TextChannel) -> Any:
    """The same channel, as the server has it."""
    return loopback.world.channel(channel.id)


def layout(text: str = "Hello", *buttons: str) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(text))
    if buttons:
        row: ui.ActionRow[Any] = ui.ActionRow()
        for label in buttons:
            row.add_item(ui.Button(label=label, custom_id=label.lower()))
        view.add_item(row)
    return view


async def code_of(request: Any) -> int:
    """The error code that Discord answers a request with."""
    with pytest.raises(discord.HTTPException) as caught:
        await request
    return caught.value.code


# -- messages --------------------------------------------------------------------------------


async def test_a_message_is_posted_edited_read_and_deleted(
    channel: discord.TextChannel, there: Any
) -> None:
    sent = await channel.send(view=layout("One", "Press"))
    (stored,) = there.messages
    assert (stored.id, stored.text, stored.buttons) == (sent.id, "One", {"press": "Press"})
    await sent.edit(view=layout("Two"))
    assert (stored.text, stored.buttons, stored.edits) == ("Two", {}, 1)
    assert (await channel.fetch_message(sent.id)).edited_at is not None
    await sent.delete()
    assert there.messages == []
    assert there.deleted == [stored]


async def test_the_history_is_listed_around_what_is_asked(channel: discord.TextChannel) -> None:
    ids = [(await channel.send(str(n))).id for n in range(5)]
    assert [m.id async for m in channel.history(limit=2)] == [ids[4], ids[3]]
    before = discord.Object(ids[2])
    assert [m.id async for m in channel.history(before=before)] == [ids[1], ids[0]]
    after = discord.Object(ids[1])
    assert [m.id async for m in channel.history(after=after, limit=2)] == [ids[2], ids[3]]


async def test_files_come_with_name_alt_text_and_bytes(
    channel: discord.TextChannel, there: Any
) -> None:
    file = discord.File(io.BytesIO(b"picture"), "ring.png", description="The ring")
    view = layout()
    view.add_item(ui.MediaGallery(discord.MediaGalleryItem("attachment://ring.png")))
    sent = await channel.send(view=view, file=file)
    (stored,) = there.messages[0].attachments
    assert (stored.filename, stored.description, stored.data) == (
        "ring.png",
        "The ring",
        b"picture",
    )
    assert sent.attachments[0].size == 7
    await sent.edit(view=view, attachments=[discord.File(io.BytesIO(b"new"), "ring.png")])
    assert [attachment.data for attachment in there.messages[0].attachments] == [b"new"]


async def test_a_file_that_is_shown_must_be_attached(channel: discord.TextChannel) -> None:
    view = layout()
    view.add_item(ui.MediaGallery(discord.MediaGalleryItem("attachment://ring.png")))
    assert await code_of(channel.send(view=view)) == 50035


async def test_what_discord_would_not_take_is_refused(channel: discord.TextChannel) -> None:
    twice = layout("Twice", "Press")
    twice.add_item(ui.ActionRow(ui.Button(label="Again", custom_id="press")))
    assert await code_of(channel.send(view=twice)) == 50035
    assert await code_of(channel.send(view=layout("x" * 80, "L" * 81))) == 50035
    assert await code_of(channel.send("x" * 2001)) == 50035
    assert await code_of(channel.send("")) == 50006
    assert await code_of(channel.fetch_message(1)) == 10008


async def test_a_nonce_posts_once(channel: discord.TextChannel, there: Any) -> None:
    first = await channel.send("once", nonce="table-7")
    assert (await channel.send("once", nonce="table-7")).id == first.id
    assert len(there.messages) == 1


async def test_only_allowed_mentions_ping(
    channel: discord.TextChannel, there: Any, ada: User
) -> None:
    await channel.send(f"<@{ada.id}>", allowed_mentions=discord.AllowedMentions.none())
    await channel.send(view=layout(f"<@{ada.id}>"))
    assert [message.pinged for message in there.messages] == [[], [ada.id]]


async def test_missing_permissions_are_named(channel: discord.TextChannel, there: Any) -> None:
    there.denied = discord.Permissions(send_messages=True, create_public_threads=True)
    assert await code_of(channel.send("hello")) == 50013
    assert await code_of(
        channel.create_thread(name="t", type=discord.ChannelType.public_thread)
    ) == (50013)
    there.denied = discord.Permissions(view_channel=True)
    assert await code_of(channel.send("hello")) == 50001


# -- direct messages and threads -------------------------------------------------------------


async def test_direct_messages_reach_their_person_unless_closed(
    loopback: Loopback, client: Client, ada: User
) -> None:
    user = await client.fetch_user(ada.id)
    await user.send("Your hand")
    assert [message.text for message in loopback.dm(ada).messages] == ["Your hand"]
    ada.dms_open = False
    assert await code_of(user.send("again")) == 50007
    assert await code_of(client.fetch_user(1)) == 10013


async def test_a_thread_from_a_message_has_its_id_and_comes_once(
    client: Client, channel: discord.TextChannel, there: Any
) -> None:
    message = await channel.send("Match 4F7K")
    thread = await message.create_thread(name="4F7K")
    assert thread.id == message.id
    assert there.messages[0].thread.name == "4F7K"
    assert await code_of(message.create_thread(name="again")) == 160004
    assert client.get_channel(thread.id) is not None


async def test_an_archived_thread_takes_posts_but_no_edits(
    loopback: Loopback, channel: discord.TextChannel
) -> None:
    thread = await channel.create_thread(name="t", type=discord.ChannelType.public_thread)
    message = await thread.send("hello")
    await thread.edit(archived=True)
    assert await code_of(message.edit(content="changed")) == 50083
    await thread.send("awake")
    assert not loopback.world.channel(thread.id).archived
    await message.edit(content="changed")


async def test_a_deleted_channel_is_unknown(
    loopback: Loopback, channel: discord.TextChannel, there: Any
) -> None:
    loopback.world.forget_channel(there)
    assert await code_of(channel.send("hello")) == 10003


# -- interactions ----------------------------------------------------------------------------


async def press(
    loopback: Loopback, client: Client, user: User, message: Message, answer: Answer
) -> Interaction:
    """Press, and wait until the client has answered with all it has to say."""
    ended = asyncio.Event()

    async def answer_and_end(interaction: discord.Interaction[Any]) -> None:
        try:
            await answer(interaction)
        finally:
            ended.set()

    client.answer = answer_and_end
    interaction = await loopback.press(user, message, "Press")
    await asyncio.wait_for(ended.wait(), 10)
    await loopback.quiet(0.02)
    return interaction


@pytest.fixture
async def message(channel: discord.TextChannel, there: Any) -> Message:
    await channel.send(view=layout("Hello", "Press"))
    return there.messages[0]


async def test_a_press_is_answered_by_an_edit_and_timed(
    loopback: Loopback, client: Client, ada: User, message: Message
) -> None:
    seen: list[Any] = []

    async def answer(interaction: discord.Interaction[Any]) -> None:
        seen.append((interaction.user.id, interaction.locale, interaction.data["custom_id"]))  # type: ignore[index,typeddict-item]
        await interaction.response.edit_message(view=layout("Pressed"))
        seen.append((await interaction.original_response()).id)

    interaction = await press(loopback, client, ada, message, answer)
    assert seen == [(ada.id, discord.Locale.german, "press"), message.id]
    assert message.text == "Pressed"
    assert interaction.answer == 7
    assert interaction.reply is None
    assert 0 < (interaction.seconds or 0) < 1


async def test_an_ephemeral_answer_is_seen_by_its_person_alone(
    loopback: Loopback, client: Client, ada: User, message: Message, there: Any
) -> None:
    async def answer(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message(view=layout("Psst", "Press"), ephemeral=True)
        await interaction.followup.send("and", ephemeral=True)
        await interaction.edit_original_response(view=layout("Psst!", "Press"))

    interaction = await press(loopback, client, ada, message, answer)
    assert [m.text for m in there.ephemeral(ada)] == ["Psst!", "and"]
    assert there.messages == [message]
    assert interaction.reply is there.ephemeral(ada)[0]
    with pytest.raises(LookupError):
        await loopback.press(loopback.user("Bob"), there.ephemeral(ada)[0], "Press")


async def test_thinking_ends_with_the_edit_of_the_original(
    loopback: Loopback, client: Client, ada: User, message: Message
) -> None:
    states: list[bool] = []

    async def answer(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        states.append(there_reply().loading)
        await interaction.edit_original_response(view=layout("Done"))

    def there_reply() -> Message:
        return message.channel.ephemeral(ada)[0]

    interaction = await press(loopback, client, ada, message, answer)
    assert states == [True]
    assert interaction.reply is there_reply()
    assert (there_reply().text, there_reply().loading) == ("Done", False)


async def test_a_second_answer_is_refused(
    loopback: Loopback, client: Client, ada: User, message: Message
) -> None:
    codes: list[int] = []

    async def answer(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer()
        interaction.response._response_type = None  # as if another process had answered
        codes.append(await code_of(interaction.response.defer()))

    await press(loopback, client, ada, message, answer)
    assert codes == [40060]


async def test_a_late_answer_and_an_old_token_are_refused(
    loopback: Loopback, client: Client, ada: User, message: Message
) -> None:
    loopback.desk.seconds_to_answer, loopback.desk.token_seconds = 0.05, 0.05
    codes: list[int] = []

    async def late(interaction: discord.Interaction[Any]) -> None:
        await asyncio.sleep(0.1)
        codes.append(await code_of(interaction.response.defer()))

    async def long(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer()
        await asyncio.sleep(0.1)
        codes.append(await code_of(interaction.edit_original_response(view=layout("late"))))

    client.answer = late
    with pytest.raises(NotAnswered):
        await loopback.press(ada, message, "Press")
    client.answer = long
    await loopback.press(ada, message, "Press")
    await loopback.until(lambda: len(codes) == 2)
    assert codes == [10062, 50027]


async def test_only_buttons_that_are_there_can_be_pressed(
    loopback: Loopback, client: Client, ada: User, message: Message
) -> None:
    with pytest.raises(LookupError):
        await loopback.press(ada, message, "Elsewhere")

    async def answer(interaction: discord.Interaction[Any]) -> None:
        assert interaction.data["custom_id"] == "gone"  # type: ignore[index,typeddict-item]
        await interaction.response.defer()

    client.answer = answer
    assert (await loopback.press(ada, message, "gone", old=True)).answer == 6


async def test_a_command_arrives_with_its_options(
    loopback: Loopback, client: Client, guild: Guild, ada: User, there: Any
) -> None:
    tree = discord.app_commands.CommandTree(client)
    group = discord.app_commands.Group(name="play", description="Start a match")
    seen: list[Any] = []

    @group.command(name="agent-avenue", description="Agent Avenue")
    async def play(interaction: discord.Interaction[Any], invite: discord.Member, n: int) -> None:
        seen.append((invite.id, n))
        await interaction.response.send_message("Lobby")

    tree.add_command(group)
    await tree.sync()
    client.answer = lambda interaction: asyncio.sleep(0)
    interaction = await loopback.slash(ada, there, "play agent-avenue", {"invite": ada, "n": 2})
    assert seen == [(ada.id, 2)]
    assert interaction.reply is there.messages[0]
    with pytest.raises(LookupError):
        await loopback.slash(ada, there, "play chess")
    with pytest.raises(LookupError):
        await loopback.slash(ada, there, "play agent-avenue", {"invite": ada})


async def test_choices_are_suggested_while_one_types(
    loopback: Loopback, client: Client, ada: User, there: Any
) -> None:
    tree = discord.app_commands.CommandTree(client)

    @tree.command(description="Rules")
    async def rules(interaction: discord.Interaction[Any], topic: str) -> None:
        await interaction.response.send_message(topic)

    @rules.autocomplete("topic")
    async def suggest(_: discord.Interaction[Any], typed: str) -> list[Any]:
        return [discord.app_commands.Choice(name=f"{typed}le", value="mole")]

    await tree.sync()
    client.answer = lambda interaction: asyncio.sleep(0)
    choices = await loopback.suggest(ada, there, "rules", {"topic": "mo"}, "topic")
    assert choices == [{"name": "mole", "value": "mole"}]
    assert (await loopback.slash(ada, there, "rules", {"topic": "mole"})).reply is not None


async def test_a_select_takes_what_it_offers(
    loopback: Loopback, client: Client, ada: User, channel: discord.TextChannel, there: Any
) -> None:
    view = ui.LayoutView(timeout=None)
    options = [discord.SelectOption(label=card) for card in ("mole", "sentinel")]
    view.add_item(ui.ActionRow(ui.Select(custom_id="card", options=options)))
    await channel.send(view=view)
    (message,) = there.messages

    async def answer(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message(interaction.data["values"][0])  # type: ignore[index,typeddict-item]

    client.answer = answer
    chosen = await loopback.choose(ada, message, "card", "sentinel")
    assert chosen.reply is not None
    assert chosen.reply.text == "sentinel"
    with pytest.raises(LookupError):
        await loopback.choose(ada, message, "card", "enforcer")


async def test_a_form_is_shown_and_submitted(
    loopback: Loopback, client: Client, ada: User, message: Message
) -> None:
    class Form(ui.Modal, title="Name"):
        name: ui.TextInput[Any] = ui.TextInput(label="Your name", custom_id="name")

        async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
            await interaction.response.send_message(self.name.value, ephemeral=True)

    async def show(interaction: discord.Interaction[Any]) -> None:
        if interaction.type is discord.InteractionType.component:
            await interaction.response.send_modal(Form())

    interaction = await press(loopback, client, ada, message, show)
    submitted = await loopback.submit(interaction, {"name": "Lovelace"})
    assert submitted.reply is not None
    assert submitted.reply.text == "Lovelace"


# -- faults ----------------------------------------------------------------------------------


async def test_a_fault_strikes_as_often_as_told(
    loopback: Loopback, channel: discord.TextChannel, there: Any
) -> None:
    loopback.fail("post message", status=403, code=50013, times=1)
    assert await code_of(channel.send("no")) == 50013
    await channel.send("yes")
    assert [m.text for m in there.messages] == ["yes"]
    assert [request.status for request in loopback.asked("post message")] == [403, 200]


async def test_a_rate_limit_is_waited_for(
    loopback: Loopback, channel: discord.TextChannel, there: Any
) -> None:
    loopback.fail("post message", status=429, retry_after=0.1, message="slow")
    await channel.send("in the end")
    first, second = loopback.asked("post message")
    assert second.at - first.at >= 0.1
    assert len(there.messages) == 1


async def test_a_channel_takes_only_so_many_messages_in_a_while(
    loopback: Loopback, channel: discord.TextChannel
) -> None:
    loopback.limit("post message", "edit message", limit=2, per=0.3)
    for n in range(4):
        await channel.send(str(n))
    times = [request.at for request in loopback.asked("post message")]
    assert [request.status for request in loopback.asked("post message")] == [200] * 4
    assert times[2] - times[0] >= 0.3


async def test_discord_py_keeps_to_the_limit_of_each_channel(
    loopback: Loopback, client: Client, guild: Guild
) -> None:
    """By the headers, for posts and edits together; no channel waits for another."""
    loopback.limit("post message", "edit message", limit=3, per=0.4)
    places = [client.get_partial_messageable(loopback.channel(guild).id) for _ in range(2)]
    first = [await place.send("0") for place in places]  # It learns the limit from an answer.
    await asyncio.gather(*(place.send(str(n)) for place in places for n in range(4)))
    await asyncio.gather(*(message.edit(content="1") for message in first))
    requests = [*loopback.asked("post message"), *loopback.asked("edit message")]
    assert {request.status for request in requests} == {200}
    for place in places:
        times = sorted(r.at for r in requests if r.path.startswith(f"/channels/{place.id}/"))
        assert len(times) == 6
        assert times[3] - times[0] >= 0.4


async def test_a_limit_for_the_whole_bot_is_waited_for_but_answers_go_on(
    loopback: Loopback, client: Client, guild: Guild, ada: User, message: Message
) -> None:
    loopback.limit(limit=5, per=0.8)
    places = [client.get_partial_messageable(loopback.channel(guild).id) for _ in range(8)]
    before = len(loopback.requests)
    posts = asyncio.gather(*(place.send("hello") for place in places))
    await loopback.until(lambda: any(r.status == 429 for r in loopback.requests))
    await press(
        loopback, client, ada, message, lambda i: i.response.edit_message(view=layout("Pressed"))
    )
    assert message.text == "Pressed"
    assert not posts.done()
    await posts
    asked = [r for r in loopback.requests[before:] if r.name == "post message"]
    taken = sorted(request.at for request in asked if request.status == 200)
    assert len(taken) == 8
    assert taken[5] - taken[0] >= 0.8


@pytest.mark.parametrize(("moment", "arrived"), [("before", 0), ("after", 1)])
async def test_a_dropped_connection_may_or_may_not_have_taken_effect(
    loopback: Loopback, channel: discord.TextChannel, there: Any, moment: str, arrived: int
) -> None:
    loopback.fail("post message", drop=moment)
    with pytest.raises(aiohttp.ClientError):
        await channel.send("hello")
    assert len(there.messages) == arrived


# -- the gateway -----------------------------------------------------------------------------


async def test_a_resumed_session_hears_what_it_missed(
    loopback: Loopback, client: Client, ada: User, message: Message
) -> None:
    async def answer(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer()

    client.answer = answer
    await loopback.gateway.drop()
    interaction = await loopback.press(ada, message, "Press", wait=False)
    await loopback.until(lambda: loopback.gateway.resumed == 1, 10)
    await interaction.wait()
    assert loopback.gateway.identified == 1


async def test_discord_may_ask_to_reconnect(loopback: Loopback, client: Client) -> None:
    await loopback.gateway.ask_to_reconnect()
    await loopback.until(lambda: loopback.gateway.resumed == 1, 10)


async def test_a_session_that_is_gone_starts_anew(loopback: Loopback, client: Client) -> None:
    await loopback.gateway.drop(resumable=False)
    await loopback.until(lambda: loopback.gateway.identified == 2, 15)
    assert loopback.gateway.resumed == 0


async def test_a_wrong_token_is_refused(loopback: Loopback) -> None:
    async with discord.Client(intents=discord.Intents.none()) as stranger:
        with pytest.raises(discord.LoginFailure):
            await stranger.login("wrong")
