"""What a list of bare numbers means: column order, size and rim.

A list does not say which column is which side.  But not every reading is possible: in
the wrong order corners show the rim on opposite sides, the kinds of pieces do not add
up, colors do not come in pairs.  So every reading is tried and judged by `findings`;
the first one without a fault is chosen, and the notes say which it was and why.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import isqrt
from typing import Any, NoReturn

from edgematch.errors import PuzzleError
from edgematch.findings import Finding, findings
from edgematch.formats.column_order import KNOWN_ORDERS, clockwise, sides_of_order
from edgematch.formats.document import Document, Fit, ReadOptions, Source, lost_rules
from edgematch.formats.lines import Line
from edgematch.geometry import MAXIMUM_SIDE, RIM
from edgematch.puzzle import Puzzle


class _Reading:
    """One way to interpret the rows, and what is wrong with it."""

    def __init__(
        self,
        order: str,
        size: tuple[int, int],
        framed: bool,
        rows: Sequence[Sequence[int]],
        **others: Any,
    ) -> None:
        self.order, self.framed = order, framed
        self.rows, self.columns = size
        self.pieces = [clockwise(row, order) for row in rows]
        self.puzzle: Puzzle | None = None
        self.error: PuzzleError | None = None
        self.faults: tuple[Finding, ...]
        try:
            self.puzzle = Puzzle(*size, self.pieces, framed=framed, **others)
        except PuzzleError as error:
            self.error = error
            self.faults = (Finding("puzzle", str(error)),)
        else:
            self.faults = findings(self.puzzle)

    def misplaced_kinds(self) -> int:
        """Return how many pieces are of a kind that the board has no cells for."""
        surplus = 0
        for fault in self.faults:
            if fault.rule == "rim":
                offered, places = fault.counts
                surplus += max(0, offered - places)
        return surplus


def interpret(
    source: Source,
    lines: Sequence[Line],
    rows: Sequence[Sequence[int]],
    given: ReadOptions,
    mates: tuple[int, ...] = (),
    color_names: tuple[str, ...] = (),
) -> Document:
    """Return the puzzle that rows of numbers stand for; options are not questioned."""
    last_line = lines[-1].number
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
    readings = list(_readings(rows, given, mates, source.stem, color_names))
    chosen = _likeliest(readings, given)
    if chosen is None:
        source.fail(
            last_line,
            f"{len(rows)} pieces fill no square board; for another rectangle give the"
            " size as rows x columns, such as 6x12 (--size)",
        )
    if chosen.puzzle is None:
        _fail_in_line(source, lines, chosen)
    notes = tuple(_notes(chosen, readings, given))
    return Document(chosen.puzzle, notes=notes)


def fit_of_rows(
    puzzle: Puzzle,
    rows: Sequence[Sequence[int]],
    known: ReadOptions,
    columns: str | None,
    mates: tuple[int, ...] = (),
) -> Fit:
    """Return how much of a puzzle `interpret` finds in the rows it is written as.

    The text itself says what is `known`; an order of columns that was asked for can be
    named to the reader, and must be where it would not be guessed.
    """
    named = known if columns is None else replace(known, columns=columns)
    lost = tuple(_losses(puzzle, rows, named, mates))
    if named == known or lost or not any(_losses(puzzle, rows, known, mates)):
        return Fit(lost)
    order = f"--columns {columns}"
    return Fit(notes=(f"to read it back, name the order of its sides ({order})",))


def _losses(
    puzzle: Puzzle,
    rows: Sequence[Sequence[int]],
    given: ReadOptions,
    mates: tuple[int, ...],
) -> Iterator[str]:
    chosen = _likeliest(list(_readings(rows, given, mates)), given)
    size = (puzzle.rows, puzzle.columns)
    if chosen is None or (chosen.rows, chosen.columns) != size:
        yield f"the size {puzzle.rows} × {puzzle.columns}"
        return
    if chosen.puzzle is None:
        yield f"this puzzle ({chosen.error})"
        return
    yield from lost_rules(puzzle, chosen.framed)
    plain = replace(puzzle, hints=(), turnable=True)
    is_framed_alike = chosen.framed == puzzle.framed
    if is_framed_alike and chosen.puzzle.fingerprint != plain.fingerprint:
        yield "the pieces as they are numbered and turned"


def _fail_in_line(source: Source, lines: Sequence[Line], reading: _Reading) -> NoReturn:
    error = reading.error
    assert error is not None
    if error.where[:1] in (("rows",), ("columns",)):
        source.fail_as(None, error)  # an option gave the size: no line has it
    line = lines[-1 if error.piece is None else error.piece]
    source.fail_as(line.number, error)


def _likeliest(readings: list[_Reading], given: ReadOptions) -> _Reading | None:
    """Choose a reading; one with faults only where the size is certain.

    A puzzle whose rim is nearly right is a framed one, damaged or without a solution,
    even if it would pass as an unframed one.
    """
    pieces = len(readings[0].pieces) if readings else 0
    is_certain = given.size is not None or isqrt(pieces) ** 2 == pieces
    framed = [reading for reading in readings if reading.framed]
    unframed = [reading for reading in readings if not reading.framed]
    choices = [reading for reading in framed if not reading.faults]
    if is_certain:
        choices += [reading for reading in framed if _is_nearly_framed(reading)]
    elif any(_is_nearly_framed(reading) for reading in framed):
        unframed = []
    choices += [reading for reading in unframed if not reading.faults]
    if is_certain:
        choices += unframed + framed
    if not choices or (given.size is None and _is_one_short(choices[0])):
        return None
    return choices[0]


def _readings(
    rows: Sequence[Sequence[int]],
    given: ReadOptions,
    mates: tuple[int, ...],
    name: str = "",
    color_names: tuple[str, ...] = (),
) -> Iterator[_Reading]:
    """Yield every way to interpret the rows, the likeliest first."""
    turnable = given.turnable is not False
    others = {
        "mates": mates,
        "turnable": turnable,
        "name": name,
        "color_names": color_names,
    }
    orders = list(KNOWN_ORDERS) if given.columns is None else [given.columns]
    frames = [True, False] if any(RIM in row for row in rows) else [False]
    for framed in frames if given.framed is None else [given.framed]:
        for size in _possible_sizes(len(rows), turnable, given.size):
            # The kinds of pieces show which rectangle; unframed pieces have no kinds.
            if framed or given.size is not None or size[0] == size[1]:
                for order in orders:
                    yield _Reading(order, size, framed, rows, **others)


def _possible_sizes(
    pieces: int, turnable: bool, given: tuple[int, int] | None
) -> Iterator[tuple[int, int]]:
    """Yield the sizes that a board of so many pieces can have, a square first.

    Turnable pieces fit a rectangle and the same one turned, or neither.
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
    """Return whether color 0 is about where a rim would be: a damaged framed puzzle."""
    frame = 2 * (reading.rows + reading.columns) - 4
    return reading.framed and reading.misplaced_kinds() <= max(1, frame // 10)


def _is_one_short(reading: _Reading) -> bool:
    """Return whether this rectangle may be a square that lost an inner piece.

    Without it the kinds of an n × n board are those of (n - 1) × (n + 1).
    """
    return abs(reading.rows - reading.columns) == 2


def _notes(
    chosen: _Reading, readings: list[_Reading], given: ReadOptions
) -> Iterator[str]:
    """Yield what was decided and could have been decided otherwise."""
    if given.size is None and chosen.rows != chosen.columns:
        yield f"taken as {chosen.rows} rows of {chosen.columns} (--size overrides)"
    if given.columns is None and any(len(set(piece)) > 1 for piece in chosen.pieces):
        yield _reason_for_order(chosen, readings, given.turnable is not False)
    if given.framed is None and any(RIM in piece for piece in chosen.pieces):
        if not chosen.framed:
            yield (
                "taken as unframed: color 0 is not where a rim would be"
                " (--framed overrides)"
            )
        elif chosen.faults:
            yield (
                f"taken as framed, though {chosen.faults[0].message}"
                " (--unframed overrides)"
            )


def _reason_for_order(
    chosen: _Reading, readings: list[_Reading], turnable: bool
) -> str:
    """Return the reason for this order, and which others are possible.

    An order that only turns every piece alike makes the same turnable puzzle.
    """
    note = f"columns taken as {chosen.order} ({KNOWN_ORDERS[chosen.order]})"
    if chosen.faults:
        return f"{note}, though no order fits (--columns overrides)"
    for rival in readings:
        if rival.order == chosen.order or not _is_same_board(rival, chosen):
            continue
        is_turned = _turn_between(chosen.order, rival.order) is not None
        if rival.faults and not is_turned:
            note += f"; {rival.order} is impossible: {rival.faults[0].message}"
        elif not rival.faults and not (is_turned and turnable):
            note += f"; {rival.order} is possible too"
    return f"{note} (--columns overrides)"


def _is_same_board(reading: _Reading, other: _Reading) -> bool:
    return (reading.rows, reading.columns, reading.framed) == (
        other.rows,
        other.columns,
        other.framed,
    )


def _turn_between(order: str, other: str) -> int | None:
    """Return the turn that changes one order into the other, or None."""
    sides, others = sides_of_order(order), sides_of_order(other)
    turns = {(b - a) % 4 for a, b in zip(sides, others, strict=True)}
    return turns.pop() if len(turns) == 1 else None
