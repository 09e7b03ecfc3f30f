"""The public message: the table as everybody in the channel sees it."""

from bot.face import Scene
from bot.screen import Picture, Row, Screen, Text
from cogs.agencia import choices, outcome, words
from cogs.agencia.picture import final_picture, table_picture
from cogs.agencia.story import Hand, agents_in_play, hands, resigned, tell, tell_resolution
from engine.agencia.actions import Side
from engine.agencia.cards import ROUNDS, Card
from engine.agencia.events import CardPlayed
from engine.agencia.slots import Slot
from engine.game import Seat

Block = Text | Picture | Row

PLACES = "★①②③④⑤"
"""Marks for the order of play, by the distance from the Ambassador, who plays last."""


def table(scene: Scene, controls: Row) -> Screen:
    """The live table, from a bystander's scene: it shows open and played cards only."""
    blocks = _end(scene) if scene.view.over else _running(scene)
    return Screen(
        (Text(_heading(scene)), *blocks, controls),
        accent=words.ACCENTS[scene.view.side],
    )


def _running(scene: Scene) -> list[Block]:
    *before, current = hands(scene)
    standing = "\n".join([tile(scene, current), *_players(scene)])
    call = "\n".join([*_closed_dms(scene), _call(scene)])
    told = _under(scene.t.gettext("This hand:"), tell_resolution(scene, current))
    if not told and before:
        # In small print: it stands above in that hand's own message, too.
        last = _under(scene.t.gettext("Last hand:"), tell_resolution(scene, before[-1]))
        told = [f"-# {line}" for line in last]
    return [
        table_picture(scene),
        Text(standing),
        *_told(told),
        Text(call),
        choices.buttons(scene),
    ]


def _end(scene: Scene) -> list[Block]:
    verdict = "\n".join([f"**{outcome.verdict(scene)}**", *outcome.table_of_scores(scene)])
    told = _under(scene.t.gettext("Last hand:"), tell(scene, hands(scene)[-1]))
    cards = "\n".join(outcome.all_cards(scene))
    return [final_picture(scene), Text(verdict), *_told(told), Text(cards)]


def _under(heading: str, lines: list[str]) -> list[str]:
    """The lines with a heading; nothing where there is nothing to tell."""
    return [f"**{heading}**", *lines] if lines else []


def _told(lines: list[str]) -> list[Text]:
    """The story; six very long names may leave no room for its last lines."""
    return [Text("\n".join(lines), spare=True)] if lines else []


def summary(scene: Scene, page: int) -> Screen:
    """What stays of a page: the story of its hand, without buttons."""
    hand = hands(scene)[page]
    return Screen((Text("\n".join([f"**{_number(scene, hand)}**", *tell(scene, hand)])),))


def page(scene: Scene) -> int:
    """Each hand is a page of its own."""
    return len(hands(scene)) - 1


def call(scene: Scene, seat: Seat) -> str:
    """Calls a seat to its decision."""
    return choices.call(scene, scene.sitters[seat].mention)


def _call(scene: Scene) -> str:
    """Calls the seat that is to act; there is always exactly one."""
    (seat,) = scene.view.to_act
    return call(scene, seat)


def _heading(scene: Scene) -> str:
    t, view = scene.t, scene.view
    heading = "### " + t.gettext("La Agencia") + f" · {scene.id}"
    where = _number(scene, hands(scene)[-1])
    ambassador = t.gettext("Ambassador ★ {name}", name=words.name(scene, view.ambassador))
    lines = [heading, f"-# {where} · {ambassador}"]
    if view.embassy is not None:
        lines.append(f"-# {words.embassy(t, view.embassy)}")
    return "\n".join(lines)


def _number(scene: Scene, hand: Hand) -> str:
    seats = len(scene.sitters)
    return scene.t.gettext(
        "Round {round} of {rounds}, hand {hand} of {hands}",
        round=hand.round,
        rounds=ROUNDS[seats],
        hand=hand.number,
        hands=seats,
    )


def tile(scene: Scene, hand: Hand) -> str:
    """Where the hand is played, with the count so far, and what lies on the Reward tile."""
    t, view = scene.t, scene.view
    reward = t.gettext("Reward tile {n}", n=view.reward)
    if hand.limit is None:
        where = t.gettext("Hall or Garden? The Ambassador chooses.")
    elif view.side == Side.HALL:
        where = t.ngettext(
            "**Hall**: room for {n} Agent; {count} played so far",
            "**Hall**: room for {n} Agents; {count} played so far",
            hand.limit,
            count=agents_in_play(scene),
        )
    else:
        where = t.ngettext(
            "**Garden**: at least {n} Agent must come; {count} so far",
            "**Garden**: at least {n} Agents must come; {count} so far",
            hand.limit,
            count=agents_in_play(scene),
        )
    return f"{where} · {reward}"


def _players(scene: Scene) -> list[str]:
    plays, out = hands(scene)[-1].plays, resigned(scene)
    return [
        _player(scene, sitter.seat, plays.get(sitter.seat), out=sitter.seat in out)
        for sitter in scene.sitters
    ]


def _player(scene: Scene, seat: Seat, play: CardPlayed | None, *, out: bool) -> str:
    """A player in one line: place in the order of play, information, open and played card."""
    t, view = scene.t, scene.view
    opened = view.slots[seat][Slot.OPEN]
    parts = [
        f"{order(scene, seat)} **{words.name(scene, seat)}**  "
        + words.information(t, view.information[seat]),
        t.gettext("open: {card}", card=words.NOTHING if opened is None else _card(scene, opened)),
        t.gettext("played: {card}", card=played(scene, seat, play)),
    ]
    if out:
        parts.append(t.gettext("gave up"))
    return " · ".join(parts)


def played(scene: Scene, seat: Seat, play: CardPlayed | None) -> str:
    """What a seat has played in this hand and from where, and whether it is out of play again."""
    t = scene.t
    if play is None:
        return words.NOTHING
    card, position = _card(scene, play.card), words.position(t, play.slot)
    if scene.view.played[seat] is None:
        return t.gettext("{card} ({position}, out of play)", card=card, position=position)
    return t.gettext("{card} ({position})", card=card, position=position)


def _card(scene: Scene, card: Card) -> str:
    return scene.marked(card, words.card(scene.t, card))


def order(scene: Scene, seat: Seat) -> str:
    """The seat's place in the order of play; the Ambassador, with the star, is the last."""
    place = (seat - scene.view.ambassador) % len(scene.sitters)
    return PLACES[place]


def _closed_dms(scene: Scene) -> list[str]:
    t = scene.t
    return [
        t.gettext(
            "{player} accepts no direct messages: the cards are behind My cards.",
            player=sitter.name,
        )
        for sitter in scene.sitters
        if sitter.dms_closed
    ]
