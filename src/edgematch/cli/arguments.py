"""Arguments and options that several commands share, and the types of their values."""

import re
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from functools import reduce
from math import inf
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

from edgematch.errors import EdgematchError, one_line

if TYPE_CHECKING:
    from edgematch.catalog.link_boards import LinkBoard
    from edgematch.formats import Document, ReadOptions, Source

Command = TypeVar("Command", bound=Callable[..., Any])

_DIGITS = re.compile("[+-]?[0-9_]+")
_SCALES = {"k": 10**3, "m": 10**6, "g": 10**9}
_DURATION = "".join(rf"(?:([0-9]*\.?[0-9]+){unit})?" for unit in "dhms")
_UNIT_SECONDS = (86400, 3600, 60, 1)


def complete_puzzle(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete the name of something to load: a name of the catalog, or a path."""
    from edgematch import catalog

    names = [name for name in catalog.names() if name.startswith(incomplete)]
    files = CompletionItem(incomplete, type="file")
    return [*map(CompletionItem, names), files]


def board_size(value: str) -> tuple[int, int]:
    """Read a size, `ROWSxCOLUMNS`."""
    match = re.fullmatch("([0-9]{1,3})[x×]([0-9]{1,3})", value.lower())
    if match is None:
        raise click.BadParameter(f"expected ROWSxCOLUMNS such as 6x12, got {value!r}")
    return int(match[1]), int(match[2])


def column_order(value: str) -> str:
    """Read the order of the sides in the columns of a list."""
    from edgematch.formats.column_order import standard_order

    return standard_order(value)


def output_path(value: str) -> str:
    """Return the path of an output; other names of the standard output become `-`."""
    names = ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")
    return "-" if value in names else value


def format_name(value: str) -> str:
    """Return the name of a format, if there is one."""
    from edgematch.formats import format_named

    return format_named(value).name


def complete_format(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[str]:
    """Complete the name of a format."""
    from edgematch.formats import FORMATS

    return [name for name in FORMATS if name.startswith(incomplete)]


def add(*options: Callable[[Any], Any]) -> Callable[[Command], Command]:
    """Return a decorator that adds options to a command, in the order of its help."""

    def decorate(command: Command) -> Command:
        # Click lists the option that was added last first.
        added: Command = reduce(
            lambda each, option: option(each), options[::-1], command
        )
        return added

    return decorate


class NumberType(click.ParamType[float]):
    """A number within bounds, which help texts do not show."""

    def __init__(self, name: str, kind: type, least: float, most: float) -> None:
        self.name, self._kind, self._least, self._most = name, kind, least, most

    @property
    def expected(self) -> str:
        """What a text must be, for errors."""
        if self._kind is int:
            return "a whole number such as 250, 10k or 1e6"
        return "a number"

    def parse(self, value: Any) -> float:
        """Return the number that a text stands for; ValueError if it is none."""
        if self._kind is not int or isinstance(value, int):
            number: float = self._kind(value)
            return number
        text = str(value).strip().lower()
        if _DIGITS.fullmatch(text):
            return int(text)  # as a float it would lose digits
        scale = _SCALES.get(text[-1:], 1)
        found = Decimal(text if scale == 1 else text[:-1]) * scale
        if not found.is_finite() or found.adjusted() > 30 or found % 1:
            raise ValueError(text)
        return int(found)

    def convert(
        self,
        value: Any,
        parameter: click.Parameter | None,
        context: click.Context | None,
    ) -> float:
        """Return the number that a text stands for."""
        try:
            found = self.parse(value)
        except (ValueError, InvalidOperation):
            self.fail(f"{value!r} is not {self.expected}.", parameter, context)
        if not self._least <= found <= self._most or found == inf:
            most = "more" if self._most == inf else self._most
            word = "or" if self._most == inf else "to"
            bounds = f"{self._least} {word} {most}"
            self.fail(f"{value} is out of range: {bounds}.", parameter, context)
        return found


class DurationType(NumberType):
    """A time in seconds, or in days, hours, minutes and seconds such as `1h30m`."""

    expected = "a time such as 90, 1.5, 45s, 10m or 1h30m"

    def parse(self, value: Any) -> float:
        """Return the seconds that a text stands for."""
        parts = re.fullmatch(_DURATION, str(value).strip().lower())
        if parts is None or not any(parts.groups()):
            return float(value)
        return sum(
            float(part) * seconds
            for part, seconds in zip(parts.groups(), _UNIT_SECONDS, strict=True)
            if part
        )


def number(
    *names: str,
    least: int = 0,
    most: float = inf,
    default: int | None = None,
    metavar: str = "N",
    help: str,
) -> Callable[[Command], Command]:
    """Return an option that takes a whole number; help shows its default, if any."""
    return click.option(
        *names,
        type=NumberType(metavar, int, least, most),
        default=default,
        show_default=default is not None,
        help=help,
    )


def goal(default: str | None, help: str) -> Callable[[Command], Command]:
    """Return an option that takes the goal of a search for the best board."""
    return click.option(
        "--goal",
        type=click.Choice(["joins", "pieces", "prefix"]),
        default=default,
        show_default=default is not None,
        help=help,
    )


def format_option(*names: str, help: str) -> Callable[[Command], Command]:
    """Return an option that takes the name of a format."""
    return click.option(
        *names,
        metavar="FORMAT",
        type=format_name,
        shell_complete=complete_format,
        help=help,
    )


SECONDS = DurationType("seconds", float, 0, inf)
"""A time that is finite and not negative."""

json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")

reading = add(
    click.option(
        "--columns",
        type=column_order,
        metavar="ORDER",
        help="Order of the sides in the columns of a list, such as nesw, nswe or bltr.",
    ),
    click.option(
        "--size",
        type=board_size,
        metavar="ROWSXCOLUMNS",
        help="Board size, such as 6x12.",
    ),
    click.option(
        "--framed/--unframed",
        default=None,
        help="Whether color 0 is the color of the rim.",
    ),
    click.option(
        "--rim", metavar="COLOR", help="Color of the rim, as the file writes it."
    ),
    click.option(
        "--turnable/--fixed-turns", default=None, help="Whether pieces may be turned."
    ),
    format_option("--from", "from_format", help="Format of the input."),
)
"""Options that override what a reader finds out by itself."""

puzzle = add(click.argument("puzzle", shell_complete=complete_puzzle), reading)
"""The argument PUZZLE, with the options for reading it."""

puzzle_of_board = click.option(
    "--puzzle",
    "puzzle_name",
    metavar="PUZZLE",
    shell_complete=complete_puzzle,
    help="Puzzle of the board: a file, a catalog name or a link.",
)


output = click.option(
    "-o",
    "--output",
    type=output_path,
    metavar="PATH",
    help="File to write; - for the standard output.",
)


def load(
    name: "str | Source",
    puzzle_name: str | None = None,
    from_format: str | None = None,
    **rules: Any,
) -> "Document":
    """Load the document that an argument names and print its notes.

    `-` is the standard input.  If the puzzle of a board is named, the rules are for
    reading that puzzle.
    """
    from edgematch import inputs

    options, pictures = _options(name, puzzle_name, rules)
    source = standard_input() if name == "-" else name
    document = inputs.load(source, options, from_format)
    for note in document.notes:
        print_note(note)
    if pictures and not document.pictures:
        document = replace(document, pictures=pictures)
    return document


def load_links(
    name: "str | Source",
    puzzle_name: str | None = None,
    from_format: str | None = None,
    least: int = 1,
    **rules: Any,
) -> "tuple[LinkBoard, ...]":
    """Load the boards of all viewer links that an argument names.

    Return () if it names something else, or fewer links than `least`.
    Their notes are printed once each, with the number of links that they hold for.
    """
    from edgematch import inputs
    from edgematch.formats.link_syntax import find_links

    source = inputs.link_source(name) if from_format in (None, "link") else None
    if source is None or len(find_links(source.text)) < least:
        return ()
    options, _ = _options(name, puzzle_name, rules)
    boards = inputs.load_links(source, options)
    notes = Counter(
        note for each in boards if each.document for note in each.document.notes
    )
    for note, count in notes.items():
        print_note(f"{count} of {len(boards)} links: {note}" if boards[1:] else note)
    return boards


def _options(
    name: "str | Source", puzzle_name: str | None, rules: dict[str, Any]
) -> "tuple[ReadOptions, Mapping[int, bytes]]":
    """Return how to read a board, and the pictures of its puzzle."""
    from edgematch.formats import ReadOptions

    if puzzle_name is None:
        return ReadOptions(**rules), {}
    if puzzle_name == "-" and (name == "-" or not isinstance(name, str)):
        raise EdgematchError(
            "the standard input cannot be both the board and the puzzle"
        )
    given = load(puzzle_name, **rules)
    return ReadOptions(puzzle=given.puzzle), given.pictures


def standard_input() -> "Source":
    """Return the text of the standard input."""
    from edgematch.formats.sources import read_stream

    if sys.stdin is None:
        raise EdgematchError("the standard input is closed")
    return read_stream(sys.stdin.buffer, "standard input")


def print_note(note: str) -> None:
    """Print a note to the standard error."""
    click.echo(one_line(f"note: {note}"), err=True)
