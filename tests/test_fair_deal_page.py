"""What docs/fair-deal.md says is so: its program works, and its vector is the program's."""

import hmac
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine import fair, proof
from engine.agent_avenue.cards import MARKET_IDS
from engine.fair import Draws
from engine.registry import GAMES
from tests.engine.test_proof import MATCHES, proved
from tests.skips import NO_TOOLS

DOCS = Path(__file__).parents[1] / "docs"
PAGE = (DOCS / "fair-deal.md").read_text(encoding="utf-8")
VECTOR = DOCS / "fair-deal.json"


def snippets(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, flags=re.MULTILINE | re.DOTALL)


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """The page's program, in a place where it finds nothing of ours."""
    (text,) = snippets("python")
    path = tmp_path / "check.py"
    path.write_text(text, encoding="utf-8")
    return path


def run(program: Path, file: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", str(program), str(file)]
    return subprocess.run(
        command, capture_output=True, text=True, cwd=program.parent, timeout=60, check=False
    )


def test_the_program_needs_the_standard_library_only_and_is_short(program: Path) -> None:
    lines = [line for line in program.read_text(encoding="utf-8").splitlines() if line.strip()]
    assert len(lines) <= 50
    assert [line for line in lines if "import" in line] == ["import hashlib, hmac, json, sys"]


def test_the_program_accepts_the_vector(program: Path) -> None:
    done = run(program, VECTOR)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("The deal follows from 630dcd29")


@pytest.mark.parametrize(("game", "options", "seats"), MATCHES)
def test_the_program_and_the_engine_agree(
    program: Path, tmp_path: Path, game: str, options: object, seats: int
) -> None:
    path = tmp_path / "proof.json"
    path.write_bytes(proof.encode(proved(game, options, seats)))
    done = run(program, path)
    assert done.stderr == ""
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('"secret":"0001', '"secret":"0002', "another secret"),
        ("131414", "131415", "another deal"),
        ('"first":0', '"first":1', "another deal"),
        ('"seats":["Ana",', '"seats":["Ana","Eve",', "the terms are not those of this match"),
        ('"mode":"advanced"', '"mode":"simple"', "the terms are not those of this match"),
        ("131313\\n", "131414\\n", "contributions"),
    ],
)
def test_the_program_refuses_a_forgery(
    program: Path, tmp_path: Path, old: str, new: str, reason: str
) -> None:
    text = VECTOR.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "proof.json"
    path.write_text(text.replace(old, new), encoding="utf-8")
    done = run(program, path)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == f"AssertionError: {reason}"


def test_the_program_says_that_it_does_not_know_a_game(program: Path, tmp_path: Path) -> None:
    proved = json.loads(VECTOR.read_bytes())
    proved["record"]["game"] = "high-card"
    proved["terms"] = proved["terms"].replace("agent-avenue", "high-card")
    path = tmp_path / "proof.json"
    path.write_text(json.dumps(proved), encoding="utf-8")
    done = run(program, path)
    assert done.returncode == 1
    assert done.stderr == "This program does not know how high-card is dealt.\n"


def test_the_page_says_how_every_game_is_dealt() -> None:
    rows = re.findall(r"^\| `([a-z0-9-]+)` \|", PAGE, flags=re.MULTILINE)
    assert sorted(rows) == sorted(GAMES)


def test_the_vector_holds() -> None:
    read = proof.decode(VECTOR.read_bytes())
    proof.check(read)
    assert read.secret == bytes(range(32))
    assert proof.encode(read) + b"\n" == VECTOR.read_bytes()


def test_the_page_shows_the_vector() -> None:
    read = proof.decode(VECTOR.read_bytes())
    shown = dict(re.findall(r"^\| ([a-z, ]+) \| (.*) \|$", PAGE, flags=re.MULTILINE))
    seed = bytes.fromhex(read.seed)
    assert shown["secret"] == f"`{read.secret.hex()}`"
    assert shown["commitment"] == f"`{read.commitment}`"
    assert shown["contributions"] == ", ".join(f"`{number}`" for number in read.contributions)
    assert shown["options"] == f"`{read.terms.splitlines()[2]}`"
    assert shown["seed"] == f"`{read.seed}`"
    assert shown["stream, first block"] == f"`{hmac.digest(seed, bytes(8), 'sha256').hex()}`"
    deal = json.loads(VECTOR.read_bytes())["record"]["deal"]
    cards = [*deal["agents"][:8], *deal["black_market"][:3]]
    assert re.findall("`(.*?)`", shown["deal"]) == cards
    assert f"team {deal['first']} starts" in shown["deal"]
    draws = [int(number) for number in re.findall(r"mod \d+ = (\d+)", shown["first draws"])]
    stream = Draws(seed)
    assert draws == [stream.randrange(n) for n in (38, 37, 36)]


def test_the_page_lists_the_black_market_in_the_order_that_is_shuffled() -> None:
    (text,) = snippets("python")
    listed = re.search(r'MARKET = """(.*?)"""', text, flags=re.DOTALL)
    assert listed is not None
    assert listed[1].split() == list(MARKET_IDS)


@pytest.mark.skipif(
    not all(map(shutil.which, ("jq", "xxd", "sha256sum", "openssl"))), reason=NO_TOOLS
)
def test_the_standard_tools_give_commitment_and_seed(tmp_path: Path) -> None:
    shutil.copy(VECTOR, tmp_path / "proof.json")
    (script,) = [text for text in snippets("sh") if "jq" in text]
    done = subprocess.run(
        ["sh", "-c", script], capture_output=True, text=True, cwd=tmp_path, timeout=60, check=True
    )
    digits = re.findall(r"\b[0-9a-f]{64}\b", done.stdout)
    read = proof.decode(VECTOR.read_bytes())
    assert digits == [read.commitment] * 2 + [read.seed] * 2


def test_the_command_of_the_page_is_the_engines() -> None:
    command = [sys.executable, "-m", "engine", "verify", str(VECTOR), "--commitment"]
    commitment = fair.commitment(bytes(range(32)))
    done = subprocess.run(
        [*command, commitment], capture_output=True, cwd=DOCS.parent, timeout=60, check=False
    )
    assert done.returncode == 0
    assert json.loads(done.stdout)["commitment"] == commitment
