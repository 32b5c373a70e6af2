"""PUZZLE and BOARD arguments: a path, a catalog name, a viewer link, or `-`."""

import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

from edgematch.errors import EdgematchError

if TYPE_CHECKING:
    from edgematch.formats import Document, Source

Command = TypeVar("Command", bound=Callable[..., Any])


class PuzzleArgument(click.ParamType[str]):
    """The name of something to load; completes catalog names and paths."""

    name = "puzzle"

    def shell_complete(
        self, context: click.Context, parameter: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from edgematch import catalog

        named = [name for name in catalog.names() if name.startswith(incomplete)]
        return [
            *(CompletionItem(name) for name in named),
            CompletionItem(incomplete, type="file"),
        ]


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


class FormatOption(click.ParamType[str]):
    """The name of a format."""

    name = "format"

    def convert(
        self,
        value: Any,
        parameter: click.Parameter | None,
        context: click.Context | None,
    ) -> str:
        from edgematch.formats import format_named

        return format_named(str(value)).name

    def shell_complete(
        self, context: click.Context, parameter: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from edgematch.formats import FORMATS

        return [CompletionItem(name) for name in FORMATS if name.startswith(incomplete)]


def reading_options(command: Command) -> Command:
    """Add the options that overrule what a reader finds out by itself."""
    added = (
        click.option(
            "--columns",
            type=column_order,
            metavar="ORDER",
            help="Order of the sides in a list's columns, such as nesw, nswe or bltr.",
        ),
        click.option(
            "--size",
            type=board_size,
            metavar="ROWSXCOLUMNS",
            help="Size of the board, as 6x12.",
        ),
        click.option(
            "--framed/--unframed",
            default=None,
            help="Whether color 0 is the rim color.",
        ),
        click.option(
            "--turnable/--fixed-turns",
            default=None,
            help="Whether pieces may be turned.",
        ),
        click.option(
            "--from", "from_format", type=FormatOption(), help="Read as this format."
        ),
    )
    for option in reversed(added):  # help lists the last one added first
        command = option(command)
    return command


def puzzle_option(command: Command) -> Command:
    """Add `--puzzle`, the puzzle that a board belongs to."""
    option = click.option(
        "--puzzle",
        "puzzle_name",
        metavar="PUZZLE",
        type=PuzzleArgument(),
        help="The board's puzzle: a file, a catalog name or a link.",
    )
    return option(command)


def load(
    name: str,
    puzzle_name: str | None = None,
    from_format: str | None = None,
    **rules: Any,
) -> "Document":
    """Load what an argument names, `-` being the standard input; print the notes.

    If the puzzle of a board is named, the rules are for reading that puzzle.
    """
    from edgematch import inputs
    from edgematch.formats import ReadOptions

    pictures: Mapping[int, bytes] = {}
    if puzzle_name is not None:
        if name == puzzle_name == "-":
            raise EdgematchError("the standard input cannot be both board and puzzle")
        given = load(puzzle_name, **rules)
        rules, pictures = {"puzzle": given.puzzle}, given.pictures
    source = _standard_input() if name == "-" else name
    document = inputs.load(source, ReadOptions(**rules), from_format)
    for note in document.notes:
        tell_note(note)
    if pictures and not document.pictures:
        document = replace(document, pictures=pictures)
    return document


def _standard_input() -> "Source":
    from edgematch.formats.sources import read_stream

    if sys.stdin is None:
        raise EdgematchError("the standard input is closed")
    return read_stream(sys.stdin.buffer, "standard input")


def tell_note(note: str) -> None:
    """Print a note to the standard error."""
    click.echo(f"note: {note}", err=True)
