"""The engine's command line, `replay` and `verify`: see docs/record-format.md."""

import argparse
import os
import sys
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from typing import BinaryIO, NoReturn

import msgspec

from engine import proof
from engine.game import View
from engine.proof import ProofError
from engine.record import RecordError, decode, one_line, replay
from engine.streams import open_closed

OK = 0
REFUSED = 2
INTERRUPTED = 130

Show = Callable[[bytes], View]
"""From the text of a record to what is printed of it. Raises `RecordError`."""


class Parser(argparse.ArgumentParser):
    """Says in one line what is wrong with a command."""

    def error(self, message: str) -> NoReturn:
        _complain(f"{self.prog}: {message}")
        self.exit(REFUSED)


def main(arguments: list[str] | None = None) -> int:
    """Run a command. Returns the exit code."""
    open_closed()
    options = _parser().parse_args(arguments)
    try:
        with _open(options.file) as file:
            if options.command == "verify":
                return _verify(file.read(), options.commitment)
            show = _show(options.from_seat, options.public)
            by_line = options.lines or options.file.endswith(".jsonl")
            return _replay_lines(file, show) if by_line else _replay(file.read(), show)
    except OSError as error:
        _complain(f"{options.file}: {error.strerror}")
        return REFUSED
    except KeyboardInterrupt:
        return INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="python -m engine", description="Rules without a table.")
    commands = parser.add_subparsers(required=True, metavar="command", dest="command")
    command = commands.add_parser("replay", help="print the state that a match record leads to")
    command.add_argument("file", metavar="FILE", help="a match record, - for standard input")
    viewer = command.add_mutually_exclusive_group()
    viewer.add_argument("--from-seat", type=int, metavar="N", help="only what seat N may see")
    viewer.add_argument("--public", action="store_true", help="only what a bystander may see")
    command.add_argument("--lines", action="store_true", help="one record a line, as for .jsonl")
    command = commands.add_parser("verify", help="check the proof that a deal was fair")
    command.add_argument("file", metavar="FILE", help="a proof, - for standard input")
    command.add_argument("--commitment", metavar="HEX", help="what the lobby showed")
    return parser


def _open(file: str) -> AbstractContextManager[BinaryIO]:
    return nullcontext(sys.stdin.buffer) if file == "-" else open(file, "rb")


def _show(from_seat: int | None, public: bool) -> Show:
    """How a record is shown: to everybody, to a bystander, or to one seat."""

    def show(data: bytes) -> View:
        record = decode(data)
        state = replay(record)
        if public:
            return state.view(None)
        if from_seat is None:
            return state.full()
        if not 0 <= from_seat < len(record.seats):
            raise RecordError(f"seats: there is no seat {from_seat}")
        return state.view(from_seat)

    return show


def _verify(data: bytes, commitment: str | None) -> int:
    try:
        shown = proof.decode(data)
        proof.check(shown, commitment)
    except ProofError as error:
        _complain(str(error))
        return REFUSED
    record = shown.record
    _print(
        {
            "format": proof.FORMAT,
            "game": record.game,
            "fair": True,
            "seats": len(record.seats),
            "commitment": shown.commitment,
            "contributions": shown.contributions,
        }
    )
    return OK


def _replay(data: bytes, show: Show) -> int:
    try:
        _print(show(data))
    except RecordError as error:
        _complain(str(error))
        return REFUSED
    return OK


def _replay_lines(lines: Iterable[bytes], show: Show) -> int:
    """One record a line, one line of output each; a refused one never stops the later ones."""
    code = OK
    for line in lines:
        try:
            _print(show(line))
        except RecordError as error:
            _print({"error": str(error)})
            code = REFUSED
    return code


def _print(value: object) -> None:
    """One line of JSON. Ends the program if nobody takes it."""
    try:
        sys.stdout.buffer.write(msgspec.json.encode(value) + b"\n")
        sys.stdout.buffer.flush()
    except OSError as error:
        # What is left in the buffer must have somewhere to go when Python shuts down.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            _complain(f"standard output: {error.strerror}")
        sys.exit(REFUSED)


def _complain(message: str) -> None:
    sys.stderr.write(one_line(message) + "\n")


if __name__ == "__main__":
    sys.exit(main())
