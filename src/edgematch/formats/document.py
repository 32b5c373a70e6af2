"""What formats take and return: sources, options, documents; and what a format is."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any, NoReturn

from edgematch.board import Board
from edgematch.errors import FormatError, PuzzleError
from edgematch.puzzle import Puzzle, printable


@dataclass(frozen=True)
class Source:
    """A text to read, and its name in messages."""

    name: str
    text: str
    path: Path | None = None
    """The file that it is from; for a folder of tiles, the folder."""

    @property
    def stem(self) -> str:
        """The name of the file without its suffix, as the name of a puzzle."""
        return printable(self.path.stem) if self.path is not None else ""

    @property
    def suffix(self) -> str:
        """The ending of the file name, in lower case; empty if there is no file."""
        return self.path.suffix.lower() if self.path is not None else ""

    def fail(self, line: int | None, message: str) -> NoReturn:
        """Raise an error that names this source and the line."""
        raise FormatError(self.name, line, message)

    def fail_as(self, line: int | None, error: PuzzleError) -> NoReturn:
        """Raise an error of the model again, with this source and the line."""
        raise FormatError(self.name, line, str(error)) from error


@dataclass(frozen=True)
class ReadOptions:
    """What the reader is to assume; None where the text decides."""

    puzzle: Puzzle | None = None
    """The puzzle that a board belongs to."""
    columns: str | None = None
    """The order of the sides in the columns of a list, such as `nesw`."""
    size: tuple[int, int] | None = None
    """Rows and columns of the board."""
    framed: bool | None = None
    rim: str | None = None
    """The color of the rim, as the text writes it; the puzzle is framed."""
    turnable: bool | None = None


@dataclass(frozen=True)
class Document:
    """What a file contains: a puzzle, perhaps a board, and facts about them."""

    puzzle: Puzzle
    board: Board | None = None
    found: Mapping[str, Any] = field(default_factory=dict)
    """How the board was found, as JSON values."""
    about: Mapping[str, Any] = field(default_factory=dict)
    """Source and known numbers of the puzzle, as JSON values."""
    notes: tuple[str, ...] = ()
    """What the reader had to guess, a sentence each."""
    pictures: Mapping[int, bytes] = field(default_factory=dict)
    """PNG files of single pieces, by piece, where the source has them."""

    def __repr__(self) -> str:
        parts = [repr(self.puzzle)] + [repr(self.board)] * (self.board is not None)
        parts += [f"notes={self.notes!r}"] * bool(self.notes)
        return f"Document({', '.join(parts)})"

    def __str__(self) -> str:
        return str(self.board or self.puzzle)

    def _repr_svg_(self) -> str:
        return (self.board or self.puzzle)._repr_svg_()


class Content(Enum):
    """What a format carries."""

    PUZZLE = "puzzle", True, False
    BOARD = "board", False, True
    BOTH = "puzzle and board", True, True

    def __init__(self, words: str, has_pieces: bool, has_board: bool) -> None:
        self.words, self.has_pieces, self.has_board = words, has_pieces, has_board


@dataclass(frozen=True)
class Fit:
    """How much of a document can be read back from what a format writes."""

    lost: tuple[str, ...] = ()
    """What is not read back, a few words each."""
    notes: tuple[str, ...] = ()
    """What the reader must be told to read the rest back, a sentence each."""


@dataclass(frozen=True)
class Format:
    """A way to write puzzles or boards as text; `read` is the inverse of `write`."""

    name: str
    summary: str
    content: Content
    suffixes: tuple[str, ...]
    recognizes: Callable[[Source, ReadOptions], bool]
    read: Callable[[Source, ReadOptions], Document]
    write: Callable[[Document, ReadOptions], str]
    """Takes a document that fits, and the options for the order of columns."""
    fit: Callable[[Document, ReadOptions], Fit]
    """Says, without writing, how much of a document is read back.

    Raises `CannotHold` for a document that cannot be written at all.  A board that the
    format has no place for, and pictures, are not its concern.
    """
    takes: frozenset[str] = frozenset()
    """The fields of `ReadOptions` that override what the reader finds out."""
    file_in_folder: str = ""
    """The name of the text file in the folder, if the format is a folder."""


def lost_rules(puzzle: Puzzle, framed: bool, turnable: bool = True) -> Iterator[str]:
    """Yield what is lost where only pieces are kept and these rules are assumed."""
    if puzzle.hints:
        yield f"{len(puzzle.hints)} hint{'s' * (len(puzzle.hints) != 1)}"
    if puzzle.turnable != turnable:
        verb = "may be" if puzzle.turnable else "are not"
        yield f"the rule that pieces {verb} turned"
    if puzzle.framed != framed:
        yield "the rim rule" if puzzle.framed else "color 0 without a rim rule"
