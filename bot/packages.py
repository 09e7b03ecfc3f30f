"""What to do about a package that is not installed. It imports none itself."""

import sys

OURS = ("bot", "cogs", "engine")


def how_to_install(missing: ModuleNotFoundError) -> str:
    """A sentence on it. Raises the error itself if what is missing is a part of this project."""
    package = (missing.name or "").partition(".")[0]
    if package in OURS:
        raise missing
    return (
        f"The package {package} is missing for {sys.executable}. Start Safehouse with the Python "
        "of its .venv, which `make run` makes and fills, or install what is needed here: "
        f"{sys.executable} -m pip install --require-hashes -r requirements.lock"
    )
