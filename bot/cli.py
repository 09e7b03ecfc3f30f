"""The command line of the bot: running it, and looking after its data."""

import argparse
import asyncio
import errno
import gc
import importlib.util
import io
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path

import aiohttp
import discord

from bot import config
from bot.app import create_bot
from bot.backup import BackupError, back_up, restore
from bot.config import Config, ConfigError
from bot.database import StoreError
from bot.doctor import Finding, examine, examine_servers
from bot.instance_lock import AlreadyRunning, instance_lock
from bot.invite import invite_link
from bot.logs import log_to_stderr
from bot.monitor import MonitorError, monitor
from bot.packages import how_to_install
from bot.recompute import check, recompute, summary
from engine.streams import open_closed

if sys.platform == "win32":
    from asyncio import new_event_loop as quick_loop
else:
    from uvloop import new_event_loop as quick_loop

FAILED = 1
MISCONFIGURED = 2  # what argparse returns for a wrong command line, too
PLAYGROUND_PORT = 8765
STOP_SECONDS = 4.5
NEW_OBJECTS = 10_000
"""How many more objects there are when the garbage collector looks at the new ones. With Python's
700 it looks at those of one press again and again before they go by themselves."""
_NO_TOKEN = (
    "There is no token: put it into the environment variable DISCORD_TOKEN or into config.toml "
    "(the playground, which needs none, is not installed here)."
)

_log = logging.getLogger("bot")


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says; the exit code."""
    open_closed()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a name may have what a code page has not
            stream.reconfigure(errors="backslashreplace")
    options = _parser().parse_args(arguments)
    try:
        settings = config.load(options.config)
    except ConfigError as mistake:
        return _fail(str(mistake), MISCONFIGURED)
    match options.command:
        case "check-config":
            return _check_config(options.config, settings)
        case "backup" | "restore":
            return _copy_database(options.command, settings, options.file)
        case "doctor":
            return _examine(settings)
        case "ratings":
            return _ratings(settings, write=options.recompute)
        case _:
            return _start(options, settings)


def _start(options: argparse.Namespace, settings: Config) -> int:
    log_to_stderr(settings)
    if options.command == "run" and settings.token:
        return _supervise(_connect(settings), quick_loop)
    if options.command == "run":
        if importlib.util.find_spec("simcord") is None:  # as in the image
            return _fail(_NO_TOKEN, MISCONFIGURED)
        _say("There is no token (config.toml or DISCORD_TOKEN), so this opens the playground.")
    port = getattr(options, "port", PLAYGROUND_PORT)
    # simcord keeps time in asyncio's own loop, and takes no other.
    return _supervise(_playground(settings, port), asyncio.new_event_loop)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bot", description="The Safehouse Discord bot.")
    _add_config(parser, config.DEFAULT_PATH)
    commands = parser.add_subparsers(dest="command", title="commands")
    for name, purpose in (
        ("run", "connect to Discord, or open the playground if there is no token (the default)"),
        ("playground", "play in the browser, without Discord"),
        ("check-config", "say whether the configuration is fine, and start nothing"),
        ("backup", "copy the database to a new file, also while the bot runs"),
        ("restore", "put a backup in the place of the database, while the bot is stopped"),
        ("doctor", "say what is wrong with the data and with permissions, and change nothing"),
        ("ratings", "compare results and ratings with those that the stored matches give"),
    ):
        command = commands.add_parser(name, help=purpose, description=f"{purpose}.")
        # No default here: it would overwrite a --config that stands before the command.
        _add_config(command, argparse.SUPPRESS)
        if name in ("backup", "restore"):
            command.add_argument("file", metavar="FILE", type=Path, help="the backup")
        if name == "ratings":
            command.add_argument(
                "--recompute",
                action="store_true",
                help="write them anew from the matches, while the bot is stopped",
            )
        if name == "playground":
            command.add_argument(
                "--port",
                type=_port,
                default=PLAYGROUND_PORT,
                help="where the page is served, 0 for any free port (default: %(default)s)",
            )
    parser.set_defaults(command="run")
    return parser


def _add_config(parser: argparse.ArgumentParser, default: Path | str) -> None:
    parser.add_argument(
        "--config",
        metavar="FILE",
        type=Path,
        default=default,
        help=f"the configuration (default: {config.DEFAULT_PATH})",
    )


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65_535:
        raise argparse.ArgumentTypeError(f"a port is a number from 0 to 65535, not {text!r}")
    return int(text)


def _check_config(path: Path, settings: Config) -> int:
    _say(f"{path} is fine" if path.exists() else f"There is no {path}: the defaults hold")
    rows = settings.shown()
    width = max(len(key) for key, _ in rows)
    for key, value in rows:
        _say(f"  {key:<{width}}  {value}")
    return 0


def _copy_database(command: str, settings: Config, file: Path) -> int:
    try:
        if command == "backup":
            _say(back_up(settings.database, file))
        else:
            for line in restore(settings.database, file):
                _say(line)
    except (BackupError, AlreadyRunning, OSError) as error:
        return _fail(_in_one_line(error), FAILED)
    return 0


def _examine(settings: Config) -> int:
    """Say what the doctor finds; whatever is not well is marked and makes the command fail."""
    findings = list(examine(settings.database))
    if settings.token:
        try:
            findings += asyncio.run(examine_servers(settings.token))
        except _NO_FAULT_OF_OURS as error:
            findings.append(Finding(False, _in_one_line(error)))
    for finding in findings:
        _say(f"{'ok' if finding.well else 'WRONG':<7}{finding.text}")
    return 0 if all(finding.well for finding in findings) else FAILED


def _ratings(settings: Config, *, write: bool) -> int:
    """Say how the stored ratings differ from the matches, which fails unless it is mended."""
    if not settings.database.exists():
        return _fail(f"There is no database {settings.database}.", FAILED)
    try:
        found = recompute(settings.database) if write else list(check(settings.database))
        for line in found:
            _say(line)
        _say(summary(settings.database))
    except (StoreError, AlreadyRunning, OSError) as error:
        return _fail(_in_one_line(error), FAILED)
    if write:
        _say("They are written anew from the matches." if found else "Nothing had to be changed.")
        return 0
    if not found:
        _say("All as the matches say.")
    return FAILED if found else 0


async def _connect(settings: Config) -> None:
    with instance_lock(settings.database):
        async with create_bot(settings) as bot:
            await bot.login(settings.token)
            assert bot.application_id is not None, "a login tells it"
            _log.info("Logged in as %s. To invite: %s", bot.user, invite_link(bot.application_id))
            await _keep_what_is_there()
            bot.add_listener(_keep_what_is_there, "on_healed")
            async with monitor(bot, settings.monitor_port):
                await bot.connect()


async def _keep_what_is_there() -> None:
    """Let the garbage collector not look again and again at what stays: programs and matches.

    With a thousand matches, a look at everything kept answers waiting for 0.2 s.
    """
    gc.set_threshold(NEW_OBJECTS)
    gc.collect()
    gc.freeze()


class _NoPlayground(Exception):
    """`PlaygroundError` by a name that is known even without the playground's packages."""


async def _playground(settings: Config, port: int) -> None:
    # simcord tries discord.py out without intents, of which discord.py warns.
    logging.getLogger("discord.state").setLevel(logging.ERROR)
    from bot import playground

    try:
        await playground.serve(settings, port)
    except playground.PlaygroundError as error:
        raise _NoPlayground(str(error)) from error


_NO_FAULT_OF_OURS = (
    AlreadyRunning,
    MonitorError,
    StoreError,
    _NoPlayground,
    discord.LoginFailure,
    discord.PrivilegedIntentsRequired,
    discord.ConnectionClosed,
    discord.GatewayNotFound,
    discord.HTTPException,
    aiohttp.ClientError,
    OSError,  # TimeoutError is one
)


def _supervise(
    work: Coroutine[None, None, None], new_loop: Callable[[], asyncio.AbstractEventLoop]
) -> int:
    """Run until the work ends, Ctrl-C or SIGTERM; what stops it otherwise becomes one line."""
    watchdog = threading.Timer(STOP_SECONDS, _leave_by_force)
    watchdog.daemon = True
    try:
        with asyncio.Runner(loop_factory=new_loop) as runner:
            runner.run(_until_stopped(work, watchdog))
    except KeyboardInterrupt:  # where the event loop cannot catch signals (Windows)
        return 0
    except ModuleNotFoundError as missing:
        return _fail(how_to_install(missing), FAILED)
    except _NO_FAULT_OF_OURS as error:
        _log.debug("what ended it", exc_info=error)
        return _fail(_in_one_line(error), FAILED)
    finally:
        watchdog.cancel()
    return 0


async def _until_stopped(work: Coroutine[None, None, None], watchdog: threading.Timer) -> None:
    """Await the work; the first SIGINT or SIGTERM cancels it and starts the watchdog."""
    task = asyncio.ensure_future(work)

    def stop() -> None:
        if not watchdog.is_alive():
            watchdog.start()
            task.cancel()

    if sys.platform != "win32":
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, stop)
    try:
        await task
    except asyncio.CancelledError:
        if not watchdog.is_alive():
            raise


def _leave_by_force() -> None:
    """End a process whose closing hangs. Whatever anybody was told is on disk already."""
    _fail(f"Closing took more than {STOP_SECONDS} s, so it was cut short. No match is harmed.", 1)
    os._exit(FAILED)


def _in_one_line(error: Exception) -> str:
    """What ended the program, for the person who started it."""
    match error:
        case discord.LoginFailure() | discord.ConnectionClosed(code=4004):  # a new one was made
            return (
                "Discord refused the token: copy it again from the Developer Portal (Bot, Token)."
            )
        case discord.PrivilegedIntentsRequired():
            return (
                "Discord refused the connection because of privileged intents, although Safehouse "
                "asks for none: check the Bot page of the Developer Portal."
            )
        case discord.DiscordServerError() | discord.GatewayNotFound():
            return f"Discord is out of order, try again in some minutes: {_first_line(error)}"
        case discord.HTTPException(status=403 | 429):
            return (
                "Discord refuses this bot or this machine for now, try again in an hour: "
                f"{_first_line(error)}"
            )
        case discord.DiscordException():
            return f"Discord ended the connection: {_first_line(error)}"
        case aiohttp.ClientConnectionError() | TimeoutError():
            return f"Discord cannot be reached, check the network: {_first_line(error)}"
        case OSError(filename=str(name), errno=errno.EACCES | errno.EPERM | errno.EROFS):
            needed = "The user who runs Safehouse must be able to write there."
            return f"{name}: {error.strerror}. {needed}"
        case OSError(filename=str(name)):
            return f"{name}: {error.strerror}"
        case _:
            return _first_line(error)


def _first_line(error: Exception) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)


def _say(line: str) -> None:
    try:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
    except OSError as error:
        # What is left in the buffer, and what follows, must have somewhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):  # as with `| head`: who reads has seen enough
            sys.exit(_fail(f"standard output: {error.strerror}", FAILED))


def _fail(line: str, code: int) -> int:
    sys.stderr.write(f"{line}\n")
    return code
