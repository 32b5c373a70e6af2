"""Look ahead: the number of ways to fill the next cells, by the type shown to them.

The next cells of the order form a *chain*: each has one side known (mostly towards the
row below) and hangs on the cell before it.  From the last cell back to the first,
`ways[x]` is the number of ways to fill the rest of the chain if the cell before shows a
side that wants x: the sum over the unused ways that fit the known side and show x, of
the number for what they show to the next cell.  Beside a hole nothing is known, and all
ways fit: those are `ways[0]`.  A break counts `BREAK` of a way.  Each
cell's number is divided by what the types alone let expect, because the worth of the
board counts that already.  A piece may be counted for several cells.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from edgematch.kernels.compiled import compiled, inlined
from edgematch.kernels.words import BIT_MASK, ONE, WORD_SHIFT

from .rows import count_first, count_row
from .steps import BeamLayer, Hashes, Steps

BREAK: Final = np.float32(0.02)
HANGS: Final = 1
"""The cell hangs on the one before it."""
MEETS: Final = 2
"""It does not, but a second side of it is known."""
NO_SLOT_AHEAD: Final = 65535
_LEAST: Final = np.float32(1e-30)
_LOG_SCALE: Final = np.float32(16 * 0.6931471805599453 / 8388608)
_ONE_BITS: Final = 127 << 23


class Chains(NamedTuple):
    """The chain of cells after each step."""

    first: NDArray[np.uint32]
    """Shape (steps + 1,): the cells of a step's chain."""
    group: NDArray[np.uint32]
    """Shape (cells,): the first group of ways, by the type of the known side; that of
    type 0 has all ways."""
    slot: NDArray[np.uint16]
    """Shape (cells, 3): the slots of the known side, of a second and of a third."""
    mode: NDArray[np.uint8]
    """Shape (cells,): `HANGS`, `MEETS` or 0."""
    is_lateral: NDArray[np.uint8]
    """Shape (cells,): whether the cell hangs by a side beside the rim."""
    lateral: NDArray[np.uint8]
    """Shape (types,): whether a type is of sides beside the rim."""
    group_first: NDArray[np.uint32]
    """Shape (groups + 1,)."""
    entry: NDArray[np.uint64]
    """Shape (ways in groups,): the piece, the type shown to the cell before or to the
    second known side, to the next cell, and to the third known side, 16 bits each."""


@inlined
def _take_shares(
    chains: Chains, counts: NDArray[np.int32], stride: int, shares: NDArray[np.float32]
) -> None:
    """Write to `shares` what one side is of all that are left, and the chance that two
    sides have the same type, for sides inside and for sides beside the rim.
    """
    shares[0], shares[1], shares[2], shares[3] = 0, 0, 0, 0
    for kind in range(1, counts.size):
        left = np.float32(counts[kind] // stride)
        shares[chains.lateral[kind]] += left
        shares[2 + chains.lateral[kind]] += left * left
    for lateral in range(2):
        total = max(shares[lateral], np.float32(1))
        shares[lateral] = np.float32(1) / total
        shares[2 + lateral] = shares[2 + lateral] / (total * total)


@inlined
def _share(
    chains: Chains,
    counts: NDArray[np.int32],
    stride: int,
    shares: NDArray[np.float32],
    kind: int,
) -> np.float32:
    """Return the share of a type among the sides that are left."""
    return np.float32(counts[kind] // stride) * shares[chains.lateral[kind]]


@inlined
def _sum_ways(
    layer: BeamLayer,
    chains: Chains,
    row: int,
    cell: int,
    third: int,
    after: NDArray[np.float32],
    before: NDArray[np.float32],
) -> int:
    """Sum the numbers of the ways of a cell by what they show to the cell before.

    Returns how many unused ways there are.
    """
    for kind in range(before.size):
        before[kind] = np.float32(0)
    group = np.int64(chains.group[cell])
    if chains.slot[cell, 0] != NO_SLOT_AHEAD:
        group += layer.demand[row, chains.slot[cell, 0]]
    ways = 0
    for place in range(chains.group_first[group], chains.group_first[group + 1]):
        entry = chains.entry[place]
        piece = entry & np.uint64(65535)
        if layer.used[row, piece >> WORD_SHIFT] >> (piece & BIT_MASK) & ONE:
            continue
        ways += 1
        number = after[entry >> np.uint64(32) & np.uint64(65535)]
        if third >= 0 and np.int64(entry >> np.uint64(48)) != third:
            number *= BREAK
        before[entry >> np.uint64(16) & np.uint64(65535)] += number
    return ways


@inlined
def _divide(
    ways: int,
    met: int,
    expected: np.float32,
    after: NDArray[np.float32],
    before: NDArray[np.float32],
) -> None:
    """Add breaks to the sums of a cell, and divide by what is expected.

    `met` is -1 if the cell hangs on the one before, and else the type that it must show
    to a second known side, or -2.
    """
    types, total = before.size, np.float32(0)
    for kind in range(types):
        total += before[kind]
    if ways == 0:
        mean = np.float32(0)
        for kind in range(1, types):
            mean += after[kind]
        mean /= np.float32(max(types - 1, 1))
        for kind in range(types):
            before[kind] = mean
        return
    share = np.float32(1) / (np.float32(ways) * (expected + BREAK))
    number = total / np.float32(ways)
    if met >= 0:
        number = (before[met] + BREAK * total) * share
    for kind in range(types):
        if met == -1 and kind > 0:
            number = (before[kind] + BREAK * total) * share
        before[kind] = number


@compiled
def look_ahead(
    steps: Steps,
    layer: BeamLayer,
    hashes: Hashes,
    chains: Chains,
    stride: int,
    step: int,
    first_row: int,
    end_row: int,
    ahead: NDArray[np.int8],
    counts: NDArray[np.int32],
    shares: NDArray[np.float32],
    numbers: NDArray[np.float32],
    number_bits: NDArray[np.int32],
) -> None:
    """Write to `ahead`, for each row, 16 times the logarithm for each type.

    `numbers` has two rows of one number per type; `number_bits` are the same as bits.
    """
    first, end = np.int64(chains.first[step]), np.int64(chains.first[step + 1])
    hashed = np.uint64(0)
    count_first(steps, stride, counts)
    for row in range(first_row, end_row):
        before_row = row - 1 if row > first_row else -1
        count_row(steps, layer, hashes, stride, row, before_row, counts, hashed)
        _take_shares(chains, counts, stride, shares)
        now, scale = 0, np.float32(1)
        for kind in range(counts.size):
            numbers[now, kind] = np.float32(1)
        mode, lateral = np.uint8(0), np.uint8(0)
        for cell in range(end - 1, first - 1, -1):
            mode, lateral = chains.mode[cell], chains.is_lateral[cell]
            third, met, expected = -1, -2, np.float32(0)
            if chains.slot[cell, 2] != NO_SLOT_AHEAD:
                third = np.int64(layer.demand[row, chains.slot[cell, 2]])
                third = third if third > 0 else -1
            if mode == HANGS:
                met, expected = -1, shares[2 + lateral]
            elif mode == MEETS:
                met = np.int64(layer.demand[row, chains.slot[cell, 1]])
                met = met if met > 0 else -2
            if met > 0:
                expected = _share(chains, counts, stride, shares, met)
            after, before = numbers[now], numbers[1 - now]
            ways = _sum_ways(layer, chains, row, cell, third, after, before)
            _divide(ways, met, expected, after, before)
            if third >= 0 and ways > 0:
                scale /= _share(chains, counts, stride, shares, third) + BREAK
            now = 1 - now
        for kind in range(counts.size):
            number = max(numbers[now, kind] * scale, _LEAST)
            if mode == HANGS and kind > 0:
                share = _share(chains, counts, stride, shares, kind)
                number *= (shares[2 + lateral] + BREAK) / (share + BREAK)
            numbers[now, kind] = number
            # The logarithm, from the exponent and a line for the mantissa.
            logarithm = np.float32(number_bits[now, kind] - _ONE_BITS) * _LOG_SCALE
            rounded = np.int64(np.floor(logarithm + np.float32(1)))
            ahead[row, kind] = np.int8(min(max(rounded, -127), 127))
