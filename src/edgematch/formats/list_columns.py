"""The columns of a list of pieces: colors, the numbers of the pieces, and others.

The four colors of a piece may be packed into one word, such as `5948`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NoReturn

from edgematch.formats.document import Source
from edgematch.formats.lines import Line, is_whole_number, quote
from edgematch.puzzle import MAXIMUM_COLOR

PieceWords = tuple[Line, tuple[str, ...]]
"""The line of a piece, and the words for its four colors."""


@dataclass(frozen=True)
class ListColumns:
    """Which columns of a list have colors, and which has the numbers of the pieces."""

    colors: Sequence[int]
    numbers: int | None
    is_packed: bool = False
    """Whether one word has the four colors of a piece."""
    note: str = ""

    def pieces(self, rows: Iterable[Line]) -> list[PieceWords]:
        """Return the pieces of all rows, as they are listed."""
        return [(row, piece) for row in rows for piece in self._pieces_in(row)]

    def _pieces_in(self, row: Line) -> list[tuple[str, ...]]:
        words = tuple(row.words[column] for column in self.colors)
        return [_quarters(word) for word in words] if self.is_packed else fours(words)


def fours(words: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return the words of a line four by four."""
    return [words[start : start + 4] for start in range(0, len(words), 4)]


def _quarters(word: str) -> tuple[str, ...]:
    width = len(word) // 4
    return tuple(word[start : start + width] for start in range(0, len(word), width))


def list_columns(
    source: Source, rows: Sequence[Line], named: bool, numbers: int | None
) -> ListColumns:
    """Find out what the columns of a list are.

    If the columns are `named`, it is known which of them has the `numbers`.
    """
    width = len(rows[0].words)
    columns = [[row.words[i] for row in rows] for i in range(width)]
    if named:
        colors = [i for i in range(width) if i != numbers]
    else:
        numbers = _column_of_numbers(columns)
        colors = _columns_with_data(columns, numbers)
    words = [word for i in colors for word in columns[i]]
    if len(colors) == 1 and all(len(word) in (4, 8) for word in words):
        return ListColumns(colors, numbers, is_packed=True)
    if len(colors) > 1 and are_packed(words):
        return ListColumns(colors, numbers, is_packed=True)
    others = colors[4:] if len(colors) % 4 else []
    if len(colors) < 4 or len(others) > 4:
        _fail_for_width(source, rows)
    if not others:
        return ListColumns(colors, numbers)
    names = ", ".join(str(column + 1) for column in others)
    note = f"columns {names} are ignored: four colors are before them"
    return ListColumns(colors[:4], numbers, note=note)


def _column_of_numbers(columns: list[list[str]]) -> int | None:
    """Return the column with the numbers of the pieces, or None."""
    first, rows = columns[0], len(columns[0])
    if len(columns) == 5 and sum(map(is_whole_number, first)) * 2 > rows:
        return 0  # where one is damaged, the error names its line
    if len(columns) == 4 or rows < 3:
        return None
    counts = [str(number) for number in range(rows + 1)]
    if len(columns) % 4 == 0:
        # A grid, unless the first column counts the lines.
        return 0 if first in (counts[1:], counts[:-1]) and rows > 4 else None
    for index, column in enumerate(columns):
        plain = {str(int(word)) for word in column if is_whole_number(word)}
        if len(plain) == rows and plain.issubset(counts):
            return index
    return 0 if len(columns) == 2 and all(map(is_whole_number, first)) else None


def _columns_with_data(columns: list[list[str]], numbers: int | None) -> list[int]:
    """Return the columns that may have colors: without words that are only decoration.

    Decoration is what code puts around colors, the same in each line, or a column of
    words beside columns of numbers.
    """
    rest = [i for i in range(len(columns)) if i != numbers]
    if len(rest) == 4 and _have_same_words([columns[i] for i in rest]):
        return rest  # `BEAR` and `lion` are colors, not pieces of four letters
    if len(rest) <= 4 and not any(map(_is_packed_column, columns)):
        return rest
    lone = [i for i in rest if _is_packed_column(columns[i])]
    if len(lone) == 1:
        return lone
    varied = [i for i in rest if len(set(columns[i])) > 1 or len(columns[i]) == 1]
    numeric = [i for i in rest if all(map(_is_number, columns[i]))]
    if len(numeric) >= 4:
        return numeric
    if len(rest) % 4 == 0 and len(varied) % 4:
        return rest  # a grid, with the rim in one of its columns
    return varied if len(varied) >= 4 else rest


def _have_same_words(columns: Sequence[Sequence[str]]) -> bool:
    """Return whether most words of each column are in the other columns too."""
    for column in columns:
        others = {word for other in columns if other is not column for word in other}
        if 2 * sum(word in others for word in column) < len(column):
            return False
    return True


def _is_number(word: str) -> bool:
    return word.lstrip("+-").isdecimal()


def _is_packed_column(words: Sequence[str]) -> bool:
    return len(words) > 3 and are_packed(words)


def are_packed(words: Sequence[str]) -> bool:
    """Return whether each word is a piece of four letters or digits, not a color."""
    if any(len(word) != 4 for word in words):
        return False
    if all(word.isdecimal() for word in words):
        return any(int(word) > MAXIMUM_COLOR for word in words)
    return len(words) > 1 and len(set(words)) > 0.6 * len(words)


def _fail_for_width(source: Source, rows: Sequence[Line]) -> NoReturn:
    count, words = len(rows), len(rows[0].words)
    seen = f"{count} line{'s' * (count != 1)} of {words} word{'s' * (words != 1)}"
    example = quote(" ".join(rows[0].words))
    source.fail(
        rows[0].number,
        f"no pieces found: {seen}, such as {example}, but a piece is four colors,"
        " as `0 3 1 2`, `red blue red green` or `5948`",
    )


def in_order_of_numbers(
    source: Source, pieces: Sequence[PieceWords], column: int
) -> list[PieceWords]:
    """Sort pieces by the numbers in a column, which must have no gaps."""
    found: dict[int, PieceWords] = {}
    for row, words in pieces:
        word = row.words[column]
        if not is_whole_number(word):
            source.fail(row.number, f"expected a whole number, got {quote(word)}")
        number = int(word)
        if number in found:
            first = found[number][0].number
            source.fail(
                row.number, f"piece {number} occurs twice, first on line {first}"
            )
        found[number] = row, words
    first = min(found)
    if first not in (0, 1):
        source.fail(
            pieces[0][0].number, f"piece numbers must start at 0 or 1, not {first}"
        )
    for number in range(first, first + len(found)):
        if number not in found:
            source.fail(pieces[-1][0].number, f"piece {number} is missing")
    return [found[number] for number in sorted(found)]
