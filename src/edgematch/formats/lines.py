"""Lines of words and numbers: what the line-by-line formats share."""

import re
from typing import NamedTuple

from edgematch.formats.document import Source
from edgematch.geometry import MAXIMUM_SIDE

_SEPARATOR = re.compile(r"[\s,;]+")
_WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,9}")


class Line(NamedTuple):
    """The words of a line, and its number in the file."""

    number: int
    words: tuple[str, ...]


def content_lines(source: Source, comments: tuple[str, ...] = ("#",)) -> list[Line]:
    """Split a text into lines and words, without blank lines and comments."""
    lines = []
    for number, text in enumerate(source.text.splitlines(), start=1):
        if not text or text.isspace():  # fast: a hostile file may have a million
            continue
        words = tuple(word for word in _SEPARATOR.split(text.strip()) if word)
        if words and not words[0].startswith(comments):
            lines.append(Line(number, words))
    return lines


def lines_at_least(
    count: int, source: Source, comments: tuple[str, ...] = ("#",)
) -> list[Line]:
    """Split a text into lines and words; fail if there are fewer lines than `count`."""
    lines = content_lines(source, comments)
    if len(lines) < count:
        source.fail(None, "nothing but comments" if not lines else "ends too early")
    return lines


def whole_numbers(source: Source, line: Line, form: str = "") -> tuple[int, ...]:
    """Read every word of a line as a whole number.

    Fail unless there are as many as `form` names, such as `x y turns`.
    """
    for word in line.words:
        if not is_whole_number(word):
            source.fail(line.number, f"expected a whole number, got {quote(word)}")
    if form and len(line.words) != len(form.split()):
        source.fail(line.number, f"expected `{form}`, got {len(line.words)} numbers")
    return tuple(int(word) for word in line.words)


def check_size(source: Source, line: Line, rows: int, columns: int) -> None:
    """Raise unless boards can have the size that a line gives."""
    for name, number in (("columns", columns), ("rows", rows)):
        if not 1 <= number <= MAXIMUM_SIDE:
            source.fail(
                line.number, f"{name} must be 1 to {MAXIMUM_SIDE}, not {number}"
            )


def check_piece_count(
    source: Source, line: Line, rows: int, columns: int, pieces: int
) -> None:
    """Raise unless a file has as many pieces as a board of this size needs."""
    if rows * columns != pieces:
        source.fail(
            line.number,
            f"{columns} columns and {rows} rows need {rows * columns} pieces,"
            f" the file has {pieces}",
        )


def is_whole_number(word: str) -> bool:
    """Return whether a word is a whole number of a sensible length."""
    return _WHOLE_NUMBER.fullmatch(word) is not None


def are_whole_numbers(line: Line, count: int) -> bool:
    """Return whether a line consists of `count` whole numbers."""
    return len(line.words) == count and all(map(is_whole_number, line.words))


def quote(text: str) -> str:
    """Quote a part of the input for a message: one line, not too long.

    >>> quote("a" * 60)
    "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…'"
    """
    return repr(text if len(text) <= 40 else text[:40] + "…")
