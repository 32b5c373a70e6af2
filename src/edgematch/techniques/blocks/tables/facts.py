"""How many blocks a puzzle has, by kind, and how often each pattern is on their sides.

Table 1 and Figures 3 and 4 of Aspinall et al. on the 2 × 2 transformation.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass, replace

from edgematch.errors import UnsupportedPuzzle
from edgematch.geometry import RIM, SIDES
from edgematch.placements.ways import color_count
from edgematch.puzzle import Puzzle

from .enumeration import block_chunks
from .places import block_places, check_block_size


@dataclass(frozen=True)
class BlockFacts:
    """The blocks of a puzzle in all their turns, counted."""

    height: int
    width: int
    blocks: dict[str, int]
    """Blocks by kind: `corner`, `border`, `inner`."""
    patterns: dict[tuple[int, ...], int]
    """How many sides of blocks show a row of colors; the rim does not count."""
    colors: dict[int, int]
    """How many sides of single pieces show a color; the rim does not count."""


def block_facts(puzzle: Puzzle, height: int, width: int) -> BlockFacts:
    """Count the blocks of a puzzle, whatever its hints say."""
    check_block_size(height, width)
    if puzzle.rows % height or puzzle.columns % width:
        raise UnsupportedPuzzle(
            f"blocks of {height} × {width} do not fill a board of"
            f" {puzzle.rows} × {puzzle.columns}"
        )
    free = puzzle.with_hints(())
    blocks = dict.fromkeys(("corner", "border", "inner"), 0)
    numbers: dict[int, Counter[int]] = defaultdict(Counter)
    kinds = {place.kind for place in block_places(free, height, width)}
    if not free.framed:  # the same blocks fit everywhere
        kinds = {replace(kind, on_rim=(False,) * 4) for kind in kinds}
    for kind in sorted(kinds):
        sides = [side for side in SIDES if not (free.framed and kind.on_rim[side])]
        for chunk in block_chunks(free, kind):
            blocks[kind.name if free.framed else "inner"] += len(chunk)
            for side in sides:
                numbers[len(kind.cells_along(side))].update(chunk.shown_times(side))
    patterns = {
        _colors(pattern, length, color_count(free)): number
        for length, counted in numbers.items()
        for pattern, number in counted.items()
    }
    colors = Counter(color for piece in free.pieces for color in piece)
    if free.framed:
        del colors[RIM]
    return BlockFacts(
        height,
        width,
        blocks,
        dict(sorted(patterns.items())),
        dict(sorted(colors.items())),
    )


def _colors(pattern: int, length: int, base: int) -> tuple[int, ...]:
    """Return the colors along a side from the number that stands for them."""
    colors = []
    for _ in range(length):
        pattern, color = divmod(pattern, base)
        colors.append(color)
    return tuple(reversed(colors))
