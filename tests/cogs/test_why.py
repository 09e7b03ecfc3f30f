"""Why?: the last turn, or hand, explained rule by rule from what everybody sees."""

from collections.abc import Iterator, Sequence
from random import Random

import pytest
from msgspec import UNSET

from bot.face import Scene, Sitter, seen
from bot.i18n import translator
from bot.names import safe
from cogs.agencia import why as agencia
from cogs.agent_avenue import why as agent_avenue
from cogs.agent_avenue.story import turns
from engine.agencia.embassies import EMBASSIES
from engine.agencia.game import Options as AgenciaOptions
from engine.agent_avenue.actions import Play, Recruit
from engine.agent_avenue.cards import AGENT_DECK, MARKET_IDS, AgentId, MarketId
from engine.agent_avenue.end import fulfilled
from engine.agent_avenue.game import GAME
from engine.agent_avenue.match import AgentAvenueMatch
from engine.agent_avenue.options import Deal, Mode, Options
from engine.agent_avenue.race import Race
from engine.game import Action, Event, Resign, Seat
from tests.cogs.agencia.watched import moments as agencia_moments
from tests.cogs.agencia.watched import watch
from tests.cogs.agent_avenue.duel import offer, over, start
from tests.cogs.agent_avenue.teams import called
from tests.world import World
from tests.written import text

NAMES = ("Ana", "Ben", "Cleo", "Dan")
LONGEST = "W" * 32
MAX_TEXT = 4000


class Duel:
    """A match of Agent Avenue and what a bystander has seen of it."""

    def __init__(
        self, match: AgentAvenueMatch, options: Options, names: Sequence[str] = NAMES
    ) -> None:
        self.match, self.options, self.names = match, options, names
        self.events: list[tuple[int, Event]] = []

    def do(self, seat: Seat, action: Action) -> "Duel":
        version = len(self.events)
        self.events += [(version, event) for event in self.match.apply(seat, action)]
        return self

    def turn(self, face_up: AgentId, face_down: AgentId, pick: str) -> "Duel":
        """Whoever is to play offers these two; the other takes one."""
        (seat,) = self.match.to_act()
        self.do(seat, Play(face_up=face_up, face_down=face_down))
        return self.do(1 - seat, Recruit("face_up" if pick == "face_up" else "face_down"))

    @property
    def scene(self) -> Scene:
        return Scene(
            id="8K2P",
            options=self.options,
            viewer=None,
            view=self.match.view(None),
            events=seen(self.events, None),
            sitters=[
                Sitter(seat, safe(self.names[seat]), self.names[seat], f"<@{seat}>", False, False)
                for seat in range(self.match.seats)
            ],
            decision=0,
            t=translator("en"),
            table_link=None,
            place="<#1>",
        )

    @property
    def why(self) -> str:
        return text(agent_avenue.why(self.scene))


def duel(*top: AgentId, market: Sequence[MarketId] = (), names: Sequence[str] = NAMES) -> Duel:
    """Ana begins; these cards are dealt first: four to her, four to Ben, then the deck."""
    rest = list(AGENT_DECK)
    for card in top:
        rest.remove(card)
    mode: Mode = "advanced" if market else "simple"
    black_market = (*market, *(card for card in MARKET_IDS if card not in market))
    deal = Deal(first=0, agents=(*top, *rest), black_market=black_market if market else UNSET)
    options = Options(mode=mode)
    return Duel(GAME.new(deal, options, 2), options, names)


# Agent Avenue, by example


def test_before_the_first_recruit_there_is_nothing_to_explain() -> None:
    assert duel().why == "Nothing has been recruited yet."


def test_a_turn_is_told_with_copies_movements_and_every_condition() -> None:
    told = duel("enforcer", "saboteur").turn("enforcer", "saboteur", "face_up").why
    assert told.splitlines() == [
        "### Why? Turn 1, of Ana",
        "- Play step: Ana laid Enforcer face up and a card face down.",
        "- Ben took the face-up card: 1st Enforcer, +1. The number on the card: +1.",
        "- Ana got the other: 1st Saboteur, −1. The number on the card: −1.",
        "- Enforcer: the meeple of Ben goes from space 8 to space 9 (+1).",
        "- Saboteur: the meeple of Ana goes from space 1 to space 14 (−1).",
        "**End step**, everything checked now and only now:",
        "- ▲ Ana: 9 spaces behind Ben, no catch; Codebreaker 0 of 3; Daredevil 0 of 3.",
        "- ● Ben: 5 spaces behind Ana, no catch; Codebreaker 0 of 3; Daredevil 0 of 3.",
        "Nothing is fulfilled: the turn goes to Ben.",
    ]


def test_a_third_codebreaker_is_a_win_and_has_no_number() -> None:
    hands: list[AgentId] = ["codebreaker", "mole", "sentinel", "sidekick"]
    game = duel(*hands, *(["codebreaker", "saboteur"] * 2), "codebreaker")
    game.turn("mole", "codebreaker", "face_up")
    game.turn("codebreaker", "saboteur", "face_up")
    game.turn("sentinel", "codebreaker", "face_up")
    told = game.why
    assert "Ana got the other: 3rd Codebreaker, no movement. Its 3rd copy has no number" in told
    assert "Codebreaker 3 of 3 (a win)" in told
    assert told.endswith("**Ana wins: Ana has three Codebreakers.**")


def test_giving_up_needs_no_end_step() -> None:
    told = duel().do(1, Resign()).why
    assert "Giving up ends the match at once." in told
    assert "End step" not in told


def test_a_corner_and_an_ongoing_card_are_explained_when_they_count() -> None:
    hands: list[AgentId] = ["daredevil", "enforcer", "enforcer", "mole"]
    ben: list[AgentId] = ["sentinel", "enforcer", "saboteur", "codebreaker"]
    market: list[MarketId] = ["watchtower", "masterplan", "security_system"]
    game = duel(*hands, *ben, market=market)
    game.turn("mole", "daredevil", "face_up")
    assert "Daredevil: the meeple of Ana goes from space 1 to space 3 (+2)." in game.why
    assert "It ends exactly on a corner, a black market space." in game.why
    assert game.why.endswith("The End step comes when everything has been resolved.")
    (take,) = [a for a in game.match.legal(0) if getattr(a, "card", "") == "watchtower"]
    game.do(0, take)
    assert "Ana took Watchtower from the black market. **Watchtower** (ongoing)" in game.why
    game.turn("sentinel", "enforcer", "face_down")
    assert "1st Enforcer, +3. The number on the card: +1. Watchtower adds 2: +3." in game.why


# Agent Avenue, in all random matches


def matches(
    mode: Mode, seats: int, names: Sequence[str] = NAMES, *, number: int = 12
) -> Iterator[Duel]:
    """Random matches, at each moment."""
    teams = {2: ((0,), (1,)), 4: ((0, 2), (1, 3))}[seats]
    for seed in range(number):
        rng, options = Random(seed), Options(mode=mode, teams=teams)
        shown = Duel(GAME.new(GAME.deal(rng, options, seats), options, seats), options, names)
        while not shown.match.over:
            seat = rng.choice(shown.match.to_act())
            yield shown.do(seat, rng.choice(shown.match.legal(seat)))


@pytest.mark.parametrize("mode", ["simple", "advanced"])
@pytest.mark.parametrize("seats", [2, 4])
def test_following_the_events_leads_to_the_table_as_it_is(mode: Mode, seats: int) -> None:
    for shown in matches(mode, seats):
        race, view = Race(), shown.scene.view
        for turn in turns(shown.scene):
            for event in turn.events:
                agent_avenue.follow(race, event)
        assert tuple(race.gaps) == view.gaps
        assert tuple(race.spaces) == view.spaces
        assert [dict(team) for team in race.in_play] == view.in_play
        assert race.ongoing == view.black_market
        if view.over and view.conditions[0].by != "closer":
            assert tuple(fulfilled(race)) == tuple(view.conditions)


def test_who_was_passed_and_got_away_reads_why_that_was_no_catch() -> None:
    escapes = 0
    for shown in matches("simple", 2, number=30):
        told = shown.why
        if "only where both stand at the End step counts" in told:
            escapes += 1
            assert "space behind" in told or "spaces behind" in told
            assert " caught " not in told
    assert escapes


@pytest.mark.parametrize("mode", ["simple", "advanced"])
def test_every_turn_can_be_explained_within_a_message(mode: Mode) -> None:
    names = [LONGEST[:30] + f"{seat}" for seat in range(4)]
    for shown in matches(mode, 4, names):
        assert 0 < len(shown.why) <= MAX_TEXT


def test_the_explanation_holds_nothing_that_lies_face_down_or_is_held() -> None:
    """It is the same whatever the hidden cards are: a bystander's events do not name them."""
    ana: list[AgentId] = ["enforcer", "saboteur", "mole", "sidekick"]
    game = duel(*ana, "sentinel", "daredevil").turn("enforcer", "saboteur", "face_up")
    before = game.why
    assert game.do(1, Play(face_up="sentinel", face_down="daredevil")).why == before


# La Agencia


def test_a_hand_is_told_with_its_rules_and_every_value() -> None:
    shown = watch("2 3 4 5", "1 2 3 4", "R 1 2 3", ambassador=2)
    shown.place("hall")
    assert text(agencia.why(shown.scene())) == "No hand has been resolved yet."
    shown.play("2", "1", "R").target(0)
    told = text(agencia.why(shown.scene()))
    assert "- Cleo chose the Hall: room for 3 Agents. There are 3 players." in told
    assert "**Resolving**, each kind clockwise from Ana:" in told
    assert "**Recruiters that are still in play seek Agents" in told
    assert "the Reward tile grows by 1.**" in told
    assert "Agents 1 of Ben enter the Hall (1 of 3): +1. Information value 1." in told
    assert told.endswith("and the tile went to Ana.")


def test_a_choice_that_is_waited_for_is_named() -> None:
    shown = watch("2 3 4 5", "1 2 3 4", "R 1 2 3", ambassador=2).place("hall").play("2", "1", "R")
    told = text(agencia.why(shown.scene()))
    assert told.endswith("The rest is resolved when Cleo has chosen.")


@pytest.mark.parametrize(
    ("embassy", "reason"),
    [
        ("open_doors", "the embassy Open Doors changes that by +2"),
        ("rich_archives", "+1 by the embassy Rich Archives"),
        ("double_game", "the Reward tile grows by 2"),
        ("double_game", "puts 2 on the Reward tile instead of 1."),
        ("counter_espionage", "an Infiltrator that finds no Recruiter pays 1 information."),
        ("revolving_door", "may not choose the same side as in the hand before."),
    ],
)
def test_an_embassy_is_named_where_it_changes_something(embassy: str, reason: str) -> None:
    shown = watch("2 3 4 5", "1 2 3 4", "R 1 2 3", ambassador=2, embassy=embassy)
    shown.place("hall").play("2", "1", "R").target(0)
    assert reason in text(agencia.why(shown.scene()))


def test_who_cannot_pay_for_an_infiltrator_reads_that_what_is_left_is_paid() -> None:
    for information, told in (
        (1, "pays: −1.\n"),
        (0, "pays: 0. Who cannot pay pays what is left."),
    ):
        shown = watch("I", "1", "2", embassy="counter_espionage").place("hall")
        shown.match.information[0] = information
        assert told in text(agencia.why(shown.play("1", "2", "I").scene()))


@pytest.mark.parametrize("embassy", [None, *EMBASSIES])
def test_every_hand_can_be_explained_within_a_message(embassy: str | None) -> None:
    for shown in agencia_moments(6, 3, AgenciaOptions(embassy=embassy)):
        shown.names = [LONGEST[:30] + f"{seat}" for seat in range(6)]
        told = text(agencia.why(shown.scene()))
        assert 0 < len(told) <= MAX_TEXT
    assert "That was the last hand" in told


# The button


async def test_anybody_may_ask_and_is_answered_privately(world: World) -> None:
    await start(world)
    answer = await world.eve.press(world.table, "Why?")
    assert answer.private == "Nothing has been recruited yet."
    (player,) = called(world)
    await offer(player, Random(1))
    (other,) = called(world)
    await other.press(world.table, "Recruit the face-up card")
    answer = await world.eve.press(world.table, "Why?")
    assert answer.private is not None
    assert answer.private.startswith("### Why? Turn 1, of")
    assert not over(world)
