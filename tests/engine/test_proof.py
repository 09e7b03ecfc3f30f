"""Proofs of fair deals: what holds is accepted, and every forgery refused with its reason."""

import json
from random import Random

import pytest

from engine import fair, proof
from engine.__main__ import main
from engine.agencia import GAME as AGENCIA
from engine.agent_avenue.options import Options
from engine.fair import Terms
from engine.proof import ProofError
from engine.record import Record, decode, encode
from engine.registry import GAMES, game

SECRET = bytes(range(32))
JOINS = (1311313131313131313, 1311313131313131414)
COMMITMENT = fair.commitment(SECRET)


def usual():
    """Every game in its usual form, with each number of seats."""
    for game_id in GAMES:
        options = game(game_id).options_type()
        for seats in game(game_id).seat_counts(options):
            yield game_id, options, seats


MATCHES = [
    *usual(),
    ("agent-avenue", Options(mode="advanced"), 2),
    ("agent-avenue", Options(mode="advanced", teams=((0, 2), (1, 3))), 4),
    ("agent-avenue", Options(teams=((0, 1), (2,))), 3),
    ("la-agencia", AGENCIA.options_type("open_doors", {"recruiter": 4, "agents_1": 0}), 4),
    *[("agent-avenue", Options(mode="advanced", first=team), 2) for team in (0, 1)],
    *[("la-agencia", AGENCIA.options_type(first=seat), 3) for seat in range(3)],
]


def proved(game_id="agent-avenue", options=None, seats=2, *, joins=JOINS, actions=None):
    """The proof of a random match, or of its first so many actions."""
    options = options or Options()
    terms, rng, done = Terms(game_id, options, seats, joins), Random(3), []
    deal = fair.deal(SECRET, terms)
    match = game(game_id).new(deal, options, seats)
    while not match.over and len(done) != actions:
        seat = match.to_act()[0]
        action = rng.choice(match.legal(seat))
        match.apply(seat, action)
        done.append((seat, action))
    record = Record(game_id, tuple("ABCDEF"[:seats]), deal, options, tuple(done))
    return proof.prove(SECRET, COMMITMENT, joins, record)


def data(**changes):
    """A proof as builtin types, with some keys changed; `...` takes a key away."""
    written = {**json.loads(proof.encode(proved(actions=0))), **changes}
    return {key: value for key, value in written.items() if value is not ...}


def with_record(**changes):
    """The same with keys of its record changed."""
    return data(record={**data()["record"], **changes})


def with_terms(**lines):
    """The same with lines of the terms changed, named as in `LINES`."""
    written = data()["terms"].split("\n")
    for name, line in lines.items():
        written[LINES.index(name)] = line
    return data(terms="\n".join(line for line in written if line is not None))


LINES = ("construction", "game", "options", "seats", "first", "second")


def refusal(value, **seen):
    with pytest.raises(ProofError) as refused:
        proof.check(proof.decode(json.dumps(value).encode()), **seen)
    assert "\n" not in str(refused.value)
    return str(refused.value)


@pytest.mark.parametrize(("game_id", "options", "seats"), MATCHES)
def test_a_whole_match_is_proved_and_read_back_the_same(game_id, options, seats):
    written = proof.encode(proved(game_id, options, seats))
    read = proof.decode(written)
    assert proof.encode(read) == written
    proof.check(read, COMMITMENT)
    assert read.contributions == list(map(str, JOINS))


def test_the_record_inside_is_a_record_for_everybody_who_reads_records():
    shown = proved()
    inside = json.dumps(json.loads(proof.encode(shown))["record"]).encode()
    assert decode(inside) == shown.record
    assert json.loads(inside) == json.loads(encode(shown.record))


def test_the_seen_commitment_may_be_written_in_capitals():
    proof.check(proved(), COMMITMENT.upper())


# Forgeries


def test_a_forged_secret():
    other = bytes(32).hex()
    assert refusal(data(secret=other)).startswith("secret: its SHA-256 is 66687aadf862bd77")


def test_a_forged_secret_with_its_own_commitment_is_not_the_commitment_that_was_seen():
    other = bytes(32)
    forged = proof.prove(other, fair.commitment(other), JOINS, proved(actions=0).record)
    with pytest.raises(ProofError, match=r"^commitment: the proof is for 66687aad.*, another one"):
        proof.check(forged, COMMITMENT)
    with pytest.raises(ProofError, match=r"^deal: the secret and the terms give another deal\.f"):
        proof.check(forged)


@pytest.mark.parametrize("forged", ["1311313131313131415", "1500000000000000000"])
def test_a_forged_contribution(forged):
    reason = refusal(with_terms(second=forged))
    assert reason.startswith("seed: the secret and these terms give ")
    assert "a contribution" in reason


def test_a_forged_contribution_with_the_seed_that_follows_gives_another_deal():
    record = proved(actions=0).record
    forged = proof.prove(SECRET, COMMITMENT, (1, 2), record)
    with pytest.raises(ProofError, match=r"^deal: the secret and the terms give another deal\."):
        proof.check(forged)


def test_a_contribution_left_out():
    assert refusal(with_terms(second=None)).startswith("seed: ")


def test_no_contribution_at_all():
    reason = "terms: no contribution, so whoever held the secret has chosen the deal"
    assert refusal(with_terms(first=None, second=None)) == reason
    with pytest.raises(ProofError, match="no contribution"):
        proof.check(proved(joins=()))


@pytest.mark.parametrize("forged", ["", "-5", "a", "²", "1 ", str(2**64), "1" * 5000])
def test_a_contribution_that_is_no_id(forged):
    assert "a contribution is one of Discord's ids" in refusal(with_terms(second=forged))


@pytest.mark.parametrize("forged", ["01311313131313131414", "1311313131313131313", "5"])
def test_contributions_in_another_form_or_order(forged):
    """Else whoever holds the secret could choose among many forms of the same."""
    assert refusal(with_terms(second=forged)).startswith("terms: ")


def test_a_forged_deal():
    deal = data()["record"]["deal"]
    cards = deal["agents"]
    swapped = [cards[1], cards[0], *cards[2:]] if cards[0] != cards[1] else [*cards[::-1]]
    assert refusal(with_record(deal={**deal, "agents": swapped})) == (
        "deal: the secret and the terms give another deal.agents"
    )
    assert refusal(with_record(deal={**deal, "first": 1 - deal["first"]})) == (
        "deal: the secret and the terms give another deal.first"
    )


def test_forged_options():
    teams = [[1], [0]]
    reason = refusal(with_record(options={"mode": "simple", "teams": teams}))
    assert reason.startswith('terms: the options should be {"mode":"simple","teams":[[1],[0]]}')
    forged = '{"mode":"advanced","teams":[[0],[1]]}'
    assert refusal(with_terms(options=forged)).startswith("terms: the options should be ")
    spelled = '{"teams":[[0],[1]],"mode":"simple"}'
    assert refusal(with_terms(options=spelled)).startswith("terms: the options should be ")


def test_a_forged_number_of_seats():
    reason = refusal(with_record(seats=["A", "B", "C"]))
    assert reason == "terms: the number of seats should be 3, as in the record, and is '2'"
    assert refusal(with_terms(seats="3")).startswith("terms: the number of seats should be 2")


def test_another_game():
    assert refusal(with_terms(game="la-agencia")).startswith("terms: the game should be agent-")


def test_another_construction():
    assert refusal(with_terms(construction="safehouse deal 2")).startswith("terms: the construct")
    assert refusal(data(terms="")).startswith("terms: the construction should be safehouse deal 1")


def test_a_forged_seed():
    assert refusal(data(seed="0" * 64)).startswith("seed: the secret and these terms give ")


def test_forged_actions():
    reason = refusal(with_record(actions=[{"seat": 0, "do": "recruit", "pick": "face_up"}]))
    assert reason.startswith("record: actions[0]: ")


def test_a_record_that_is_none():
    assert refusal(with_record(format=2)).startswith("record: format: ")
    assert refusal(data(record=5)).startswith("record: Expected `object`")


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (data(secret=...), "proof: Object missing required field `secret`"),
        (data(more=1), "proof: Object contains unknown field `more`"),
        (data(format=2), "proof.format: Invalid enum value 2"),
        (data(secret="00"), "proof.secret: "),
        (data(secret=SECRET.hex().upper()), "proof.secret: "),
        (data(commitment=COMMITMENT + "\n"), "proof.commitment: "),
        (data(terms=5), "proof.terms: Expected `str`"),
        (json.loads(encode(proved().record)), "proof: Object "),
        ([], "proof: Expected `object`"),
    ],
)
def test_what_is_no_proof(value, reason):
    assert refusal(value).startswith(reason)


# The command


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "4F7K.proof.json"
    path.write_bytes(proof.encode(proved()))
    return str(path)


def test_the_command_prints_one_object_for_a_proof_that_holds(file, capsys):
    assert main(["verify", file]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out) == {
        "format": 1,
        "game": "agent-avenue",
        "fair": True,
        "seats": 2,
        "commitment": COMMITMENT,
        "contributions": list(map(str, JOINS)),
    }
    assert (out.count("\n"), err) == (1, "")
    assert main(["verify", file, "--commitment", COMMITMENT]) == 0


def test_the_command_refuses_in_one_line_with_exit_code_2(file, capsys):
    assert main(["verify", file, "--commitment", "5"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == f"commitment: the proof is for {COMMITMENT}, another one\n"
    assert main(["verify", file + ".json"]) == 2
    assert "No such file" in capsys.readouterr().err


def test_the_command_reads_standard_input(monkeypatch, capsys):
    class Standard:
        class buffer:
            read = staticmethod(lambda: json.dumps(data(seed="0" * 64)).encode())

    monkeypatch.setattr("sys.stdin", Standard)
    assert main(["verify", "-"]) == 2
    assert capsys.readouterr().err.startswith("seed: ")
