"""No test is left out without a reason that stands here: whatever else is skipped fails.

A plugin of pytest's, which `tests/conftest.py` registers.
"""

import sys
from collections.abc import Generator
from typing import TypeVar

import pytest

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")

SUPERUSER = "the superuser may read every file"
NO_BROWSER = f"needs one of these browsers on the PATH: {', '.join(BROWSERS)}"
"""Nor is this one allowed where SAFEHOUSE_REQUIRE_BROWSER is 1, as in CI."""

NO_TOOLS = "needs jq, xxd, sha256sum and openssl, with which docs/fair-deal.md checks a deal"

ELSEWHERE = {
    "limits another process's files",
    "needs a device that is always full",
    "only Linux counts niceness by thread",
    "reads the sockets in /proc",
    "there is no fork on Windows",
    "Windows has no such files",
    "Windows sends no such signals",
}
"""What only Linux can try; there nothing of it may be left out."""

ALLOWED = {SUPERUSER, NO_BROWSER, NO_TOOLS} | (ELSEWHERE if sys.platform != "linux" else set())

Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Of each test."""
    return judged((yield))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Of each file."""
    return judged((yield))


def judged(report: Report) -> Report:
    """The report; a failure if something was skipped for a reason that is not allowed."""
    if report.outcome == "skipped":
        told = report.longrepr[2] if isinstance(report.longrepr, tuple) else "an expected failure"
        if told.removeprefix("Skipped: ") not in ALLOWED:
            report.outcome = "failed"
            vars(report).pop("wasxfail", None)
            report.longrepr = f"{told}\nThat is no reason of tests/skips.py."
    return report
