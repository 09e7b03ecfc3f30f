"""The ring of 14 spaces (Rulebook, Game setup), numbered clockwise from the green home."""

SPACES = 14

HOMES = (1, 8)
"""The home space of team 0 (green) and of team 1 (blue)."""

CORNERS = frozenset((3, 6, 10, 13))
"""The black market spaces, in use in advanced mode only."""


def space_after(space: int, steps: int) -> int:
    """The space `steps` forward (clockwise; negative: backward) of `space`."""
    return (space - 1 + steps) % SPACES + 1
