"""Black market choices: what is asked where everybody may see it, and what is asked privately.

A choice from the own hand is made in the private message before the card is taken for good; so
what everybody sees is the same whether there were several choices, one, or none.
"""

from collections.abc import Sequence

from bot.face import Misplaced, Move, Scene
from bot.screen import Button, Row, Text
from cogs.agent_avenue import words
from cogs.agent_avenue.effects import either
from engine.agent_avenue.actions import TAKES, USES, Take
from engine.agent_avenue.events import Took

PRIVATE = frozenset({"secret_recruit", "double_trouble"})
"""The abilities whose choice is made from the own hand."""


def pending(scene: Scene) -> str | None:
    """The ability that waits for its choice, taken already or settled to be taken."""
    proposed = scene.proposed
    if proposed is not None and proposed.agreed and isinstance(proposed.action, Take):
        return proposed.action.card
    if scene.view.step != "ability":
        return None
    took = [event for _, event in scene.events if isinstance(event, Took)]
    return took[-1].card


def resolver(scene: Scene) -> int:
    """The seat that makes the pending choice."""
    proposed = scene.proposed
    if proposed is not None and proposed.agreed and proposed.acting is not None:
        return proposed.acting
    return scene.view.to_act[0]


# Under the table


def call(scene: Scene, seats: Sequence[int]) -> str:
    """What is expected of whom in a black market step."""
    t = scene.t
    ability = pending(scene)
    if ability is None:
        return t.ngettext(
            "→ {who}: you have landed on a black market space. Take a card.",
            "→ {who}: you have landed on a black market space. Take a card.",
            len(seats),
            who=words.mentions(scene, seats),
        )
    name = words.card(t, ability)
    who = scene.sitters[resolver(scene)].mention
    if ability in PRIVATE:
        return t.gettext("→ {who} carries out {card} from the hand.", who=who, card=name)
    if ability == "mind_control":
        return t.gettext(
            "→ {who}, {card}: which agent of {team} goes to your hand?",
            who=who,
            card=name,
            team=words.team(scene, 1 - words.team_of(scene.options, resolver(scene))),
        )
    return t.gettext("→ {who}, {card}: which agent goes back to your hand?", who=who, card=name)


def effects(scene: Scene) -> list[Text]:
    """What each agent that may be taken back from the table would do to either side then."""
    ability = pending(scene)
    if ability not in ("spycation", "mind_control"):
        return []
    owner, mine = _owner(scene, ability), words.team_of(scene.options, resolver(scene))
    lines = [
        either(scene, mine, card, words.card(scene.t, card), owner)
        for card in scene.view.in_play[owner]
    ]
    return [Text("\n".join(lines), spare=True)]


def _owner(scene: Scene, ability: str) -> int:
    """The team among whose agents in play an ability takes one."""
    own = words.team_of(scene.options, resolver(scene))
    return own if ability == "spycation" else 1 - own


def buttons(scene: Scene) -> list[Row]:
    """The buttons under the table in a black market step."""
    ability = pending(scene)
    if ability in PRIVATE:
        return []
    if ability == "mind_control":
        cards = scene.view.in_play[_owner(scene, ability)]
        return [Row(tuple(_agent(scene, card, "aim") for card in cards))]
    if ability == "spycation":
        cards = scene.view.in_play[_owner(scene, ability)]
        return [_spycation(scene, list(cards), recruit) for recruit in (1, 0)]
    if scene.view.step == "market":
        return [Row(tuple(_takes(scene)))]
    return []


def _takes(scene: Scene) -> list[Button]:
    seats = scene.view.to_act
    return [
        Button(_take_label(scene, card, seat), "take", f"{card}.{seat}", style="primary")
        for card in scene.view.supply
        for seat in seats
    ]


def _take_label(scene: Scene, card: str, seat: int) -> str:
    t = scene.t
    if len(scene.view.to_act) == 1:
        return t.gettext("Take {card}", card=words.card(t, card))
    return t.gettext(
        "{player} takes {card}", player=scene.sitters[seat].plain, card=words.card(t, card)
    )


def _agent(scene: Scene, card: str, verb: str) -> Button:
    name = words.card(scene.t, card)
    return Button(name, verb, card, style="primary", emoji=scene.emoji(card))


def _spycation(scene: Scene, cards: list[str], recruit: int) -> Row:
    t = scene.t
    return Row(
        tuple(
            Button(
                t.gettext("{card}, recruit at once", card=words.card(t, card))
                if recruit
                else t.gettext("{card}, keep in hand", card=words.card(t, card)),
                "aim",
                f"{card}.{recruit}",
                style="primary" if recruit else "secondary",
                emoji=scene.emoji(card),
            )
            for card in cards
        )
    )


# In the private message


def hand_blocks(scene: Scene) -> list[Text | Row]:
    """The choice from the own hand that a settled or taken card asks for."""
    t = scene.t
    ability = pending(scene)
    if ability is None or ability not in PRIVATE:
        return [Text(_to_the_table(scene))]
    verb = "use" if scene.view.step == "ability" else "resolve"
    choices = candidates(scene, ability)
    line = f"{words.market_card(t, ability)}."
    if not choices:
        go_on = Button(t.gettext("Go on"), verb, "none", style="primary")
        note = t.gettext("Your hand has no such agent, so nothing happens.")
        return [Text(f"{line} {note}"), Row((go_on,))]
    row = Row(tuple(_agent(scene, card, verb) for card in choices))
    question = t.gettext("Which agent?")
    return [Text(f"{line} **{question}**"), row]


def candidates(scene: Scene, ability: str) -> list[str]:
    """What the viewer's hand offers for an ability (Rulebook, black market cards)."""
    hand = scene.view.hands[scene.viewer]
    in_play = scene.view.in_play[words.team_of(scene.options, scene.viewer or 0)]
    if ability == "secret_recruit":
        return [card for card in words.AGENTS if card in hand and card not in in_play]
    return [card for card in words.AGENTS if hand.count(card) >= 2]


def _to_the_table(scene: Scene) -> str:
    t = scene.t
    if scene.table_link is None:
        return t.gettext("It is your turn: choose at the table in {place}.", place=scene.place)
    return t.gettext("It is your turn: [choose at the table]({link}).", link=scene.table_link)


def resolve(scene: Scene, choice: str) -> Move:
    """Take the settled card for good, with the choice made for it."""
    proposed = scene.proposed
    if proposed is None or not proposed.agreed or proposed.acting != scene.viewer:
        raise Misplaced(choice)
    assert isinstance(proposed.action, Take)
    choices = candidates(scene, proposed.action.card)
    if choice == "none" and not choices:
        return Move(proposed.action)
    if choice not in choices:
        raise Misplaced(choice)
    return Move(proposed.action, then=USES[choice])


def take(scene: Scene, card: str, seat: str) -> Move:
    """Take a card of the supply, with the hand of `seat`."""
    seats = scene.view.to_act
    settled = scene.proposed is not None and scene.proposed.agreed
    if card not in scene.view.supply or not seat.isdecimal() or int(seat) not in seats or settled:
        raise Misplaced(card)
    return Move(TAKES[card], seat=int(seat), shared=len(seats) > 1, private=card in PRIVATE)
