"""The examples for those who run the bot fit the program."""

import re
import shlex
import tomllib
from pathlib import Path

import pytest

from bot.cli import _parser
from bot.config import Config, load

ROOT = Path(__file__).parents[1]
UNIT = (ROOT / "deploy" / "safehouse.service").read_text(encoding="utf-8")
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")


def bot_commands(text: str) -> list[list[str]]:
    """The arguments of every `python -m bot` in a text."""
    lines = re.findall(r'python"?,? "?-m"?,? "?bot"?,? ?(.*)', text)
    return [shlex.split(line.replace(",", " ").strip('"] ')) for line in lines]


@pytest.mark.parametrize("text", [UNIT, DOCKERFILE], ids=["unit", "Dockerfile"])
def test_every_command_in_it_is_one_of_the_bot_s(text: str) -> None:
    commands = bot_commands(text)
    assert [command[0] for command in commands].count("run") == 1
    for command in commands:
        _parser().parse_args(command)


def test_the_image_holds_every_package_and_a_python_that_will_do() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    packages = {
        name.strip("*") for name in project["tool"]["setuptools"]["packages"]["find"]["include"]
    }
    assert set(re.findall(r"^COPY (\w+) \1$", DOCKERFILE, flags=re.MULTILINE)) == packages
    assert "FROM python:3.13-" in DOCKERFILE
    assert project["project"]["requires-python"] == ">=3.11,<3.14"


def locked(file: str) -> set[str]:
    """Each package of a lock file with its version."""
    return set(re.findall(r"^([\w.-]+==\S+)", (ROOT / file).read_text("utf-8"), re.MULTILINE))


def test_the_image_installs_what_is_locked_but_for_the_playground() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (file,) = set(re.findall(r"\S+\.lock", DOCKERFILE))
    names = {package.partition("==")[0] for package in locked(file)}
    needed = {re.split("[<>=]", need)[0].replace(".", "-") for need in project["dependencies"]}
    assert needed <= names
    assert "simcord" not in names
    assert locked(file) < locked("requirements.lock")


def test_the_tests_run_with_what_is_locked_for_the_bot() -> None:
    assert locked("requirements.lock") < locked("requirements-dev.lock")


def test_the_build_is_given_what_it_copies() -> None:
    given = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    for copied in re.findall(r"^COPY (\S+)", DOCKERFILE, flags=re.MULTILINE):
        assert f"!{copied}" in given


def test_an_installed_package_holds_every_file_that_is_no_program() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    packed = {
        file
        for package, patterns in project["tool"]["setuptools"]["package-data"].items()
        for pattern in patterns
        for file in ROOT.joinpath(*package.split(".")).glob(pattern)
    }
    there = {
        file
        for package in ("engine", "bot", "cogs")
        for file in (ROOT / package).rglob("*")
        if file.is_file() and file.suffix not in (".py", ".pyc")
    }
    assert packed == there


def test_the_image_s_configuration_is_fine_and_its_health_is_asked_there(tmp_path: Path) -> None:
    written = re.search(r"echo '(.*)' > /data/config.toml", DOCKERFILE)
    assert written is not None
    file = tmp_path / "config.toml"
    file.write_text(written[1], encoding="utf-8")
    settings = load(file, environ={})
    assert f"http://127.0.0.1:{settings.monitor_port}/health" in DOCKERFILE
    # Who puts config.example.toml there must not start with a new database.
    assert settings.database == tmp_path / Config().database


def test_the_unit_waits_longer_for_the_end_than_the_bot_takes() -> None:
    seconds = re.search(r"^TimeoutStopSec=(\d+)$", UNIT, flags=re.MULTILINE)
    assert seconds is not None
    assert int(seconds[1]) > 5


def test_the_unit_stops_the_bot_and_not_the_processes_that_it_needs_to_the_end() -> None:
    assert "KillMode=mixed" in UNIT.splitlines()


def test_whom_a_folder_in_the_place_of_the_volume_must_belong_to() -> None:
    user = re.search(r"useradd .*--uid (\d+)", DOCKERFILE)
    assert user is not None
    assert f"must belong to user {user[1]} " in DOCKERFILE
