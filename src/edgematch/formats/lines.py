"""Lines of numbers: what the line-by-line formats share."""

import re
from typing import NamedTuple

from edgematch.formats.document import Source

_SEPARATOR = re.compile(r"[\s,;]+")
_WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,9}")


class Line(NamedTuple):
    """A line that says something, and its number in the file."""

    number: int
    words: tuple[str, ...]


def content_lines(source: Source, comments: tuple[str, ...] = ("#",)) -> list[Line]:
    """Split a text into words line by line; leave out blank lines and comments."""
    lines = []
    for number, text in enumerate(source.text.splitlines(), start=1):
        if not text or text.isspace():  # most lines of a hostile file
            continue
        words = tuple(word for word in _SEPARATOR.split(text.strip()) if word)
        if words and not words[0].startswith(comments):
            lines.append(Line(number, words))
    return lines


def needed_lines(
    source: Source, comments: tuple[str, ...] = ("#",), at_least: int = 1
) -> list[Line]:
    """Split a text into words line by line; fail where there are too few lines."""
    lines = content_lines(source, comments)
    if len(lines) < at_least:
        source.fail(
            None, "there is nothing in it" if not lines else "it ends too early"
        )
    return lines


def whole_numbers(source: Source, line: Line) -> tuple[int, ...]:
    """Read every word of a line as a whole number."""
    for word in line.words:
        if not is_whole_number(word):
            source.fail(line.number, f"expected a whole number, got {shown(word)}")
    return tuple(int(word) for word in line.words)


def is_whole_number(word: str) -> bool:
    """Say whether a word is a whole number of a sensible length."""
    return _WHOLE_NUMBER.fullmatch(word) is not None


def are_whole_numbers(line: Line, count: int) -> bool:
    """Say whether a line is `count` whole numbers and nothing else."""
    return len(line.words) == count and all(map(is_whole_number, line.words))


def shown(text: str) -> str:
    """Quote a piece of input for a message: one line, not too long.

    >>> shown("a" * 60)
    "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…'"
    """
    return repr(text if len(text) <= 40 else text[:40] + "…")
