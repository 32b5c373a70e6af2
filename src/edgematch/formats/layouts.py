"""Lists of pieces as people have them: lines of text to four words for each piece.

Lines may be numbered, have a heading, comments and columns that say something else;
the four colors may be packed into one word; several pieces on each line are a grid.
What is found here are words and their lines; what they mean is for `color_words` and
`interpretation`.  No line with data is left out without a note.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isqrt

from edgematch.formats.document import Source
from edgematch.formats.headings import numbers_in, size_in_heading
from edgematch.formats.lines import Line, are_whole_numbers, quote
from edgematch.formats.list_columns import (
    are_packed,
    fours,
    in_order_of_numbers,
    list_columns,
)
from edgematch.formats.loose_lines import loose_lines, split_lines, without_comment
from edgematch.formats.side_names import named_values, order_in_line, order_of_names

RawHint = tuple[int, int, int]
"""The cell, piece and turn of a hint, as the text numbers them."""

_OBJECT = re.compile(r'\s*\{\s*("[^"\n]*"\s*:|\})')
_LABEL = re.compile(r"\s*\w+\s*:")
_HEADING = re.compile(r"[0-9\[\](){}:=]|piece|tile", re.IGNORECASE)


@dataclass(frozen=True)
class PieceListing:
    """The words of the pieces of a text, and what the text says about them."""

    lines: tuple[int, ...]
    """The line of each piece, for errors."""
    words: tuple[tuple[str, ...], ...]
    """The four colors of each piece."""
    order: str | None = None
    size: tuple[int, int] | None = None
    is_grid: bool = False
    """Whether the pieces are laid out like a board, with several on each line."""
    hints: tuple[RawHint, ...] = ()
    name: str = ""
    notes: tuple[str, ...] = ()


def listing_of_lines(source: Source) -> PieceListing:
    """Find the pieces in the lines of a text."""
    if _OBJECT.match(source.text):
        source.fail(1, "an object in JSON, perhaps damaged, not a list of pieces")
    lines = loose_lines(source.text)
    if not lines:
        source.fail(None, "nothing but comments")
    named = _pieces_by_side(source)
    return named or _LineReader(source, lines).listing()


def _pieces_by_side(source: Source) -> PieceListing | None:
    """Return pieces whose sides are named one by one, as `left: green/down`."""
    found = [
        (number, side, value)
        for number, line in enumerate(source.text.splitlines(), start=1)
        for side, value in named_values(without_comment(line))
    ]
    quartets = [found[start : start + 4] for start in range(0, len(found), 4)]
    orders = [order_of_names([side for _, side, _ in four]) for four in quartets]
    if not orders or None in orders:
        return None
    pieces = []
    for four, order in zip(quartets, orders, strict=True):
        assert order is not None
        words = {side: word for side, (_, _, word) in zip(order, four, strict=True)}
        pieces.append(tuple(words[side] for side in "nesw"))
    lines = tuple(four[0][0] for four in quartets)
    return PieceListing(lines, tuple(pieces), "nesw")


class _LineReader:
    """Separates the lines of pieces from headings and other text."""

    def __init__(self, source: Source, lines: list[Line]) -> None:
        self.source = source
        self.notes: list[str] = []
        self.order: str | None = None
        self.number_column: int | None = None
        self.texts = source.text.splitlines()
        self.words: set[str] = set()
        self.heading: list[Line] = []
        self.rows = self._rows_of_pieces(lines)

    def listing(self) -> PieceListing:
        self._split_single_line()
        self._drop_heading_of_same_width()
        self._join_halves()
        has_names = self.order is not None
        columns = list_columns(self.source, self.rows, has_names, self.number_column)
        pieces = columns.pieces(self.rows)
        size, note = size_in_heading(self.source, self.heading, len(pieces))
        width = len(pieces) // len(self.rows)
        is_grid = width > 1 and len(self.rows) > 1
        if size is None and is_grid:
            size = (len(self.rows), width)
        if columns.numbers is not None:
            pieces = in_order_of_numbers(self.source, pieces, columns.numbers)
        return PieceListing(
            tuple(row.number for row, _ in pieces),
            tuple(words for _, words in pieces),
            self.order,
            size,
            is_grid,
            notes=(*self.notes, *filter(None, (columns.note, note))),
        )

    def _rows_of_pieces(self, lines: list[Line]) -> list[Line]:
        """Return the lines with pieces: those of the most common number of words."""
        for index, line in enumerate(lines[:20]):
            named = order_in_line(line.words)
            if named is not None and not _are_colors(line, lines):
                self.order, self.number_column = named
                self.heading = lines[:index]
                width, rest = len(line.words), lines[index + 1 :]
                if _LABEL.match(self.texts[line.number - 1]) and width == 5:
                    self.number_column, width = None, 4  # as `sides: n e s w`
                rows = self._rows_of_width(width, rest)
                if not rows:
                    self.source.fail(line.number, "no pieces after the first line")
                return rows
        lines = split_lines(lines)
        widths = Counter(len(line.words) for line in lines)
        width = max(widths, key=lambda words: (widths[words], words))
        first = next(i for i, line in enumerate(lines) if _has_width(line, width))
        self.heading = lines[:first]
        share = 0.5 if width in (4, 5) else 0.8
        fitting = sum(_has_width(line, width) for line in lines[first:])
        if fitting < share * len(lines[first:]):
            self.source.fail(
                lines[0].number,
                f"no pieces found: {len(lines)} lines of {min(widths)} to"
                f" {max(widths)} words; a piece is four colors on a line",
            )
        for line in self.heading:
            if _is_prose(line) or (line is lines[0] and _is_title(line, lines)):
                self._skip(line)
            elif not _HEADING.search(self.texts[line.number - 1]):
                self.source.fail(
                    line.number, f"expected a whole number, got {quote(line.words[0])}"
                )
        self.words = {
            word for line in lines if len(line.words) == width for word in line.words
        }
        return self._rows_of_width(width, lines[first:])

    def _rows_of_width(self, width: int, lines: list[Line]) -> list[Line]:
        rows = [line for line in lines if self._is_row(line, width)]
        return [self._without_mark(row, width) for row in rows]

    def _is_row(self, line: Line, width: int) -> bool:
        """Return whether a line after the first piece is one; fail if it is damaged."""
        if _has_width(line, width):
            return True
        if _is_prose(line) and self.words.isdisjoint(line.words):
            self._skip(line)
            return False
        has_data = any(letter.isdigit() for word in line.words for letter in word)
        if has_data or not _HEADING.search(self.texts[line.number - 1]):
            what = {4: "4 colors", 5: "a piece number and 4 colors"}.get(
                width, f"{width} words like the other lines"
            )
            self.source.fail(
                line.number, f"expected {what}, got {len(line.words)} words"
            )
        return False

    def _skip(self, line: Line) -> None:
        if not any("is skipped" in note for note in self.notes):
            text = quote(" ".join(line.words))
            self.notes.append(
                f"line {line.number} ({text}) is skipped: it is not a piece"
            )

    def _join_halves(self) -> None:
        """Join the names and halves of pictures that are separate words, as `A H`."""
        rows = self.rows
        if all(row.words.count("of") == 4 for row in rows):  # `head of bear`
            rows = [
                Line(row.number, tuple(word for word in row.words if word != "of"))
                for row in rows
            ]
        start = len(rows[0].words) - 8
        if start not in (0, 1) or len(rows) < 4:
            return
        first = {word for row in rows for word in row.words[start::2]}
        second = {word for row in rows for word in row.words[start + 1 :: 2]}
        is_pair = 2 in (len(first), len(second)) and len(first) + len(second) > 3
        if is_pair and first.isdisjoint(second):
            self.rows = [
                Line(row.number, row.words[:start] + _pairs(row.words[start:]))
                for row in rows
            ]

    def _without_mark(self, row: Line, width: int) -> Line:
        if len(row.words) > width:
            self.notes.append(f"{quote(row.words[-1])} on line {row.number} is ignored")
        return Line(row.number, row.words[:width])

    def _split_single_line(self) -> None:
        """Take a single line as a list: pieces of one or four words, and a heading."""
        (row, *others) = self.rows
        if others:
            return
        for size in (0, 1, 2):
            heading, rest = row.words[:size], row.words[size:]
            if len(rest) > 1 and are_packed(rest):
                rows = [Line(row.number, (word,)) for word in rest]
            elif len(rest) > 4 and len(rest) % 4 == 0 and size != 1:
                rows = [Line(row.number, four) for four in fours(rest)]
            else:
                continue
            self.rows = rows
            if heading:
                self.heading.append(Line(row.number, heading))
            return

    def _drop_heading_of_same_width(self) -> None:
        """Take first lines as a heading, or as hints, if that explains their number."""
        if _is_prose(self.rows[0]) and _is_title(self.rows[0], self.rows):
            self._skip(self.rows[0])
            self.rows = self.rows[1:]
        first, count = self.rows[0], len(self.rows)
        if are_whole_numbers(first, 4) and not self.heading:
            one, two, three, four = map(int, first.words)
            sizes = (one * two, three * four)
            # A square number of lines needs no such explanation, if the colors of the
            # first one are known from the others.
            others = {word for row in self.rows[1:] for word in row.words}
            is_piece = isqrt(count) ** 2 == count and others.issuperset(first.words)
            if count - 1 in sizes and count > 4 and not is_piece:
                self.heading, self.rows = [first], self.rows[1:]
                return
        numbers = numbers_in(self.heading)
        if count in numbers or any(a * b == count for a, b in pairwise(numbers)):
            return
        for size in numbers[:2]:
            hints = count - size * size
            if size > 1 and hints > 0 and hints in numbers[1:]:
                text = " ".join(first.words)
                self.notes.append(
                    f"{hints} line{'s' * (hints > 1)} before the pieces taken as hints"
                    f" and ignored, beginning with {quote(text)} on line {first.number}"
                )
                self.rows = self.rows[hints:]
                return


def _is_prose(line: Line) -> bool:
    """Return whether a line is words for people rather than colors."""
    return sum(len(word) > 1 and word.isalpha() for word in line.words) > 2


def _is_title(first: Line, lines: Sequence[Line]) -> bool:
    """Return whether a first line is words that no other line has.

    A piece without any color of the other pieces would fit nowhere.  Before a list of
    numbers such words are more likely damage.
    """
    others = {word for line in lines[1:] for word in line.words}
    is_text = all(map(str.isalpha, first.words)) and max(map(len, first.words)) > 2
    has_words = any(map(str.isalpha, others))
    return is_text and has_words and len(lines) > 4 and others.isdisjoint(first.words)


def _are_colors(names: Line, lines: Sequence[Line]) -> bool:
    """Return whether other lines have the same words, such as the letters `B D H G`."""
    alike = [line for line in lines if len(line.words) == len(names.words)]
    others = {word for line in alike if line is not names for word in line.words}
    return others.issuperset(names.words)


def _pairs(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(map("/".join, zip(words[::2], words[1::2], strict=True)))


def _has_width(line: Line, width: int) -> bool:
    """Return whether a line has so many words, or a mark such as `@` after them."""
    more = line.words[width:]
    return len(line.words) == width or (
        len(more) == 1 and not any(map(str.isalnum, more[0]))
    )
