"""`edgematch decode`: the output of a solver for a formula, as a board."""

import sys
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from edgematch.cli import arguments, outputs
from edgematch.cli.searches import UNSOLVABLE
from edgematch.errors import EdgematchError, FormatError
from edgematch.files import read_bytes, read_lines, read_stream_bytes

if TYPE_CHECKING:
    from edgematch.board import Board
    from edgematch.encoders.formula import Meaning
    from edgematch.puzzle import Puzzle


@click.command(
    epilog="""\b
Examples:
  edgematch encode clue1 -o f.cnf && cadical f.cnf > model.txt
  edgematch decode f.cnf model.txt
  edgematch decode f.cnf model.txt -o board.json
  kissat f.cnf | edgematch decode f.cnf -

Exit status: 0 if there is a board, 20 if the solver says that there is none, 2 for bad
input."""
)
@click.argument("formula")
@click.argument("model")
@click.option(
    "-o",
    "--output",
    type=arguments.output_path,
    metavar="PATH",
    help="Write the board to this file.",
)
@arguments.json
def decode(formula: str, model: str, output: str | None, as_json: bool) -> int:
    """Turn a solver's answer to a formula into a board.

    FORMULA is a file that edgematch encode wrote (cnf, wcnf or opb), MODEL the output
    of a solver, with its lines s and v, or - for the standard input.
    """
    from edgematch.encoders.solver_output import board_of_model, read_answer
    from edgematch.formats import Document

    outputs.check_writable(output, as_json)
    for read in (formula, model):
        outputs.check_keeps_input(read, {"--output": output})
    puzzle, meanings = _formula(formula)
    name, text = _model_text(model)
    answer = read_answer(name, text, max(meanings, default=0))
    if answer.is_unsatisfiable:
        if as_json:
            outputs.print_json({"puzzle": puzzle.name, "is_unsatisfiable": True})
        else:
            click.echo("no solution, according to the solver")
        return UNSOLVABLE
    board = board_of_model(name, puzzle, meanings, answer.model)
    document = Document(puzzle)
    target = outputs.board_format(document, output)
    if target is not None:
        outputs.write_board(output, target, document, board, {})
    if as_json:
        outputs.print_json(_facts(board))
    elif output is None:
        _print_text(board)
    return 0


def _formula(path: str) -> tuple["Puzzle", "dict[int, Meaning]"]:
    from edgematch import formats
    from edgematch.encoders.formula_files import PUZZLE_COMMENT
    from edgematch.encoders.solver_output import comments_of, read_meanings

    comments = comments_of(read_lines(Path(path)))
    first = []
    record = None
    for comment in comments:
        first.append(comment)
        if comment.startswith(PUZZLE_COMMENT):
            record = comment.removeprefix(PUZZLE_COMMENT)
            break
    if record is None:
        raise FormatError(
            path, None, "not written by edgematch encode: it contains no puzzle"
        )
    source = formats.Source(path, record)
    puzzle = formats.read(source, format="record").puzzle
    return puzzle, read_meanings(path, chain(first, comments), puzzle)


def _model_text(path: str) -> tuple[str, str]:
    if path != "-":
        data = read_bytes(Path(path))
    elif sys.stdin is None:
        raise EdgematchError("the standard input is closed")
    else:
        path = "standard input"
        data = read_stream_bytes(sys.stdin.buffer, path)
    return path, data.decode("utf-8", errors="replace")


def _facts(board: "Board") -> dict[str, Any]:
    return {
        "puzzle": board.puzzle.name,
        "fingerprint": board.puzzle.fingerprint,
        "is_unsatisfiable": False,
        "is_solution": board.is_solution(),
        "score": board.score(),
        "best_score": board.puzzle.joins,
        "problems": list(board.problems()),
        "board": [list(placement) for placement in board.placements],
    }


def _print_text(board: "Board") -> None:
    outputs.print_board(board)
    click.echo(f"score    {board.score()} of {board.puzzle.joins}")
    click.echo(f"solution {'yes' if board.is_solution() else 'no'}")
