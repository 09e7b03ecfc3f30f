"""The numbers that Prometheus may collect. They count; `bot.monitor` serves them.

No label tells people, servers or matches apart.
"""

from prometheus_client import Counter, Gauge, Histogram

RUNNING = Gauge("safehouse_matches_running", "Matches that are not over")
IN_MEMORY = Gauge("safehouse_matches_in_memory", "Matches held in memory")
ACTIONS = Counter("safehouse_actions", "Actions carried out and written down")
PRESSES = Histogram(
    "safehouse_press_seconds",
    "Seconds from the arrival of a press to the end of its answer",
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 20),
)
REFRESH_FAILURES = Counter(
    "safehouse_refresh_failures", "Refreshes of a match's messages that did not get through"
)
COMMITS = Histogram(
    "safehouse_commit_seconds",
    "Seconds that a transaction took, waiting for the database and the disk included",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 15),
)
PICTURES_DRAWN = Counter("safehouse_pictures_drawn", "Pictures that were drawn")
PICTURES_KEPT = Counter("safehouse_pictures_kept", "Pictures that had been drawn before")
