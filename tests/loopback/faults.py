"""What goes wrong on purpose, how fast the bot may ask, and what was asked."""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from .message import Wire
from .posting import Uploads


@dataclass
class Request:
    """One request of the bot. `name` is the endpoint's, such as 'edit message'."""

    name: str
    method: str
    path: str
    query: dict[str, str] = field(default_factory=dict)
    body: Any = None
    uploads: Uploads = field(default_factory=dict)
    at: float = field(default_factory=time.perf_counter)
    """When it had arrived whole, in seconds of `time.perf_counter`."""
    seconds: float = 0.0
    """How long the server took for it, injected delays included."""
    status: int | None = None
    """None as long as it runs, or if its connection was dropped."""


@dataclass
class Fault:
    """Something that happens to the next `times` requests of an endpoint ('*' for all).

    With a status the request is refused, or, if `carried_out`, only seems to be. `drop` closes the
    connection without an answer, before the request takes effect or after it did. A `delay` in
    seconds comes before everything else.
    """

    name: str
    status: int | None = None
    carried_out: bool = False
    code: int = 0
    message: str = "injected"
    times: int = 1
    retry_after: float | None = None
    is_global: bool = False
    delay: float = 0.0
    drop: Literal["before", "after"] | None = None
    when: Callable[[Request], bool] = lambda request: True

    def strikes(self, request: Request) -> bool:
        """Whether it concerns this request; counts if so."""
        if self.times <= 0 or self.name not in ("*", request.name) or not self.when(request):
            return False
        self.times -= 1
        return True

    def body(self) -> Wire:
        wire: Wire = {"code": self.code, "message": self.message}
        if self.retry_after is not None:
            wire |= {"retry_after": self.retry_after, "global": self.is_global}
        return wire


@dataclass
class RateLimit:
    """At most `limit` requests of the named endpoints per channel in `per` seconds."""

    names: frozenset[str]
    limit: int = 5
    per: float = 5.0
    _recent: dict[str, deque[float]] = field(default_factory=dict)

    def take(self, place: str) -> tuple[dict[str, str], float | None]:
        """The headers of the answer, and how long to wait if it is refused."""
        now = time.monotonic()
        recent = self._recent.setdefault(place, deque())
        while recent and recent[0] <= now - self.per:
            recent.popleft()
        refused = len(recent) >= self.limit
        if not refused:
            recent.append(now)
        reset_after = recent[0] + self.per - now
        headers = {
            "X-RateLimit-Limit": str(self.limit),
            "X-RateLimit-Remaining": str(self.limit - len(recent)),
            "X-RateLimit-Reset": f"{time.time() + reset_after:.3f}",
            "X-RateLimit-Reset-After": f"{reset_after:.3f}",
            "X-RateLimit-Bucket": "+".join(sorted(self.names)).replace(" ", "-"),
        }
        return headers, reset_after if refused else None
