"""What passes between a format and the rest: sources, options, documents, formats."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any, NoReturn

from edgematch.board import Board
from edgematch.errors import FormatError, PuzzleError
from edgematch.puzzle import Puzzle, printable


@dataclass(frozen=True)
class Source:
    """A text to read, and what to call it in messages."""

    name: str
    text: str
    path: Path | None = None
    """Where it came from; for a folder of tiles, the folder."""

    @property
    def stem(self) -> str:
        """The name of the file without its ending, as a puzzle's name."""
        return printable(self.path.stem) if self.path is not None else ""

    @property
    def suffix(self) -> str:
        return self.path.suffix.lower() if self.path is not None else ""

    def fail(self, line: int | None, message: str) -> NoReturn:
        """Raise the error that names this source and the line."""
        raise FormatError(self.name, line, message)

    def fail_as(self, line: int | None, error: PuzzleError) -> NoReturn:
        """Raise what the model said of the text, naming this source and the line."""
        raise FormatError(self.name, line, str(error)) from error


@dataclass(frozen=True)
class ReadOptions:
    """What the reader is told; None leaves it to the text."""

    puzzle: Puzzle | None = None
    """The puzzle a board belongs to."""
    columns: str | None = None
    """The sides in the order of a list's columns, such as `nesw`."""
    size: tuple[int, int] | None = None
    """Rows and columns of the board."""
    framed: bool | None = None
    turnable: bool | None = None


@dataclass(frozen=True)
class Document:
    """What a file says: a puzzle, perhaps a board, and how that came about."""

    puzzle: Puzzle
    board: Board | None = None
    found: Mapping[str, Any] = field(default_factory=dict)
    """How the board was found; values as JSON has them."""
    about: Mapping[str, Any] = field(default_factory=dict)
    """Source and known numbers of the puzzle; values as JSON has them."""
    notes: tuple[str, ...] = ()
    """What the reader had to decide, a sentence each."""
    pictures: Mapping[int, bytes] = field(default_factory=dict)
    """PNG files of single pieces, where the source has them."""


class Content(Enum):
    """What a format carries."""

    PUZZLE = "puzzle"
    BOARD = "board"
    BOTH = "puzzle and board"

    @property
    def has_pieces(self) -> bool:
        return self is not Content.BOARD

    @property
    def has_board(self) -> bool:
        return self is not Content.PUZZLE


@dataclass(frozen=True)
class Format:
    """One way to write puzzles or boards down; `read` and `write` undo each other."""

    name: str
    summary: str
    content: Content
    suffixes: tuple[str, ...]
    recognizes: Callable[[Source, ReadOptions], bool]
    read: Callable[[Source, ReadOptions], Document]
    write: Callable[[Document, ReadOptions], str]
    """Takes the options so that a list can be written in the columns asked for."""
    takes: frozenset[str] = frozenset()
    """The fields of `ReadOptions` that overrule what the reader finds out."""
    file_in_folder: str = ""
    """Where the format is a folder: the file in it that holds the text."""
