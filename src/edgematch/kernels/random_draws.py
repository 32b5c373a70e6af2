"""Random numbers inside kernels: one word of state, the same on every machine."""

import numpy as np
from numpy.typing import NDArray

from edgematch.kernels.compiled import inlined


@inlined
def draw_below(random: NDArray[np.uint64], limit: int) -> int:
    """Draw a number from 0 to `limit` - 1 (xorshift64, the high bits)."""
    state = random[0]
    state ^= state >> np.uint64(12)
    state ^= state << np.uint64(25)
    state ^= state >> np.uint64(27)
    random[0] = state
    return np.int64((state >> np.uint64(33)) % np.uint64(limit))


@inlined
def draw_share(random: NDArray[np.uint64]) -> float:
    """Draw a number from 0 up to, but not including, 1."""
    return draw_below(random, 1 << 30) / 1073741824.0
