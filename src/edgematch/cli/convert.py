"""`edgematch convert`: from one format to another, without silent losses."""

from typing import Any

import click

from edgematch.cli import arguments, outputs
from edgematch.errors import CannotHold, EdgematchError


@click.command(
    epilog="""\b
Examples:
  edgematch convert pieces.txt -o puzzle.json
  edgematch convert clue1 --to list --write-columns nswe
  edgematch convert board.json --to link
  edgematch convert 'https://…#…' --puzzle eternity2 --to board-text
  edgematch convert eternity2 --to table --allow-loss -o pieces.csv
  edgematch convert --formats"""
)
@click.argument("item", shell_complete=arguments.complete_puzzle, required=False)
@arguments.format_option("--to", "to_format", help="Format to write.")
@click.option(
    "-o",
    "--output",
    type=arguments.output_path,
    metavar="PATH",
    help="File or folder to write; - for the standard output.",
)
@arguments.puzzle_of_board
@arguments.reading
@click.option(
    "--write-columns",
    type=arguments.column_order,
    metavar="ORDER",
    help="Order of the sides in the columns of the list to write.",
)
@click.option(
    "--allow-loss",
    is_flag=True,
    help="Write what fits, even if the format cannot hold everything.",
)
@click.option("--formats", "list_formats", is_flag=True, help="List the formats.")
def convert(
    item: str | None,
    to_format: str | None,
    output: str | None,
    puzzle_name: str | None,
    write_columns: str | None,
    allow_loss: bool,
    list_formats: bool,
    **reading: Any,
) -> None:
    """Write a puzzle or a board in another format.

    The format is chosen with --to, or else by the suffix of the output file. If it
    cannot hold everything, nothing is written unless --allow-loss is given.
    """
    from edgematch import formats, inputs

    if list_formats:
        for format in formats.FORMATS.values():
            click.echo(f"{format.name:<18}{format.content.words:<18}{format.summary}")
        return
    if item is None:
        raise click.UsageError("Missing argument 'ITEM'.", click.get_current_context())
    target = outputs.format_to_write(to_format, output, " (or give --to)")
    outputs.check_keeps_input(puzzle_name, {"--output": output})
    document = arguments.load(item, puzzle_name, **reading)
    if write_columns is not None and "columns" not in target.takes:
        raise EdgematchError(
            f"format {target.name} has no column order; remove --write-columns"
        )
    options = inputs.options_to_write(document, write_columns)
    try:
        written = formats.write(document, target.name, options, allow_loss)
    except CannotHold as error:
        if not error.is_partly_held:
            raise
        raise CannotHold(f"{error} (--allow-loss writes what fits)") from error
    for note in written.notes:
        arguments.print_note(note)
    outputs.write_document(output, document, target, written.text)
