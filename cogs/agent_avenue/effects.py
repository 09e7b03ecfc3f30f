"""What a card would do, in the few words that stand beside it wherever it can be chosen."""

from collections.abc import Iterable
from functools import lru_cache

from bot.face import Scene
from bot.i18n import Translator
from bot.same import Same
from cogs.agent_avenue import words
from engine.agent_avenue.cards import AgentId
from engine.agent_avenue.prospect import Prospect, prospect
from engine.agent_avenue.view import AgentAvenueView


def either(scene: Scene, mine: int, card: AgentId, shown: str, leaving: int | None = None) -> str:
    """What recruiting a card now would do to either side, for somebody of the team `mine`."""
    return scene.t.gettext(
        "**{card}**: for you {mine}; for {team} {theirs}",
        card=shown,
        mine=effect(scene, mine, card, leaving),
        team=words.team(scene, 1 - mine),
        theirs=effect(scene, 1 - mine, card, leaving),
    )


def on_ties(scene: Scene, cards: Iterable[AgentId]) -> list[str]:
    """The rule on ties, where one of the cards would end the match against the side whose turn it
    is: what the other card of the offer does may yet make it a tie."""
    active = scene.view.active
    against = (active, "loss"), (1 - active, "win")
    if any(
        _found(Same(scene.view), team, card).ends == ends
        for card in cards
        for team, ends in against
    ):
        return [scene.t.gettext("In a tie the side whose turn it is wins.")]
    return []


def effect(scene: Scene, team: int, card: AgentId, leaving: int | None = None) -> str:
    """What recruiting a card now would do to a team: 'the 2nd: +2' or 'the third: a win'.

    `leaving`: the team among whose agents it lies until then.
    """
    t, found = scene.t, _found(Same(scene.view), team, card, leaving)
    told = _told(t, found)
    match found.copy:
        case 1:
            return t.gettext("the 1st: {effect}", effect=told)
        case 2:
            return t.gettext("the 2nd: {effect}", effect=told)
        case 3 if found.ends == "win":
            return t.gettext("the third: a win")
        case 3 if found.ends == "loss":
            return t.gettext("the third: a loss")
        case 3:
            return t.gettext("the 3rd: {effect}", effect=told)
        case _:
            return t.gettext("the {n}th: {effect}", n=found.copy, effect=told)


@lru_cache
def _found(
    view: Same[AgentAvenueView], team: int, card: AgentId, leaving: int | None = None
) -> Prospect:
    """What one message tells in several places."""
    return prospect(view.it, team, card, leaving)


def _told(t: Translator, found: Prospect) -> str:
    """That a recruit ends the match, or how far it moves a team."""
    if found.ends == "win":
        return t.pgettext("how a check came out", "a win")
    if found.ends == "loss":
        return t.pgettext("how a check came out", "a loss")
    steps = words.steps(t, found.steps)
    if found.catches:
        return t.gettext("{steps} and a catch", steps=steps)
    if found.caught:
        return t.gettext("{steps} and caught", steps=steps)
    return steps
