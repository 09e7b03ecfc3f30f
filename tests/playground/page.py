"""The playground's page as a person uses it: run a command, press a button, be somebody else."""

import os
import re
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Locator, Page

WIDTHS = (390, 1280)
"""The widths of the screenshots: a phone and a desktop."""

SCREENSHOTS = os.environ.get("SAFEHOUSE_SCREENSHOTS")
"""The folder for screenshots; without it none are taken."""

_SETTLED = """() => {
    const page = window.simcordPreview;
    return page?.ready && !page.pendingAction && page.awaitingRevision === null;
}"""

_MESSAGES = """() => [...document.querySelectorAll("article.channel-message")].map(message => ({
    text: message.innerText,
    buttons: [...message.querySelectorAll("button.component-button:not(:disabled)")]
        .map(button => button.innerText.trim()),
    pictures: [...message.querySelectorAll(".component-gallery img")]
        .filter(image => image.naturalWidth > 0).map(image => image.alt),
}))"""

_LAYOUT = """message => {
    const box = element => {
        const {left, top, right, bottom} = element.getBoundingClientRect();
        const fits = element.scrollWidth <= Math.ceil(right - left);
        return {left, top, right, bottom, fits};
    };
    const boxes = selector => [...message.querySelectorAll(selector)].map(box);
    return {
        page: document.documentElement.scrollWidth,
        message: box(message),
        pictures: boxes(".component-gallery img"),
        texts: boxes(".component-container .text-display"),
        buttons: boxes("button.component-button"),
    };
}"""

_PRIVATE = "Only you can see this"
_PATIENCE = 20.0
"""Seconds that a machine under load may take for anything."""


class Message(NamedTuple):
    """A message as the viewer sees it."""

    text: str
    buttons: list[str]
    """The labels of its buttons, without those that cannot be pressed."""
    pictures: list[str]
    """The alt texts of its pictures, without those that have not been loaded."""

    @property
    def private(self) -> bool:
        """Whether only the viewer sees it."""
        return _PRIVATE in self.text


class Box(NamedTuple):
    """Where something stands in the window, in pixels of the page."""

    left: float
    top: float
    right: float
    bottom: float
    fits: bool
    """Whether nothing in it goes beyond its right edge."""


class Layout(NamedTuple):
    """How a message stands in a window of some width."""

    page: float
    """The width of all there is, which people would have to scroll if it were more."""
    message: Box
    pictures: list[Box]
    texts: list[Box]
    buttons: list[Box]


class PlaygroundPage:
    """Drives the page. Every method returns when what it did has been answered."""

    def __init__(self, page: Page, url: str) -> None:
        self._page = page
        page.set_default_timeout(_PATIENCE * 1000)
        page.goto(url)
        self._settle()

    def messages(self) -> list[Message]:
        """The messages that the viewer sees, the oldest first."""
        return [Message(**message) for message in self._page.evaluate(_MESSAGES)]

    def texts(self) -> list[str]:
        """What stands in the messages that the viewer sees."""
        return [message.text for message in self.messages()]

    def run_command(self, name: str, **options: str) -> None:
        """Run a slash command, such as `play agent-avenue`, with a choice for each option."""
        self._settle()
        self._page.get_by_label("Message", exact=True).fill(f"/{name}")
        self._page.get_by_role("option").filter(has_text=f"/{name}").first.click()
        for option, choice in options.items():
            self._page.locator("button.command-ghost").click()
            self._page.get_by_role("option").filter(has_text=option).first.click()
            self._page.get_by_role("option").filter(has_text=choice).first.click()
        self._page.get_by_label("Send", exact=True).click()
        self._settle()

    def press(self, label: str) -> bool:
        """Press the newest button with this label; False if it had just changed, as it may."""
        self._settle()
        self._button(label).click()
        self._settle()
        return not self._page.evaluate("() => window.simcordPreview.lastAction.rejected")

    def act_as(self, name: str) -> None:
        """Be another member."""
        self._settle()
        self._page.get_by_label("Viewing as").select_option(label=name)
        self._settle()

    def wait_for(self, text: str) -> None:
        """Wait until a message says this, without touching anything."""
        self._page.locator("article.channel-message").filter(has_text=text).last.wait_for()

    def resize(self, width: int) -> None:
        """Make the window as wide as a phone or a desktop."""
        self._page.set_viewport_size({"width": width, "height": 900})
        self._settle()

    def layout(self, text: str) -> Layout:
        """How the newest message that says this stands in the window."""
        found = self._newest(text).evaluate(_LAYOUT)
        return Layout(
            found["page"],
            Box(**found["message"]),
            *([Box(**box) for box in found[kind]] for kind in ("pictures", "texts", "buttons")),
        )

    def picture_of(self, text: str) -> bytes:
        """A screenshot, a PNG, of the newest message that says this."""
        return self._newest(text).screenshot(animations="disabled")

    def _newest(self, text: str) -> Locator:
        return self._page.locator("article.channel-message").filter(has_text=text).last

    def screenshot(self, name: str) -> None:
        """Keep what the page looks like on a phone and on a desktop, if anybody asked for it."""
        if not SCREENSHOTS:
            return
        size = self._page.viewport_size
        for width in WIDTHS:
            self.resize(width)
            self._page.locator("article.channel-message").last.scroll_into_view_if_needed()
            self._page.screenshot(
                path=Path(SCREENSHOTS) / f"{name}-{width}.png", animations="disabled"
            )
        if size:
            self._page.set_viewport_size(size)

    def _button(self, label: str) -> Locator:
        buttons = self._page.locator("article.channel-message button.component-button")
        return buttons.filter(has_text=re.compile(rf"^\s*{re.escape(label)}\s*$")).last

    def _settle(self) -> None:
        self._page.wait_for_function(_SETTLED)
