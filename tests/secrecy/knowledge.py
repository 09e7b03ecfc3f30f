"""What each reader may be sent: made by the game's own face of what that reader's view holds.

Whoever takes a seat over may see what the seat's view holds from then on, and of what happened
before only what everybody saw. Whoever has given a seat away may see what everybody sees.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace
from simcord.components import walk_components

from bot.face import Proposed, Scene, TellsWhy
from bot.i18n import Translator
from bot.match import Match
from bot.messages import controls, hand_screen, started_screen
from bot.presence import presence
from bot.replay import Place, ends, heading
from bot.rows import Preferences, Settings
from bot.screen import Button, Link, Picture, Row, Screen, Text
from cogs import rules
from cogs.rules import page
from engine import registry
from engine.game import Event, Seat
from tests.faces import hands
from tests.secrecy.looks import FACES, UntouchedScenes, at_once
from tests.secrecy.named import held
from tests.world import World

BUTTON, TEXT, PICTURES = 2, 10, 12

Tenant = tuple[Seat, int]
"""Somebody in a seat: the seat, and how many sat there before."""

_ID = re.compile(r"\d{12,}")


class Knowledge:
    """What may be sent to everybody (None), and to each who sits or sat in a seat."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._cards: dict[Tenant | None, set[str]] = defaultdict(set)
        self._parts: dict[Tenant | None, set[object]] = defaultdict(set)
        self._since: dict[Tenant, int] = {}
        self._noted: object = None
        self._explained: set[object] = set()
        self.match: Match | None = None

    def note(self, match: Match) -> None:
        """Take note of what everybody may see of a match now."""
        self.match = match
        self._know_everybody()
        languages = self._world.bot.languages
        now = (
            (id(match), match.version, match.moment, match.row.status, repr(match.proposal)),
            tuple((s.user, s.tenancy, s.dms, s.away, s.missed) for s in match.seats),
            repr((languages._preferences, languages._settings)),
        )
        if now == self._noted:
            return
        self._noted = now
        for tenant in (None, *((row.seat, row.tenancy) for row in match.seats)):
            viewer = None if tenant is None else tenant[0]
            events = self._events(match, tenant)
            self._cards[tenant] |= held(match.state.view(viewer))
            self._cards[tenant] |= held([event for _, event in events])
            for screen in self._screens(match, viewer, events):
                self._parts[tenant] |= set(parts_of_screen(screen))
        self._parts[None] |= set(self._calls(match))

    def _know_everybody(self) -> None:
        """Have at hand what people have chosen: in a new world nothing, unless the bot knows."""
        languages = self._world.bot.languages
        languages._settings.setdefault(self._world.guild.id, Settings())
        for person in self._world.people:
            languages._preferences.setdefault(person.id, Preferences())

    def _events(self, match: Match, tenant: Tenant | None) -> list[tuple[int, Event]]:
        since = 0 if tenant is None else self._since.setdefault(tenant, match.version)
        since = 0 if tenant is not None and tenant[1] == 0 else since
        seat = None if tenant is None else tenant[0]
        return [
            (version, shown)
            for version, event in match.events
            if (shown := event.seen_by(seat if version >= since else None)) is not None
        ]

    def _calls(self, match: Match) -> Iterator[str]:
        scene, face = self._scene(match, None, self._events(match, None)), FACES[match.row.game]
        for seat in match.state.to_act():
            call = face.call(scene, seat)
            yield plain(call)
            yield plain("\n".join([call, *presence(scene)[-1:]]))

    def _screens(
        self, match: Match, viewer: Seat | None, events: list[tuple[int, Event]]
    ) -> Iterator[Screen]:
        face, scene = FACES[match.row.game], self._scene(match, viewer, events)
        if viewer is not None:
            yield from hands(face, scene, partial(hand_screen, face, scene, match))
            return
        yield started_screen(face, scene)
        yield face.table(scene, controls(face, scene))
        for number in range(face.page(scene)):
            yield face.summary(scene, number)
        for t in self._spoken():
            spoken = self._scene(match, None, events, t)
            if isinstance(face, TellsWhy):
                yield face.why(spoken)
            if match.over:
                here = Place(len(ends(match)))
                yield Screen((Text(heading(face, spoken, here, match)),))
                yield face.table(spoken, Row(()))

    def _scene(
        self,
        match: Match,
        viewer: Seat | None,
        events: list[tuple[int, Event]],
        t: Translator | None = None,
    ) -> Scene:
        """A scene with the viewer's view, and nothing else of what is hidden."""
        scene = at_once(UntouchedScenes(self._world.bot.languages).scene(match, viewer, t))
        return replace(
            scene,
            view=match.state.view(viewer),
            events=events,
            proposed=_proposed(match, viewer),
        )

    def _spoken(self) -> list[Translator]:
        """The languages of all people."""
        languages = self._world.bot.languages
        people = [at_once(languages.person(p.id, p.locale)) for p in self._world.people]
        return list({t.language: t for t in people}.values())

    # What a reader may be sent

    def tenant(self, reader: int | None) -> Tenant | None:
        """The seat that a reader has now."""
        seat = self.match.seat_of(reader) if self.match is not None and reader is not None else None
        return (
            None if seat is None or self.match is None else (seat, self.match.seats[seat].tenancy)
        )

    def cards(self, reader: int | None) -> set[str]:
        """The cards that a reader has been shown."""
        return self._cards[None] | self._cards[self.tenant(reader)]

    def parts(self, reader: int | None) -> set[object]:
        """The parts of messages that a reader has been entitled to."""
        return self._parts[None] | self._parts[self.tenant(reader)]

    def rules(self) -> set[object]:
        """The parts of everything that explains the rules, which say nothing of a match."""
        spoken = self._spoken()
        if self.match is None or ("spoken", len(spoken)) in self._explained:
            return self._explained
        self._explained = {("spoken", len(spoken))}
        for t in spoken:
            for game, face in FACES.items():
                options = self.match.options if game == self.match.row.game else None
                self._explained |= set(_explanations(face, t, game, options))
        return self._explained


def _explanations(face: Any, t: Translator, game: str, options: Any) -> Iterator[object]:
    usual = registry.game(game).options_type()
    for of_match in (False, True) if options is not None else (False,):
        for topic in rules.topics(face, t, options if of_match else None):
            entry = rules.Entry(game, face.name(t), topic)
            yield from (entry.label, entry.value)
            asked = options if of_match else usual
            yield from parts_of_screen(page(face, t, asked, topic.key, game, of_match=of_match))


def _proposed(match: Match, viewer: Seat | None) -> Proposed | None:
    """A proposal is for those who decide together; what they have settled is public."""
    proposal = match.current_proposal()
    if proposal is None:
        return None
    if not proposal.agreed and viewer not in match.state.to_act():
        return Proposed(proposal.seat, None, None, agreed=False)
    action = msgspec.json.decode(proposal.action, type=match.game.action_type)
    return Proposed(proposal.seat, proposal.acting, action, agreed=proposal.agreed)


def plain(text: str) -> str:
    """A text without Discord's ids, which differ from message to message."""
    return _ID.sub("#", text)


def parts_of_screen(screen: Screen) -> Iterator[object]:
    """Each text, picture, alternative text, and button of a screen."""
    for block in screen.blocks:
        match block:
            case Text(markdown=text):
                yield plain(text)
            case Picture():
                yield block.draw()
                yield block.alt
            case Row():
                for button in block.buttons:
                    yield button.label
                    if not isinstance(button, Link):
                        yield _meaning(button)
            case _:
                pass


def _meaning(button: Button) -> tuple[str, str]:
    return button.label, f"{button.verb}:{button.args}" if button.args else button.verb


def parts_of_message(body: Any) -> Iterator[object]:
    """The same parts of a message's components as they are sent."""
    if not isinstance(body, Mapping):
        return
    data = body.get("data") or body
    for part in walk_components(data.get("components") or []):
        if part["type"] == TEXT:
            yield plain(part["content"])
        elif part["type"] == PICTURES:
            for item in part["items"]:
                yield item["description"]
        elif part["type"] == BUTTON and "custom_id" in part:
            yield part["label"], part["custom_id"].split(":", 2)[2]
