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
from typing import NoReturn

from edgematch.formats.document import Source
from edgematch.formats.lines import (
    Line,
    are_whole_numbers,
    check_piece_count,
    check_size,
    is_whole_number,
    quote,
)
from edgematch.formats.side_names import NAMED_VALUE, order_in_line, order_of_names
from edgematch.puzzle import MAXIMUM_COLOR

RawHint = tuple[int, int, int]
"""The cell, piece and turn of a hint, as the text numbers them."""

_BLOCK_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_COMMENT = re.compile(r"(#|//|(?:^|\s)%).*")
_SEPARATOR = re.compile(r"""[\s,;:=|(){}\[\]<>"'`]+""")
_PROBLEM_LINE = re.compile(r"^p\s", re.MULTILINE)
_COMMENT_LINE = re.compile(r"^c(\s.*)?$", re.MULTILINE)
"""Comments as in DIMACS files, where a line `p …` gives the size."""
_OBJECT = re.compile(r'\s*\{\s*("[^"\n]*"\s*:|\})')
_BETWEEN_DIGITS = re.compile(r"(?<=\d)[-/x×](?=\d)")
_HEADING = re.compile(r"[0-9\[\](){}:=]|piece|tile", re.IGNORECASE)
_SIGN_OF_PROSE = re.compile(r"[^\W\d_]{2,}")


@dataclass(frozen=True)
class Listing:
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


def loose_lines(text: str) -> list[Line]:
    """Split a text into lines of words, without comments, brackets and quotes."""
    text = _BLOCK_COMMENT.sub(lambda match: "\n" * match[0].count("\n"), text)
    if _PROBLEM_LINE.search(text):
        text = _COMMENT_LINE.sub("", text)
    lines = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line and not line.isspace():  # fast: a hostile file may have a million
            words = _words(line)
            if words:
                lines.append(Line(number, words))
    return lines


def _words(text: str) -> tuple[str, ...]:
    text = _COMMENT.sub("", text)
    before, _, after = text.partition(";")
    is_remark = not before.strip() or len(before.split()) >= 4
    if is_remark and _SIGN_OF_PROSE.search(after):
        text = before
    text = _BETWEEN_DIGITS.sub(" ", text)
    return tuple(word for word in _SEPARATOR.split(text) if word)


def listing_of_lines(source: Source) -> Listing:
    """Find the pieces in the lines of a text."""
    if _OBJECT.match(source.text):
        source.fail(1, "an object in JSON, perhaps damaged, not a list of pieces")
    lines = loose_lines(source.text)
    if not lines:
        source.fail(None, "nothing but comments")
    named = _pieces_by_side(source)
    return named or _LineReader(source, lines).listing()


def _pieces_by_side(source: Source) -> Listing | None:
    """Return pieces whose sides are named one by one, as `left: green/down`."""
    found = [
        (number, match[1], match[2])
        for number, line in enumerate(source.text.splitlines(), start=1)
        for match in NAMED_VALUE.finditer(_COMMENT.sub("", line))
    ]
    fours = [found[start : start + 4] for start in range(0, len(found), 4)]
    orders = [order_of_names([side for _, side, _ in four]) for four in fours]
    if not orders or None in orders:
        return None
    pieces = []
    for four, order in zip(fours, orders, strict=True):
        assert order is not None
        words = {side: word for side, (_, _, word) in zip(order, four, strict=True)}
        pieces.append(tuple(words[side] for side in "nesw"))
    lines = tuple(four[0][0] for four in fours)
    return Listing(lines, tuple(pieces), "nesw")


class _LineReader:
    """Tells lines of pieces from headings, and columns of colors from others."""

    def __init__(self, source: Source, lines: list[Line]) -> None:
        self.source = source
        self.notes: list[str] = []
        self.order: str | None = None
        self.number_column: int | None = None
        self.texts = source.text.splitlines()
        self.words: set[str] = set()
        self.heading: list[Line] = []
        self.rows = self._rows_of_pieces(lines)

    def listing(self) -> Listing:
        self._split_single_line()
        self._drop_heading_of_same_width()
        self._join_halves()
        columns, is_packed = self._columns_of_colors()
        cells: list[tuple[Line, tuple[str, ...]]] = []
        for row in self.rows:
            words = [row.words[column] for column in columns]
            if is_packed:
                cells += [(row, _unpacked(word)) for word in words]
            else:
                for start in range(0, len(words), 4):
                    cells.append((row, tuple(words[start : start + 4])))
        width = len(cells) // len(self.rows)
        size = self._size(len(cells))
        is_grid = width > 1 and len(self.rows) > 1
        if size is None and is_grid:
            size = (len(self.rows), width)
        if self.number_column is not None:
            cells = self._in_order_of_numbers(cells)
        return Listing(
            tuple(row.number for row, _ in cells),
            tuple(words for _, words in cells),
            self.order,
            size,
            is_grid,
            notes=tuple(self.notes),
        )

    def _rows_of_pieces(self, lines: list[Line]) -> list[Line]:
        """Return the lines with pieces: those of the most common number of words."""
        for index, line in enumerate(lines[:20]):
            named = order_in_line(line.words)
            if named is not None:
                self.order, self.number_column = named
                self.heading, rows = lines[:index], lines[index + 1 :]
                if not rows:
                    self.source.fail(line.number, "no pieces after the first line")
                width = len(line.words)
                return [row for row in rows if self._is_row(row, width)]
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
            if _is_prose(line):
                self._skip(line)
            elif not _HEADING.search(self.texts[line.number - 1]):
                self.source.fail(
                    line.number, f"expected a whole number, got {quote(line.words[0])}"
                )
        self.words = {
            word for line in lines if len(line.words) == width for word in line.words
        }
        rows = [line for line in lines[first:] if self._is_row(line, width)]
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
        if not any("is not read" in note for note in self.notes):
            text = quote(" ".join(line.words))
            self.notes.append(f"line {line.number} ({text}) is not read: no piece")

    def _join_halves(self) -> None:
        """Join the names and halves of pictures that are separate words, as `A H`."""
        width = len(self.rows[0].words)
        start = width - 8
        if start not in (0, 1) or len(self.rows) < 4:
            return
        names = {word for row in self.rows for word in row.words[start::2]}
        halves = {word for row in self.rows for word in row.words[start + 1 :: 2]}
        if len(halves) == 2 and names.isdisjoint(halves) and len(names) > 1:
            self.rows = [
                Line(row.number, row.words[:start] + _pairs(row.words[start:]))
                for row in self.rows
            ]

    def _without_mark(self, row: Line, width: int) -> Line:
        if len(row.words) > width:
            self.notes.append(f"{quote(row.words[-1])} in line {row.number} is ignored")
        return Line(row.number, row.words[:width])

    def _split_single_line(self) -> None:
        """Take a single line as a list: pieces of one or four words, and a heading."""
        (row, *others) = self.rows
        if others:
            return
        for size in (0, 1, 2):
            heading, rest = row.words[:size], row.words[size:]
            if len(rest) > 1 and _are_packed(rest):
                rows = [Line(row.number, (word,)) for word in rest]
            elif len(rest) > 4 and len(rest) % 4 == 0 and size != 1:
                fours = range(0, len(rest), 4)
                rows = [Line(row.number, rest[i : i + 4]) for i in fours]
            else:
                continue
            self.rows = rows
            if heading:
                self.heading.append(Line(row.number, heading))
            return

    def _drop_heading_of_same_width(self) -> None:
        """Take first lines as a heading, or as hints, if that explains their number."""
        first, count = self.rows[0], len(self.rows)
        if are_whole_numbers(first, 4) and not self.heading:
            one, two, three, four = map(int, first.words)
            sizes = (one * two, three * four)
            # A square number of lines needs no such explanation.
            if count - 1 in sizes and count > 4 and isqrt(count) ** 2 != count:
                self.heading, self.rows = [first], self.rows[1:]
                return
        numbers = self._numbers_in_heading()
        for size in numbers[:2]:
            hints = count - size * size
            if size > 1 and hints > 0 and hints in numbers[1:]:
                text = " ".join(first.words)
                self.notes.append(
                    f"{hints} line{'s' * (hints > 1)} before the pieces taken as hints"
                    f" and left out, from {quote(text)} in line {first.number}"
                )
                self.rows = self.rows[hints:]
                return

    def _columns_of_colors(self) -> tuple[list[int], bool]:
        """Return the columns that have colors, and whether these are packed."""
        width = len(self.rows[0].words)
        columns = [[row.words[i] for row in self.rows] for i in range(width)]
        rest = [i for i in range(width) if i != self.number_column]
        if self.order is None:
            self.number_column = self._column_of_numbers(columns)
            rest = _columns_with_data(columns, self.number_column)
        cells = [columns[i][row] for i in rest for row in range(len(self.rows))]
        if len(rest) == 1 and all(len(word) in (4, 8) for word in cells):
            return rest, True
        if len(rest) > 1 and _are_packed(cells):
            return rest, True
        if len(rest) < 4:
            self._fail_for_width()
        if len(rest) % 4:
            others = rest[4:]
            if len(others) > 4:
                self._fail_for_width()
            names = ", ".join(str(column + 1) for column in others)
            self.notes.append(
                f"columns {names} are ignored: four colors are before them"
            )
            rest = rest[:4]
        return rest, False

    def _column_of_numbers(self, columns: list[list[str]]) -> int | None:
        """Return the column with the numbers of the pieces, or None."""
        numbers = sum(map(is_whole_number, columns[0]))
        if len(columns) == 5 and numbers * 2 > len(self.rows):
            return 0  # where one is damaged, the error names its line
        if len(columns) == 4 or len(self.rows) < 3:
            return None
        counts = {str(number) for number in range(len(self.rows) + 1)}
        if len(columns) % 4 == 0:
            # A grid, unless the first column counts the lines.
            rising = [str(number) for number in range(len(self.rows) + 1)]
            is_rising = columns[0] in (rising[1:], rising[:-1])
            return 0 if is_rising and len(self.rows) > 4 else None
        for index, column in enumerate(columns):
            plain = {str(int(word)) for word in column if is_whole_number(word)}
            if len(plain) == len(column) and plain <= counts:
                return index
        if len(columns) == 2 and all(map(is_whole_number, columns[0])):
            return 0
        return None

    def _fail_for_width(self) -> NoReturn:
        count, words = len(self.rows), len(self.rows[0].words)
        seen = f"{count} line{'s' * (count != 1)} of {words} word{'s' * (words != 1)}"
        example = quote(" ".join(self.rows[0].words))
        self.source.fail(
            self.rows[0].number,
            f"no pieces found: {seen}, such as {example}, but a piece is four colors,"
            " as `0 3 1 2`, `red blue red green` or `5948`",
        )

    def _numbers_in_heading(self) -> list[int]:
        return [
            int(word)
            for line in self.heading
            for word in line.words
            if is_whole_number(word)
        ]

    def _size(self, pieces: int) -> tuple[int, int] | None:
        """Return the size that the heading gives, if it gives one."""
        numbers = self._numbers_in_heading()
        if not numbers:
            return None
        line = next(
            each for each in self.heading if any(map(is_whole_number, each.words))
        )
        is_plain = len(self.heading) == 1 and are_whole_numbers(line, len(numbers))
        odd = [word for word in line.words if not any(map(str.isalnum, word))]
        if odd:
            self.source.fail(
                line.number, f"expected a whole number, got {quote(odd[0])}"
            )
        for columns, rows in pairwise(numbers):
            if columns * rows == pieces and min(columns, rows) > 0:
                self._note_heading(numbers, f"{columns} columns and {rows} rows")
                check_size(self.source, line, rows, columns)
                return rows, columns
        for side in numbers:
            if side * side == pieces and side > 0:
                self._note_heading(numbers, f"the size {side} × {side}")
                return side, side
        if is_plain and len(numbers) == 2:
            columns, rows = numbers
            check_size(self.source, line, rows, columns)
            check_piece_count(self.source, line, rows, columns, pieces)
        if is_plain and len(numbers) == 1 and numbers[0] not in (0, 1, pieces):
            self.source.fail(
                line.number,
                "expected a first line of 4 colors, `columns rows`, or column names,"
                f" got {quote(' '.join(line.words))}, but there are {pieces} pieces",
            )
        if pieces not in numbers and len(numbers) > 1:
            text = " ".join(word for each in self.heading[:3] for word in each.words)
            self.notes.append(f"the heading {quote(text)} is ignored")
        return None

    def _note_heading(self, numbers: list[int], what: str) -> None:
        if len(self.heading) > 3:
            self.notes.append(
                f"nothing but {what} is read in the {len(self.heading)} lines before"
                f" the pieces, from {quote(' '.join(self.heading[0].words))}"
            )
        elif len(numbers) > 2:
            shown = " ".join(map(str, numbers))
            self.notes.append(f"{what} taken from the heading {shown} (--size)")

    def _in_order_of_numbers(
        self, cells: list[tuple[Line, tuple[str, ...]]]
    ) -> list[tuple[Line, tuple[str, ...]]]:
        """Sort pieces by their numbers, which must have no gaps."""
        assert self.number_column is not None
        found: dict[int, tuple[Line, tuple[str, ...]]] = {}
        for row, words in cells:
            word = row.words[self.number_column]
            if not is_whole_number(word):
                self.source.fail(
                    row.number, f"expected a whole number, got {quote(word)}"
                )
            number = int(word)
            if number in found:
                first = found[number][0].number
                self.source.fail(
                    row.number, f"piece {number} occurs twice, first in line {first}"
                )
            found[number] = row, words
        first = min(found)
        if first not in (0, 1):
            self.source.fail(
                cells[0][0].number, f"piece numbers must start at 0 or 1, not {first}"
            )
        for number in range(first, first + len(found)):
            if number not in found:
                self.source.fail(cells[-1][0].number, f"piece {number} is missing")
        return [found[number] for number in sorted(found)]


def _is_prose(line: Line) -> bool:
    """Return whether a line is words for people rather than colors."""
    return sum(len(word) > 1 and word.isalpha() for word in line.words) > 2


def _pairs(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(map("/".join, zip(words[::2], words[1::2], strict=True)))


def _has_width(line: Line, width: int) -> bool:
    """Return whether a line has so many words, or a mark such as `@` after them."""
    more = line.words[width:]
    return len(line.words) == width or (
        len(more) == 1 and not any(map(str.isalnum, more[0]))
    )


def _columns_with_data(columns: list[list[str]], numbers: int | None) -> list[int]:
    """Return the columns that may have colors: without words that are only decoration.

    Decoration is what code puts around colors, the same in each line, or a column of
    words beside columns of numbers.
    """
    rest = [i for i in range(len(columns)) if i != numbers]
    if len(rest) <= 4 and not any(map(_is_packed_column, columns)):
        return rest
    lone = [i for i in rest if _is_packed_column(columns[i])]
    if len(lone) == 1:
        return lone
    varied = [i for i in rest if len(set(columns[i])) > 1 or len(columns[i]) == 1]
    numeric = [i for i in rest if all(map(_is_number, columns[i]))]
    if len(numeric) >= 4:
        return numeric
    return varied if len(varied) >= 4 else rest


def _is_number(word: str) -> bool:
    return word.lstrip("+-").isdecimal()


def _is_packed_column(words: Sequence[str]) -> bool:
    return len(words) > 3 and _are_packed(words)


def _are_packed(words: Sequence[str]) -> bool:
    """Return whether each word is a piece of four letters or digits, not a color."""
    if any(len(word) != 4 for word in words):
        return False
    if all(word.isdecimal() for word in words):
        return any(int(word) > MAXIMUM_COLOR for word in words)
    return len(words) > 1 and len(set(words)) > 0.6 * len(words)


def _unpacked(word: str) -> tuple[str, ...]:
    width = len(word) // 4
    return tuple(word[start : start + width] for start in range(0, len(word), width))


def are_piece_numbers(words: Sequence[Sequence[str]]) -> bool:
    """Return whether all words are different numbers, as those of pieces on a board."""
    numbers = [word for four in words for word in four]
    if len(numbers) < 16 or not all(word.isdecimal() for word in numbers):
        return False
    values = sorted(map(int, numbers))
    return values == list(range(values[0], values[0] + len(values))) and values[0] < 2
