"""What a message shows, described without Discord, and its composition as Components V2.

Games and services build a `Screen`; `compose` turns it into a view and files. Between two screens
with the same digest an edit can be left out.
"""

import hashlib
import io
import re
import zlib
from collections.abc import Sequence
from typing import Any, Literal

import discord
import msgspec

from bot.draw.studio import STUDIO, Drawing

CUSTOM_ID = (
    r"(?P<owner>[0-9A-Z]{4,12}(?:-[a-z0-9.-]+)?):(?P<version>\d{1,9}):(?P<verb>[a-z][a-z0-9._-]{0,39})"
    r"(?::(?P<args>.+))?"
)
"""Every button and select: match or lobby, the decision it was made for, verb, arguments.

An owner with something in small letters behind it is a lesson (see `bot.lesson`).
"""

_ours = re.compile(CUSTOM_ID).fullmatch

MAX_CUSTOM_ID = 100
"""Discord's limit for a custom id, in characters."""

MAX_LABEL = 80
"""Discord's limit for a button's label, in characters."""

MAX_TEXT = 4000
"""Discord's limit for all the text of a message, in characters."""

PLAYED_IN = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
    discord.ChannelType.forum,
    discord.ChannelType.media,
]
"""The kinds of channels in which, or in whose posts, commands can be used."""

Style = Literal["primary", "secondary", "success", "danger"]


MAX_OPTIONS = 25
"""Discord's limit for what a select offers, or lets one choose."""


class Text(msgspec.Struct, frozen=True):
    """A paragraph of Discord markdown."""

    markdown: str
    soft: bool = False
    """Whether a change of it alone is not worth an edit of the message."""

    spare: bool = False
    """Whether its end is what a message can do without where it has no room for everything."""


class Picture(msgspec.Struct, frozen=True):
    """A picture; `key` names its content, `draw` makes the PNG (in another process or thread)."""

    name: str
    key: str
    draw: Drawing
    alt: str
    untold: str = ""
    """What of the alt text no text beside it tells, in markdown: it stands in the picture's place
    for who wants none."""


class Document(msgspec.Struct, frozen=True):
    """A file to keep."""

    name: str
    data: bytes


class Button(msgspec.Struct, frozen=True):
    """A button; `args` may hold only what every viewer of the message may know."""

    label: str
    verb: str
    """A small letter, then up to 39 small letters, digits, '.', '_' and '-'."""

    args: str = ""
    """On one line; with verb, match and decision it has no more than 100 characters."""

    style: Style = "secondary"
    disabled: bool = False
    emoji: str = ""
    """One of the application's own, before the label."""


class Link(msgspec.Struct, frozen=True):
    """A button that opens a page."""

    label: str
    url: str


class Row(msgspec.Struct, frozen=True):
    """Up to five buttons beside each other; more of them make further rows."""

    buttons: tuple[Button | Link, ...]


class Option(msgspec.Struct, frozen=True):
    """One choice of a select."""

    label: str
    value: str
    selected: bool = False


class Select(msgspec.Struct, frozen=True):
    """A menu from which one option is chosen; its press carries the value as `args`."""

    placeholder: str
    verb: str
    options: tuple[Option, ...]


class ChannelSelect(msgspec.Struct, frozen=True):
    """A menu of the server's channels; its press carries the ids, parted by commas, as `args`."""

    placeholder: str
    verb: str
    chosen: tuple[int, ...]


Block = Text | Picture | Document | Row | Select | ChannelSelect


class Screen(msgspec.Struct, frozen=True):
    """The whole content of one message."""

    blocks: tuple[Block, ...]
    version: int = 0
    """The decision that its buttons are made for. The services set it, not a game's face."""

    accent: int | None = None
    """The colour of its edge, 0xRRGGBB."""


def fitting(blocks: Sequence[Block], room: int = MAX_TEXT) -> list[Block]:
    """The blocks with no more text than there is room for, in characters.

    Where names are very long, spare texts lose their last lines; if that is not enough, the longest
    ones do.
    """
    texts = {index: block for index, block in enumerate(blocks) if isinstance(block, Text)}
    while (over := sum(len(text.markdown) for text in texts.values()) - room) > 0:
        spare = [index for index, text in texts.items() if text.spare and text.markdown]
        longest = max(spare or texts, key=lambda index: len(texts[index].markdown))
        texts[longest] = _shortened(texts[longest], over)
    kept = [texts.get(index, block) for index, block in enumerate(blocks)]
    return [block for block in kept if not (isinstance(block, Text) and not block.markdown)]


def _shortened(text: Text, over: int) -> Text:
    """A text without its last line, or its only line without its end."""
    *lines, last = text.markdown.split("\n")
    shorter = "\n".join(lines) or (f"{last[: -over - 1]}…" if len(last) > over + 1 else "")
    return msgspec.structs.replace(text, markdown=shorter)


def without_pictures(screen: Screen) -> Screen:
    """The screen for somebody who wants none; everything that they show is in its texts then."""
    blocks = (
        Text(block.untold) if isinstance(block, Picture) else block
        for block in screen.blocks
        if not isinstance(block, Picture) or block.untold
    )
    return msgspec.structs.replace(screen, blocks=tuple(blocks))


class Composed(msgspec.Struct, frozen=True):
    """A screen ready to be sent."""

    view: discord.ui.LayoutView
    files: list[discord.File]


def digest(screen: Screen) -> str:
    """A short name of everything that a viewer of the screen can tell apart, but for soft texts."""
    parts: list[Any] = [screen.version, screen.accent]
    for block in screen.blocks:
        if isinstance(block, Picture):
            parts.append([block.name, block.key, block.alt])
        elif not (isinstance(block, Text) and block.soft):
            parts.append(block)
    return hashlib.blake2b(msgspec.json.encode(parts), digest_size=12).hexdigest()


def picture_key(*shown: object) -> str:
    """A picture's key: everything it shows that may change while its message stands."""
    return msgspec.json.encode(shown).decode()


def marker(owner: str, kind: str, seat: int, page: int) -> int:
    """The component id by which a message is found again when its own id was never noted."""
    return zlib.crc32(f"{owner}:{kind}:{seat}:{page}".encode()) & 0x7FFFFFFF | 1


def mark_of(components: Sequence[discord.Component]) -> int | None:
    """The marker in a message's components, if it has one."""
    for top in components[:1]:
        if isinstance(top, discord.components.Container):
            return top.id
    return None


def leave_pressed(interaction: discord.Interaction) -> None:
    """Let go of all that a pressed message shows but for the row of what was pressed.

    Of the rest discord.py would make items of a view, for each press. The marker stays.
    """
    pressed = (interaction.data or {}).get("custom_id")
    if interaction.message is None or pressed is None:
        return
    for top in interaction.message.components:
        if isinstance(top, discord.components.Container):
            top.children = [
                row
                for row in top.children
                if isinstance(row, discord.components.ActionRow)
                and any(item.custom_id == pressed for item in row.children)
            ]


def custom_id(owner: str, version: int, verb: str, args: str = "") -> str:
    """A component's custom id. Raises `ValueError` for one whose presses would not be found."""
    written = f"{owner}:{version}:{verb}:{args}" if args else f"{owner}:{version}:{verb}"
    if len(written) > MAX_CUSTOM_ID or _ours(written) is None:
        # Without its arguments, which may be cards.
        raise ValueError(
            f"the custom id of {verb!r} is longer than {MAX_CUSTOM_ID} characters or does not "
            "match CUSTOM_ID: a verb is small letters, digits, '.', '_' and '-' after a letter"
        )
    return written


def release(view: discord.ui.View | discord.ui.LayoutView) -> None:
    """Take a view apart that is not needed any more.

    It and its parts keep each other alive. Of every press two views would wait for the garbage
    collector, and everybody for that.
    """
    for item in tuple(view.walk_children()):
        if isinstance(item, discord.ui.Container | discord.ui.ActionRow):
            item.clear_items()
    view.clear_items()


_Container = discord.ui.Container[discord.ui.LayoutView]
"""A type, and slow to call: what is made is a plain `discord.ui.Container`."""


class _Sent(discord.ui.LayoutView):
    """What is sent of a view; discord.py need not keep one in memory for each message."""

    def __init__(self, container: _Container) -> None:
        super().__init__(timeout=None)
        self.add_item(container)
        self._wire = super().to_components()
        release(self)
        self.stop()

    def to_components(self) -> list[dict[str, Any]]:
        """The components as Discord takes them."""
        return self._wire

    def has_components_v2(self) -> bool:
        """Always, by its container."""
        return True


async def compose(screen: Screen, owner: str = "", mark: int | None = None) -> Composed:
    """Draw the pictures, off the event loop, and build the view.

    `owner` stands in the custom ids; a screen that only tells something needs none.

    The view keeps nothing but what is sent: presses are found by their custom ids alone.
    """
    files: list[discord.File] = []
    container: _Container = discord.ui.Container(accent_colour=screen.accent)
    if mark is not None:
        container.id = mark
    for block in fitting(screen.blocks):
        match block:
            case Text():
                container.add_item(discord.ui.TextDisplay(block.markdown))
            case Picture():
                png = await STUDIO.draw(block.draw)
                files.append(discord.File(io.BytesIO(png), block.name, description=block.alt))
                gallery: discord.ui.MediaGallery[discord.ui.LayoutView] = discord.ui.MediaGallery()
                gallery.add_item(media=f"attachment://{block.name}", description=block.alt)
                container.add_item(gallery)
            case Document():
                files.append(discord.File(io.BytesIO(block.data), block.name))
                container.add_item(discord.ui.File(f"attachment://{block.name}"))
            case Row():
                for start in range(0, len(block.buttons), 5):
                    beside = block.buttons[start : start + 5]
                    _add_row(container, *(_button(button, screen, owner) for button in beside))
            case ChannelSelect():
                _add_row(container, _channel_select(block, screen, owner))
            case Select():
                _add_row(container, _select(block, screen, owner))
    return Composed(_Sent(container), files)


def _add_row(container: _Container, *items: discord.ui.Item[discord.ui.LayoutView]) -> None:
    row: discord.ui.ActionRow[discord.ui.LayoutView] = discord.ui.ActionRow()
    for item in items:
        row.add_item(item)
    container.add_item(row)


def _button(
    button: Button | Link, screen: Screen, owner: str
) -> discord.ui.Button[discord.ui.LayoutView]:
    if isinstance(button, Link):
        return discord.ui.Button(label=shorten(button.label), url=button.url)
    return discord.ui.Button(
        label=shorten(button.label),
        style=discord.ButtonStyle[button.style],
        disabled=button.disabled,
        emoji=button.emoji or None,
        custom_id=custom_id(owner, screen.version, button.verb, button.args),
    )


def _channel_select(
    select: ChannelSelect, screen: Screen, owner: str
) -> discord.ui.ChannelSelect[discord.ui.LayoutView]:
    return discord.ui.ChannelSelect(
        custom_id=custom_id(owner, screen.version, select.verb),
        placeholder=select.placeholder,
        channel_types=PLAYED_IN,
        min_values=0,
        max_values=MAX_OPTIONS,
        default_values=[discord.Object(channel) for channel in select.chosen],
    )


def _select(select: Select, screen: Screen, owner: str) -> discord.ui.Select[discord.ui.LayoutView]:
    return discord.ui.Select(
        custom_id=custom_id(owner, screen.version, select.verb),
        placeholder=select.placeholder,
        options=[
            discord.SelectOption(label=option.label, value=option.value, default=option.selected)
            for option in select.options
        ],
    )


def shorten(label: str, limit: int = MAX_LABEL) -> str:
    """A label cut to Discord's limit."""
    return label if len(label) <= limit else label[: limit - 1] + "…"
