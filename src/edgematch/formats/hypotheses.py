"""The ways to interpret a list of bare colors, each judged by `findings`.

A list does not say which column is which side, nor which color is the rim.  But not
every interpretation is possible: in the wrong order corners show the rim on opposite
sides, the kinds of pieces do not add up, colors do not come in pairs.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isqrt

from edgematch.errors import PuzzleError
from edgematch.findings import Finding, findings
from edgematch.formats.color_words import Coloring
from edgematch.formats.column_order import KNOWN_ORDERS, clockwise
from edgematch.formats.document import ReadOptions
from edgematch.geometry import MAXIMUM_SIDE, RIM
from edgematch.puzzle import Puzzle

_DIGITS = 10


@dataclass(frozen=True)
class AssumedRules:
    """What is assumed about a list, beside its colors."""

    order: str
    size: tuple[int, int]
    rim: int | None
    """The color of the rim; None for an unframed puzzle."""
    turnable: bool = True


class Hypothesis:
    """One way to interpret the pieces, and what is wrong with it."""

    def __init__(self, coloring: Coloring, rules: AssumedRules, name: str = "") -> None:
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

    def _misplaced_kinds(self) -> int:
        """Return how many pieces are of a kind that the board has no cells for."""
        surplus = 0
        for fault in self.faults:
            if fault.rule == "rim":
                offered, places = fault.counts
                surplus += max(0, offered - places)
        return surplus

    def is_nearly_framed(self) -> bool:
        """Return whether the rim is about where it should be: a damaged framed puzzle.

        A rim other than 0 must be exactly there: some color may nearly be, by chance.
        """
        frame = 2 * (self.rows + self.columns) - 4
        most = max(1, frame // 10) if self.rules.rim == RIM else 0
        return self.framed and self._misplaced_kinds() <= most

    def is_one_short(self) -> bool:
        """Return whether this rectangle may be a square that lost an inner piece.

        Without it the kinds of an n × n board are those of (n - 1) × (n + 1).
        """
        return abs(self.rows - self.columns) == 2


def hypotheses(
    ways: Sequence[Coloring], given: ReadOptions, name: str = ""
) -> Iterator[Hypothesis]:
    """Yield every way to interpret the pieces, the likeliest first."""
    orders = list(KNOWN_ORDERS) if given.columns is None else [given.columns]
    turnable = given.turnable is not False
    for way in ways:
        for size in _possible_sizes(len(way.rows), turnable, given.size):
            for rim in _rims(way, size, given):
                # The kinds of pieces show which rectangle; unframed pieces have none.
                if rim is None and given.size is None and size[0] != size[1]:
                    continue
                may_be_fixed = rim is None and turnable and _looks_like_tetravex(way)
                for order in orders:
                    for turns in (turnable, False) if may_be_fixed else (turnable,):
                        rules = AssumedRules(order, size, rim, turns)
                        yield Hypothesis(way, rules, name)


def _looks_like_tetravex(way: Coloring) -> bool:
    """Return whether each color faces itself, and digits are enough for them all."""
    colors = {color for row in way.rows for color in row}
    return not way.mates and len(colors) <= _DIGITS


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
