"""The table of the benchmarks: what fails is said in it, and in the exit code."""

import sys
from types import SimpleNamespace

import pytest

from bench import __main__ as table


def test_a_part_that_fails_is_a_row_and_the_others_still_count(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken() -> list[tuple[str, str]]:
        raise OSError("no\nroom")

    monkeypatch.setitem(sys.modules, "bench.broken", SimpleNamespace(rows=broken))
    monkeypatch.setitem(sys.modules, "bench.fine", SimpleNamespace(rows=lambda: [("a", "1 ms")]))
    monkeypatch.setattr(table, "PARTS", ("broken", "fine"))
    assert table.main() == 1
    shown = capsys.readouterr().out
    assert "| broken | failed: OSError: no room |" in shown
    assert "| a | 1 ms |" in shown


def test_nothing_failed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "bench.fine", SimpleNamespace(rows=lambda: [("a", "1 ms")]))
    monkeypatch.setattr(table, "PARTS", ("fine",))
    assert table.main() == 0
    assert "Python 3." in capsys.readouterr().out
