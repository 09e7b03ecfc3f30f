"""The public message: the table as everybody in the channel sees it."""

from bot.face import Scene
from bot.screen import Picture, Row, Screen, Text
from cogs.agencia import choices, outcome, words
from cogs.agencia.picture import final_picture, table_picture
from cogs.agencia.story import Hand, agents_in_play, hands, resigned, tell, tell_resolution
from engine.agencia.actions import Side
from engine.agencia.cards import ROUNDS
from engine.agencia.slots import Slot
from engine.game import Seat

Block = Text | Picture | Row

PLACES = "★①②③④⑤"
"""Marks for the order of play, by the distance from the Ambassador, who plays last."""


def table(scene: Scene, controls: Row) -> Screen:
    """The live table, from a bystander's scene: it shows open and played cards only."""
    blocks: list[Block] = [Text(_heading(scene))]
    blocks += _end(scene) if scene.view.over else _running(scene)
    blocks.append(controls)
    return Screen(tuple(blocks), version=scene.decision, accent=words.ACCENTS[scene.view.side])


def _running(scene: Scene) -> list[Block]:
    *before, current = hands(scene)
    blocks: list[Block] = [table_picture(scene)]
    blocks.append(Text("\n".join([_embassy_tile(scene, current), *_players(scene)])))
    told = _resolved(scene, current) or (_last_hand(scene, before[-1]) if before else [])
    if told:
        blocks.append(Text("\n".join(told)))
    caller = scene.sitters[scene.view.to_act[0]].mention
    blocks.append(Text("\n".join([*_closed_dms(scene), choices.call(scene, caller)])))
    row = choices.buttons(scene)
    return [*blocks, row] if row is not None else blocks


def _end(scene: Scene) -> list[Block]:
    return [
        final_picture(scene),
        Text("\n".join([f"**{outcome.verdict(scene)}**", *outcome.table_of_scores(scene)])),
        Text("\n".join(_last_hand(scene, hands(scene)[-1]))),
        Text("\n".join(outcome.all_cards(scene))),
    ]


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


def _heading(scene: Scene) -> str:
    t, view = scene.t, scene.view
    heading = f"### {t.gettext('La Agencia')} · {scene.id}"
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


def _embassy_tile(scene: Scene, hand: Hand) -> str:
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
    return [_player(scene, sitter.seat) for sitter in scene.sitters]


def _player(scene: Scene, seat: Seat) -> str:
    """A player in one line: place in the order of play, information, open and played card."""
    t, view = scene.t, scene.view
    play = hands(scene)[-1].plays.get(seat)
    opened = view.slots[seat][Slot.OPEN]
    parts = [
        f"{order(scene, seat)} **{words.name(scene, seat)}**  "
        + words.information(t, view.information[seat]),
        t.gettext("open: {card}", card=words.NOTHING if opened is None else words.card(t, opened)),
        t.gettext("played: {card}", card=words.NOTHING)
        if play is None
        else t.gettext(
            "played: {card} ({position})",
            card=words.card(t, play.card),
            position=words.position(t, play.slot),
        ),
    ]
    if seat in resigned(scene):
        parts.append(t.gettext("gave up"))
    return " · ".join(parts)


def order(scene: Scene, seat: Seat) -> str:
    """The seat's place in the order of play; the Ambassador, with the star, is the last."""
    place = (seat - scene.view.ambassador) % len(scene.sitters)
    return PLACES[place]


def _last_hand(scene: Scene, hand: Hand) -> list[str]:
    heading = scene.t.gettext("Last hand:")
    return [f"**{heading}**", *(f"- {line}" for line in tell_resolution(scene, hand))]


def _resolved(scene: Scene, hand: Hand) -> list[str]:
    """What has been resolved of the current hand while it waits for a choice."""
    told = tell_resolution(scene, hand)
    if not told:
        return []
    heading = scene.t.gettext("This hand:")
    return [f"**{heading}**", *(f"- {line}" for line in told)]


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
