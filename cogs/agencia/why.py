"""Why the last hand came out as it did, rule by rule, from what a bystander sees."""

from collections.abc import Iterator, Sequence

from bot.face import Scene
from bot.screen import MAX_TEXT, Screen, Text
from cogs.agencia import outcome, words
from cogs.agencia.story import Hand, hands, sentence, tell_plays
from engine.agencia.actions import Side
from engine.agencia.embassies import EMBASSIES, PLAIN, Embassy
from engine.agencia.events import (
    AgentsResolved,
    InfiltratorResolved,
    RecruiterResolved,
)
from engine.game import Event

RESOLVED = (InfiltratorResolved, RecruiterResolved, AgentsResolved)


def why(scene: Scene) -> Screen:
    """The newest hand of which something has been resolved."""
    t = scene.t
    told = hands(scene)
    done = [hand for hand in told if _begun(hand)]
    if not done:
        return Screen((Text(t.gettext("No hand has been resolved yet.")),))
    hand = done[-1]
    lines = [
        t.gettext("### Why? Round {round}, hand {hand}", round=hand.round, hand=hand.number),
        *_before(scene, hand),
        *_resolution(scene, hand),
        *_after(scene, told[told.index(hand) + 1 :]),
    ]
    while len("\n".join(lines)) > MAX_TEXT:
        lines.pop(-2)  # the last line says how it went on
    return Screen((Text("\n".join(lines)),))


def _begun(hand: Hand) -> bool:
    return any(isinstance(event, RESOLVED) for event in hand.events)


def _embassy(scene: Scene) -> Embassy:
    return EMBASSIES.get(scene.options.embassy or "", PLAIN)


def _before(scene: Scene, hand: Hand) -> Iterator[str]:
    """Where the limit comes from, and what was played."""
    t, seats = scene.t, len(scene.sitters)
    placed, *played = tell_plays(scene, hand)
    room = _embassy(scene).room
    if room:
        reason = t.ngettext(
            "There is {n} player; the embassy {name} changes that by {change}.",
            "There are {n} players; the embassy {name} changes that by {change}.",
            seats,
            name=t.gettext(words.EMBASSIES[scene.options.embassy]),
            change=t.signed(room),
        )
    else:
        reason = t.ngettext("There is {n} player.", "There are {n} players.", seats)
    yield f"- {placed} {reason}"
    if _is_told_first(_embassy(scene)):
        yield f"- {words.embassy(t, scene.options.embassy)}"
    yield from (f"- {line}" for line in played)


def _is_told_first(embassy: Embassy) -> bool:
    """Whether its rule is; room, bonus and fine are named beside the numbers they change."""
    return bool(embassy.exposure or embassy.alternating or embassy.recruitment != PLAIN.recruitment)


def _resolution(scene: Scene, hand: Hand) -> Iterator[str]:
    """Every step under the rule that it follows."""
    t = scene.t
    first = scene.sitters[(hand.ambassador + 1) % len(scene.sitters)].name
    yield t.gettext("**Resolving**, each kind clockwise from {player}:", player=first)
    rule = ""
    for event in hand.events:
        line = sentence(scene, event)
        if line is None:
            continue
        if (now := _rule(scene, hand, event)) != rule and now:
            rule = now
            yield f"**{rule}**"
        yield " ".join([f"- {line}", *_reasons(scene, event)])


def _rule(scene: Scene, hand: Hand, event: Event) -> str:
    """The rule that a step follows; nothing for one that belongs to the step before it."""
    match event:
        case InfiltratorResolved():
            return _infiltrators(scene)
        case RecruiterResolved():
            return _recruiters(scene)
        case AgentsResolved():
            return _agents(scene, hand)
        case _:
            return ""


def _infiltrators(scene: Scene) -> str:
    return scene.t.gettext(
        "Infiltrators seek a Recruiter that is in play; with one they take what the Reward tile "
        "shows, then swap."
    )


def _recruiters(scene: Scene) -> str:
    t, added = scene.t, _embassy(scene).recruitment
    return t.gettext(
        "Recruiters that are still in play seek Agents; with them they swap, and the Reward tile "
        "grows by {n}.",
        n=added,
    )


def _agents(scene: Scene, hand: Hand) -> str:
    t = scene.t
    if hand.side == Side.HALL:
        return t.gettext(
            "Agents that are still in play enter the Hall if they fit in with those inside, and "
            "take their information value; the others pay it and do not count for the later ones."
        )
    return t.gettext(
        "Agents that are still in play come together in the Garden, and all count. Whose make it "
        "enough take their information value; those before pay it."
    )


def _reasons(scene: Scene, event: Event) -> Iterator[str]:
    """Where the number that was taken or paid comes from, in sentences."""
    match event:
        case AgentsResolved():
            yield from _value(scene, event)
        case InfiltratorResolved(found=False) if event.paid < _embassy(scene).exposure:
            yield scene.t.gettext("Who cannot pay pays what is left.")
        case _:
            pass


def _value(scene: Scene, event: AgentsResolved) -> Iterator[str]:
    t, embassy = scene.t, _embassy(scene)
    value = scene.options.values[event.card]
    extra = embassy.bonus if event.success else embassy.fine
    if extra:
        yield t.gettext(
            "Information value {value}, {change} by the embassy {name}.",
            value=value,
            change=t.signed(extra),
            name=t.gettext(words.EMBASSIES[scene.options.embassy]),
        )
    else:
        yield t.gettext("Information value {value}.", value=value)
    if not event.success and -event.change < value + extra:
        yield t.gettext("Who cannot pay pays what is left.")


def _after(scene: Scene, later: Sequence[Hand]) -> Iterator[str]:
    """How it went on: the hand after it, the end, or a choice that it waits for."""
    t = scene.t
    if later:
        yield t.gettext(
            "Then everyone drew into the position played from, and the tile went to {player}.",
            player=words.name(scene, later[0].ambassador),
        )
    elif scene.view.over:
        yield t.gettext("That was the last hand: information and the values in the deck count.")
        yield f"**{outcome.verdict(scene)}**"
    else:
        (seat,) = scene.view.to_act
        player = words.name(scene, seat)
        yield t.gettext("The rest is resolved when {player} has chosen.", player=player)
