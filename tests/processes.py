"""Other processes, as tests look at them."""

import os
from pathlib import Path


def gone(pid: int) -> bool:
    """Whether a process has ended, be it that nobody has asked for its exit code."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    stat = Path(f"/proc/{pid}/stat")
    return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] == "Z"
