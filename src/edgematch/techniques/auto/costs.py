"""What searches cost: nodes in effort, effort in seconds.

The unit of effort is a node of row scan.
"""

import math

from edgematch.techniques.consistency import Consistency
from edgematch.techniques.row_scan import RowScan

SOLUTION_COST = 250
"""Effort of a solution that is found and not reported: a call of the kernel."""
_EFFORT_A_SECOND = 5e7
"""What a processor does."""
_GPU_NODES_A_SECOND = 4e10
"""What a first program placed on one H200, in any fill order."""
_GPU_START = 2.0
"""Seconds before a GPU has begun."""


def node_cost(technique: RowScan | Consistency, cells: int) -> int:
    """Return the effort of a node.

    Propagation visits most domains, and their size grows with the number of pieces.
    Measured with 6 to 57 colors: 6 × 6 70 to 100, 7 × 7 100 to 130, 8 × 8 120 to 140,
    10 × 10 220 to 800, 12 × 12 900 to 2000, 16 × 16 2100 to 5000.
    """
    if isinstance(technique, RowScan):
        return 1
    return max(100, math.isqrt(cells**5) // 250)


def seconds_of(effort: float) -> float:
    """Return how long one thread of a processor takes."""
    return effort / _EFFORT_A_SECOND


def seconds_on_gpu(nodes: float) -> float:
    """Return how long a GPU takes for nodes of row scan, with its start."""
    return nodes / _GPU_NODES_A_SECOND + _GPU_START
