"""`python -m engine replay`: what it prints, and how it refuses."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.record import decode, encode, replay

from .test_record import data, played

GOOD = encode(played(actions=3))
FINISHED = encode(played())
BAD = json.dumps(data(format=2)).encode()


@pytest.fixture
def record(tmp_path):
    """A file with a record of a match that is still running."""
    path = tmp_path / "match.json"
    path.write_bytes(GOOD)
    return path


def run(*arguments, stdin=b""):
    """The command as a user runs it."""
    command = [sys.executable, "-m", "engine", *map(str, arguments)]
    return subprocess.run(command, input=stdin, capture_output=True, timeout=60, check=False)


def printed(capfdbinary, *arguments):
    """What the command prints, by calling it."""
    assert main(["replay", *map(str, arguments)]) == 0
    out, err = capfdbinary.readouterr()
    assert err == b""
    assert out.endswith(b"\n")
    return json.loads(out)


def refused(capfdbinary, *arguments):
    """The one line on standard error with which the command refuses."""
    try:
        code = main([str(argument) for argument in arguments])
    except SystemExit as exit_:
        code = exit_.code
    out, err = capfdbinary.readouterr()
    assert code == 2
    assert out == b""
    assert err.count(b"\n") == 1
    return err.decode().rstrip("\n")


def test_a_file_or_standard_input_is_replayed_to_one_json_object(record):
    by_file, by_input = run("replay", record), run("replay", "-", stdin=GOOD)
    assert by_file.returncode == by_input.returncode == 0
    assert by_file.stdout == by_input.stdout
    assert by_file.stderr == by_input.stderr == b""
    assert json.loads(by_file.stdout)["game"] == "agent-avenue"


def test_without_a_viewer_everything_is_printed(record, capfdbinary):
    shown = printed(capfdbinary, record)
    full = replay(decode(GOOD)).full()
    assert shown["hands"] == [list(hand) for hand in full.hands]
    assert shown["to_act"] == list(full.to_act)
    assert set(shown["legal"]) == {str(seat) for seat in full.to_act}


@pytest.mark.parametrize("seat", [0, 1])
def test_from_seat_prints_what_the_seat_may_see(record, capfdbinary, seat):
    everything = printed(capfdbinary, record)
    shown = printed(capfdbinary, record, "--from-seat", seat)
    assert shown["hands"][seat] == everything["hands"][seat]
    assert shown["hands"][1 - seat] == [None] * 4
    own = {key: everything["legal"][key] for key in everything["legal"] if key == str(seat)}
    assert shown["legal"] == own


def test_public_prints_what_a_bystander_may_see(record, capfdbinary):
    shown = printed(capfdbinary, record, "--public")
    assert shown["hands"] == [[None] * 4, [None] * 4]
    assert shown["legal"] == {}


def test_a_finished_match_is_printed_the_same_for_everybody(tmp_path, capfdbinary):
    path = tmp_path / "finished.json"
    path.write_bytes(FINISHED)
    shown = printed(capfdbinary, path)
    assert shown["over"]
    assert shown == printed(capfdbinary, path, "--public")
    assert shown == printed(capfdbinary, path, "--from-seat", 1)


@pytest.mark.parametrize("seat", ["2", "-1", "99999999999999999999"])
def test_a_viewer_who_has_no_seat_is_refused(record, capfdbinary, seat):
    message = refused(capfdbinary, "replay", record, "--from-seat", seat)
    assert message == f"seats: there is no seat {seat}"


def test_a_refused_record_is_named_on_standard_error(tmp_path, capfdbinary):
    path = tmp_path / "bad.json"
    path.write_bytes(BAD)
    assert refused(capfdbinary, "replay", path) == "format: Invalid enum value 2"


@pytest.mark.parametrize("name", ["nothing.json", "nothing.jsonl", "no\nsuch.json", "."])
def test_a_file_that_cannot_be_read_is_one_line(tmp_path, capfdbinary, name):
    message = refused(capfdbinary, "replay", tmp_path / name)
    assert message.endswith(("No such file or directory", "Is a directory"))


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["play"],
        ["replay"],
        ["replay", "a", "b\nc"],
        ["replay", "-", "--from-seat", "A"],
        ["replay", "-", "--from-seat"],
        ["replay", "-", "--public", "--from-seat", "0"],
        ["replay", "-", "--nonsense"],
    ],
)
def test_a_wrong_command_is_one_line(capfdbinary, arguments):
    assert refused(capfdbinary, *arguments).startswith("python -m engine")


def lines_of(result):
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_jsonl_has_one_line_of_output_for_each_record(tmp_path):
    path = tmp_path / "many.jsonl"
    path.write_bytes(GOOD + b"\n" + FINISHED + b"\n")
    result = run("replay", path)
    assert result.returncode == 0
    assert [line["over"] for line in lines_of(result)] == [False, True]


def test_a_broken_line_never_stops_the_later_ones(tmp_path):
    path = tmp_path / "many.jsonl"
    broken = [BAD, b"{", b"\xff", b"", b"[" * 100_000, b"null", GOOD]
    path.write_bytes(b"\n".join(broken))
    result = run("replay", path)
    assert result.returncode == 2
    assert result.stderr == b""
    *errors, last = lines_of(result)
    assert len(errors) == len(broken) - 1
    assert all(list(error) == ["error"] for error in errors)
    assert errors[0] == {"error": "format: Invalid enum value 2"}
    assert last["game"] == "agent-avenue"


def test_lines_reads_standard_input_in_the_same_way():
    result = run("replay", "--lines", "-", "--public", stdin=GOOD + b"\r\n" + BAD + b"\n")
    assert result.returncode == 2
    good, bad = lines_of(result)
    assert good["legal"] == {}
    assert list(bad) == ["error"]


def test_a_viewer_who_has_no_seat_in_one_of_the_records_is_refused_there(tmp_path):
    path = tmp_path / "many.jsonl"
    path.write_bytes(GOOD + b"\n" + GOOD + b"\n")
    result = run("replay", path, "--from-seat", "2")
    assert result.returncode == 2
    assert lines_of(result) == [{"error": "seats: there is no seat 2"}] * 2


def test_no_lines_at_all_are_no_error(tmp_path):
    path = tmp_path / "none.jsonl"
    path.write_bytes(b"")
    result = run("replay", path)
    assert (result.returncode, result.stdout, result.stderr) == (0, b"", b"")


def test_a_reader_who_has_heard_enough_ends_it_quietly(tmp_path):
    path = tmp_path / "many.jsonl"
    path.write_bytes((GOOD + b"\n") * 500)
    command = [sys.executable, "-m", "engine", "replay", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        process.wait(timeout=60)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_output_that_cannot_be_written_is_one_line(record):
    with open("/dev/full", "wb") as full:
        command = [sys.executable, "-m", "engine", "replay", str(record)]
        result = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, timeout=60, check=False, env=os.environ
        )
    assert result.returncode == 2
    assert result.stderr == b"standard output: No space left on device\n"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
@pytest.mark.parametrize(
    ("arguments", "closed", "code"),
    [("replay {}", ">&-", 0), ("replay -", "<&-", 2), ("replay nowhere.json", "2>&-", 2)],
)
def test_a_stream_that_is_closed_is_an_empty_one(record, arguments, closed, code):
    command = f"{sys.executable} -m engine {arguments.format(record)} {closed}"
    result = subprocess.run(["sh", "-c", command], capture_output=True, timeout=60, check=False)
    assert result.returncode == code
    assert b"Traceback" not in result.stderr
