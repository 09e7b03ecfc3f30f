"""What may stand in config.toml, and what is said about what may not."""

import os
from pathlib import Path

import pytest

from bot.config import Config, ConfigError, load
from bot.i18n import languages
from tests.skips import SUPERUSER

EXAMPLE = Path(__file__).parents[2] / "config.example.toml"
SECRET = "MTIzNDU2.Gabcde.secret-secret-secret"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The default file, by the name under which the messages mention it."""
    monkeypatch.chdir(tmp_path)
    return Path("config.toml")


def mistake(file: Path, text: str | bytes, environ: dict[str, str] | None = None) -> str:
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    with pytest.raises(ConfigError) as caught:
        load(file, environ or {})
    message = str(caught.value)
    assert len(message.splitlines()) == 1
    return message


def test_without_the_default_file_every_setting_has_its_default(file: Path) -> None:
    config = load(environ={})
    assert config == Config(database=Path.cwd() / "data" / "safehouse.db")


def test_an_empty_file_means_the_defaults_too(file: Path) -> None:
    file.write_text("")
    assert load(file, {}) == Config(database=Path.cwd() / "data" / "safehouse.db")


def test_a_file_that_was_asked_for_must_exist(file: Path) -> None:
    with pytest.raises(ConfigError, match=r"^other\.toml: there is no such file$"):
        load("other.toml", {})


def test_every_key_can_be_set(file: Path) -> None:
    file.write_text(
        'token = " abc "\n'
        'database = "elsewhere/matches.db"\n'
        'log_level = "debug"\n'
        'language = "en"\n'
        "threads = false\n"
        "emojis = false\n"
        "computer_delay = 0\n"
        "idle_minutes = 10080\n"
        "lobby_minutes = 1\n"
    )
    assert load(file, {}) == Config(
        token="abc",
        database=Path.cwd() / "elsewhere" / "matches.db",
        log_level="debug",
        language="en",
        threads=False,
        emojis=False,
        computer_delay=0.0,
        idle_minutes=10_080,
        lobby_minutes=1,
    )


def test_the_example_shows_every_key_with_its_default(tmp_path: Path) -> None:
    copy = tmp_path / "config.toml"
    copy.write_bytes(EXAMPLE.read_bytes())
    assert load(copy, {}) == Config(database=tmp_path / "data" / "safehouse.db")
    for key in Config.__struct_fields__:
        assert f"\n{key} = " in copy.read_text()


def test_the_database_is_relative_to_the_file_not_to_the_current_folder(
    file: Path, tmp_path: Path
) -> None:
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc" / "bot.toml").write_text('database = "../var/safehouse.db"')
    assert load("etc/bot.toml", {}).database == tmp_path / "var" / "safehouse.db"


def test_the_database_may_be_absolute_or_in_the_home_folder(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "home"))
    file.write_text(f"database = '{tmp_path / 'a.db'}'")
    assert load(file, {}).database == tmp_path / "a.db"
    file.write_text('database = "~/a.db"')
    assert load(file, {}).database == tmp_path / "home" / "a.db"


class TestToken:
    def test_the_environment_goes_before_the_file(self, file: Path) -> None:
        file.write_text('token = "from-file"')
        assert load(file, {"DISCORD_TOKEN": " from-environment\n"}).token == "from-environment"

    @pytest.mark.parametrize("value", ["", " \n"])
    def test_an_empty_variable_does_not_hide_the_files(self, file: Path, value: str) -> None:
        file.write_text('token = "from-file"')
        assert load(file, {"DISCORD_TOKEN": value}).token == "from-file"

    def test_is_not_in_the_repr(self, file: Path) -> None:
        config = load(file, {"DISCORD_TOKEN": SECRET})
        assert "secret" not in f"{config!r} {config} {config.shown()}"
        assert ("token", "set") in config.shown()
        assert ("token", "not set") in load(file, {}).shown()

    @pytest.mark.parametrize(
        "text",
        [
            f'token = ["{SECRET}"]',
            f'token = "Bot {SECRET}"',
            f'token = "{SECRET}\\u00e9"',
            f"token = '\"{SECRET}\"'",
            f"token = {SECRET}",
            f'token = "{SECRET}',
            f'tokn = "{SECRET}"',
            f'token = "{SECRET}"\nthreads = 1',
        ],
    )
    def test_is_in_no_error(self, file: Path, text: str) -> None:
        assert "secret" not in mistake(file, text)

    def test_a_wrong_one_in_the_environment_is_blamed_on_the_environment(self, file: Path) -> None:
        message = mistake(file, "", {"DISCORD_TOKEN": f"Bot {SECRET}"})
        assert message.startswith("DISCORD_TOKEN must be one word of plain letters, digits and ")

    @pytest.mark.parametrize("quote", ["'", '"'])
    def test_quotes_in_it_are_refused(self, file: Path, quote: str) -> None:
        """An --env-file of Docker's keeps them."""
        message = mistake(file, "", {"DISCORD_TOKEN": f"{quote}{SECRET}{quote}"})
        assert message.endswith("without quotes in it")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('threads = "yes"', 'threads must be true or false, not "yes"'),
        ("threads = 1", "threads must be true or false, not 1"),
        ("threads = 2026-01-01", "threads must be true or false, not a date or time"),
        ("token = 12", "token must be text in quotes"),
        ("[token]", "token must be text in quotes"),
        ("database = true", "database must be the name of a file in quotes, not true"),
        ('database = ""', 'database must be the name of a file, not of a folder or a device (".")'),
        (
            'database = ".."',
            'database must be the name of a file, not of a folder or a device ("..")',
        ),
        (
            'database = "a\\u0000b"',
            "database must be the name of a file: no file can have that name",
        ),
        (
            'log_level = "loud"',
            'log_level must be "debug", "info", "warning" or "error", not "loud"',
        ),
        ("language = []", "language must be a language in quotes, not a list"),
        (
            "computer_delay = 60.5",
            "computer_delay must be a number of seconds from 0 to 60, not 60.5",
        ),
        ("computer_delay = -1", "computer_delay must be a number of seconds from 0 to 60, not -1"),
        (
            "computer_delay = nan",
            "computer_delay must be a number of seconds from 0 to 60, not nan",
        ),
        (
            "computer_delay = inf",
            "computer_delay must be a number of seconds from 0 to 60, not inf",
        ),
        (
            "computer_delay = true",
            "computer_delay must be a number of seconds from 0 to 60, not true",
        ),
        (
            "idle_minutes = 0",
            "idle_minutes must be a whole number of minutes from 1 to 10080, not 0",
        ),
        (
            "idle_minutes = 1.5",
            "idle_minutes must be a whole number of minutes from 1 to 10080, not 1.5",
        ),
        (
            f"lobby_minutes = 0x{'f' * 9000}",
            "lobby_minutes must be a whole number of minutes from 1 to 10080, "
            "not such a large number",
        ),
        (
            'lobby_minutes = {a = "b"}',
            "lobby_minutes must be a whole number of minutes from 1 to 10080, not a table",
        ),
    ],
)
def test_a_wrong_value_is_named_with_what_is_allowed(file: Path, text: str, message: str) -> None:
    assert mistake(file, text) == f"config.toml: {message}"


def test_the_language_must_be_one_that_is_installed(file: Path) -> None:
    choice = " or ".join(f'"{language}"' for language in languages())
    message = mistake(file, 'language = "tlh"')
    assert message == f'config.toml: language must be {choice}, not "tlh"'


def test_a_long_value_is_cut_and_stays_on_its_line(file: Path) -> None:
    message = mistake(file, f'threads = "line\\nline{"x" * 1000}"')
    assert '"line\\nlinexxx' in message
    assert len(message) < 150


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("thread = true", 'there is no key "thread"; did you mean threads?'),
        ("Computer-Delay = 1", 'there is no key "Computer-Delay"; did you mean computer_delay?'),
        (
            "[bot]\nthreads = true",
            'there is no key "bot"; there are token, database, log_level, log_format, '
            "monitor_port, language, threads, emojis, computer_delay, requests_per_second, "
            "drawing_processes, idle_minutes, lobby_minutes",
        ),
    ],
)
def test_an_unknown_key_is_named_with_the_nearest_known_one(
    file: Path, text: str, message: str
) -> None:
    assert mistake(file, text) == f"config.toml: {message}"


@pytest.mark.parametrize(
    ("text", "start"),
    [
        (
            "threads = true\ntoken = abc\n",
            "config.toml, line 2: not valid TOML: Invalid value (text stands in quotes, ",
        ),
        ("\n\n[threads", "config.toml, line 3: not valid TOML: "),
        ("threads = true\nthreads = true\n", "config.toml, line 2: not valid TOML: "),
        (b"# caf\xc3\xa9\n# caf\xe9\n", "config.toml, line 2: not UTF-8"),
        ("threads = true".encode("utf-16"), "config.toml, line 1: not UTF-8"),
        ("a = " + "1" * 5000, "config.toml: not valid TOML: "),
        ("a = " + "[" * 10_000, "config.toml: not valid TOML: "),
    ],
)
def test_what_is_no_toml_is_told_with_its_line(file: Path, text: str | bytes, start: str) -> None:
    assert mistake(file, text).startswith(start)


def test_a_byte_order_mark_does_no_harm(file: Path) -> None:
    file.write_bytes(b"\xef\xbb\xbfthreads = false\n")
    assert load(file, {}).threads is False


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
def test_a_pipe_is_no_database(file: Path) -> None:
    """Whoever would look into it would wait for ever."""
    os.mkfifo("pipe")
    assert mistake(file, 'database = "pipe"') == (
        'config.toml: database must be the name of a file, not of a folder or a device ("pipe")'
    )


def test_a_folder_is_no_configuration(file: Path) -> None:
    file.mkdir()
    with pytest.raises(ConfigError, match=r"^config\.toml is a folder: name a file in it$"):
        load(file, {})


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason=SUPERUSER)
def test_a_file_that_may_not_be_read(file: Path) -> None:
    file.write_text("")
    file.chmod(0)
    with pytest.raises(ConfigError, match=r"^config\.toml cannot be read: Permission denied$"):
        load(file, {})


def test_a_database_where_one_may_not_look(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> bool:
        raise PermissionError(13, "Permission denied", str(path))

    file.write_text('database = "/private/safehouse.db"')
    monkeypatch.setattr(Path, "exists", refuse)
    with pytest.raises(ConfigError, match=r"safehouse\.db cannot be read: Permission denied$"):
        load(file, {})


def test_a_name_that_no_file_can_have(file: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read: no file can have that name"):
        load("a\0b", {})
