"""The table of docs/performance.md: what is to be reached, and what is.

python -m bench.performance
"""

import platform
from datetime import date

from . import draw_speed, engine_speed, load, memory, requests, startup
from .__main__ import machine

AIMS = {
    "start to first answer": "≤ 3 s",
    "memory per running match": "≤ 30 KiB",
    "opening a match": "≤ 10 ms",
    "requests per decision": "≤ 3",
    "picture, the first": "",
    "picture,": "≤ 30 ms, ≤ 60 KiB",
}
"""By the beginning of the label; the first that fits counts."""


def aim(label: str) -> str:
    """What is to be reached; the parts of a sum have no aim of their own."""
    if label.startswith("requests per decision") and ":" in label:
        return ""
    return next((found for start, found in AIMS.items() if label.startswith(start)), "")


def main() -> None:
    print(f"{machine()}; Python {platform.python_version()}; {date.today().isoformat()}\n")
    print("| what | result | aim |")
    print("| --- | --- | --- |")
    for what, value, wanted in load.measure(load.arguments([])):
        print(f"| {what} | {value} | {wanted} |", flush=True)
    for part in (requests, memory, startup, draw_speed, engine_speed):
        for what, value in part.rows():
            print(f"| {what} | {value} | {aim(what)} |", flush=True)


if __name__ == "__main__":
    main()
