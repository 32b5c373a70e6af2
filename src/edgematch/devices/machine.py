"""What loops need of the machine that runs them.

The machine is a GPU; in the tests it is this processor, and g++ compiles the loops.
"""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray


class Loops(Protocol):
    """Loops, compiled for certain sizes."""

    def run(self, name: str, facts: NDArray[np.int64], rows: int) -> None:
        """Run one of the loops over rows."""


class Machine(Protocol):
    """Memory and loops."""

    name: str
    """What the machine is called."""
    arrays: Any
    """The module of its arrays: CuPy, or numpy."""
    multiprocessors: int
    """How many blocks of threads surely run at the same time."""
    shared_bytes: int
    """The most memory that the threads of a block can share."""

    def current(self) -> AbstractContextManager[Any]:
        """Let this thread use this machine."""

    def compile(
        self, text: str, sizes: Mapping[str, int], threads: int, shared_bytes: int = 0
    ) -> Loops:
        """Return loops for these sizes, with so many threads in a block.

        `shared_bytes` is what the threads of a block share beside the arrays in the
        text.
        """

    def address(self, array: Any) -> int:
        """Return where an array is in memory."""

    def to_host(self, array: Any) -> NDArray[Any]:
        """Return an array that numpy can read."""

    def free_bytes(self) -> int:
        """Return how much memory is free."""
