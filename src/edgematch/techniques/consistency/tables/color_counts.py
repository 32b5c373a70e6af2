"""How many joins have each color in any solution.

The exactly-k constraint of Ansótegui et al., section 4.2: 2k sides of a color make k
joins.  In a framed puzzle more is known: the sides along the frame make the joins of
the frame, the inward sides of the border pieces make the joins between frame and inside
one by one, and what the inner pieces have left makes the joins inside.  So each of
these *regions* has numbers of its own.  Colors that face each other count as one *hue*.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from edgematch.geometry import RIM
from edgematch.puzzle import Puzzle


@dataclass(frozen=True)
class ColorCounts:
    """The numbers of joins, by region and hue."""

    region: tuple[int, ...]
    """The region of each join; empty if nothing is counted."""
    regions: int
    hues: tuple[int, ...]
    """The colors of each hue as bits."""
    hue_of: tuple[int, ...]
    """The hue of each color."""
    fewest: tuple[tuple[int, ...], ...]
    most: tuple[tuple[int, ...], ...]


def color_counts(
    puzzle: Puzzle,
    colors: Sequence[int],
    joins: dict[tuple[int, int], int],
    counted: str,
) -> ColorCounts:
    """Count the joins of each color, in each region or on the whole board."""
    number = {color: place for place, color in enumerate(colors)}
    pairs = sorted({tuple(sorted({color, puzzle.mate(color)})) for color in colors})
    hues = tuple(sum(1 << number[color] for color in pair) for pair in pairs)
    hue_of = {color: hue for hue, pair in enumerate(pairs) for color in pair}
    by_number = tuple(hue_of[color] for color in colors)
    if counted == "none":
        return ColorCounts((), 0, hues, by_number, (), ())
    if counted == "board" or not puzzle.framed or min(puzzle.rows, puzzle.columns) < 3:
        region = (0,) * (len(joins) // 2)
        bounds = [_on_the_board(puzzle, pairs, len(region))]
    else:
        ends = Counter(
            number for (cell, _), number in joins.items() if _is_inside(puzzle, cell)
        )
        region = tuple(ends[number] for number in range(len(joins) // 2))
        bounds = [[(k, k) for k in row] for row in _by_region(puzzle, hue_of)]
    fewest = tuple(tuple(low for low, _ in row) for row in bounds)
    most = tuple(tuple(high for _, high in row) for row in bounds)
    return ColorCounts(region, len(bounds), hues, by_number, fewest, most)


def _is_inside(puzzle: Puzzle, cell: int) -> bool:
    row, column = divmod(cell, puzzle.columns)
    return 0 < row < puzzle.rows - 1 and 0 < column < puzzle.columns - 1


def _on_the_board(
    puzzle: Puzzle, pairs: Sequence[tuple[int, ...]], joins: int
) -> list[tuple[int, int]]:
    """Bound the joins of each hue; an unframed board may hide sides on its rim."""
    sides = Counter(color for piece in puzzle.pieces for color in piece)
    hidden = 0 if puzzle.framed else 2 * (puzzle.rows + puzzle.columns)
    bounds = []
    for pair in pairs:
        total = sum(sides[color] for color in pair)
        most = total // 2 if len(pair) == 1 else min(sides[color] for color in pair)
        bounds.append((max(0, -(-(total - hidden) // 2)), min(most, joins)))
    return bounds


def _by_region(puzzle: Puzzle, hue_of: dict[int, int]) -> list[list[int]]:
    """Count the joins along the frame, between frame and inside, and inside."""
    along, inward, inside = Counter[int](), Counter[int](), Counter[int]()
    for piece in puzzle.pieces:
        for side, color in enumerate(piece):
            if color == RIM:
                continue
            if RIM not in piece:
                inside[hue_of[color]] += 1
            elif piece.count(RIM) == 1 and piece[(side + 2) % 4] == RIM:
                inward[hue_of[color]] += 1
            else:
                along[hue_of[color]] += 1
    hues = range(max(hue_of.values(), default=-1) + 1)
    return [
        [along[hue] // 2 for hue in hues],
        [inward[hue] for hue in hues],
        [max(0, inside[hue] - inward[hue]) // 2 for hue in hues],
    ]
