"""The REST endpoints. Each is one small function; its name is what faults and the log call it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .commands import check_commands
from .errors import ApiError
from .faults import Request
from .message import Wire
from .world import DM, TEXT, Channel, Message

if TYPE_CHECKING:
    from .server import Loopback


@dataclass
class Call:
    """A request with the ids of its path."""

    server: "Loopback"
    request: Request
    ids: dict[str, str]

    @property
    def body(self) -> Any:
        return self.request.body

    @property
    def channel(self) -> Channel:
        channel = self.server.world.channel(int(self.ids["channel"]))
        channel.require("view_channel")
        return channel

    @property
    def message(self) -> Message:
        return self.server.world.message(self.channel, int(self.ids["message"]))


Endpoint = Callable[[Call], Any]
ENDPOINTS: list[tuple[str, str, str, Endpoint]] = []
"""Method, path, name and function of each."""


def endpoint(method: str, path: str, name: str) -> Callable[[Endpoint], Endpoint]:
    def register(function: Endpoint) -> Endpoint:
        ENDPOINTS.append((method, path, name, function))
        return function

    return register


# -- the bot itself --------------------------------------------------------------------------


@endpoint("GET", "/users/@me", "get me")
def get_me(call: Call) -> Wire:
    return call.server.world.bot.wire()


@endpoint("GET", "/oauth2/applications/@me", "get application")
def get_application(call: Call) -> Wire:
    bot = call.server.world.bot
    return {
        "id": str(bot.id),
        "name": bot.name,
        "icon": None,
        "description": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "owner": bot.wire(),
        "team": None,
        "flags": 0,
    }


@endpoint("GET", "/gateway/bot", "get gateway")
def get_gateway(call: Call) -> Wire:
    limits = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
    server = call.server
    return {"url": server.gateway.url, "shards": server.shards, "session_start_limit": limits}


@endpoint("GET", "/users/{user}", "get user")
def get_user(call: Call) -> Wire:
    user = call.server.world.users.get(int(call.ids["user"]))
    if user is None:
        raise ApiError(10013)
    return user.wire()


@endpoint("GET", "/guilds/{guild}/members/{user}", "get member")
def get_member(call: Call) -> Wire:
    world = call.server.world
    guild = world.guilds.get(int(call.ids["guild"]))
    if guild is None:
        raise ApiError(10004)
    user = int(call.ids["user"])
    if user not in guild.members and user != world.bot.id:
        raise ApiError(10007 if user in world.users else 10013)
    return guild.member_wire(world.users[user])


# -- commands --------------------------------------------------------------------------------


@endpoint("GET", "/applications/{app}/commands", "get commands")
@endpoint("GET", "/applications/{app}/guilds/{guild}/commands", "get guild commands")
def get_commands(call: Call) -> list[Wire]:
    return call.server.commands.get(call.ids.get("guild"), [])


@endpoint("PUT", "/applications/{app}/commands", "sync commands")
@endpoint("PUT", "/applications/{app}/guilds/{guild}/commands", "sync guild commands")
def sync_commands(call: Call) -> list[Wire]:
    check_commands(call.body)
    guild = call.ids.get("guild")
    known = {command["name"]: command["id"] for command in call.server.commands.get(guild, [])}
    fixed: Wire = {"application_id": call.ids["app"], "version": "1"}
    if guild is not None:
        fixed["guild_id"] = guild
    # Discord gives every command a description; that of an entry in a menu is empty.
    call.server.commands[guild] = [
        {"description": ""}
        | command
        | fixed
        | {"id": known.get(command["name"], str(call.server.world.snowflake()))}
        for command in call.body
    ]
    return call.server.commands[guild]


@endpoint("GET", "/applications/{app}/emojis", "get emojis")
def get_emojis(call: Call) -> Wire:
    return {"items": []}


# -- channels and threads --------------------------------------------------------------------


@endpoint("POST", "/users/@me/channels", "open dm")
def open_dm(call: Call) -> Wire:
    user = call.server.world.users.get(int(call.body["recipient_id"]))
    if user is None:
        raise ApiError(10013)
    return call.server.world.dm(user).wire()


@endpoint("GET", "/channels/{channel}", "get channel")
def get_channel(call: Call) -> Wire:
    return call.channel.wire()


@endpoint("PATCH", "/channels/{channel}", "edit channel")
def edit_channel(call: Call) -> Wire:
    channel = call.channel
    if channel.is_thread:
        channel.archived = call.body.get("archived", channel.archived)
        channel.auto_archive = call.body.get("auto_archive_duration", channel.auto_archive)
    channel.name = call.body.get("name", channel.name)
    call.server.announce("THREAD_UPDATE" if channel.is_thread else "CHANNEL_UPDATE", channel)
    return channel.wire()


@endpoint("DELETE", "/channels/{channel}", "delete channel")
def delete_channel(call: Call) -> Wire:
    channel = call.channel
    if channel.type != DM:
        channel.require("manage_threads" if channel.is_thread else "manage_channels")
        call.server.world.forget_channel(channel)
        call.server.announce("THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE", channel)
    return channel.wire()


@endpoint("POST", "/channels/{channel}/threads", "create thread")
@endpoint("POST", "/channels/{channel}/messages/{message}/threads", "create thread from message")
def create_thread(call: Call) -> Wire:
    parent = call.channel
    parent.require("create_public_threads")
    if parent.type != TEXT:
        raise ApiError(50024)
    if not 1 <= len(call.body["name"]) <= 100:
        raise ApiError(50035, "name: must be between 1 and 100 in length")
    message = call.message if "message" in call.ids else None
    if message is not None and message.thread is not None:
        raise ApiError(160004)
    thread = call.server.world.new_thread(parent, call.body["name"], message and message.id)
    thread.auto_archive = call.body.get("auto_archive_duration") or thread.auto_archive
    if message is not None:
        message.thread = thread
    call.server.announce("THREAD_CREATE", thread)
    return thread.wire()


@endpoint("PUT", "/channels/{channel}/thread-members/{user}", "add thread member")
def add_thread_member(call: Call) -> None:
    call.channel.require("send_messages_in_threads")


@endpoint("POST", "/channels/{channel}/typing", "type")
def typing(call: Call) -> None:
    call.channel.require("send_messages")


# -- messages --------------------------------------------------------------------------------


@endpoint("GET", "/channels/{channel}/messages", "list messages")
def list_messages(call: Call) -> list[Wire]:
    """Newest first, those next to `before` or `after` if given."""
    call.channel.require("read_message_history")
    query = call.request.query
    limit = int(query.get("limit", 50))
    if not 1 <= limit <= 100:
        raise ApiError(50035, "limit: must be between 1 and 100")
    before, after = int(query.get("before", 1 << 63)), int(query.get("after", 0))
    found = [m for m in call.channel.messages if after < m.id < before]
    chosen = found[:limit] if "after" in query else found[-limit:]
    return [message.wire() for message in reversed(chosen)]


@endpoint("GET", "/channels/{channel}/messages/{message}", "get message")
def get_message(call: Call) -> Wire:
    call.channel.require("read_message_history")
    return call.message.wire()


@endpoint("POST", "/channels/{channel}/messages", "post message")
def post_message(call: Call) -> Wire:
    channel = call.channel
    channel.require("send_messages_in_threads" if channel.is_thread else "send_messages")
    if call.request.uploads:
        channel.require("attach_files")
    if channel.recipient is not None and not channel.recipient.dms_open:
        raise ApiError(50007)
    return call.server.postman.post(channel, call.body, call.request.uploads).wire()


@endpoint("PATCH", "/channels/{channel}/messages/{message}", "edit message")
def edit_message(call: Call) -> Wire:
    message = call.message
    if call.channel.archived:
        raise ApiError(50083)
    if message.author is not call.server.world.bot:
        raise ApiError(50005)
    call.server.postman.edit(message, call.body, call.request.uploads)
    return message.wire()


@endpoint("DELETE", "/channels/{channel}/messages/{message}", "delete message")
def delete_message(call: Call) -> None:
    call.server.world.delete(call.message)


# -- interactions ----------------------------------------------------------------------------


@endpoint("POST", "/interactions/{interaction}/{token}/callback", "answer")
def answer(call: Call) -> Wire | None:
    ids = int(call.ids["interaction"]), call.ids["token"]
    request = call.request
    receipt = call.server.desk.callback(ids, call.body, request.uploads, request.at)
    return receipt if request.query.get("with_response") in ("1", "true") else None


@endpoint("POST", "/webhooks/{app}/{token}", "follow up")
def follow_up(call: Call) -> Wire:
    return call.server.desk.follow_up(call.ids["token"], call.body, call.request.uploads).wire()


@endpoint("GET", "/webhooks/{app}/{token}/messages/{message}", "get reply")
def get_reply(call: Call) -> Wire:
    return call.server.desk.message(call.ids["token"], call.ids["message"]).wire()


@endpoint("PATCH", "/webhooks/{app}/{token}/messages/{message}", "edit reply")
def edit_reply(call: Call) -> Wire:
    token, message = call.ids["token"], call.ids["message"]
    return call.server.desk.edit(token, message, call.body, call.request.uploads).wire()


@endpoint("DELETE", "/webhooks/{app}/{token}/messages/{message}", "delete reply")
def delete_reply(call: Call) -> None:
    call.server.world.delete(call.server.desk.message(call.ids["token"], call.ids["message"]))
