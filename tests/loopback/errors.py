"""Refusals as Discord words them."""

MESSAGES: dict[int, tuple[int, str]] = {
    # JSON error code: (HTTP status, message); from Discord's "Opcodes and Status Codes"
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10013: (404, "Unknown User"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50013: (403, "Missing Permissions"),
    50024: (400, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50035: (400, "Invalid Form Body"),
    50083: (400, "Thread is archived"),
    160004: (400, "A thread has already been created for this message"),
}


class ApiError(Exception):
    """A request that Discord refuses, with its JSON error code."""

    def __init__(self, code: int, detail: str = "") -> None:
        self.status, text = MESSAGES[code]
        self.code = code
        self.text = f"{text}: {detail}" if detail else text
        super().__init__(f"{code} {self.text}")
