"""`edgematch benchmark-set`: generated puzzles as files for solver competitions."""

import json
from collections.abc import Iterator
from pathlib import Path

import click

from edgematch.cli import arguments, outputs


@click.command(
    name="benchmark-set",
    epilog="""\b
Examples:
  edgematch benchmark-set puzzles/
  edgematch benchmark-set puzzles/ --list mine.csv

A list is CSV with the columns recipe, verdict, solver and seconds; all but the first
may be empty.""",
)
@click.argument("folder")
@click.option(
    "--list",
    "list_path",
    metavar="FILE",
    help="List of recipes.  [default: the list of edgematch]",
)
@arguments.json
def benchmark_set(folder: str, list_path: str | None, as_json: bool) -> None:
    """Write a set of generated puzzles in DIMACS, XCSP3 and MiniZinc.

    FOLDER must be new or empty. Its manifest.json says for each puzzle: recipe, seed,
    fingerprint, verdict, the solver that was timed on the DIMACS file, its processor
    seconds, and the files.
    """
    from edgematch.encoders.benchmark_set import (
        MANIFEST,
        benchmark_files,
        our_list,
        read_list,
    )
    from edgematch.formats.sources import read_source
    from edgematch.pictures.live import LiveDisplay

    source = our_list() if list_path is None else read_source(Path(list_path))
    benchmarks = read_list(source)
    outputs.check_new_folder(folder)
    manifest = b""
    with LiveDisplay() as display:

        def shown() -> Iterator[tuple[str, bytes]]:
            nonlocal manifest
            for name, data in benchmark_files(benchmarks):
                display.show(f"writing {name}")
                manifest = data
                yield name, data

        outputs.write_folder(folder, shown())
    facts = json.loads(manifest)
    if as_json:
        outputs.print_json(facts)
    else:
        click.echo(f"{len(facts['puzzles'])} puzzles, {Path(folder) / MANIFEST}")
