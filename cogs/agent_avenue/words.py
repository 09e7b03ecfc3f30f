"""The words of Agent Avenue: names of cards and teams, and how a turn is told."""

from collections.abc import Sequence

from bot.face import Scene, Sitter
from bot.i18n import N_, Translator
from engine.agent_avenue.cards import BLACK_MARKET as BLACK_MARKET_CARDS
from engine.agent_avenue.options import Options

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

COPIES = {
    "double_agent": (
        N_("1st Double Agent"),
        N_("2nd Double Agent"),
        N_("3rd Double Agent"),
        N_("{number}th Double Agent"),
    ),
    "enforcer": (
        N_("1st Enforcer"),
        N_("2nd Enforcer"),
        N_("3rd Enforcer"),
        N_("{number}th Enforcer"),
    ),
    "codebreaker": (
        N_("1st Codebreaker"),
        N_("2nd Codebreaker"),
        N_("3rd Codebreaker"),
        N_("{number}th Codebreaker"),
    ),
    "saboteur": (
        N_("1st Saboteur"),
        N_("2nd Saboteur"),
        N_("3rd Saboteur"),
        N_("{number}th Saboteur"),
    ),
    "daredevil": (
        N_("1st Daredevil"),
        N_("2nd Daredevil"),
        N_("3rd Daredevil"),
        N_("{number}th Daredevil"),
    ),
    "sentinel": (
        N_("1st Sentinel"),
        N_("2nd Sentinel"),
        N_("3rd Sentinel"),
        N_("{number}th Sentinel"),
    ),
    "sidekick": (
        N_("1st Sidekick"),
        N_("2nd Sidekick"),
        N_("3rd Sidekick"),
        N_("{number}th Sidekick"),
    ),
    "mole": (
        N_("1st Mole"),
        N_("2nd Mole"),
        N_("3rd Mole"),
        N_("{number}th Mole"),
    ),
}
"""The agents with their numbers among a team's copies; a text each, as ordinals have genders."""

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

EFFECTS = {
    "distraction_device": N_("a Saboteur moves you forward: +1, +1, +2"),
    "watchtower": N_("an Enforcer moves you 2 more spaces forward"),
    "sinister_twin": N_("a Double Agent moves you twice as far: −2, +12, −2"),
    "supercomputer": N_("a Codebreaker moves you 3 spaces forward"),
    "getaway_car": N_("landing exactly on a home space moves you 3 on"),
    "leader_of_the_pack": N_("three Daredevils win instead of losing"),
    "masterplan": N_("seven different agents in play win"),
    "security_system": N_("the other meeple on your home space is a win for you"),
    "outpost": N_("recruit a Sentinel from your hand"),
    "secret_recruit": N_("recruit from your hand an agent that you do not have in play"),
    "double_trouble": N_("show two equal agents of your hand and recruit one of them"),
    "smoke_screen": N_("recruit the top card of the deck"),
    "spycation": N_("take an agent of yours back into your hand; you may recruit it at once"),
    "mind_control": N_("take an agent of the other side into your hand"),
    "surveillance_truck": N_("move 1 space forward"),
}
"""What each black market card does, in our own words."""

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


def market_card(t: Translator, card_id: str) -> str:
    """A black market card with its kind and its effect, in one line."""
    kind = (
        t.gettext("instant")
        if BLACK_MARKET_CARDS[card_id].kind == "instant"
        else t.gettext("ongoing")
    )
    return f"**{card(t, card_id)}** ({kind}): {t.gettext(EFFECTS[card_id])}"


def copy(t: Translator, card_id: str, number: int) -> str:
    """An agent with its number among the team's copies: '2nd Double Agent'."""
    texts = COPIES[card_id]
    return t.gettext(texts[min(number, len(texts)) - 1], number=number)


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
    name = t.gettext("Agent Avenue")
    return f"{name} · {mode} · {players}"


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


def people(scene: Scene, number: int) -> int:
    """How many people a team is: the number that goes with its name as a sentence's subject."""
    return len(scene.options.teams[number])


def plain_team(scene: Scene, number: int) -> str:
    """A team by its people's names, for pictures, alt texts and labels."""
    return " & ".join(sitter.plain for sitter in team_sitters(scene, number))


def mentions(scene: Scene, seats: Sequence[int]) -> str:
    """The people in these seats as mentions."""
    return ", ".join(scene.sitters[seat].mention for seat in seats)
