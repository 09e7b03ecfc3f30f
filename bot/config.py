"""`config.toml` becomes typed settings here; every mistake in it becomes one clear line."""

import difflib
import json
import os
import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Literal, get_args, get_type_hints

import msgspec
from msgspec import Meta

from bot.i18n import languages

DEFAULT_PATH = Path("config.toml")
TOKEN_VARIABLE = "DISCORD_TOKEN"


class ConfigError(Exception):
    """A mistake in the configuration. Its text is one line that names the key and what may be."""


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The settings of one running bot. A field's description says what its key may hold."""

    token: Annotated[str, Meta(description="text in quotes")] = ""
    """What Discord knows the bot by; empty when there is none. Never shown."""

    database: Annotated[Path, Meta(description="the name of a file in quotes")] = Path(
        "data/safehouse.db"
    )
    """Where everything is kept. In the file relative to the file's folder, here absolute."""

    log_level: Annotated[
        Literal["debug", "info", "warning", "error"],
        Meta(description='"debug", "info", "warning" or "error"'),
    ] = "info"
    """The least important kind of message that still goes to the log."""

    log_format: Annotated[Literal["text", "json"], Meta(description='"text" or "json"')] = "text"
    """How the log is written: lines for people, or one JSON object a line for programs."""

    monitor_port: Annotated[
        int, Meta(ge=0, le=65_535, description="a whole number from 0 to 65535")
    ] = 0
    """Where 127.0.0.1 serves `/health` and `/metrics`; 0: nowhere."""

    language: Annotated[str, Meta(description="a language in quotes")] = "en"
    """What the bot speaks where neither a person nor a server has chosen."""

    threads: Annotated[bool, Meta(description="true or false")] = True
    """Whether a match gets its own thread where the bot may create one. A server may differ."""

    emojis: Annotated[bool, Meta(description="true or false")] = True
    """Whether the bot uploads small drawings for itself that stand beside words."""

    computer_delay: Annotated[
        float, Meta(ge=0, le=60, description="a number of seconds from 0 to 60")
    ] = 1.0
    """Seconds after which a computer opponent acts, more or less, so that people can follow."""

    requests_per_second: Annotated[
        int, Meta(ge=0, le=10_000, description="a whole number from 0 to 10000")
    ] = 45
    """How many requests a second the bot makes at most, beside answers; 0: as many as it likes."""

    drawing_processes: Annotated[
        int, Meta(ge=0, le=16, description="a whole number from 0 to 16")
    ] = 1
    """How many processes draw the pictures; 0: the bot itself."""

    idle_minutes: Annotated[
        int, Meta(ge=1, le=10_080, description="a whole number of minutes from 1 to 10080")
    ] = 30
    """Minutes after which a match that nobody touched leaves memory. It stays in the database."""

    lobby_minutes: Annotated[
        int, Meta(ge=1, le=10_080, description="a whole number of minutes from 1 to 10080")
    ] = 60
    """Minutes after which a lobby that nobody starts closes."""

    def __repr__(self) -> str:
        """Every setting except the token, which must not reach a log."""
        return "Config(" + ", ".join(f"{key}={value}" for key, value in self.shown()) + ")"

    def shown(self) -> list[tuple[str, str]]:
        """Each key with its value as one would write it, the token only as set or not set."""
        secret = "set" if self.token else "not set"
        return [
            (key, secret if key == "token" else _written(getattr(self, key)))
            for key in self.__struct_fields__
        ]


def load(path: Path | str = DEFAULT_PATH, environ: Mapping[str, str] = os.environ) -> Config:
    """The settings in the file `path`, with the token of the environment before the file's.

    The default file may be missing: then every setting has its default. Raises `ConfigError`.
    """
    path = Path(path)
    config = _decode(path, _parse(path, _read(path)))
    return msgspec.structs.replace(
        config,
        token=_token(path, config.token, environ),
        database=_database(path, config.database),
    )


def _read(path: Path) -> str:
    try:
        # Windows editors may put a byte order mark in front; utf-8-sig takes it off.
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        if path == DEFAULT_PATH:
            return ""
        raise ConfigError(f"{path}: there is no such file") from None
    except IsADirectoryError:
        raise ConfigError(f"{path} is a folder: name a file in it") from None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise ConfigError(f"{path}, line {line}: not UTF-8, save the file as UTF-8") from None
    except (OSError, ValueError) as error:
        raise ConfigError(f"{path} cannot be read: {_reason(error)}") from None


def _parse(path: Path, text: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        what, _, where = str(error).partition(" (at ")
        numbered = re.match(r"line (\d+)", where)
        line = numbered[1] if numbered else max(1, len(text.splitlines()))
        hint = " (text stands in quotes, true and false in small letters)"
        what += hint if what == "Invalid value" else ""
        raise ConfigError(f"{path}, line {line}: not valid TOML: {what}") from None
    except (ValueError, RecursionError):  # thousands of digits, thousands of brackets
        raise ConfigError(f"{path}: not valid TOML: a value goes on for too long") from None


def _decode(path: Path, given: Mapping[str, object]) -> Config:
    """The settings as they stand in the file, each of the right type and in its range."""
    allowed = _allowed_values()
    for key in given:
        if key not in allowed:
            raise ConfigError(
                f"{path}: there is no key {_written(_cut(key))}{_nearest(key, allowed)}"
            )
    for key, value in given.items():
        try:
            msgspec.convert({key: value}, Config, dec_hook=_path_of)
        except msgspec.ValidationError:
            shown = "" if key == "token" else f", not {_written(_cut(value))}"
            raise ConfigError(f"{path}: {key} must be {allowed[key]}{shown}") from None
    config = msgspec.convert(given, Config, dec_hook=_path_of)
    if config.language not in languages():
        choice = " or ".join(_written(language) for language in languages())
        raise ConfigError(
            f"{path}: language must be {choice}, not {_written(_cut(config.language))}"
        )
    return config


def _allowed_values() -> dict[str, str]:
    """For each key of the file what it may hold, in words."""
    hints = get_type_hints(Config, include_extras=True)
    return {
        key: meta.description or ""
        for key in Config.__struct_fields__
        for meta in get_args(hints[key])
        if isinstance(meta, Meta)
    }


def _nearest(key: str, keys: Iterable[str]) -> str:
    near = difflib.get_close_matches(key.lower().replace("-", "_"), keys, n=1)
    return f"; did you mean {near[0]}?" if near else f"; there are {', '.join(keys)}"


def _path_of(kind: type, value: object) -> Path:
    """Tell msgspec how the one type that it does not know is written."""
    if kind is Path and isinstance(value, str):
        return Path(value)
    raise TypeError


def _token(path: Path, in_file: str, environ: Mapping[str, str]) -> str:
    from_environment = environ.get(TOKEN_VARIABLE, "").strip()
    source, token = (
        (TOKEN_VARIABLE, from_environment)
        if from_environment
        else (f"{path}: token", in_file.strip())
    )
    # It travels in an HTTP header, where a line break or an accent would fail with a traceback.
    # Docker takes quotes in an --env-file for a part of it.
    if token and re.fullmatch(r"[!#-&(-~]+", token) is None:
        raise ConfigError(
            f"{source} must be one word of plain letters, digits and punctuation, without quotes "
            "in it"
        )
    return token


def _database(path: Path, written: Path) -> Path:
    try:
        database = (path.parent / written.expanduser()).resolve()
        if not written.name or (database.exists() and not database.is_file()):
            raise ConfigError(
                f"{path}: database must be the name of a file, not of a folder or a device "
                f"({_written(str(written))})"
            )
    except PermissionError as error:
        raise ConfigError(f"{path}: {error.filename} cannot be read: {_reason(error)}") from None
    except (OSError, RuntimeError, ValueError) as error:  # unknown home, looping link, NUL
        raise ConfigError(
            f"{path}: database must be the name of a file: {_reason(error)}"
        ) from None
    return database


def _reason(error: Exception) -> str:
    if isinstance(error, ValueError):  # a null character; Python's words for it differ
        return "no file can have that name"
    return (isinstance(error, OSError) and error.strerror) or str(error)


def _cut(value: object) -> object:
    """The value, a long text only by its beginning."""
    return value[:59] + "…" if isinstance(value, str) and len(value) > 60 else value


def _written(value: object) -> str:
    """A value as one would write it in the file."""
    match value:
        case bool():
            return "true" if value else "false"
        case str() | Path():
            return json.dumps(str(value), ensure_ascii=False)
        case int():
            return str(value) if abs(value) < 10**15 else "such a large number"
        case float():
            return str(value)
        case dict():
            return "a table"
        case list():
            return "a list"
        case _:
            return "a date or time"
