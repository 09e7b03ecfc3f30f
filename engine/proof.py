"""Proofs of a fair deal: a match record together with what its deal was derived from.

The format stands in docs/record-format.md, what a proof proves in docs/fair-deal.md. Whatever does
not hold is refused with a `ProofError`, whose message is one line that names what is wrong.
"""

import re
from typing import Annotated, Literal

import msgspec

from engine import fair, registry
from engine.fair import Terms
from engine.record import Record, RecordError, convert, one_line, parse, read, replay, written
from engine.rematch import Begins

FORMAT = 1
NUMBER = re.compile("0|[1-9][0-9]{0,19}")
"""A contribution in the one form there is; several would leave a choice."""

LARGEST_CONTRIBUTION = 2**64 - 1
"""Contributions are Discord's ids."""

FIXED_LINES = 4
"""How many lines of the terms come before the contributions."""

Hex = Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{64}\Z")]


class ProofError(ValueError):
    """A proof that proves nothing. The message is one line: what is wrong."""

    def __init__(self, message: str) -> None:
        super().__init__(one_line(message))


class Proof(msgspec.Struct, frozen=True):
    """What everybody may see of a deal when its match is over."""

    commitment: str
    """What was shown before anybody joined: the secret's SHA-256, as hexadecimal digits."""

    secret: bytes
    terms: str
    """What the deal was derived from besides the secret, as it was hashed (`fair.Terms`)."""

    seed: str
    """What the secret and the terms give, as hexadecimal digits."""

    record: Record

    @property
    def contributions(self) -> list[str]:
        """What the joins have added, as it is written: too long for some readers' numbers."""
        return self.terms.split("\n")[FIXED_LINES:]


def prove(secret: bytes, commitment: str, contributions: tuple[int, ...], record: Record) -> Proof:
    """The proof of a match, for `check` to judge."""
    terms = Terms(record.game, record.options, len(record.seats), contributions).text()
    return Proof(commitment, secret, terms, fair.seed(secret, terms).hex(), record)


def encode(proof: Proof) -> bytes:
    """The proof as JSON."""
    return msgspec.json.encode(
        {
            "format": FORMAT,
            "commitment": proof.commitment,
            "secret": proof.secret.hex(),
            "terms": proof.terms,
            "seed": proof.seed,
            "record": written(proof.record),
        }
    )


def decode(data: bytes) -> Proof:
    """Read a proof. Raises `ProofError` for anything that is not exactly one."""
    try:
        envelope = convert(parse(data), _Envelope, "proof.")
    except RecordError as error:
        raise ProofError(str(error)) from error
    try:
        record = read(envelope.record)
    except RecordError as error:
        raise ProofError(_within(error)) from error
    record = msgspec.structs.replace(record, options=_agreed(record, envelope.terms))
    return Proof(
        envelope.commitment, bytes.fromhex(envelope.secret), envelope.terms, envelope.seed, record
    )


def _agreed(record: Record, terms: str) -> msgspec.Struct:
    """The record's options with what the terms say of who begins, which no record says.

    The record's own where the terms' differ in anything else; `check` refuses them then.
    """
    rules, lines = registry.game(record.game), terms.split("\n")
    if not isinstance(rules, Begins) or len(lines) < FIXED_LINES:
        return record.options
    try:
        options: msgspec.Struct = msgspec.json.decode(lines[2], type=rules.options_type)
    except (msgspec.MsgspecError, ValueError):
        return record.options
    if rules.begun_by(options, None) != record.options:
        return record.options
    own = record.options  # in the order in which the record is written
    kept = {f: v for f in own.__struct_fields__ if (v := getattr(own, f)) == getattr(options, f)}
    return msgspec.structs.replace(options, **kept)


def check(proof: Proof, commitment: str | None = None) -> None:
    """Compute everything again. Raises `ProofError` for the first thing that does not hold.

    `commitment` is what somebody has seen in the lobby; without it the proof's own is believed.
    """
    if commitment is not None and commitment.lower() != proof.commitment:
        raise ProofError(f"commitment: the proof is for {proof.commitment}, another one")
    hashed = fair.commitment(proof.secret)
    if hashed != proof.commitment:
        raise ProofError(f"secret: its SHA-256 is {hashed}, which is not the commitment")
    _check_terms(proof)
    seed = fair.seed(proof.secret, proof.terms).hex()
    if seed != proof.seed:
        raise ProofError(
            f"seed: the secret and these terms give {seed}, so a contribution, another line of "
            "the terms or the seed is not the one of the deal"
        )
    try:
        # Whatever is dealt there, a match must be able to start from it and go on as recorded.
        replay(proof.record)
    except RecordError as error:
        raise ProofError(_within(error)) from error
    _check_deal(proof)


def _check_terms(proof: Proof) -> None:
    """They must be the record's own, written in the one way there is."""
    record, lines = proof.record, proof.terms.split("\n")
    expected = Terms(record.game, record.options, len(record.seats), ()).lines()
    names = ("the construction", "the game", "the options", "the number of seats")
    for name, line, wanted in zip(names, [*lines, *[""] * FIXED_LINES], expected, strict=False):
        if line != wanted:
            raise ProofError(f"terms: {name} should be {wanted}, as in the record, and is {line!r}")
    contributions = lines[FIXED_LINES:]
    if not contributions:
        raise ProofError("terms: no contribution, so whoever held the secret has chosen the deal")
    for line in contributions:
        if not NUMBER.fullmatch(line) or int(line) > LARGEST_CONTRIBUTION:
            raise ProofError(f"terms: a contribution is one of Discord's ids, and not {line!r}")
    numbers = tuple(map(int, contributions))
    if fair.ascending(numbers) != numbers:
        raise ProofError("terms: the contributions are not in ascending order, each once")


def _check_deal(proof: Proof) -> None:
    record = proof.record
    terms = Terms(
        record.game, record.options, len(record.seats), tuple(map(int, proof.contributions))
    )
    derived, recorded = _fields(fair.deal(proof.secret, terms)), _fields(record.deal)
    wrong = [f"deal.{key}" for key in derived if derived[key] != recorded.get(key)]
    if wrong:
        raise ProofError(f"deal: the secret and the terms give another {', another '.join(wrong)}")


def _fields(deal: msgspec.Struct) -> dict[str, object]:
    """A deal as JSON has it, where a tuple is a list."""
    return msgspec.json.decode(msgspec.json.encode(deal), type=dict[str, object])


def _within(error: RecordError) -> str:
    """A refusal of the record inside a proof."""
    return "record: " + str(error).removeprefix("record: ")


class _Envelope(msgspec.Struct, forbid_unknown_fields=True):
    """What every proof has."""

    format: Literal[1]
    commitment: Hex
    secret: Hex
    terms: str
    seed: Hex
    record: object
