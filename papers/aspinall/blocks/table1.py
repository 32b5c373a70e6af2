"""Table 1 of Aspinall et al. anew: blocks counted each, and counted as the paper does.

Its counts of META'10 10 × 10 to 14 × 14 are those of blocks of a kind that differ in
their four pieces or in the patterns on their sides, where the patterns may begin at any
side of the block and are read from left to right and from top to bottom.  A turn of the
block reverses the patterns on two of its sides, so its four turns are told apart unless
each of these patterns has one color twice.  Name puzzles on the command line.
"""

import sys
from collections import defaultdict

import numpy as np
from numpy.typing import NDArray

from edgematch import load
from edgematch.geometry import SIDES
from edgematch.techniques.blocks.tables.enumeration import BlockList, all_blocks
from edgematch.techniques.blocks.tables.places import block_places, kinds_of

Facts = NDArray[np.int64]
"""Shape (blocks, 8): the pieces of each, sorted, and the patterns of its sides."""


def facts_of(blocks: BlockList) -> Facts:
    """Return all that a search by blocks tells apart."""
    shown = [blocks.shown_patterns(side) for side in SIDES]
    return np.column_stack([np.sort(blocks.pieces, axis=1), *shown]).astype(np.int64)


def from_any_side(facts: Facts) -> Facts:
    """Let the patterns of each block begin where they make the smallest number."""
    base = facts[:, 4:].max() + 1
    number = [
        sum(facts[:, 4 + (first + each) % 4] * base ** (3 - each) for each in range(4))
        for first in range(4)
    ]
    return np.column_stack([facts[:, :4], np.min(number, axis=0)])


def different(facts: NDArray[np.int64]) -> int:
    """Return how many different rows there are."""
    return len(np.unique(facts, axis=0))


def main(names: list[str]) -> None:
    """Print a line for each puzzle."""
    print("| puzzle | corner | edge | inner | twins once | from any side |")
    print("|---|---|---|---|---|---|")
    for name in names:
        puzzle = load(name).puzzle.with_hints(())
        counts: dict[str, NDArray[np.int64]] = defaultdict(lambda: np.zeros(3, int))
        for kind in kinds_of(block_places(puzzle, 2, 2)):
            facts = facts_of(all_blocks(puzzle, kind))
            once, turned = different(facts), different(from_any_side(facts))
            counts[kind.name] += len(facts), once, turned
        each, once_each, turned_each = np.transpose(
            [counts[name] for name in ("corner", "border", "inner")]
        ).tolist()
        fewer = [", ".join(map("{:,}".format, row)) for row in (once_each, turned_each)]
        cells = [puzzle.name or name, *map("{:,}".format, each), *fewer]
        print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
