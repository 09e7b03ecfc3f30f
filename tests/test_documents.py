"""What the documents say about the code is so."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import get_args

import pytest

from bot.app import create_bot
from bot.clock import LEFT_AFTER
from bot.config import Config
from bot.database import migrations
from bot.invite import PERMISSIONS, invite_link
from engine.registry import GAMES, game

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]


def table(heading: str) -> list[tuple[str, ...]]:
    """The rows of the readme's table whose first heading is this."""
    lines = README.splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith(f"| {heading} |"))
    rows: list[tuple[str, ...]] = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        rows.append(tuple(cell.strip() for cell in line.strip("|").split("|")))
    return rows


def test_the_readme_lists_every_key_with_its_default() -> None:
    shown = dict(Config().shown()) | {"token": '""'}
    listed = [(key.strip("`"), default.strip("`")) for key, default, _ in table("key")]
    assert listed == list(shown.items())


def test_the_readme_lists_every_permission_with_its_reason() -> None:
    names = [name.lower().replace(" ", "_") for name, _ in table("permission")]
    assert [name.replace("view_channels", "view_channel") for name in names] == list(PERMISSIONS)
    assert [reason for _, reason in table("permission")] == list(PERMISSIONS.values())


def test_the_readme_names_the_number_in_the_invite_link() -> None:
    number = re.search(r"permissions=(\d+)", invite_link(1))
    assert number is not None
    assert f"({number[1]} in all)" in README


def test_the_readme_says_what_each_dependency_is_for() -> None:
    required = PROJECT["dependencies"] + PROJECT["optional-dependencies"]["playground"]
    names = {re.split(r"[\[<>=]", requirement)[0].lower() for requirement in required}
    listed = [link.strip("[").partition("]")[0].lower() for link, _ in table("package")]
    assert sorted(listed) == sorted(names)


STORED = {
    "matches": "of each match: its deal",
    "secrets": "what that was derived from (a secret and",
    "actions": "its actions with their times",
    "seats": "by whom (user id, display name",
    "finished": "of each finished match: in which order they ended and what decided it",
    "results": "of each seat its place, the cards that its team used and the ratings",
    "ratings": "of each person: a rating for each game, in each server and in all of them",
    "places": "where it is played",
    "surfaces": "of each message that shows a match or lobby: where it is",
    "proposals": "of each team: what it is about to decide",
    "lobbies": "of each open lobby: who is in",
    "settings": "what servers and people have chosen",
    "people": "what servers and people have chosen",
}
"""What the readme says of each table of the database."""


def test_the_readme_lists_what_is_stored() -> None:
    schema = "".join(script.read_text(encoding="utf-8") for script in migrations())
    assert set(re.findall(r"CREATE TABLE (\w+)", schema)) == set(STORED)
    for sentence in STORED.values():
        assert sentence in README


def test_the_readme_says_what_waiting_for_the_disk_costs() -> None:
    assert re.search(r"\(`synchronous=FULL`\) was measured at [\d.]+ to [\d.]+ ms", README)


def test_the_readme_names_every_intent_that_the_bot_asks_for() -> None:
    assert "the bot uses the `guilds` intent only" in README
    intents = create_bot(Config()).intents
    assert [name for name, wanted in intents if wanted] == ["guilds"]


def test_the_readme_says_when_it_is_asked_who_has_left() -> None:
    assert f"waited {LEFT_AFTER / 60:.0f} minutes for somebody" in README


@pytest.mark.parametrize("game_id", GAMES)
def test_what_a_record_of_each_game_holds_is_written_down(game_id: str) -> None:
    page = (ROOT / "docs" / "record-format.md").read_text(encoding="utf-8")
    section = page.partition(f"\n## {game_id}\n")[2].partition("\n## ")[0]
    missing = [word for word in ("options:", "deal:", *_actions(game_id)) if word not in section]
    assert missing == []


def _actions(game_id: str) -> list[str]:
    """Every `do`, as the page writes it."""
    kinds = get_args(game(game_id).action_type)
    return [f"| `{kind.__struct_config__.tag}` |" for kind in kinds]


def test_the_newest_release_in_the_changelog_is_the_projects_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    releases = re.findall(r"^## \[(\d[^]]*)\]", changelog, flags=re.MULTILINE)
    assert releases[0] == PROJECT["version"]


@pytest.mark.parametrize(
    "program", ["bench", "bot", "bot.gallery", "bot.locales", "engine", "tests.databases"]
)
def test_every_program_tells_what_it_does_before_it_does_it(program: str) -> None:
    asked = [sys.executable, "-m", program, "--help"]
    told = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert told.stdout.startswith(f"usage: python -m {program} [-h]")
    assert told.returncode == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_to_a_file_leads_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\((?!https?:)([^)#]+)[^)]*\)", page.read_text(encoding="utf-8"))
    missing = [target for target in targets if not (page.parent / target).exists()]
    assert missing == []


def test_every_promise_names_a_test_that_there_is() -> None:
    promises = (ROOT / "docs" / "promises.md").read_text(encoding="utf-8")
    named = re.findall(r"`(tests/[^`]+\.py)::(\w+)`", promises)
    assert len(named) > 40
    for path, test in named:
        assert f"def {test}(" in (ROOT / path).read_text(encoding="utf-8"), f"{path}::{test}"
