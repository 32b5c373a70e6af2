"""Read the output of a solver, and the comments of its formula, to get a board.

The comments of a formula that `edgematch` wrote contain the puzzle and the meaning of
its variables.  A solver's answer consists of lines that begin with `s` and `v`, as in
the competitions; bare numbers and MaxSAT's rows of zeros and ones are read too.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from edgematch.board import Board
from edgematch.encoders.formula import Meaning, boards_with, read_meaning
from edgematch.encoders.formula_files import NAMING
from edgematch.errors import FormatError
from edgematch.puzzle import Puzzle

_LITERAL = re.compile(r"-?x?\d{1,18}")
_BITS = re.compile(r"[01]+")


def comments_of(lines: Iterable[str]) -> Iterator[str]:
    """Yield the comments that a formula begins with, without their marks."""
    for line in lines:
        if line[:1] not in ("c", "*"):
            return
        yield line[2:].rstrip("\n")


def read_meanings(
    source: str, comments: Iterable[str], puzzle: Puzzle
) -> dict[int, Meaning]:
    """Return what the variables mean that a formula's comments name."""
    meanings = {}
    for number, comment in enumerate(comments, 1):
        words = comment.split(" ", 2)
        if words[0] != NAMING or len(words) != 3 or not words[1].isdecimal():
            continue
        if len(words[1]) > 18:
            raise FormatError(
                source, number, f"expected a variable, got {words[1][:40]!r}"
            )
        meaning = read_meaning(words[2], puzzle)
        if meaning is None:
            raise FormatError(
                source, number, f"expected the meaning of a variable, got {words[2]!r}"
            )
        meanings[int(words[1])] = meaning
    return meanings


@dataclass(frozen=True)
class SolverOutput:
    """The answer of a solver."""

    is_unsatisfiable: bool
    model: tuple[int, ...]


def read_answer(source: str, text: str, variables: int) -> SolverOutput:
    """Read the output of a solver for a formula with at least this many variables."""
    values: list[int] = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words or words[0] in ("c", "o", "*"):
            continue
        if words[0] in ("s", "SAT", "UNSAT", "SATISFIABLE", "UNSATISFIABLE"):
            if "UNSAT" in line:
                return SolverOutput(True, ())
            continue
        if words[0] == "v":
            words = words[1:]
        is_row = len(words) == 1 and len(words[0]) >= max(variables, 2)
        if is_row and _BITS.fullmatch(words[0]):
            bits = enumerate(words[0], 1)
            values += [place if bit == "1" else -place for place, bit in bits]
            continue
        for word in words:
            if _LITERAL.fullmatch(word):
                values.append(int(word.replace("x", "")))
            else:
                raise FormatError(
                    source, number, f"expected a literal, got {word[:40]!r}"
                )
    if not values:
        raise FormatError(source, None, "expected the values of variables (v …)")
    return SolverOutput(False, tuple(value for value in values if value))


def board_of_model(
    source: str, puzzle: Puzzle, meanings: dict[int, Meaning], model: Iterable[int]
) -> Board:
    """Return the first board that a model represents."""
    meant = [meanings[value] for value in model if value in meanings]
    board = next(boards_with(puzzle, meant), None)
    if board is None:
        raise FormatError(
            source, None, "the colors in the model match no turn of some piece"
        )
    empty = board.empty_cells()
    if empty:
        name = puzzle.cell_name(empty[0])
        raise FormatError(source, None, f"the model places nothing on {name}")
    return board
