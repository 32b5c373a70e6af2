"""The lines before a list of pieces: what their numbers say about the size."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from edgematch.formats.document import Source
from edgematch.formats.lines import (
    Line,
    are_whole_numbers,
    check_piece_count,
    check_size,
    is_whole_number,
    quote,
)


def numbers_in(lines: Iterable[Line]) -> list[int]:
    """Return the whole numbers among the words of some lines."""
    return [int(word) for line in lines for word in line.words if is_whole_number(word)]


def size_in_heading(
    source: Source, heading: Sequence[Line], pieces: int
) -> tuple[tuple[int, int] | None, str]:
    """Return the size that a heading gives, or None, and a note about the rest of it.

    Fail for a heading that contradicts the number of pieces.
    """
    numbers = numbers_in(heading)
    if not numbers:
        return None, ""
    line = next(line for line in heading if any(map(is_whole_number, line.words)))
    is_plain = len(heading) == 1 and are_whole_numbers(line, len(numbers))
    odd = [word for word in line.words if not any(map(str.isalnum, word))]
    if odd:
        source.fail(line.number, f"expected a whole number, got {quote(odd[0])}")
    for columns, rows in pairwise(numbers):
        if columns * rows == pieces and min(columns, rows) > 0:
            check_size(source, line, rows, columns)
            note = _note(heading, numbers, f"{columns} columns and {rows} rows")
            return (rows, columns), note
    for side in numbers:
        if side * side == pieces and side > 0:
            return (side, side), _note(heading, numbers, f"the size {side} × {side}")
    if is_plain and len(numbers) == 2:
        columns, rows = numbers
        check_size(source, line, rows, columns)
        check_piece_count(source, line, rows, columns, pieces)
    if is_plain and len(numbers) == 1 and numbers[0] not in (0, 1, pieces):
        source.fail(
            line.number,
            "expected a first line of 4 colors, `columns rows`, or column names,"
            f" got {quote(' '.join(line.words))}, but there are {pieces} pieces",
        )
    if pieces not in numbers and len(numbers) > 1:
        text = " ".join(word for each in heading[:3] for word in each.words)
        return None, f"the heading {quote(text)} is ignored"
    return None, ""


def _note(heading: Sequence[Line], numbers: Sequence[int], what: str) -> str:
    """Return a note about a long heading of which only the size is used."""
    if len(heading) > 3:
        return (
            f"only {what} is taken from the {len(heading)} lines before the pieces,"
            f" which begin with {quote(' '.join(heading[0].words))}"
        )
    if len(numbers) > 2:
        shown = " ".join(map(str, numbers))
        return f"{what} taken from the heading {shown} (--size)"
    return ""
