"""`edgematch optimize`: search for the best board."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from edgematch.cli import arguments, outputs
from edgematch.cli.searches import (
    DONE,
    INTERRUPTED,
    UNDECIDED,
    UNSOLVABLE,
    SearchSettings,
    check_files,
    check_saved,
    run_search,
    search_options,
)
from edgematch.cli.seeds import check_seeds, run_campaign, seed_list
from edgematch.errors import EdgematchError
from edgematch.processes.interrupts import hold_interrupts

if TYPE_CHECKING:
    from edgematch.board import Board
    from edgematch.campaigns.keeper import Keeper, PatientStore
    from edgematch.formats import Document
    from edgematch.results import Result
    from edgematch.search.measures import Measure


@click.command(
    epilog="""\b
Examples:
  edgematch optimize eternity2 --seconds 60
  edgematch optimize eternity2 --seconds 3600 --threads 2 -o best.json
  edgematch optimize eternity2 --start best.json --engine repair --seconds 600
  edgematch optimize pieces.txt --prove                the fewest breaks, proved
  edgematch optimize eternity2 --goal pieces --seconds 60
  edgematch optimize eternity2 --engine beam --option width=32768 --nodes 100000000
  edgematch optimize eternity2 --seeds 1-20 --seconds 60
  edgematch optimize eternity2 --seeds 1-500 --seconds 600 --cluster tcp://head:8786

Exit status: 0; with --target or --prove, 3 if a limit was reached first, and 20 if it
is proved that no board reaches the target; 130 after Ctrl-C or SIGTERM; 2 for bad
input, or if the best board or the last checkpoint could not be written.  The boards are
kept in a store; edgematch best lists them."""
)
@arguments.puzzle
@search_options("optimize")
@click.option(
    "--seeds",
    type=seed_list,
    metavar="SEEDS",
    help="Run one search for each seed, such as 1-20 or 1,5,9, with the same limits.",
)
@click.option(
    "--cluster", metavar="ADDRESS", help="Run the seeds on the Dask cluster at ADDRESS."
)
@arguments.number(
    "--target", help="Stop at this score, or this many pieces with another --goal."
)
@click.option("--start", metavar="BOARD", help="Start from BOARD and improve it.")
@click.option(
    "--hints",
    type=click.Choice(["keep", "drop"]),
    default="keep",
    show_default=True,
    help="Keep the hints of the puzzle, or search without them.",
)
@arguments.goal(
    "joins",
    "What to maximize: matching joins of a full board, pieces of a board without a"
    " break, or pieces from a corner up to the first break.",
)
@click.option("--prove", is_flag=True, help="Search until the best score is proved.")
@click.option(
    "--store",
    metavar="FILE",
    help="Keep the best boards in FILE instead of the user's data folder.",
)
@click.option("--no-store", is_flag=True, help="Do not keep boards in a store.")
@click.option(
    "--continue", "continues", is_flag=True, help="Start from the store's best board."
)
@click.option(
    "-o",
    "--output",
    type=arguments.output_path,
    metavar="BOARD",
    help="Write the best board to BOARD, replacing the file; the format is that of the"
    " suffix, or a record.",
)
@arguments.json
def optimize(
    puzzle: str,
    search: SearchSettings,
    seeds: tuple[int, ...] | None,
    cluster: str | None,
    target: int | None,
    start: str | None,
    hints: str,
    goal: str,
    prove: bool,
    store: str | None,
    no_store: bool,
    continues: bool,
    output: str | None,
    as_json: bool,
    **reading: Any,
) -> int:
    """Search for the best board: with the most joins, pieces, or clean prefix.

    Without a limit the search runs until Ctrl-C, which keeps the best board.  Every
    better board is written at once to the store and to the file of --output.
    """
    from edgematch.campaigns.seeds import Campaign
    from edgematch.search import Optimize, technique
    from edgematch.search.measures import MEASURES

    if prove:
        search = _with_proving_engine(search, goal)
    has_end = prove or search.nodes is not None or search.seconds is not None
    check_seeds(seeds, cluster, search, has_end)
    outputs.check_writable(output, as_json)
    document = arguments.load(puzzle, **reading)
    if hints == "drop":
        document = replace(document, puzzle=document.puzzle.with_hints(()), board=None)
    measure = MEASURES[goal]
    if target is not None and target > (most := measure.most(document.puzzle)):
        raise EdgematchError(f"--target {target}: at most {most} {measure.words}")
    values = search.values("optimize")
    chosen = technique(search.engine, "optimize", **values)
    keeper = _keeper(document, search, values, store, no_store, output)
    given = _start(document, search, start, continues, keeper.store, goal)
    request = search.request(document.puzzle, Optimize(measure, target, given))
    with hold_interrupts() as interrupts:
        if seeds is not None:
            campaign = Campaign(
                chosen, request, seeds, keeper.write_now, values, keeper.store
            )
            run_campaign(campaign, search, cluster, keeper, output, as_json, interrupts)
            reached = campaign.value(campaign.best)
            is_proved = campaign.ended == "exhausted"
            return _exit_status(campaign.ended, is_proved, reached, target, prove)
        seed = request.seed
        result = run_search(chosen, request, search, partial(keeper.take, seed))

        def show() -> None:
            if as_json:
                outputs.print_json(_facts(document, result, seed))
            elif output != "-":
                _print_text(result, measure)

        def keep() -> None:
            facts = {"ended": result.ended, **result.statistics}
            keeper.finish(result.best, seed, result.curve[-1], facts)

        outputs.run_all(show, keep)
        check_saved(result)
        reached = measure.value(result.best)
        return _exit_status(result.ended, result.is_proved, reached, target, prove)


def _exit_status(
    ended: str, is_proved: bool, reached: int, target: int | None, prove: bool
) -> int:
    """Return the exit status of a search that ended with a board of this value."""
    if ended == "interrupted":
        return INTERRUPTED
    if target is not None:
        is_met = reached >= target
        return DONE if is_met else UNSOLVABLE if is_proved else UNDECIDED
    return UNDECIDED if prove and not is_proved else DONE


def _with_proving_engine(search: SearchSettings, goal: str) -> SearchSettings:
    """Return the settings with an engine that proves its boards."""
    from edgematch.search import technique_class, technique_names

    if goal != "joins":
        raise EdgematchError(f"--prove cannot be combined with --goal {goal}")
    if search.engine == "auto":
        return replace(search, engine="exact")
    if not technique_class(search.engine, "optimize").proves:
        names = [
            name
            for name in technique_names("optimize")
            if technique_class(name, "optimize").proves
        ]
        raise EdgematchError(
            f"engine {search.engine} proves nothing; use one of {', '.join(names)}"
        )
    return search


def _keeper(
    document: "Document",
    search: SearchSettings,
    values: dict[str, Any],
    path: str | None,
    no_store: bool,
    output: str | None,
) -> "Keeper":
    """Return what keeps every better board, in the store and in the output file."""
    from edgematch.campaigns.keeper import Attempts, Keeper, PatientStore

    if no_store and path is not None:
        raise EdgematchError("use either --store or --no-store, not both")

    def report(error: EdgematchError | OSError) -> None:
        with suppress(OSError):  # messages may go to the same full disk
            click.echo(
                f"edgematch: {outputs.error_message(error)}; the search continues",
                err=True,
            )

    attempts = Attempts(report)
    place = None if path is None else Path(path)
    store = None if no_store else PatientStore(place, attempts)
    kept_at = None if store is None else str(store.path)
    check_files(search, {"--store": kept_at, "--output": output})
    target = outputs.board_format(document, output)
    if store is not None:
        try:
            store.check()
        except (EdgematchError, OSError) as error:
            if path is not None:
                raise  # this one was asked for
            reason = outputs.error_message(error)
            arguments.print_note(f"boards are not kept in the store: {reason}")
            store = None

    def write(board: "Board", facts: Mapping[str, Any]) -> None:
        assert target is not None
        outputs.write_board(output, target, document, board, facts)

    writer = None if target is None else write
    return Keeper(
        search.engine, values, store, attempts, writer, outputs.is_stream(output)
    )


def _start(
    document: "Document",
    search: SearchSettings,
    start: str | None,
    continues: bool,
    store: "PatientStore | None",
    goal: str,
) -> "Board | None":
    """Return the board to start from, if any."""
    if search.resume is not None and (start is not None or continues):
        raise EdgematchError("--resume cannot be combined with --start or --continue")
    if start is not None and continues:
        raise EdgematchError("use either --start or --continue, not both")
    if continues:
        if store is None:
            raise EdgematchError("--continue needs a store")
        boards = store.best(document.puzzle, goal, 1)
        if boards:
            return boards[0].board
        arguments.print_note(
            f"{store.path} has no board of this puzzle; starting from scratch"
        )
        return None
    if start is None:
        return document.board
    found = arguments.load(start, puzzle=document.puzzle)
    if found.board is None:
        raise EdgematchError(f"{start} contains no board to start from")
    return found.board


def _facts(document: "Document", result: "Result", seed: int) -> dict[str, Any]:
    return {
        "puzzle": document.puzzle.name,
        "fingerprint": document.puzzle.fingerprint,
        "engine": result.engine,
        "seed": seed,
        "ended": result.ended,
        "proved": result.is_proved,
        "score": result.score,
        "joins": document.puzzle.joins,
        **result.statistics,
        "curve": [asdict(better) for better in result.curve],
        "board": [list(each) for each in result.best.placements],
        "note": result.note,
    }


def _print_text(result: "Result", measure: "Measure") -> None:
    """Print the result for people."""
    board, numbers = result.best, result.statistics
    outputs.print_board(board)
    last = result.curve[-1] if result.curve else None
    value, most = measure.value(board), measure.most(board.puzzle)
    proved = ": proved, no board is better" if result.is_proved else ""
    click.echo(f"{value} of {most} {measure.words}{proved}")
    if not result.is_proved and numbers["at_least"]:
        click.echo(f"every full board has at least {numbers['at_least']} breaks")
    when = f", the last better board after {last.seconds:.1f} s" if last else ""
    click.echo(
        f"{numbers['nodes']:,} nodes in {numbers['seconds']:.1f} s{when};"
        f" ended by: {result.ended}"
    )
