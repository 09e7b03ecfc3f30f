"""All benchmarks in one table: `python -m bench`. Exit code 1 if one of them failed."""

import argparse
import os
import platform
import sys
import traceback
from collections.abc import Sequence
from datetime import date
from importlib import import_module
from pathlib import Path
from time import perf_counter

PARTS = ("engine_speed", "draw_speed", "press", "requests", "memory", "startup", "load")


def main(arguments: Sequence[str] = ()) -> int:
    """Run every part, one after the other, and print the table."""
    argparse.ArgumentParser(prog="python -m bench", description=__doc__).parse_args(arguments)
    began = perf_counter()
    print(f"{machine()}; Python {platform.python_version()}; {date.today().isoformat()}\n")
    print("| what | result |")
    print("| --- | --- |")
    failed = False
    for part in PARTS:
        try:
            rows: list[tuple[str, str]] = import_module(f"bench.{part}").rows()
        except Exception as error:  # noqa: BLE001  (whatever it is: the other parts still count)
            traceback.print_exc()
            rows, failed = [(part, f"failed: {type(error).__name__}: {_line(error)}")], True
        for label, value in rows:
            print(f"| {label} | {value} |", flush=True)
    print(f"\nmeasured in {perf_counter() - began:.0f} s")
    return int(failed)


def machine() -> str:
    """The processor, and how many of its cores there are."""
    name = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        models = [
            line.partition(":")[2].strip()
            for line in cpuinfo.read_text(encoding="utf-8").splitlines()
            if line.startswith("model name")
        ]
        name = models[0] if models else name
    return f"{os.cpu_count()} × {name}, {platform.system()}"


def _line(error: Exception) -> str:
    return " ".join(str(error).split())[:100]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
