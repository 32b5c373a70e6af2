"""What the kernels know of the steps, the layers and the key."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

NO_SLOT: Final = 65535
NO_SIDE: Final = 4

BINS: Final = 2048
"""The bins of a histogram that children with the same number of breaks fall into."""
BIN_SHIFT: Final = 4
"""The shift from a value to its bin: a bin is 16 units, 1/16 of a nat, wide."""
NOISES: Final = 4096
"""The number of values that noise takes."""


class Steps(NamedTuple):
    """The steps of a pass, and the ways of each kind of step in groups.

    A step has at most two leading demands; each kind of step has a group of ways for
    every pair of leading colors, for every first color, for every second color, one of
    all ways, and one of nothing but a hole.  A hole is a way after those of all pieces.
    """

    read: NDArray[np.uint16]
    """Shape (steps, 4): the slot of the demand on each side; `NO_SLOT` for none."""
    written: NDArray[np.uint16]
    """Shape (steps, 4): the slot for what each side demands; `NO_SLOT` for none."""
    leading: NDArray[np.uint8]
    """Shape (steps, 2): the sides of the leading demands; `NO_SIDE` for none."""
    has_others: NDArray[np.uint8]
    """Shape (steps,): 1 if there are more than two demands."""
    group_base: NDArray[np.uint32]
    """Shape (steps,): the first group of this kind of step."""
    onward: NDArray[np.uint8]
    """Shape (steps,): the side that faces the cell of the next step, or `NO_SIDE`."""
    first: NDArray[np.uint32]
    """Shape (groups + 1,): group g is the slice first[g]:first[g + 1] of `way`."""
    way: NDArray[np.uint32]
    """Shape (ways in groups,)."""
    shown: NDArray[np.uint16]
    """Shape (pieces * 16 + 16,): the type of each side of each way."""
    wanted: NDArray[np.uint16]
    """Shape (pieces * 16 + 16,): the type of the sides that may face it."""
    color: NDArray[np.uint16]
    """Shape (types,): the color of each type, by which groups are numbered."""
    mate: NDArray[np.uint16]
    """Shape (types,): the type of the sides that may face a type, often the same."""
    of_piece: NDArray[np.uint16]
    """Shape (pieces, 4): the types of a piece's sides."""
    totals: NDArray[np.int32]
    """Shape (types,): the number of sides of each type on all pieces."""


class BeamLayer(NamedTuple):
    """Boards with the same cells filled, one per row."""

    used: NDArray[np.uint64]
    """Shape (width, words): bits of the pieces."""
    demand: NDArray[np.uint8] | NDArray[np.uint16]
    """Shape (width, slots): the type wanted in each slot; 0 where none is, as beside a
    hole."""
    breaks: NDArray[np.uint16]
    """Shape (width,)."""


class Key(NamedTuple):
    """By what the children of one step are compared."""

    worth: NDArray[np.int32]
    """Shape (sides * `stride`,): of a number of sides left and of demands for them."""
    rest: NDArray[np.uint16]
    """Shape (sides * `stride`,): the sides that no demand needs, at least none."""
    joint: NDArray[np.int32]
    """Shape (sides, sides): the worth of the rest of a type and that of its mate; empty
    if all types are their own mates."""
    stride: int
    """The next number of sides is so far on; more than any number of demands."""
    ahead_weight: int
    """The weight of the look ahead, in 1/256."""
    noise: NDArray[np.int32]
    """Shape (NOISES,): what is added, drawn by the hash of the child."""
    best: int
    """The value at the upper end of the first bin."""
    break_bins: int
    """What a break costs, in bins."""
    gain: int
    """Children with a break are thought to gain at most this over their parent."""
    fewest: int
    """The fewest breaks of the layer."""


class Hashes(NamedTuple):
    """Random words; the exclusive or of a board's pieces and demands is its hash.

    Those of a hole and of type 0 are 0.
    """

    of_piece: NDArray[np.uint64]
    of_demand: NDArray[np.uint64]
    """Shape (slots, types)."""
