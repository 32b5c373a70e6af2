"""What a list of bare numbers must mean: column order, size and rim.

A list does not say which column is which side.  But not every reading can be: in the
wrong order corners show the rim on opposite sides, the kinds of pieces do not add up,
colors do not come in pairs.  So each reading is tried and judged by `findings`; the
first without any is taken, and the notes say which it was and why.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isqrt

from edgematch.errors import PuzzleError, UnknownName
from edgematch.findings import Finding, findings
from edgematch.formats.document import ReadOptions, Source
from edgematch.formats.lines import Line
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
        size: tuple[int, int],
        framed: bool,
        rows: Sequence[Sequence[int]],
        mates: tuple[int, ...],
        turnable: bool,
    ) -> None:
        self.order, self.framed, self.turnable = order, framed, turnable
        self.rows, self.columns = size
        self.pieces = [reordered(row, order) for row in rows]
        self.faults: tuple[Finding, ...]
        try:
            puzzle = Puzzle(
                *size, self.pieces, framed=framed, mates=mates, turnable=turnable
            )
        except PuzzleError as error:
            self.faults = (Finding("puzzle", str(error)),)
        else:
            self.faults = findings(puzzle)

    def misplaced_kinds(self) -> int:
        """Return how many pieces are of a kind that the board has no place for."""
        surplus = 0
        for fault in self.faults:
            if fault.rule == "rim":
                offered, places = fault.counts
                surplus += max(0, offered - places)
        return surplus


def understood(
    source: Source,
    rows: Sequence[Sequence[int]],
    last_line: int,
    given: ReadOptions,
    mates: tuple[int, ...] = (),
) -> Understanding:
    """Decide what the rows mean; whatever is given is taken as it is."""
    if len(rows) > MAXIMUM_SIDE**2:
        source.fail(
            last_line,
            f"{len(rows)} pieces: boards have up to {MAXIMUM_SIDE} rows and columns",
        )
    if given.size is not None and given.size[0] * given.size[1] != len(rows):
        wanted = given.size[0] * given.size[1]
        source.fail(
            last_line,
            f"{given.size[0]} × {given.size[1]} needs {wanted} pieces,"
            f" the file has {len(rows)}",
        )
    readings = list(_readings(rows, given, mates))
    is_settled = given.size is not None or isqrt(len(rows)) ** 2 == len(rows)
    taken = _likeliest(readings, is_settled)
    if taken is None or (given.size is None and _is_one_short(taken, len(rows))):
        source.fail(
            last_line,
            f"{len(rows)} pieces fill no square board; for another rectangle give the"
            " size as rows x columns, such as 6x12 (--size)",
        )
    notes = tuple(_notes(taken, readings, given))
    return Understanding(taken.order, taken.rows, taken.columns, taken.framed, notes)


def check_size(source: Source, line: Line, rows: int, columns: int) -> None:
    """Raise unless the size that a line gives is one that boards have."""
    for name, number in (("columns", columns), ("rows", rows)):
        if not 1 <= number <= MAXIMUM_SIDE:
            source.fail(line.number, f"{name} are 1 to {MAXIMUM_SIDE}, not {number}")


def puzzle_of_lines(
    source: Source,
    lines: Sequence[Line],
    rows: Sequence[Sequence[int]],
    taken: Understanding,
    given: ReadOptions,
    mates: tuple[int, ...] = (),
    color_names: tuple[str, ...] = (),
) -> Puzzle:
    """Build the puzzle that the rows were taken to mean; a fault names its line."""
    try:
        return Puzzle(
            taken.rows,
            taken.columns,
            [reordered(row, taken.order) for row in rows],
            framed=taken.framed,
            mates=mates,
            turnable=given.turnable is not False,
            name=source.stem,
            color_names=color_names,
        )
    except PuzzleError as error:
        if error.where[:1] in (("rows",), ("columns",)):
            source.fail_as(None, error)  # it was given, and is nowhere in the text
        line = lines[-1 if error.piece is None else error.piece]
        source.fail_as(line.number, error)


def _likeliest(readings: list[_Reading], is_settled: bool) -> _Reading | None:
    """Choose a reading; one with faults only where the size is settled.

    A puzzle whose rim is nearly right is a framed one, damaged or without a solution,
    even if it would pass as an unframed one.
    """
    framed = [reading for reading in readings if reading.framed]
    unframed = [reading for reading in readings if not reading.framed]
    choices = [reading for reading in framed if not reading.faults]
    if is_settled:
        choices += [reading for reading in framed if _is_nearly_framed(reading)]
    elif any(_is_nearly_framed(reading) for reading in framed):
        unframed = []
    choices += [reading for reading in unframed if not reading.faults]
    if is_settled:
        choices += unframed + framed
    return choices[0] if choices else None


def _orders(given: ReadOptions) -> list[str]:
    return [given.columns] if given.columns is not None else list(KNOWN_ORDERS)


def _readings(
    rows: Sequence[Sequence[int]], given: ReadOptions, mates: tuple[int, ...]
) -> Iterator[_Reading]:
    """Yield every way to understand the rows, the likeliest first."""
    turnable = given.turnable is not False
    frames = [True, False] if any(RIM in row for row in rows) else [False]
    for framed in frames if given.framed is None else [given.framed]:
        for size in _possible_sizes(len(rows), turnable, given.size):
            # Kinds of pieces tell a rectangle; without a frame there are no kinds.
            if framed or given.size is not None or size[0] == size[1]:
                for order in _orders(given):
                    yield _Reading(order, size, framed, rows, mates, turnable)


def _possible_sizes(
    pieces: int, turnable: bool, given: tuple[int, int] | None
) -> Iterator[tuple[int, int]]:
    """Yield the sizes a board of so many pieces can have, a square first.

    Of two rectangles that are each other turned, turnable pieces fit both or none.
    """
    if given is not None:
        yield given
        return
    side = isqrt(pieces)
    if side * side == pieces and side <= MAXIMUM_SIDE:
        yield side, side
    for rows in range(1, MAXIMUM_SIDE + 1):
        columns = pieces // rows
        fits = rows * columns == pieces and columns <= MAXIMUM_SIDE
        if fits and (rows < columns or (rows > columns and not turnable)):
            yield rows, columns


def _is_nearly_framed(reading: _Reading) -> bool:
    """Say whether color 0 stands about where a rim would: a framed puzzle, damaged."""
    frame = 2 * (reading.rows + reading.columns) - 4
    return reading.framed and reading.misplaced_kinds() <= max(1, frame // 10)


def _is_one_short(taken: _Reading, pieces: int) -> bool:
    """Say whether this rectangle may be a square that lost an inner piece.

    Without it the kinds of an n × n board are those of (n - 1) × (n + 1).
    """
    return abs(taken.rows - taken.columns) == 2 and isqrt(pieces + 1) ** 2 == pieces + 1


def _notes(
    taken: _Reading, readings: list[_Reading], given: ReadOptions
) -> Iterator[str]:
    """Say what was decided and could have been decided otherwise."""
    if given.size is None and taken.rows != taken.columns:
        yield f"taken as {taken.rows} rows of {taken.columns} (--size overrules)"
    if given.columns is None and any(len(set(piece)) > 1 for piece in taken.pieces):
        yield _reason_for_order(taken, readings)
    if given.framed is None and any(RIM in piece for piece in taken.pieces):
        if not taken.framed:
            yield (
                "taken as unframed: color 0 does not stand where a rim would"
                " (--framed overrules)"
            )
        elif taken.faults:
            yield (
                f"taken as framed, though {taken.faults[0].message}"
                " (--unframed overrules)"
            )


def _reason_for_order(taken: _Reading, readings: list[_Reading]) -> str:
    note = f"columns taken as {taken.order} ({KNOWN_ORDERS[taken.order]})"
    if taken.faults:
        return f"{note}, though no order fits (--columns overrules)"
    for rival in readings:
        if rival.order == taken.order or not _is_same_board(rival, taken):
            continue
        if rival.faults and _turn_between(taken.order, rival.order) is None:
            note += f"; {rival.order} cannot be: {rival.faults[0].message}"
        elif not rival.faults and not _cannot_matter(taken, rival):
            note += f"; {rival.order} fits as well"
    return f"{note} (--columns overrules)"


def _is_same_board(reading: _Reading, other: _Reading) -> bool:
    return (reading.rows, reading.columns, reading.framed) == (
        other.rows,
        other.columns,
        other.framed,
    )


def _cannot_matter(taken: _Reading, rival: _Reading) -> bool:
    """Say whether one reading is the other with every piece turned alike."""
    return taken.turnable and _turn_between(taken.order, rival.order) is not None


def _turn_between(order: str, other: str) -> int | None:
    """Return the turn that carries one order to the other, or None."""
    sides, others = sides_of_order(order), sides_of_order(other)
    turns = {(b - a) % 4 for a, b in zip(sides, others, strict=True)}
    return turns.pop() if len(turns) == 1 else None
