"""The standard streams of a command."""

import os
import sys


def open_closed() -> None:
    """Open what is closed of them on nothing, as with `>&-`: Python has None in its place.

    Else the next file that is opened would get its number, and what others write there.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            nothing = open(os.devnull, mode, encoding="utf-8")  # noqa: SIM115  (stays open)
            setattr(sys, name, nothing)
