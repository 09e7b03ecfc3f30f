"""The words of Agent Avenue: names of cards and teams, and how a turn is told."""

from collections.abc import Sequence

from bot.face import Scene, Sitter
from bot.i18n import Translator
from engine.agent_avenue.options import Options


def N_(message: str) -> str:
    """Mark a text for translation where it is not translated yet."""
    return message


AGENTS = {
    "double_agent": N_("Double Agent"),
    "enforcer": N_("Enforcer"),
    "codebreaker": N_("Codebreaker"),
    "saboteur": N_("Saboteur"),
    "daredevil": N_("Daredevil"),
    "sentinel": N_("Sentinel"),
    "sidekick": N_("Sidekick"),
    "mole": N_("Mole"),
}

BLACK_MARKET = {
    "distraction_device": N_("Distraction Device"),
    "watchtower": N_("Watchtower"),
    "sinister_twin": N_("Sinister Twin"),
    "supercomputer": N_("Supercomputer"),
    "getaway_car": N_("Getaway Car"),
    "leader_of_the_pack": N_("Leader of the Pack"),
    "masterplan": N_("Masterplan"),
    "security_system": N_("Security System"),
    "outpost": N_("Outpost"),
    "secret_recruit": N_("Secret Recruit"),
    "double_trouble": N_("Double Trouble"),
    "smoke_screen": N_("Smoke Screen"),
    "spycation": N_("Spycation"),
    "mind_control": N_("Mind Control"),
    "surveillance_truck": N_("Surveillance Truck"),
}

MARKS = ("▲", "●")
"""The teams' shapes: colour alone never tells them apart."""

LETTERS = ("A", "B")
COLOURS = (N_("green"), N_("blue"))
ACCENTS = (0x2E9E5B, 0x3B7DD8)
"""The edge of a message while this team is to move."""


def card(t: Translator, card_id: str) -> str:
    """The printed name of a card."""
    return t.gettext(AGENTS.get(card_id) or BLACK_MARKET[card_id])


def cards(t: Translator) -> dict[str, str]:
    """The printed names of all cards, by id."""
    return {card_id: t.gettext(name) for card_id, name in (AGENTS | BLACK_MARKET).items()}


def copy(t: Translator, card_id: str, number: int) -> str:
    """A card with its number among the team's copies: '2nd Double Agent'."""
    name = card(t, card_id)
    match number:
        case 1:
            return t.gettext("1st {card}", card=name)
        case 2:
            return t.gettext("2nd {card}", card=name)
        case 3:
            return t.gettext("3rd {card}", card=name)
        case _:
            return t.gettext("{n}th {card}", n=number, card=name)


def steps(t: Translator, number: int) -> str:
    """A movement in words short enough for a list: '+2', '−1', 'no movement'."""
    return t.signed(number) if number else t.gettext("no movement")


def title(t: Translator, options: Options) -> str:
    """'Agent Avenue · simple · two players'."""
    mode = t.gettext("simple") if options.mode == "simple" else t.gettext("advanced")
    seats = sum(len(team) for team in options.teams)
    match seats:
        case 2:
            players = t.gettext("two players")
        case 3:
            players = t.gettext("two against one")
        case _:
            players = t.gettext("two against two")
    return f"{t.gettext('Agent Avenue')} · {mode} · {players}"


def side(t: Translator, team: int) -> str:
    """'▲ green'."""
    return f"{MARKS[team]} {t.gettext(COLOURS[team])}"


def team_of(options: Options, seat: int) -> int:
    """The team that a seat belongs to."""
    return 0 if seat in options.teams[0] else 1


def team_sitters(scene: Scene, team: int) -> list[Sitter]:
    """Who plays in a team."""
    return [scene.sitters[seat] for seat in scene.options.teams[team]]


def team(scene: Scene, number: int) -> str:
    """A team by its people's names, safe in markdown."""
    return " & ".join(sitter.name for sitter in team_sitters(scene, number))


def plain_team(scene: Scene, number: int) -> str:
    """A team by its people's names, for pictures, alt texts and labels."""
    return " & ".join(sitter.plain for sitter in team_sitters(scene, number))


def mentions(scene: Scene, seats: Sequence[int]) -> str:
    """The people in these seats as mentions."""
    return ", ".join(scene.sitters[seat].mention for seat in seats)
