"""Lines and comments, for all text formats of formulas."""

from collections.abc import Iterable, Iterator
from typing import BinaryIO

from edgematch.encoders.formula import Formula, meaning_text

_LINES_AT_ONCE = 10_000
NAMING = "v"
"""The word before the number and the meaning of a variable, in a comment line."""


def write_lines(stream: BinaryIO, lines: Iterable[str]) -> None:
    """Write lines in batches, which is faster."""
    lot: list[str] = []
    for line in lines:
        lot.append(line)
        if len(lot) == _LINES_AT_ONCE:
            stream.write("".join(lot).encode())
            lot.clear()
    stream.write("".join(lot).encode())


def comment_lines(
    formula: Formula, comments: Iterable[str], mark: str
) -> Iterator[str]:
    """Yield comments, and what each variable means, behind the mark of a comment."""
    for comment in comments:
        yield f"{mark} {comment}\n"
    for number, meaning in enumerate(formula.meanings, 1):
        yield f"{mark} {NAMING} {number} {meaning_text(meaning, formula.puzzle)}\n"
