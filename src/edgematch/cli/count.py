"""`edgematch count`: how many solutions there are, in every way of counting."""

from typing import TYPE_CHECKING, Any

import click

from edgematch.cli import arguments, outputs
from edgematch.cli.searches import (
    SearchSettings,
    check_depths,
    check_files,
    choose_for_depths,
    depths,
    exit_status,
    print_depths,
    run_search,
    search_options,
)
from edgematch.errors import EdgematchError
from edgematch.processes.interrupts import hold_interrupts

if TYPE_CHECKING:
    from edgematch.puzzle import Puzzle
    from edgematch.results import Result
    from edgematch.search import Technique


@click.command(
    epilog="""\b
Examples:
  edgematch count scramble-squares
  edgematch count two-set:6x6:5:3:seed=1 --threads 2 --json
  edgematch count clue3 --checkpoint run.checkpoint
  edgematch count clue1 --cluster tcp://head:8786

Exit status: 0 if all solutions were counted, 20 if there is none, 3 if a limit was
reached first, 130 after Ctrl-C or SIGTERM, 2 for bad input, or if the last checkpoint
could not be written.  --sat-status changes this."""
)
@arguments.puzzle
@search_options("solve")
@click.option("--cluster", metavar="ADDRESS", help="Count on this Dask cluster.")
@depths
@arguments.json
def count(
    puzzle: str,
    search: SearchSettings,
    cluster: str | None,
    with_depths: bool,
    as_json: bool,
    **reading: Any,
) -> int:
    """Count all solutions of a puzzle without keeping them.

    Where the puzzle allows turns, only one turn of the whole board is searched; where
    pieces are equal, row scan searches only one board of each picture. The count is
    multiplied accordingly. On a cluster the tree is split into subtrees; workers may
    come, go and fail, and the count is the same as with a single thread.
    """
    from edgematch.search import Count, counting_technique

    if with_depths:
        search = choose_for_depths(search)
    check_files(search)
    document = arguments.load(puzzle, **reading)
    chosen = counting_technique(search.engine, search.values("solve"))
    if with_depths:
        check_depths(chosen)
        if cluster is not None:
            raise EdgematchError("--cluster cannot be combined with --depths")
    with hold_interrupts():
        if cluster is not None:
            result = _count_on_cluster(document.puzzle, chosen, search, cluster)
        else:
            request = search.request(document.puzzle, Count())
            result = run_search(chosen, request, search)
        facts = _facts(document.puzzle, result)
        if with_depths:
            facts["depths"] = list(result.depths)
        if as_json:
            outputs.print_json(facts)
        else:
            _print_text(facts)
            if with_depths:
                print_depths(result.depths)
        return exit_status(result, search)


def _count_on_cluster(
    puzzle: "Puzzle", technique: "Technique", search: SearchSettings, address: str
) -> "Result":
    from edgematch.pictures.live import LiveDisplay
    from edgematch.results import Interrupted
    from edgematch.search.spread import count_on_cluster

    if search.saves or search.threads > 1:
        raise EdgematchError(
            "--cluster cannot be combined with --threads or checkpoints"
        )
    if search.nodes is not None:
        raise EdgematchError(
            "--cluster cannot be combined with --nodes: each worker counts its own"
            " nodes"
        )
    seed, seconds = search.seed or 0, search.seconds
    with LiveDisplay() as display:
        try:
            return count_on_cluster(
                puzzle, technique, seed, address, seconds, display.watch
            )
        except Interrupted as stop:
            return stop.result


def _facts(puzzle: "Puzzle", result: "Result") -> dict[str, Any]:
    from edgematch.symmetry import Counting

    counts = result.counts or {}
    return {
        "puzzle": puzzle.name,
        "fingerprint": puzzle.fingerprint,
        "engine": result.engine,
        **({"solver": result.solver} if result.solver else {}),
        "ended": result.ended,
        "is_complete": result.ended == "exhausted",
        "solutions": result.count,
        **{way.replace("-", "_"): counts.get(way) for way in Counting},
        "boards": result.count,  # those found, all or not
        "nodes": result.statistics["nodes"],
        "seconds": result.statistics["seconds"],
        "statistics": dict(result.statistics),
        "findings": list(result.findings),
        "note": result.note,
    }


def _print_text(facts: dict[str, Any]) -> None:
    for key in (
        "boards",
        "pictures",
        "boards_up_to_symmetry",
        "pictures_up_to_symmetry",
    ):
        if facts[key] is not None:
            click.echo(f"{key.replace('_', ' '):<24}{facts[key]:,}")
    if facts["findings"]:
        click.echo("no solution, and no search was needed:")
        for reason in facts["findings"]:
            click.echo(f"  {reason}")
        return
    if not facts["is_complete"]:
        click.echo(f"stopped by {facts['ended']}: there may be more")
    click.echo(
        f"{facts['nodes']:,} nodes in {facts['seconds']:.2f} s by engine"
        f" {facts['engine']}"
    )
    if facts["note"]:
        click.echo(f"{facts['engine']}: {facts['note']}")
