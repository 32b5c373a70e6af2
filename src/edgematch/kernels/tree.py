"""What all compiled tree searches agree on: outcomes, and their place in the tree."""

from typing import Final

PAUSED: Final = 0
"""The node budget is spent."""
FOUND: Final = 1
"""A solution is on the board."""
EXHAUSTED: Final = 2
"""Nothing is left to try."""

DEPTH: Final = 0
"""Slot of `at`: the depth at which the search stands."""
FLOOR: Final = 1
"""Slot of `at`: the depth that the search goes back no further than."""
CEILING: Final = 2
"""Slot of `at`: the depth at which a node counts as a solution."""
PHASE: Final = 3
"""Slot of `at`: what a kernel was doing when it paused; its own affair."""
