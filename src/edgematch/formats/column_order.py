"""What a list of bare numbers must mean: column order, size and rim.

A list does not say which column is which side.  But not every reading can be: in the
wrong order corners show the rim on opposite sides, the kinds of pieces do not add up,
colors do not come in pairs.  So each order is tried and judged by `findings`; the first
without any is taken, and the notes say which it was and why.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isqrt

from edgematch.errors import PuzzleError, UnknownName
from edgematch.findings import findings
from edgematch.formats.document import Source
from edgematch.geometry import MAXIMUM_SIDE, RIM, SIDES, Colors
from edgematch.puzzle import Puzzle

DEFAULT_ORDER = "nesw"
KNOWN_ORDERS = {
    "nesw": "clockwise from north",
    "nswe": "north, south, west, east",
    "swne": "bottom, left, top, right",
}
"""The orders that are tried, in this order; others can be asked for by name."""

_LETTERS = {"n": 0, "e": 1, "s": 2, "w": 3, "t": 0, "r": 1, "b": 2, "l": 3}


@dataclass(frozen=True)
class Understanding:
    """What a list was taken to mean, and the reasons."""

    order: str
    rows: int
    columns: int
    framed: bool
    notes: tuple[str, ...]


def sides_of_order(order: str) -> tuple[int, ...]:
    """Return the side that each column holds; takes n e s w or t r b l letters.

    >>> sides_of_order("nswe"), sides_of_order("bltr")
    ((0, 2, 3, 1), (2, 3, 0, 1))
    """
    sides = tuple(_LETTERS.get(letter, -1) for letter in order.lower())
    if sorted(sides) != list(SIDES):
        raise UnknownName(
            f"no column order {order!r}: name the four sides, such as nswe or bltr"
        )
    return sides


def standard_order(order: str) -> str:
    """Write an order in the letters n e s w.

    >>> standard_order("bltr")
    'swne'
    """
    return "".join("nesw"[side] for side in sides_of_order(order))


def reordered(row: Sequence[int], order: str) -> Colors:
    """Return four numbers, written in `order`, clockwise from north."""
    colors = [0] * 4
    for column, side in enumerate(sides_of_order(order)):
        colors[side] = row[column]
    return (colors[0], colors[1], colors[2], colors[3])


class _Reading:
    """One way to understand the rows, and what speaks against it."""

    def __init__(
        self,
        order: str,
        rows: int,
        columns: int,
        framed: bool,
        numbers: Sequence[Sequence[int]],
    ) -> None:
        self.order, self.framed = order, framed
        self.rows, self.columns = rows, columns
        self.pieces = [reordered(row, order) for row in numbers]
        self.has_rim_color = any(RIM in piece for piece in self.pieces)
        try:
            puzzle = Puzzle(rows, columns, self.pieces, framed=framed)
        except PuzzleError as error:
            self.faults = [str(error)]
        else:
            self.faults = [finding.message for finding in findings(puzzle)]


def understood(
    source: Source,
    rows: Sequence[Sequence[int]],
    last_line: int,
    order: str | None,
    size: tuple[int, int] | None,
    framed: bool | None,
) -> Understanding:
    """Decide what the rows mean; whatever is given is taken as it is."""
    if size is not None and size[0] * size[1] != len(rows):
        source.fail(
            last_line,
            f"{size[0]} × {size[1]} needs {size[0] * size[1]} pieces,"
            f" the file has {len(rows)}",
        )
    sizes = [size] if size is not None else list(_possible_sizes(len(rows)))
    orders = [order] if order is not None else list(KNOWN_ORDERS)
    readings = [
        _Reading(candidate, *board, is_framed, rows)
        for is_framed in _possible_frames(rows, sizes, framed)
        for board in sizes
        # Kinds of pieces tell a rectangle; without a frame there are no kinds.
        if is_framed or size is not None or _is_square(board)
        for candidate in orders
    ]
    taken = next((reading for reading in readings if not reading.faults), None)
    if taken is None and sizes and (size is not None or _is_square(sizes[0])):
        # Damaged, or without a solution: the last frame rule is the likelier one.
        taken = next(r for r in readings if r.framed == readings[-1].framed)
    if taken is None:
        source.fail(
            last_line,
            f"{len(rows)} pieces fill no square board, and no framed one fits them;"
            " give the size as rows x columns, such as --size 6x12",
        )
    notes = []
    if size is None and taken.rows != taken.columns:
        notes.append(
            f"taken as {taken.rows} rows of {taken.columns}: the only size that the"
            " kinds of pieces fit (--size overrules)"
        )
    if order is None and not _is_settled(taken):
        notes.append(_reason_for_order(taken, readings))
    if framed is None and taken.has_rim_color and not taken.framed:
        notes.append(
            "taken as unframed: color 0 does not stand where a rim would"
            " (--framed overrules)"
        )
    return Understanding(
        taken.order, taken.rows, taken.columns, taken.framed, tuple(notes)
    )


def _possible_sizes(pieces: int) -> Iterator[tuple[int, int]]:
    """Yield the sizes a board of so many pieces can have, a square first."""
    side = isqrt(pieces)
    if side * side == pieces and side <= MAXIMUM_SIDE:
        yield side, side
    for rows in range(1, MAXIMUM_SIDE + 1):
        columns = pieces // rows
        if rows * columns == pieces and rows < columns <= MAXIMUM_SIDE:
            yield rows, columns


def _is_square(size: tuple[int, int]) -> bool:
    return size[0] == size[1]


def _possible_frames(
    rows: Sequence[Sequence[int]], sizes: list[tuple[int, int]], framed: bool | None
) -> list[bool]:
    """Say whether color 0 may be a rim, or may be none.

    A puzzle in which about as many sides as a rim has show color 0 is framed, whatever
    else is wrong with it: a damaged file should not pass as an unframed puzzle.
    """
    if framed is not None:
        return [framed]
    zeros = sum(list(row).count(RIM) for row in rows)
    if not zeros:
        return [False]
    rims = [2 * (board_rows + columns) for board_rows, columns in sizes]
    looks_framed = any(0.75 * rim <= zeros <= 1.25 * rim for rim in rims)
    return [True] if looks_framed else [True, False]


def _is_settled(taken: _Reading) -> bool:
    """Say whether the order cannot matter: every piece shows one color only."""
    return all(len(set(piece)) == 1 for piece in taken.pieces)


def _reason_for_order(taken: _Reading, readings: list[_Reading]) -> str:
    rivals = [
        reading
        for reading in readings
        if reading.order != taken.order
        and (reading.rows, reading.columns) == (taken.rows, taken.columns)
        and reading.framed == taken.framed
    ]
    refuted = [reading for reading in rivals if reading.faults]
    possible = [reading for reading in rivals if not reading.faults]
    words = [f"columns taken as {taken.order} ({_words(taken.order)})"]
    if taken.faults:
        words.append(f"though no order fits: {taken.faults[0]}")
    else:
        words += [f"{rival.order} cannot be: {rival.faults[0]}" for rival in refuted]
        words += [_undecided(taken, rival) for rival in possible]
    return "; ".join(words) + " (--columns overrules)"


def _undecided(taken: _Reading, rival: _Reading) -> str:
    if _turn_between(taken.order, rival.order) == 2:
        return f"{rival.order} would be the same with every piece turned half round"
    return f"{rival.order} fits as well"


def _turn_between(order: str, other: str) -> int | None:
    """Return the turn that carries one order to the other, or None."""
    sides, others = sides_of_order(order), sides_of_order(other)
    turns = {(b - a) % 4 for a, b in zip(sides, others, strict=True)}
    return turns.pop() if len(turns) == 1 else None


def _words(order: str) -> str:
    return KNOWN_ORDERS.get(order, "as asked")
