"""The public message: the table as everybody in the channel sees it."""

from collections.abc import Callable, Sequence
from functools import partial

from bot.draw.names import picture_name
from bot.face import Scene, Sitter
from bot.screen import Button, Picture, Row, Screen, Text, picture_key
from cogs.agent_avenue import market, words
from cogs.agent_avenue.effects import effect, on_ties
from cogs.agent_avenue.picture import (
    PersonLabel,
    SideLabel,
    TableLabels,
    final_picture,
    table_picture,
)
from cogs.agent_avenue.story import outcome, tell, turns
from engine.agent_avenue.cards import AgentId
from engine.agent_avenue.prospect import may_catch


def table(scene: Scene, controls: Row) -> Screen:
    """The live table."""
    view = scene.view
    blocks: list[Text | Picture | Row] = [
        Text(_heading(scene)),
        _picture(scene),
        *_last_turn(scene),
        Text("\n".join(_standing(scene))),
    ]
    if view.over:
        blocks += [Text(f"**{outcome(scene)}**"), Text("\n".join(open_hands(scene)))]
        accent = words.ACCENTS[words.team_of(scene.options, view.winners[0])]
    else:
        blocks.append(Text("\n".join([*_closed_dms(scene), *_calls(scene)])))
        accent = words.ACCENTS[words.team_of(scene.options, view.to_act[0])]
        if view.step == "recruit":
            blocks.append(Row(_recruit_buttons(scene)))
        blocks += [*market.effects(scene), *market.buttons(scene)]
    blocks.append(controls)
    return Screen(tuple(blocks), accent=accent)


def summary(scene: Scene, page: int) -> Screen:
    """What stays of a page: the story of its turn, without buttons."""
    told = [turn for turn in turns(scene) if turn.offered][:page][-1:] if page else []
    t = scene.t
    if not told:
        line = t.gettext("The match {id} begins.", id=scene.id)
        return Screen((Text(f"-# {line}"),))
    turn = told[0]
    heading = t.gettext("Turn {n}", n=turn.number)
    return Screen((Text("\n".join([f"**{heading}**", *tell(scene, turn)])),))


def call(scene: Scene, seat: int) -> str:
    """Calls a seat to its decision."""
    return _call(scene, [seat])


def _call(scene: Scene, seats: Sequence[int]) -> str:
    t, view = scene.t, scene.view
    who = words.mentions(scene, seats)
    if view.step == "recruit":
        return _offer(scene, who)
    if view.step != "play":
        return market.call(scene, seats)
    if len(scene.options.teams[view.active]) == 1:
        return t.gettext("→ {who}: choose two cards from your hand.", who=who)
    if view.table.face_up is None:
        return t.gettext(
            "→ {who}: one of you plays a card face up, then the other one face down.", who=who
        )
    return t.gettext(
        "→ {who}: play a card face down beside {card}.",
        who=who,
        card=words.card(t, view.table.face_up),
    )


def _heading(scene: Scene) -> str:
    t = scene.t
    turn = turns(scene)[-1].number
    heading = f"### {words.title(t, scene.options)} · {scene.id}"
    return f"{heading}\n-# " + t.gettext("Turn {n}", n=turn)


def _last_turn(scene: Scene) -> list[Text]:
    """The newest turn of which there is something to tell beyond the offer.

    It goes on while somebody is at the black market.
    """
    t, told = scene.t, turns(scene)
    done = [turn for turn in told if turn.recruited]
    if not done:
        return []
    goes_on = done[-1] is told[-1] and not scene.view.over
    heading = t.gettext("This turn:") if goes_on else t.gettext("Last turn:")
    return [Text(f"**{heading}** " + " ".join(tell(scene, done[-1])), spare=True)]


def _standing(scene: Scene) -> list[str]:
    t, view = scene.t, scene.view
    lines = [_race(scene)]
    for team in (0, 1):
        lines.append(_collection(scene, team))
        lines += [f"- {words.market_card(t, card)}" for card in view.black_market[team]]
    lines.append(t.ngettext("{n} card in the deck", "{n} cards in the deck", view.deck))
    if scene.options.mode == "advanced" and not view.over:
        lines.append(t.gettext("**Black market**, for who lands exactly on 3, 6, 10 or 13:"))
        lines += [f"- {words.market_card(t, card)}" for card in view.supply] or [
            t.gettext("- nothing is left")
        ]
    return lines


def _race(scene: Scene) -> str:
    """How far each team is from a catch; who has got there may yet be caught up with in a turn."""
    caught = [team for team in (0, 1) if scene.view.gaps[team] <= 0]
    return " · ".join(_distance(scene, team) for team in caught or (0, 1))


def _distance(scene: Scene, team: int) -> str:
    t, spaces = scene.t, scene.view.gaps[team]
    names = {
        "mark": words.MARKS[team],
        "team": words.team(scene, team),
        "other": words.team(scene, 1 - team),
    }
    if spaces <= 0:
        return t.ngettext(
            "{mark} {team} has caught up with {other}",
            "{mark} {team} have caught up with {other}",
            words.people(scene, team),
            **names,
        )
    return t.ngettext(
        "{mark} {team} is {spaces} behind {other}",
        "{mark} {team} are {spaces} behind {other}",
        words.people(scene, team),
        spaces=spaces,
        **names,
    )


def _collection(scene: Scene, team: int) -> str:
    """What a team has in play, with what threatens and promises, and its discards."""
    t, view = scene.t, scene.view
    agents = [
        scene.marked(card, _agent(scene, team, card, count))
        for card, count in view.in_play[team].items()
    ]
    parts = [", ".join(agents) or t.gettext("no agents yet"), _discards(scene, team)]
    if not view.over and may_catch(view, team):
        parts.append(t.gettext("a catch is within reach"))
    return t.gettext(
        "{mark} **{team}**: {collection}",
        mark=words.MARKS[team],
        team=words.team(scene, team),
        collection=" · ".join(parts),
    )


def _discards(scene: Scene, team: int) -> str:
    """How many discards are left: of two teammates each has its own."""
    t, left = scene.t, scene.view.discards_left
    sitters = words.team_sitters(scene, team)
    if len(sitters) == 1:
        return t.ngettext("{n} discard left", "{n} discards left", left[sitters[0].seat])
    return ", ".join(
        t.ngettext(
            "{player} has {n} discard left",
            "{player} has {n} discards left",
            left[sitter.seat],
            player=sitter.name,
        )
        for sitter in sitters
    )


def _agent(scene: Scene, team: int, card: str, count: int) -> str:
    """An agent in play with its number, and what a third one would do."""
    t = scene.t
    shown = {"card": words.card(t, card), "count": count}
    if count == 2 and card == "codebreaker":
        return t.gettext("{card} {count} (a third wins)", **shown)
    if count == 2 and card == "daredevil":
        if "leader_of_the_pack" in scene.view.black_market[team]:
            return t.pgettext(
                "Daredevils with the Leader of the Pack", "{card} {count} (a third wins)", **shown
            )
        return t.gettext("{card} {count} (a third loses)", **shown)
    return t.gettext("{card} {count}", **shown)


def _calls(scene: Scene) -> list[str]:
    lines = [_call(scene, scene.view.to_act)]
    proposed = scene.proposed
    if proposed is not None and not proposed.agreed:
        name = scene.sitters[proposed.seat].name
        lines.append(
            scene.t.gettext("{player} has made a proposal to the team (see My hand).", player=name)
        )
    return lines


def _offer(scene: Scene, who: str) -> str:
    """The offer with its public arithmetic: what the face-up card would do to either side."""
    t, view = scene.t, scene.view
    card = view.table.face_up
    active, other = view.active, 1 - view.active
    line = t.ngettext(
        "→ {who}: {team} offers **{card}** face up ({yours}; {theirs}) and one card face down.",
        "→ {who}: {team} offer **{card}** face up ({yours}; {theirs}) and one card face down.",
        words.people(scene, active),
        who=who,
        team=words.team(scene, active),
        card=words.card(t, card),
        yours=t.ngettext(
            "for you {effect}",
            "for you {effect}",
            words.people(scene, other),
            effect=effect(scene, other, card),
        ),
        theirs=t.gettext(
            "for {team} {effect}",
            team=words.team(scene, active),
            effect=effect(scene, active, card),
        ),
    )
    return " ".join([line, *on_ties(scene, [card])])


def _recruit_buttons(scene: Scene) -> tuple[Button, ...]:
    t = scene.t
    card = words.card(t, scene.view.table.face_up)
    return (
        Button(
            t.gettext("Recruit the face-up card: {card}", card=card),
            "recruit",
            "face_up",
            style="primary",
            emoji=scene.emoji(scene.view.table.face_up),
        ),
        Button(t.gettext("Recruit the face-down card"), "recruit", "face_down", style="primary"),
    )


def _closed_dms(scene: Scene) -> list[str]:
    t = scene.t
    return [
        t.gettext(
            "{player} accepts no direct messages: the cards are behind My hand.",
            player=sitter.name,
        )
        for sitter in scene.sitters
        if sitter.dms_closed
    ]


def open_hands(scene: Scene) -> list[str]:
    """Everybody's hand, a line each, and what lies face down."""
    t, view = scene.t, scene.view
    lines = [
        t.gettext(
            "Hand of {player}: {cards}",
            player=sitter.name,
            cards=", ".join(words.card(t, card) for card in words.in_order(view.hands[sitter.seat]))
            or "–",
        )
        for sitter in scene.sitters
    ]
    if view.table.face_down is not None:
        lines.append(_face_down(scene, view.table.face_down))
    return lines


def _face_down(scene: Scene, card: AgentId) -> str:
    """What still lies face down, and what it would do to either side."""
    t = scene.t
    effects = [
        t.gettext(
            "for {team} {effect}", team=words.team(scene, team), effect=effect(scene, team, card)
        )
        for team in (0, 1)
    ]
    line = t.gettext("Still face down: {card}", card=words.card(t, card))
    return f"{line} ({t.series(effects)})"


def _picture(scene: Scene) -> Picture:
    view = scene.view
    advanced = scene.options.mode == "advanced"
    labels = table_labels(scene)
    if view.over:
        draw = partial(final_picture, view, labels, labelled_seats(scene), advanced=advanced)
    else:
        acting = words.team_of(scene.options, view.to_act[0])
        draw = partial(table_picture, view, labels, advanced=advanced, acting=acting)
    shown = (view.spaces, view.table, view.in_play, view.black_market, view.supply, view.to_act)
    return Picture(
        "table.png", picture_key(*shown, labels.status), draw, alt(scene), untold=meeples(scene)
    )


def table_labels(scene: Scene) -> TableLabels:
    """The words on the table's picture."""
    return TableLabels(
        sides=side_labels(scene),
        cards=words.all_printed(scene.t),
        status=_status(scene),
        hands=scene.t.gettext("Hands"),
    )


def labelled_seats(scene: Scene) -> list[tuple[int, PersonLabel]]:
    """For each seat its team, and how pictures call who sits there."""
    return [
        (words.team_of(scene.options, sitter.seat), _person(sitter)) for sitter in scene.sitters
    ]


def _status(scene: Scene) -> str:
    """Who chooses, or who has won, as the picture can show it."""
    t = scene.t
    if scene.view.over:
        winner = words.team_of(scene.options, scene.view.winners[0])
        return t.ngettext(
            "{team} wins",
            "{team} win",
            words.people(scene, winner),
            team=_drawn_team(scene, winner),
        )
    acting = words.team_of(scene.options, scene.view.to_act[0])
    return t.ngettext(
        "{team} chooses",
        "{team} choose",
        words.people(scene, acting),
        team=_drawn_team(scene, acting),
    )


def _drawn_team(scene: Scene, team: int) -> str:
    people = map(_person, words.team_sitters(scene, team))
    return " & ".join(picture_name(person.name, person.fallback) for person in people)


def side_labels(scene: Scene) -> tuple[SideLabel, SideLabel]:
    """How the pictures call the two teams."""
    green, blue = (
        SideLabel(
            tuple(_person(sitter) for sitter in words.team_sitters(scene, team)),
            words.LETTERS[team],
        )
        for team in (0, 1)
    )
    return green, blue


def _person(sitter: Sitter) -> PersonLabel:
    return PersonLabel(sitter.plain, f"#{sitter.seat + 1}")


def meeples(scene: Scene, called: Callable[[Scene, int], str] = words.team) -> str:
    """Where the teams' meeples stand."""
    t, view = scene.t, scene.view
    green, blue = (f"{words.MARKS[team]} {called(scene, team)}" for team in (0, 1))
    return t.gettext(
        "The ring of 14 spaces: {green} on space {first}, {blue} on space {second}.",
        green=green,
        first=view.spaces[0],
        blue=blue,
        second=view.spaces[1],
    )


def alt(scene: Scene) -> str:
    """The picture in words; what each team has in play is in the text below it."""
    t, view = scene.t, scene.view
    parts = [meeples(scene, words.plain_team)]
    if view.step == "recruit":
        parts.append(
            t.gettext(
                "On the table: {card} face up and one card face down.",
                card=words.card(t, view.table.face_up),
            )
        )
    return " ".join(parts)
