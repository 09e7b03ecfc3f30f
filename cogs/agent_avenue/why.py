"""Why the last turn came out as it did, rule by rule.

Everything comes from what a bystander sees: the agents, the movements and the black market cards in
play are public, so the race up to that turn can be followed from its events.
"""

from collections.abc import Iterator, Mapping, Sequence

from bot.face import Scene
from bot.i18n import Translator
from bot.screen import MAX_TEXT, Screen, Text
from cogs.agent_avenue import words
from cogs.agent_avenue.story import Turn, outcome, sentence, turns
from engine.agent_avenue.board import CORNERS, HOMES, space_after
from engine.agent_avenue.cards import AGENTS, BLACK_MARKET, AgentId
from engine.agent_avenue.end import MASTERPLAN, SET, fulfilled
from engine.agent_avenue.events import (
    Discarded,
    Ended,
    Moved,
    Played,
    Recruited,
    Resigned,
    Returned,
    Took,
)
from engine.agent_avenue.movement import LAST_ICON
from engine.agent_avenue.race import Race
from engine.game import Event


def why(scene: Scene) -> Screen:
    """The newest turn in which something was recruited, or that ended the match."""
    t, told = scene.t, turns(scene)
    done = [turn for turn in told if turn.recruited]
    if not done:
        return Screen((Text(t.gettext("Nothing has been recruited yet.")),))
    turn = done[-1]
    race = Race()
    for before in told[: told.index(turn)]:
        for event in before.events:
            follow(race, event)
    heading = t.gettext("### Why? Turn {n}, of {team}", n=turn.number, team=_team(scene, turn.team))
    lines = [heading, *_steps(scene, turn, race)]
    complete = turn is not told[-1] or scene.view.over
    lines += _end_step(scene, turn, race) if complete else [_unfinished(scene)]
    return Screen((Text(_cut("\n".join(lines))),))


def follow(race: Race, event: Event) -> None:
    """Let an event change what lies open before the teams."""
    match event:
        case Recruited():
            race.in_play[event.team][event.card] = event.copy
        case Moved():
            race.gaps[event.team] -= event.steps
            race.gaps[1 - event.team] += event.steps
            race.spaces[event.team] = space_after(race.spaces[event.team], event.steps)
        case Took() if BLACK_MARKET[event.card].kind == "ongoing":
            race.keep(event.team, event.card)
        case Returned():
            race.remove(event.team, event.card)
        case _:
            return


def _steps(scene: Scene, turn: Turn, race: Race) -> Iterator[str]:
    """What happened, each with its reason. Carries the race on to the end of the turn."""
    overtaken: set[int] = set()
    for index, event in enumerate(turn.events):
        line = _step(scene, race, event, turn.events[index + 1 :])
        follow(race, event)
        overtaken |= {team for team in (0, 1) if race.gaps[team] <= 0}
        if line is not None:
            yield f"- {line}"
    for team in sorted(overtaken):
        if race.gaps[team] > 0:
            yield "- " + scene.t.ngettext(
                "{team} had reached or passed {other} for a moment; only where both stand at the "
                "End step counts.",
                "{team} had reached or passed {other} for a moment; only where both stand at the "
                "End step counts.",
                words.people(scene, team),
                team=_team(scene, team),
                other=_team(scene, 1 - team),
            )


def _step(scene: Scene, race: Race, event: Event, later: Sequence[Event]) -> str | None:
    """An event and the rule behind it, with the race as it stood before."""
    t = scene.t
    match event:
        case Discarded():
            return None
        case Played():
            return _played(scene, event)
        case Moved():
            return _moved(scene, race, event)
    line = sentence(scene, event, later)
    match event:
        case Recruited():
            return f"{line} {_movement(scene, race, event)}"
        case Took():
            return f"{line} {words.market_card(t, event.card)}."
        case Returned():
            return f"{line} " + t.gettext("No meeple moves for that.")
        case _:
            return line


def _played(scene: Scene, event: Played) -> str:
    t, player = scene.t, scene.sitters[event.seat].name
    if event.face_up is None:
        return t.gettext("Play step: {player} laid a card face down.", player=player)
    card = words.card(t, event.face_up)
    if event.hidden:
        return t.gettext(
            "Play step: {player} laid {card} face up and a card face down.",
            player=player,
            card=card,
        )
    return t.gettext("Play step: {player} laid {card} face up.", player=player, card=card)


def _movement(scene: Scene, race: Race, event: Recruited) -> str:
    """Where the number of a recruit's movement comes from: the copy, then the ongoing cards."""
    t = scene.t
    icon = AGENTS[event.card].moves[min(event.copy, LAST_ICON) - 1]
    parts: list[str] = []
    if event.copy > LAST_ICON:
        parts.append(t.gettext("From the 4th copy on, all count like the 3rd."))
    if icon is None:
        parts.append(t.gettext("Its 3rd copy has no number: it moves nobody."))
    else:
        parts.append(t.gettext("The number on the card: {steps}.", steps=t.signed(icon)))
    changed = _changed(scene, race, event)
    return " ".join([*parts, changed] if changed else parts)


def _changed(scene: Scene, race: Race, event: Recruited) -> str:
    """What an ongoing card of the team makes of the number."""
    t, ongoing = scene.t, race.ongoing[event.team]
    steps = t.signed(race.steps[event.team][event.card][event.copy])
    match event.card:
        case "enforcer" if "watchtower" in ongoing:
            card = words.card(t, "watchtower")
            return t.gettext("{card} adds 2: {steps}.", card=card, steps=steps)
        case "double_agent" if "sinister_twin" in ongoing:
            card = words.card(t, "sinister_twin")
            return t.gettext("{card} doubles it: {steps}.", card=card, steps=steps)
        case "saboteur" if "distraction_device" in ongoing:
            card = words.card(t, "distraction_device")
            return t.gettext("{card} turns it forward: {steps}.", card=card, steps=steps)
        case "codebreaker" if "supercomputer" in ongoing:
            card = words.card(t, "supercomputer")
            return t.gettext("{card} makes it 3 forward: {steps}.", card=card, steps=steps)
        case _:
            return ""


def _moved(scene: Scene, race: Race, event: Moved) -> str:
    """A movement from space to space, and whether it ended where something happens."""
    t, start = scene.t, race.spaces[event.team]
    end = space_after(start, event.steps)
    line = t.gettext(
        "{card}: the meeple of {team} goes from space {start} to space {end} ({steps}).",
        card=words.card(t, event.by),
        team=_team(scene, event.team),
        start=start,
        end=end,
        steps=t.signed(event.steps),
    )
    if end in HOMES and "getaway_car" in race.ongoing[event.team]:
        line += " " + t.gettext(
            "That is a home space: {card} moves it on.", card=words.card(t, "getaway_car")
        )
    elif end in CORNERS and scene.options.mode == "advanced":
        line += " " + t.gettext("It ends exactly on a corner, a black market space.")
    return line


def _end_step(scene: Scene, turn: Turn, race: Race) -> Iterator[str]:
    """Each condition of the End step as it was checked, and what followed."""
    t = scene.t
    ended = next((event for event in turn.events if isinstance(event, Ended)), None)
    if any(isinstance(event, Resigned) for event in turn.events):
        yield t.gettext("Giving up ends the match at once.")
        yield f"**{outcome(scene)}**"
        return
    yield t.gettext("**End step**, everything checked now and only now:")
    for team in (0, 1):
        yield t.gettext(
            "- {mark} {team}: {checks}.",
            mark=words.MARKS[team],
            team=_team(scene, team),
            checks=t.series(list(_checks(scene, race, team))),
        )
    if ended is None:
        yield t.gettext(
            "Nothing is fulfilled: the turn goes to {team}.", team=_team(scene, 1 - turn.team)
        )
        return
    if not fulfilled(race):
        yield t.gettext("The deck is empty and the next side cannot lay its cards.")
    yield f"**{outcome(scene)}**"


def _checks(scene: Scene, race: Race, team: int) -> Iterator[str]:
    t, in_play, ongoing = scene.t, race.in_play[team], race.ongoing[team]
    other, spaces = _team(scene, 1 - team), race.gaps[team]
    if spaces > 0:
        yield t.ngettext(
            "{n} space behind {other}, no catch",
            "{n} spaces behind {other}, no catch",
            spaces,
            other=other,
        )
    else:
        yield t.ngettext(
            "has reached or passed {other}: a catch, a win",
            "have reached or passed {other}: a catch, a win",
            words.people(scene, team),
            other=other,
        )
    won = t.pgettext("how a check came out", "a win")
    yield _count(scene, "codebreaker", in_play, won)
    if "leader_of_the_pack" in ongoing:
        verdict = t.gettext("a win by {card}", card=words.card(t, "leader_of_the_pack"))
    else:
        verdict = t.pgettext("how a check came out", "a loss")
    yield _count(scene, "daredevil", in_play, verdict)
    if "masterplan" in ongoing:
        name, kinds = words.card(t, "masterplan"), len(in_play)
        line = t.gettext(
            "{card}: {n} of {needed} different agents", card=name, n=kinds, needed=MASTERPLAN
        )
        yield _came_out(t, line, won) if kinds >= MASTERPLAN else line
    if "security_system" in ongoing:
        space = race.spaces[1 - team]
        line = t.gettext(
            "{card}: {other} on space {space}, the home is {home}",
            card=words.card(t, "security_system"),
            other=other,
            space=space,
            home=HOMES[team],
        )
        yield _came_out(t, line, won) if space == HOMES[team] else line


def _count(scene: Scene, card: AgentId, in_play: Mapping[AgentId, int], verdict: str) -> str:
    """How many of a card there are of those that end the match."""
    number = in_play.get(card, 0)
    line = scene.t.gettext(
        "{card} {n} of {needed}", card=words.card(scene.t, card), n=number, needed=SET
    )
    return _came_out(scene.t, line, verdict) if number >= SET else line


def _came_out(t: Translator, check: str, verdict: str) -> str:
    return t.gettext("{check} ({verdict})", check=check, verdict=verdict)


def _unfinished(scene: Scene) -> str:
    return scene.t.gettext("The End step comes when everything has been resolved.")


def _team(scene: Scene, team: int) -> str:
    return words.team(scene, team)


def _cut(text: str) -> str:
    """The text within Discord's limit: very long chains of abilities lose their middle."""
    if len(text) <= MAX_TEXT:
        return text
    half = MAX_TEXT // 2 - 2
    return f"{text[:half]}\n…\n{text[-half:]}"
