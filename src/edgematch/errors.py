"""The errors that the package raises; each message is one line."""

__all__ = [
    "CannotHold",
    "EdgematchError",
    "FormatError",
    "MissingPackage",
    "PuzzleError",
    "RecipeError",
    "UnknownName",
    "UnsupportedPuzzle",
]


class EdgematchError(Exception):
    """The base class of all errors of the package."""


class PuzzleError(EdgematchError, ValueError):
    """Invalid pieces, hints, rules or placements."""

    def __init__(self, message: str, *where: str | int) -> None:
        super().__init__(message)
        self.where = where
        """The part that is wrong, such as `"pieces", 4`, for readers of files, which
        add the line."""

    @property
    def piece(self) -> int | None:
        """The number of the piece that is wrong, if it is a piece."""
        if len(self.where) == 2 and self.where[0] == "pieces":
            return int(self.where[1])
        return None


class FormatError(EdgematchError, ValueError):
    """Text that breaks the rules of its format: `pieces.txt:14: expected 4 colors`."""

    def __init__(self, source: str, line: int | None, message: str) -> None:
        super().__init__(
            f"{source}:{line}: {message}" if line else f"{source}: {message}"
        )
        self.source = source
        self.line = line
        self.message = message
        """The message without the source and the line."""


class CannotHold(EdgematchError, ValueError):
    """A puzzle or board that a format cannot represent."""

    def __init__(self, message: str, is_partly_held: bool = False) -> None:
        super().__init__(message)
        self.is_partly_held = is_partly_held
        """Whether it could be written without the part that the message names."""


class RecipeError(EdgematchError, ValueError):
    """Parameters from which no puzzle can be generated."""


class UnknownName(EdgematchError, LookupError):
    """A catalog puzzle, format, engine or order that does not exist."""


class MissingPackage(EdgematchError, ImportError):
    """An optional package that something needs is not installed."""


class UnsupportedPuzzle(EdgematchError):
    """A puzzle that an engine does not accept."""


class CheckpointWarning(UserWarning):
    """A checkpoint could not be written; the search goes on without it."""
