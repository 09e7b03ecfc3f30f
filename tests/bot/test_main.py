"""The command line: what each command does, and how it ends."""

import asyncio
import importlib
import json
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace

import aiohttp
import discord
import pytest
from discord.ext import commands

from bot import app
from bot.cli import main
from bot.config import Config
from bot.database import StoreError
from bot.instance_lock import instance_lock

ROOT = Path(__file__).parents[2]


class StandIn:
    """Takes the place of the bot: it connects to nothing and ends as the test wants."""

    user = "Safehouse#1234"
    application_id = 4711

    def __init__(self, end: Exception | None = None) -> None:
        self.end = end
        self.token: str | None = None
        self.closed = False

    async def __aenter__(self) -> "StandIn":
        return self

    async def __aexit__(self, *_: object) -> None:
        self.closed = True

    def add_listener(self, listener: object, event: str) -> None:
        """It has no events."""

    async def login(self, token: str) -> None:
        self.token = token
        await asyncio.sleep(0)
        if self.end:
            raise self.end

    async def connect(self) -> None:
        """As if somebody had pressed Ctrl-C soon after."""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A folder and an environment without configuration, and the log as it was afterwards."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    root = logging.getLogger()
    handlers = root.handlers[:]
    loggers = [root, *map(logging.getLogger, ("bot", "cogs", "engine"))]
    levels = [logger.level for logger in loggers]
    yield
    root.handlers[:] = handlers
    for logger, level in zip(loggers, levels, strict=True):
        logger.setLevel(level)


@pytest.fixture
def bot(monkeypatch: pytest.MonkeyPatch) -> StandIn:
    return stand_in(monkeypatch, StandIn())


def stand_in(monkeypatch: pytest.MonkeyPatch, bot: StandIn) -> StandIn:
    monkeypatch.setattr("bot.cli.create_bot", lambda config: bot)
    return bot


@pytest.fixture
def playground(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Config, int]]:
    """The calls of the playground, which ends at once."""
    calls: list[tuple[Config, int]] = []

    async def serve(config: Config, port: int) -> None:
        calls.append((config, port))

    replace_playground(monkeypatch, serve)
    return calls


class PlaygroundError(Exception):
    """Stands in for the real one."""


def replace_playground(
    monkeypatch: pytest.MonkeyPatch, serve: Callable[[Config, int], Awaitable[None]]
) -> None:
    replacement = SimpleNamespace(serve=serve, PlaygroundError=PlaygroundError)
    monkeypatch.setattr("bot.playground", replacement, raising=False)


CLOSED = SimpleNamespace(close_code=None)
"""As much of a gateway's connection."""


def answer(code: int) -> SimpleNamespace:
    """As much of Discord's answer as discord.py's exceptions look at."""
    return SimpleNamespace(status=code, reason="reason")


class TestRun:
    @pytest.mark.parametrize("arguments", [["run"], []])
    def test_connects_with_the_token_and_says_how_to_invite(
        self,
        bot: StandIn,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
        arguments: list[str],
    ) -> None:
        monkeypatch.setenv("DISCORD_TOKEN", "abc")
        assert main(arguments) == 0
        assert bot.token == "abc"
        assert bot.closed
        assert "https://discord.com/oauth2/authorize?client_id=4711&" in capsys.readouterr().err

    def test_opens_the_playground_without_a_token(
        self, playground: list[tuple[Config, int]], capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["run"]) == 0
        assert [port for _, port in playground] == [8765]
        assert capsys.readouterr().out.count("\n") == 1

    def test_asks_for_a_token_where_the_playground_is_not_installed(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """As in the image, whose playground nobody could reach."""
        monkeypatch.setitem(sys.modules, "simcord", None)
        assert main(["run"]) == 2
        shown = capsys.readouterr()
        assert shown.out == ""
        assert shown.err.startswith("There is no token: put it into ")
        assert shown.err.count("\n") == 1

    @pytest.mark.parametrize(
        ("end", "start"),
        [
            (discord.LoginFailure("Improper token"), "Discord refused the token"),
            (discord.PrivilegedIntentsRequired(None), "Discord refused the connection because of"),
            (
                discord.DiscordServerError(answer(503), "upstream\nconnect error"),
                "Discord is out of order, try again in some minutes: 503 reason",
            ),
            (discord.GatewayNotFound(), "Discord is out of order, try again in some minutes: "),
            (
                discord.HTTPException(answer(429), "error code: 1015"),
                "Discord refuses this bot or this machine for now, try again in an hour: 429",
            ),
            (discord.Forbidden(answer(403), "error code: 1015"), "Discord refuses this bot or "),
            (discord.ConnectionClosed(CLOSED, shard_id=0, code=4011), "Discord ended the "),
            (discord.ConnectionClosed(CLOSED, shard_id=0, code=4004), "Discord refused the token"),
            (aiohttp.ClientConnectionError("no route"), "Discord cannot be reached"),
            (TimeoutError(), "Discord cannot be reached"),
            (StoreError("The database is newer than Safehouse."), "The database is newer"),
            (
                PermissionError(13, "Permission denied", "data"),
                "data: Permission denied. The user who runs Safehouse must be able to write there.",
            ),
            (IsADirectoryError(21, "Is a directory", "data"), "data: Is a directory"),
            (OSError(28, "No space left on device"), "[Errno 28] No space left"),
        ],
        ids=lambda value: type(value).__name__ if isinstance(value, Exception) else "",
    )
    def test_ends_in_one_line_and_closes_the_bot(
        self,
        end: Exception,
        start: str,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        bot = stand_in(monkeypatch, StandIn(end))
        monkeypatch.setenv("DISCORD_TOKEN", "abc")
        assert main(["run"]) == 1
        error = capsys.readouterr().err
        assert error.startswith(start)
        assert error.count("\n") == 1
        assert bot.closed

    @pytest.mark.parametrize(
        "mistake", [ZeroDivisionError(), commands.ExtensionFailed("cog", ZeroDivisionError())]
    )
    def test_a_mistake_in_the_program_keeps_its_traceback(
        self, monkeypatch: pytest.MonkeyPatch, mistake: Exception
    ) -> None:
        stand_in(monkeypatch, StandIn(mistake))
        monkeypatch.setenv("DISCORD_TOKEN", "abc")
        with pytest.raises(type(mistake)):
            main(["run"])

    def test_is_refused_while_another_runs_on_the_same_database(
        self, bot: StandIn, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setenv("DISCORD_TOKEN", "abc")
        with instance_lock(Path.cwd() / "data" / "safehouse.db"):
            assert main(["run"]) == 1
        assert bot.token is None
        assert capsys.readouterr().err.startswith("Safehouse already runs on ")


class TestPlayground:
    @pytest.mark.parametrize(
        ("arguments", "port"),
        [([], 8765), (["--port", "0"], 0), (["--port", "9000"], 9000)],
    )
    def test_serves_on_the_port(
        self, playground: list[tuple[Config, int]], arguments: list[str], port: int
    ) -> None:
        assert main(["playground", *arguments]) == 0
        assert [port for _, port in playground] == [port]

    @pytest.mark.parametrize("port", ["-1", "65536", "x", ""])
    def test_refuses_what_is_no_port(self, port: str, capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit, match="2"):
            main(["playground", "--port", port])
        assert "a port is a number from 0 to 65535" in capsys.readouterr().err

    def test_a_token_does_not_matter(
        self, playground: list[tuple[Config, int]], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("DISCORD_TOKEN", "abc")
        assert main(["playground"]) == 0
        assert len(playground) == 1

    def test_says_in_one_line_why_there_is_none(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        async def serve(config: Config, port: int) -> None:
            raise PlaygroundError(f"Port {port} is not free.")

        replace_playground(monkeypatch, serve)
        assert main(["playground"]) == 1
        assert capsys.readouterr().err == "Port 8765 is not free.\n"

    def test_says_how_to_install_what_is_missing(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        async def serve(config: Config, port: int) -> None:
            for module in ("simcord", "simcord.preview"):  # whatever other tests have imported
                monkeypatch.setitem(sys.modules, module, None)
            importlib.import_module("simcord.preview")

        replace_playground(monkeypatch, serve)
        assert main(["playground"]) == 1
        error = capsys.readouterr().err
        assert error.startswith("The package simcord is missing for ")
        assert "-m pip install" in error
        assert error.count("\n") == 1

    def test_says_so_of_an_older_python(self) -> None:
        """Which could not install the packages either."""
        older = "import sys; sys.version_info = (3, 10)"
        start = "import runpy; runpy.run_module('bot', run_name='__main__')"
        ended = subprocess.run(
            [sys.executable, "-c", f"{older}; {start}"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert ended.returncode == 1
        assert ended.stderr.startswith("Safehouse needs Python 3.11, 3.12 or 3.13; ")
        assert ended.stderr.count("\n") == 1

    def test_says_so_of_any_package_before_it_does_anything(self, tmp_path: Path) -> None:
        """As another Python would, which knows nothing of .venv."""
        without = [sys.executable, "-S", "-m", "bot", "check-config"]
        environment = os.environ | {"PYTHONPATH": str(ROOT)}
        ended = subprocess.run(
            without, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60
        )
        assert ended.returncode == 1
        assert ended.stderr.startswith("The package ")
        assert ended.stderr.count("\n") == 1


def test_a_name_that_the_terminal_cannot_show_is_written_all_the_same(tmp_path: Path) -> None:
    """Where output goes to a file under a Windows code page, say."""
    file = tmp_path / "🎲.toml"
    file.write_text("")
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "cp1252"}
    ended = subprocess.run(
        [sys.executable, "-m", "bot", "check-config", "--config", str(file)],
        env=environment,
        capture_output=True,
        timeout=60,
    )
    assert ended.returncode == 0
    assert rb"\U0001f3b2.toml is fine" in ended.stdout


def test_who_reads_no_further_than_the_first_lines_sees_no_error(tmp_path: Path) -> None:
    """As in `python -m bot check-config | head -1`."""
    (tmp_path / "config.toml").write_text("")
    unread, stdout = os.pipe()
    os.close(unread)
    with open(stdout, "wb") as pipe:
        ended = subprocess.run(
            [sys.executable, "-m", "bot", "check-config"],
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdout=pipe,
            stderr=subprocess.PIPE,
            timeout=60,
        )
    assert ended.returncode == 0
    assert ended.stderr == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize(
    ("output", "code", "told"),
    [(">&-", 0, b""), (">/dev/full", 1, b"standard output: No space left on device\n")],
)
def test_output_that_goes_nowhere_is_no_traceback(
    tmp_path: Path, output: str, code: int, told: bytes
) -> None:
    ended = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m bot check-config {output}"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        timeout=60,
    )
    assert (ended.returncode, ended.stderr) == (code, told)


class TestCheckConfig:
    def test_shows_what_holds_but_no_token(self, capsys: pytest.CaptureFixture[str]) -> None:
        Path("config.toml").write_text('token = "secret"\nthreads = false\n')
        assert main(["check-config"]) == 0
        output = capsys.readouterr().out
        assert output.startswith("config.toml is fine\n")
        shown = dict(line.split(maxsplit=1) for line in output.splitlines()[1:])
        assert shown["token"] == "set"
        assert shown["threads"] == "false"
        assert shown["database"] == f'"{Path.cwd() / "data" / "safehouse.db"}"'
        assert "secret" not in output

    def test_without_a_file_says_that_the_defaults_hold(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["check-config"]) == 0
        assert capsys.readouterr().out.startswith("There is no config.toml: the defaults hold\n")

    def test_starts_nothing(self, bot: StandIn, playground: list[tuple[Config, int]]) -> None:
        Path("config.toml").write_text('token = "secret"')
        assert main(["check-config"]) == 0
        assert bot.token is None
        assert not playground
        assert not Path("data").exists()


@pytest.mark.parametrize("command", ["run", "playground", "check-config"])
def test_a_wrong_configuration_is_one_line_and_exit_code_2(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("config.toml").write_text('threads = "yes"')
    assert main([command]) == 2
    captured = capsys.readouterr()
    assert captured.err == 'config.toml: threads must be true or false, not "yes"\n'
    assert captured.out == ""


@pytest.mark.parametrize(
    "arguments",
    [["--config", "my.toml", "check-config"], ["check-config", "--config", "my.toml"]],
)
def test_config_stands_before_or_after_the_command(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    Path("my.toml").write_text("")
    assert main(arguments) == 0
    assert capsys.readouterr().out.startswith("my.toml is fine\n")


def test_an_unknown_command_is_exit_code_2(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["dance"])
    assert "invalid choice: 'dance'" in capsys.readouterr().err


class TestLog:
    @pytest.fixture
    def log(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> Callable[[str, Callable[[], None]], str]:
        """What reaches stderr of what the bot logs at a level of detail."""

        def run(level: str, act: Callable[[], None]) -> str:
            class Logging(StandIn):
                async def connect(self) -> None:
                    act()

            stand_in(monkeypatch, Logging())
            Path("config.toml").write_text(f'token = "se.cr.et"\nlog_level = "{level}"')
            assert main(["run"]) == 0
            return capsys.readouterr().err

        return run

    def test_never_shows_the_token(self, log: Callable[[str, Callable[[], None]], str]) -> None:
        def act() -> None:
            logging.getLogger("bot.x").error("logged in with %s", "se.cr.et")
            try:
                raise ValueError("Bot se.cr.et")
            except ValueError:
                logging.getLogger("discord.http").exception("failed")

        text = log("info", act)
        assert "se.cr.et" not in text
        assert "logged in with [token]" in text
        assert "ValueError: Bot [token]" in text

    def test_is_one_json_object_a_line_if_wanted(
        self, log: Callable[[str, Callable[[], None]], str]
    ) -> None:
        def act() -> None:
            try:
                raise ValueError("Bot se.cr.et")
            except ValueError:
                logging.getLogger("bot.x").exception("%d\n%s", 7, "se.cr.et")

        # The level's quotation marks are open where the fixture puts it.
        line = json.loads(log('info"\nlog_format = "json', act).splitlines()[-1])
        assert (line["level"], line["logger"], line["message"]) == ("error", "bot.x", "7\n[token]")
        assert "ValueError: Bot [token]" in line["error"]
        assert datetime.fromisoformat(line["at"])

    def test_says_in_one_line_why_the_gateway_is_tried_again(
        self, log: Callable[[str, Callable[[], None]], str]
    ) -> None:
        """discord.py logs a traceback each time, for as long as Discord or the network is out."""

        def act() -> None:
            for error in (
                TimeoutError(),
                aiohttp.ClientConnectionError("no %s"),
                ValueError("odd"),
            ):
                try:
                    raise error
                except Exception:
                    logging.getLogger("discord.shard").exception("Retrying %d...", 1)

        text = log("info", act)
        assert "discord.shard: Retrying 1... (TimeoutError: )\n" in text
        assert "discord.shard: Retrying 1... (ClientConnectionError: no %s)\n" in text
        assert text.count("Traceback") == 1, "of what nobody expects"

    @pytest.mark.parametrize(
        ("level", "shown"),
        [
            ("debug", ["bot debug", "bot info", "bot error", "discord info", "discord error"]),
            ("info", ["bot info", "bot error", "discord error"]),
            ("error", ["bot error", "discord error"]),
        ],
    )
    def test_shows_ours_from_the_level_on_and_the_libraries_less(
        self, log: Callable[[str, Callable[[], None]], str], level: str, shown: list[str]
    ) -> None:
        def act() -> None:
            for name in ("bot", "discord"):
                for method in ("debug", "info", "error"):
                    getattr(logging.getLogger(f"{name}.x"), method)(f"{name} {method}")

        lines = [line.partition(".x: ")[2] for line in log(level, act).splitlines()]
        assert [line for line in lines if line] == shown


RUN_FOR_EVER = """
import asyncio, sys, time
import bot.cli as program

class Bot:
    user, application_id = "Safehouse", 4711
    async def __aenter__(self):
        return self
    def add_listener(self, listener, event):
        pass

    async def login(self, token):
        pass
    async def connect(self):
        print("started", flush=True)
        await asyncio.sleep(60)
    async def __aexit__(self, *_):
        {close}
        print("closed", flush=True)

program.create_bot = lambda config: Bot()
sys.exit(program.main(["run"]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no such signals")
class TestStop:
    def stopped(
        self, tmp_path: Path, number: signal.Signals, close: str
    ) -> tuple[int, str, str, float]:
        process = subprocess.Popen(
            [sys.executable, "-c", RUN_FOR_EVER.format(close=close)],
            cwd=tmp_path,
            env={**os.environ, "DISCORD_TOKEN": "abc", "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        with process:
            assert process.stdout is not None
            assert process.stdout.readline() == "started\n"
            began = time.monotonic()
            process.send_signal(number)
            out, err = process.communicate(timeout=20)
            return process.returncode, out, err, time.monotonic() - began

    @pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
    def test_closes_the_bot_and_ends_with_0(self, tmp_path: Path, number: signal.Signals) -> None:
        code, out, err, _ = self.stopped(tmp_path, number, "await asyncio.sleep(0.1)")
        assert (code, out) == (0, "closed\n")
        assert "Logged in" in err
        assert err.count("\n") == 1

    def test_ends_within_5_seconds_even_if_closing_hangs(self, tmp_path: Path) -> None:
        code, out, err, seconds = self.stopped(tmp_path, signal.SIGTERM, "time.sleep(60)")
        assert (code, out) == (1, "")
        assert "\nClosing took more than 4.5 s" in err
        assert seconds < 5.5


CTRL_C = """
import os, runpy, signal, sys

class Finder:
    def find_spec(self, name, path, target=None):
        if name == "discord":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Finder())
sys.argv = ["bot", "check-config"]
runpy.run_module("bot", run_name="__main__")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no such signals")
def test_ctrl_c_while_it_is_only_starting_is_no_traceback(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", CTRL_C],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        timeout=60,
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, b"", b"")


async def test_a_stop_waits_for_answers_but_not_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """What has been answered and waits to show more would fail when the connections close."""

    async def answer(seconds: float) -> None:
        await asyncio.sleep(seconds)

    monkeypatch.setattr(app, "LAST_ANSWERS", 0.2)
    quick = asyncio.create_task(answer(0.01), name="CommandTree-invoker")
    slow = asyncio.create_task(answer(60), name="discord-ui-dynamic-item-4F7K:0:join")
    other = asyncio.create_task(answer(60), name="refresh 4F7K")
    await app._answer_the_last()
    assert quick.done()
    assert not quick.cancelled()
    assert slow.cancelled()
    assert not other.done()
    other.cancel()
