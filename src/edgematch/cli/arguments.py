"""PUZZLE and BOARD arguments: a path, a catalog name, a viewer link, or `-`."""

import re
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

from edgematch.errors import EdgematchError

if TYPE_CHECKING:
    from edgematch.formats import Document, ReadOptions

Command = TypeVar("Command", bound=Callable[..., Any])


class PuzzleArgument(click.ParamType[str]):
    """The name of something to read; completes catalog names and paths."""

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


class SizeOption(click.ParamType[tuple[int, int]]):
    """A board size, `ROWSxCOLUMNS`."""

    name = "rowsxcolumns"

    def convert(
        self,
        value: Any,
        parameter: click.Parameter | None,
        context: click.Context | None,
    ) -> tuple[int, int]:
        match = re.fullmatch("([0-9]{1,3})[x×]([0-9]{1,3})", str(value).lower())
        if match is None:
            self.fail(f"expected ROWSxCOLUMNS such as 6x12, got {value!r}")
        return int(match[1]), int(match[2])


class ColumnsOption(click.ParamType[str]):
    """The sides in the order of a list's columns."""

    name = "order"

    def convert(
        self,
        value: Any,
        parameter: click.Parameter | None,
        context: click.Context | None,
    ) -> str:
        from edgematch.formats.column_order import standard_order

        return standard_order(str(value))


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
    for option in (
        click.option(
            "--columns",
            type=ColumnsOption(),
            help="Sides in the order of a list's columns: nesw, nswe, bltr …",
        ),
        click.option("--size", type=SizeOption(), help="Size of the board, as 6x12."),
        click.option(
            "--framed/--unframed", default=None, help="Whether color 0 is a rim."
        ),
        click.option(
            "--turnable/--fixed-turns",
            default=None,
            help="Whether pieces turn.",
        ),
        click.option(
            "--from", "from_format", type=FormatOption(), help="Read as this format."
        ),
    ):
        command = option(command)
    return command


def puzzle_option(command: Command) -> Command:
    """Add `--puzzle`, the puzzle that a board is of."""
    option = click.option(
        "--puzzle",
        "puzzle_name",
        metavar="PUZZLE",
        type=PuzzleArgument(),
        help="The puzzle the board is of: a file, a catalog name or a link.",
    )
    return option(command)


def load(
    name: str,
    puzzle_name: str | None = None,
    from_format: str | None = None,
    **rules: Any,
) -> "Document":
    """Read what an argument names; tell the notes of the reader to the user.

    With a puzzle named apart, the rules are about reading that one.
    """
    from edgematch import formats

    if name == puzzle_name == "-":
        raise EdgematchError("the standard input cannot be both board and puzzle")
    given = None if puzzle_name is None else load(puzzle_name, **rules)
    options = formats.ReadOptions(**rules)
    if given is not None:
        options = formats.ReadOptions(puzzle=given.puzzle)
    document = read_argument(name, options, from_format)
    for note in document.notes:
        tell_note(note)
    if given is not None and not document.pictures:
        document = replace(document, pictures=given.pictures)
    return document


def read_argument(
    name: str, options: "ReadOptions", from_format: str | None = None
) -> "Document":
    """Read a file, a name or a link, or the standard input for `-`."""
    from edgematch import loading
    from edgematch.formats.sources import read_stream

    if name != "-":
        return loading.load(name, options, from_format)
    if sys.stdin is None:
        raise EdgematchError("the standard input is closed")
    source = read_stream(sys.stdin.buffer, "standard input")
    return loading.read(source, options, from_format)


def tell_note(note: str) -> None:
    """Tell the user something beside the data."""
    click.echo(f"note: {note}", err=True)
