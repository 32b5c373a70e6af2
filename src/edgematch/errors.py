"""The errors a caller may want to tell apart; each says itself in one line."""


class EdgematchError(Exception):
    """Anything the package refuses, with the reason in one line."""


class PuzzleError(EdgematchError, ValueError):
    """Pieces, hints or rules that make no puzzle, or placements that make no board."""

    def __init__(self, message: str, *, piece: int | None = None) -> None:
        super().__init__(message)
        self.piece = piece
        """The piece at fault, so that a reader can name its line."""


class FormatError(EdgematchError, ValueError):
    """Text that breaks the rules of its format: `pieces.txt:14: expected 4 colors`."""

    def __init__(self, source: str, line: int | None, message: str) -> None:
        super().__init__(
            f"{source}:{line}: {message}" if line else f"{source}: {message}"
        )
        self.source = source
        self.line = line


class CannotHold(EdgematchError, ValueError):
    """A puzzle or board that a format has no room for."""


class UnknownName(EdgematchError, LookupError):
    """A catalog puzzle, format, engine or order that does not exist."""


class UnsupportedPuzzle(EdgematchError):
    """A puzzle that an engine cannot take, with the reason."""
