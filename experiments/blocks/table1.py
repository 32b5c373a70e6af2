"""Table 1 of Aspinall et al. anew, with twins counted each and counted once.

Twins are blocks of the same pieces with the same outer patterns: all that a search by
blocks can tell apart is told by these.  Name puzzles on the command line.
"""

import sys
from collections import Counter

import numpy as np

from edgematch import load
from edgematch.geometry import SIDES
from edgematch.tables.block_listing import Blocks, listed_blocks
from edgematch.tables.block_places import block_places


def without_twins(blocks: Blocks) -> int:
    """Return how many blocks there are when twins count once."""
    shown = [blocks.shown(side) for side in SIDES]
    facts = np.column_stack([np.sort(blocks.pieces, axis=1), *shown])
    return len(np.unique(facts, axis=0))


def main(names: list[str]) -> None:
    """Print a line for each puzzle."""
    print("| puzzle | corner | edge | inner | patterns | with twins counted once |")
    print("|---|---|---|---|---|---|")
    for name in names:
        puzzle = load(name).puzzle.with_hints(())
        counts: Counter[str] = Counter()
        once: Counter[str] = Counter()
        patterns: set[int] = set()
        for kind in sorted({place.kind for place in block_places(puzzle, 2, 2)}):
            blocks = listed_blocks(puzzle, kind)
            counts[kind.name] += len(blocks)
            once[kind.name] += without_twins(blocks)
            for side in SIDES:
                if not kind.on_rim[side]:
                    patterns |= set(np.unique(blocks.shown(side)).tolist())
        kinds = ("corner", "border", "inner")
        cells = [puzzle.name or name, *(f"{counts[kind]:,}" for kind in kinds)]
        fewer = ", ".join(f"{once[kind]:,}" for kind in kinds)
        print(f"| {' | '.join(cells)} | {len(patterns)} | {fewer} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
