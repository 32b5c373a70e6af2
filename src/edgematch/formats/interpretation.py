"""What a list of bare colors means: column order, size, rim, mates and turns.

A list does not say which column is which side, nor which color is the rim.  But not
every reading is possible: in the wrong order corners show the rim on opposite sides,
the kinds of pieces do not add up, colors do not come in pairs.  So every reading is
tried and judged by `findings`; the first one without a fault is chosen, and the notes
say which it was and why.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import isqrt
from typing import NoReturn

from edgematch.errors import PuzzleError
from edgematch.findings import Finding, findings
from edgematch.formats.color_words import Coloring
from edgematch.formats.column_order import KNOWN_ORDERS, clockwise, sides_of_order
from edgematch.formats.document import Document, Fit, ReadOptions, Source, lost_rules
from edgematch.formats.one_solution import LARGEST_SIDE, is_fixed
from edgematch.geometry import MAXIMUM_SIDE, RIM
from edgematch.puzzle import Puzzle

_HIGHEST_DIGIT = 9


@dataclass(frozen=True)
class _Rules:
    """What is assumed about a list, beside its colors."""

    order: str
    size: tuple[int, int]
    rim: int | None
    """The color of the rim; None for an unframed puzzle."""
    turnable: bool = True


class _Reading:
    """One way to interpret the pieces, and what is wrong with it."""

    def __init__(self, coloring: Coloring, rules: _Rules, name: str = "") -> None:
        self.coloring, self.rules = coloring, rules
        self.order, self.framed = rules.order, rules.rim is not None
        self.rows, self.columns = rules.size
        self.pieces = [clockwise(row, rules.order) for row in coloring.rows]
        mates, names = coloring.mates, coloring.names
        if rules.rim:
            # The rim is color 0 in a puzzle; a color 0 gets the number of the rim.
            most = max(max(piece) for piece in self.pieces)
            swap = [*range(max(most + 1, len(mates), len(names)))]
            swap[RIM], swap[rules.rim] = rules.rim, RIM
            self.pieces = [clockwise([swap[c] for c in p], "nesw") for p in self.pieces]
            mates = tuple(swap[mates[swap[c]]] for c in range(len(mates)))
            names = tuple(names[swap[c]] for c in range(len(names)))
        self.puzzle: Puzzle | None = None
        self.error: PuzzleError | None = None
        self.faults: tuple[Finding, ...]
        try:
            self.puzzle = Puzzle(
                self.rows,
                self.columns,
                self.pieces,
                framed=self.framed,
                mates=mates,
                turnable=rules.turnable,
                name=name,
                color_names=names,
            )
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
    lines: Sequence[int],
    ways: Sequence[Coloring],
    given: ReadOptions,
) -> Document:
    """Return the puzzle that pieces stand for; options are not questioned.

    The `lines` are those of the pieces, for errors; the `ways` are those to take their
    words as colors.
    """
    pieces = len(lines)
    if pieces > MAXIMUM_SIDE**2:
        source.fail(
            lines[-1],
            f"{pieces} pieces: boards have up to {MAXIMUM_SIDE} rows and columns",
        )
    if given.size is not None and given.size[0] * given.size[1] != pieces:
        rows, columns = given.size
        source.fail(
            lines[-1],
            f"{rows} × {columns} needs {rows * columns} pieces, the file has {pieces}",
        )
    if given.rim is not None and all(way.color_of(given.rim) is None for way in ways):
        source.fail(None, f"no piece has the color {given.rim} (--rim)")
    readings = list(_readings(ways, given, source.stem))
    chosen = _likeliest(readings, given)
    if chosen is None:
        source.fail(lines[-1], _no_board(pieces))
    if chosen.puzzle is None:
        _fail_in_line(source, lines, chosen)
    notes = tuple(_notes(chosen, readings, given))
    return Document(chosen.puzzle, notes=notes)


def _no_board(pieces: int) -> str:
    if pieces == 1:
        return (
            "1 piece: a hint, or a puzzle of 1 × 1? If it is a puzzle, give its size"
            " (--size 1x1)"
        )
    return (
        f"{pieces} pieces fill no square board; for another rectangle give the"
        " size as rows x columns, such as 6x12 (--size)"
    )


def fit_of_pieces(
    puzzle: Puzzle, ways: Sequence[Coloring], known: ReadOptions, columns: str | None
) -> Fit:
    """Return how much of a puzzle `interpret` finds in what is written.

    The text itself says what is `known`; an order of columns that was asked for can be
    named to the reader, and must be where it would not be guessed.
    """
    named = known if columns is None else replace(known, columns=columns)
    lost = tuple(_losses(puzzle, ways, named))
    if named == known or lost or not any(_losses(puzzle, ways, known)):
        return Fit(lost)
    order = f"--columns {columns}"
    return Fit(notes=(f"to read it back, name the order of its sides ({order})",))


def _losses(
    puzzle: Puzzle, ways: Sequence[Coloring], given: ReadOptions
) -> Iterator[str]:
    chosen = _likeliest(list(_readings(ways, given)), given)
    size = (puzzle.rows, puzzle.columns)
    if chosen is None or (chosen.rows, chosen.columns) != size:
        yield f"the size {puzzle.rows} × {puzzle.columns}"
        return
    if chosen.puzzle is None:
        yield f"this puzzle ({chosen.error})"
        return
    yield from lost_rules(puzzle, chosen.framed, chosen.puzzle.turnable)
    plain = replace(puzzle, hints=(), turnable=chosen.puzzle.turnable)
    is_framed_alike = chosen.framed == puzzle.framed
    if is_framed_alike and chosen.puzzle.fingerprint != plain.fingerprint:
        yield "the pieces as they are numbered and turned"


def _fail_in_line(source: Source, lines: Sequence[int], reading: _Reading) -> NoReturn:
    error = reading.error
    assert error is not None
    if error.where[:1] in (("rows",), ("columns",)):
        source.fail_as(None, error)  # an option gave the size: no line has it
    source.fail_as(lines[-1 if error.piece is None else error.piece], error)


def _likeliest(readings: list[_Reading], given: ReadOptions) -> _Reading | None:
    """Choose a reading; one with faults only where the size is certain.

    A puzzle whose rim is nearly right is a framed one, damaged or without a solution,
    even if it would pass as an unframed one.
    """
    pieces = len(readings[0].pieces) if readings else 0
    is_certain = given.size is not None or isqrt(pieces) ** 2 == pieces
    framed = [reading for reading in readings if reading.framed]
    fixed = [reading for reading in readings if _is_guessed_fixed(reading, given)]
    unframed = [
        reading
        for reading in readings
        if not reading.framed
        and reading not in fixed
        and (reading.rules.turnable or given.turnable is False)
    ]
    choices = [reading for reading in framed if not reading.faults]
    if is_certain:
        choices += [reading for reading in framed if _is_nearly_framed(reading)]
    elif any(_is_nearly_framed(reading) for reading in framed):
        unframed = fixed = []
    choices += fixed
    choices += [reading for reading in unframed if not reading.faults]
    if is_certain:
        choices += unframed + framed
    if not choices or (given.size is None and _is_one_short(choices[0])):
        return None
    if pieces == 1 and given.size is None:
        return None  # a hint, perhaps
    return choices[0]


def _is_guessed_fixed(reading: _Reading, given: ReadOptions) -> bool:
    """Return whether pieces fit so well without turning that this must be the rule."""
    is_guess = given.turnable is None and not reading.rules.turnable
    return is_guess and reading.puzzle is not None and is_fixed(reading.puzzle)


def _readings(
    ways: Sequence[Coloring], given: ReadOptions, name: str = ""
) -> Iterator[_Reading]:
    """Yield every way to interpret the pieces, the likeliest first."""
    orders = list(KNOWN_ORDERS) if given.columns is None else [given.columns]
    turnable = given.turnable is not False
    for way in ways:
        for size in _possible_sizes(len(way.rows), turnable, given.size):
            for rim in _rims(way, size, given):
                # The kinds of pieces show which rectangle; unframed pieces have none.
                if rim is None and given.size is None and size[0] != size[1]:
                    continue
                for order in orders:
                    yield _Reading(way, _Rules(order, size, rim, turnable), name)
                    if rim is None and turnable and _looks_like_tetravex(way):
                        yield _Reading(way, _Rules(order, size, rim, False), name)


def _looks_like_tetravex(way: Coloring) -> bool:
    """Return whether the colors are digits, each of which faces itself."""
    return not way.mates and all(
        0 <= color <= _HIGHEST_DIGIT for row in way.rows for color in row
    )


def _rims(
    way: Coloring, size: tuple[int, int], given: ReadOptions
) -> Iterator[int | None]:
    """Yield the colors that may be the rim of a board of this size, and None."""
    if given.framed is False:
        yield None
        return
    if given.rim is not None:
        color = way.color_of(given.rim)
        if color is not None:
            yield color
        return
    present = Counter(color for row in way.rows for color in set(row))
    if given.framed or RIM in present:
        yield RIM
    frame = 2 * sum(size) - 4
    for color, pieces in sorted(present.items()):
        is_alone = not way.mates or way.mates[color] == color
        if color != RIM and is_alone and pieces == frame:
            yield color
    if given.framed is None:
        yield None


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
    """Return whether the rim is about where it should be: a damaged framed puzzle.

    A rim other than 0 must be exactly there: some color may nearly be, by chance.
    """
    frame = 2 * (reading.rows + reading.columns) - 4
    most = max(1, frame // 10) if reading.rules.rim == RIM else 0
    return reading.framed and reading.misplaced_kinds() <= most


def _is_one_short(reading: _Reading) -> bool:
    """Return whether this rectangle may be a square that lost an inner piece.

    Without it the kinds of an n × n board are those of (n - 1) × (n + 1).
    """
    return abs(reading.rows - reading.columns) == 2


def _notes(
    chosen: _Reading, readings: list[_Reading], given: ReadOptions
) -> Iterator[str]:
    """Yield what was decided and could have been decided otherwise."""
    if chosen.coloring.note:
        yield f"{chosen.coloring.note} (a record can name other mates: --to record)"
    if given.size is None and chosen.rows != chosen.columns:
        yield f"taken as {chosen.rows} rows of {chosen.columns} (--size overrides)"
    if given.columns is None and any(len(set(piece)) > 1 for piece in chosen.pieces):
        yield _reason_for_order(chosen, readings)
    if given.turnable is None and not chosen.rules.turnable:
        is_small = max(chosen.rows, chosen.columns) <= LARGEST_SIDE
        yield (
            "taken as pieces that may not be turned, like Tetravex: without turning"
            + (" there is one solution" if is_small else " the colors fit each other")
            + " (--turnable overrides)"
        )
    if given.framed is None and given.rim is None:
        yield from _notes_on_rim(chosen)


def _notes_on_rim(chosen: _Reading) -> Iterator[str]:
    rim = chosen.rules.rim
    if chosen.framed and rim != RIM:
        assert rim is not None
        names = chosen.coloring.names
        name = names[rim] if rim < len(names) and names[rim] else str(rim)
        though = f", though {chosen.faults[0].message}" if chosen.faults else ""
        yield (
            f"color {name} is taken as the rim, since it is where a rim would be"
            f"{though} (--rim and --unframed override)"
        )
    elif chosen.framed and chosen.faults:
        yield (
            f"taken as framed, though {chosen.faults[0].message} (--unframed overrides)"
        )
    elif not chosen.framed and any(RIM in piece for piece in chosen.pieces):
        yield (
            "taken as unframed: color 0 is not where a rim would be"
            " (--framed overrides)"
        )


def _reason_for_order(chosen: _Reading, readings: list[_Reading]) -> str:
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
        elif not rival.faults and not (is_turned and chosen.rules.turnable):
            note += f"; {rival.order} is possible too"
    return f"{note} (--columns overrides)"


def _is_same_board(reading: _Reading, other: _Reading) -> bool:
    return reading.coloring is other.coloring and (
        replace(reading.rules, order=other.order) == other.rules
    )


def _turn_between(order: str, other: str) -> int | None:
    """Return the turn that changes one order into the other, or None."""
    sides, others = sides_of_order(order), sides_of_order(other)
    turns = {(b - a) % 4 for a, b in zip(sides, others, strict=True)}
    return turns.pop() if len(turns) == 1 else None
