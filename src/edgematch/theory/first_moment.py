"""How many solutions a random puzzle of a class has on average, and where that is one.

Ansótegui et al., "Edge Matching Puzzles as Hard SAT/CSP Benchmarks", Appendix 1,
equations (2) and (3), in logarithms, and for rectangles too: the ways to lay out pieces
that were drawn at random, times the probability that all joins match.  Table 1 of the
paper shows where the hardest puzzles are: where E[X] falls below one.
"""

from dataclasses import dataclass
from math import e, log, sqrt

from edgematch.errors import RecipeError
from edgematch.geometry import MAXIMUM_SIDE
from edgematch.theory.logarithms import LOG_10, log_factorial


@dataclass(frozen=True)
class SymmetricPieces:
    """The expected number of symmetric inner pieces, and its variance."""

    mean: float
    variance: float


def log10_expected_solutions(
    rows: int, columns: int, inner_colors: int, frame_colors: int = 0
) -> float:
    """Return log10 E[X] of a framed puzzle: equation (2), or (3) without frame colors.

    >>> round(log10_expected_solutions(7, 7, 7, 3))
    -2
    """
    _check(rows, columns, inner_colors, frame_colors)
    borders = 2 * (rows - 2) + 2 * (columns - 2)
    inner = (rows - 2) * (columns - 2)
    ways = log_factorial(4) + log_factorial(borders)
    ways += log_factorial(inner) + inner * log(4)
    joins = rows * (columns - 1) + (rows - 1) * columns
    frame_joins = borders + 4
    misses = frame_joins * log(frame_colors or inner_colors)
    misses += (joins - frame_joins) * log(inner_colors)
    return (ways - misses) / LOG_10


def predicted_transition(rows: int, columns: int, frame_colors: int = 0) -> int | None:
    """Return the inner colors at the transition: the most with E[X] of one or more.

    With one color more, less than one solution is expected.  Without frame colors the
    puzzle is one-set.  None if there is no such number of inner colors: with the frame
    alone less than one solution is expected, or there are no joins inside it.

    >>> predicted_transition(16, 16, 5)
    17
    """
    if frame_colors and 2 in (rows, columns) and rows + columns < 5:
        return None

    def is_expected(colors: int) -> bool:
        # Where exactly one is expected, sums of logarithms may be a little less.
        return log10_expected_solutions(rows, columns, colors, frame_colors) > -1e-9

    if not is_expected(1):
        return None
    colors = 1
    while is_expected(colors + 1):
        colors += 1
    return colors


def critical_colors(side: int) -> float:
    """Return 2n/√e: with more colors large puzzles have no solution (ibid., §5.1)."""
    return 2 * side / sqrt(e)


def expected_symmetric_pieces(rows: int, columns: int, colors: int) -> SymmetricPieces:
    """Return what §3 gives for pieces drawn side by side: binomial, 1/c² each.

    `rows` and `columns` are those of the region that can hold symmetric pieces: the
    whole board of an unframed puzzle, the inside of a framed one.
    """
    pieces, probability = rows * columns, 1 / colors**2
    return SymmetricPieces(
        pieces * probability, pieces * probability * (1 - probability)
    )


@dataclass(frozen=True)
class TableBlock:
    """A block of Table 1: rounded log10 E[X] by frame colors and inner colors."""

    side: int
    frame_colors: tuple[int, ...]
    inner_colors: tuple[int, ...]

    @property
    def values(self) -> tuple[tuple[int, ...], ...]:
        """A row for each number of frame colors."""
        return tuple(
            tuple(
                round(log10_expected_solutions(self.side, self.side, inner, frame))
                for inner in self.inner_colors
            )
            for frame in self.frame_colors
        )


TABLE_1 = (
    TableBlock(6, (3, 4), (4, 5, 6, 7)),
    TableBlock(7, (3, 4, 5, 6), (4, 5, 6, 7, 8)),
    TableBlock(8, (3, 4, 5, 6), (6, 7, 8)),
)
"""The blocks that the paper prints."""


def _check(rows: int, columns: int, inner_colors: int, frame_colors: int) -> None:
    if not (2 <= rows <= MAXIMUM_SIDE and 2 <= columns <= MAXIMUM_SIDE):
        raise RecipeError(
            f"rows and columns of a framed board must be 2 to {MAXIMUM_SIDE}, not"
            f" {rows} × {columns}"
        )
    if inner_colors < 1 or frame_colors < 0:
        raise RecipeError("a puzzle needs at least 1 color")
