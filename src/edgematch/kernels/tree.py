"""Outcomes of compiled tree searches, and the slots of their position in the tree."""

from typing import Final

PAUSED: Final = 0
"""The node budget is spent."""
FOUND: Final = 1
"""A solution is on the board."""
EXHAUSTED: Final = 2
"""Nothing is left to try."""

DEPTH: Final = 0
"""Slot of `at`: the present depth."""
FLOOR: Final = 1
"""Slot of `at`: the depth of the root; the search never backtracks beyond it."""
CEILING: Final = 2
"""Slot of `at`: the depth at which a node counts as a solution."""
PHASE: Final = 3
"""Slot of `at`: what to do next; its values are defined by each kernel."""
