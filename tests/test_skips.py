"""A test that is left out fails, unless the reason is allowed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.skips import SUPERUSER

ROOT = Path(__file__).parents[1]
WORKERS = ("-p", "xdist.plugin", "-n", "1")

LEFT_OUT = {
    "by a call": "def test(): pytest.skip({reason!r})",
    "by a mark": "@pytest.mark.skip(reason={reason!r})\ndef test(): ...",
    "on a condition": "@pytest.mark.skipif(True, reason={reason!r})\ndef test(): ...",
    "as a whole file": "pytest.skip({reason!r}, allow_module_level=True)",
    "without a reason": "@pytest.mark.skip\ndef test(): ...",
    "as an expected failure": "@pytest.mark.xfail(reason={reason!r})\ndef test(): assert False",
    "for want of a module": "pytest.importorskip('no_such_module')",
}


def run(folder: Path, text: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Run a file of tests with the plugin."""
    file = folder / "test_it.py"
    file.write_text(f"import pytest\n{text}\n", encoding="utf-8")
    command = ["pytest", "-p", "tests.skips", "-c", str(folder / "none.ini"), *options, str(file)]
    (folder / "none.ini").write_text("[pytest]\n")
    return subprocess.run(
        [sys.executable, "-m", *command],
        cwd=ROOT,
        env=os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("way", LEFT_OUT)
def test_a_test_that_is_left_out_fails(way: str, tmp_path: Path) -> None:
    ended = run(tmp_path, LEFT_OUT[way].format(reason="no time"))
    assert ended.returncode in (1, 2), ended.stdout
    assert "That is no reason of tests/skips.py." in ended.stdout


@pytest.mark.parametrize("options", [(), WORKERS], ids=["alone", "with workers"])
def test_an_allowed_reason_is_no_failure(options: tuple[str, ...], tmp_path: Path) -> None:
    ended = run(tmp_path, LEFT_OUT["by a call"].format(reason=SUPERUSER), *options)
    assert ended.returncode == 0, ended.stdout
    assert "1 skipped" in ended.stdout


def test_with_workers_it_fails_too(tmp_path: Path) -> None:
    ended = run(tmp_path, LEFT_OUT["by a call"].format(reason="no time"), *WORKERS)
    assert ended.returncode == 1, ended.stdout
