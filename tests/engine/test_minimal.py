"""The minimal simulations of the benchmark play the engine's games: same numbers, same matches."""

from random import Random

import pytest

from bench import minimal
from bench.engine_speed import imagine_agencia, imagine_agent_avenue, play_on
from engine import agencia, agent_avenue
from engine.agencia.cards import AGENCY
from engine.agent_avenue.cards import AGENT_DECK, MARKET_IDS
from engine.players.agencia.world import World, scores

MATCHES = 500


def shuffled(cards, rng):
    deck = list(cards)
    rng.shuffle(deck)
    return tuple(deck)


@pytest.mark.parametrize("play", [play_on, imagine_agent_avenue])
def test_agent_avenue(play):
    for seed in range(MATCHES):
        rng, same = Random(seed), Random(seed)
        winner = minimal.agent_avenue(rng)
        agents = shuffled(AGENT_DECK, same)
        deal = agent_avenue.GAME.deal_type(first=int(same.random() * 2), agents=agents)
        match = agent_avenue.GAME.new(deal, agent_avenue.GAME.options_type(), 2)
        play(match, same)
        assert match.winners == (winner,)
        assert rng.getstate() == same.getstate(), "there were as many choices"


@pytest.mark.parametrize("play", [play_on, imagine_agent_avenue])
def test_agent_avenue_advanced(play):
    for seed in range(MATCHES):
        rng, same = Random(seed), Random(seed)
        winner = minimal.agent_avenue_advanced(rng)
        agents, market = shuffled(AGENT_DECK, same), shuffled(MARKET_IDS, same)
        deal = agent_avenue.GAME.deal_type(
            first=int(same.random() * 2), agents=agents, black_market=market
        )
        match = agent_avenue.GAME.new(deal, agent_avenue.GAME.options_type("advanced"), 2)
        play(match, same)
        assert match.winners == (winner,)
        assert rng.getstate() == same.getstate(), "there were as many choices"


def la_agencia_match(rng):
    decks = [shuffled(AGENCY, rng) for _ in range(4)]
    deal = agencia.GAME.deal_type(decks=decks, ambassador=int(rng.random() * 4))
    return agencia.GAME.new(deal, agencia.GAME.options_type(), 4)


def test_la_agencia():
    for seed in range(MATCHES):
        rng, same = Random(seed), Random(seed)
        winners, ranking = minimal.la_agencia(rng)
        match = la_agencia_match(same)
        play_on(match, same)
        assert [(score.total, score.deck) for score in match.scores] == ranking
        assert list(match.winners) == winners
        assert rng.getstate() == same.getstate(), "there were as many choices"


def test_la_agencia_as_it_is_imagined():
    for seed in range(MATCHES):
        rng, same = Random(seed), Random(seed)
        winners, ranking = minimal.la_agencia(rng)
        world = World.of(la_agencia_match(same))
        assert imagine_agencia(world, same) == winners
        assert scores(world) == ranking
        assert rng.getstate() == same.getstate(), "there were as many choices"
