"""`edgematch solve`: find solutions, all of them, or prove that there is none."""

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from pathlib import Path
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
    from edgematch.board import Board
    from edgematch.formats import Document
    from edgematch.results import Result

_SHOWN = 10


@click.command(
    epilog="""\b
Examples:
  edgematch solve scramble-squares
  edgematch solve scramble-squares --all --json
  edgematch solve pieces.txt --seconds 60 -o solved.json
  edgematch solve clue3 --engine row-scan --option order=spiral-in
  edgematch solve one-set:6x6:5:seed=1 --engine row-scan --depths
  edgematch solve pieces.txt --proof none.drat
  edgematch solve tiles/ --all --engine cp-sat --pictures solutions/

Exit status: 0 if the solutions asked for were found, or all there are; 20 if it is
proved that there is none; 3 if a limit was reached first; 130 after Ctrl-C or SIGTERM;
2 for bad input, or if the last checkpoint could not be written.  --sat-status changes
this."""
)
@arguments.puzzle
@search_options("solve")
@click.option("--all", "find_all", is_flag=True, help="Find every solution.")
@arguments.number(
    "--solutions", least=1, help="Stop after this many solutions.  [default: 1]"
)
@click.option(
    "--up-to-symmetry",
    is_flag=True,
    help="Count the turns of a board as one solution.",
)
@click.option(
    "-o",
    "--output",
    type=arguments.output_path,
    metavar="PATH",
    help="File to write the first board to.",
)
@click.option(
    "--pictures",
    metavar="FOLDER",
    help="Write each solution to FOLDER, as text and as a picture.",
)
@click.option(
    "--proof",
    metavar="FILE",
    help="Write a DRAT proof that there is no solution (engines sat, external-sat).",
)
@depths
@arguments.json
def solve(
    puzzle: str,
    find_all: bool,
    solutions: int | None,
    search: SearchSettings,
    up_to_symmetry: bool,
    output: str | None,
    pictures: str | None,
    proof: str | None,
    with_depths: bool,
    as_json: bool,
    **reading: Any,
) -> int:
    """Search for solutions of a puzzle.

    The referee checks every board found.  The formula of a proof is written beside
    it, to FILE.cnf.
    """
    from edgematch.pictures.documents import solution_files
    from edgematch.results import how_found
    from edgematch.search import Solve, technique_class
    from edgematch.symmetry import board_symmetries

    if find_all and solutions is not None:
        raise EdgematchError("use either --all or --solutions, not both")
    outputs.check_writable(output, as_json)
    written = {"--output": output, "--pictures": pictures}
    if proof is not None:
        if search.engine == "auto":  # it writes none
            search = replace(search, engine="sat")
        written |= _check_proof(proof, puzzle, search.engine)
    if with_depths:
        search = choose_for_depths(search)
    check_files(search, written)
    if pictures is not None:
        outputs.check_new_folder(pictures)
    document = arguments.load(puzzle, **reading)
    target = outputs.board_format(document, output)
    wanted = None if find_all else solutions or 1
    turns = len(board_symmetries(document.puzzle)) if up_to_symmetry else 1
    boards = None if wanted is None else wanted * turns
    keep = max(Solve.keep, boards or 0)
    goal = Solve(boards, keep, None if proof is None else Path(proof))
    chosen = technique_class(search.engine)(**search.values("solve"))
    if with_depths:
        check_depths(chosen)
    request = search.request(document.puzzle, goal)
    with hold_interrupts():
        result = run_search(chosen, request, search)
        if up_to_symmetry:
            result = _up_to_symmetry(result, wanted)

        def show() -> None:
            if as_json:
                facts = _facts(document, result)
                if with_depths:
                    facts["depths"] = list(result.depths)
                outputs.print_json({**facts, "up_to_symmetry": up_to_symmetry})
            elif output != "-":
                _print_text(result, " up to symmetry" if up_to_symmetry else "")
                if with_depths:
                    print_depths(result.depths)

        def write() -> None:
            if target is not None:
                facts = {"ended": result.ended, **result.statistics}
                how = result.engine, request.seed, search.values("solve")
                found = how_found(*how, facts)
                outputs.write_board(output, target, document, result.best, found)

        def draw() -> None:
            if pictures is not None:
                files = solution_files(document, result.solutions)
                outputs.write_folder(pictures, files)

        outputs.run_all(show, write, draw)
        return exit_status(result, search)


def _check_proof(proof: str, puzzle: str, engine: str) -> dict[str, str | None]:
    """Refuse a proof that cannot be written; return its files, by name."""
    from edgematch.search import technique_class

    if not technique_class(engine).writes_proofs:
        raise EdgematchError(
            f"--proof needs --engine sat or external-sat: {engine} writes none"
        )
    if proof == "-":
        raise EdgematchError("--proof needs a file: its formula is written beside it")
    files: dict[str, str | None] = {
        "--proof": proof,
        "the formula of --proof": f"{proof}.cnf",
    }
    for path in files.values():
        outputs.check_writable(path)
    outputs.check_keeps_input(puzzle, files)
    return files


def _up_to_symmetry(result: "Result", wanted: int | None) -> "Result":
    """Return the result with one of the turns of each solution."""
    from edgematch.symmetry import Counting, one_of_each

    way = Counting.BOARDS_UP_TO_SYMMETRY
    boards = one_of_each(result.solutions, way)[:wanted]
    if result.counts is not None:
        count = result.counts[way]
        return _with_solutions(result, boards, count, result.note)
    note = result.note
    if result.count > len(result.solutions):
        compared = f"{len(result.solutions):,} of {result.count:,} boards"
        symmetry = f"only {compared} compared for symmetry"
        note = f"{note}; {symmetry}" if note else symmetry
    return _with_solutions(result, boards, len(boards), note)


def _with_solutions(
    result: "Result", boards: "Sequence[Board]", count: int, note: str
) -> "Result":
    changed = copy(result)
    changed.__dict__.pop("facts", None)
    changed.solutions, changed.count, changed.note = tuple(boards), count, note
    return changed


def _facts(document: "Document", result: "Result") -> dict[str, Any]:
    return {
        "puzzle": document.puzzle.name,
        "fingerprint": document.puzzle.fingerprint,
        "engine": result.engine,
        **({"solver": result.solver} if result.solver else {}),
        "ended": result.ended,
        "solutions": result.count,
        "proves_unsolvable": result.proves_unsolvable,
        "nodes": result.statistics["nodes"],
        "seconds": result.statistics["seconds"],
        "boards": [list(map(list, board.placements)) for board in result.solutions],
        "statistics": dict(result.statistics),
        "findings": list(result.findings),
        "note": result.note,
    }


def _print_text(result: "Result", counted: str) -> None:
    for board in result.solutions[:_SHOWN]:
        outputs.print_board(board)
    if result.count > _SHOWN:
        click.echo(f"… and {result.count - _SHOWN:,} more\n")
    if result.count:
        plural = "solution" if result.count == 1 else "solutions"
        others = {
            "exhausted": ", all there are",
            "found": "; --all finds every one",
        }.get(result.ended, "")
        click.echo(f"{result.count:,} {plural}{counted}{others}")
    elif result.findings:
        click.echo("no solution, and no search was needed:")
        for reason in result.findings:
            click.echo(f"  {reason}")
        return
    elif result.proves_unsolvable:
        click.echo("no solution: the whole space was searched")
    else:
        best = len(result.best.placements)
        cells = result.best.puzzle.cells
        click.echo(f"undecided, stopped by: {result.ended}")
        click.echo(f"at most {best} of {cells} pieces placed without a break")
    nodes, seconds = result.statistics["nodes"], result.statistics["seconds"]
    click.echo(f"{nodes:,} nodes in {seconds:.2f} s by engine {result.engine}")
    if result.note:
        click.echo(f"{result.engine}: {result.note}")
