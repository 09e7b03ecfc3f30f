"""How the log is written: for people or for programs, and never with the token."""

import logging

import aiohttp
import discord
import msgspec

from bot.config import Config


class _Lines(logging.Formatter):
    """Plain lines for people."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname:<7} {name}: {message}", style="{")


class _Objects(logging.Formatter):
    """One JSON object a line for programs."""

    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03d"

    def format(self, record: logging.LogRecord) -> str:
        """The record as JSON; `error` is the traceback, where there is one."""
        line = {
            "at": self.formatTime(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


class _WithoutToken(logging.Formatter):
    """What another formatter writes, without the token, whoever logs it."""

    def __init__(self, inner: logging.Formatter, token: str) -> None:
        super().__init__()
        self._inner = inner
        in_json = msgspec.json.encode(token).decode()[1:-1]
        self._secrets = {token, in_json} - {""}

    def format(self, record: logging.LogRecord) -> str:
        text = self._inner.format(record)
        for secret in self._secrets:
            text = text.replace(secret, "[token]")
        return text


OUTAGES = (
    OSError,
    aiohttp.ClientError,
    discord.HTTPException,
    discord.GatewayNotFound,
    discord.ConnectionClosed,
)
"""Why a connection to the gateway fails, or ends, without a mistake in any program."""


def _in_one_line(record: logging.LogRecord) -> bool:
    """Say of a connection that is tried again why it failed; a traceback would say no more."""
    error = record.exc_info[1] if record.exc_info else None
    if record.name == "discord.shard" and isinstance(error, OUTAGES):
        record.msg, record.args = f"{record.getMessage()} ({type(error).__name__}: {error})", ()
        record.exc_info = None
    return True


def log_to_stderr(settings: Config) -> None:
    """Let the log go to stderr as the settings say."""
    handler = logging.StreamHandler()
    handler.addFilter(_in_one_line)
    lines = _Objects() if settings.log_format == "json" else _Lines()
    handler.setFormatter(_WithoutToken(lines, settings.token))
    level = logging.getLevelNamesMapping()[settings.log_level.upper()]
    # The libraries' own DEBUG would write payloads and SQL, and with them what players hide.
    libraries = logging.INFO if level == logging.DEBUG else max(level, logging.WARNING)
    # Nobody hears this bot, so nobody needs to know which voice libraries are missing.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    logging.basicConfig(level=libraries, handlers=[handler], force=True)
    for package in ("bot", "cogs", "engine"):
        logging.getLogger(package).setLevel(level)
