"""How long the passes of a beam take, so that they can be planned to end in time.

The time of a pass is proportional to its width, and every cell takes its share: both
are known from the pass before.  A pass that turns out to be slower, on a machine that
has become busy, can be narrowed on its way.
"""

import numpy as np
from numpy.typing import NDArray

_TRUST = 0.1
"""The share of a pass after which its own pace counts as much as the last one's."""


class Pace:
    """The time of each cell, from the last pass that filled it."""

    def __init__(self, cells: int) -> None:
        self.of_cell: NDArray[np.float64] = np.zeros(cells)
        """Seconds for a beam of width 1; 0 before the first pass."""
        self.begin(0, 1)

    def begin(self, cell: int, width: int) -> None:
        """Begin a pass, or continue one that has reached a cell."""
        self._before = self.of_cell.copy()
        self._cell, self._spent, self._expected = cell, 0.0, 0.0
        self._trust = _TRUST * width * self._before.sum()

    def reach(self, cell: int, width: int, seconds: float) -> None:
        """Record that a pass has reached a cell, so many seconds after it was begun."""
        if cell > self._cell:
            cells = slice(self._cell, cell)
            took = max(seconds - self._spent, 1e-9)
            self.of_cell[cells] = took / (cell - self._cell) / width
            self._expected += width * self._before[cells].sum()
            self._cell, self._spent = cell, seconds

    def width_in(self, seconds: float) -> int:
        """Return how wide a pass of so many seconds is."""
        return int(seconds / self.of_cell.sum())

    def width_of_rest(self, width: int, seconds: float) -> int:
        """Return how wide the rest of a pass may be to take no longer than this.

        That is at most its present width, and at least 1.
        """
        if not self._trust:
            return width  # nothing is known
        slowness = (self._spent + self._trust) / (self._expected + self._trust)
        rest = slowness * self._before[self._cell :].sum()
        return width if width * rest <= max(seconds, 0) else max(int(seconds / rest), 1)
