"""A browser for the tests, and the playground in a process of its own."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.playground.page import PlaygroundPage
from tests.skips import BROWSERS, NO_BROWSER

ROOT = Path(__file__).parents[2]


@pytest.fixture
def browser() -> Iterator[Browser]:
    """The system's Chromium with a fresh profile.

    Not shared: while Playwright runs, no other test in this process can start an event loop.
    """
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None and os.environ.get("SAFEHOUSE_REQUIRE_BROWSER") == "1":
        pytest.fail(NO_BROWSER)
    if path is None:
        pytest.skip(NO_BROWSER)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-background-networking"]
        )
        yield chromium
        chromium.close()


@pytest.fixture
def playground(tmp_path: Path) -> Iterator[str]:
    """The address of a running playground, which has to end cleanly."""
    config = tmp_path / "config.toml"
    config.write_text("computer_delay = 0.1\n")
    process = subprocess.Popen(
        [sys.executable, "-m", "bot", "playground", "--port", "0", "--config", str(config)],
        cwd=ROOT,
        env=os.environ | {"TMPDIR": str(tmp_path)},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        yield _address(process.stdout.readline())
        process.terminate()
        assert process.wait(timeout=10) == 0
        assert not list(tmp_path.glob("safehouse-*")), "the playground left its database behind"
    finally:
        process.kill()
        process.communicate()


@pytest.fixture
def page(browser: Browser, playground: str) -> Iterator[PlaygroundPage]:
    """The playground's page, opened for the first time."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    yield PlaygroundPage(context.new_page(), playground)
    context.close()


def _address(line: str) -> str:
    found = re.search(r"http://\S+", line)
    assert found, f"the playground's first line names no address: {line!r}"
    return found[0]
