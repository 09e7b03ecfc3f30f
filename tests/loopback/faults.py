"""What goes wrong on purpose, how fast the bot may ask, and what was asked."""

import math
import time
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

    @property
    def has_own_token(self) -> bool:
        """Whether it is about an interaction, whose token stands in the path."""
        return self.path.startswith(("/interactions/", "/webhooks/"))


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
    """At most `limit` requests of the named endpoints per channel in `per` seconds.

    Without names it is the limit for the whole bot, of all that are not about an interaction.
    A span begins with its first request, and whatever is left of it is lost at its end.
    """

    names: frozenset[str]
    limit: int
    per: float
    _spans: dict[str, tuple[float, int]] = field(default_factory=dict)
    """By channel: when its present span began, and how many requests there have been since."""

    @property
    def is_global(self) -> bool:
        return not self.names

    def concerns(self, request: Request) -> bool:
        return request.name in self.names or (self.is_global and not request.has_own_token)

    def take(self, channel: str) -> tuple[dict[str, str], float | None]:
        """The headers of the answer, and how many seconds to wait if it is refused."""
        place, now = "" if self.is_global else channel, time.monotonic()
        began, taken = self._spans.get(place, (now, 0))
        if began + self.per <= now:
            began, taken = now, 0
        refused = taken == self.limit
        self._spans[place] = began, taken + (not refused)
        wait = began + self.per - now
        headers = {} if self.is_global else self._headers(self._spans[place][1], wait)
        return headers | (self._refusal(wait) if refused else {}), wait if refused else None

    def _headers(self, taken: int, wait: float) -> dict[str, str]:
        return {
            "X-RateLimit-Limit": str(self.limit),
            "X-RateLimit-Remaining": str(self.limit - taken),
            "X-RateLimit-Reset": f"{time.time() + wait:.3f}",
            "X-RateLimit-Reset-After": f"{wait:.3f}",
            "X-RateLimit-Bucket": "+".join(sorted(self.names)).replace(" ", "-"),
        }

    def _refusal(self, wait: float) -> dict[str, str]:
        headers = {"Retry-After": str(math.ceil(wait))}
        headers["X-RateLimit-Scope"] = "global" if self.is_global else "user"
        return headers | ({"X-RateLimit-Global": "true"} if self.is_global else {})
