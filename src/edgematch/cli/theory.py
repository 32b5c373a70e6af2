"""`edgematch theory`: first-moment formulas of whole classes of puzzles."""

from dataclasses import asdict
from typing import Any

import click

from edgematch.cli import arguments, outputs
from edgematch.errors import EdgematchError


@click.group(
    epilog="""\b
Examples:
  edgematch theory transition --rows 16 --frame-colors 5
  edgematch theory table
  edgematch theory map -o map.png"""
)
def theory() -> None:
    """Show where hard puzzles are: expected solutions by size and colors."""


@theory.command(
    epilog="""\b
Examples:
  edgematch theory transition --rows 16 --frame-colors 5
  edgematch theory transition --rows 8 --json"""
)
@click.option("--rows", type=int, metavar="N", required=True, help="Number of rows.")
@click.option(
    "--columns",
    type=int,
    metavar="N",
    help="Number of columns.  [default: same as --rows]",
)
@arguments.number(
    "--frame-colors",
    default=0,
    help="Number of colors along the frame; 0 for one set of colors.",
)
@arguments.json
def transition(
    rows: int, columns: int | None, frame_colors: int, as_json: bool
) -> None:
    """Print the number of inner colors beyond which no solution is expected."""
    from edgematch.theory.first_moment import (
        critical_colors,
        expected_symmetric_pieces,
        log10_expected_solutions,
        predicted_transition,
    )

    columns = rows if columns is None else columns
    colors = predicted_transition(rows, columns, frame_colors)
    if colors is None:
        size = f"{rows} × {columns} with {frame_colors} frame colors"
        raise EdgematchError(
            f"{size} has no transition: the expected number of solutions does not"
            " cross 1 for any number of inner colors"
        )
    around = {
        number: log10_expected_solutions(rows, columns, number, frame_colors)
        for number in range(max(1, colors - 1), colors + 2)
    }
    symmetric = expected_symmetric_pieces(rows - 2, columns - 2, colors)
    facts = {
        "rows": rows,
        "columns": columns,
        "frame_colors": frame_colors,
        "inner_colors": colors,
        "log10_expected_solutions": around,
        "critical_colors": critical_colors(rows) if rows == columns else None,
        "symmetric_pieces": asdict(symmetric),
    }
    outputs.print_json(facts) if as_json else _print_transition(facts)


def _print_transition(facts: dict[str, Any]) -> None:
    click.echo(f"predicted transition  {facts['inner_colors']} inner colors")
    for number, logarithm in facts["log10_expected_solutions"].items():
        click.echo(f"log10 E[X]            {logarithm:.2f} with {number} inner colors")
    if facts["critical_colors"] is not None:
        click.echo(f"2n/√e                 {facts['critical_colors']:.2f}")
    mean, variance = facts["symmetric_pieces"].values()
    click.echo(f"symmetric pieces      {mean:.2f} expected, variance {variance:.2f}")


@theory.command(epilog="\b\nExamples:\n  edgematch theory table --json")
@arguments.json
def table(as_json: bool) -> None:
    """Print Table 1 of Ansótegui et al.: rounded log10 E[X] of two-set puzzles."""
    from edgematch.theory.first_moment import TABLE_1

    if as_json:
        outputs.print_json(
            [
                {
                    "side": block.side,
                    "frame_colors": block.frame_colors,
                    "inner_colors": block.inner_colors,
                    "log10_expected_solutions": block.values,
                }
                for block in TABLE_1
            ]
        )
        return
    for block in TABLE_1:
        header = "".join(f"{number:>5}" for number in block.inner_colors)
        click.echo(f"n = {block.side}, inner colors{header}")
        for frame, values in zip(block.frame_colors, block.values, strict=True):
            row = "".join(f"{value:>5}" for value in values)
            click.echo(f"{frame} frame colors     {row}")
        click.echo()


@theory.command(
    "map", epilog="\b\nExamples:\n  edgematch theory map --frame-colors 5 -o map.svg"
)
@arguments.number(
    "--frame-colors",
    default=3,
    help="Number of colors along the frame; 0 for one set of colors.",
)
@click.option(
    "-o", "--output", required=True, metavar="PATH", help="Output file, .png or .svg."
)
def hardness(frame_colors: int, output: str) -> None:
    """Draw the hardness map: log10 E[X] over size and colors, and the transition."""
    from edgematch.pictures.charts import chart_kind, hardness_map

    outputs.check_writable(output)
    outputs.write_output(output, hardness_map(frame_colors, chart_kind(output)))
