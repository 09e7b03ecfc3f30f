"""A newcomer plays a match against the computer in the page, by what stands on the buttons."""

import time

from tests.playground.page import Message, PlaygroundPage

MATCH_SECONDS = 120
"""Far more than a match takes on a slow machine."""

UNDER_A_TABLE = {"My hand", "Rematch"}
FACE_UP = "Choose the card to play face up"
FACE_DOWN = "Now the face-down card"


def test_plays_a_match_against_the_computer_to_the_end(page: PlaygroundPage) -> None:
    start_a_match(page)
    page.screenshot("playground-start")
    end = play_to_the_end(page)
    page.screenshot("playground-end")
    assert " wins: " in end.text
    assert end.pictures


def test_keeps_the_hand_to_its_owner(page: PlaygroundPage) -> None:
    start_a_match(page)
    page.press("My hand")
    assert any("Your hand" in text for text in page.texts())
    page.act_as("Ben")
    assert not any("Your hand" in text for text in page.texts())


def test_starts_a_match_of_teams_with_the_black_market(page: PlaygroundPage) -> None:
    page.run_command("play agent-avenue", mode="advanced", teams="two against two")
    for _ in range(3):
        page.press("Add computer")
    page.press("Start")
    page.wait_for("Black market")
    page.press("My hand")
    page.screenshot("playground-teams")
    table = next(m for m in reversed(page.messages()) if "Black market" in m.text)
    assert "Agent Avenue · advanced · two against two" in table.text
    assert "Ana & Computer" in table.text
    assert any("Your hand" in text for text in page.texts())


def start_a_match(page: PlaygroundPage) -> None:
    page.run_command("play agent-avenue")
    page.press("Add computer")
    page.press("Start")


def play_to_the_end(page: PlaygroundPage) -> Message:
    """Make every decision of Ana's with the first button that offers one; the last table."""
    until = time.monotonic() + MATCH_SECONDS
    shot = False
    while time.monotonic() < until:
        messages = page.messages()
        table = next(
            message for message in reversed(messages) if UNDER_A_TABLE & {*message.buttons}
        )
        if "Rematch" in table.buttons:
            return table
        label = decision(messages, table)
        if label is None:
            time.sleep(0.1)
            continue
        page.press(label)
        if not shot and label == "My hand":
            page.screenshot("playground-hand")
            shot = True
    raise AssertionError(f"nobody has won after {MATCH_SECONDS} s: {page.texts()[-2:]}")


def decision(messages: list[Message], table: Message) -> str | None:
    """The label of a button that goes on with Ana's decision; None if it is not hers."""
    if "→ @Ana" not in table.text:
        return None
    for label in table.buttons:
        if label.startswith("Recruit"):
            return label
    hand = next((message for message in reversed(messages) if message.private), None)
    if hand is None or not (FACE_UP in hand.text or FACE_DOWN in hand.text):
        return "My hand"
    return next(label for label in hand.buttons if not label.startswith(("Discard", "Back")))
