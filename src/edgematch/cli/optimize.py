"""`edgematch optimize`: the best board there is time for."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from edgematch.cli.arguments import (
    PuzzleArgument,
    load,
    read_argument,
    reading_options,
    tell_note,
)
from edgematch.cli.output import (
    check_json_apart,
    check_writable,
    is_colored,
    print_json,
)
from edgematch.cli.score_watching import watched_search
from edgematch.cli.searching import (
    Seconds,
    check_checkpoint,
    check_saved,
    read_options,
)
from edgematch.cli.seeds import Campaign, Seeds, check_seeds, run_campaign
from edgematch.errors import EdgematchError

if TYPE_CHECKING:
    from edgematch.board import Board
    from edgematch.campaigns.store import Store
    from edgematch.formats import Document
    from edgematch.results import ScoreResult


@click.command(
    epilog="""\b
Examples:
  edgematch optimize eternity2 --seconds 60
  edgematch optimize eternity2 --seconds 3600 --threads 2 -o best.json
  edgematch optimize eternity2 --start best.json --engine repair --seconds 600
  edgematch optimize pieces.txt --prove                the fewest breaks, proved
  edgematch optimize eternity2 --pieces --seconds 60   most pieces without a break
  edgematch optimize eternity2 --engine beam --option width=32768 --nodes 100000000
  edgematch optimize eternity2 --seeds 1-20 --seconds 60
  edgematch optimize eternity2 --seeds 1-500 --seconds 600 --cluster tcp://head:8786

Exit status: 0; 2 for bad input, or if the best board or the last checkpoint could not
be written; 130 after Ctrl-C before there was a board.  Boards are kept in a store:
edgematch best."""
)
@click.argument("puzzle", type=PuzzleArgument())
@reading_options
@click.option(
    "--engine",
    default="auto",
    show_default=True,
    help="How to search: auto, beam, breaks, repair, anneal, tabu, exact, max-sat,"
    " cp-sat.",
)
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="KEY=VALUE",
    help="Option of the engine; a wrong KEY lists them all.",
)
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), help="Of random choices, 0.")
@click.option(
    "--seeds",
    type=Seeds(),
    help="Many searches, such as 1-20 or 1,5,9, each with the limits given.",
)
@click.option(
    "--cluster", metavar="ADDRESS", help="Run the seeds on this Dask cluster."
)
@click.option("--nodes", type=click.IntRange(1), help="Stop after so many nodes.")
@click.option("--seconds", type=Seconds(), help="Stop after so long.")
@click.option(
    "--target",
    type=click.IntRange(0),
    help="Stop at this score; with --pieces, at so many pieces.",
)
@click.option(
    "--threads", type=click.IntRange(1, 256), default=1, help="Threads to use, 1."
)
@click.option("--start", metavar="BOARD", help="A board to better.")
@click.option(
    "--hints",
    type=click.Choice(["keep", "drop"]),
    default="keep",
    show_default=True,
    help="Keep the puzzle's hints, or search without.",
)
@click.option("--pieces", is_flag=True, help="Most pieces without a break instead.")
@click.option("--prove", is_flag=True, help="Search until the score is proved.")
@click.option("--checkpoint", metavar="FILE", help="Keep the run in this file.")
@click.option("--checkpoint-every", type=Seconds(), help="Seconds, 5.")
@click.option("--resume", metavar="FILE", help="Go on from a checkpoint.")
@click.option("--store", metavar="FILE", help="Keep best boards here, not at home.")
@click.option("--no-store", is_flag=True, help="Keep no boards.")
@click.option(
    "--continue", "goes_on", is_flag=True, help="Start from the store's best board."
)
@click.option(
    "-o",
    "--output",
    metavar="BOARD",
    help="Write the best board here, over what is there; as a record, or what the"
    " file's ending says.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def optimize(
    puzzle: str,
    engine: str,
    options: tuple[str, ...],
    seed: int | None,
    seeds: tuple[int, ...] | None,
    cluster: str | None,
    nodes: int | None,
    seconds: float | None,
    target: int | None,
    threads: int,
    start: str | None,
    hints: str,
    pieces: bool,
    prove: bool,
    checkpoint: str | None,
    checkpoint_every: float | None,
    resume: str | None,
    store: str | None,
    no_store: bool,
    goes_on: bool,
    output: str | None,
    as_json: bool,
    **reading: Any,
) -> None:
    """Look for the best board: full, with as many matching joins as possible.

    Without a limit it goes on until Ctrl-C, which keeps the best board.  Every better
    board is on disk at once, in the store and in the file of --output.
    """
    from dataclasses import asdict, replace

    from edgematch.cli.keeping import Keeper
    from edgematch.results import ScoreLimits
    from edgematch.search.scores import optimizer_options

    if prove:
        if pieces:
            raise EdgematchError("--prove and --pieces do not go together")
        if engine == "auto":
            engine = "exact"
        elif engine not in ("exact", "max-sat", "cp-sat"):
            raise EdgematchError(
                f"engine {engine} proves nothing; --prove takes exact, max-sat, cp-sat"
            )
    limits = ScoreLimits(nodes, seconds, target)
    has_end = prove or nodes is not None or seconds is not None
    has_checkpoint = checkpoint is not None or resume is not None
    check_seeds(seeds, cluster, seed, threads, has_end, has_checkpoint)
    seed = seed or 0
    check_json_apart(as_json, output)
    check_writable(output)
    every = check_checkpoint(checkpoint, resume, checkpoint_every)
    if resume is not None and (start is not None or goes_on):
        raise EdgematchError(
            "--resume goes without --start and --continue: a checkpoint has its boards"
        )
    if no_store and store is not None:
        raise EdgematchError("--store and --no-store do not go together")
    document = load(puzzle, **reading)
    if hints == "drop":
        document = replace(document, puzzle=document.puzzle.with_hints(()), board=None)
    goal = "pieces" if pieces else "joins"
    values = read_options(engine, options, optimizer_options(engine))
    of = document.puzzle.cells if pieces else document.puzzle.joins
    if target is not None and target > of:
        raise EdgematchError(f"--target {target}: there are {of} {goal}")
    keeper = Keeper(
        document,
        engine,
        values,
        None if store is None else Path(store),
        not no_store,
        output,
        {"--checkpoint": checkpoint, "--resume": resume},
    )
    given = _start(document, start, goes_on, keeper.store, goal)
    if seeds is not None:
        campaign = Campaign(document.puzzle, engine, goal, seeds, keeper.write_now)
        others = {"start": given, "threads": threads}
        run_campaign(campaign, limits, cluster, keeper.store, values, **others)
        if output != "-":
            print_json(campaign.facts()) if as_json else campaign.tell()
        if campaign.last is not None and (output == "-" or keeper.attempts.have_failed):
            best_seed, board, last = campaign.last
            keeper.finish(board, best_seed, last, asdict(last))
        return
    result = watched_search(
        document.puzzle,
        engine,
        limits,
        seed=seed,
        start=given,
        goal=goal,
        threads=threads,
        on_better=lambda board, better: keeper.take(seed, board, better),
        checkpoint=None if checkpoint is None else Path(checkpoint),
        checkpoint_every=every,
        resume=None if resume is None else Path(resume),
        **values,
    )
    if output != "-":
        if as_json:
            print_json(_facts(document, result, seed))
        else:
            _tell(result, goal)
    facts = {"ended": result.ended, **result.statistics}
    keeper.finish(result.best, seed, result.curve[-1], facts)
    check_saved(result.unsaved)


def _start(
    document: "Document",
    start: str | None,
    goes_on: bool,
    store: "Store | None",
    goal: str,
) -> "Board | None":
    """Return the board to start from, if any."""
    from edgematch.formats import ReadOptions

    if start is not None and goes_on:
        raise EdgematchError("--start and --continue do not go together")
    if goes_on:
        if store is None:
            raise EdgematchError("--continue needs a store")
        boards = store.best(document.puzzle, goal, 1)
        if boards:
            return boards[0].board
        tell_note(f"no board of this puzzle in {store.path}: begun anew")
        return None
    if start is None:
        return document.board
    found = read_argument(start, ReadOptions(puzzle=document.puzzle))
    if found.board is None:
        raise EdgematchError(f"{start}: holds no board to start from")
    return found.board


def _facts(document: "Document", result: "ScoreResult", seed: int) -> dict[str, Any]:
    from dataclasses import asdict

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


def _tell(result: "ScoreResult", goal: str) -> None:
    """Say what came out, for people."""
    from edgematch.draw.text import board_text

    board, numbers = result.best, result.statistics
    color = is_colored()
    click.echo(board_text(board, color=color) + "\n", color=color)
    last = result.curve[-1] if result.curve else None
    score = f"{result.score} of {board.puzzle.joins} joins match"
    if goal == "pieces":
        score = f"{numbers['pieces']} of {board.puzzle.cells} pieces without a break"
    proved = ": proved, no board is better" if result.is_proved else ""
    click.echo(f"{score}{proved}")
    if not result.is_proved and numbers["at_least"]:
        click.echo(f"every full board has at least {numbers['at_least']} breaks")
    when = f", the last better board after {last.seconds:.1f} s" if last else ""
    click.echo(
        f"{numbers['nodes']:,} nodes in {numbers['seconds']:.1f} s{when};"
        f" ended by: {result.ended}"
    )
