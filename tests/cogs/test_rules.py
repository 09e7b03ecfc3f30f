"""/rules, and the Rules button of a table: every rule and every card, looked up by name."""

from typing import Any

import pytest
from simcord.components import walk_components

from bot.i18n import Translator, languages, translator
from bot.screen import Picture, Screen, Select
from cogs import rules
from cogs.agencia import topics as agencia
from cogs.agencia.cog import AgenciaFace
from cogs.agent_avenue import topics as agent_avenue
from cogs.agent_avenue.cog import AgentAvenueFace
from engine import registry
from engine.agencia.cards import Card
from engine.agencia.embassies import EMBASSIES
from engine.agencia.game import Options as AgenciaOptions
from engine.agent_avenue.cards import AGENTS, BLACK_MARKET
from engine.agent_avenue.options import Options
from tests.cogs.agent_avenue.duel import start
from tests.world import Shown, World
from tests.written import text

EN = translator("en")
FACES = {"agent-avenue": AgentAvenueFace(), "la-agencia": AgenciaFace()}
SIMPLE, ADVANCED = Options(), Options(mode="advanced")
MAX_TEXT = 4000
SELECT = 3
"""Discord's number for the kind of component."""


def explained(game: str, key: str, options: Any = None) -> str:
    usual = registry.game(game).options_type()
    return text(Screen(tuple(FACES[game].explain(EN, key, options or usual))))


def offered(world: World, message: Shown) -> dict[str, list[str]]:
    """The values of each select of a message, by the verb of its custom id."""
    return {
        part["custom_id"].split(":")[2]: [option["value"] for option in part["options"]]
        for part in walk_components(world.stored(message).components)
        if part["type"] == SELECT
    }


# Topics


@pytest.mark.parametrize("game", FACES)
def test_every_topic_fits_into_a_message_with_its_pictures(game: str) -> None:
    face = FACES[game]
    for topic in face.topics(EN, None):
        usual = registry.game(game).options_type()
        page = rules.page(face, EN, usual, topic.key, game, of_match=False)
        assert topic.name in text(page)
        assert len(text(page)) < MAX_TEXT / 2
        for block in page.blocks:
            if isinstance(block, Picture):
                assert block.draw().startswith(b"\x89PNG")
                assert len(block.draw()) < 60 * 1024
                assert block.alt
            if isinstance(block, Select):
                assert len(block.options) <= rules.MOST


def test_every_card_of_both_games_is_a_topic() -> None:
    cards = {topic.key for face in FACES.values() for topic in face.topics(EN, None) if topic.card}
    assert cards == {*AGENTS, *BLACK_MARKET, *Card}


def test_a_match_offers_only_what_it_has() -> None:
    def keys(options: Options) -> set[str]:
        return {topic.key for topic in FACES["agent-avenue"].topics(EN, options)}

    assert keys(SIMPLE) & {"black-market", "watchtower", "teams"} == set()
    assert keys(ADVANCED) >= {"black-market", "watchtower"}
    assert "teams" in keys(Options(teams=((0, 2), (1,))))


def in_short(options: Options, t: Translator = EN) -> str:
    return text(FACES["agent-avenue"].rules(t, options))


def test_the_rules_in_short_are_those_of_the_match() -> None:
    teams, market = "**Team variant.** A team shares", "**Black market.** Advanced mode."
    duel, team = Options(), Options("advanced", ((0, 2), (1, 3)))
    assert teams not in in_short(duel)
    assert market not in in_short(duel)
    assert teams in in_short(team)
    assert market in in_short(team)
    assert teams in in_short(Options("simple", ((0, 2), (1,))))
    assert market in in_short(Options("advanced"))


@pytest.mark.parametrize("teams", [((0, 2), (1, 3)), ((0, 2), (1,))])
def test_the_rules_in_short_of_teams_say_nothing_that_holds_for_two_players_alone(
    teams: Any,
) -> None:
    told = in_short(Options("simple", teams))
    assert "twice in a match (who plays alone: four times)" in told
    for wrong in ("active player", "next player", "four times in a match"):
        assert wrong not in told


@pytest.mark.parametrize("language", languages())
def test_the_longest_rules_in_short_fit_into_a_message(language: str) -> None:
    assert len(in_short(Options("advanced", ((0, 2), (1,))), translator(language))) < MAX_TEXT


@pytest.mark.parametrize(
    ("key", "steps"),
    [
        ("double_agent", "Movement: 1st copy −1, 2nd +6, 3rd and later −1."),
        ("double_agent", "With Sinister Twin (black market): 1st copy −2, 2nd +12"),
        ("saboteur", "With Distraction Device (black market): 1st copy +1, 2nd +1, 3rd and later"),
        ("enforcer", "With Watchtower (black market): 1st copy +3, 2nd +4, 3rd and later +5."),
        ("mole", "Movement: −3."),
    ],
)
def test_an_agent_s_help_names_its_movements(key: str, steps: str) -> None:
    assert steps in explained("agent-avenue", key)


def test_each_rule_cites_the_rulebook_s_term_or_says_that_it_is_the_bot_s_own() -> None:
    for key in agent_avenue.RULES:
        told = explained("agent-avenue", key)
        assert ("In the rulebook: " in told) == (key != "house")
        assert ("In no rulebook: this is the bot's own." in told) == (key == "house")
    assert "In the rulebook: Step 3: End." in explained("agent-avenue", "end")
    for key in agencia.RULES:
        own = key in ("embassies", "assumed")
        told = explained("la-agencia", key)
        assert ("In the rulebook: " in told) == (not own)
        assert ("no source at hand" in told.lower()) == own


def test_assumed_values_say_so_unless_the_match_has_its_own() -> None:
    assumption = "No source at hand names this value"
    assert assumption in explained("la-agencia", "agents_5")
    assert assumption not in explained("la-agencia", "agents_4")
    own = AgenciaOptions(information_values={Card.AGENTS_5: 4})
    told = explained("la-agencia", "agents_5", own)
    assert "information value 4" in told
    assert assumption not in told


def test_embassies_are_called_house_variants() -> None:
    told = explained("la-agencia", "embassies")
    assert told.count("(house variant)") == 7


@pytest.mark.parametrize("embassy", EMBASSIES)
def test_each_topic_of_a_match_names_its_embassy_once(embassy: str) -> None:
    options = AgenciaOptions(embassy)
    for topic in FACES["la-agencia"].topics(EN, options):
        assert explained("la-agencia", topic.key, options).count("(house variant)") == 1


@pytest.mark.parametrize("card", ["leader_of_the_pack", "masterplan", "security_system"])
def test_what_is_checked_at_the_end_is_not_said_to_wait_for_the_next_agent(card: str) -> None:
    told = explained("agent-avenue", card)
    assert "at every End step, also that of the turn in which it is taken" in told
    assert "next agent" not in told


def test_an_unknown_topic_is_a_key_error() -> None:
    for game in FACES:
        with pytest.raises(KeyError):
            explained(game, "nonsense")


# The command


async def test_suggestions_find_names_by_any_part_of_them(world: World) -> None:
    suggested = await world.ana.member.autocomplete(world.games, "rules", "topic", "MOLE")
    assert suggested == [{"name": "Mole · Agent Avenue", "value": "agent-avenue/mole"}]
    names = [
        choice["name"]
        for choice in await world.ana.member.autocomplete(world.games, "rules", "topic", "end")
    ]
    assert names[:2] == ["End step · Agent Avenue", "End of the game · La Agencia"]


@pytest.mark.parametrize("apostrophe", "'’‘ʼ")
def test_an_apostrophe_may_be_typed_in_any_form(apostrophe: str) -> None:
    assert rules.folded(f"L{apostrophe}Esprit") == rules.folded("l'esprit")


async def test_there_are_never_more_suggestions_than_discord_allows(world: World) -> None:
    suggested = await world.ana.member.autocomplete(world.games, "rules", "topic", "")
    assert len(suggested) == rules.MOST
    assert suggested[0]["name"] == "The rules in short · Agent Avenue"


@pytest.mark.parametrize("topic", ["agent-avenue/mole", "mole", "Mole", "mol"])
async def test_a_topic_is_found_by_suggestion_id_and_name(world: World, topic: str) -> None:
    answer = await world.ana.command("rules", topic=topic)
    assert answer.private is not None
    assert answer.private.startswith("### Mole\n")
    assert answer.message is not None
    assert answer.message.alts == ("The card Mole.",)


async def test_whoever_wants_to_can_show_it_to_everybody(world: World) -> None:
    answer = await world.ana.command("rules", topic="la-agencia/positions", public=True)
    assert answer.message is not None
    assert not answer.message.private
    assert answer.message.alts[0].startswith("Four cards and who sees them. Open: everyone;")
    assert offered(world, answer.message) == {}


async def test_what_everybody_sees_is_in_the_server_s_language(world: World) -> None:
    world.ana.locale = "de"
    public = await world.ana.command("rules", topic="la-agencia/infiltrator", public=True)
    private = await world.ana.command("rules", topic="la-agencia/infiltrator")
    assert public.message is not None
    assert private.message is not None
    assert public.message.text.startswith("### Infiltrator\n")
    assert private.message.text.startswith("### Eingeschleuste\n")


async def test_without_a_topic_there_are_lists_to_choose_from(world: World) -> None:
    answer = await world.ana.command("rules")
    assert answer.message is not None
    lists = offered(world, answer.message)
    known = {"agent-avenue", "agent-avenue.cards", "la-agencia", "la-agencia.cards"}
    assert lists.keys() >= known
    turned = await world.ana.choose(answer.message, "RULES:0:la-agencia.cards", "infiltrator")
    assert turned.message is not None
    assert turned.message.text.startswith("### Infiltrator\n")


async def test_what_is_not_there_is_answered_with_the_lists(world: World) -> None:
    answer = await world.ana.command("rules", topic="chess", public=True)
    assert answer.private is not None
    assert answer.private.startswith("There is no rule and no card of that name.")
    assert answer.message is not None
    assert "la-agencia" in offered(world, answer.message)


# The Rules button


async def test_every_card_of_the_match_is_one_choice_away_from_its_table(world: World) -> None:
    await start(world, mode="advanced")
    answer = await world.eve.press(world.table, "Rules")
    message = answer.message
    assert message is not None
    assert message.private
    lists = offered(world, message)
    assert set(lists["topic.cards"]) == {*AGENTS, *BLACK_MARKET}
    match = await world.match()
    await world.restart()
    turned = await world.eve.choose(message, f"{match.id}:0:topic.cards", "getaway_car")
    assert turned.message is not None
    assert turned.message.id == message.id
    assert "landing exactly on a home space moves you 3 on" in turned.message.text
    back = await world.eve.choose(message, f"{match.id}:0:topic", "short")
    assert back.message is not None
    assert back.message.text.startswith("### Agent Avenue in short")
