"""Deals that follow from a secret and the joins: the draws, and what they depend on."""

from collections import Counter
from itertools import pairwise, permutations
from random import Random

import pytest

from engine import fair
from engine.agencia import GAME as AGENCIA
from engine.agent_avenue import GAME as AGENT_AVENUE
from engine.agent_avenue.options import Options
from engine.fair import Draws, Terms

SECRET = bytes(range(32))
SIMPLE, ADVANCED = Options(), Options(mode="advanced")
PLAIN = AGENCIA.options_type()
PAIRS = Options(mode="advanced", teams=((0, 2), (1, 3)))

SIXES = (
    "double_agent",
    "enforcer",
    "codebreaker",
    "saboteur",
    "daredevil",
    "sentinel",
)
"""The agents that are in the deck six times."""

TERMS = Terms("agent-avenue", SIMPLE, 2, (1311313131313131313, 1311313131313131414))


def chi_square(counts, cells):
    """How far counts are from being equal; about `cells` - 1 if they are."""
    expected = sum(counts.values()) / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in range(cells))


def changed(**fields):
    return Terms(
        **{name: getattr(TERMS, name) for name in Terms.__struct_fields__} | fields,
    )


def test_the_commitment_is_the_sha_256_of_the_secret():
    # FIPS 180-4's example, and the one of the vector in docs/fair-deal.md.
    assert fair.commitment(b"abc").startswith("ba7816bf8f01cfea414140de5dae2223")
    assert fair.commitment(SECRET).startswith("630dcd2966c4336691125448bbb25b4f")


def test_the_terms_are_lines_with_the_options_in_full_and_sorted():
    assert TERMS.text() == (
        'safehouse deal 1\nagent-avenue\n{"mode":"simple","teams":[[0],[1]]}\n2\n'
        "1311313131313131313\n1311313131313131414"
    )
    options = AGENCIA.options_type(information_values={"recruiter": 4, "agents_1": 0})
    assert Terms("la-agencia", options, 3, ()).lines()[2] == (
        '{"embassy":null,"information_values":{"agents_1":0,"recruiter":4}}'
    )


def test_contributions_stand_in_the_order_of_the_numbers_each_once():
    assert fair.ascending([1000, 999, 1000]) == (999, 1000)


def test_the_draws_are_those_of_the_page():
    draws = Draws(fair.seed(SECRET, changed(options=ADVANCED).text()))
    assert [draws.randrange(n) for n in (38, 37, 36)] == [80 % 38, 207 % 37, 66 % 36]


def test_a_byte_that_would_favour_small_numbers_is_thrown_away(monkeypatch):
    monkeypatch.setattr(fair, "_stream", lambda seed: iter([252, 251, 255, 7]))
    draws = Draws(b"")
    assert draws.randrange(36) == 251 % 36  # 252 is 7 times 36
    assert draws.randrange(36) == 7


def test_large_numbers_take_more_bytes_the_highest_first(monkeypatch):
    monkeypatch.setattr(fair, "_stream", lambda seed: iter([1, 2, 255, 255, 0, 3, 9]))
    draws = Draws(b"")
    assert draws.randrange(257) == 258 % 257
    assert (
        draws.randrange(257) == 3
    )  # 65535 is a multiple of 257: the values from it on are too many
    assert draws.randrange(256) == 9
    assert draws.randrange(1) == 0  # takes no byte


def test_shuffling_swaps_from_the_last_place_down(monkeypatch):
    monkeypatch.setattr(fair, "_stream", lambda seed: iter([1, 0, 1]))
    cards = ["a", "b", "c", "d"]
    Draws(b"").shuffle(cards)
    # 1 of 4: d and b; 0 of 3: c and a; 1 of 2: the second stays
    assert cards == ["c", "d", "a", "b"]


@pytest.mark.parametrize("stop", [2, 3, 6, 36, 37, 38, 100, 200, 300])
def test_numbers_are_equally_likely(stop):
    draws = Draws(SECRET)
    counts = Counter(draws.randrange(stop) for _ in range(200 * stop))
    assert set(counts) == set(range(stop))
    # Six standard deviations above what is expected.
    assert chi_square(counts, stop) < stop - 1 + 6 * (2 * (stop - 1)) ** 0.5


def test_every_order_is_equally_likely():
    orders = {order: number for number, order in enumerate(permutations("abcd"))}
    draws, counts = Draws(SECRET), Counter()
    for _ in range(24 * 200):
        cards = list("abcd")
        draws.shuffle(cards)
        counts[orders[tuple(cards)]] += 1
    assert chi_square(counts, 24) < 23 + 6 * 46**0.5


@pytest.mark.parametrize("place", [0, 3, 4, 37])
def test_in_every_place_of_the_deck_every_agent_is_as_likely_as_often_as_it_is_there(place):
    rng, counts = Random(place), Counter()
    for _ in range(2000):
        counts[fair.deal(rng.randbytes(32), TERMS).agents[place]] += 1
    six = Counter({n: counts[card] for n, card in enumerate(SIXES)})
    assert chi_square(six, 6) < 5 + 6 * 10**0.5
    assert 25 < counts["sidekick"] < 85  # 2000 / 38 = 53
    assert 25 < counts["mole"] < 85


def test_either_team_starts_as_often():
    rng = Random(5)
    first = Counter(fair.deal(rng.randbytes(32), TERMS).first for _ in range(1000))
    assert 420 < first[0] < 580


@pytest.mark.parametrize(
    "other",
    [
        changed(contributions=TERMS.contributions[:1]),
        changed(contributions=(1311313131313131313, 1311313131313131415)),
        changed(options=Options(teams=((1,), (0,)))),
    ],
    ids=["one contribution less", "another contribution", "other options"],
)
def test_whatever_changes_in_the_terms_changes_the_deal(other):
    assert fair.deal(SECRET, other).agents != fair.deal(SECRET, TERMS).agents


def test_another_secret_gives_another_deal():
    deals = [fair.deal(Random(n).randbytes(32), TERMS).agents for n in range(50)]
    assert all(one != other for one, other in pairwise(sorted(deals)))


def test_the_commitments_say_nothing_about_the_deals():
    """Among the commitments that begin with a bit each team starts as often."""
    rng, starts = Random(11), {"0": Counter(), "1": Counter()}
    for _ in range(1000):
        secret = rng.randbytes(32)
        high = "1" if fair.commitment(secret)[0] in "89abcdef" else "0"
        starts[high][fair.deal(secret, TERMS).first] += 1
    for counts in starts.values():
        assert 0.38 < counts[0] / counts.total() < 0.62


@pytest.mark.parametrize(
    ("game", "options", "seats"),
    [
        (AGENT_AVENUE, SIMPLE, 2),
        (AGENT_AVENUE, ADVANCED, 2),
        (AGENT_AVENUE, PAIRS, 4),
        (AGENT_AVENUE, Options(teams=((0, 1), (2,))), 3),
        *[(AGENCIA, PLAIN, seats) for seats in (3, 4, 5, 6)],
        (AGENCIA, AGENCIA.options_type(embassy="open_doors"), 4),
    ],
)
def test_a_match_can_start_from_every_deal(game, options, seats):
    for number in range(20):
        terms = Terms(game.id, options, seats, (number,))
        deal = fair.deal(SECRET, terms)
        assert not game.new(deal, options, seats).over
        assert fair.deal(SECRET, terms) == deal
