"""The same for commands, time limits, seats that change hands, and what people have chosen."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest
from msgspec import UNSET
from msgspec.structs import replace

import bot.scenes
import cogs.game
import cogs.privacy
import cogs.rules
from bot.answer import Answer
from bot.delivery import Delivery
from bot.face import Proposed, Scene
from bot.i18n import Translator, translator
from bot.lobbies import Lobbies
from bot.manager import GameManager
from bot.match import Match
from bot.messages import hand_screen
from bot.refresh import Refresh
from bot.rows import Preferences, SeatRow, SurfaceRow
from bot.scenes import Languages
from bot.screen import Screen, Text
from bot.store import Store
from bot.upkeep import composed
from cogs.agencia.cog import AgenciaFace
from cogs.agencia.words import card as agencia_card
from cogs.agent_avenue.cog import AgentAvenueFace
from cogs.agent_avenue.words import card as agent_avenue_card
from cogs.game import GameCog
from cogs.matches import MatchesCog
from engine.agent_avenue.events import Discarded, Played
from engine.game import Seat
from tests.secrecy.evening import Plan
from tests.secrecy.leaking import (
    Patch,
    compare_some,
    matches_shown,
    number_of_the_last,
    secret,
    secret_of_the_last,
)
from tests.secrecy.twins import SAME, Same
from tests.secrecy.watch import Leak

FACES = (AgentAvenueFace, AgenciaFace)


class Built(msgspec.Struct, frozen=True):
    """A leak, and the evenings in which it has to be found."""

    build: Callable[[Patch], None]
    plan: Plan = Plan()
    viewer: Seat | None = 0
    becomes: Seat | Same | None = SAME
    modes: tuple[str, ...] = ("agent-avenue simple 2v1", "la-agencia 3")


def told(match: Match) -> str:
    return secret_of_the_last(match.state)


def ending_with(patch: Patch, owner: Any, name: str, tell: Callable[[Match], str]) -> None:
    """Let every screen that a function makes end with what only a match itself knows."""
    matches, make = matches_shown(patch), getattr(owner, name)

    def made(*args: Any, **options: Any) -> Screen:
        screen = make(*args, **options)
        match = next(iter(matches.values()), None)
        if match is None or match.state.over or not tell(match):
            return screen
        return replace(screen, blocks=(*screen.blocks, Text(tell(match))))

    patch.setattr(owner, name, made)


# Commands


def answer_of_a_command(patch: Patch) -> None:
    """The answer to /game show, here, end or remove names a hidden card."""
    say = GameCog._say

    async def telling(self: Any, interaction: Any, text: str, *, private: bool = True) -> None:
        (match,) = self.bot.manager._matches.values()
        await say(self, interaction, f"{text} {told(match)}", private=private)

    patch.setattr(GameCog, "_say", telling)


def question_of_a_command(patch: Patch) -> None:
    """The question of /game resign, and the request of /game substitute, do."""
    matches = matches_shown(patch)

    class Telling(Answer):
        async def send(self, screen: Screen, *owner: Any, **options: Any) -> int | None:
            names = "".join(map(told, matches.values()))
            screen = replace(screen, blocks=(*screen.blocks, Text(names)))
            return await super().send(screen, *owner, **options)

    patch.setattr(cogs.game, "Answer", Telling)


def hand_of_a_neighbour(patch: Patch) -> None:
    """/game hand shows the next seat's hand."""

    async def show_hand(self: Any, interaction: Any, answer: Any, match: Match) -> None:
        neighbour = match.state.seats - 1
        screen = await self.bot.surfaces.hand(match, neighbour)
        await answer.send(screen, match.id)

    patch.setattr(MatchesCog, "_show_hand", show_hand)


def export_of_everything(patch: Patch) -> None:
    """/privacy export holds what everybody has done."""
    export = cogs.privacy.export

    async def exporting(store: Store, lobbies: Lobbies, user: int) -> bytes:
        rows = await store._all("SELECT action FROM actions", ())
        return await export(store, lobbies, user) + b"".join(row[0] for row in rows)

    patch.setattr(cogs.privacy, "export", exporting)


# Rules and explanations


def open_page(patch: Patch) -> None:
    """The Rules button opens the page of a hidden card."""
    matches, page = matches_shown(patch), cogs.rules.page

    def opening(face: Any, t: Any, options: Any, key: str, *args: Any, **of_match: Any) -> Screen:
        match = next(iter(matches.values()))
        return page(face, t, options, told(match), *args, **of_match)

    patch.setattr(cogs.rules, "page", opening)


def first_suggestion(patch: Patch) -> None:
    """/rules suggests a hidden card first."""
    matches, search = matches_shown(patch), cogs.rules.search

    def searching(entries: Any, typed: str) -> Any:
        card = "".join(map(told, matches.values()))
        return sorted(search(entries, typed), key=lambda entry: entry.topic.key != card)

    patch.setattr(cogs.rules, "search", searching)


def why(patch: Patch) -> None:
    """Why? tells what lies hidden."""
    for face in FACES:
        ending_with(patch, face, "why", told)


# Time


def reminder(patch: Patch) -> None:
    """The reminder at half time names a hidden card."""
    matches, ends = matches_shown(patch), bot.refresh.deadline

    def reminding(scene: Scene, at: float) -> str:
        return f"{ends(scene, at)} {told(matches[scene.id])}"

    patch.setattr(bot.refresh, "deadline", reminding)


def deadline(patch: Patch) -> None:
    """How long somebody may think depends on a hidden card."""
    waiting = Match.waiting

    def since(self: Match) -> float | None:
        found = waiting(self)
        return found and found - number_of_the_last(self.state)

    patch.setattr(Match, "waiting", since)


def thinking(patch: Patch) -> None:
    """The computer takes longer where it plays a certain card."""
    move = GameManager.move_absent

    async def thoughtful(self: GameManager, match: Match, seat: Seat) -> Match:
        await asyncio.sleep(number_of_the_last(match.state))
        return await move(self, match, seat)

    patch.setattr(GameManager, "move_absent", thoughtful)


def edit_of_nothing(patch: Patch) -> None:
    """Private messages are edited without a change where somebody holds a certain card."""
    show = Refresh._hand

    async def hand(self: Refresh, row: SeatRow) -> None:
        surface = self._match.surfaces.get(("hand", row.seat, row.tenancy))
        if surface is not None and number_of_the_last(self._match.state) % 2:
            surface.digest = ""
        await show(self, row)

    patch.setattr(Refresh, "_hand", hand)


def end_of_absence(patch: Patch) -> None:
    """Beside I'm back stands what others hold."""
    matches, show = matches_shown(patch), bot.refresh.direct_screen

    def showing(face: Any, scene: Scene, match: Match, choice: str = "") -> Screen:
        screen = show(face, scene, match, choice)
        if scene.viewer is None or scene.sitters[scene.viewer].away is None:
            return screen
        return replace(screen, blocks=(*screen.blocks, Text(told(matches[scene.id]))))

    patch.setattr(bot.refresh, "direct_screen", showing)


# Teams


def proposal(patch: Patch) -> None:
    """Everybody sees what a team is about to decide."""

    def proposed(match: Match, viewer: Seat | None) -> Proposed | None:
        found = match.current_proposal()
        if found is None:
            return None
        action = msgspec.json.decode(found.action, type=match.game.action_type)
        return Proposed(found.seat, found.acting, action, agreed=bool(found.agreed))

    def tell(match: Match) -> str:
        found = proposed(match, None)
        return "" if found is None else f"Proposed: {msgspec.json.encode(found.action).decode()}"

    patch.setattr(bot.scenes, "_proposed", proposed)
    ending_with(patch, AgentAvenueFace, "table", tell)


def time_of_a_proposal(patch: Patch) -> None:
    """From when on one may decide alone depends on a hidden card."""
    matches = matches_shown(patch)

    async def team_seconds(self: Languages, guild: int) -> int:
        return 120 - sum(number_of_the_last(match.state) for match in matches.values())

    patch.setattr(Languages, "team_seconds", team_seconds)


# What people have chosen


def uncovered(patch: Patch) -> None:
    """A hand is shown to somebody who wants to see it only on a press."""
    for shown in (bot.refresh, bot.surfaces):
        patch.setattr(shown, "direct_screen", hand_screen)


def text_in_place_of_pictures(patch: Patch) -> None:
    """Who wants no pictures is told what the picture would hide."""
    ending_with(patch, bot.messages, "without_pictures", told)


def translated(patch: Patch) -> None:
    """A table in Spanish names a hidden card, in Spanish."""

    def tell(match: Match) -> str:
        t: Translator = translator("es")
        card = secret(match.state)
        if card == "-":
            return card
        named = agencia_card if match.row.game == "la-agencia" else agent_avenue_card
        return cast(Callable[..., str], named)(t, card)

    for face in FACES:
        ending_with(patch, face, "table", tell)


# Seats that change hands


def former_seat(patch: Patch) -> None:
    """Who has given a seat away goes on seeing its hand."""

    async def former(self: Refresh, row: SurfaceRow) -> None:
        scene = await self._scenes.scene(self._match, row.seat)
        message = await composed(row, hand_screen(self._face, scene, self._match))
        if row.message is not None and row.channel is not None and not self._match.over:
            await self._delivery.edit(row.channel, row.message, message)

    patch.setattr(Refresh, "_former", former)


def past_of_a_seat(patch: Patch) -> None:
    """Who takes a seat over is told what was played and discarded in it before."""
    for face in FACES:
        hand = face.hand

        def telling(self: Any, scene: Scene, choice: str = "", hand: Any = hand) -> Screen:
            played = [e for _, e in scene.events if isinstance(e, Discarded | Played)]
            text = Text(msgspec.json.encode(played).decode() or str(UNSET))
            screen = hand(self, scene, choice)
            return replace(screen, blocks=(*screen.blocks, text))

        patch.setattr(face, "hand", telling)


def export_of_a_past(patch: Patch) -> None:
    """/privacy export hands the predecessor's actions to whoever has taken the seat over."""
    seats_of = Store.seats_of

    async def from_the_start(self: Store, user: int) -> Any:
        return [(row, replace(seat, since=0)) for row, seat in await seats_of(self, user)]

    patch.setattr(Store, "seats_of", from_the_start)


def hand_of_a_predecessor(patch: Patch) -> None:
    """The private message of a seat that changes hands is sent to both."""
    reseat, post = GameManager.reseat, Delivery.post
    former: list[int] = []

    async def reseating(self: GameManager, match: Match, seat: Seat, *args: Any) -> None:
        channel = match.surfaces["hand", seat, match.seats[seat].tenancy].channel
        former.append(channel or 0)
        await reseat(self, match, seat, *args)

    async def posting(self: Delivery, channel: int, message: Any, **options: Any) -> int:
        private = self._client.get_channel(channel) is None or channel in former
        if former and private:
            await post(self, former[0], message, **{**options, "nonce": "0" * 16})
        return await post(self, channel, message, **options)

    patch.setattr(GameManager, "reseat", reseating)
    patch.setattr(Delivery, "post", posting)


AVENUE, ALLIES = ("agent-avenue advanced 1v1",), ("agent-avenue simple 2v1",)
AGENCIA = ("la-agencia 3",)
COVERED, TEXT_ONLY = Preferences(open_hand=False), Preferences(pictures=False)

LEAKS = [
    Built(answer_of_a_command, Plan(wishes=("game show",)), modes=ALLIES),
    Built(answer_of_a_command, Plan(wishes=("game here",)), modes=AGENCIA),
    Built(answer_of_a_command, Plan(wishes=("game end",)), modes=ALLIES),
    Built(answer_of_a_command, Plan(removed=1), modes=AGENCIA),
    Built(question_of_a_command, Plan(wishes=("resign",)), modes=AGENCIA),
    Built(question_of_a_command, Plan(wishes=("substitute",)), modes=ALLIES),
    Built(hand_of_a_neighbour, Plan(wishes=("game hand",)), modes=ALLIES),
    Built(export_of_everything, modes=AVENUE),
    Built(open_page, Plan(wishes=("rules",))),
    Built(first_suggestion, Plan(wishes=("suggest",))),
    Built(why, Plan(wishes=("why",))),
    Built(reminder, Plan(late=1)),
    Built(deadline),
    Built(thinking, Plan(late=2)),
    Built(edit_of_nothing),
    Built(end_of_absence, Plan(late=1), modes=AVENUE),
    Built(proposal, Plan(decoys=True), viewer=1, modes=("agent-avenue advanced 2v1",)),
    Built(time_of_a_proposal, Plan(alone=1), modes=("agent-avenue advanced 2v1",)),
    Built(uncovered, Plan(preferences={0: COVERED})),
    Built(text_in_place_of_pictures, Plan(preferences={0: TEXT_ONLY})),
    Built(translated, Plan(language="es"), viewer=None),
    Built(former_seat, becomes=None),
    Built(past_of_a_seat, viewer=None, becomes=0, modes=AVENUE),
    Built(export_of_a_past, viewer=None, becomes=0, modes=AVENUE),
    Built(hand_of_a_predecessor, becomes=None),
]


@pytest.mark.trouble
@pytest.mark.parametrize(
    ("built", "mode"),
    [
        pytest.param(built, mode, id=f"{built.build.__name__}-{number}-{mode}")
        for number, built in enumerate(LEAKS)
        for mode in built.modes
    ],
)
async def test_a_leak_is_found(built: Built, mode: str, tmp_path: Path, monkeypatch: Patch) -> None:
    built.build(monkeypatch)
    with pytest.raises(Leak):
        await compare_some(tmp_path, mode, built.viewer, becomes=built.becomes, plan=built.plan)


@pytest.mark.parametrize("built", {(b.viewer, b.becomes): b for b in LEAKS}.values())
async def test_where_there_is_no_leak_none_is_found(built: Built, tmp_path: Path) -> None:
    plan = Plan(late=2, alone=1, decoys=True, preferences={0: COVERED})
    changes = built.becomes is not SAME
    await compare_some(
        tmp_path,
        built.modes[0],
        built.viewer,
        becomes=built.becomes,
        plan=Plan() if changes else plan,
        most=1,
    )
