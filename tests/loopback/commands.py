"""Slash commands: what the bot may register, and how a person's call of one looks on the wire."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from .errors import ApiError
from .message import Wire
from .world import Channel, Guild, User

SUBCOMMAND, GROUP = 1, 2
STRING, INTEGER, BOOLEAN, USER, CHANNEL, NUMBER = 3, 4, 5, 6, 7, 10
_NAME = re.compile(r"[-_'\w]{1,32}")
_PYTHON_TYPES = {STRING: str, INTEGER: int, BOOLEAN: bool, NUMBER: float}
MAX_CHARACTERS = 8000


def check_commands(commands: list[Wire]) -> None:
    """Raise 50035 for anything that Discord would not register."""
    if len(commands) > 100:
        raise ApiError(50035, "100 commands at most")
    for command in commands:
        if command.get("type", 1) == 1:
            _check_node(command)
            if sum(_characters(command)) > MAX_CHARACTERS:
                raise ApiError(50035, f"/{command['name']}: more than {MAX_CHARACTERS} characters")


def _check_node(node: Wire) -> None:
    for name in (node["name"], *(node.get("name_localizations") or {}).values()):
        if not _NAME.fullmatch(name) or name != name.lower():
            raise ApiError(50035, f"{name!r} is not a command or option name")
    for text in (node["description"], *(node.get("description_localizations") or {}).values()):
        if not 1 <= len(text) <= 100:
            raise ApiError(50035, f"{node['name']}: a description has 1 to 100 characters")
    options = node.get("options") or []
    names = {option["name"] for option in options}
    if len(options) > 25 or len(names) < len(options) or len(node.get("choices") or []) > 25:
        raise ApiError(50035, f"{node['name']}: 25 different options and 25 choices at most")
    for option in options:
        _check_node(option)


def _characters(node: Wire) -> Iterator[int]:
    """The lengths that count towards the limit (only the longest translation of each)."""
    for key in ("name", "description"):
        yield max(map(len, (node[key], *(node.get(f"{key}_localizations") or {}).values())))
    for choice in node.get("choices") or []:
        yield len(choice["name"]) + len(str(choice["value"]))
    for option in node.get("options") or []:
        yield from _characters(option)


def call(
    commands: list[Wire], path: str, values: Mapping[str, Any], guild: Guild | None, focus: str = ""
) -> Wire:
    """The interaction data of `/path` with these option values (users and channels as objects).

    Raises `LookupError` if there is no such command or option, as a client would not offer it.
    """
    root, *inner = path.split()
    node = command = _by_name(commands, root, "command")
    for name in inner:
        node = _by_name(node["options"], name, "subcommand")
    leaf = node.get("options") or []
    missing = [o["name"] for o in leaf if o.get("required") and o["name"] not in values]
    if missing and not focus:
        raise LookupError(f"/{path} needs {', '.join(missing)}")
    resolved: Wire = {}
    options = [
        _option(_by_name(leaf, name, "option"), value, resolved, guild, is_focused=name == focus)
        for name, value in values.items()
    ]
    kind = GROUP if len(inner) == 2 else SUBCOMMAND
    for depth, name in enumerate(reversed(inner)):
        options = [{"type": SUBCOMMAND if depth == 0 else kind, "name": name, "options": options}]
    data = {"id": command["id"], "name": root, "type": 1, "options": options, "resolved": resolved}
    if command.get("guild_id"):
        data["guild_id"] = command["guild_id"]
    return data


def _by_name(nodes: list[Wire], name: str, what: str) -> Wire:
    for node in nodes:
        if node["name"] == name:
            return node
    raise LookupError(f"no {what} {name!r}; there are {[node['name'] for node in nodes]}")


def _option(
    option: Wire, value: Any, resolved: Wire, guild: Guild | None, *, is_focused: bool
) -> Wire:
    wire: Wire = {"name": option["name"], "type": option["type"]}
    if isinstance(value, User):
        resolved.setdefault("users", {})[str(value.id)] = value.wire()
        if guild is not None and value.id in guild.members:
            member = guild.member_wire(value)
            del member["user"]
            member["permissions"] = str(guild.members[value.id].value)
            resolved.setdefault("members", {})[str(value.id)] = member
        return wire | {"value": str(value.id)}
    if isinstance(value, Channel):
        channel = value.wire() | {"permissions": str(value.bot_permissions.value)}
        resolved.setdefault("channels", {})[str(value.id)] = channel
        return wire | {"value": str(value.id)}
    if is_focused:
        return wire | {"value": value, "focused": True}
    if not isinstance(value, _PYTHON_TYPES[option["type"]]):
        raise LookupError(f"{option['name']} does not take {value!r}")
    choices = [choice["value"] for choice in option.get("choices") or []]
    if choices and value not in choices:
        raise LookupError(f"{option['name']} is one of {choices}, not {value!r}")
    return wire | {"value": value}
