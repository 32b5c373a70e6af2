"""The errors a caller may want to tell apart; each says itself in one line."""


class EdgematchError(Exception):
    """Anything the package refuses, with the reason in one line."""


class PuzzleError(EdgematchError, ValueError):
    """Pieces, hints or rules that make no puzzle, or placements that make no board."""

    def __init__(self, message: str, *where: str | int) -> None:
        super().__init__(message)
        self.where = where
        """The part at fault, such as `"pieces", 4`: a reader can name its line."""

    @property
    def piece(self) -> int | None:
        """The number of the piece at fault, if it is one."""
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


class CannotHold(EdgematchError, ValueError):
    """A puzzle or board that a format has no room for."""

    def __init__(self, message: str, is_partly_held: bool = False) -> None:
        super().__init__(message)
        self.is_partly_held = is_partly_held
        """Whether the rest could be written, with what is named lost."""


class RecipeError(EdgematchError, ValueError):
    """Parameters that no puzzle can be generated from."""


class UnknownName(EdgematchError, LookupError):
    """A catalog puzzle, format, engine or order that does not exist."""


class MissingPackage(EdgematchError, ImportError):
    """An optional package that something needs is not installed."""


class UnsupportedPuzzle(EdgematchError):
    """A puzzle that an engine cannot take, with the reason."""
