"""The words of Agent Avenue: names of cards and teams, and how a turn is told."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from bot.draw.text import SOFT_HYPHEN
from bot.face import Scene, Sitter
from bot.i18n import N_, Translator, card_name
from engine.agent_avenue.cards import AGENT_IDS, AgentId
from engine.agent_avenue.cards import BLACK_MARKET as BLACK_MARKET_CARDS
from engine.agent_avenue.options import Options

AGENTS = {
    "double_agent": card_name("Double Agent"),
    "enforcer": card_name("Enforcer"),
    "codebreaker": card_name("Codebreaker"),
    "saboteur": card_name("Saboteur"),
    "daredevil": card_name("Daredevil"),
    "sentinel": card_name("Sentinel"),
    "sidekick": card_name("Sidekick"),
    "mole": card_name("Mole"),
}

COPIES = {
    "double_agent": (
        N_("1st Double Agent"),
        N_("2nd Double Agent"),
        N_("3rd Double Agent"),
        N_("4th Double Agent"),
        N_("5th Double Agent"),
        N_("6th Double Agent"),
    ),
    "enforcer": (
        N_("1st Enforcer"),
        N_("2nd Enforcer"),
        N_("3rd Enforcer"),
        N_("4th Enforcer"),
        N_("5th Enforcer"),
        N_("6th Enforcer"),
    ),
    "codebreaker": (
        N_("1st Codebreaker"),
        N_("2nd Codebreaker"),
        N_("3rd Codebreaker"),
        N_("4th Codebreaker"),
        N_("5th Codebreaker"),
        N_("6th Codebreaker"),
    ),
    "saboteur": (
        N_("1st Saboteur"),
        N_("2nd Saboteur"),
        N_("3rd Saboteur"),
        N_("4th Saboteur"),
        N_("5th Saboteur"),
        N_("6th Saboteur"),
    ),
    "daredevil": (
        N_("1st Daredevil"),
        N_("2nd Daredevil"),
        N_("3rd Daredevil"),
        N_("4th Daredevil"),
        N_("5th Daredevil"),
        N_("6th Daredevil"),
    ),
    "sentinel": (
        N_("1st Sentinel"),
        N_("2nd Sentinel"),
        N_("3rd Sentinel"),
        N_("4th Sentinel"),
        N_("5th Sentinel"),
        N_("6th Sentinel"),
    ),
    "sidekick": (N_("1st Sidekick"),),
    "mole": (N_("1st Mole"),),
}
"""The agents with their numbers among a team's copies; a text each, as ordinals have genders."""

BLACK_MARKET = {
    "distraction_device": card_name("Distraction Device"),
    "watchtower": card_name("Watchtower"),
    "sinister_twin": card_name("Sinister Twin"),
    "supercomputer": card_name("Supercomputer"),
    "getaway_car": card_name("Getaway Car"),
    "leader_of_the_pack": card_name("Leader of the Pack"),
    "masterplan": card_name("Masterplan"),
    "security_system": card_name("Security System"),
    "outpost": card_name("Outpost"),
    "secret_recruit": card_name("Secret Recruit"),
    "double_trouble": card_name("Double Trouble"),
    "smoke_screen": card_name("Smoke Screen"),
    "spycation": card_name("Spycation"),
    "mind_control": card_name("Mind Control"),
    "surveillance_truck": card_name("Surveillance Truck"),
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


def in_order(hand: Sequence[str | None]) -> tuple[AgentId, ...]:
    """The known cards of a hand as they are shown everywhere: in the order of the rulebook."""
    return tuple(card_id for card_id in AGENT_IDS for _ in range(hand.count(card_id)))


def card(t: Translator, card_id: str) -> str:
    """The printed name of a card, for texts."""
    return printed(t, card_id).replace(SOFT_HYPHEN, "")


def printed(t: Translator, card_id: str) -> str:
    """The printed name of a card, for pictures: where it may break there are soft hyphens."""
    return all_printed(t)[card_id]


@lru_cache(maxsize=64)
def all_printed(t: Translator) -> Mapping[str, str]:
    """The names of all cards for pictures, by id."""
    return {card_id: t.card(name) for card_id, name in (AGENTS | BLACK_MARKET).items()}


def market_card(t: Translator, card_id: str) -> str:
    """A black market card with its kind and its effect, in one line."""
    told = {"card": card(t, card_id), "effect": t.gettext(EFFECTS[card_id])}
    if BLACK_MARKET_CARDS[card_id].kind == "instant":
        return t.gettext("**{card}** (instant): {effect}", **told)
    return t.gettext("**{card}** (ongoing): {effect}", **told)


def copy(t: Translator, card_id: str, number: int) -> str:
    """An agent with its number among the team's copies: '2nd Double Agent'."""
    return t.gettext(COPIES[card_id][number - 1])


def steps(t: Translator, number: int) -> str:
    """A movement in words short enough for a list: '+2', '−1', 'no movement'."""
    return t.signed(number) if number else t.gettext("no movement")


def title(t: Translator, options: Options) -> str:
    """'Agent Avenue · simple · two players'."""
    if options.mode == "simple":
        mode = t.pgettext("mode of a match, in its title", "simple")
    else:
        mode = t.pgettext("mode of a match, in its title", "advanced")
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
    """A team by its people's names, for alt texts and labels."""
    return " & ".join(sitter.plain for sitter in team_sitters(scene, number))


def mentions(scene: Scene, seats: Sequence[int]) -> str:
    """The people in these seats as mentions."""
    return ", ".join(scene.sitters[seat].mention for seat in seats)
