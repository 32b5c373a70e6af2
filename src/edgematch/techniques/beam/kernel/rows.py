"""The counts of one row: sides left and demands by type, kept from row to row.

Rows that follow each other have most of their pieces in common, so the counts of a row
are those of the row before, changed where the two differ.
"""

import numpy as np
from numpy.typing import NDArray

from edgematch.kernels.compiled import compiled, inlined
from edgematch.kernels.words import ONE, WORD_SHIFT, ZERO, trailing_zeros

from .steps import NO_SLOT, BeamLayer, Hashes, Key, Steps


@inlined
def count_first(steps: Steps, stride: int, counts: NDArray[np.int32]) -> None:
    """Set the counts to those of a board without pieces."""
    for kind in range(counts.size):
        counts[kind] = steps.totals[kind] * stride


@inlined
def count_row(
    steps: Steps,
    layer: BeamLayer,
    hashes: Hashes,
    stride: int,
    row: int,
    before: int,
    counts: NDArray[np.int32],
    hashed: np.uint64,
) -> np.uint64:
    """Bring the counts and the hash from the row `before` (-1: none) to `row`."""
    for word in range(layer.used.shape[1]):
        now = layer.used[row, word]
        differs = now ^ layer.used[before, word] if before >= 0 else now
        while differs != ZERO:
            bit = trailing_zeros(differs)
            differs &= differs - ONE
            piece = np.uint64(word) << WORD_SHIFT | bit
            hashed ^= hashes.of_piece[piece]
            if now >> bit & ONE:
                for side in range(4):
                    counts[steps.of_piece[piece, side]] -= stride
            else:
                for side in range(4):
                    counts[steps.of_piece[piece, side]] += stride
    for slot in range(layer.demand.shape[1]):
        now_wanted, was_wanted = np.uint16(layer.demand[row, slot]), np.uint16(0)
        if before >= 0:
            was_wanted = np.uint16(layer.demand[before, slot])
        if now_wanted != was_wanted:
            if was_wanted:
                counts[was_wanted] -= 1
                hashed ^= hashes.of_demand[slot, was_wanted]
            if now_wanted:
                counts[now_wanted] += 1
                hashed ^= hashes.of_demand[slot, now_wanted]
    return hashed


@inlined
def _joint_worth(
    steps: Steps, key: Key, counts: NDArray[np.int32], kind: int
) -> np.int32:
    """Return the part of the worth that a type has together with its mate."""
    one, other = key.rest[counts[kind]], key.rest[counts[steps.mate[kind]]]
    return key.joint[one, other]


@inlined
def worth_of(steps: Steps, key: Key, counts: NDArray[np.int32]) -> int:
    """Return the worth of a board: the sum over the types."""
    worth = 0
    for kind in range(1, counts.size):
        worth += key.worth[counts[kind]]
        if key.joint.size > 0 and kind < steps.mate[kind]:
            worth += _joint_worth(steps, key, counts, kind)
    return worth


@inlined
def _change(
    steps: Steps, key: Key, counts: NDArray[np.int32], kind: int, more: int
) -> np.int32:
    """Change a count; return by how much the worth changes."""
    count = counts[kind] + np.int32(more)
    change = key.worth[count] - key.worth[counts[kind]]
    if key.joint.size > 0:
        change -= _joint_worth(steps, key, counts, kind)
        counts[kind] = count
        change += _joint_worth(steps, key, counts, kind)
    counts[kind] = count
    return change


@compiled
def worth_of_row(
    steps: Steps,
    layer: BeamLayer,
    hashes: Hashes,
    key: Key,
    row: int,
    counts: NDArray[np.int32],
) -> int:
    """Return the worth of the board of one row."""
    count_first(steps, key.stride, counts)
    count_row(steps, layer, hashes, key.stride, row, -1, counts, ZERO)
    return worth_of(steps, key, counts)


@inlined
def child_worth(
    steps: Steps,
    key: Key,
    counts: NDArray[np.int32],
    demands: NDArray[np.int32],
    step: int,
    way: np.uint64,
) -> int:
    """Return by how much a way changes the worth of a board."""
    change = np.int32(0)
    for side in range(4):
        kind, demand = steps.shown[way + np.uint64(side)], demands[side]
        if kind > 0:
            change += _change(
                steps, key, counts, kind, -key.stride - (1 if demand == kind else 0)
            )
        if demand < 0:
            if kind > 0 and steps.written[step, side] != NO_SLOT:
                wanted = steps.wanted[way + np.uint64(side)]
                change += _change(steps, key, counts, wanted, 1)
        elif demand != kind:
            change += _change(steps, key, counts, demand, -1)
    for side in range(4):
        kind, demand = steps.shown[way + np.uint64(side)], demands[side]
        if kind > 0:
            counts[kind] += key.stride
        if demand >= 0:
            counts[demand] += 1
        elif kind > 0 and steps.written[step, side] != NO_SLOT:
            counts[steps.wanted[way + np.uint64(side)]] -= 1
    return np.int64(change)
