"""The errors that the package raises; a message is a line of 300 characters at most.

What a message quotes may come from anywhere: it is shortened, and control characters
are escaped, when the message is read.
"""

import re
from collections.abc import Iterable

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


_MOST_QUOTED = 80
_MOST_SHOWN = 300
_MOST_NAMES = 5
_LEAST_LIKENESS = 0.5
_QUOTED = re.compile(r"""(?<!\w)('[^']{79,}'|"[^"]{79,}")(?!\w)""")
_WORD = re.compile(r"\S{81,}")


def shorten(text: str, most: int = _MOST_QUOTED) -> str:
    """Return a text without its middle if it is longer than `most` characters.

    >>> shorten("from the beginning to the end", 13)
    'from t…he end'
    """
    if len(text) <= most:
        return text
    tail = (most - 1) // 2
    return f"{text[: most - 1 - tail]}…{text[len(text) - tail :]}"


def one_line(message: str) -> str:
    r"""Return a message as a line that fits any terminal and changes nothing there.

    >>> one_line("no file\x1b[31m  'red'")
    "no file\\x1b[31m 'red'"
    """
    text = "".join(map(_visible, " ".join(message.split())))
    for quoted in (_QUOTED, _WORD):
        text = quoted.sub(lambda found: shorten(found[0]), text)
    return shorten(text, _MOST_SHOWN)


def _visible(character: str) -> str:
    """Return a character, escaped if it cannot be shown or is half of one."""
    if character.isprintable():
        return character
    if "\udc80" <= character <= "\udcff":  # a byte of a file name that is not UTF-8
        return f"\\x{ord(character) - 0xDC00:02x}"
    return repr(character)[1:-1]


def nearest_names(name: str, known: Iterable[str]) -> str:
    """List five known names at most: those like `name`, then others in their order.

    >>> nearest_names("spirel", ["rows", "spiral-in", "spiral-out", "a", "b", "c"])
    'spiral-in, spiral-out, rows, a, b, …'
    """
    names = list(dict.fromkeys(known))
    if len(names) <= _MOST_NAMES:
        return ", ".join(names) or "none"
    from difflib import SequenceMatcher

    matcher = SequenceMatcher(b=shorten(name.lower().lstrip(".")))

    def likeness(other: str) -> float:
        matcher.set_seq1(other.lower().lstrip("."))
        ratio = matcher.ratio()
        return ratio if ratio >= _LEAST_LIKENESS else 0.0

    nearest = sorted(names, key=likeness, reverse=True)[:_MOST_NAMES]
    return ", ".join([*nearest, "…"])


class EdgematchError(Exception):
    """The base class of all errors of the package."""

    def __str__(self) -> str:
        return one_line(super().__str__())


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
            f"{shorten(source)}:{line}: {message}"
            if line
            else f"{shorten(source)}: {message}"
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
