"""A bot that leaks is found out: each leak here is built in, and the harness has to find it."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import discord
import msgspec
import pytest
from msgspec.structs import replace

import bot.manager
from bot.face import Scene
from bot.match import Match
from bot.messages import hand_screen
from bot.refresh import Refresh
from bot.scenes import Scenes
from bot.screen import Button, Picture, Row, Screen, Text, compose
from cogs.agencia.cog import AgenciaFace
from cogs.agent_avenue.cog import AgentAvenueFace
from cogs.matches import MatchesCog
from cogs.replay import ReplayCog
from engine.agencia.events import Drew
from engine.agent_avenue.events import Discarded
from engine.agent_avenue.events import Drew as DrewAgents
from engine.record import Record, encode
from tests.secrecy.leaking import Patch, compare_some, hash_of, matches_shown, secret
from tests.secrecy.watch import Leak

Hidden = Discarded | DrewAgents | Drew
Change = Callable[[Screen, Match], Screen]


def at_table(patch: Patch, change: Change) -> None:
    """Change the table by what only the match itself knows."""
    matches = matches_shown(patch)
    for face in (AgentAvenueFace, AgenciaFace):
        table = face.table

        def changed(self: Any, scene: Scene, controls: Row, table: Any = table) -> Screen:
            screen = table(self, scene, controls)
            match = matches.get(scene.id)
            return screen if match is None or match.over else change(screen, match)

        patch.setattr(face, "table", changed)


def changed(screen: Screen, kind: type, **fields: Any) -> Screen:
    """The screen with fields of its first such block replaced."""
    blocks = list(screen.blocks)
    place = next(i for i, block in enumerate(blocks) if isinstance(block, kind))
    blocks[place] = replace(blocks[place], **fields)
    return replace(screen, blocks=tuple(blocks))


def alt_text(patch: Patch) -> None:
    """The table's alternative text names a hidden card."""
    at_table(
        patch, lambda screen, match: changed(screen, Picture, alt=f"And {secret(match.state)}.")
    )


def custom_id(patch: Patch) -> None:
    """A button at the table carries a hidden card."""
    at_table(
        patch,
        lambda screen, match: replace(
            screen, blocks=(*screen.blocks, Row((Button("More", "more", secret(match.state)),)))
        ),
    )


def file_name(patch: Patch) -> None:
    """The table's picture is called after a hidden card."""
    at_table(
        patch, lambda screen, match: changed(screen, Picture, name=f"{secret(match.state)}.png")
    )


def number(patch: Patch) -> None:
    """A number in a custom id depends on a hidden card."""
    at_table(
        patch,
        lambda screen, match: replace(
            screen,
            blocks=(
                *screen.blocks,
                Row((Button("More", "more", str(hash_of(secret(match.state)))),)),
            ),
        ),
    )


def colour(patch: Patch) -> None:
    """The colour of the table's edge depends on a hidden card."""
    at_table(patch, lambda screen, match: replace(screen, accent=hash_of(secret(match.state))))


def wording(patch: Patch) -> None:
    """A text names no card, but depends on one."""
    at_table(
        patch,
        lambda screen, match: replace(
            screen, blocks=(*screen.blocks, Text("." * (hash_of(secret(match.state)) % 7 + 1)))
        ),
    )


def picture(patch: Patch) -> None:
    """The table's picture is drawn from the full view; everything around it is as it should be."""
    at_table(
        patch,
        lambda screen, match: changed(
            screen, Picture, draw=lambda: msgspec.json.encode(match.state.full())
        ),
    )


def full_view(patch: Patch) -> None:
    """Everybody's messages are made of the full view, the table as a replay shows it."""
    make = Scenes.scene

    async def scene(self: Scenes, match: Match, *args: Any) -> Scene:
        return replace(await make(self, match, *args), view=match.state.full())

    patch.setattr(Scenes, "scene", scene)
    for face in (AgentAvenueFace, AgenciaFace):

        def opened(self: Any, scene: Scene, controls: Row) -> Screen:
            shown = self.open_table(scene)
            return replace(shown, blocks=(*shown.blocks, controls))

        patch.setattr(face, "table", opened)


def history(patch: Patch) -> None:
    """Events are told to everybody as they are, discarded and drawn cards included."""
    patch.setattr("bot.scenes.seen", lambda events, viewer, since: list(events))
    for face in (AgentAvenueFace, AgenciaFace):
        table = face.table

        def told(self: Any, scene: Scene, controls: Row, table: Any = table) -> Screen:
            events = [event for _, event in scene.events if isinstance(event, Hidden)]
            screen = table(self, scene, controls)
            text = Text(f"Drawn and discarded: {msgspec.json.encode(events).decode()}")
            return replace(screen, blocks=(*screen.blocks, text))

        patch.setattr(face, "table", told)


def wrong_seat(patch: Patch) -> None:
    """For a moment somebody is shown the neighbour's hand."""
    show = Refresh._hand

    async def hand(self: Refresh, row: Any) -> None:
        if not self._match.over:
            seat = (row.seat + 1) % self._match.state.seats
            scene = await self._scenes.scene(self._match, seat)
            message = await compose(hand_screen(self._face, scene, self._match), self._match.id)
            channel = await self._delivery.open_dm(row.user)
            sent = await self._delivery._channel(channel).send(
                view=message.view, files=message.files
            )
            await sent.delete()
        await show(self, row)

    patch.setattr(Refresh, "_hand", hand)


def number_of_messages(patch: Patch) -> None:
    """A call is posted again when the first seat holds a certain card."""
    show = Refresh._call_seats

    async def call_seats(self: Refresh, scene: Scene) -> None:
        await show(self, scene)
        if not self._match.over and hash_of(secret(self._match.state)) % 2:
            channel = self._match.row.place
            await self._delivery._channel(channel).send("Your turn.")

    patch.setattr(Refresh, "_call_seats", call_seats)


def log_line(patch: Patch) -> None:
    """A line of the log at DEBUG holds what the acting seat sees."""
    act = bot.manager.GameManager.act

    async def logged(self: Any, match: Match, *args: Any) -> Match:
        bot.manager.log.debug("Acting, with %s: %s", match.state.view(args[0]), args)
        return await act(self, match, *args)

    patch.setattr(bot.manager.GameManager, "act", logged)


def error_text(patch: Patch) -> None:
    """Whoever is refused is told what is hidden."""
    why = MatchesCog._why_refused

    async def why_refused(self: Any, refused: Exception, t: Any) -> str:
        match = await self.bot.manager.open(str(refused))
        return f"{await why(self, refused, t)} Not before {secret(match.state)}."

    patch.setattr(MatchesCog, "_why_refused", why_refused)


def export(patch: Patch) -> None:
    """The record is handed out while the match runs."""

    async def send_record(self: Any, interaction: Any, answer: Any, match: Match) -> None:
        names = tuple(row.name for row in match.seats)
        record = Record(match.row.game, names, match.deal, match.options, tuple(match.actions))
        file = discord.File(io.BytesIO(encode(record)), f"{match.id}.json")
        await interaction.response.send_message("The record:", file=file, ephemeral=True)

    patch.setattr(ReplayCog, "export", send_record)


LEAKS = [
    alt_text,
    custom_id,
    file_name,
    number,
    colour,
    wording,
    picture,
    full_view,
    history,
    wrong_seat,
    number_of_messages,
    log_line,
    error_text,
    export,
]


@pytest.mark.trouble
@pytest.mark.parametrize("mode", ["agent-avenue simple 2v1", "la-agencia 3"])
@pytest.mark.parametrize("leak", LEAKS)
async def test_a_leak_is_found(
    leak: Callable[[Patch], None], mode: str, tmp_path: Path, monkeypatch: Patch
) -> None:
    leak(monkeypatch)
    with pytest.raises(Leak):
        await compare_some(tmp_path, mode)


@pytest.mark.parametrize("mode", ["agent-avenue simple 2v1", "la-agencia 3"])
async def test_where_there_is_no_leak_none_is_found(mode: str, tmp_path: Path) -> None:
    await compare_some(tmp_path, mode, most=1)
