"""Who wants no pictures gets none in private messages; everything in them is in the text, too."""

from random import Random

from bot.rows import Preferences
from tests.cogs.agent_avenue.duel import offer, start
from tests.cogs.agent_avenue.teams import called
from tests.languages import tour
from tests.world import World


async def test_the_hand_has_no_picture_for_who_wants_none(world: World) -> None:
    await world.bot.store.save_preferences(world.ben.id, Preferences(pictures=False))
    await start(world)
    assert world.ana.hand.alts
    assert world.ben.hand.alts == ()
    assert "Your cards: " in world.ben.hand.text


async def test_the_values_on_the_cards_of_la_agencia_are_in_the_text_then(world: World) -> None:
    """Else they stand in the picture's alt text."""
    await world.bot.store.save_preferences(world.ana.id, Preferences(pictures=False))
    await tour.start(world, [world.ana, world.ben], "la-agencia", computers=1)
    assert world.ana.hand.alts == ()
    assert "Information values: Agents 1: 1, Agents 2: 1, " in world.ana.hand.text


async def test_the_table_which_all_see_keeps_its_picture(world: World) -> None:
    await world.bot.store.save_preferences(world.ben.id, Preferences(pictures=False))
    await start(world)
    assert world.table.alts


async def test_the_hand_says_what_its_owner_has_played(world: World) -> None:
    await start(world)
    (player,) = called(world)
    await offer(player, Random(1))
    assert "Played last face up: " in player.hand.text
    assert "Played last face down: " in player.hand.text
    (other,) = called(world)
    assert "Played last" not in other.hand.text


async def test_the_rules_have_none_unless_they_are_for_everybody(world: World) -> None:
    await world.bot.store.save_preferences(world.ana.id, Preferences(pictures=False))
    private = (await world.ana.command("rules", topic="mole")).message
    assert private is not None
    assert private.alts == ()
    public = (await world.ana.command("rules", topic="mole", public=True)).message
    assert public is not None
    assert public.alts
    await start(world)
    opened = (await world.ana.press(world.table, "Rules")).message
    assert opened is not None
    match = await world.match()
    turned = await world.ana.choose(opened, f"{match.id}:0:topic.cards", "mole")
    assert turned.message is not None
    assert turned.message.text.startswith("### Mole\n")
    assert turned.message.alts == ()


async def test_a_hand_loses_its_picture_as_soon_as_its_owner_wishes(world: World) -> None:
    await start(world)
    asked = (await world.ana.command("preferences")).message
    assert asked is not None
    await world.ana.choose(asked, "PREFERENCES:0:pictures", "false")
    assert world.ana.hand.alts == ()
    await world.ana.choose(asked, "PREFERENCES:0:pictures", "true")
    assert world.ana.hand.alts
