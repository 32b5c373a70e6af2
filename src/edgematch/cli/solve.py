"""`edgematch solve`: find solutions, all of them, or prove that there is none."""

import sys
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

import click

from edgematch.cli.arguments import PuzzleArgument, load, reading_options
from edgematch.cli.output import print_json, write_output
from edgematch.errors import EdgematchError

if TYPE_CHECKING:
    from edgematch.engines.interface import Engine
    from edgematch.formats import Document
    from edgematch.results import Progress, Result

SOLVED, UNSOLVABLE, UNDECIDED = 10, 20, 0
"""The exit statuses that SAT solvers use."""

_SHOWN = 10


@click.command(
    epilog="""\b
Examples:
  edgematch solve scramble-squares
  edgematch solve scramble-squares --all --json
  edgematch solve pieces.txt --seconds 60 -o solved.json
  edgematch solve clue3 --engine plain --option order=spiral-in

Exit status: 10 if a solution was found, 20 if it is proved that there is none, 0 if
undecided, 2 for bad input."""
)
@click.argument("puzzle", type=PuzzleArgument())
@reading_options
@click.option("--engine", default="plain", show_default=True, help="How to search.")
@click.option(
    "--option", "options", multiple=True, metavar="KEY=VALUE", help="Engine option."
)
@click.option("--all", "find_all", is_flag=True, help="Find every solution.")
@click.option(
    "--solutions", type=click.IntRange(1), default=1, help="Stop after so many."
)
@click.option("--nodes", type=click.IntRange(0), help="Stop after so many nodes.")
@click.option("--seconds", type=click.FloatRange(0), help="Stop after so long.")
@click.option("-o", "--output", metavar="PATH", help="Write the first board here.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def solve(
    puzzle: str,
    engine: str,
    options: tuple[str, ...],
    find_all: bool,
    solutions: int,
    nodes: int | None,
    seconds: float | None,
    output: str | None,
    as_json: bool,
    **reading: Any,
) -> int:
    """Search for solutions of a puzzle.

    Every board found has passed the referee.
    """
    from edgematch.results import Limits

    document = load(puzzle, **reading)
    chosen = _configured(engine, options)
    target = _target(output)
    limits = Limits(None if find_all else solutions, nodes, seconds)
    watch = _ProgressLine()
    result = chosen.solve(document.puzzle, limits, watch)
    watch.clear()
    if target is not None:
        _write_board(document, result, target, output)
    if as_json:
        print_json(_facts(document, result))
    else:
        _tell(result)
    if result.count:
        return SOLVED
    return UNSOLVABLE if result.proves_unsolvable else UNDECIDED


def _configured(name: str, options: tuple[str, ...]) -> "Engine":
    """Build the engine with its options; each option is a field of its class."""
    from edgematch.engines import engine_class

    kind = engine_class(name)
    known = {field.name: field for field in fields(kind)}  # type: ignore[arg-type]
    values: dict[str, Any] = {}
    for option in options:
        key, equals, value = option.partition("=")
        key = key.replace("-", "_")
        if not equals or key not in known:
            names = ", ".join(known) or "none"
            raise EdgematchError(
                f"engine {name} has no option {option!r}; give KEY=VALUE, keys: {names}"
            )
        values[key] = value
    return kind(**values)


def _target(output: str | None) -> str | None:
    """Return the format to write the board in, before the search begins."""
    from pathlib import Path

    from edgematch.formats import format_for_suffix

    if output is None:
        return None
    found = format_for_suffix(Path(output).suffix) if output != "-" else None
    if found is not None and found.content.has_board:
        return found.name
    if output == "-" or found is None:
        return "record"
    raise EdgematchError(f"{output}: format {found.name} has no room for a board")


def _write_board(
    document: "Document", result: "Result", target: str, output: str | None
) -> None:
    from edgematch import formats

    found = {"engine": result.engine, "ended": result.ended, **result.statistics}
    solved = replace(document, board=result.best, found=found)
    write_output(output, formats.write(solved, target, allow_loss=target != "record"))


def _facts(document: "Document", result: "Result") -> dict[str, Any]:
    return {
        "puzzle": document.puzzle.name,
        "fingerprint": document.puzzle.fingerprint,
        "engine": result.engine,
        "ended": result.ended,
        "solutions": result.count,
        "proves_unsolvable": result.proves_unsolvable,
        "nodes": result.statistics["nodes"],
        "seconds": result.statistics["seconds"],
        "boards": [list(map(list, board.placements)) for board in result.solutions],
        "statistics": dict(result.statistics),
    }


def _tell(result: "Result") -> None:
    from edgematch.draw.text import board_text

    color = sys.stdout.isatty()
    for board in result.solutions[:_SHOWN]:
        click.echo(board_text(board, color=color) + "\n", color=color)
    if result.count > _SHOWN:
        click.echo(f"… and {result.count - _SHOWN:,} more\n")
    if result.count:
        plural = "solution" if result.count == 1 else "solutions"
        every = ", all there are" if result.ended == "exhausted" else ""
        click.echo(f"{result.count:,} {plural}{every}")
    elif result.proves_unsolvable:
        click.echo("no solution: the whole space was searched")
    else:
        best = len(result.best.placements)
        cells = result.best.puzzle.cells
        click.echo(f"undecided, stopped by: {result.ended}")
        click.echo(f"at most {best} of {cells} pieces placed without a break")
    nodes, seconds = result.statistics["nodes"], result.statistics["seconds"]
    click.echo(f"{nodes:,} nodes in {seconds:.2f} s by engine {result.engine}")


class _ProgressLine:
    """One line on the terminal that is written over until the search ends."""

    def __init__(self) -> None:
        self._is_terminal = sys.stderr.isatty()
        self._is_shown = False

    def __call__(self, progress: "Progress") -> None:
        if not self._is_terminal or progress.seconds < 0.5:
            return
        self._is_shown = True
        rate = progress.nodes / progress.seconds
        click.echo(
            f"\r\x1b[K{progress.seconds:.0f} s  {progress.nodes:,} nodes"
            f"  {rate:,.0f}/s  {progress.depth} pieces placed"
            f"  {progress.solutions:,} solutions",
            nl=False,
            err=True,
        )

    def clear(self) -> None:
        if self._is_shown:
            click.echo("\r\x1b[K", nl=False, err=True)
